"""Parts of Poohead's board: cards with their names, numbers on them, and letters for the eye."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.kit.board import MOST_LAID, Box, Piece, PieceKind, letters
from games.kit.cards import Card, called, is_joker, rank_of
from games.kit.telling import Say, say
from games.poohead.pile import ToBeat
from games.poohead.step import by_rank

COUNT: Final = 14
"""As high is a plate with a number: so its figures are legible."""
ONE_FIGURE, TWO_FIGURES = 15, 20


def card_box(left: int, top: int, width: int) -> Box:
    """Return the box of a card: five to seven."""
    return Box(left, top, width, card_height(width))


def card_height(width: int) -> int:
    return width * 7 // 5


@lru_cache(maxsize=MOST_LAID)
def count(number: int, left: int, top: int, width: int = 0) -> Piece:
    """Return a number for the eye: what lies under it says it."""
    wide = width or (ONE_FIGURE if number < 10 else TWO_FIGURES)
    return Piece(PieceKind.BADGE, "plain", left, top, wide, COUNT, label=letters(str(number)))


def sorted_cards(cards: Sequence[Card]) -> list[Card]:
    """Return cards as a player sorts them: from low to high, specials and jokers last."""
    return sorted(cards, key=lambda card: (by_rank(card), card))


def card_said(card: Card) -> Say:
    return say("piece-joker") if is_joker(card) else say("piece-card", rank=called(rank_of(card)), suit=card[-1])


def beat_line(beat: ToBeat) -> Say:
    """Return what must be beaten."""
    return say("beat", how=beat.how, rank=called(beat.rank))
