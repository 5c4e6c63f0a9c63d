"""Define what a game takes and gives. The rules that a game must supply are in `games/kit/game.py`.

Data goes down once and comes up once: a move goes in, events come out; a view goes out, and everything that is shown,
offered or guessed is made from it.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import astuple
from pydantic import BaseModel, ConfigDict

from games.kit.board import Board, Glimpse
from games.kit.cues import Cue
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove
from games.kit.seats import Seat
from games.kit.telling import Phrase, Say, kebab, said_by_fields

Seconds = int


class Event(Struct, frozen=True, tag=kebab):
    """State one fact of what happened. It is told by the message with the event's name; its fields are the values.

    `fades`: the line is taken back after so many seconds, if the platform can do that. `replaces`: it takes the place
    of the last line of the same kind to the same audience. `in_between`: it is a step of a count, left out if lines
    cannot be replaced. `opens_line`: of several events told at once, this one begins a new line.
    """

    reveals: ClassVar[bool] = False
    """Whether, by the rules, the event turns up something hidden from those who hear it. All other events must read the
    same whatever is hidden: see `games/lab/overheard.py`.
    """

    @property
    def cue(self) -> Cue | None:
        """Return the sound of the event; None: no sound."""
        return None

    def cues(self) -> tuple[Cue, ...]:
        """Return the sounds of the event: its own, then those of its phrases, each once."""
        found = dict.fromkeys((self.cue, *[one.cue for one in phrases_of(self)]))
        return tuple(filter(None, found))

    def whose_turn(self) -> tuple[Seat, ...]:
        """Return whose turn it is according to the end of its sentence; empty: the sentence does not say."""
        for one in reversed(phrases_of(self)):
            if (seat := one.whose_turn) is not None:
                return (seat,)
        return ()

    @property
    def opens_line(self) -> bool:
        """Return whether the event begins a new line when several are told at once."""
        return False

    @property
    def fades(self) -> Seconds | None:
        """Return after how many seconds the line is taken back; None: never."""
        return None

    @property
    def replaces(self) -> bool:
        """Return whether the event takes the place of the last line of its kind to the same audience."""
        return False

    @property
    def in_between(self) -> bool:
        """Return whether the event is left out where no line can replace the last one."""
        return False

    say = said_by_fields
    """Return the sentence of this event; its fields are the values."""

    def say_among(self, house: frozenset[Seat]) -> Say:  # noqa: ARG002
        """Return the sentence, without what only people need, for a table with these house bots. By default: `say`."""
        return self.say()


def phrases_of(event: Event) -> list[Phrase]:
    """Return the phrases that the fields of an event hold, singly or in rows."""
    found: list[Phrase] = []
    for value in astuple(event):
        if isinstance(value, Phrase):
            found.append(value)
        elif isinstance(value, tuple):
            found += [one for one in value if isinstance(one, Phrase)]
    return found


class PublicEvent(Event, frozen=True):
    """Tell everybody what happened; no field may be able to hold a secret."""


class PrivateEvent(Event, frozen=True):
    """Tell one seat alone what happened."""

    to: Seat

    @property
    def in_view(self) -> bool:
        """Return whether the seat's view always says the same, so that it need not be told beside that view."""
        return False

    @property
    def glimpse(self) -> Glimpse | None:
        """Return the piece that the seat sees for a moment where the event is told at once; None: there is none.

        It is no more than the sentence says, and nothing shows it later.
        """
        return None


# What a viewer knows


class View(Struct, frozen=True):
    """Hold what one viewer may know of the state now. Each game adds what else there is to know in its own subclass.

    `bank`: what the House has won in this game; below zero: what it has paid. `winners`: empty until the end.
    """

    phase: str
    pot: Suckers
    stacks: Stacks
    bank: int
    winners: tuple[Seat, ...]


