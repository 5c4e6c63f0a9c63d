"""A game as a file: everything that changed it, in order, replayed to the last event and verified (`fair.py`).

Here stand the deeds, and the records of `potluck/1`, which nobody writes any more: those of `potluck/2` are in
`chain.py`, and whoever checks a record asks `verifying.py`, which knows both.

A record of `potluck/1` is a text of JSON lines: the commitment, the start (options, stacks, texts, stamp), a line for
each deed with its events, and the end (seed, counts of draws, result, and the SHA-256 of all lines before it).
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from games.catalogue import AnyGame, catalogue
from games.kit.codec import codec
from games.kit.contract import Event, Options, Step
from games.kit.dice import Dice
from games.kit.money import Stacks
from games.kit.moves import LegalMove
from games.kit.notation import read, write
from games.kit.seats import Seat
from games.proof import fair
from games.proof.seeded_dice import SeededDice

FORM: Final = 1


class Moved(Struct, frozen=True, tag="move"):
    """A seat's move in the notation; a house bot's is recorded like a person's."""

    seat: Seat
    move: str


class TimedOut(Struct, frozen=True, tag="time-up"):
    """These seats said nothing."""

    seats: tuple[Seat, ...]


class Left(Struct, frozen=True, tag="left"):
    seat: Seat


class TakenOver(Struct, frozen=True, tag="taken-over"):
    """A house bot plays this seat from here on (ruling ALL-3); the game itself does not change."""

    seat: Seat


class Returned(Struct, frozen=True, tag="returned"):
    """The player has the seat back."""

    seat: Seat


Deed = Moved | TimedOut | Left | TakenOver | Returned


class CalledOff(Struct, frozen=True, tag="void"):
    """The game was called off: the last deed of one that comes to no end of its own. `why`: as the table was told.

    A deed of `potluck/2` alone (`games/proof/chain.py`).
    """

    why: str


AnyDeed = Deed | CalledOff


class Committed(Struct, frozen=True, tag="commitment"):
    """The first line: what was posted before anybody sat down. `key`: the number of the operator's key."""

    protocol: str
    form: int
    game: str
    rules: str
    game_id: str
    key: int
    commitment: str


class Started(Struct, frozen=True, tag="start"):
    """`carry`: what the game before of a series handed on; `null` for none."""

    options: dict[str, Any]
    stacks: Stacks
    carry: msgspec.Raw
    pairs: tuple[fair.Pair, ...]
    events: tuple[msgspec.Raw, ...]


class Done(Struct, frozen=True, tag="deed"):
    deed: Deed
    events: tuple[msgspec.Raw, ...]


class Ended(Struct, frozen=True, tag="end"):
    """`void`: why a game was called off before its own end; empty for a whole game."""

    seed: str
    draws: dict[str, int]
    result: msgspec.Raw
    void: str
    sha256: str


Line = Committed | Started | Done | Ended
LINES: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


class Mismatch(Exception):  # noqa: N818 - what the check found, in its own words
    """The first line (from 1) of a record that does not agree with the protocol or the rules."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def perform(game: AnyGame, state: Any, deed: Deed, dice: Dice, legal: tuple[LegalMove, ...] | None = None) -> Step[Any]:
    """Return the step of one deed. Raises Illegal or Unreadable for a move that is not legal.

    `legal`: the legal moves of its seat, where they have been listed already.
    """
    match deed:
        case Moved(seat=seat, move=line):
            return game.play(state, seat, read(line, game.moves), dice, legal)
        case TimedOut(seats=seats):
            return game.time_up(state, seats, dice)
        case Left(seat=seat):
            return game.leave(state, seat, dice)
        case TakenOver() | Returned():
            return Step(state, ())


def moved_by(seat: Seat, move: Any) -> Moved:
    return Moved(seat, write(move))


def told_raw(game: AnyGame, events: Sequence[Event]) -> tuple[msgspec.Raw, ...]:
    return tuple(msgspec.Raw(codec(game).encode(event)) for event in events)


def line(content: Line) -> str:
    return msgspec.json.encode(content).decode()


def options_as_text(options: Options) -> dict[str, Any]:
    return options.model_dump(mode="json")


def closing(
    game: AnyGame, lines: Sequence[str], seed: bytes, draws: Mapping[str, int], state: Any, void: str = ""
) -> str:
    """Return the last line of a record, over all the lines before it."""
    result = msgspec.Raw(codec(game).encode(game.result(state)))
    return line(Ended(seed.hex(), dict(sorted(draws.items())), result, void, digest(lines)))


def digest(lines: Sequence[str]) -> str:
    return hashlib.sha256("".join(f"{one}\n" for one in lines).encode()).hexdigest()


# Verifying


class Moment(Struct, frozen=True):
    """One moment of a replayed game: what was done (None: it began), what was told of it, and the state after it."""

    deed: AnyDeed | None
    events: tuple[Event, ...]
    state: Any


class Replayed(Struct, frozen=True):
    """A record that was checked, line by line: its moments, the start first. `void`: as in `Ended`."""

    committed: Committed
    started: Started
    moments: tuple[Moment, ...]
    void: str


def verify(text: str, games: Mapping[str, AnyGame] | None = None) -> Committed:
    """Check a whole record offline: commitment, entropy, every draw and every event. Raises Mismatch.

    `games`: the rules to replay; the installed ones unless given.
    """
    return replayed(text, games).committed


def replayed(text: str, games: Mapping[str, AnyGame] | None = None) -> Replayed:
    """Check a whole record as `verify` does, and return all that happened in it. Raises Mismatch."""
    lines = lines_of(text)
    parsed = list(parse(lines))
    match parsed:
        case [Committed() as committed, Started() as started, *deeds, Ended() as ended]:
            pass
        case _:
            raise Mismatch(max(1, len(lines)), "a record is a commitment, a start, deeds and an end")
    game = game_of(committed, catalogue() if games is None else games)
    seed = seed_of(committed, ended, len(lines))
    dice = SeededDice(seed, committed.game_id, fair.entropy(started.pairs))
    step = replay_start(game, started, dice)
    moments = [Moment(None, step.events, step.state)]
    for number, done in enumerate(deeds, start=3):
        if not isinstance(done, Done):
            raise Mismatch(number, "a deed was expected")
        step = replay_deed(game, step.state, done, dice, number)
        moments.append(Moment(done.deed, step.events, step.state))
    check_end(game, step.state, ended, dice, len(lines))
    if ended.sha256 != digest(lines[:-1]):
        raise Mismatch(len(lines), "the SHA-256 is not that of the lines before it")
    return Replayed(committed, started, tuple(moments), ended.void)


def lines_of(text: str) -> list[str]:
    """Return the lines of a file; a line separator within a player's text is none of ours."""
    return [one.removesuffix("\r") for one in text.rstrip("\r\n").split("\n")]


