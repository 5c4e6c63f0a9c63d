"""Play Cones, in the order of the rulebook: the first pops, a turn, the red dot; then silence and leaving."""

from functools import cache

from msgspec.structs import replace

from games.cones.board import COLOURS, CONES, NAMES, Colour, by_name, name, shown, spaces
from games.cones.events import (
    NO_CONES,
    FirstPop,
    FirstPopped,
    FirstRound,
    Lifted,
    Moved,
    Passed,
    Plays,
    PopAgain,
    Popped,
    TeamsChosen,
    Then,
    WentAway,
)
from games.cones.moves import Enter, LiftCone, MoveCone, Pass, Pop
from games.cones.options import ConesOptions, Rolls, Sets
from games.cones.state import (
    NOTHING_MOVED,
    Chosen,
    FirstPops,
    Lifting,
    Over,
    Position,
    State,
    Team,
    ToMove,
    ToPop,
    Way,
)
from games.cones.step import (
    ConesBuilder,
    control,
    earned,
    finish,
    following,
    go_on,
    pop,
    pops,
    turn_begins,
    turn_passes,
    ways_now,
)
from games.cones.ways import captures, liftings, may_pass, must_enter
from games.kit.contract import Ask, Places, Result, Step
from games.kit.dice import Dice
from games.kit.kept import once_a_state
from games.kit.money import Stacks
from games.kit.moves import LegalMove, Move, OneOf, Range
from games.kit.seats import Seat, all_seats

# Rulebook 5: each player selects a team of four men of one colour


def teams_of(options: ConesOptions, seats: int, chosen: tuple[str, ...] = ()) -> tuple[Team, ...]:
    """Give each seat one colour, or two opposite ones (HC-16): the `chosen` one, or one that is left (HC-19)."""
    pairs = options.sets_per_player is Sets.TWO
    owners: dict[Colour, Seat] = {}
    for seat, wanted in zip(all_seats(seats), chosen, strict=False):
        if wanted in COLOURS and wanted not in owners:
            owners |= dict.fromkeys(set_of(Colour(wanted), pairs=pairs), seat)
    left = [colour for colour in in_turn(seats, tuple(owners), pairs=pairs) if colour not in owners]
    for seat in all_seats(seats):
        if seat not in owners.values():
            owners |= dict.fromkeys(set_of(left.pop(0), pairs=pairs), seat)
    return tuple(Team(colour, owners[colour], CONES) for colour in COLOURS if colour in owners)


def set_of(colour: Colour, *, pairs: bool) -> tuple[Colour, ...]:
    """Return all colours of the player who has this one."""
    return (colour, opposite(colour)) if pairs else (colour,)


def in_turn(seats: int, taken: tuple[Colour, ...], *, pairs: bool) -> tuple[Colour, ...]:
    """Return the colours in the order in which they go to players without a choice; two sit opposite (rulings 1.2)."""
    if pairs or seats > len(COLOURS) // 2:
        return COLOURS
    return (*map(opposite, taken), *COLOURS[::2], *COLOURS)


