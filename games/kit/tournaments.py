"""A tournament over several tables: a game is one round, and people change tables between rounds."""

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from games.kit.contract import Options
from games.kit.seats import Seat

O = TypeVar("O", bound=Options)  # noqa: E741 - options, carry
C = TypeVar("C", bound=Struct)


class Tournaments(Generic[O, C]):
    """Answer, besides `Series.plays_on`, for a game of which tournaments are played."""

    carry: type[C]
    tournaments: ClassVar[bool] = False
    """Whether it can be played as a tournament."""
    in_tournaments: ClassVar[Mapping[str, str]] = {}
    """Options that stand so at all tables of a tournament, as typed: those that its clock or its end make void."""

    def joined(self, carry: C | None, of: C | None, seat: Seat, /) -> C:  # noqa: ARG002
        """Return the carry of a table to whose next seat somebody comes from `seat` of another, whose carry was `of`.

        `carry` None: nobody sits there yet. Plainly: nobody brings anything.
        """
        return self.carry() if carry is None else carry

    def raised(self, options: O, level: int, /) -> dict[str, str]:  # noqa: ARG002
        """Return the options that change at this level of a tournament, from 0, as typed. Plainly: none."""
        return {}
