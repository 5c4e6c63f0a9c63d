"""Provide a table of Cones with loaded dice: moves are typed as in chat, and the board is set up by space names."""

from collections.abc import Mapping
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from games.cones import GAME
from games.cones.board import Colour, by_name, name
from games.cones.state import NOTHING_MOVED, State, ToMove, ToPop
from games.kit.contract import Event, Illegal, Result, Step
from games.kit.dice import LoadedDice
from games.kit.money import Suckers
from games.kit.moves import OneOf, verb
from games.kit.notation import PLAIN, read_arguments, write
from games.kit.seats import Seat
from games.proof.seeded_dice import SeededDice

E = TypeVar("E")

YELLOW_BEGINS = {2: "6 0 1 0", 3: "6 0 1 0 1 0", 4: "6 0 1 0 1 0 1 0"}
"""The first pops, with which seat 0 begins."""


def loaded(script: str) -> LoadedDice:
    return LoadedDice(script.split(), SeededDice(b"s", "g", b""))


class Table:
    """Takes typed moves and their pops: `say("move x1 2b", "4 0")` means the die, and 1 or 0 for the red dot."""

    def __init__(self, seats: int = 2, first: str = "", **options: str) -> None:
        self.events: tuple[Event, ...] = ()
        self.options = GAME.options_from(options)
        by_hand = options.get("rolls") == "hand"
        script = "" if by_hand else first or f"{YELLOW_BEGINS[seats]} 1 0"
        self.state: State = self.took(GAME.start(self.options, (Suckers(0),) * seats, self.load(script), None))

    # Setting up and playing

    def stands(self, board: str, turn: str = "Y", **waiting: int) -> "Table":
        """Set up a board such as `1b:Y 2z:BRY`; `turn` is about to pop.

        `waiting`: how many cones of each named team have not entered.
        """
        names, spaces = by_name(self.options.sections), list(self.state.position.board)
        spaces[:] = [""] * len(spaces)
        for one in board.split():
            space, stack = one.split(":")
            spaces[names[space]] = stack
        teams = tuple(replace(team, waiting=waiting.get(team.colour, 0)) for team in self.state.position.teams)
        position = replace(self.state.position, teams=teams, board=tuple(spaces))
        phase = ToPop(Colour(turn), bonus=False)
        self.state = replace(self.state, position=position, phase=phase, last=NOTHING_MOVED)
        return self

    def pops(self, pop: int, *, red: bool = False, bonus: bool = False) -> "Table":
        """Set the dice to these values."""
        colour = self.state.phase.colour
        self.state = replace(self.state, phase=ToMove(colour, pop, red, bonus))
        return self

    def say(self, line: str, pops: str = "", seat: int | None = None) -> tuple[Event, ...]:
        word, *rest = line.split()
        at = self.awaited[0] if seat is None else Seat(seat)
        kind = next(move for move in GAME.moves if verb(move) == word)
        spelled = GAME.spelled_out(kind, tuple(rest), GAME.legal_moves(self.state, at))
        self.took(GAME.play(self.state, at, read_arguments(kind, spelled, PLAIN), self.load(pops)))
        return self.events

    def silence(self, pops: str = "") -> tuple[Event, ...]:
        self.took(GAME.time_up(self.state, self.awaited, self.load(pops)))
        return self.events

    def leave(self, seat: int, pops: str = "") -> tuple[Event, ...]:
        self.took(GAME.leave(self.state, Seat(seat), self.load(pops)))
        return self.events

    def load(self, script: str) -> LoadedDice:
        self.dice = loaded(script)
        return self.dice

    def took(self, step: Step[State]) -> State:
        assert self.dice.left == ([], None), "every pop that was named has fallen"
        self.state, self.events = step
        return self.state

    # Reading

    def refused(self, line: str, seat: int | None = None) -> str:
        """Return the id of the refusal's sentence."""
        with pytest.raises(Illegal) as found:
            self.say(line, seat=seat)
        return found.value.reason.id + "".join(
            f" {found.value.reason.args[key]}" for key in ("why",) if key in found.value.reason.args
        )

    def offers(self, seat: int | None = None) -> list[str]:
        """Return every legal move as typed."""
        at = self.awaited[0] if seat is None else Seat(seat)
        return [write(move) for offer in GAME.legal_moves(self.state, at) for move in offer.examples()]

    def goes(self, start: str) -> set[str]:
        """Return the spaces where the piece on this space may land."""
        moves = [offer.fields for offer in GAME.legal_moves(self.state, self.awaited[0]) if offer.fields]
        return {only(fields, "to") for fields in moves if only(fields, "start") == start}

    @property
    def board(self) -> dict[str, str]:
        return {name(space): stack for space, stack in enumerate(self.state.position.board) if stack}

    @property
    def awaited(self) -> tuple[Seat, ...]:
        ask = GAME.asks(self.state)
        return () if ask is None else ask.seats

    @property
    def turn(self) -> str:
        """Return whose colour it is, and what was popped."""
        match self.state.phase:
            case ToMove(colour=colour, pop=pop):
                return f"{colour} {pop}"
            case ToPop(colour=colour):
                return f"{colour} to pop"
            case other:
                return type(other).__name__

    @property
    def waiting(self) -> dict[str, int]:
        return {team.colour: team.waiting for team in self.state.position.teams}

    @property
    def result(self) -> Result:
        result = GAME.result(self.state)
        assert result is not None
        return result

    def told(self, kind: type[E]) -> E:
        """Return the only event or phrase of this kind in the last step."""
        parts = [part for event in self.events for part in getattr(event, "then", ())]
        found = [one for one in (*self.events, *parts) if isinstance(one, kind)]
        assert len(found) == 1, self.events
        return found[0]


def only(fields: Mapping[str, Any], name_: str) -> str:
    choice = fields[name_]
    assert isinstance(choice, OneOf)
    assert len(choice.values) == 1
    return str(choice.values[0])
