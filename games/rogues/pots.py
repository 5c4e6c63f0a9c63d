"""Compute pots and shares, with numbers only."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.kit.money import Suckers
from games.kit.seats import Seat

HELD: Final = "held"
"""The pot of suckers that were won but are not paid out: they stay in the pot (FR-35)."""

Bets = Mapping[Seat, Suckers]
"""What each seat has put in during the betting, whatever it did later."""


class Pot(NamedTuple):
    """Hold a number of suckers, and who can win them."""

    amount: Suckers
    among: tuple[Seat, ...]


def unmatched(bets: Bets) -> dict[Seat, Suckers]:
    """Return what the highest bettor put in that nobody matched (FR-44); empty or one seat's."""
    highest = sorted(bets, key=lambda seat: -bets[seat])
    if not highest:
        return {}
    second = bets[highest[1]] if len(highest) > 1 else Suckers(0)
    excess = Suckers(bets[highest[0]] - second)
    return {highest[0]: excess} if excess else {}


def side_pots(bets: Bets, trips: Sequence[Seat]) -> tuple[Pot, ...]:
    """Return the pots of the betting: you win from each rival at most what you put in (FR-44). Each amount bet by
    somebody who still Trips makes a pot, filled by all bets up to it; the last pot takes what is above.
    """
    heights = sorted({bets[seat] for seat in trips if bets.get(seat)})
    pots, below = [], 0
    for height in heights:
        top = max(bets.values()) if height == heights[-1] else height
        amount = sum(min(bet, top) - min(bet, below) for bet in bets.values())
        pots.append(Pot(Suckers(amount), tuple(seat for seat in trips if bets.get(seat, 0) >= height)))
        below = height
    return tuple(pots)


def closest(totals: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Return the winners: "The player that is closest to the Knee wins ... If there is a tie, the pot splits" (FR-27).

    `totals`: of those who toppled the Giant.
    """
    return tuple(seat for seat, total in totals.items() if total == min(totals.values()))


class Ledger:
    """Record where the suckers of a round go: to seats, by the pot they came from, to the House, or over to the next
    pot.
    """

    def __init__(self) -> None:
        self.paid: dict[tuple[Seat, str], Suckers] = {}
        self.house = Suckers(0)
        self.over = Suckers(0)

    def pay(self, pot: str, amount: int, among: Sequence[Seat]) -> None:
        """Split evenly; odd suckers stay for the next pot (FR-27)."""
        each, odd = divmod(amount, len(among))
        for seat in among:
            if each:
                self.paid[seat, pot] = Suckers(self.paid.get((seat, pot), 0) + each)
        self.carry(odd)

    def hold(self, seat: Seat, pots: Sequence[str]) -> Suckers:
        """Leave in the pot what this seat has won from these pots, and return how much that is."""
        won = [key for key in self.paid if key[0] == seat and key[1] in pots]
        amount = Suckers(sum(self.paid[key] for key in won))
        if amount:
            lines = {(seat, HELD) if key in won else key: paid for key, paid in self.paid.items()}
            self.paid = {**lines, (seat, HELD): amount}
        return amount

    def take(self, amount: int) -> None:
        self.house = Suckers(self.house + amount)

    def carry(self, amount: int) -> None:
        self.over = Suckers(self.over + amount)
