"""Build one step of the game: pops, bonuses, whose turn comes next, and the end."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.cones.board import Colour, shown
from games.cones.events import NO_COLOUR, NOT_LISTED, CannotMove, IsOut, Pops, Quiet, Then, ToPress, Won
from games.cones.options import BonusChain, Rolls, Stuck
from games.cones.state import Lifting, Over, Phase, Position, State, Team, ToMove, ToPop, Way
from games.cones.ways import goes_at_all, liftings, must_enter, ways
from games.kit.contract import Step, StepBuilder
from games.kit.dice import Dice
from games.kit.seats import Seat

SIDES: Final = 6
RED_FACES: Final = 1
"""The other die: blank on five faces, a red dot on one (rulings 1.2)."""
QUIET_LEFT: Final = 10
"""Players are warned so many turns before the game ends for want of entries and captures (HC-17)."""
MOST_LISTED: Final = 8
"""The most moves listed in a line; the rest are on the table and in `moves`."""


class ConesBuilder(StepBuilder[State]):
    """Put a step of Cones together: questions, the board, and who has won, which is told last."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.options = state.options
        self.won: tuple[Won, ...] = ()

    def ask(self, phase: Phase) -> None:
        """Turn to a new question."""
        self.state = replace(self.state, phase=phase, asked=self.state.asked + 1)

    def put(self, position: Position, last: Way, *, stirs: bool) -> None:
        """Put down the board after a move. `stirs`: a cone entered, or something was captured (HC-17)."""
        stirred = self.state.stirred or stirs
        self.state = replace(self.state, position=position, last=last, stirred=stirred)

    def build(self) -> Step[State]:
        """Return the step as it is now."""
        return Step(self.state, (*self.events, *self.won))


# Rulebook 1: press the dome and release


def pop(dice: Dice, seat: Seat) -> tuple[int, bool]:
    """Return the number, and whether the red dot shows. In a script: 1 for the dot, 0 for none."""
    dome = dice.draw("pop", seat)
    return dome.die(SIDES), dome.below(SIDES) == RED_FACES


def pops(step: ConesBuilder, colour: Colour, *, bonus: bool) -> tuple[Then, ...]:
    """Pop until a number allows a move; if none can, the turn passes (HC-6)."""
    asked = step.state.asked
    told = pop_once(step, colour, bonus=bonus)
    return (told, *turn_passes(step, colour)) if step.state.asked == asked else (told,)


def pop_once(step: ConesBuilder, colour: Colour, *, bonus: bool) -> Pops | ToPress | CannotMove:
    """Pop, and repeat a void pop, whose red dot is void too (1968, 4 d: "repeat POP"). French: the turn passes."""
    void: tuple[int, ...] = ()
    while True:
        number, red = pop(step.dice, seat_of(step, colour))
        if ways(step.state.position, colour, number, bonus=bonus):
            step.ask(ToMove(colour, number, red, bonus))
            return told_pop(step, void)
        void = (*void, number)
        if step.options.stuck is Stuck.PASS or not goes_at_all(step.state.position, colour, bonus=bonus):
            return CannotMove(seat_of(step, colour), said(step, colour), void)
        if step.options.rolls is Rolls.HAND:
            return to_press(step, colour, bonus=bonus, void=void)


def told_pop(step: ConesBuilder, void: tuple[int, ...]) -> Pops:
    phase = step.state.phase
    assert isinstance(phase, ToMove)  # noqa: S101 - its caller has just asked for a move
    team = step.state.position.team[phase.colour]
    sets_a_man = must_enter(step.state.position, team.colour, bonus=phase.bonus)
    return Pops(
        seat=team.seat,
        colour=said(step, team.colour),
        enters=shown(step.state.position.start(team.colour)) if sets_a_man else "no",
        bonus=phase.bonus,
        void=void,
        pop=phase.pop,
        red=phase.red,
        moves=numbered(step.state.position, ways_now(step.state), MOST_LISTED),
    )


def to_press(step: ConesBuilder, colour: Colour, *, bonus: bool, void: tuple[int, ...] = ()) -> ToPress:
    """Ask this player to pop or, with a bonus, to choose."""
    step.ask(ToPop(colour, bonus))
    lifts = told_lifts(step.state.position, liftings(step.state.position, colour)) if bonus else ""
    return ToPress(seat_of(step, colour), said(step, colour), bonus, void, lifts or NOT_LISTED)


def ways_now(state: State) -> tuple[Way, ...]:
    match state.phase:
        case ToMove(colour=colour, pop=number, bonus=bonus):
            return ways(state.position, colour, number, bonus=bonus)
        case _:
            return ()


def numbered(position: Position, found: Sequence[Way], most: int) -> str:
    """Return the moves as `1 X1-2b, 2 2b-3z [BR]`, with the numbers that players type: `move 2`."""
    moves = found if position.options.enters_first else [way for way in found if not way.enters]
    told = []
    for number, way in enumerate(moves[:most], start=1):
        captured = position.board[way.to]
        goes = f"{number} {shown(way.start)}-{shown(way.to)}"
        told.append(f"{goes} [{captured}]" if captured else goes)
    enter = ["enter"] if len(moves) < len(found) else []
    return ", ".join([*enter, *told, *(["…"] if len(moves) > most else [])])


