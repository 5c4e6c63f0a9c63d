"""The seals with which a game begins: that of its table, or the standing one of the place where the table is opened."""

from collections.abc import Callable
from typing import NamedTuple

from bot.ports.ids import PlaceId
from bot.table.phases import Pledge, StandingSeal
from games.proof.chain import InTime

ToldBefore = Callable[[str, PlaceId, int], InTime | None]
"""A function that returns how it is known that a line of a table's log was told at a place before the current one."""


def never(table: str, place: PlaceId, number: int) -> None:
    """Return None: nothing is known of what was told."""


class TakenSeal(NamedTuple):
    """The seals with which a game begins: its own, that of the table's next game, and the place's new standing one.

    `sealed`: its own was told before.
    """

    own: Pledge
    following: Pledge
    standing: Pledge | None
    sealed: bool


class AtPlace:
    """The standing seal of the place where a new table is opened, before and after.

    `counter`: how many games were pledged there. `found`: None if there was no seal. `pledge`: makes the pledge of the
    game with a number. `left`: the new standing seal; None: the same as before.
    """

    def __init__(
        self, place: PlaceId, counter: int, found: StandingSeal | None, pledge: Callable[[int], Pledge]
    ) -> None:
        self.place, self.counter, self.found, self._pledge = place, counter, found, pledge
        self.left: StandingSeal | None = None

    def leave(self, others: int, table: str, told_in: int) -> Pledge:
        """Return the new standing pledge, which is told in this line of a table's log.

        `others`: how many other games this step pledges at the place.
        """
        self.left = StandingSeal(self._pledge(self.counter + others + 1), table, told_in)
        return self.left.pledge
