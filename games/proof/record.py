"""Define the deeds of which a game's record consists (`chain.py`), and what replaying them shows (`verifying.py`)."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Event, Options, Step
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move
from games.kit.notation import read, write
from games.kit.seats import Seat


class Moved(Struct, frozen=True, tag="move"):
    """Record a seat's move in the notation; a house bot's is recorded like a person's."""

    seat: Seat
    move: str


class TimedOut(Struct, frozen=True, tag="time-up"):
    """Record that these seats did not answer in time."""

    seats: tuple[Seat, ...]


class Left(Struct, frozen=True, tag="left"):
    seat: Seat


class TakenOver(Struct, frozen=True, tag="taken-over"):
    """Record that a house bot plays this seat from here on (ruling ALL-3); the game itself does not change."""

    seat: Seat


class Returned(Struct, frozen=True, tag="returned"):
    """Record that the player has the seat back."""

    seat: Seat


Deed = Moved | TimedOut | Left | TakenOver | Returned


class CalledOff(Struct, frozen=True, tag="void"):
    """Record that the game was called off, the last deed of one without an end of its own. `why`: as it was told."""

    why: str


AnyDeed = Deed | CalledOff


class Committed(Struct, frozen=True, tag="commitment"):
    """Hold the first line: what was posted before anybody sat down. `key`: the number of the operator's key."""

    protocol: str
    form: int
    game: str
    rules: str
    game_id: str
    key: int
    commitment: str


class Mismatch(Exception):  # noqa: N818 - what the check found, in its own words
    """Name the first line (from 1) of a record that does not agree with the protocol or the rules."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def perform(
    game: AnyGame,
    state: Any,
    deed: Deed,
    dice: Dice,
    legal: tuple[LegalMove, ...] | None = None,
    move: Move | None = None,
) -> Step[Any]:
    """Return the step of one deed. Raises Illegal or Unreadable for a move that is not legal.

    `legal`: the legal moves of its seat, if they have been listed already. `move`: the deed's move, as a person's words
    were read; otherwise its line is read.
    """
    match deed:
        case Moved(seat=seat, move=line):
            return game.play(state, seat, read(line, game.moves) if move is None else move, dice, legal)
        case TimedOut(seats=seats):
            return game.time_up(state, seats, dice)
        case Left(seat=seat):
            return game.leave(state, seat, dice)
        case TakenOver() | Returned():
            return Step(state, ())


def moved_by(seat: Seat, move: Any) -> Moved:
    return Moved(seat, write(move))


def told_raw(game: AnyGame, events: Sequence[Event]) -> tuple[msgspec.Raw, ...]:
    encode = codec(game).encode
    return tuple([msgspec.Raw(encode(event)) for event in events])


def options_as_text(options: Options) -> dict[str, Any]:
    return options.model_dump(mode="json")


# Verifying


class Moment(Struct, frozen=True):
    """Hold a moment of a replayed game: what was done (None: it began), what was told of it, and the state after it."""

    deed: AnyDeed | None
    events: tuple[Event, ...]
    state: Any


def compare(game: AnyGame, step: Step[Any], written: Sequence[msgspec.Raw], number: int) -> None:
    for said, found in zip(written, told_raw(game, step.events), strict=False):
        if bytes(said) != bytes(found):
            raise Mismatch(number, f"the record says {bytes(said).decode()}, the rules say {bytes(found).decode()}")
    if len(written) != len(step.events):
        raise Mismatch(number, f"the record has {len(written)} events, the rules give {len(step.events)}")
