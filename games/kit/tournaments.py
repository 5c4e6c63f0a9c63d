"""Define a tournament over several tables: a game is one round, and people change tables between rounds."""

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from games.kit.contract import Options
from games.kit.seats import Seat

O = TypeVar("O", bound=Options)  # noqa: E741 - options, carry
C = TypeVar("C", bound=Struct)


class Tournaments(Generic[O, C]):
    """Say, besides `Series.plays_on`, how a game is played as a tournament."""

    carry: type[C]
    tournaments: ClassVar[bool] = False
    """Whether the game can be played as a tournament."""
    in_tournaments: ClassVar[Mapping[str, str]] = {}
    """Options with a fixed value in tournaments, as typed, because the clock or the end makes the choice void."""

    def joined(self, carry: C | None, of: C | None, seat: Seat, /) -> C:  # noqa: ARG002
        """Return a table's carry after somebody comes to its next seat from `seat` of another table, whose carry was
        `of`.

        `carry` None: nobody sits at the table yet. By default nobody brings anything.
        """
        return self.carry() if carry is None else carry

    def raised(self, options: O, level: int, /) -> dict[str, str]:  # noqa: ARG002
        """Return the options that change at this level of a tournament, from 0, as typed. By default: none."""
        return {}