def told_lifts(position: Position, found: Sequence[Lifting]) -> str:
    """Return the liftings as `1 3b BYR`: the stack as it stands, bottom to top."""
    return ", ".join(
        f"{number} {shown(one.space)} {position.board[one.space]}→{position.lifted(one).board[one.space]}"
        for number, one in enumerate(found, start=1)
    )


def seat_of(step: ConesBuilder, colour: Colour) -> Seat:
    return step.state.position.team[colour].seat


def said(step: ConesBuilder, colour: Colour) -> Colour:
    """Return the colour if its player has two (HC-16)."""
    seat = seat_of(step, colour)
    return colour if [team.seat for team in step.state.position.teams].count(seat) > 1 else NO_COLOUR


# Whose turn follows


def go_on(step: ConesBuilder, before: Position, colour: Colour, *, bonus: bool) -> tuple[Then, ...]:
    """Go on after a move or a lift: tell who is out or has won, then give the earned bonus, or pass the turn."""
    out = tuple(IsOut(team.seat, said(step, team.colour)) for team in newly_out(before, step.state.position))
    if len(step.state.position.seats_left()) <= 1:
        finish(step, "captured")
        return out
    return (*out, *(bonus_for(step, colour) if bonus else turn_passes(step, colour)))


def newly_out(before: Position, now: Position) -> tuple[Team, ...]:
    still_in = {team.colour for team in now.still_in}
    return tuple([team for team in before.still_in if team.colour not in still_in])


def earned(step: ConesBuilder, phase: ToMove) -> bool:
    """Return whether a bonus is earned: each time a red spot shows (rulebook 2, HC-7)."""
    return phase.red and (not phase.bonus or step.options.bonus_chain is BonusChain.ON)


def bonus_for(step: ConesBuilder, colour: Colour) -> tuple[Then, ...]:
    """Give a bonus. 1968: pop and move again. French: or lift a cone, which is chosen before anything pops."""
    if step.options.rolls is Rolls.HAND or liftings(step.state.position, colour):
        return (to_press(step, colour, bonus=True),)
    return pops(step, colour, bonus=True)


def turn_passes(step: ConesBuilder, colour: Colour) -> tuple[Then, ...]:
    """Pass the turn clockwise, colour by colour, past those who can't move (rulebook 2)."""
    told: list[Then] = []
    asked = step.state.asked
    while step.state.asked == asked:
        quiet = 0 if step.state.stirred else step.state.quiet + 1
        step.state = replace(step.state, turns=step.state.turns + 1, quiet=quiet, stirred=False)
        if (ended := endless(step.state)) is not None:
            finish(step, ended)
            break
        colour = following(step.state.position, colour)
        told += [*warned(step.state), turn_of(step, colour)]
    return tuple(told)


def endless(state: State) -> str | None:
    """Return why the game ends: the turns are up, or too many passed without an entry or a capture (HC-17)."""
    if state.turns >= state.options.turn_cap:
        return "cap"
    return "quiet" if 0 < state.options.quiet_cap <= state.quiet else None


def warned(state: State) -> tuple[Quiet, ...]:
    """Warn once that nothing happens any more, while the players can still change that."""
    most = state.options.quiet_cap
    return (Quiet(state.quiet, most),) if state.quiet and state.quiet == most - QUIET_LEFT else ()


def turn_of(step: ConesBuilder, colour: Colour) -> Pops | ToPress | CannotMove:
    by_hand = step.options.rolls is Rolls.HAND
    return to_press(step, colour, bonus=False) if by_hand else pop_once(step, colour, bonus=False)


def turn_begins(step: ConesBuilder, colour: Colour) -> tuple[Then, ...]:
    asked = step.state.asked
    told = turn_of(step, colour)
    return (told, *turn_passes(step, colour)) if step.state.asked == asked else (told,)


def following(position: Position, colour: Colour) -> Colour:
    colours = [team.colour for team in position.teams]
    around = colours.index(colour) + 1
    still_in = [team.colour for team in position.still_in]
    return next(one for one in (*colours[around:], *colours[:around]) if one in still_in)


# The end


def finish(step: ConesBuilder, ended: str) -> None:
    """End the game: the last one who owns anything wins, or else whoever controls most (HC-17)."""
    left = step.state.position.seats_left()
    best = max((control(step.state.position, seat) for seat in left), default=(0, 0))
    winners = left if len(left) <= 1 else tuple(seat for seat in left if control(step.state.position, seat) == best)
    step.ask(Over(ended, winners))
    step.won = (Won(winners, ended, best[0], step.state.quiet if ended == "quiet" else 0),)


def control(position: Position, seat: Seat) -> tuple[int, int]:
    """Return the number of cones under control, and of stacks (two cones or more; HC-9, HC-17)."""
    board, cones, stacks = position.board, 0, 0
    for team in position.teams:
        if team.seat == seat:
            for at in position.tops[team.colour]:
                cones += len(board[at])
                stacks += len(board[at]) > 1
    return cones, stacks
