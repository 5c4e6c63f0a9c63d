"""Hold what one viewer of Poohead may know."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.cards import JOKER, Card, Rank
from games.kit.contract import View
from games.kit.kept import once
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.kit.telling import kebab
from games.poohead import rules
from games.poohead.options import PooheadOptions
from games.poohead.pile import EIGHT, ToBeat, row_on_top, to_beat
from games.poohead.plays import lays
from games.poohead.resample import unseen
from games.poohead.state import OnPile, Over, State, Swapping, ToPlay, exchanged
from games.poohead.step import ranked

TOP: Final = 4
"""How many cards of the pile are shown; more if eights lie on what must be beaten."""


class LayoutView(Struct, frozen=True, cache_hash=True):
    """Hold what everybody sees before a seat. `down`: the places of the face-down cards. `place`: 0 while it still
    plays.
    """

    seat: Seat
    hand: int
    up: tuple[Card, ...]
    down: tuple[int, ...]
    place: int
    gone: bool


class PooheadView(View, frozen=True):
    """Hold the view. `hand`, `up`: the viewer's cards, as after their swaps. `playable`: which of their ranks go now.

    `top`: the upper cards of the pile, the highest last. `unseen`: the cards that the viewer can't locate. `last`: the
    Poohead.
    """

    options: PooheadOptions
    viewer: Viewer
    dealer: Seat
    awaited: tuple[Seat, ...]
    layouts: tuple[LayoutView, ...]
    top: tuple[OnPile, ...]
    pile: int
    row: int
    beat: ToBeat
    stock: int
    burned: int
    again: bool
    hand: tuple[Card, ...]
    up: tuple[Card, ...]
    playable: tuple[Rank, ...]
    unseen: tuple[Card, ...]
    turns: int
    last: tuple[Seat, ...]


def view(state: State, viewer: Viewer) -> PooheadView:
    seen = seen_by_all(state)
    if not isinstance(viewer, int):
        return seen
    layout = state.layouts[viewer]
    hand, up, goes = layout.hand, layout.up, tuple[Rank, ...]()
    if isinstance(state.phase, Swapping):
        hand, up = exchanged(layout, state.phase.exchanges[viewer].reveal())
    elif isinstance(state.phase, ToPlay) and state.phase.seat == viewer:
        goes = playable(state, viewer)
    return replace(seen, viewer=viewer, hand=hand, up=up, playable=goes, unseen=unseen(state, viewer))


@once
def seen_by_all(state: State) -> PooheadView:
    """Return what everybody may know, without a hand of one's own."""
    phase, ask = state.phase, rules.asks(state)
    return PooheadView(
        phase=kebab(type(phase).__name__),
        pot=Suckers(0),
        stacks=state.stacks,
        bank=0,
        winners=phase.winners if isinstance(phase, Over) else (),
        options=state.options,
        viewer=SPECTATOR,
        dealer=state.dealer,
        awaited=() if ask is None else ask.seats,
        layouts=tuple([layout_view(state, seat) for seat in all_seats(state.seats)]),
        top=top_of(state),
        pile=len(state.pile),
        row=row_on_top(state.options, state.pile),
        beat=to_beat(state.options, state.pile),
        stock=len(state.stock.reveal()),
        burned=len(state.burned),
        again=isinstance(phase, ToPlay) and phase.again,
        hand=(),
        up=(),
        playable=(),
        unseen=(),
        turns=state.turns,
        last=phase.last if isinstance(phase, Over) else (),
    )


def layout_view(state: State, seat: Seat) -> LayoutView:
    layout = state.layouts[seat]
    place = state.places.index(seat) + 1 if seat in state.places else 0
    return LayoutView(seat, len(layout.hand), layout.up, layout.places_down, place, seat in state.gone)


def top_of(state: State) -> tuple[OnPile, ...]:
    """Return the upper cards of the pile, at least down to what must be beaten."""
    pile = state.pile
    deep = 1
    while deep < len(pile) and pile[-deep].rank == EIGHT:
        deep += 1
    return pile[-max(TOP, deep) :]


def playable(state: State, viewer: Seat) -> tuple[Rank, ...]:
    """Return which of the viewer's cards go now, in their turn."""
    found, layout = lays(state, viewer), state.layouts[viewer]
    ranks = {lay.rank for lay in found if lay.plain} | {JOKER for lay in found if lay.jokers}
    return tuple([rank for rank in ranked(layout.hand or layout.up) if rank in ranks])
