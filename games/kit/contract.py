"""The contract between a game and the rest: what a game is, takes and gives.

Data goes down once and comes up once: a move goes in, events come out; a view goes out, and everything that is
shown, offered or guessed is made from it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct
from pydantic import BaseModel, ConfigDict

from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move, refused_value, verb
from games.kit.seats import Seat, Spot, Viewer
from games.kit.telling import All, Say, field_types, kebab, say, told

Seconds = int


class Event(Struct, frozen=True, tag=kebab):
    """One fact of what happened: told by the message of its own name, its fields the values.

    `fades`: taken back after so many seconds where that can be done. `replaces`: stands instead of the last line of
    the same kind to the same audience. `opens_line`: of several told at once it begins a new line.
    """

    reveals: ClassVar[bool] = False
    """By the rules it turns up what was hidden from those whom it is told to. All others are told alike, however hidden
    things lie: see `games/lab/overheard.py`.
    """

    @property
    def opens_line(self) -> bool:
        return False

    @property
    def fades(self) -> Seconds | None:
        return None

    @property
    def replaces(self) -> bool:
        return False

    def say(self) -> Say:
        values = {name: told(kind, getattr(self, name)) for name, kind in field_types(type(self)).items()}
        return Say(str(self.__struct_config__.tag), values)

    def say_among(self, house: frozenset[Seat]) -> Say:  # noqa: ARG002
        """Say it at a table where house bots play these seats: without what only a person needs. Plainly: the same."""
        return self.say()


class PublicEvent(Event, frozen=True):
    """Told to everybody: it has no field that could hold a secret."""


class PrivateEvent(Event, frozen=True):
    """Told to one seat alone."""

    to: Seat


# What a viewer knows


class View(Struct, frozen=True):
    """What one viewer may know of the state now. A game lists what more there is to know in its own subclass.

    `bank`: what the House has won in this game; below zero: what it has paid. `winners`: empty until the end.
    """

    phase: str
    pot: Suckers
    stacks: Stacks
    bank: int
    winners: tuple[Seat, ...]


class Picture(Struct, frozen=True):
    svg: str
    alt: Say


class Piece(Struct, frozen=True):
    """Something that lies before a seat, and what this viewer sees of it: a cup, a card, a stack.

    `state`: a word for how it is drawn, such as `sold`.
    """

    spot: Spot
    shows: Say
    state: str = ""


class Scene(Struct, frozen=True):
    """A view told: the table's lines, then what only this viewer sees; for no platform and no language.

    `things`: what lies before the seats, as lines say it too; where there are pictures and buttons it can be pressed.
    """

    table: tuple[Say, ...]
    own: tuple[Say, ...] = ()
    picture: Picture | None = None
    things: tuple[Piece, ...] = ()


class Ask(Struct, frozen=True):
    """Who is awaited, and for how long. While the id stays, the deadline stays.

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
    """Why a game ended, who won, what each seat has now, and what the House won of them all (below zero: paid).

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
    """What a game carries on into the next that carries nothing on."""


class Options(BaseModel):
    """A game's options, as hosts set them: `key=value`. Keys and values are those of the rulings."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class Abilities(NamedTuple):
    """What every place of a table can do; an option may have another default where one is lacking."""

    takes_back: bool = True
    equal_delay: bool = True


O = TypeVar("O", bound=Options)  # noqa: E741 - options, state, carry
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Struct)


class Step(NamedTuple, Generic[S]):
    state: S
    events: tuple[Event, ...]


DealAgain = Callable[[Dice], Any]
"""The host's closure over `resample`: another state that agrees with all that the asking seat was told."""


