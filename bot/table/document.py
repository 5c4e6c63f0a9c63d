"""A session: one table's whole stored life, a lobby, then a series of games, then closed. Users call it a table.

Times are in ms since the epoch, spans in seconds. Stored as JSON with a schema version; a newer bot reads every older
one, and refuses a newer one without touching it (threats F21, F22).
"""

from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from games.catalogue import AnyGame, catalogue
from games.kit.codec import codec
from games.kit.contract import Abilities, Options, PrivateEvent
from games.kit.seats import Seat
from games.kit.telling import Say
from games.proof.fair import Pair
from games.proof.record import Deed
from games.tournament import FEWEST_ENTRANTS, MOST_ENTRANTS, MOST_TABLES
from persistence import TableRef

SCHEMA: Final = 5
COUNTED: Final = 4
"""From this schema on a session counts what it told everybody."""
HOSTED: Final = 5
"""From this schema on a session knows when its host said something last."""
IDLE: Final = 6 * 3600
"""Seconds after which a table where nothing happens is closed."""
SILENT: Final = 120
"""Seconds after which a host who says nothing hosts no more, and those who sit there may vote for starting."""
BOT: Final = "bot:"


class TableOptions(Struct, frozen=True):
    """What the host of a table sets besides the game's own options. `pace`: seconds a house bot takes.

    `admits`: who may sit down: all, subscribers, followers, vips (`bot/people/entry.py`).
    """

    money: str = "chips"
    buyin: int = 200
    level: int = 2
    pace: int = 2
    admits: str = "all"


class Pledge(Struct, frozen=True):
    """The commitment to one game's seed: `salt` (R, hex) is stored, the key (by its number) never."""

    n: int
    game_id: str
    salt: str
    key: int
    commitment: str


class Kept(Struct, frozen=True):
    """A stake that was said while a round of a crowd is on: for the round after it. `text`: for the dice of that."""

    opening: str
    text: str


class Seated(Struct, frozen=True):
    """Who sits on a seat. `text`: for the dice of the next game. `opening`: an opening move kept for the start.

    `next`: what is kept for the round after the one that is on.
    `missed`: silences in a row. `away`: a house bot plays the seat until the player is back (ruling ALL-3).
    `gone`: left for good while a game is on; the seat is cleared when it ends.
    """

    player: str
    name: str
    stack: int
    text: str = ""
    opening: str = ""
    missed: int = 0
    away: bool = False
    gone: bool = False
    opened_at: int = 0
    next: Kept | None = None

    @property
    def is_bot(self) -> bool:
        return self.player.startswith(BOT)

    @property
    def played_by_house(self) -> bool:
        return self.is_bot or self.away


class Newcomer(Struct, frozen=True):
    """Who staked while a round of a crowd was on, and sits down when it is over.

    `stack`: what they have bought in with; it lies on the table already.
    """

    player: str
    name: str
    stack: int
    next: Kept


class Untold(Struct, frozen=True):
    """Stakes for the next round that the table is still to be told of, all in one line at `at`.

    `new`: by whom; `changed`: who has changed one that was told already.
    """

    at: int
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


class BotDue(Struct, frozen=True):
    seat: Seat
    at: int


class AskClock(Struct, frozen=True):
    """The deadline of one call of an Ask, and when house bots answer it. `resting`: bots that wait for the next one."""

    ask: str
    ends_at: int
    warn_at: int | None
    bots: tuple[BotDue, ...] = ()
    resting: tuple[Seat, ...] = ()
    call: int = 0


class PrivateTold(Struct, frozen=True):
    seat: Seat
    event: msgspec.Raw


class Lobby(Struct, frozen=True, tag="lobby"):
    """Before the first game, or after one that was called off. `starts_at`: when it starts by itself.

    `carry`: what the game before a void handed on, `null` for none.
    """

    starts_at: int | None = None
    carry: msgspec.Raw = msgspec.Raw(b"null")


class Playing(Struct, frozen=True, tag="playing"):
    """`before`: the stacks at the start, for a void. `log_start`: where this game's batches begin in the log.

    `carry`: what the game before handed on, `null` for none.
    """

    pledge: Pledge
    pairs: tuple[Pair, ...]
    stamp: str
    state: msgspec.Raw
    draws: dict[str, int]
    before: tuple[int, ...]
    carry: msgspec.Raw
    log_start: int
    told: tuple[PrivateTold, ...]
    clock: AskClock


