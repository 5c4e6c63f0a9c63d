"""Choose moves for the house bots of Poohead, which see what their seat sees. Draws break ties, to avoid cycles."""

from collections.abc import Sequence
from typing import Final

from games.kit.cards import JOKER, NO_CARD, Rank, rank_of
from games.kit.contract import PrivateEvent, Resample
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move
from games.kit.temper import LEVELS, Temper
from games.poohead.foresight import foreseen
from games.poohead.moves import Pass, Ready, Swap, Take
from games.poohead.options import PooheadOptions
from games.poohead.pile import EIGHT, ORDER, TEN, TWO
from games.poohead.view import PooheadView
from games.poohead.weighing import weight

BLUNDERS: Final = (100, 45, 2, 0)
"""In how many of a hundred turns a bot of each level plays any legal card."""
SWAPPING: Final = 1
FARSIGHTED: Final = 3
"""The levels from which a bot puts its best cards down in front of it, and plays on in other dealings."""
MOST_FORESEEN: Final = 4
"""At a larger table playing on in other dealings wins no more games than weighing does: too many play in between."""
BEST: Final = {TWO: 14, EIGHT: 13, TEN: 18, JOKER: 20}
"""The worth of a special card on the table; that of an ordinary one is its place in the order."""
TAKES, PASSES = -100.0, -0.3
WAVERING: Final = 0.05
USUAL: Final = 22
SHAKEN: Final = 50
"""The last players could pass all the cards to and fro for ever, so after USUAL turns for each the values are
disturbed, by one turn more with every SHAKEN turns.
"""


def levels(_options: PooheadOptions, seats: int) -> tuple[int, ...]:
    return LEVELS if seats <= MOST_FORESEEN else LEVELS[:FARSIGHTED]


def choose(
    view: PooheadView,
    _told: tuple[PrivateEvent, ...],
    legal: tuple[LegalMove, ...],
    resample: Resample,
    temper: Temper,
    dice: Dice,
) -> Move | None:
    """Return a move. House bots claim the lead when they are asked; they don't slam."""
    if view.phase != "threes-out" and view.viewer not in view.awaited:
        return None
    if view.phase == "swapping":
        return (better_swap(view) if temper.level >= SWAPPING else None) or Ready()
    return best(view, [move for offer in legal for move in offer.examples()], resample, temper.level, dice)


def best(view: PooheadView, moves: Sequence[Move], resample: Resample, level: int, dice: Dice) -> Move:
    draw = dice.draw("choose")
    if len(moves) == 1 or draw.below(100) < BLUNDERS[min(level, 3)]:
        return draw.pick(moves)
    values = [value(view, move) + wavering(view) * draw.below(1000) / 1000 for move in moves]
    if level >= FARSIGHTED and view.phase == "to-play" and isinstance(view.viewer, int):
        return foreseen(moves, values, view.viewer, resample, dice)
    return moves[values.index(max(values))]


def better_swap(view: PooheadView) -> Swap | None:
    """Return a swap of the best hand card for the worst card on the table, if it is better ("put your best cards
    down").
    """
    best = max((rank_of(card) for card in view.hand), key=goodness)
    least = min((rank_of(card) for card in view.up), key=goodness)
    return Swap(best, least) if goodness(best) > goodness(least) else None


def goodness(rank: Rank) -> int:
    return BEST.get(rank, ORDER.index(rank) if rank in ORDER else 0)


def value(view: PooheadView, move: Move) -> float:
    """Return the worth of a move. Taking the pile is worth least; if a face-up card must go along, the lowest
    is best.
    """
    match move:
        case Take(card=card):
            return TAKES - (0 if card == NO_CARD else 1 + goodness(card))
        case Pass():
            return PASSES
        case _:
            return weight(view, move)


def wavering(view: PooheadView) -> float:
    over = view.turns - USUAL * len(view.layouts)
    return WAVERING + (max(0, over) / SHAKEN if view.stock == 0 else 0)
