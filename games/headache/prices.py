"""What the cup on sale is worth to one seat, and what to bid for it: what house bots reckon with."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.headache.odds import Sides, World, by_side, sides_now
from games.headache.options import FailedBids, Method
from games.headache.state import Question
from games.headache.view import HeadacheView
from games.seats import Seat, Spot

LIKELY: Final = {Method.ONE: 0.6, Method.LIVES: 0.15, Method.HIGHEST: 0.05, Method.ADD: 0.2}
"""How the contest will be played, before that is known: most who vote own one die."""
GROWS: Final = 0.5
"""A die that is still to be sold brings so much of its chance of the pot into the pot."""
PAID_IF_FAILED: Final = {FailedBids.NOTHING: 0.0, FailedBids.HALF: 0.5, FailedBids.FULL: 1.0}
"""What part of a failed bid goes to the pot."""
SURELY: Final = 0.05
"""Nobody is sure to win: less than this is never left to the others."""


class Prospect(NamedTuple):
    """A world, how likely it is, and in it the chance to win with the cup, without it, and of another who has no more."""

    weight: float
    having: float
    lacking: float
    others: float

    @property
    def gain(self) -> float:
        return self.having - self.lacking


class OnSale(NamedTuple):
    """`pot`: what it may grow to, this cup's price aside. `failed`: what part of a failed bid is paid."""

    prospects: tuple[Prospect, ...]
    pot: float
    failed: float

    @property
    def worth(self) -> float:
        """The price at which buying it changes nothing: what one pays comes back as often as one wins."""
        gain = sum(one.weight * one.gain for one in self.prospects)
        lost = sum(one.weight * (1 - one.having) for one in self.prospects)
        return self.pot * gain / max(lost, SURELY)

    def worth_to_another(self, prospect: Prospect) -> float:
        """The same for somebody who owns nothing yet and knows the die."""
        return self.pot * prospect.others / max(1 - prospect.others, SURELY)


def on_sale_now(view: HeadacheView, seat: Seat, cup: Spot, believed: Sequence[tuple[float, World]]) -> OnSale:
    """`believed`: worlds, and how likely this seat holds each."""
    if view.table is None:
        raise AssertionError("cups are sold at a table")
    sides = sides_now(view, view.table)
    bought = {side: cups for side, cups in sides.items() if side != cup} | {seat: (*sides.get(seat, ()), cup)}
    prospects, to_come = [], 0.0
    for weight, world in believed:
        now = likely(sides, world)
        having = likely(bought, world)[seat] if seat in sides else now[cup]
        prospects.append(Prospect(weight, having, now.get(seat, 0.0), now[cup]))
        to_come += weight * sum(chance for side, chance in now.items() if isinstance(side, Spot) and side != cup)
    failed = next(one.option for one in view.table.decided if one.question is Question.FAILED)
    return OnSale(tuple(prospects), view.pot / (1 - GROWS * to_come), PAID_IF_FAILED[FailedBids(failed)])


def likely(sides: Sides, world: World) -> dict[Seat | Spot, float]:
    """Each side's chance, whatever the method may be."""
    if all(len(cups) == 1 for cups in sides.values()):
        return by_side(sides, world, Method.ONE)
    found = dict.fromkeys(sides, 0.0)
    for method, weight in LIKELY.items():
        for side, chance in by_side(sides, world, method).items():
            found[side] += weight * chance
    return found


# Bidding against others who bid at once

STEPS: Final = 40
"""Of all bids so many are weighed."""
KNOWS: Final = 0.5
"""How likely it is that another knows what is under the cup."""
BIDS: Final = 0.75
"""How likely another bids at all."""
UP_TO: Final = 0.85
"""Of what the cup is worth to them, others bid anything up to this part."""


def best_bid(on_sale: OnSale, stack: int, rivals: int, *, second: bool) -> int:
    """The bid that gains most on average, if the others bid as is expected. `second`: the price is the next highest."""
    top = min(stack, int(max(map(on_sale.worth_to_another, on_sale.prospects))) + 1)
    part = rivals / (rivals + 1) if second else 1.0
    return max(range(0, top + 1, max(1, top // STEPS)), key=lambda bid: brings(on_sale, bid, part, rivals))


def brings(on_sale: OnSale, bid: int, part: float, rivals: int) -> float:
    """What this bid gains on average; of a bid that wins, `part` is paid.

    Who knows that the die is bad does not bid: it is won more often then, and the mean takes that into account.
    """
    if not bid:
        return 0.0
    mean = sum(one.weight * on_sale.worth_to_another(one) for one in on_sale.prospects)
    total = 0.0
    for one in on_sale.prospects:
        beaten = KNOWS * beats(bid, on_sale.worth_to_another(one)) + (1 - KNOWS) * beats(bid, mean)
        wins = (1 - BIDS + BIDS * beaten) ** rivals
        won = on_sale.pot * one.gain - (1 - one.having) * part * bid
        lost = on_sale.failed * (1 - one.lacking) * bid
        total += one.weight * (wins * won - (1 - wins) * lost)
    return total


def beats(bid: int, worth: float) -> float:
    """The chance to outbid somebody to whom the cup is worth this."""
    return min(1.0, bid / (UP_TO * worth + 1))
