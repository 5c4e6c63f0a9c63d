"""The middle of the board: the pile with what must be beaten, the cards to draw, what has burned, a joker's names."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.kit.board import Box, Look, Piece, PieceKind, in_a_row, laid_once, letters, text
from games.kit.cards import JOKER, Rank, called, is_joker, rank_of
from games.kit.seats import Seat
from games.kit.telling import All, Say, say
from games.poohead.pieces import COUNT, beat_line, card_box, card_height, card_said, count
from games.poohead.pile import ToBeat, those_that_go
from games.poohead.state import OnPile
from games.poohead.view import PooheadView

PAD: Final = 4
HEAD: Final = 13
CARD: Final = 38
"""So wide are the cards of the pile."""
STEP: Final = 24
"""So much of each is seen beside the next one."""
FRAME: Final = 3
"""Between the cards of the pile and the frame around them."""
BEAT: Final = 17
WIDE: Final = 112
"""So wide is the plate that says what must be beaten."""
STOCK: Final = 36
FIRE: Final = 34
TWO_WIDE: Final = 22
"""So wide is the number of cards in the pile."""
STRIP: Final = 12
"""So much of a figure's box is its label."""
NAME: Final = 21
BETWEEN: Final = 2
NAME_WIDTH: Final = 26


class InTheMiddle(NamedTuple):
    """Hold what everybody sees in the middle, as in the view."""

    phase: str
    awaited: tuple[Seat, ...]
    again: bool
    winners: tuple[Seat, ...]
    stock: int
    burned: int
    top: tuple[OnPile, ...]
    pile: int
    beat: ToBeat


def in_the_middle(view: PooheadView) -> InTheMiddle:
    return InTheMiddle(
        view.phase, view.awaited, view.again, view.winners, view.stock, view.burned, view.top, view.pile, view.beat
    )


def headline(seen: InTheMiddle) -> Say:
    """Return what happens now, in a few words."""
    return say(
        "board-now",
        phase=seen.phase,
        awaited=All(seen.awaited),
        again="yes" if seen.again else "no",
        winners=All(seen.winners),
        many=len(seen.winners),
    )


def middle_height(named: bool) -> int:
    """`named`: a joker's names stand below the pile."""
    names = NAME + PAD if named else 0
    return PAD + HEAD + PAD + card_height(CARD) + 2 * FRAME + names + PAD


@laid_once
def middle(seen: InTheMiddle, ranks: tuple[Rank, ...], box: Box) -> Iterator[Piece]:
    """`ranks`: what the viewer may name a joker."""
    inner = Box(box.left + PAD, box.top + PAD, box.width - 2 * PAD, box.height - 2 * PAD)
    high = card_height(CARD) + 2 * FRAME
    cards = Box(inner.left, inner.top + HEAD + PAD, inner.width, high)
    yield Piece(PieceKind.SPACE, "table", *box)
    yield from lies_there(seen, inner._replace(height=HEAD), cards)
    yield from names(ranks, Box(inner.left, cards.bottom + PAD, inner.width, NAME))


@laid_once
def lies_there(seen: InTheMiddle, head: Box, cards: Box) -> Iterator[Piece]:
    """Yield what all viewers see there alike: it is laid out once for them."""
    high = cards.height
    beside = Box(cards.left + 2 * PAD + STOCK, cards.top, cards.width - 4 * PAD - STOCK - FIRE, high)
    yield text(head, headline(seen), face="middle")
    yield from stock(seen, Box(cards.left + PAD, cards.top, STOCK, high))
    yield from burned(seen, Box(cards.right - PAD - FIRE, cards.top, FIRE, high))
    yield from pile(seen, beside)


