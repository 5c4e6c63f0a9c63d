"""A session: one table's whole stored life, a lobby, then a series of games, then closed. Users call it a table.

Times are in ms since the epoch, spans in seconds. How it is stored: `bot/table/codec.py`.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.table.phases import Between, Closed, EndedGame, Hosting, Lobby, Phase, Playing, Pledge, PrivateTold
from bot.table.seats import KeptSeats, Newcomer, Removed, Seated, Untold
from games.catalogue import AnyGame, catalogue
from games.kit.codec import codec
from games.kit.contract import Abilities, Ask, Options, PrivateEvent, Result
from games.kit.kept import known_once
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove
from games.kit.seats import Seat
from games.proof.seeded_dice import SeededDice
from games.tournament import FEWEST_ENTRANTS, MOST_ENTRANTS, MOST_TABLES
from persistence import FORM, TableRef

SCHEMA: Final = FORM
"""The form of a session is that of all that is stored (threats F21, F22)."""
NO_SEED: Final = b"\0" * 32
IDLE: Final = 6 * 3600
"""Seconds after which a table where nothing happens is closed."""
PAUSE: Final = 3600
"""Seconds after which a pause of staff's ends by itself: none is a way to end a game (threats T30)."""
SILENT: Final = 120
"""Seconds after which a host who says nothing hosts no more, and those who sit there may vote for starting."""


class TableOptions(Struct, frozen=True, omit_defaults=True):
    """The options that the host of a table sets besides the game's own. `pace`: seconds a house bot takes.

    `admits`: who may sit down: all, subscribers, followers, vips (`bot/people/entry.py`).
    """

    money: str = "chips"
    buyin: int = 200
    level: int = 2
    pace: int = 2
    admits: str = "all"

    @property
    def from_purses(self) -> int:
        """Return what a seat takes out of a purse; 0 at a table for chips."""
        return self.buyin if self.money == "purse" else 0


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
    came: dict[PersonId, int] = {}

    @property
    def waits(self) -> bool:
        return self.awaits > self.seating


class Practice(Struct, frozen=True):
    """The table plays a game on from where it was called off: for nothing, and with dice of seeds of its own.

    `record`, `number`: of the game that was called off. `players`: who sat there, seat by seat; nobody on a house bot's
    seat, or one that was left for good, as those `out` were. `stacks`: of its last round's start. `state`: where
    it was called off; `told`: what single seats had been told in that round. `house`: what house bots are called that
    take a free seat.
    """

    record: str
    number: int
    players: tuple[PersonId, ...]
    out: tuple[Seat, ...]
    stacks: tuple[int, ...]
    state: msgspec.Raw
    told: tuple[PrivateTold, ...]
    house: tuple[str, ...]


class Paused(Struct, frozen=True):
    """The table's clock stands still since `at`.

    `why`: `staff` (and `by` whom); `motion`: it waits till it is decided what was asked, `by` whom; `place`: nobody can
    be told now; `platform`: those awaited can't be reached, and whoever else may move does; `stream`: the stream (of
    whom: `by`) is offline; `lost`: the store has lost steps. `until`: when a pause of staff's ends by itself, else 0.
    """

    at: int
    by: str
    why: str
    until: int = 0


class Offline(Struct, frozen=True):
    """The stream of the table's channel is offline since `at`. `until`: when a game is void that was paused for it.

    0: it was not paused, its round is the last. `by`, `name`: whose stream. `had_enough`: the host had said so before.
    """

    at: int
    until: int
    by: PersonId
    name: str
    hours: int = 0
    had_enough: bool = False