class Between(Struct, frozen=True, tag="between"):
    """After a game. `stamp`: the platform's id of what ended it. `cast`: who played it, on the seats of `state`."""

    state: msgspec.Raw
    carry: msgspec.Raw
    stamp: str
    starts_at: int | None = None
    cast: "tuple[Cast, ...]" = ()


class PlayedAt(Struct, frozen=True):
    """One of a tournament's tables: its number, where it stands, and who was seated there last (by their ids)."""

    number: int
    table: str
    code: str
    place: str
    players: tuple[str, ...]


class Planned(Struct, frozen=True):
    """How one table of a tournament is to be seated, and what its series carries on."""

    table: str
    seated: "tuple[Seated, ...]"
    carry: msgspec.Raw


class Ranked(Struct, frozen=True):
    player: str
    name: str
    place: int


class CalledOff(Struct, frozen=True):
    """Who ended a tournament, and why; `staff`: a moderator, whose deeds stand in the audit log."""

    by: str
    name: str
    reason: str
    staff: bool


class Hosting(Struct, frozen=True, tag="hosting"):
    """A tournament under way at tables of its own. `pledge` to `draws`: the seed that its seats are drawn by.

    `seating`: the number of the seating that holds. `planned`: a seating that not all tables have yet. `waits`: no
    table begins another game until all have ended theirs. `level`: of the stakes, from 0; they rise at `rises_at`.
    `look_at`: when its tables are looked at again, whatever happens. `ranked`: who is out, the last place first.
    `called_off`: it is being closed, its tables first.
    """

    pledge: Pledge
    pairs: tuple[Pair, ...]
    stamp: str
    draws: dict[str, int]
    entered: "tuple[Cast, ...]"
    tables: tuple[PlayedAt, ...]
    seating: int
    planned: tuple[Planned, ...]
    waits: bool
    level: int
    rises_at: int
    look_at: int
    ranked: tuple[Ranked, ...]
    called_off: CalledOff | None = None

    @property
    def over(self) -> bool:
        """Everybody has come in."""
        return len(self.ranked) == len(self.entered)


class Closed(Struct, frozen=True, tag="closed"):
    """Everybody is paid back and gone."""


Phase = Lobby | Playing | Between | Hosting | Closed


class TournamentRules(Struct, frozen=True, tag="tournament"):
    """The lobby gathers a tournament. `seats`: at each of its tables at most. `level_seconds`: how long stakes last."""

    seats: int
    level_seconds: int


class OfTournament(Struct, frozen=True, tag="of-tournament"):
    """One of a tournament's tables. `tournament`: its session. `number`: from 1. `seating`: the one it has.

    `final`: the last table; nobody is taken off it, and the game's own end is the end. `awaits`: the number of the
    seating without which it begins no other game. `came`: who has come here since the last game, and by which seating.
    """

    tournament: str
    number: int
    seating: int
    final: bool
    awaits: int = 0
    came: dict[str, int] = {}

    @property
    def waits(self) -> bool:
        return self.awaits > self.seating


class Paused(Struct, frozen=True):
    """The table's clock stands still since `at`.

    `why`: `staff` (and `by` whom); `place`: nobody can be told now; `platform`: those awaited can't be reached, and
    whoever else may move does.
    """

    at: int
    by: str
    why: str


class Mirror(Struct, frozen=True):
    """Another place where the table stands too, of this venue; the table stays the one of the venue that opened it."""

    venue: str
    place: str


