"""Work out what the cup on sale is worth to a seat, and what to bid for it; house bots bid by this."""

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

from games.headache.chances import Hands, Row, chances
from games.headache.odds import Sides, World, hands_in, sides_now
from games.headache.options import FailedBids, Method
from games.headache.state import Question
from games.headache.view import HeadacheView
from games.kit.seats import Seat, Spot

Weights = tuple[tuple[Method, float], ...]
"""The chance of each method of the contest before it is decided."""
Believed = Sequence[tuple[float, World]]
"""Worlds with the weights that a seat gives them."""


class Foresight(NamedTuple):
    """Say how far somebody looks ahead. `few`, `many`: the chances of the methods, and those used if so many hands meet
    that all methods take too long to compute. `grows`: the part of its chance of the pot that each die still to be sold
    adds to the pot. `this_too`: so does the one on sale.
    """

    few: Weights
    many: Weights
    grows: float
    this_too: bool


MOST_OWN_ONE: Final = Foresight(
    few=((Method.ONE, 0.6), (Method.LIVES, 0.15), (Method.HIGHEST, 0.05), (Method.ADD, 0.2)),
    many=((Method.ONE, 0.6), (Method.LIVES, 0.4)),
    grows=0.5,
    this_too=False,
)
"""The chances if each owner of one die votes for what suits it."""
AS_MEASURED: Final = Foresight(
    few=((Method.ONE, 0.3), (Method.LIVES, 0.05), (Method.HIGHEST, 0.05), (Method.ADD, 0.6)),
    many=((Method.ONE, 0.35), (Method.LIVES, 0.65)),
    grows=0.7,
    this_too=True,
)
"""Measured in many games: owners of several dice give more for the vote, and pots grow larger than they seem."""
FEW: Final = 6
PAID_IF_FAILED: Final = {FailedBids.NOTHING: 0.0, FailedBids.HALF: 0.5, FailedBids.FULL: 1.0}
"""The part of a failed bid that is paid into the pot."""


def on_sale_now(
    view: HeadacheView, seats: Sequence[Seat], cup: Spot, believed: Believed, ahead: Foresight
) -> dict[Seat, float]:
    """Return what the cup on sale adds to the part of the pot of each of these seats, on average."""
    if view.table is None:
        raise AssertionError("cups are sold at a table")
    sides = sides_now(view, view.table)
    gain, to_come = dict.fromkeys(seats, 0.0), 0.0
    for weight, world in believed:
        now = likely(sides, world, ahead)
        to_come += weight * sum(now[side] for side in now if isinstance(side, Spot) and (ahead.this_too or side != cup))
        for seat in seats:
            gain[seat] += weight * (having(sides, seat, cup, world, ahead) - now[seat] if seat in sides else now[cup])
    pot = view.pot / (1 - ahead.grows * to_come)
    return {seat: pot * more for seat, more in gain.items()}


MOST_FOR: Final = {4: 8, 6: 14, 8: 20, 10: 26, 12: 32, 20: 56}
"""The most that is paid for a die, by its sides: whoever paid more for a low one has hardly ever won."""


def most_for(cup: Spot, believed: Believed) -> int:
    """Return the most that this cup can be worth to anybody, by what may lie under it."""
    return int(sum(weight * MOST_FOR[world[cup]] for weight, world in believed))


def having(sides: Sides, seat: Seat, cup: Spot, world: World, ahead: Foresight) -> float:
    """Return the chance of a seat that owns dice already if it also gets this cup."""
    bought = {side: cups for side, cups in sides.items() if side != cup} | {seat: (*sides[seat], cup)}
    return likely(bought, world, ahead)[seat]


def likely(sides: Sides, world: World, ahead: Foresight) -> dict[Seat | Spot, float]:
    """Return each side's chance, averaged over the methods."""
    weights = ahead.many if len(world) > FEW else ahead.few
    return dict(zip(sides, in_any_contest(hands_in(sides, world), weights), strict=True))


@lru_cache(maxsize=4096)
def in_any_contest(hands: Hands, weights: Weights) -> Row:
    if all(len(hand) == 1 for hand in hands):
        return chances(hands, Method.ONE)
    rows = [[weight * chance for chance in chances(hands, method)] for method, weight in weights]
    return tuple(map(sum, zip(*rows, strict=True)))


def paid_if_failed(view: HeadacheView) -> float:
    """Return what part of a failed bid is paid at this table."""
    decided = () if view.table is None else view.table.decided
    return PAID_IF_FAILED[FailedBids(next(one.option for one in decided if one.question is Question.FAILED))]


# The best bid against rivals whose bids are roughly known

SHARPNESS: Final = 5
"""How near rivals bid to what is expected of them; higher is nearer."""


def best_bid(worth: float, failed: float, rivals: Sequence[float], most: int) -> int:
    """Return the bid, up to `most`, with the greatest expected gain after the cost of failed bids. 0: no bid gains."""
    gains = {bid: gain(bid, worth, failed, rivals) for bid in range(1, min(most, int(worth)) + 1)}
    best = max(gains, key=lambda bid: gains[bid], default=0)
    return best if best and gains[best] > 0 else 0


def gain(bid: int, worth: float, failed: float, rivals: Sequence[float]) -> float:
    wins = prod(1 / (1 + (rival / bid) ** SHARPNESS) for rival in rivals)
    return wins * (worth - bid) - (1 - wins) * failed * bid
