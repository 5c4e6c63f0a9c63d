"""Compose the middle of the board: the pile, what must be beaten, cards to draw and burned, a joker's names."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from games.kit import lay
from games.kit.board import Look, Piece, letters
from games.kit.cards import JOKER, Rank, called, is_joker, rank_of
from games.kit.lay import MOST_LAID, Box, Rows, card_box, card_height
from games.kit.seats import Seat
from games.kit.telling import All, Say, say, yes
from games.poohead.options import BurnAgain
from games.poohead.pile import ToBeat, those_that_go
from games.poohead.places import COUNT, card_said, count
from games.poohead.state import OnPile
from games.poohead.view import PooheadView

PAD: Final = 4
HEAD: Final = 15
CARD: Final = 44
"""The width of the pile's cards, in units."""
STEP: Final = 28
"""How much of each card is visible beside the next one."""
FRAME: Final = 3
"""The gap between the cards of the pile and the frame around them."""
BEAT: Final = 18
WIDE: Final = 124
"""The width of the plate that says what must be beaten."""
STOCK: Final = 42
FIRE: Final = 40
TWO_WIDE: Final = 22
"""The width of the number of cards in the pile."""
STRIP: Final = 12
"""The height of the label in a figure's box."""
NAME: Final = 21
BETWEEN: Final = 2
NAME_WIDTH: Final = 26


class InTheMiddle(Struct, frozen=True, cache_hash=True):
    """Hold what everybody sees in the middle, as in the view. `passes`: the player whose turn it is may also pass.

    `begun`: there is something to beat.
    """

    phase: str
    awaited: tuple[Seat, ...]
    passes: bool
    winners: tuple[Seat, ...]
    begun: bool
    stock: int
    burned: int
    top: tuple[OnPile, ...]
    pile: int
    beat: ToBeat


def in_the_middle(view: PooheadView) -> InTheMiddle:
    passes, begun = may_pass(view), view.phase in {"to-play", "naming"}
    return InTheMiddle(
        view.phase, view.awaited, passes, view.winners, begun, view.stock, view.burned, view.top, view.pile, view.beat
    )


def may_pass(view: PooheadView) -> bool:
    """Return whether the player whose turn it is has burned the pile, and may pass (PH-17)."""
    return view.again and view.options.burn_again is BurnAgain.MAY


@lru_cache(maxsize=MOST_LAID)
def headline(seen: InTheMiddle) -> Say:
    """Return what happens now, in a few words."""
    awaited, winners, many = All(seen.awaited), All(seen.winners), len(seen.winners)
    return say("board-now", phase=seen.phase, awaited=awaited, passes=yes(seen.passes), winners=winners, many=many)


@cache
def beat_line(beat: ToBeat) -> Say:
    """Return what must be beaten."""
    return say("beat", how=beat.how, rank=called(beat.rank))


@lay.known
def middle_rows(*, named: bool) -> Rows:
    """Return the rows of the middle. `named`: a joker's names stand below the pile."""
    return Rows((HEAD, card_height(CARD) + 2 * FRAME, NAME if named else 0), PAD, PAD)


@lay.once
def middle(seen: InTheMiddle, ranks: tuple[Rank, ...], box: Box) -> list[Piece]:
    """Return the middle. `ranks`: what the viewer may name a joker."""
    head, cards, names = middle_rows(named=bool(ranks)).within(box)
    found = [lay.table(box), *lies_there(seen, head, cards)]
    for rank, at in zip(ranks, names.columns(len(ranks), NAME_WIDTH, BETWEEN), strict=True):
        says, label = say("piece-named", rank=called(rank)), letters(called(rank))
        found.append(lay.badge("plain", *at, says, label, stands_for=rank, fills=("joker.rank",)))
    return found


@lay.once
def lies_there(seen: InTheMiddle, head: Box, cards: Box) -> list[Piece]:
    """Return what looks the same to all viewers; it is laid out once for them."""
    inner = cards.after(PAD).before(PAD)
    found = [lay.text(head, headline(seen), face="middle")]
    found += stock(seen.stock, inner.start(STOCK).centred(STOCK, card_height(STOCK)))
    if seen.burned:
        found.append(fire(seen.burned, inner.end(FIRE).centred(FIRE, FIRE + STRIP)))
    found += pile(seen, inner.after(STOCK + PAD).before(FIRE + PAD))
    return found


