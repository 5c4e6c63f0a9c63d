"""Tell a view of Poohead: whose turn it is and what to beat, the pile, every layout; then the viewer's hand."""

from functools import cache, lru_cache

from games.kit.cards import JOKER, Card, called, is_joker, row
from games.kit.contract import Scene
from games.kit.seats import Seat
from games.kit.telling import All, Say, Who, say, yes
from games.poohead.board import board, board_of
from games.poohead.middle import beat_line, may_pass
from games.poohead.options import FaceupPickup
from games.poohead.state import OnPile
from games.poohead.step import ranked
from games.poohead.view import LayoutView, PooheadView


def scene(view: PooheadView) -> Scene:
    public = Scene(told_to_all(view), (), board(view))
    return beside(view, view.viewer, public) if isinstance(view.viewer, int) else public


def beside(view: PooheadView, seat: Seat, public: Scene) -> Scene:
    """Return a seat's scene: that of those who look on, with what the seat alone is shown.

    The board shows face-up cards, and frames around the playable ones, so that the sentence of these need not be said.
    """
    own: tuple[Say, ...] = (hand_line(view.hand),) if view.hand and view.phase != "over" else ()
    drawn: tuple[Say, ...] = ()
    if view.phase == "swapping":
        drawn = (say("scene-own-up", up=row(ranked(view.up))),)
        own += drawn
    elif view.phase == "to-play" and seat in view.awaited:
        own += (playable_line(view, seat),)
        drawn = own[-1:] if own[-1].args["count"] else ()
    return Scene(public.table, own, None if public.board is None else board_of(view, seat, public.board), drawn)


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


@cache
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


@lru_cache(maxsize=4096)
def hand_line(hand: tuple[Card, ...]) -> Say:
    return say("scene-hand", hand=row(ranked(hand)), cards=len(hand))


def playable_line(view: PooheadView, seat: Seat) -> Say:
    layout = view.layouts[seat]
    source = "hand" if layout.hand else "up" if layout.up else "down"
    left = 1 if source == "down" else len(view.playable)
    return say("scene-playable", source=source, ranks=row(view.playable), count=left, **{"or": or_else(view, source)})


def or_else(view: PooheadView, source: str) -> str:
    """Return what the viewer may do instead of laying a card of this source (PH-8, PH-17, PH-25, PH-29)."""
    stuck = not view.playable and source != "down"
    if may_pass(view) or (stuck and not view.pile):
        return "pass"
    if not view.pile or not (stuck or view.options.voluntary_pickup):
        return "none"
    along = stuck and source == "up" and view.options.faceup_pickup is FaceupPickup.REQUIRED
    return "along" if along else "take"