class Motion(Struct, frozen=True):
    """What a moderator who plays here for purses asks the others for (`bot/table/motions.py`): reset, end or remove; or
    anybody who plays here: to put somebody out (`bot/table/putting_out.py`), by a vote that is open at once.

    `number`: by which people agree to it. `by`, `others`, `name`: whoever asks, with the ids of their other selves;
    `whom`: who is to be removed, `also` their other selves. `moment`: of the table, when it was asked. `until`: when
    its time is up (ms). `is_open`: no other moderator has answered in time, and those who sit here decide. `votes`: who
    of them has said yes.
    """

    number: int
    did: str
    by: PersonId
    others: tuple[PersonId, ...]
    name: str
    reason: str
    whom: str
    moment: str
    until: int
    also: tuple[PersonId, ...] = ()
    is_open: bool = False
    votes: tuple[PersonId, ...] = ()

    @property
    def of_table(self) -> bool:
        """Tell whether the table itself is asked, whose clock runs on."""
        return self.did == "put out"

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Return whoever asks, under all ids that are theirs."""
        return (self.by, *self.others)

    @property
    def deed(self) -> tuple[str, str, str]:
        """Return at which moment what is asked for, and of whom."""
        return self.moment, self.did, self.whom


class Mirror(Struct, frozen=True):
    """Another place where the table stands too, of this venue; the table stays the one of the venue that opened it."""

    venue: VenueId
    place: PlaceId


GROUNDS: Final[dict[str, frozenset[str]]] = {
    "ref": frozenset({"venue", "table"}),
    "rules": frozenset({"game"}),
    "game_options": frozenset({"game", "given", "abilities", "options", "tournament"}),
    "seats_allowed": frozenset({"game", "given", "abilities", "options", "tournament", "practice"}),
    "gathers": frozenset({"game", "given", "abilities", "options", "tournament", "practice"}),
    "state": frozenset({"game", "phase"}),
    "ask": frozenset({"game", "phase"}),
    "_legal": frozenset({"game", "phase"}),
    "people": frozenset({"seats"}),
    "seat_of": frozenset({"seats"}),
}
"""The fields from which alone each looked-up thing of a session follows: it holds on while these stay."""
OF_THE_GAME: Final = frozenset({"state", "ask", "_legal"})
"""What follows of a running game's phase from the state alone: its clock may change."""


class Owing(Struct, frozen=True):
    """Somebody who left before their turn at what each does in a series; so many others have theirs before."""

    player: PersonId
    turns: int