@lay.known
def stock(left: int, at: Box) -> tuple[Piece, ...]:
    """Return the draw pile with its number; an empty frame after it is used up."""
    says = say("piece-stock", cards=left)
    if not left:
        return (lay.space("slot", *at, says),)
    return lay.card("back", *at, says), count(left, at.left + (STOCK - 24) // 2, at.bottom - COUNT - 2, 24)


@lay.known
def fire(burned: int, at: Box) -> Piece:
    """Return the fire with the number of cards that were burned."""
    return lay.figure("fire", *at, say("piece-fire", cards=burned), letters(str(burned)))


# The pile


def pile(seen: InTheMiddle, box: Box) -> list[Piece]:
    """Return the top cards side by side, the number of all, what must be beaten, and a frame that can be pressed."""
    step = min(STEP, (box.width - 2 * FRAME - CARD) // max(1, len(seen.top) - 1))
    fan = CARD + step * (len(seen.top) - 1) if seen.top else CARD
    left, found = box.left + (box.width - fan) // 2, list[Piece]()
    ranks, last = [one.rank for one in seen.top], len(seen.top) - 1
    counts = None if seen.beat.how == "any" else last_of(seen.beat.rank, ranks)
    for place, one in enumerate(seen.top):
        looks = (Look.LAST,) if place == last else (Look.LIT,) if place == counts else ()
        found += lying(one, card_box(left + step * place, box.top + FRAME, CARD), looks)
    around = box.centred(max(WIDE, fan) + 2 * FRAME, box.height)
    if seen.pile:
        found.append(count(seen.pile, around.right - FRAME - TWO_WIDE, around.top + FRAME + 2, TWO_WIDE))
    if seen.begun:
        found.append(plate(seen.beat, box.centred(WIDE, box.height).line(box.height - FRAME - BEAT, BEAT)))
    found.append(frame(seen.pile, seen.beat if seen.begun else None, around))
    return found


@lay.known
def plate(beat: ToBeat, box: Box) -> Piece:
    """Return the plate that says what must be beaten."""
    return lay.badge("gold", *box, label=beat_line(beat))


@lay.known
def frame(cards: int, beat: ToBeat | None, box: Box) -> Piece:
    """Return the frame around the pile, which is pressed to play there or to take it. `beat`: None between turns."""
    says = say("piece-pile", cards=cards, beat="" if beat is None else beat_line(beat), begun=yes(beat is not None))
    return lay.space("slot", *box, says, fills=("play", "take"))


def last_of(rank: Rank, ranks: Sequence[Rank]) -> int | None:
    """Return the place of the last card of this rank; None: there is none."""
    return len(ranks) - 1 - ranks[::-1].index(rank) if rank in ranks else None


@lru_cache(maxsize=4 * MOST_LAID)
def lying(one: OnPile, box: Box, looks: tuple[Look, ...]) -> tuple[Piece, ...]:
    """Return a card of the pile; a joker shows the rank that was named. Marked are the last one laid, and the one under
    eights to be beaten.
    """
    if not is_joker(one.card):
        return (lay.card(one.card, *box, say("piece-on-pile", card=card_said(one.card)), looks=looks),)
    name = lay.badge("gold", box.left + 1, box.top + 22, 24, 17, label=letters(called(one.rank)))
    return lay.card(one.card, *box, say("piece-named", rank=called(one.rank)), looks=looks), name


# A joker's names


def names_of_a_joker(view: PooheadView) -> tuple[Rank, ...]:
    """Return the names that the viewer may give a joker now; for four of a kind out of turn, the top rank (PH-22)."""
    if view.viewer in view.awaited and (view.phase == "naming" or JOKER in view.playable):
        return those_that_go(view.options, view.beat)
    if not (view.options.slam and view.phase == "to-play") or view.viewer in view.awaited:
        return ()
    jokers = [rank_of(card) for card in (*view.hand, *view.up)].count(JOKER)
    return (view.top[-1].rank,) if jokers and view.row + jokers >= view.options.quad_size else ()