def parse(lines: Sequence[str]) -> Iterator[Line]:
    """Yield the lines of a record, decoded. Raises Mismatch at the first that is none."""
    for number, content in enumerate(lines, start=1):
        try:
            yield LINES.decode(content)
        except msgspec.MsgspecError as error:
            raise Mismatch(number, f"not a line of a record ({error})") from None


def game_of(committed: Committed, games: Mapping[str, AnyGame]) -> AnyGame:
    if committed.protocol != fair.FIRST or committed.form != FORM:
        raise Mismatch(1, f"protocol {committed.protocol!r} form {committed.form} is not known here")
    game = games.get(committed.game)
    if game is None or game.version != committed.rules:
        raise Mismatch(1, f"the rules {committed.rules!r} are not installed here")
    return game


def seed_of(committed: Committed, ended: Ended, number: int) -> bytes:
    try:
        seed = bytes.fromhex(ended.seed)
    except ValueError:
        raise Mismatch(number, "the seed is not hexadecimal") from None
    if not hmac.compare_digest(fair.commitment(committed.game_id, seed), committed.commitment):
        raise Mismatch(1, "the commitment is not that of the seed revealed at the end")
    return seed


def replay_start(game: AnyGame, started: Started, dice: Dice) -> Step[Any]:
    try:
        options = game.options.model_validate(started.options)
        carry = None if bytes(started.carry) == b"null" else codec(game).carry(bytes(started.carry))
        step = game.start(options, started.stacks, dice, carry)
    except ValueError as error:
        raise Mismatch(2, f"the game cannot start like this ({type(error).__name__})") from None
    compare(game, step, started.events, 2)
    return step


def replay_deed(game: AnyGame, state: Any, done: Done, dice: Dice, number: int) -> Step[Any]:
    ask = game.asks(state)
    if ask is None:
        raise Mismatch(number, "the game was over before this deed")
    if isinstance(done.deed, TimedOut) and not set(done.deed.seats) <= set(ask.seats):
        raise Mismatch(number, "a seat's time was up that nobody awaited")
    try:
        step = perform(game, state, done.deed, dice)
    except Exception as error:  # noqa: BLE001 - whatever a forged deed provokes, it is this line that is wrong
        raise Mismatch(number, f"the rules refuse this deed ({error})") from None
    compare(game, step, done.events, number)
    return step


def compare(game: AnyGame, step: Step[Any], written: Sequence[msgspec.Raw], number: int) -> None:
    for said, found in zip(written, told_raw(game, step.events), strict=False):
        if bytes(said) != bytes(found):
            raise Mismatch(number, f"the record says {bytes(said).decode()}, the rules say {bytes(found).decode()}")
    if len(written) != len(step.events):
        raise Mismatch(number, f"the record has {len(written)} events, the rules give {len(step.events)}")


def check_end(game: AnyGame, state: Any, ended: Ended, dice: Dice, number: int) -> None:
    draws = {label: count for label, count in ended.draws.items() if not label.startswith("bot/")}
    if draws != dict(dice.counts):
        raise Mismatch(number, f"the record counts draws {draws}, the rules made {dice.counts}")
    result = game.result(state)
    if (result is None) != bool(ended.void):
        raise Mismatch(number, "the game had not come to its end" if result is None else "a whole game is called void")
    if bytes(ended.result) != codec(game).encode(result):
        raise Mismatch(number, "the result is not the one the rules come to")
