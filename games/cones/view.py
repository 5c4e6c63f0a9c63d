"""Hold what a viewer of Cones may know: everything, as nothing here is secret."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.cones import rules
from games.cones.board import Colour, Space
from games.cones.state import Lifting, Over, Position, State, ToMove, ToPop, Way
from games.cones.step import control, ways_now
from games.cones.ways import liftings
from games.kit.contract import View
from games.kit.kept import known_once, once
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.kit.telling import kebab

NOBODY: Final = Colour("")


class Control(Struct, frozen=True):
    """Hold what a seat has under its control, with all cones beneath, and its own waiting men. `gone`: it left."""

    seat: Seat
    colours: tuple[Colour, ...]
    cones: int
    stacks: int
    waiting: int
    gone: bool


class ConesView(View, frozen=True, dict=True):
    """Hold the view. `colour`: whose turn it is. `pop`: 0 before the pop. `ways`, `lifts`: what that team may do.

    `quiet`: the number of turns in a row without an entry or a capture (HC-17).
    """

    position: Position
    viewer: Viewer
    awaited: tuple[Seat, ...]
    controls: tuple[Control, ...]
    colour: Colour
    pop: int
    red: bool
    bonus: bool
    ways: tuple[Way, ...]
    lifts: tuple[Lifting, ...]
    last: Way
    turns: int
    quiet: int
    ended: str

    @known_once
    def goals(self) -> frozenset[Space]:
        """Return the spaces to which one may go."""
        return frozenset([way.to for way in self.ways])

    @known_once
    def movable(self) -> frozenset[Space]:
        """Return the spaces from which one may go."""
        return frozenset([way.start for way in self.ways if not way.enters])

    @known_once
    def liftable(self) -> frozenset[Space]:
        """Return the spaces where one may lift a cone."""
        return frozenset([one.space for one in self.lifts])

    @known_once
    def brought_in(self) -> Way | None:
        """Return a way for the cone that was just set on its start and must move on; None if there is no such cone."""
        if not self.position.options.enters_first:
            return None  # in the French game it stays on its start
        return next((way for way in self.ways if way.enters), None)

    @known_once
    def new_on(self) -> Space | None:
        """Return the start on which a cone was just set; None: there is no such cone."""
        return None if self.brought_in is None else self.brought_in.start

    @known_once
    def enters(self) -> Colour:
        """Return the colour that may bring in a cone that then stays on its start; empty: none may."""
        return self.colour if [way for way in self.ways if way.enters and way.start == way.to] else NOBODY

    @known_once
    def marked(self) -> frozenset[int]:
        """Return the spaces where something stands, where one may go, and between which the last move went."""
        standing = [at for at, stack in enumerate(self.position.board) if stack]
        new = () if self.new_on is None else (self.new_on,)
        return self.goals.union(standing, new, (self.last.start, self.last.to))


def view(state: State, viewer: Viewer) -> ConesView:
    """Return the view of a state, which is the same for all but for who looks on."""
    shown = of_all(state)
    return shown if viewer is SPECTATOR else replace(shown, viewer=viewer)


@once
def of_all(state: State) -> ConesView:
    """Return the view of a spectator; everybody else's differs from it by its viewer alone."""
    phase, ask = state.phase, rules.asks(state)
    colour = phase.colour if isinstance(phase, ToPop | ToMove) else NOBODY
    bonus = isinstance(phase, ToPop | ToMove) and phase.bonus
    return ConesView(
        phase=kebab(type(phase).__name__),
        pot=Suckers(0),
        stacks=state.stacks,
        bank=0,
        winners=phase.winners if isinstance(phase, Over) else (),
        position=state.position,
        viewer=SPECTATOR,
        awaited=() if ask is None else ask.seats,
        controls=tuple([controls(state.position, seat) for seat in all_seats(state.seats)]),
        colour=colour,
        pop=phase.pop if isinstance(phase, ToMove) else 0,
        red=isinstance(phase, ToMove) and phase.red,
        bonus=bonus,
        ways=ways_now(state),
        lifts=liftings(state.position, colour) if isinstance(phase, ToPop) and bonus else (),
        last=state.last,
        turns=state.turns,
        quiet=state.quiet,
        ended=phase.ended if isinstance(phase, Over) else "",
    )


def controls(position: Position, seat: Seat) -> Control:
    colours, waiting, gone = list[Colour](), 0, False
    for team in position.teams:
        if team.seat == seat:
            colours.append(team.colour)
            waiting, gone = waiting + team.waiting, team.gone
    return Control(seat, tuple(colours), *control(position, seat), waiting, gone)