class Session(Struct, frozen=True):
    """`given`: the game's options as typed. `pledge`: the commitment of the next game to start.

    `record`: the archived file of the last game that ended, empty for none. `enough`: no further game after this one.
    `mirrors`: those of `places` that belong to another venue. `cut_off`: platforms that can't be reached now.
    `tournament`: whether it gathers and hosts one, or is one of its tables. `told_to_all`: how many batches of the log
    told everybody something. `newcomers`: who sits down when the round that is on is over. `untold`: stakes for the
    round after it that the table has not been told of. `hosted_at`: when the host said something last. `votes`: who of
    those who sit here votes for starting; None while there is a host to say so.
    """

    schema: int
    table: str
    code: str
    venue: str
    places: tuple[str, ...]
    game: str
    given: dict[str, str]
    abilities: Abilities
    options: TableOptions
    host: str
    seats: tuple[Seated, ...]
    pledge: Pledge
    log_length: int
    idle_at: int
    enough: bool
    record: str
    loaded: bool
    phase: Phase
    paused: Paused | None = None
    mirrors: tuple[Mirror, ...] = ()
    cut_off: tuple[str, ...] = ()
    tournament: TournamentRules | OfTournament | None = None
    told_to_all: int = 0
    newcomers: tuple[Newcomer, ...] = ()
    untold: Untold | None = None
    hosted_at: int = 0
    votes: tuple[str, ...] | None = None

    @property
    def ref(self) -> TableRef:
        return TableRef(self.venue, self.table)

    @property
    def rules(self) -> AnyGame:
        return catalogue()[self.game]

    @property
    def game_options(self) -> Options:
        fixed = {} if self.tournament is None else self.rules.in_tournaments
        return _chosen(self.game, tuple(sorted({**self.given, **fixed}.items())), self.abilities)

    @property
    def seats_allowed(self) -> range:
        """How many may sit when a game begins; who gathers for a tournament is seated at several tables."""
        if isinstance(self.tournament, TournamentRules):
            return range(FEWEST_ENTRANTS, min(MOST_ENTRANTS, MOST_TABLES * self.tournament.seats) + 1)
        allowed = self.rules.seats(self.game_options)
        return allowed if self.tournament is None else range(1, allowed.stop)  # others may have left the final table

    @property
    def is_final(self) -> bool:
        """Whether it is the last table of a tournament."""
        return isinstance(self.tournament, OfTournament) and self.tournament.final

    def venue_at(self, place: str) -> str:
        """The venue that this place of the table belongs to."""
        return next((mirror.venue for mirror in self.mirrors if mirror.place == place), self.venue)

    def place_on(self, platform: str) -> str:
        """Where it stands on this platform; where it doesn't, its first place."""
        return next((place for place in self.places if place.startswith(f"{platform}:")), self.places[0])

    def seat_of(self, person: str) -> Seat | None:
        """Where this person sits; None for everybody else, and for who has left for good."""
        for seat, seated in enumerate(self.seats):
            if seated.player == person and not seated.gone:
                return Seat(seat)
        return None

    def newcomer(self, person: str) -> Newcomer | None:
        """The stake with which this person waits to sit down; None for everybody else."""
        return next((one for one in self.newcomers if one.player == person), None)

    def has(self, person: str) -> bool:
        """Whether this person sits here, or waits to."""
        return self.seat_of(person) is not None or self.newcomer(person) is not None

    @property
    def gathers(self) -> int | None:
        """Of a crowd's table, the seconds for which its lobby stays open after the first stake; None for all others."""
        return None if self.tournament is not None else self.rules.gathers(self.game_options)

    @property
    def people(self) -> tuple[Seated, ...]:
        return tuple(seated for seated in self.seats if not seated.is_bot and not seated.gone)

    def with_seat(self, seat: Seat, seated: Seated) -> "Session":
        return replace(self, seats=(*self.seats[:seat], seated, *self.seats[seat + 1 :]))

    def wake_at(self) -> int | None:
        """The next moment at which the clock has something to do here; of a paused table only that it is idle."""
        if self.paused is not None:
            return self.idle_at
        match self.phase:
            case Playing(clock=clock):
                due = [clock.ends_at, *(bot.at for bot in clock.bots)]
                due += [] if self.untold is None else [self.untold.at]
                return min(due if clock.warn_at is None else [*due, clock.warn_at])
            case Lobby(starts_at=starts_at) | Between(starts_at=starts_at):
                due = [self.idle_at] if starts_at is None else [starts_at, self.idle_at]
                silent_at = self.silent_at
                return min(due if silent_at is None else [*due, silent_at])
            case Hosting(rises_at=rises_at, look_at=look_at) as hosting:
                return self.idle_at if hosting.over else min(rises_at, look_at, self.idle_at)
            case Closed():
                return None

    @property
    def silent_at(self) -> int | None:
        """When those who sit here may vote for starting; None where they may already, or have nobody to outvote."""
        if self.votes is not None or len(self.people) < 2 or self.tournament is not None:
            return None
        return self.hosted_at + SILENT * 1000


