"""Tell a view of Poohead: whose turn it is and what to beat, the pile, every layout; then the viewer's hand."""

from collections.abc import Iterator
from typing import Final

from games.kit.cards import called, is_joker, row
from games.kit.contract import Scene
from games.kit.telling import All, Say, Who, say
from games.poohead.board import board
from games.poohead.pieces import beat_line
from games.poohead.state import OnPile
from games.poohead.step import ranked
from games.poohead.view import LayoutView, PooheadView

FRAMED: Final = frozenset({"scene-own-up", "scene-playable"})
"""What the board shows of one's own: the cards that lie face up, and frames around those that go now."""


def scene(view: PooheadView) -> Scene:
    own = tuple(own_lines(view))
    drawn = tuple(one for one in own if one.id in FRAMED and one.args.get("count", 1))
    return Scene(table=tuple(table_lines(view)), own=own, board=board(view), own_drawn=drawn)


def table_lines(view: PooheadView) -> Iterator[Say]:
    """Tell first what is asked: where there is little room, the rest may be cut."""
    yield phase_line(view)
    if view.phase not in {"swapping", "over"}:
        yield pile_line(view)
    yield from (layout_line(one) for one in view.layouts)


def phase_line(view: PooheadView) -> Say:
    match view.phase:
        case "to-play" | "naming":
            awaited = All(view.awaited)
            return say(
                f"scene-{view.phase}", awaited=awaited, beat=beat_line(view.beat), again="yes" if view.again else "no"
            )
        case "over":
            last = say("scene-last", seat=Who(view.last[0])) if view.last else ""
            return say("scene-over", winners=All(view.winners), count=len(view.winners), last=last)
        case _:
            return say(f"scene-{view.phase}", awaited=All(view.awaited))


def pile_line(view: PooheadView) -> Say:
    """Tell the pile, the top last, as it was laid; a joker with what it stands for."""
    top = " ".join(lying(one) for one in view.top)
    under = view.pile - len(view.top)
    return say("scene-pile", top=top, under=under, count=view.pile, stock=view.stock, burned=view.burned)


def lying(one: OnPile) -> str:
    return f"{called(one.rank)}*" if is_joker(one.card) else called(one.rank)


def layout_line(layout: LayoutView) -> Say:
    """One seat: how many in hand, what lies face up, how many face down."""
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
    layout = view.layouts[int(view.viewer)]  # type: ignore[arg-type]  # a seat, as its caller knows
    source = "hand" if layout.hand else "up" if layout.up else "down"
    return say("scene-playable", source=source, ranks=row(view.playable), count=len(view.playable))
