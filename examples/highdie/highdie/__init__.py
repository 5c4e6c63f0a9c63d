"""High Die: everybody has one secret die, and the highest takes the pot. The pattern for a game of your own."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from games.kit import (
    All,
    Ask,
    Board,
    Dice,
    Event,
    Game,
    LegalMove,
    Lesson,
    Look,
    Move,
    Odds,
    Options,
    Piece,
    PieceKind,
    PrivateEvent,
    PublicEvent,
    Resample,
    Result,
    Scene,
    Seat,
    Secret,
    Stacks,
    Step,
    Suckers,
    View,
    Viewer,
    Who,
    all_seats,
    every,
    in_a_row,
    moved,
    say,
    shared,
)
from games.kit.pictures import arrow, chips, cover, cup, die, figure, lesson, plate
from games.kit.temper import Temper

SIDES, COST, SECONDS = 6, Suckers(1), 30


class HighDieOptions(Options):
    ante: Annotated[Suckers, Field(ge=1, le=1000)] = Suckers(5)


# What a player says: the name is the word, the docstring the help


class Keep(Move, frozen=True):
    """Keep your die."""

    examples = ("keep",)


class Again(Move, frozen=True):
    """Put one sucker in and roll a new die instead; only once."""

    examples = ("again",)


# What happens: told by the message of its own name in words.en.ftl, to everybody or to one seat alone


class Dealt(PrivateEvent, frozen=True):
    die: int


class Kept(PublicEvent, frozen=True):
    seat: Seat


class RolledAgain(PublicEvent, frozen=True):
    seat: Seat


class Shown(PublicEvent, frozen=True):
    reveals = True

    seat: Seat
    die: int


class PotWon(PublicEvent, frozen=True):
    winners: tuple[Seat, ...]
    pot: Suckers


# What stands on the table, and what a viewer may know of it


class State(Struct, frozen=True):
    """`waiting`: who has not spoken yet. When nobody is left, the dice are open and the pot is paid."""

    options: HighDieOptions
    stacks: Stacks
    pot: Suckers
    dice: tuple[Secret[int], ...]
    waiting: tuple[Seat, ...]


class Carry(Struct, frozen=True):
    """Nothing goes on into the next game."""


class HighDieView(View, frozen=True):
    """`die`: the viewer's own while it is secret, else 0. `shown`: everybody's, once all have spoken."""

    viewer: Viewer
    die: int
    waiting: tuple[Seat, ...]
    shown: tuple[int, ...]


# The rules


def roll(dice: Dice, seat: Seat) -> Secret[int]:
    return Secret(dice.draw("roll", seat).die(SIDES))


def highest(state: State) -> tuple[Seat, ...]:
    """Return whose die is the highest, once all have spoken."""
    faces = [] if state.waiting else [die.reveal() for die in state.dice]
    return tuple(Seat(seat) for seat, face in enumerate(faces) if face == max(faces))


def spoken(state: State, seat: Seat) -> Step[State]:
    """When the last has spoken, the dice are shown and the highest share the pot (odd suckers: ruling ALL-2)."""
    state = replace(state, waiting=tuple(other for other in state.waiting if other != seat))
    if state.waiting:
        return Step(state, ())
    winners = highest(state)
    shown = (Shown(Seat(owner), die.reveal()) for owner, die in enumerate(state.dice))
    paid = replace(state, pot=Suckers(0), stacks=moved(state.stacks, shared(state.pot, winners)))
    return Step(paid, (*shown, PotWon(winners, state.pot)))


@cache
def part(own: int, others: tuple[int, ...]) -> Fraction:
    """Return what part of the pot this die takes from those."""
    return Fraction(own >= max(others), 1 + others.count(own))


def parts(view: HighDieView, resample: Resample) -> tuple[Fraction, Fraction]:
    """Return what keeping and rolling again bring on average, over every way in which the other dice may lie now."""
    chances: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for chance, state in every(resample):
        chances[tuple(sorted(die.reveal() for seat, die in enumerate(state.dice) if seat != view.viewer))] += chance
    means = {
        own: sum((chance * part(own, others) for others, chance in chances.items()), Fraction())
        for own in range(1, SIDES + 1)
    }
    return means[view.die], sum(means.values(), Fraction()) / SIDES


# What it looks like: pieces in a room that is 400 units wide, as a phone is


def pieces(view: HighDieView) -> Iterator[Piece]:
    """Yield a place for each seat, with the name and the die; one's own can be pressed."""
    seats = all_seats(len(view.stacks))
    for seat, left in zip(seats, in_a_row(len(seats), 8, 392, 58, gap=6), strict=True):
        own = view.die if seat == view.viewer else 0
        face, name = view.shown[seat] if view.shown else own, say("piece-seat", seat=Who(seat))
        looks = (Look.TURN,) if seat in view.waiting else (Look.LIT,) if seat in view.winners else ()
        yield Piece(PieceKind.SPACE, "seat", left, 8, 58, 72, says=name, seat=seat, looks=looks)
        yield Piece(PieceKind.TEXT, "middle", left + 3, 13, 52, 11, label=name, looks=looks)
        kind, symbol = (PieceKind.DIE, f"d6-{face}") if face else (PieceKind.CUP, "down")
        told, fills = say("piece-die", face=face) if face else say("piece-hidden"), ("keep", "again") if own else ()
        yield Piece(kind, symbol, left + 9, 32, 40, 40, says=told, seat=seat, fills=fills)


# Before the first game: a cover, and the rules in pictures


