"""What the cup on sale is worth to one seat: what house bots bid by."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.headache.chances import Hands, Row, chances
from games.headache.odds import Sides, World, hands_in, sides_now
from games.headache.options import FailedBids, Method
from games.headache.state import Question
from games.headache.view import HeadacheView
from games.seats import Seat, Spot

LIKELY: Final = {Method.ONE: 0.6, Method.LIVES: 0.15, Method.HIGHEST: 0.05, Method.ADD: 0.2}
"""How the contest will be played, before that is known: most who vote own one die."""
LIKELY_AMONG_MANY: Final = {Method.ONE: 0.6, Method.LIVES: 0.4}
"""The same where so many hands may meet that reckoning with all of them takes too long: each die counts for itself."""
FEW: Final = 6
GROWS: Final = 0.5
"""A die that is still to be sold brings so much of its chance of the pot into the pot."""
PAID_IF_FAILED: Final = {FailedBids.NOTHING: 0.0, FailedBids.HALF: 0.5, FailedBids.FULL: 1.0}
"""What part of a failed bid goes to the pot."""


class OnSale(NamedTuple):
    """`worth`: what the cup adds to one's part of the pot, on average. `failed`: what part of a failed bid is paid."""

    worth: float
    failed: float


def on_sale_now(view: HeadacheView, seat: Seat, cup: Spot, believed: Sequence[tuple[float, World]]) -> OnSale:
    """`believed`: worlds, and how likely this seat holds each."""
    if view.table is None:
        raise AssertionError("cups are sold at a table")
    sides = sides_now(view, view.table)
    bought = {side: cups for side, cups in sides.items() if side != cup} | {seat: (*sides.get(seat, ()), cup)}
    gain = to_come = 0.0
    for weight, world in believed:
        now = likely(sides, world)
        having = likely(bought, world)[seat] if seat in sides else now[cup]
        gain += weight * (having - now.get(seat, 0.0))
        to_come += weight * sum(chance for side, chance in now.items() if isinstance(side, Spot) and side != cup)
    failed = next(one.option for one in view.table.decided if one.question is Question.FAILED)
    return OnSale(view.pot / (1 - GROWS * to_come) * gain, PAID_IF_FAILED[FailedBids(failed)])


def likely(sides: Sides, world: World) -> dict[Seat | Spot, float]:
    """Each side's chance, whatever the method may be."""
    return dict(zip(sides, in_any_contest(hands_in(sides, world), len(world) > FEW), strict=True))


@lru_cache(maxsize=4096)
def in_any_contest(hands: Hands, many: bool) -> Row:
    if all(len(hand) == 1 for hand in hands):
        return chances(hands, Method.ONE)
    weights = LIKELY_AMONG_MANY if many else LIKELY
    rows = [[weight * chance for chance in chances(hands, method)] for method, weight in weights.items()]
    return tuple(map(sum, zip(*rows, strict=True)))
