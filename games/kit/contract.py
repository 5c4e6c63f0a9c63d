"""The contract between a game and the rest: what a game takes and gives. What a game is stands in `games/kit/game.py`.

Data goes down once and comes up once: a move goes in, events come out; a view goes out, and everything that is
shown, offered or guessed is made from it.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct
from pydantic import BaseModel, ConfigDict

from games.kit.board import Board
from games.kit.cues import Cue
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove
from games.kit.seats import Seat
from games.kit.telling import Phrase, Say, kebab, said_by_fields

Seconds = int


class Event(Struct, frozen=True, tag=kebab):
    """One fact of what happened: told by the message of its own name, its fields the values.

    `fades`: taken back after so many seconds where that can be done. `replaces`: stands instead of the last line of
    the same kind to the same audience. `in_between`: a step of a count, left out where lines stay. `opens_line`: of
    several told at once it begins a new line.
    """

    reveals: ClassVar[bool] = False
    """By the rules it turns up what was hidden from those whom it is told to. All others are told alike, however hidden
    things lie: see `games/lab/overheard.py`.
    """

    cue: ClassVar[Cue | None] = None
    """What it sounds like; None: nothing."""

    def cues(self) -> tuple[Cue, ...]:
        """Return what is heard of it: its own cue, then those of what it tells of, each once."""
        phrases = chain.from_iterable(in_a_field(getattr(self, name)) for name in self.__struct_fields__)
        found = (self.cue, *(one.cue for one in phrases))
        return tuple(dict.fromkeys(cue for cue in found if cue is not None))

    def whose_turn(self) -> tuple[Seat, ...]:
        """Return those whose turn its sentence says it is at its end; empty: it says nothing of that."""
        phrases = chain.from_iterable(in_a_field(getattr(self, name)) for name in self.__struct_fields__)
        found = [seat for one in phrases if (seat := one.whose_turn) is not None]
        return tuple(found[-1:])

    @property
    def opens_line(self) -> bool:
        """Return whether it begins a line, of several told at once."""
        return False

    @property
    def fades(self) -> Seconds | None:
        """Return after how many seconds it is taken back; None: never."""
        return None

    @property
    def replaces(self) -> bool:
        """Return whether it stands instead of the last line of its kind to the same audience."""
        return False

    @property
    def in_between(self) -> bool:
        """Return whether it is left out where no line can stand instead of the last one."""
        return False

    say = said_by_fields
    """Return the sentence of this event, its fields the values."""

    def say_among(self, house: frozenset[Seat]) -> Say:  # noqa: ARG002
        """Say it at a table where house bots play these seats: without what only a person needs. Plainly: the same."""
        return self.say()


def in_a_field(value: object) -> Iterator[Phrase]:
    """Yield the phrases that a field of an event holds, one or a row of them."""
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(one, Phrase):
            yield one


class PublicEvent(Event, frozen=True):
    """Told to everybody: it has no field that could hold a secret."""


class PrivateEvent(Event, frozen=True):
    """Told to one seat alone."""

    to: Seat

    @property
    def in_view(self) -> bool:
        """Return whether the seat's view says the same for as long as it is so: beside that it need not be told."""
        return False


# What a viewer knows


class View(Struct, frozen=True):
    """Hold what one viewer may know of the state now. A game lists what more there is to know in its own subclass.

    `bank`: what the House has won in this game; below zero: what it has paid. `winners`: empty until the end.
    """

    phase: str
    pot: Suckers
    stacks: Stacks
    bank: int
    winners: tuple[Seat, ...]


class Scene(Struct, frozen=True):
    """A view told: the table's lines, then what only this viewer sees; for no platform and no language.

    `board`: the same to be seen and pressed, in pieces; lines say all that is on it. None: there is nothing to draw.
    `own_drawn`: those of `own` that the board shows to who can see it, so that they need not be said beside it.
    """

    table: tuple[Say, ...]
    own: tuple[Say, ...] = ()
    board: Board | None = None
    own_drawn: tuple[Say, ...] = ()


class Ask(Struct, frozen=True):
    """Say who is awaited, and for how long. While the id stays, the deadline stays.

    No `seats`: the clock alone moves the game on, and silence is an answer (an auction's count, an open race).
    `extend_to`: after a move under the same id, the deadline is at least so many seconds away.
    `head_start`: house bots leave people so many seconds, and by chance up to as many more: a race is no race against
    a machine.
    `call`: within one question the clock begins anew with each call (going once, a price that falls); whoever pressed a
    button at the call before still means this question.
    `warning`: what silence would cost, told to everybody 5 seconds before the end; it says nothing of a hand.
    """

    id: str
    seats: tuple[Seat, ...]
    seconds: Seconds
    extend_to: Seconds = 0
    call: int = 0
    head_start: Seconds = 0
    warning: Say | None = None


class Odds(Struct, frozen=True):
    """A player's own chances now, told in private."""

    lines: tuple[Say, ...]


class Result(Struct, frozen=True):
    """Say why a game ended, who won, what each seat has now, and what the House won of them all (below zero: paid).

    `next_after`: the host starts the next game of the series by itself after so many seconds; None: when asked to.
    """

    ended: str
    winners: tuple[Seat, ...]
    stacks: Stacks
    bank: int = 0
    next_after: Seconds | None = None


class Illegal(Exception):  # noqa: N818 - the rulebooks' word
    """A move that the rules refuse: fields first, the words file makes the sentence.

    It is told to its player alone: no value may be what that player must not know.
    """

    def __init__(self, reason: Say, *, rule: str, legal: tuple[LegalMove, ...] = ()) -> None:
        super().__init__(reason.id)
        self.reason, self.rule, self.legal = reason, rule, legal


class Nothing(Struct, frozen=True):
    """Say what a game carries on into the next that carries nothing on."""


class Options(BaseModel):
    """A game's options, as hosts set them: `key=value`. Keys and values are those of the rulings."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class Abilities(NamedTuple):
    """Say what every place of a table can do; an option may have another default where one is lacking.

    `tells_alone`: it reaches each one alone by itself; else whoever is to be told a secret has to open a page.
    """

    takes_back: bool = True
    equal_delay: bool = True
    tells_alone: bool = True


S = TypeVar("S", bound=Struct)


class Step(NamedTuple, Generic[S]):
    state: S
    events: tuple[Event, ...]


Resample = Callable[[Dice], Any]
"""The host's closure over `Game.resample`: another state that agrees with all that the asking seat was told."""
