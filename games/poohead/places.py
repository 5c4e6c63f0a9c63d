"""Compose a player's place: the name, the hand as one pile of backs, and face-up cards on face-down ones."""

from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from games.kit import lay
from games.kit.board import Look, Piece, letters
from games.kit.cards import Card, called, is_joker, rank_of
from games.kit.lay import CLOSE, MOST_LAID, Box, Rows, card_box, card_height
from games.kit.seats import Seat
from games.kit.telling import Say, Who, say, yes
from games.poohead.step import by_rank
from games.poohead.view import LayoutView

PAD: Final = 3
PEEK: Final = 4
"""How much of a face-down card is visible behind the face-up one on it."""
APART: Final = 2
MARK: Final = 15
PLACE: Final = 30
NAME: Final = 15
SIZES: Final = {180: (46, 32), 110: (34, 24), 0: (28, 13)}
"""The widths of face-up cards and of the hand in a place that is at least as wide as the key."""
ON_THE_HAND: Final = 5
"""How far the number of cards reaches into the back on which it lies."""

COUNT: Final = 14
"""The height of a plate with a number, so that its figures are legible."""
ONE_FIGURE, TWO_FIGURES = 15, 20


@lay.known
def sizes(width: int) -> tuple[int, int]:
    return next(found for least, found in SIZES.items() if width >= least)


@lay.known
def place_rows(width: int) -> Rows:
    """Return the rows of a place of this width: the name, and the cards."""
    return Rows((NAME, PEEK + card_height(sizes(width)[0])), PAD, PAD)


class Player(Struct, frozen=True, cache_hash=True):
    """Hold what is shown of a seat: its cards, and whether it is awaited, has won, or is the Poohead."""

    layout: LayoutView
    awaited: bool
    wins: bool
    last: bool


@lay.once
def place(who: Player, box: Box) -> list[Piece]:
    """Return all that lies before this seat."""
    layout, (name, things) = who.layout, place_rows(box.width).within(box)
    found = named(who, box, name)
    if layout.gone:
        found.append(lay.text(things.line(12), say("label-gone"), (Look.DIM,), "middle"))
    elif layout.place:
        found.append(out(layout, things))
    else:
        found += cards(layout, things, *sizes(box.width))
    return found


def named(who: Player, box: Box, line: Box) -> list[Piece]:
    """Return the area of a seat, its name in this line, and to its right the mark of a winner or of the Poohead."""
    layout, seat = who.layout, who.layout.seat
    state = "gone" if layout.gone else "out" if layout.place else "plays"
    looks = lay.looks(lit=who.wins, turn=who.awaited, dim=layout.gone)
    marks = [("crown", "piece-crown")] * who.wins + [("poo", "piece-poo")] * who.last
    room = line.before(len(marks) * (MARK + APART)) if marks else line
    found = [area(seat, state, looks, box), lay.seat_name(seat, room, looks)]
    for face, word in marks:
        found.append(lay.figure(face, *line.end(MARK).line(0, MARK), say(word, seat=Who(seat)), seat=seat))
    return found


@lru_cache(maxsize=MOST_LAID)
def area(seat: Seat, state: str, looks: tuple[Look, ...], box: Box) -> Piece:
    says = say("piece-place", seat=Who(seat), turn=yes(Look.TURN in looks), state=state)
    return lay.space("seat", *box, says, seat=seat, looks=looks, key=f"seat-{seat}")


def out(layout: LayoutView, box: Box) -> Piece:
    """Return a plate that numbers the seats in the order in which they got rid of all their cards."""
    says, face = say("piece-out", seat=Who(layout.seat), place=layout.place), "gold" if layout.place == 1 else "plain"
    return lay.badge(face, *box.centred(PLACE, PLACE), says, letters(str(layout.place)), layout.seat)


def cards(layout: LayoutView, box: Box, wide: int, hand: int) -> list[Piece]:
    """Return the hand on the left, and "one face up card stacked on top of one face down card" on the right."""
    column, found = max(hand, COUNT + 1), list[Piece]()
    if layout.hand:
        at = card_box(box.left + (column - hand) // 2, box.top + PEEK, hand)
        found.append(in_hand(layout.seat, layout.hand, at))
        under, across = at.bottom - ON_THE_HAND, column if layout.hand < 10 else max(column, 15)
        found.append(count(layout.hand, box.left, under, across))
    piles = box.after(column + APART)
    step = min(wide + CLOSE, (piles.width - wide) // 2)
    left = piles.left + (piles.width - wide - 2 * step) // 2
    for place in layout.down:
        found.append(face_down(layout.seat, place, card_box(left + (place - 1) * step, box.top, wide)))
    for place, one in enumerate(sorted_cards(layout.up)):
        found.append(face_up(layout.seat, one, card_box(left + place * step, box.top + PEEK, wide)))
    return found


@lru_cache(maxsize=MOST_LAID)
def in_hand(seat: Seat, number: int, box: Box) -> Piece:
    return lay.card("back", *box, say("piece-hand", seat=Who(seat), cards=number), seat=seat)


@lru_cache(maxsize=MOST_LAID)
def face_down(seat: Seat, place: int, box: Box) -> Piece:
    return lay.card("back", *box, say("piece-face-down", seat=Who(seat), place=place), seat=seat)


@lru_cache(maxsize=4 * MOST_LAID)
def face_up(seat: Seat, one: Card, box: Box) -> Piece:
    return lay.card(one, *box, say("piece-face-up", seat=Who(seat), card=card_said(one)), seat=seat)


# Cards, with their names and numbers on them


@lru_cache(maxsize=MOST_LAID)
def count(number: int, left: int, top: int, width: int = 0) -> Piece:
    """Return a number for the eye; the piece under it says it."""
    wide = width or (ONE_FIGURE if number < 10 else TWO_FIGURES)
    return lay.badge("plain", left, top, wide, COUNT, label=letters(str(number)))


@lay.known
def sorted_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return cards in a player's order: from low to high, specials and jokers last."""
    return tuple(sorted(cards, key=in_order))


@cache
def in_order(card: Card) -> tuple[int, Card]:
    """Return what cards are sorted by."""
    return by_rank(card), card


@cache
def card_said(card: Card) -> Say:
    return say("piece-joker") if is_joker(card) else say("piece-card", rank=called(rank_of(card)), suit=card[-1])
