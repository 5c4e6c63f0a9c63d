"""Pig: roll and add until you hold, or a 1 takes all that the turn has brought. The pattern for a game of turns."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from games.kit import (
    Ask,
    Board,
    Dice,
    Event,
    Game,
    LegalMove,
    Look,
    Move,
    Nothing,
    Options,
    Owed,
    Piece,
    PieceKind,
    PublicEvent,
    Result,
    Scene,
    Seat,
    Stacks,
    Step,
    Suckers,
    View,
    Viewer,
    Who,
    after,
    all_seats,
    in_a_row,
    letters,
    moved,
    say,
    stakes_back,
)
from games.kit.temper import Temper

NONE, SIDES, LOSES = Suckers(0), 6, 1
SECONDS, ANOTHER = 30, 10
"""So long is a turn, and so much is left of it at the least after each roll."""


class PigOptions(Options):
    ante: Annotated[Suckers, Field(ge=1, le=1000)] = Suckers(5)
    goal: Annotated[int, Field(ge=20, le=200)] = 100


# What a player says


class Roll(Move, frozen=True):
    """Roll the die: a 1 takes what your turn has brought, all else adds to it."""

    examples = ("roll",)


class Hold(Move, frozen=True):
    """Keep what your turn has brought, and pass the die on."""

    examples = ("hold",)


# What happens


class Rolled(PublicEvent, frozen=True):
    seat: Seat
    die: int
    total: int


class RolledOne(PublicEvent, frozen=True):
    seat: Seat
    lost: int


class Held(PublicEvent, frozen=True):
    seat: Seat
    total: int
    score: int


class DiePassed(PublicEvent, frozen=True):
    seat: Seat


class PotWon(PublicEvent, frozen=True):
    seat: Seat
    pot: Suckers


# What stands on the table, and what all may know of it, which is all


class State(Struct, frozen=True):
    """`turn`: the number of this turn, from 1. `total`: what it has brought. `die`: the last one rolled, 0 at first.

    `gone`: who has left; the die passes them over. `winners`: nobody yet, or one.
    """

    options: PigOptions
    stacks: Stacks
    pot: Suckers
    scores: tuple[int, ...]
    seat: Seat
    turn: int = 1
    total: int = 0
    die: int = 0
    gone: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def staying(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in all_seats(len(self.scores)) if seat not in self.gone)


class PigView(View, frozen=True):
    seat: Seat
    goal: int
    scores: tuple[int, ...]
    total: int
    die: int
    gone: tuple[Seat, ...]


# The rules


def rolled(state: State, dice: Dice) -> Step[State]:
    seat, face = state.seat, dice.draw("roll", state.seat).die(SIDES)
    if face == LOSES:
        return passed_on(replace(state, die=face), RolledOne(seat, state.total))
    state = replace(state, die=face, total=state.total + face)
    return Step(state, (Rolled(seat, face, state.total),))


def held(state: State) -> Step[State]:
    seat, score = state.seat, state.scores[state.seat] + state.total
    told = Held(seat, state.total, score)
    state = replace(state, scores=(*state.scores[:seat], score, *state.scores[seat + 1 :]))
    return won(state, seat, told) if score >= state.options.goal else passed_on(state, told)


def passed_on(state: State, *told: Event) -> Step[State]:
    """Begin the turn of the next who is still here."""
    seat = after(state.seat, len(state.scores), state.gone)
    return Step(replace(state, seat=seat, turn=state.turn + 1, total=0), (*told, DiePassed(seat)))


def won(state: State, seat: Seat, *told: Event) -> Step[State]:
    paid = replace(state, stacks=moved(state.stacks, {seat: state.pot}), pot=NONE, winners=(seat,))
    return Step(paid, (*told, PotWon(seat, state.pot)))


def enough(view: PigView, level: int) -> int:
    """Return at what total a house bot holds: 12, 20, or more if it is behind, and once it gets late, all."""
    own, best = view.scores[view.seat], max(view.scores)
    near, pace = view.goal - best < 30, 21 + (best - own) // 8
    return min((12, 20, *(view.goal if near else pace,) * 2)[level], view.goal - own)


# What it looks like


def pieces(view: PigView) -> Iterator[Piece]:
    """Yield a place for each seat, with the name and the score; below them the die, and what holding it keeps."""
    seats = all_seats(len(view.scores))
    for seat, left in zip(seats, in_a_row(len(seats), 8, 392, 58, gap=6), strict=True):
        turn = (Look.TURN,) if seat == view.seat and not view.winners else ()
        looks = (Look.DIM,) if seat in view.gone else (Look.LIT,) if seat in view.winners else turn
        name, score = say("piece-seat", seat=Who(seat)), view.scores[seat]
        yield Piece(PieceKind.SPACE, "seat", left, 8, 58, 52, says=name, seat=seat, looks=looks)
        yield Piece(PieceKind.TEXT, "middle", left + 3, 13, 52, 11, label=name, looks=looks)
        told, label = say("piece-score", score=score), letters(str(score))
        yield Piece(PieceKind.BADGE, "plain", left + 9, 32, 40, 20, says=told, label=label, seat=seat, looks=looks)
    face, told = (f"d6-{view.die}", say("piece-die", face=view.die)) if view.die else ("d6", say("piece-unrolled"))
    yield Piece(PieceKind.DIE, face, 130, 74, 56, 56, says=told, fills=("roll",))
    told, label = say("piece-total", total=view.total), letters(f"+{view.total}")
    yield Piece(PieceKind.BADGE, "gold", 210, 84, 60, 36, says=told, label=label, fills=("hold",))


class Pig(Game[PigOptions, State, Nothing]):
    name, version, options, state, carry = "pig", "pig/1", PigOptions, State, Nothing
    moves, events = (Roll, Hold), (Rolled, RolledOne, Held, DiePassed, PotWon)
    one_scene = True

    def seats(self, options: PigOptions) -> range:
        return range(2, 7)

    def stack(self, options: PigOptions) -> Suckers:
        return Suckers(20 * options.ante)

    def start(self, options: PigOptions, stacks: Stacks, dice: Dice, carry: Nothing | None) -> Step[State]:
        seats = all_seats(len(stacks))
        antes, first = {seat: -min(options.ante, stacks[seat]) for seat in seats}, dice.draw("first").pick(seats)
        pot = Suckers(-sum(antes.values()))
        return Step(State(options, moved(stacks, antes), pot, (0,) * len(seats), first), (DiePassed(first),))

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        if state.winners or seat != state.seat:
            return ()
        return (LegalMove(Roll), LegalMove(Hold)) if state.total else (LegalMove(Roll),)

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        return rolled(state, dice) if isinstance(move, Roll) else held(state)

    def asks(self, state: State) -> Ask | None:
        """Each turn has an id of its own, so that its clock begins anew; within a turn each roll leaves 10 seconds."""
        return None if state.winners else Ask(f"turn-{state.turn}", (state.seat,), SECONDS, extend_to=ANOTHER)

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
        """Silence rolls once and holds, so that a game in which nobody speaks ends, too (ruling ALL-1)."""
        state, told = Step(state, ()) if state.total else rolled(state, dice)
        state, more = held(state) if state.total else Step(state, ())
        return Step(state, (*told, *more))

    def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Pass over who leaves from now on, at once if it is their turn; who stays alone has won."""
        state = replace(state, gone=(*state.gone, seat))
        if len(state.staying) == 1:
            return won(state, state.staying[0])
        return passed_on(state) if seat == state.seat else Step(state, ())

    def owed(self, held: State | Nothing, stacks: Stacks) -> Owed:
        """Who left has lost their ante to those who stay."""
        if isinstance(held, Nothing) or held.winners:
            return super().owed(held, stacks)
        return Owed(stakes_back(held.stacks, stacks, held.gone, held.staying))

    def view(self, state: State, viewer: Viewer) -> PigView:
        table = "over" if state.winners else "rolling", state.pot, state.stacks, 0, state.winners
        return PigView(*table, state.seat, state.options.goal, state.scores, state.total, state.die, state.gone)

    def scene(self, view: PigView) -> Scene:
        told = say(f"scene-{view.phase}", pot=view.pot, goal=view.goal, seat=view.seat, total=view.total)
        return Scene((told,), (), Board.of(138, tuple(pieces(view)), say("board-alt", now=told)))

    def choose(self, view: PigView, told: object, legal: object, resample: object, temper: Temper, dice: Dice) -> Move:
        return Hold() if view.total and view.total >= enough(view, temper.level) else Roll()

    def result(self, state: State) -> Result | None:
        if not state.winners:
            return None
        reached = state.scores[state.winners[0]] >= state.options.goal
        return Result("reached" if reached else "alone", state.winners, state.stacks)


GAME = Pig()
