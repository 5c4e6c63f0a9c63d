"""House players of Poohead. They see what their seat sees, and break ties by a draw: else they could cycle for ever."""

from collections.abc import Sequence
from typing import Any, Final

from games.cards import JOKER, NO_CARD, RANKS, Rank, rank_of
from games.contract import DealAgain
from games.dice import Dice
from games.moves import LegalMove, Move
from games.poohead.moves import Blind, Joker, Pass, Play, Ready, Swap, Take
from games.poohead.pile import EIGHT, ORDER, TEN, TWO, ToBeat, goes, ordinary, to_beat
from games.poohead.plays import Lay, as_laid
from games.poohead.view import PooheadView
from games.seats import Seat

BLUNDERS: Final = (7, 5, 3, 0)
"""In a hundred turns a bot of each level plays anything that goes."""
WORTH: Final = {TWO: 14, EIGHT: 13, TEN: 18, JOKER: 20}
"""What a special card is worth keeping; an ordinary one its place in the order."""
HIGH: Final = ORDER.index(RANKS[-2])
"""Kings and aces are better played one by one: who takes three of them has them all."""
WAVERING: Final = 40
USUAL: Final = 22
"""Two players with all the cards left could pass them to and fro for ever: what seems best is shaken by so much,
and the more the longer it goes on."""
WATCHFUL: Final = 3
DEALINGS: Final = 6
CLOSE: Final = 4
"""So many cards left, and a player is worth stopping."""


def choose(
    view: PooheadView, legal: tuple[LegalMove, ...], deal_again: DealAgain, level: int, dice: Dice
) -> Move | None:
    """House bots don't race for the lead, and don't slam."""
    if view.phase == "threes-out" or view.viewer not in view.awaited:
        return None
    if view.phase == "swapping":
        return better_swap(view, level) or Ready()
    moves = [move for offer in legal for move in offer.examples()]
    draw = dice.draw("choose")
    if draw.below(100) < BLUNDERS[min(level, 3)]:
        return draw.pick(moves)
    wavering = WAVERING + max(0, view.turns - USUAL * len(view.layouts)) if late(view) else 1
    costs = [cost(view, move) + draw.below(wavering) for move in moves]
    if level >= WATCHFUL:
        costs = [one + stopped(view, move, deal_again, dice) for one, move in zip(costs, moves, strict=True)]
    return draw.pick([move for move, one in zip(moves, costs, strict=True) if one == min(costs)])


def worth(rank: Rank) -> int:
    return WORTH.get(rank, ORDER.index(rank) if rank in ORDER else 0)


def better_swap(view: PooheadView, level: int) -> Swap | None:
    """The best card of the hand for the worst on the table, where that is better ("put your best cards down")."""
    best = max((rank_of(card) for card in view.hand), key=worth)
    least = min((rank_of(card) for card in view.up), key=worth)
    return Swap(best, least) if level > 0 and worth(best) > worth(least) else None


def cost(view: PooheadView, move: Move) -> int:
    """The less, the better: cheap cards first, several at once, and the pile last of all."""
    match move:
        case Play(cards=cards, rank=rank):
            return laying(view, cards, rank)
        case Joker(rank=rank, jokers=jokers):
            return laying(view, (JOKER,) * jokers, rank)
        case Blind():
            return 50
        case Take(card=card):
            return 1000 + worth(card) + (card != NO_CARD)
        case Pass():
            return 500
        case _:
            return 0


def laying(view: PooheadView, cards: Sequence[Rank], rank: Rank) -> int:
    """Special cards cost what they are worth; ordinary ones their place, once for all of them."""
    steep = 15 if late(view) else 10
    special = sum(worth(card) for card in cards if card not in ordinary(view.options))
    plain = [card for card in cards if card in ordinary(view.options)]
    found = 10 * special + (steep * worth(plain[0]) - 15 * len(plain) if plain else 0)
    if rank == TEN or burns_four(view, rank, len(cards)):
        found -= min(60, 8 * view.pile) + (0 if rank == TEN else 60)
    if late(view):
        found -= 40 * (len(cards) if worth(rank) < HIGH else 1)
    return found - (80 if len(cards) == remaining(view) else 0)


def burns_four(view: PooheadView, rank: Rank, count: int) -> bool:
    on_top = view.row if view.top and view.top[-1].rank == rank else 0
    return on_top + count >= view.options.quad_size


def late(view: PooheadView) -> bool:
    """The draw pile is gone: what one has, one must get rid of."""
    return view.stock == 0


def remaining(view: PooheadView) -> int:
    return len(view.hand) or len(view.up)


# The best one looks at whoever plays next


def stopped(view: PooheadView, move: Move, deal_again: DealAgain, dice: Dice) -> int:
    """Less, where somebody close to the end could not answer; from dealings that agree with all this seat knows."""
    rank = move.rank if isinstance(move, Play | Joker) else None
    follower = after(view)
    if rank is None or rank in {TWO, EIGHT, TEN} or follower is None or left_of(view, follower) > CLOSE:
        return 0
    beat = to_beat(view.options, as_laid(Lay(rank, 1)))
    answers = sum(can_answer(view, deal_again(dice), follower, beat) for _ in range(DEALINGS))
    return 30 * answers - 30 * DEALINGS


def can_answer(view: PooheadView, state: Any, seat: Seat, beat: ToBeat) -> bool:
    layout = state.layouts[seat]
    cards = layout.hand or layout.up or tuple(down.card.reveal() for down in layout.down[:1])
    return any(rank_of(card) == JOKER or goes(view.options, rank_of(card), beat) for card in cards)


def after(view: PooheadView) -> Seat | None:
    """Who plays next."""
    still = [one.seat for one in view.layouts if not one.place and not one.gone and one.seat != view.viewer]
    me = int(view.viewer) if isinstance(view.viewer, int) else 0
    return min(still, key=lambda seat: (seat <= me, seat), default=None)


def left_of(view: PooheadView, seat: Seat) -> int:
    layout = view.layouts[seat]
    return layout.hand + len(layout.up) + len(layout.down)