class Session(Struct, frozen=True, omit_defaults=True, dict=True):
    """A table as one step left it: it never changes. What follows from it is looked up once, and handed down as it is.

    `given`: the game's options as typed. `pledge`: the commitment of the next game to start.

    `record`: the archived file of the last game that ended, empty for none. `enough`: no further game after this one.
    `mirrors`: those of `places` that belong to another venue. `cut_off`: platforms that can't be reached now.
    `tournament`: whether it gathers and hosts one, or is one of its tables. `told_to_all`: how many batches of the log
    told everybody something. `newcomers`: who sits down when the round that is on is over. `untold`: stakes for the
    round after it that the table has not been told of. `hosted_at`: when the host said something last. `votes`: who of
    those who sit here votes for starting; None while there is a host to say so. `offline`: it waits for its stream.
    `withheld`: the records that open when the series is over (`bot/table/withholding.py`). `practice`: it plays
    another game on, and leaves nothing behind (`bot/table/practising.py`). `kept_seats`: for raiders. `removed`: whom
    moderators took off it, and have not let in again. `motion`: what one asks for who plays here, and can't do alone;
    `declined`: the deeds of those that came to nothing, of the moment when the last one did.
    `sealed_in`: in which line of the log the commitment of the next game was told. `match`: the rounds of a match that
    goes on, which are proved as one game (`bot/table/withholding.py`). `owing`: who has left the series that goes on
    before their turn at what each does in it.
    """

    schema: int
    table: str
    code: TableCode
    venue: VenueId
    places: tuple[PlaceId, ...]
    game: str
    given: dict[str, str]
    abilities: Abilities
    options: TableOptions
    host: PersonId
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
    sealed_in: int = 0
    newcomers: tuple[Newcomer, ...] = ()
    untold: Untold | None = None
    hosted_at: int = 0
    votes: tuple[str, ...] | None = None
    offline: Offline | None = None
    withheld: tuple[str, ...] = field(default=(), name="sealed")
    practice: Practice | None = None
    kept_seats: KeptSeats | None = None
    removed: tuple[Removed, ...] = ()
    motion: Motion | None = None
    declined: tuple[tuple[str, str, str], ...] = ()
    match: EndedGame | None = None
    owing: tuple[Owing, ...] = ()

    @known_once
    def ref(self) -> TableRef:
        return TableRef(self.venue, self.table)

    @property
    def stacks(self) -> Stacks:
        """Return what lies before each seat, in suckers."""
        return tuple(Suckers(seated.stack) for seated in self.seats)

    @known_once
    def rules(self) -> AnyGame:
        return catalogue()[self.game]

    @known_once
    def game_options(self) -> Options:
        fixed = {} if self.tournament is None else self.rules.in_tournaments
        given = tuple(sorted({**self.given, **fixed}.items()))
        return _chosen(self.game, given, self.abilities, self.options.from_purses)

    @known_once
    def state(self) -> Any:
        """Return the state of a running or an ended game. ValueError in the lobby and after closing: there is none."""
        match self.phase:
            case Playing(state=state) | Between(state=state):
                return _state(self.game, bytes(state))
            case Lobby() | Hosting() | Closed():
                raise ValueError("no game stands on this table")

    @known_once
    def ask(self) -> Ask | None:
        """Return who is asked in the running game; None where no game is on, or only the clock is awaited."""
        return self.rules.asks(self.state) if isinstance(self.phase, Playing) else None

    @known_once
    def result(self) -> Result | None:
        """Return how the game on the table ended; None while it is on. Raises ValueError where there is none."""
        return self.rules.result(self.state)

    @known_once
    def carry(self) -> Any:
        """Return what the last whole game handed on to the next of the series; None where there is none."""
        match self.phase:
            case Lobby(carry=carry) | Between(carry=carry):
                content = bytes(carry)
                return None if content == b"null" else codec(self.rules).carry(content)
            case Playing() | Hosting() | Closed():
                return None

    @property
    def game_on(self) -> Playing | None:
        """Return the game that is on, also between two rounds of a match that is proved as one."""
        if isinstance(self.phase, Playing):
            return self.phase
        return None if self.match is None else self.match.playing

    @property
    def series_is_on(self) -> bool:
        """Tell whether the last game was whole, and the rules themselves have another follow it."""
        if not isinstance(self.phase, Between) or self.practice is not None:
            return False
        return self.result is not None and self.result.next_after is not None

    def legal_moves(self, seat: Seat) -> tuple[LegalMove, ...]:
        """Return what this seat may do in the game on the table. Raises ValueError where there is none."""
        known = self._legal
        if seat not in known:
            known[seat] = self.rules.legal_moves(self.state, seat)
        return known[seat]

    @known_once
    def next_state(self) -> Any:
        """Return the next game as it would begin now; None where it can't, or begins with no opening move."""
        fits = len(self.seats) in self.rules.seats(self.game_options)
        if (
            self.rules.opening is None
            or self.practice is not None
            or not fits
            or not isinstance(self.phase, Lobby | Between)
        ):
            return None
        return self.started_with(self.stacks, self.carry)

    def started_with(self, stacks: Stacks, carry: Any) -> Any:
        """Return the state in which a game would begin with these stacks; its dice are nobody's."""
        return self.rules.start(self.game_options, stacks, SeededDice(NO_SEED, "", b""), carry).state

    @known_once
    def _legal(self) -> dict[Seat, tuple[LegalMove, ...]]:
        """Keep the legal moves by seat, as far as somebody asked."""
        return {}

    @known_once
    def seats_allowed(self) -> range:
        """Return how many may sit when a game begins; who gathers for a tournament is seated at several tables."""
        if isinstance(self.tournament, TournamentRules):
            return range(FEWEST_ENTRANTS, min(MOST_ENTRANTS, MOST_TABLES * self.tournament.seats) + 1)
        if self.practice is not None:
            return range(1, len(self.practice.players) - len(self.practice.out) + 1)
        allowed = self.rules.seats(self.game_options)
        return allowed if self.tournament is None else range(1, allowed.stop)  # others may have left the final table

    @property
    def is_final(self) -> bool:
        """Tell whether it is the last table of a tournament."""
        return isinstance(self.tournament, OfTournament) and self.tournament.final

    def venue_at(self, place: PlaceId) -> VenueId:
        """Return the venue that this place of the table belongs to."""
        for mirror in self.mirrors:
            if mirror.place == place:
                return mirror.venue
        return self.venue

    @property
    def opened_in(self) -> VenueId:
        """Return the venue of the place where it stands first: not its own where that leads to another."""
        return self.venue_at(self.places[0]) if self.places else self.venue

    def place_on(self, platform: str) -> PlaceId:
        """Return where it stands on this platform; where it doesn't, its first place."""
        for place in self.places:
            if place.startswith(f"{platform}:"):
                return place
        return self.places[0]

    @known_once
    def seat_of(self) -> Callable[[PersonId], Seat | None]:
        """Return where a person sits; None for everybody else, and for who has left for good."""
        seats: dict[PersonId, Seat] = {}
        for seat, seated in enumerate(self.seats):
            if not seated.gone:
                seats.setdefault(seated.player, Seat(seat))
        return seats.get

    def newcomer(self, person: PersonId) -> Newcomer | None:
        """Return the stake with which this person waits to sit down; None for everybody else."""
        for one in self.newcomers:
            if one.player == person:
                return one
        return None

    def has(self, person: PersonId) -> bool:
        """Tell whether this person sits here, or waits to."""
        return self.seat_of(person) is not None or self.newcomer(person) is not None

    def is_removed(self, ids: frozenset[PersonId]) -> bool:
        """Tell whether somebody with one of these ids was taken off the table."""
        return self.removal_of(ids) is not None

    def removal_of(self, ids: frozenset[PersonId]) -> Removed | None:
        """Return how somebody with one of these ids was taken off the table; None: they were not."""
        return next((one for one in self.removed if one.is_one_of(ids)), None)

    def is_away(self, person: PersonId) -> bool:
        """Tell whether a house bot plays this person's seat for now."""
        seat = self.seat_of(person)
        return seat is not None and self.seats[seat].away

    @known_once
    def gathers(self) -> int | None:
        """Return for how many seconds a crowd's lobby stays open after the first stake; None for all other tables."""
        alone = self.tournament is not None or self.practice is not None
        return None if alone else self.rules.gathers(self.game_options)

    @known_once
    def people(self) -> tuple[Seated, ...]:
        return tuple(seated for seated in self.seats if not seated.is_bot and not seated.gone)

    @known_once
    def persons(self) -> frozenset[PersonId]:
        """Return those who sit here, and those who sit down when a crowd's round is over."""
        sitting = frozenset([one.player for one in self.people])
        return sitting.union([one.player for one in self.newcomers]) if self.newcomers else sitting

    @known_once
    def holders(self) -> frozenset[PersonId]:
        """Return those of whom suckers may lie here: those persons, and who has left a game for purses that is on."""
        left = [one.player for one in self.seats if one.gone and self.options.from_purses]
        return self.persons.union(left) if left else self.persons

    def changed(self, **fields: Any) -> "Session":
        """Return it with these fields, and with what was looked up and follows from none of them."""
        session = replace(self, **fields)
        stands = "game" not in fields and same_game(self.phase, session.phase)
        for name, known in self.__dict__.items():
            if (name in GROUNDS and GROUNDS[name].isdisjoint(fields)) or (stands and name in OF_THE_GAME):
                session.__dict__[name] = known
        return session

    def with_seat(self, seat: Seat, seated: Seated) -> "Session":
        return self.changed(seats=(*self.seats[:seat], seated, *self.seats[seat + 1 :]))

    @known_once
    def wake_at(self) -> int | None:
        """Return when the clock has something to do here next; of a paused table that it goes on, or is idle."""
        due, motion = self._wakes_at, self.motion
        return due if motion is None else motion.until if due is None else min(due, motion.until)

    @property
    def _wakes_at(self) -> int | None:
        """Return the same, whatever a moderator asks for."""
        if self.paused is not None:
            if self.paused.why == "stream" and self.offline is not None:
                return self.offline.until
            return self.paused.until if self.paused.why == "staff" else self.idle_at
        match self.phase:
            case Playing(clock=clock):
                due = [clock.ends_at, *(bot.at for bot in clock.bots)]
                due += [] if self.untold is None else [self.untold.at]
                return min(due if clock.warn_at is None else [*due, clock.warn_at])
            case Lobby(starts_at=starts_at) | Between(starts_at=starts_at):
                due = [self.idle_at] if starts_at is None else [starts_at, self.idle_at]
                due += [] if self.kept_seats is None else [self.kept_seats.until]
                silent_at = self.silent_at
                return min(due if silent_at is None else [*due, silent_at])
            case Hosting(rises_at=rises_at, look_at=look_at) as hosting:
                return self.idle_at if hosting.over else min(rises_at, look_at, self.idle_at)
            case Closed():
                return None

    @known_once
    def silent_at(self) -> int | None:
        """Return when those who sit here may vote for starting; None: they may already, or have nobody to outvote."""
        if self.votes is not None or len(self.people) < 2 or self.tournament is not None:
            return None
        return self.hosted_at + SILENT * 1000


@lru_cache(maxsize=1024)
def _chosen(game: str, given: tuple[tuple[str, str], ...], abilities: Abilities, from_purses: int) -> Options:
    """Return options that were checked once: the same are asked for many times a move."""
    chosen: Options = catalogue()[game].options_from(dict(given), abilities, from_purses)
    return chosen


@lru_cache(maxsize=256)
def _state(game: str, content: bytes) -> Any:
    """Return a decoded state: it is immutable, and the last ones serve all who look."""
    return codec(catalogue()[game]).state(content)


def same_game(before: Phase, after: Phase) -> bool:
    """Tell whether a game goes on in the very state that it was in."""
    return isinstance(before, Playing) and isinstance(after, Playing) and before.state is after.state


def told_to(session: Session, seat: Seat) -> tuple[PrivateEvent, ...]:
    """Return the private events of the running game that this seat was told."""
    if not isinstance(session.phase, Playing):
        return ()
    found = (codec(session.rules).event(bytes(told.event)) for told in session.phase.told if told.seat == seat)
    return tuple(event for event in found if isinstance(event, PrivateEvent))
