"""Find what may be done with a pop: the men that may move, and the spaces on which they may land."""

from msgspec.structs import replace

from games.cones.board import PIPS, Colour, Space, is_crossover, reach
from games.cones.options import Lift, Safety
from games.cones.state import Lifting, Position, Team, Way
from games.kit.seats import Seat


def ways(position: Position, colour: Colour, pop: int, *, bonus: bool) -> tuple[Way, ...]:
    """All that is legal, in the order of the board, entering first."""
    asked = (colour, pop, bonus)
    found = position.found.get(asked)
    if found is None:
        found = position.found[asked] = sought(position, position.team(colour), pop, bonus=bonus)
    return found


def sought(position: Position, team: Team, pop: int, *, bonus: bool) -> tuple[Way, ...]:
    if enters_now(position, team, bonus=bonus):
        if position.options.enters_first:
            entering = entry_ways(position, team, pop)
            return (*entering, *track_ways(position, team, pop)) if bonus else entering
        return (*french_entry(position, team), *track_ways(position, team, pop))
    return track_ways(position, team, pop)


def enters_now(position: Position, team: Team, *, bonus: bool) -> bool:
    """1968, 7: a bonus cannot enter a man (HC-8, HC-12)."""
    return team.waiting > 0 and (not bonus or position.options.bonus_may_enter)


def must_enter(position: Position, colour: Colour, *, bonus: bool) -> bool:
    """1968, 7: in the first four turns there is nothing to choose, and nothing to pass."""
    return position.options.enters_first and not bonus and position.team(colour).waiting > 0


def may_pass(position: Position, colour: Colour, *, bonus: bool) -> bool:
    """A bonus may be declined (HC-7); in the French game the move, too (HC-14)."""
    return bonus or (position.options.may_pass and not must_enter(position, colour, bonus=bonus))


def entry_ways(position: Position, team: Team, pop: int) -> tuple[Way, ...]:
    """1968, 7: the man just set on the start moves on; whoever stands there, he only passes through (HC-2)."""
    start = position.start(team.colour)
    found = reach(position.options.sections, start, pop, stack=False)
    entered = replace(team, waiting=team.waiting - 1)
    return tuple(Way(start, to, enters=True) for to in found if may_land(position, entered, to))


def french_entry(position: Position, team: Team) -> tuple[Way, ...]:
    """French rulebook: a new cone on one's own start, whatever the number; not onto one's own (HC-13)."""
    start = position.start(team.colour)
    return (Way(start, start, enters=True),) if may_land(position, team, start) else ()


def track_ways(position: Position, team: Team, pop: int) -> tuple[Way, ...]:
    """Rulebook 4 and 8: any of one's men or stacks, so many spaces as popped."""
    found = []
    for start in position.stacks_of(team.colour):
        stack = len(position.board[start]) > 1
        spaces = reach(position.options.sections, start, pop, stack)
        found += [Way(start, to) for to in spaces if may_land(position, team, to)]
    return tuple(found)


def may_land(position: Position, team: Team, space: Space) -> bool:
    return not barred(position, team, space)


def barred(position: Position, team: Team, space: Space) -> str:
    """Return why a landing is not legal, the plainest reason first; empty, where it is."""
    if position.board[space]:
        options = position.options
        if position.owner(space) == team.seat:
            return "own"
        if options.safety is Safety.OCCUPIED and is_crossover(space):
            return "safe"
        if team.waiting and not options.capture_before_all_in:
            return "early"
    return "protected" if is_protected(position, team.seat, space) else ""


def is_protected(position: Position, seat: Seat, space: Space) -> bool:
    """1968, note to 7: whether it is an opponent's start who has not all his men on the board (HC-3, HC-4)."""
    return position.protected.get(space, seat) != seat


def goes_at_all(position: Position, colour: Colour, *, bonus: bool) -> bool:
    """HC-6: whether any number has a legal move."""
    return any(ways(position, colour, pop, bonus=bonus) for pop in PIPS)


def captures(position: Position, way: Way) -> int:
    """Return how many cones stand where this lands."""
    return len(position.board[way.to])


# French rulebook: the red dot may lift a cone to the top of its stack


def liftings(position: Position, colour: Colour) -> tuple[Lifting, ...]:
    """Own cones in stacks that belong to someone else (HC-11); of those that lie together, the highest."""
    if position.options.lift is Lift.OFF:
        return ()
    seat = position.team(colour).seat
    return tuple(
        Lifting(Space(at), below + 1)
        for at, stack in enumerate(position.board)
        if colour in stack and position.owner(Space(at)) != seat
        for below, cone in enumerate(stack[:-1])
        if cone == colour and stack[below + 1] != colour
    )
