"""Tell a view of Poohead: whose turn it is and what to beat, the pile, every layout; then the viewer's hand."""

from functools import lru_cache
from typing import Final

from games.kit.cards import JOKER, called, is_joker, row
from games.kit.contract import Scene
from games.kit.seats import Seat
from games.kit.telling import All, Say, Who, say, yes
from games.poohead.board import board, board_of
from games.poohead.middle import beat_line, may_pass
from games.poohead.options import FaceupPickup
from games.poohead.state import OnPile
from games.poohead.step import ranked
from games.poohead.view import LayoutView, PooheadView

FRAMED: Final = frozenset({"scene-own-up", "scene-playable"})
"""Sentences about the viewer's cards that the board shows: those that lie face up, and frames around playable ones."""


def scene(view: PooheadView) -> Scene:
    public = Scene(told_to_all(view), (), board(view))
    return beside(view, public) if isinstance(view.viewer, int) else public


def beside(view: PooheadView, public: Scene) -> Scene:
    """Return the scene of a seat's view, with all that is the same in the scene of those who look on."""
    seat, own = Seat(int(view.viewer)), list[Say]()  # type: ignore[arg-type]  # a seat, as its caller knows
    if view.phase != "over":
        own = own_lines(view, seat)
    drawn = tuple([one for one in own if one.id in FRAMED and one.args.get("count", 1)])
    return Scene(public.table, tuple(own), None if public.board is None else board_of(view, seat, public.board), drawn)


def told_to_all(view: PooheadView) -> tuple[Say, ...]:
    """Return what is asked first; if there is little room, the rest may be cut."""
    pile = () if view.phase in {"swapping", "over"} else (pile_line(view),)
    return (phase_line(view), *pile, *map(layout_line, view.layouts))


def phase_line(view: PooheadView) -> Say:
    match view.phase:
        case "to-play" | "naming":
            beat, passes = beat_line(view.beat), yes(may_pass(view))
            return say(f"scene-{view.phase}", awaited=All(view.awaited), beat=beat, passes=passes)
        case "over":
            loser = say("scene-last", seat=Who(view.last[0])) if view.last else ""
            return say("scene-over", winners=All(view.winners), count=len(view.winners), last=loser)
        case _:
            return say(f"scene-{view.phase}", awaited=All(view.awaited))


def pile_line(view: PooheadView) -> Say:
    """Tell the pile in the order in which it was laid, the top last; a joker with its name."""
    top = " ".join(map(lying, view.top))
    under = view.pile - len(view.top)
    return say("scene-pile", top=top, under=under, count=view.pile, stock=view.stock, burned=view.burned)


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


def own_lines(view: PooheadView, seat: Seat) -> list[Say]:
    found = []
    if view.hand:
        found.append(say("scene-hand", hand=row(ranked(view.hand)), cards=len(view.hand)))
    if view.phase == "swapping":
        found.append(say("scene-own-up", up=row(ranked(view.up))))
    if seat in view.awaited and view.phase == "to-play":
        found.append(playable_line(view))
    return found


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