class Cast(Struct, frozen=True, array_like=True):
    """Who was on a seat, and what they were called, when something was told of it: later others may sit there.

    `house`: a house bot played it then.
    """

    seat: Seat
    player: str
    name: str
    house: bool = False


class Note(Struct, frozen=True):
    """Something the host tells; `to`: one seat alone."""

    say: Say
    to: Seat | None = None


class Batch(Struct, frozen=True):
    """One line of a session's log: a deed with its events, or notes of the host. `game`: the number `n`, 0 for none.

    `cast`: the seats that it speaks of or to. `order`: what a page may know its place by. What everybody is told has
    even numbers with no gap; what stands between two of them has the odd one, however much of it there is: so nobody
    can count what others do in private. None: stored before lines were counted so.
    """

    at: int
    game: int = 0
    deed: Deed | None = None
    events: tuple[msgspec.Raw, ...] = ()
    notes: tuple[Note, ...] = ()
    cast: tuple[Cast, ...] = ()
    order: int | None = None

    @property
    def is_for_all(self) -> bool:
        """Whether everybody is told something of it."""
        return self.order is None or self.order % 2 == 0


class TooNewError(Exception):
    """Stored by a newer bot than this one, or of a game that is not installed here; it is left as it is."""


_SCHEMA: Final = msgspec.json.Decoder(dict[str, Any])
_SESSION: Final = msgspec.json.Decoder(Session)
_BATCH: Final = msgspec.json.Decoder(Batch)


def encode(document: Session | Batch) -> bytes:
    return msgspec.json.encode(document)


def decode_session(content: bytes) -> Session:
    """Raises TooNewError, or msgspec.MsgspecError for what is no session (threats F23)."""
    if not is_text(content):
        raise msgspec.DecodeError("bytes that are no text")
    try:
        session = _SESSION.decode(content)
    except msgspec.MsgspecError:
        schema = _SCHEMA.decode(content).get("schema")
        if isinstance(schema, int) and schema > SCHEMA:
            raise TooNewError(f"schema {schema}") from None
        raise
    if session.schema > SCHEMA:
        raise TooNewError(f"schema {session.schema}")
    if session.game not in catalogue():
        raise TooNewError(f"game {session.game}")
    if not session.places:
        raise msgspec.ValidationError("a table without a place")
    told_to_all = session.told_to_all if session.schema >= COUNTED else session.log_length
    hosted_at = session.hosted_at if session.schema >= HOSTED else session.idle_at - IDLE * 1000
    return replace(session, schema=SCHEMA, told_to_all=told_to_all, hosted_at=hosted_at)


def is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def decode_batch(content: bytes) -> Batch:
    return _BATCH.decode(content)


@lru_cache(maxsize=1024)
def _chosen(game: str, given: tuple[tuple[str, str], ...], abilities: Abilities) -> Options:
    """The same options are asked for many times a move: they are checked once."""
    chosen: Options = catalogue()[game].options_from(dict(given), abilities)
    return chosen


@lru_cache(maxsize=256)
def _state(game: str, content: bytes) -> Any:
    """A state is immutable: the last ones decoded serve all who look."""
    return codec(catalogue()[game]).state(content)


def state_of(session: Session) -> Any:
    """The game's state, of a running or an ended game. ValueError in the lobby and after closing: there is none."""
    match session.phase:
        case Playing(state=state) | Between(state=state):
            return _state(session.game, bytes(state))
        case Lobby() | Hosting() | Closed():
            raise ValueError("no game stands on this table")


def series_is_on(session: Session) -> bool:
    """Whether the last game was whole, and the rules themselves have another follow it."""
    if not isinstance(session.phase, Between):
        return False
    result = session.rules.result(state_of(session))
    return result is not None and result.next_after is not None


def carried(session: Session) -> Any:
    """What the last whole game handed on to the next of the series; None where there is none."""
    match session.phase:
        case Lobby(carry=carry) | Between(carry=carry):
            content = bytes(carry)
            return None if content == b"null" else codec(session.rules).carry(content)
        case Playing() | Hosting() | Closed():
            return None


def told_to(session: Session, seat: Seat) -> tuple[PrivateEvent, ...]:
    """The private events of the running game that this seat was told."""
    if not isinstance(session.phase, Playing):
        return ()
    found = (codec(session.rules).event(bytes(told.event)) for told in session.phase.told if told.seat == seat)
    return tuple(event for event in found if isinstance(event, PrivateEvent))
