"""Feats: what somebody does in a game that is told long after, once in the channel and for good in their profile.

They follow from what everybody was told, so whoever has the record can decide them, and none says anything of a hand.
"""

from collections.abc import Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from games.kit.contract import Options, PublicEvent, Result
from games.kit.seats import Seat

O = TypeVar("O", bound=Options)  # noqa: E741 - options


class Feat(NamedTuple):
    """Somebody's feat. Its words are `feat-NAME`, what it is called, and `feat-NAME-how`, how it is done."""

    seat: Seat
    name: str


class Feats(Generic[O]):
    """Say what feats a game has, and who did which. Plainly: it has none."""

    feats: ClassVar[tuple[str, ...]] = ()
    """The names of all there are, in the order in which a profile lists them."""

    def feats_in(
        self,
        options: O,  # noqa: ARG002
        seats: int,  # noqa: ARG002
        events: Sequence[PublicEvent],  # noqa: ARG002
        result: Result,  # noqa: ARG002
        /,
    ) -> tuple[Feat, ...]:
        """Return who did which feat in a whole game, by what everybody was told and how it ended. Plainly: nobody any.

        `seats`: how many sat.
        """
        return ()