def front() -> Board:
    cups = (cup("down", 12 + at * 100, 20, 76) for at in range(4))
    return cover(
        *cups, die(6, 60, 116, 84, Look.LIT), chips("heap", 164, 122, 72), die(4, 256, 120, 76), die(1, 340, 154, 50)
    )


def pictures() -> tuple[Lesson, ...]:
    """Return the goal, the one choice that there is, and the end."""
    hidden = (cup("down", 160 + at * 78, 56, 70) for at in range(3))
    ends = [die(face, 52 + at * 110, 84, 76, *(() if face < 6 else (Look.LIT,))) for at, face in enumerate((3, 6, 4))]
    return (
        lesson("hide", cup("glass", 16, 30, 112), die(3, 46, 76, 52), *hidden),
        lesson(
            "again",
            die(2, 20, 62, 66),
            arrow("right", 104, 76, 40),
            chips("one", 164, 70, 50),
            plate("gold", "+1", 166, 130),
            arrow("right", 232, 76, 40),
            die(5, 292, 54, 80),
        ),
        lesson("highest", *ends, figure("crown", 166, 18, 68), chips("heap", 330, 10, 52)),
    )


class HighDie(Game[HighDieOptions, State, Carry]):
    name, version = "highdie", "highdie/1"
    options, state, carry = HighDieOptions, State, Carry
    moves = (Keep, Again)
    events = (Dealt, Kept, RolledAgain, Shown, PotWon)
    minutes, difficulty, options_first = (1, 2), 1, ("ante",)

    def cover(self) -> Board:
        return front()

    def lessons(self) -> tuple[Lesson, ...]:
        return pictures()

    def seats(self, options: HighDieOptions) -> range:
        return range(2, 7)

    def stack(self, options: HighDieOptions) -> Suckers:
        return Suckers(20 * options.ante)

    def start(self, options: HighDieOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
        seats = all_seats(len(stacks))
        if min(stacks) < options.ante:
            return Step(State(options, stacks, Suckers(0), (), ()), ())
        dealt = tuple(roll(dice, seat) for seat in seats)
        left, pot = moved(stacks, dict.fromkeys(seats, -options.ante)), Suckers(options.ante * len(seats))
        return Step(State(options, left, pot, dealt, seats), tuple(Dealt(seat, dealt[seat].reveal()) for seat in seats))

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        if seat not in state.waiting:
            return ()
        return (LegalMove(Keep), LegalMove(Again)) if state.stacks[seat] >= COST else (LegalMove(Keep),)

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        if isinstance(move, Keep):
            state, events = spoken(state, seat)
            return Step(state, (Kept(seat), *events))
        new = roll(dice, seat)
        table = tuple(new if owner == seat else die for owner, die in enumerate(state.dice))
        stacks, pot = moved(state.stacks, {seat: -COST}), Suckers(state.pot + COST)
        state, events = spoken(replace(state, stacks=stacks, pot=pot, dice=table), seat)
        return Step(state, (RolledAgain(seat), Dealt(seat, new.reveal()), *events))

    def asks(self, state: State) -> Ask | None:
        """All are asked at once; the question stays the same while they answer, and so does its deadline."""
        return Ask("speak", state.waiting, SECONDS) if state.waiting else None

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
        """Silence keeps, whatever the die, so that it proves nothing (ruling ALL-1)."""
        events: tuple[Event, ...] = ()
        for seat in seats:
            if seat in state.waiting:
                state, more = self.played(state, seat, Keep(), dice)
                events += more
        return Step(state, events)

    def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Keep for who leaves."""
        return self.time_up(state, (seat,), dice)

    def view(self, state: State, viewer: Viewer) -> HighDieView:
        own = state.dice[viewer].reveal() if isinstance(viewer, int) and state.waiting else 0
        phase, shown = "speaking" if state.waiting else "over", () if state.waiting else state.dice
        faces = tuple(die.reveal() for die in shown)
        return HighDieView(phase, state.pot, state.stacks, 0, highest(state), viewer, own, state.waiting, faces)

    def scene(self, view: HighDieView) -> Scene:
        table = say(f"scene-{view.phase}", pot=view.pot, waiting=All(view.waiting))
        own = (say("scene-your-die", die=view.die),) if view.die else ()
        return Scene((table,), own, Board.of(88, tuple(pieces(view)), say("board-alt", now=table)))

    def resample(self, state: State, seat: Seat, dice: Dice) -> State:
        """Return the others' dice anew: both words may be said of any die, so whatever they said agrees with these."""
        if not state.waiting:
            return state
        owners = all_seats(len(state.dice))
        return replace(state, dice=tuple(state.dice[o] if o == seat else roll(dice, o) for o in owners))

    def choose(
        self,
        view: HighDieView,
        told: tuple[PrivateEvent, ...],
        legal: tuple[LegalMove, ...],
        resample: Resample,
        temper: Temper,
        dice: Dice,
    ) -> Move | None:
        """Level 0 goes by its own die; from 1 on, a new one must bring more than it costs."""
        if temper.level == 0:
            better = view.die <= SIDES // 2
        else:
            keep, again = parts(view, resample)
            better = (again - keep) * view.pot > COST
        return Again() if better and LegalMove(Again) in legal else Keep()

    def odds(self, view: HighDieView, told: tuple[PrivateEvent, ...], resample: Resample, dice: Dice) -> Odds | None:
        if not view.die:
            return None
        keep, again = parts(view, resample)
        return Odds((say("odds-speak", keep=f"{float(keep):.1%}", again=f"{float(again):.1%}"),))

    def result(self, state: State) -> Result | None:
        return None if state.waiting else Result("shown" if state.dice else "broke", highest(state), state.stacks)

    def carried(self, state: State) -> Carry:
        return Carry()


GAME = HighDie()