class Scene(Struct, frozen=True):
    """Hold a view as sentences: the table's lines, then what only this viewer sees; for any platform and any language.

    `board`: the same in pieces that can be seen and pressed; lines say all that is on it. None: there is nothing to
    draw. `own_drawn`: the sentences of `own` that the board also shows, so that they need not be said beside it.
    """

    table: tuple[Say, ...]
    own: tuple[Say, ...] = ()
    board: Board | None = None
    own_drawn: tuple[Say, ...] = ()


class Ask(Struct, frozen=True):
    """Say who is awaited, and for how long. While the id stays the same, so does the deadline.

    No `seats`: the clock alone moves the game on, and silence is an answer (an auction's count, an open race).
    `extend_to`: after a move under the same id, at least so many seconds are left until the deadline. `head_start`:
    house bots wait so many seconds, and by chance up to as many more, so that people can win a race against them.
    `call`: the number of the call within one question. The clock begins anew with each call (going once, a falling
    price); a button that was pressed at the call before still answers this question. `warning`: what silence would
    cost, told to everybody 5 seconds before the end; it says nothing of a hand.
    """

    id: str
    seats: tuple[Seat, ...]
    seconds: Seconds
    extend_to: Seconds = 0
    call: int = 0
    head_start: Seconds = 0
    warning: Say | None = None


class Odds(Struct, frozen=True):
    """Tell a player privately what their own chances are now."""

    lines: tuple[Say, ...]


class Result(Struct, frozen=True):
    """Say why a game ended, who won, what each seat has now, and what the House won in all (below zero: what it paid).

    `next_after`: the host starts the next game of the series by itself after so many seconds; None: when asked to.
    """

    ended: str
    winners: tuple[Seat, ...]
    stacks: Stacks
    bank: int = 0
    next_after: Seconds | None = None


Places = tuple[int | None, ...]
"""By seat, the place at a game's end: 1 is the best, equals share it. 0: it has none. None: it took no part."""


class Illegal(Exception):  # noqa: N818 - the rulebooks' word
    """Refuse a move by the rules: the fields are given, and the words file makes the sentence of them.

    Only its player is told: no value may be something that this player must not know.
    """

    def __init__(self, reason: Say, *, rule: str, legal: tuple[LegalMove, ...] = ()) -> None:
        super().__init__(reason.id)
        self.reason, self.rule, self.legal = reason, rule, legal


class Nothing(Struct, frozen=True):
    """Stand for the carry of a game that hands nothing on to the next."""


class Options(BaseModel):
    """Hold a game's options, as hosts set them: `key=value`. Keys and values are those of the rulings."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    def __hash__(self) -> int:
        """Return the same for all options of a game, which are few: pydantic's own hash takes all values each time."""
        return hash(type(self))

    @classmethod
    @cache
    def schema_of_all(cls) -> dict[str, Any]:
        """Return the JSON schema of these options. It is cached: making it takes milliseconds."""
        return cls.model_json_schema()


class Abilities(NamedTuple):
    """Say what every place of a table can do. The default of an option may depend on it.

    `tells_alone`: the place can reach each person alone by itself; else people must open a page to be told a secret.
    """

    takes_back: bool = True
    equal_delay: bool = True
    tells_alone: bool = True


S = TypeVar("S", bound=Struct)


class Step(NamedTuple, Generic[S]):
    state: S
    events: tuple[Event, ...]


class StepBuilder(Generic[S]):
    """Put one step together: the state so far, the dice, and what has happened.

    A game's own subclass adds its verbs: to ask, to pay, to put a card on the pile.
    """

    def __init__(self, state: S, dice: Dice) -> None:
        self.state, self.dice = state, dice
        self.events: list[Event] = []

    def tell(self, *events: Event) -> None:
        """Add events to what has happened; nothing told is ever taken back."""
        self.events.extend(events)

    def build(self) -> Step[S]:
        """Return the step as it is now."""
        return Step(self.state, tuple(self.events))


Resample = Callable[[Dice], Any]
"""The host's closure over `Game.resample`: it gives another state that agrees with all the asking seat was told."""
