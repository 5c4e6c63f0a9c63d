"""Find what may be done with a pop: the men that may move, and the spaces on which they may land."""

from msgspec.structs import replace

from games.cones.board import PIPS, Colour, Space, is_crossover, reach
from games.cones.options import Lift, Safety
from games.cones.state import Lifting, Position, Team, Way


def ways(position: Position, colour: Colour, pop: int, *, bonus: bool) -> tuple[Way, ...]:
    """Return all legal moves, in the order of the board, entering first."""
    asked = (colour, pop, bonus)
    found = position.found.get(asked)
    if found is None:
        found = position.found[asked] = sought(position, position.team[colour], pop, bonus=bonus)
    return found


def sought(position: Position, team: Team, pop: int, *, bonus: bool) -> tuple[Way, ...]:
    if enters_now(position, team, bonus=bonus):
        if position.options.enters_first:
            entering = entry_ways(position, team, pop)
            return (*entering, *track_ways(position, team, pop)) if bonus else entering
        return (*french_entry(position, team), *track_ways(position, team, pop))
    return track_ways(position, team, pop)


def enters_now(position: Position, team: Team, *, bonus: bool) -> bool:
    """Return whether a man may enter now; as a rule not by a bonus (1968, 7; HC-8, HC-12)."""
    return team.waiting > 0 and (not bonus or position.options.bonus_may_enter)


def must_enter(position: Position, colour: Colour, *, bonus: bool) -> bool:
    """Return whether a man must enter: in the first four turns there is no choice and no passing (1968, 7)."""
    return position.options.enters_first and not bonus and position.team[colour].waiting > 0


def may_pass(position: Position, colour: Colour, *, bonus: bool) -> bool:
    """Return whether a bonus (HC-7) or, in the French game, a move (HC-14) may be declined."""
    return bonus or (position.options.may_pass and not must_enter(position, colour, bonus=bonus))


def entry_ways(position: Position, team: Team, pop: int) -> tuple[Way, ...]:
    """Return where the man just set on the start may move on to; he passes whoever stands there (1968, 7; HC-2)."""
    start = position.start(team.colour)
    found = reach(position.sections, start, pop, stack=False)
    entered = replace(team, waiting=team.waiting - 1)
    return tuple([Way(start, to, enters=True) for to in found if not barred(position, entered, to)])


def french_entry(position: Position, team: Team) -> tuple[Way, ...]:
    """Return the entry on one's own start, with any number, but not onto one's own cone (French rulebook, HC-13)."""
    start = position.start(team.colour)
    return (Way(start, start, enters=True),) if not barred(position, team, start) else ()


def track_ways(position: Position, team: Team, pop: int) -> tuple[Way, ...]:
    """Return the moves of all men and stacks, each as many spaces as popped (rulebook 4 and 8)."""
    found = []
    for start in position.tops[team.colour]:
        stack = len(position.board[start]) > 1
        spaces = reach(position.sections, start, pop, stack)
        found += [Way(start, to) for to in spaces if not barred(position, team, to)]
    return tuple(found)


def barred(position: Position, team: Team, space: Space) -> str:
    """Return why a landing is not legal, the simplest reason first; empty if it is legal."""
    if position.board[space]:
        options = position.options
        if position.owner(space) == team.seat:
            return "own"
        if options.safety is Safety.OCCUPIED and is_crossover(space):
            return "safe"
        if team.waiting and not options.capture_before_all_in:
            return "early"
    return "protected" if position.protected.get(space, team.seat) != team.seat else ""


def goes_at_all(position: Position, colour: Colour, *, bonus: bool) -> bool:
    """Return whether any number has a legal move (HC-6)."""
    return any(ways(position, colour, pop, bonus=bonus) for pop in PIPS)


def captures(position: Position, way: Way) -> int:
    """Return how many cones stand where this move lands."""
    return len(position.board[way.to])


# French rulebook: the red dot may lift a cone to the top of its stack


def liftings(position: Position, colour: Colour) -> tuple[Lifting, ...]:
    """Return own cones in stacks that belong to others (HC-11); of adjacent ones only the highest."""
    if position.options.lift is Lift.OFF:
        return ()
    seat = position.team[colour].seat
    return tuple(
        Lifting(Space(at), below + 1)
        for at, stack in enumerate(position.board)
        if colour in stack and position.owner(Space(at)) != seat
        for below, cone in enumerate(stack[:-1])
        if cone == colour and stack[below + 1] != colour
    )
