"""Tell a view of Poohead: whose turn it is and what to beat, the pile, every layout; then the viewer's hand."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.kit.cards import JOKER, called, is_joker, row
from games.kit.contract import Scene
from games.kit.seats import Seat
from games.kit.telling import All, Say, Who, say
from games.poohead.board import board
from games.poohead.middle import InTheMiddle, in_the_middle
from games.poohead.pieces import beat_line
from games.poohead.state import OnPile
from games.poohead.step import ranked
from games.poohead.view import LayoutView, PooheadView

FRAMED: Final = frozenset({"scene-own-up", "scene-playable"})
"""What the board shows of one's own: the cards that lie face up, and frames around those that go now."""


def scene(view: PooheadView) -> Scene:
    own = tuple(own_lines(view))
    drawn = tuple(one for one in own if one.id in FRAMED and one.args.get("count", 1))
    table = told_to_all(in_the_middle(view), view.layouts, view.last)
    return Scene(table=table, own=own, board=board(view), own_drawn=drawn)


@lru_cache(maxsize=64)
def told_to_all(seen: InTheMiddle, layouts: tuple[LayoutView, ...], last: tuple[Seat, ...]) -> tuple[Say, ...]:
    """Tell first what is asked: where there is little room, the rest may be cut. `last`: the Poohead."""
    pile = () if seen.phase in {"swapping", "over"} else (pile_line(seen),)
    return (phase_line(seen, last), *pile, *map(layout_line, layouts))


def phase_line(seen: InTheMiddle, last: tuple[Seat, ...]) -> Say:
    match seen.phase:
        case "to-play" | "naming":
            awaited = All(seen.awaited)
            return say(
                f"scene-{seen.phase}", awaited=awaited, beat=beat_line(seen.beat), again="yes" if seen.again else "no"
            )
        case "over":
            loser = say("scene-last", seat=Who(last[0])) if last else ""
            return say("scene-over", winners=All(seen.winners), count=len(seen.winners), last=loser)
        case _:
            return say(f"scene-{seen.phase}", awaited=All(seen.awaited))


def pile_line(seen: InTheMiddle) -> Say:
    """Tell the pile, the top last, as it was laid; a joker with what it stands for."""
    top = " ".join(lying(one) for one in seen.top)
    under = seen.pile - len(seen.top)
    return say("scene-pile", top=top, under=under, count=seen.pile, stock=seen.stock, burned=seen.burned)


def lying(one: OnPile) -> str:
    return f"{called(JOKER)}({called(one.rank)})" if is_joker(one.card) else called(one.rank)


@lru_cache(maxsize=1024)
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