def stock(seen: InTheMiddle, box: Box) -> Iterator[Piece]:
    """Yield the cards to draw, with their number; an empty frame once there are none."""
    at = card_box(box.left, box.top + (box.height - card_height(STOCK)) // 2, STOCK)
    says = say("piece-stock", cards=seen.stock)
    if not seen.stock:
        yield Piece(PieceKind.SPACE, "slot", *at, says)
        return
    yield Piece(PieceKind.CARD, "back", *at, says)
    yield count(seen.stock, at.left + (STOCK - 24) // 2, at.bottom - COUNT - 2, 24)


def burned(seen: InTheMiddle, box: Box) -> Iterator[Piece]:
    if seen.burned:
        top = box.top + (box.height - FIRE - STRIP) // 2
        says, label = say("piece-fire", cards=seen.burned), letters(str(seen.burned))
        yield Piece(PieceKind.FIGURE, "fire", box.left, top, FIRE, FIRE + STRIP, says, label)


# The pile


def pile(seen: InTheMiddle, box: Box) -> Iterator[Piece]:
    """Yield the cards on top side by side, the number of all, what must be beaten, and around it what is pressed."""
    lefts = list(fan(len(seen.top), box))
    for place, (one, left) in enumerate(zip(seen.top, lefts, strict=True)):
        yield from lying(one, card_box(left, box.top + FRAME, CARD), looks_of(seen, place))
    around = frame_of(lefts, box)
    if seen.pile:
        yield count(seen.pile, around.right - FRAME - TWO_WIDE, around.top + FRAME + 2, TWO_WIDE)
    if seen.phase in {"to-play", "naming"}:
        plate = Box(box.left + (box.width - WIDE) // 2, around.bottom - FRAME - BEAT, WIDE, BEAT)
        yield Piece(PieceKind.BADGE, "gold", *plate, label=beat_line(seen.beat))
    beat: Say | str = beat_line(seen.beat) if seen.phase in {"to-play", "naming"} else ""
    says = say("piece-pile", cards=seen.pile, beat=beat, begun="yes" if beat else "no")
    yield Piece(PieceKind.SPACE, "slot", *around, says, fills=("play", "take"))


def fan(cards: int, box: Box) -> Iterator[int]:
    """Yield the left edges of the cards on top, each beside the one that lies on it."""
    step = min(STEP, (box.width - 2 * FRAME - CARD) // max(1, cards - 1))
    wide = CARD + step * (cards - 1)
    return (box.left + (box.width - wide) // 2 + step * at for at in range(cards))


def frame_of(lefts: list[int], box: Box) -> Box:
    """Return the frame around the pile, as wide at least as the plate on it."""
    wide = max(WIDE, lefts[-1] + CARD - lefts[0] if lefts else CARD) + 2 * FRAME
    return Box(box.left + (box.width - wide) // 2, box.top, wide, box.height)


def looks_of(seen: InTheMiddle, place: int) -> tuple[Look, ...]:
    """Return how a card on the pile looks: the one laid last, and the one under eights that must be beaten."""
    counts = next((at for at in reversed(range(len(seen.top))) if seen.top[at].rank == seen.beat.rank), None)
    if place == len(seen.top) - 1:
        return (Look.LAST,)
    return (Look.LIT,) if seen.beat.how != "any" and place == counts else ()


def lying(one: OnPile, box: Box, looks: tuple[Look, ...]) -> Iterator[Piece]:
    """Yield a card of the pile; on a joker the rank that was named."""
    if not is_joker(one.card):
        yield Piece(PieceKind.CARD, one.card, *box, say("piece-on-pile", card=card_said(one.card)), looks=looks)
        return
    says = say("piece-named", rank=called(one.rank))
    yield Piece(PieceKind.CARD, one.card, *box, says, looks=looks)
    yield Piece(PieceKind.BADGE, "gold", box.left + 1, box.top + 20, 21, 15, label=letters(called(one.rank)))


# A joker's names


def names_of_a_joker(view: PooheadView) -> tuple[Rank, ...]:
    """Return what the viewer may name a joker now; where four of a kind go out of turn, what lies on top (PH-22)."""
    if view.viewer in view.awaited and (view.phase == "naming" or JOKER in view.playable):
        return those_that_go(view.options, view.beat)
    jokers = [rank_of(card) for card in (*view.hand, *view.up)].count(JOKER)
    slams = view.options.slam and view.phase == "to-play" and view.viewer not in view.awaited
    return (view.top[-1].rank,) if slams and jokers and view.row + jokers >= view.options.quad_size else ()


def names(ranks: tuple[Rank, ...], box: Box) -> Iterator[Piece]:
    lefts = in_a_row(len(ranks), box.left, box.right, NAME_WIDTH, BETWEEN)
    for rank, left in zip(ranks, lefts, strict=True):
        at = Box(left, box.top, NAME_WIDTH, box.height)
        says, label = say("piece-named", rank=called(rank)), letters(called(rank))
        yield Piece(PieceKind.BADGE, "plain", *at, says, label, stands_for=rank, fills=("joker.rank",))
