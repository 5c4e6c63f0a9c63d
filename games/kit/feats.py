"""Define feats: remarkable things that somebody did in a game, told once in the channel and kept in their profile.

They follow from what everybody was told, so anyone who has the record can decide them. None reveals a hand.
"""

from collections.abc import Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from games.kit.contract import Options, PublicEvent, Result
from games.kit.seats import Seat

O = TypeVar("O", bound=Options)  # noqa: E741 - options


class Feat(NamedTuple):
    """Name a feat and who did it. Its words are `feat-NAME`, its title, and `feat-NAME-how`, how it is done."""

    seat: Seat
    name: str


class Feats(Generic[O]):
    """Say what feats a game has, and who did which. By default it has none."""

    feats: ClassVar[tuple[str, ...]] = ()
    """The names of all feats, in the order in which a profile lists them."""

    def feats_in(
        self,
        options: O,  # noqa: ARG002
        seats: int,  # noqa: ARG002
        events: Sequence[PublicEvent],  # noqa: ARG002
        result: Result,  # noqa: ARG002
        /,
    ) -> tuple[Feat, ...]:
        """Return who did which feat in a whole game, from what everybody was told and how it ended. By default: none.

        `seats`: how many sat.
        """
        return ()
