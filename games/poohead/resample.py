"""Deal other cards that agree with all that one seat was told."""

from collections.abc import Iterator

from msgspec.structs import replace

from games.kit.cards import Card
from games.kit.dice import Dice, Draw
from games.kit.seats import Seat, all_seats
from games.kit.secret import Sealed, Secret
from games.poohead.state import Down, Exchange, Layout, State, Swapping


def resample(state: State, seat: Seat, dice: Dice) -> State:
    """Shuffle what this seat has not seen: hands, face-down cards (even its own), the draw pile, what leavers held."""
    draw = dice.draw("resample")
    cards = iter(draw.shuffle(unseen(state, seat)))
    layouts = tuple(
        dealt_anew(layout, cards, own=owner == seat)
        for owner, layout in zip(all_seats(state.seats), state.layouts, strict=True)
    )
    stock, aside = (Secret(tuple(next(cards) for _ in pile.reveal())) for pile in (state.stock, state.aside))
    anew = replace(state, layouts=layouts, stock=stock, aside=aside)
    if isinstance(state.phase, Swapping):
        known = frozenset({seat, *state.gone})
        return replace(anew, phase=replace(state.phase, exchanges=exchanges_anew(state.phase, known, draw)))
    return anew


def unseen(state: State, seat: Seat) -> tuple[Card, ...]:
    """Return, sorted, the cards whose places this seat does not know."""
    found = list(state.hidden)
    for card in state.layouts[seat].drawn.reveal():
        found.remove(card)
    return tuple(found)


def dealt_anew(layout: Layout, cards: Iterator[Card], *, own: bool) -> Layout:
    drawn = layout.drawn if own else Secret(tuple(next(cards) for _ in layout.drawn.reveal()))
    return replace(layout, drawn=drawn, down=tuple(Down(one.place, Secret(next(cards))) for one in layout.down))


def exchanges_anew(phase: Swapping, known: frozenset[Seat], draw: Draw) -> tuple[Sealed[tuple[Exchange, ...]], ...]:
    """Return other swaps: the others may have swapped anything, or nothing."""
    any_one = ((), *((Exchange(hand, up),) for hand in range(3) for up in range(3)))
    return tuple(one if owner in known else Sealed(draw.pick(any_one)) for owner, one in enumerate(phase.exchanges))