def opposite(colour: Colour) -> Colour:
    """Return the colour that starts across the board."""
    return COLOURS[(COLOURS.index(colour) + len(COLOURS) // 2) % len(COLOURS)]


def choices(options: ConesOptions) -> tuple[str, ...]:
    """Return the colours that may be chosen; of two opposite ones the first stands for both."""
    return tuple(NAMES)[: 2 if options.sets_per_player is Sets.TWO else None]


def chosen(_carry: Chosen | None, choices: tuple[str, ...]) -> Chosen:
    """Return what a game begins with after these choices; if all are empty, nothing."""
    return Chosen(tuple(NAMES.get(word, "") for word in choices))


def start(options: ConesOptions, stacks: Stacks, dice: Dice, carry: Chosen | None) -> Step[State]:
    colours = () if carry is None else carry.colours
    position = Position(options, teams_of(options, len(stacks), colours), ("",) * len(spaces(options.sections)))
    step = ConesBuilder(State(stacks, position, NOTHING_MOVED, 0, 0, fresh(all_seats(len(stacks)))), dice)
    plays = tuple(Plays(team.seat, team.colour, shown(position.start(team.colour))) for team in position.teams)
    if options.rolls is Rolls.HAND:
        step.tell(TeamsChosen(then=(PopAgain(all_seats(len(stacks)), tie=False),), plays=plays, first=()))
    else:
        first, then = pops_for_first(step)
        step.tell(TeamsChosen(then=then, plays=plays, first=first))
    return step.build()


# Rulebook 6: each player pops, the highest number starts the game


def fresh(seats: tuple[Seat, ...]) -> FirstPops:
    return FirstPops(seats, (0,) * len(seats))


def pops_for_first(step: ConesBuilder) -> tuple[tuple[FirstRound, ...], tuple[Then, ...]]:
    """Pop for all automatically; those who tie for the highest pop again (HC-1)."""
    told: list[FirstRound] = []
    while isinstance(phase := step.state.phase, FirstPops):
        told.append(FirstRound(tuple([first_pop(step, seat) for seat in unpopped(phase)])))
        then = first_turn(step)
    return tuple(told), then


def first_pop(step: ConesBuilder, seat: Seat) -> FirstPop:
    phase, (number, _) = step.state.phase, pop(step.dice, seat)
    assert isinstance(phase, FirstPops)  # noqa: S101 - pops for the first turn
    popped = tuple(number if who == seat else one for who, one in zip(phase.trying, phase.popped, strict=True))
    step.state = replace(step.state, phase=replace(phase, popped=popped))
    return FirstPop(seat, number)


def unpopped(phase: FirstPops) -> tuple[Seat, ...]:
    return tuple(seat for seat, popped in zip(phase.trying, phase.popped, strict=True) if not popped)


def first_turn(step: ConesBuilder) -> tuple[Then, ...]:
    """Begin the first turn after all have popped: the highest starts, a tie pops again, a single player just starts."""
    phase = step.state.phase
    if not isinstance(phase, FirstPops) or (len(phase.trying) > 1 and unpopped(phase)):
        return ()
    highest = tuple(s for s, popped in zip(phase.trying, phase.popped, strict=True) if popped == max(phase.popped))
    if len(highest) > 1:
        step.ask(fresh(highest))
        return (PopAgain(highest, tie=True),)
    first = next(team.colour for team in step.state.position.teams if team.seat == highest[0])
    return turn_begins(step, first)


# What may be done now


@once_a_state
def legal_moves(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    match state.phase:
        case FirstPops() as phase:
            return (LegalMove(Pop),) if seat in unpopped(phase) else ()
        case ToPop(colour=colour, bonus=bonus) if state.position.team[colour].seat == seat:
            lifts = tuple(map(lifting_move, liftings(state.position, colour))) if bonus else ()
            return (LegalMove(Pop), *lifts, *((LegalMove(Pass),) if bonus else ()))
        case ToMove(colour=colour, bonus=bonus) if state.position.team[colour].seat == seat:
            enters_first = state.position.options.enters_first
            moves = tuple([way_move(way, enters_first=enters_first) for way in ways_now(state)])
            return (*moves, LegalMove(Pass)) if may_pass(state.position, colour, bonus=bonus) else moves
        case _:
            return ()


@cache
def way_move(way: Way, *, enters_first: bool) -> LegalMove:
    if way.enters and not enters_first:
        return LegalMove(Enter)  # in the French game, a new cone stays on its start
    return LegalMove(MoveCone, {"start": OneOf((name(way.start),)), "to": OneOf((name(way.to),))})


def lifting_move(lifting: Lifting) -> LegalMove:
    return LegalMove(LiftCone, {"space": OneOf((name(lifting.space),)), "cone": Range(lifting.cone, lifting.cone)})


# Doing it


def played(state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
    step, names = ConesBuilder(state, dice), by_name(state.options.sections)
    match move, state.phase:
        case Pop(), FirstPops():
            pop_for_first(step, seat)
        case Pop(), ToPop(colour=colour, bonus=bonus):
            step.tell(Popped(seat=seat, then=pops(step, colour, bonus=bonus)))
        case Enter(), ToMove() as phase:
            go(step, phase, next(way for way in ways_now(state) if way.enters))
        case MoveCone(start=start, to=to), ToMove() as phase:
            go(step, phase, next(w for w in ways_now(state) if (w.start, w.to) == (names[start], names[to])))
        case LiftCone(space=space, cone=cone), ToPop(colour=colour):
            lift(step, colour, Lifting(names[space], cone))
        case Pass(), (ToPop() | ToMove()) as phase:
            step.tell(Passed(seat=seat, bonus=phase.bonus, then=turn_passes(step, phase.colour)))
        case _:
            raise AssertionError(f"{move} is not offered in {state.phase}")
    return step.build()


def pop_for_first(step: ConesBuilder, seat: Seat) -> None:
    popped = first_pop(step, seat)
    step.tell(FirstPopped(seat=seat, pop=popped.pop, then=first_turn(step)))


def go(step: ConesBuilder, phase: ToMove, way: Way) -> None:
    """Move a man or a stack, and capture what stands where it lands."""
    before = step.state.position
    step.put(before.after(phase.colour, way), way, stirs=way.enters or captures(before, way) > 0)
    step.tell(
        Moved(
            seat=before.team[phase.colour].seat,
            how="enters" if way.enters and not before.options.enters_first else "moves",
            start=shown(way.start),
            to=shown(way.to),
            captured=before.board[way.to] or NO_CONES,
            stack=step.state.position.board[way.to],
            owners=(before.owner(way.to),) if captures(before, way) else (),
            then=go_on(step, before, phase.colour, bonus=earned(step, phase)),
        )
    )


def lift(step: ConesBuilder, colour: Colour, lifting: Lifting) -> None:
    """Lift a cone from the middle or the bottom to the top (French rulebook: "maintenant la pile lui appartient")."""
    before = step.state.position
    step.put(before.lifted(lifting), Way(lifting.space, lifting.space), stirs=False)
    stack = step.state.position.board[lifting.space]
    seat = before.team[colour].seat
    then = go_on(step, before, colour, bonus=False)
    owners = (before.owner(lifting.space),)
    step.tell(Lifted(seat=seat, space=shown(lifting.space), stack=stack, owners=owners, then=then))


# The clock, and who leaves


def asks(state: State) -> Ask | None:
    options, asked = state.options, str(state.asked)
    match state.phase:
        case FirstPops() as phase:
            return Ask(asked, unpopped(phase), options.pop_seconds)
        case ToPop(colour=colour, bonus=bonus):
            seconds = options.turn_seconds if bonus else options.pop_seconds
            return Ask(asked, (state.position.team[colour].seat,), seconds)
        case ToMove(colour=colour):
            return Ask(asked, (state.position.team[colour].seat,), options.turn_seconds)
        case Over():
            return None


def time_up(state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
    """Act for the silent: pop, then make the capture of the tallest stack, else the first legal move (HC-18)."""
    step, ask = ConesBuilder(state, dice), asks(state)
    silent = () if ask is None else tuple(seat for seat in ask.seats if seat in seats)
    for seat in silent:
        said_nothing(step, seat)
    return step.build()


def said_nothing(step: ConesBuilder, seat: Seat) -> None:
    state = step.state
    match state.phase:
        case FirstPops():
            pop_for_first(step, seat)
        case ToPop(colour=colour, bonus=bonus):
            step.tell(Popped(seat=seat, then=pops(step, colour, bonus=bonus)))
            now = step.state
            if isinstance(now.phase, ToMove) and (now.phase.colour, now.turns) == (colour, state.turns):
                go(step, now.phase, tallest(now))
        case ToMove() as phase:
            go(step, phase, tallest(state))
        case Over():
            pass


def tallest(state: State) -> Way:
    return max(ways_now(state), key=lambda way: captures(state.position, way))


def is_out(state: State, seat: Seat) -> bool:
    """Tell whether none of a player's teams is in any more (HC-10)."""
    return seat not in with_new_cone(state, seat).seats_left()


def leave(state: State, seat: Seat, dice: Dice) -> Step[State]:
    """Leave a leaver's cones where they stand, nobody's until they are captured; waiting ones stay out."""
    step = ConesBuilder(state, dice)
    before = with_new_cone(state, seat)
    teams = tuple(replace(team, gone=True) if team.seat == seat else team for team in before.teams)
    step.state = replace(state, position=replace(before, teams=teams))
    if isinstance(state.phase, Over) or seat not in before.seats_left():
        return step.build()
    step.tell(WentAway(seat=seat, then=without(step, seat)))
    return step.build()


def with_new_cone(state: State, seat: Seat) -> Position:
    """Return the board with the cone that this seat has just set on a free start, where it stands (1968, 7)."""
    position, phase = state.position, state.phase
    if not isinstance(phase, ToMove) or position.team[phase.colour].seat != seat:
        return position
    start = position.start(phase.colour)
    new = must_enter(position, phase.colour, bonus=phase.bonus) and not position.board[start]
    return position.after(phase.colour, Way(start, start, enters=True)) if new else position


def without(step: ConesBuilder, seat: Seat) -> tuple[Then, ...]:
    """Return what a leaving means for the others."""
    if len(step.state.position.seats_left()) <= 1:
        finish(step, "alone")
        return ()
    match step.state.phase:
        case FirstPops(trying=trying, popped=popped) if seat in trying:
            left = [(who, one) for who, one in zip(trying, popped, strict=True) if who != seat]
            step.ask(FirstPops(tuple(who for who, _ in left), tuple(one for _, one in left)))
            return first_turn(step)
        case ToPop(colour=colour) | ToMove(colour=colour) if step.state.position.team[colour].seat == seat:
            return turn_begins(step, following(step.state.position, colour))
        case _:
            return ()


def result(state: State) -> Result | None:
    if not isinstance(state.phase, Over):
        return None
    return Result(state.phase.ended, state.phase.winners, state.stacks)


def places(state: State) -> Places | None:
    """Return the places of those who own a cone at the end, by what they control (HC-17). The others have none."""
    if not isinstance(state.phase, Over):
        return None
    position = state.position
    controls = {seat: control(position, seat) for seat in position.seats_left()}
    found = {seat: 1 + sum(other > own for other in controls.values()) for seat, own in controls.items()}
    return tuple(found.get(seat, 0) for seat in all_seats(state.seats))
