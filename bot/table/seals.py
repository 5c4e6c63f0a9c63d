"""The seals by which a game begins: that of its table, or the one that stands at the place where that is opened."""

from collections.abc import Callable
from typing import NamedTuple

from bot.ports.ids import PlaceId
from bot.table.phases import Pledge, StandingSeal
from games.proof.chain import InTime

ToldBefore = Callable[[str, PlaceId, int], InTime | None]
"""Returns how it is known that a line of a table's log was told at a place before the line came that is acted on."""


def never(table: str, place: PlaceId, number: int) -> None:
    """Return None: nothing is known of what was told."""


class TakenSeal(NamedTuple):
    """The seals by which a game begins: its own, that of the table's next one, and that which its place keeps then.

    `sealed`: its own was told before.
    """

    own: Pledge
    following: Pledge
    standing: Pledge | None
    sealed: bool


class AtPlace:
    """The standing seal of the place where a new table is opened, and the one that stands there afterwards.

    `counter`: how many games were pledged there. `found`: None where no seal stands. `pledge`: makes that of the game
    with this number. `left`: what stands there afterwards, None: what was found.
    """

    def __init__(
        self, place: PlaceId, counter: int, found: StandingSeal | None, pledge: Callable[[int], Pledge]
    ) -> None:
        self.place, self.counter, self.found, self._pledge = place, counter, found, pledge
        self.left: StandingSeal | None = None

    def leave(self, others: int, table: str, told_in: int) -> Pledge:
        """Return the pledge that stands from now on, told in this line of a table's log.

        `others`: games that this step pledges at the place besides.
        """
        self.left = StandingSeal(self._pledge(self.counter + others + 1), table, told_in)
        return self.left.pledge