class Game(ABC, Generic[O, S, C]):
    """The rules of one game. Pure: the same state, move and dice give the same step."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    version: ClassVar[str]
    """The version of the rules; it stands in the commitment line and in the record."""

    options: type[O]
    state: type[S]
    carry: type[C]
    moves: tuple[type[Move], ...]
    events: tuple[type[Event], ...]
    opening: type[Move] | None = None
    """The move that a game's name stands for (`halflings 50`): it may be given when sitting down."""
    tournaments: ClassVar[bool] = False
    """Whether it can be played as a tournament: then it says what `plays_on`, `joined` and `raised` are to be."""
    in_tournaments: ClassVar[Mapping[str, str]] = {}
    """Options that stand so at all tables of a tournament, as typed: those that its clock or its end make void."""
    last_one_plays: ClassVar[bool] = False
    """Whether a series goes on with one who is left, where all others have stood up: there is still a game to win."""
    settled: ClassVar[frozenset[str]] = frozenset()
    """Options that stand from the first game of a series to its end."""

    def defaults(self, given: Mapping[str, str], abilities: Abilities) -> dict[str, Any]:  # noqa: ARG002
        """Defaults that differ with another option or with what the table's places lack."""
        return {}

    def options_from(self, given: Mapping[str, str], abilities: Abilities = Abilities()) -> O:  # noqa: B008
        """The whole options out of those given as text. Raises pydantic's ValidationError."""
        return self.options.model_validate({**self.defaults(given, abilities), **given})

    @abstractmethod
    def seats(self, options: O) -> range:
        """How many may sit."""

    @abstractmethod
    def stack(self, options: O) -> Suckers:
        """What each seat starts with where the table has chips of its own."""

    def least(self, options: O) -> Suckers | None:  # noqa: ARG002
        """The stack that one needs to play; who has less may buy in again. None: nobody may."""
        return Suckers(1)

    def buys_in(self, options: O, carry: C | None, stacks: Stacks, seat: Seat) -> bool:  # noqa: ARG002
        """Whether this seat may buy in again between two games. Plainly: whoever has less than `least`."""
        least = self.least(options)
        return least is not None and stacks[seat] < least

    def held_up_by(self, options: O, carry: C | None, stacks: Stacks) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return the seats with too little for any game to be played; nobody, where one can be. Plainly: nobody."""
        return ()

    def must_buy_in(self, options: O, carry: C | None, stacks: Stacks) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return the seats that sit out the next game of the series unless they buy in again. Plainly: none."""
        return ()

    def cooldown(self, options: O) -> Seconds:  # noqa: ARG002
        """How long a person waits between two opening moves."""
        return 0

    def gathers(self, options: O) -> Seconds | None:  # noqa: ARG002
        """How long after the first opening move the lobby stays open; None: until it is full or told to start."""
        return None

    def implied(self, word: str) -> type[Move] | None:  # noqa: ARG002
        """The move that a line means which begins with this word and names no verb (`7s` for `play 7s`)."""
        return None

    def meant(self, kind: type[Move], words: tuple[str, ...]) -> tuple[type[Move], tuple[str, ...]]:
        """The move that people mean by this verb and these words (by `play joker as 10`: `joker as 10`)."""
        return kind, words

    def spelled_out(
        self,
        kind: type[Move],  # noqa: ARG002
        words: tuple[str, ...],
        legal: tuple[LegalMove, ...],  # noqa: ARG002
    ) -> tuple[str, ...]:
        """What people type behind this verb, in the notation's own words (`7s`: `7 7`, where two may be played)."""
        return words

    @abstractmethod
    def start(self, options: O, stacks: Stacks, dice: Dice, carry: C | None) -> Step[S]: ...

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[LegalMove, ...]:
        """What this seat may do now, in the order in which a player would read it."""

    def play(self, state: S, seat: Seat, move: Move, dice: Dice) -> Step[S]:
        """Play a move that `legal_moves` offers; raises Illegal for every other."""
        legal = self.legal_moves(state, seat)
        if not any(offer.covers(move) for offer in legal):
            raise self.refusal(state, seat, move, legal)
        return self.played(state, seat, move, dice)

    @abstractmethod
    def played(self, state: S, seat: Seat, move: Move, dice: Dice) -> Step[S]:
        """The step of a move that is known to be legal."""

    def refusal(self, state: S, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        """Why this move is refused: never by a value that others may not know."""
        same = [offer for offer in legal if type(move) is offer.move]
        if not same:
            ask = self.asks(state)
            if legal or ask is None or not ask.seats or seat in ask.seats:
                return Illegal(say("not-now", verb=verb(move)), rule=f"{self.name}: order of play", legal=legal)
            return Illegal(say("not-your-turn", awaited=All(ask.seats)), rule=f"{self.name}: order of play")
        wrong = next((name for name, choice in same[0].fields.items() if getattr(move, name) not in choice), None)
        if wrong is None:
            return Illegal(say("not-now", verb=verb(move)), rule=f"{self.name}: {verb(move)}", legal=legal)
        return Illegal(
            refused_value(type(move), wrong, same[0].fields[wrong]), rule=f"{self.name}: {verb(move)}", legal=legal
        )

    @abstractmethod
    def asks(self, state: S) -> Ask | None:
        """Who is awaited; None when the game is over."""

    @abstractmethod
    def time_up(self, state: S, seats: tuple[Seat, ...], dice: Dice) -> Step[S]:
        """These seats said nothing (ruling ALL-1)."""

    def leave(self, state: S, seat: Seat, dice: Dice) -> Step[S]:
        """This player is gone for good. Plainly: who is awaited says nothing more."""
        ask = self.asks(state)
        awaited = ask is not None and seat in ask.seats
        return self.time_up(state, (seat,), dice) if awaited else Step(state, ())

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View: ...

    @abstractmethod
    def scene(self, view: Any) -> Scene: ...

    def resample(self, state: S, seat: Seat, dice: Dice) -> S:  # noqa: ARG002
        """Another dealing that agrees with all that this seat was told. Plainly: nothing is hidden, there is none."""
        return state

    def choose(
        self,
        view: Any,  # noqa: ARG002
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        legal: tuple[LegalMove, ...],
        deal_again: DealAgain,  # noqa: ARG002
        level: int,  # noqa: ARG002
        dice: Dice,
    ) -> Move | None:
        """A house bot's move, from what its seat knows; level 0 (least) to 3 (best); None: it waits.

        Plainly: any legal move.
        """
        offer = dice.draw("choose").pick(legal)
        return dice.draw("choose").pick(offer.examples())

    def odds(
        self,
        view: Any,  # noqa: ARG002
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        deal_again: DealAgain,  # noqa: ARG002
        dice: Dice,  # noqa: ARG002
    ) -> Odds | None:
        """This seat's own chances now, from what it knows; None: nothing to reckon."""
        return None

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """None while the game runs."""

    def carried(self, state: S) -> C:  # noqa: ARG002
        """What an ended game hands to the next of its series; opaque to the host. Plainly: nothing."""
        return self.carry()

    def reseated(self, carry: C, seats: tuple[Seat | None, ...]) -> C:  # noqa: ARG002
        """The carry after people left between games: where each old seat is now, None for who is gone."""
        return carry

    def break_up(self, carry: C, stacks: Stacks) -> Stacks:  # noqa: ARG002
        """What each seat has once the series ends here: a carried pot goes back to those who sit. Plainly: no pot."""
        return stacks

    # A tournament over several tables: a game is one round, and people change tables between rounds

    def plays_on(self, options: O, carry: C | None, stacks: Stacks) -> tuple[bool, ...]:  # noqa: ARG002
        """Of each seat, whether it is still in the series; who isn't has been knocked out. Plainly: all are."""
        return (True,) * len(stacks)

    def joined(self, carry: C | None, of: C | None, seat: Seat) -> C:  # noqa: ARG002
        """The carry of a table when somebody comes to its next seat from this seat of another, whose carry was `of`.

        `carry` None: nobody sits there yet. Plainly: nobody brings anything.
        """
        return self.carry() if carry is None else carry

    def raised(self, options: O, level: int) -> dict[str, str]:  # noqa: ARG002
        """The options that change at this level of a tournament, from 0, as typed. Plainly: none."""
        return {}

    def options_odds(self, options: O) -> dict[str, Any] | None:  # noqa: ARG002
        """The exact odds of the game as a whole, for `potluck odds`; None where there are none to print."""
        return None
