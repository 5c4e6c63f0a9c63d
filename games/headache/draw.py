"""Play phase 3: each player takes a die out of the bag, unseen by all others, and puts it under a cup."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.headache.events import BagSeen, DiceDrawn, DieDrawn, DrawCalled
from games.headache.moves import Draw
from games.headache.options import DrawRule
from games.headache.phrases import Drew
from games.headache.state import Cup, Drawing, Drawn, State, Table
from games.headache.step import HeadacheBuilder
from games.kit.contract import Ask
from games.kit.moves import LegalMove, Move, OneOf
from games.kit.seats import Die, Seat, Spot
from games.kit.secret import Secret

SEEN_FOR = 20
"""With memory on, what a drawer saw is taken back after so many seconds (HA-14)."""


def begin(step: HeadacheBuilder, table: Table) -> Table | None:
    """Begin the draw: "Starting with the prime, each player reaches into the bag and takes out a die"."""
    bag = step.options.dice(len(step.state.players))
    if step.options.draw is DrawRule.CHOOSE:
        return next_drawer(step, table, bag)
    while bag:
        seat = drawer(step.state, table)
        see_the_bag(step, seat, bag)
        table, bag = taken(step, table, seat, step.dice.draw("bag", seat).pick(bag), bag)
    return all_drawn(step, table)


def drawer(state: State, table: Table) -> Seat:
    """Return who draws next, clockwise and round again: "Selection should continue until all dice have been picked"."""
    order = [seat for seat in table.order if seat in state.here]
    have = [drawn.cup.seat for drawn in table.drawn]
    return min(order, key=lambda seat: (have.count(seat), order.index(seat)))


def see_the_bag(step: HeadacheBuilder, seat: Seat, bag: tuple[Die, ...]) -> None:
    """Tell the drawer, before the draw, which dice are still in the bag (HA-6)."""
    if step.options.bag_peek or step.options.draw is DrawRule.CHOOSE:
        step.tell(BagSeen(seat, tuple(sorted(bag)), seen_for(step)))


def seen_for(step: HeadacheBuilder) -> int:
    return SEEN_FOR if step.options.memory else 0


def taken(
    step: HeadacheBuilder, table: Table, seat: Seat, die: Die, bag: tuple[Die, ...]
) -> tuple[Table, tuple[Die, ...]]:
    """Put a die under a cup: "the first dice they picked is in the cup to the left, and the second in the cup to the
    right".
    """
    at = Spot(seat, 1 + sum(drawn.cup.seat == seat for drawn in table.drawn))
    step.tell(DieDrawn(seat, die, at.index, max(at.index, most_cups(step, table, seat)), seen_for(step)))
    cups = (*table.cups, Cup(at, len(table.drawn)))
    left = list(bag)
    left.remove(die)
    return replace(table, drawn=(*table.drawn, Drawn(at, Secret(die))), cups=cups), tuple(left)


def most_cups(step: HeadacheBuilder, table: Table, seat: Seat) -> int:
    """Return how many cups will stand before this seat, if nobody leaves."""
    place, dice = table.order.index(seat), len(step.options.dice(len(step.state.players)))
    return -(-(dice - place) // len(table.order))


def all_drawn(step: HeadacheBuilder, table: Table) -> Table:
    drew = [drawn.cup.seat for drawn in table.drawn]
    drawers = tuple(Drew(seat, drew.count(seat)) for seat in table.order if seat in drew)
    step.tell(DiceDrawn(drawers, tuple(seat for seat in table.order if seat not in drew)))
    return table


# If players choose their dice (`draw=choose`)


def next_drawer(step: HeadacheBuilder, table: Table, bag: tuple[Die, ...]) -> Table | None:
    if not bag:
        return all_drawn(step, table)
    seat = drawer(step.state, table)
    see_the_bag(step, seat, bag)
    step.tell(DrawCalled(seat))
    step.ask(Drawing(table, Secret(bag), seat))
    return None


def draws(step: HeadacheBuilder, phase: Drawing, die: Die) -> Table | None:
    table, bag = taken(step, phase.table, phase.drawer, die, phase.bag.reveal())
    return next_drawer(step, table, bag)


# Legal moves, moves, silence, leaving and asking


class DrawRules(Struct, frozen=True):
    phase: Drawing

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:  # noqa: ARG002
        """Return the drawer's moves; only the drawer sees the bag."""
        if seat != self.phase.drawer:
            return ()
        return (LegalMove(Draw, {"die": OneOf(tuple(dict.fromkeys(sorted(self.phase.bag.reveal()))))}),)

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> Table | None:  # noqa: ARG002
        match move:
            case Draw(die=die):
                return draws(step, self.phase, die)
            case _:
                raise AssertionError(f"{move} is not offered while dice are drawn")

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
        """Draw by chance for a silent player."""
        phase = self.phase
        if phase.drawer not in seats:
            return None
        return draws(step, phase, step.dice.draw("bag", phase.drawer).pick(phase.bag.reveal()))

    def left(self, step: HeadacheBuilder) -> Table | None:
        phase = self.phase
        return None if phase.drawer in step.here else next_drawer(step, phase.table, phase.bag.reveal())

    def asks(self, state: State, name: str) -> Ask:
        return Ask(name, (self.phase.drawer,), state.options.draw_seconds)
