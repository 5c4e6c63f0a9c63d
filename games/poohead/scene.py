"""Tell a view of Poohead: whose turn it is and what to beat, the pile, every layout; then the viewer's hand."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.kit.cards import JOKER, called, is_joker, row
from games.kit.contract import Scene
from games.kit.seats import Seat
from games.kit.telling import All, Say, Who, say, yes
from games.poohead.board import board
from games.poohead.middle import InTheMiddle, beat_line, in_the_middle, may_pass
from games.poohead.options import FaceupPickup
from games.poohead.state import OnPile
from games.poohead.step import ranked
from games.poohead.view import LayoutView, PooheadView

FRAMED: Final = frozenset({"scene-own-up", "scene-playable"})
"""Sentences about the viewer's cards that the board shows: those that lie face up, and frames around playable ones."""


def scene(view: PooheadView) -> Scene:
    own = tuple(own_lines(view))
    drawn = tuple(one for one in own if one.id in FRAMED and one.args.get("count", 1))
    table = told_to_all(in_the_middle(view), view.layouts, view.last)
    return Scene(table=table, own=own, board=board(view), own_drawn=drawn)


@lru_cache(maxsize=64)
def told_to_all(seen: InTheMiddle, layouts: tuple[LayoutView, ...], last: tuple[Seat, ...]) -> tuple[Say, ...]:
    """Return what is asked first; if there is little room, the rest may be cut. `last`: the Poohead."""
    pile = () if seen.phase in {"swapping", "over"} else (pile_line(seen),)
    return (phase_line(seen, last), *pile, *map(layout_line, layouts))


def phase_line(seen: InTheMiddle, last: tuple[Seat, ...]) -> Say:
    match seen.phase:
        case "to-play" | "naming":
            beat, passes = beat_line(seen.beat), yes(seen.passes)
            return say(f"scene-{seen.phase}", awaited=All(seen.awaited), beat=beat, passes=passes)
        case "over":
            loser = say("scene-last", seat=Who(last[0])) if last else ""
            return say("scene-over", winners=All(seen.winners), count=len(seen.winners), last=loser)
        case _:
            return say(f"scene-{seen.phase}", awaited=All(seen.awaited))


def pile_line(seen: InTheMiddle) -> Say:
    """Tell the pile in the order in which it was laid, the top last; a joker with its name."""
    top = " ".join(lying(one) for one in seen.top)
    under = seen.pile - len(seen.top)
    return say("scene-pile", top=top, under=under, count=seen.pile, stock=seen.stock, burned=seen.burned)


def lying(one: OnPile) -> str:
    return f"{called(JOKER)}({called(one.rank)})" if is_joker(one.card) else called(one.rank)


@lru_cache(maxsize=1024)
def layout_line(layout: LayoutView) -> Say:
    """Tell of one seat how many cards are in hand, what lies face up, and how many lie face down."""
    state = "gone" if layout.gone else "out" if layout.place else "plays"
    up = row(ranked(layout.up))
    return say(
        "scene-layout",
        seat=Who(layout.seat),
        state=state,
        place=layout.place,
        hand=layout.hand,
        up=up,
        ups=len(layout.up),
        down=len(layout.down),
    )


# What concerns the viewer


def own_lines(view: PooheadView) -> Iterator[Say]:
    if view.phase == "over" or not isinstance(view.viewer, int):
        return
    if view.hand:
        yield say("scene-hand", hand=row(ranked(view.hand)), cards=len(view.hand))
    if view.phase == "swapping":
        yield say("scene-own-up", up=row(ranked(view.up)))
    if view.viewer in view.awaited and view.phase == "to-play":
        yield playable_line(view)


def playable_line(view: PooheadView) -> Say:
    source = source_of(view)
    left = 1 if source == "down" else len(view.playable)
    return say("scene-playable", source=source, ranks=row(view.playable), count=left, **{"or": or_else(view)})


def source_of(view: PooheadView) -> str:
    """Return where the viewer's next card comes from."""
    layout = view.layouts[int(view.viewer)]  # type: ignore[arg-type]  # a seat, as its caller knows
    return "hand" if layout.hand else "up" if layout.up else "down"


def or_else(view: PooheadView) -> str:
    """Return what the viewer may do instead of laying a card (PH-8, PH-17, PH-25, PH-29)."""
    stuck = not view.playable and source_of(view) != "down"
    if may_pass(view) or (stuck and not view.pile):
        return "pass"
    if not view.pile or not (stuck or view.options.voluntary_pickup):
        return "none"
    along = stuck and source_of(view) == "up" and view.options.faceup_pickup is FaceupPickup.REQUIRED
    return "along" if along else "take"
