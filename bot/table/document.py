"""A session: the stored life of a table, which is a lobby, then a series of games, then closed. Users call it a table.

Times are in ms since the epoch, spans in seconds. For the stored form see `bot/table/codec.py`.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId, platform_of
from bot.table.phases import Between, Closed, EndedGame, Hosting, Lobby, Phase, Playing, Pledge, PrivateTold
from bot.table.seats import HOUSE, KeptSeats, Newcomer, Queued, Removed, Seated, Untold
from bot.text.safe_text import told_apart
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
"""The form of a session is that of all stored data (threats F21, F22)."""
NO_SEED: Final = b"\0" * 32
IDLE: Final = 6 * 3600
"""Seconds after which an idle table is closed."""
PAUSE: Final = 3600
"""Seconds after which a pause by staff ends by itself, so that none can end a game (threats T30)."""
SILENT: Final = 120
"""Seconds of silence after which the host does not host, and those who sit there may vote for starting."""


INVITED: Final = "invited"
"""The value of `admits` of a table where nobody sits down uninvited."""


class TableOptions(Struct, frozen=True, omit_defaults=True):
    """The host's options that every table has. `pace`: seconds that a house bot takes.

    `admits`: who may sit down: all, subscribers, followers, vips, invited (`bot/people/entry.py`). `spectators`: off:
    pages and overlays show the table only to those who sit there. `solo`: on: one person who plays house bots alone has
    time, and fresh chips for each game (`bot/table/stacks.py`). `chatter`: on: house bots say a short thing now and
    then.
    """

    money: str = "chips"
    buyin: int = 200
    level: int = 2
    pace: int = 2
    admits: str = "all"
    spectators: str = "on"
    chatter: str = "on"
    solo: str = "off"

    @property
    def by_invitation(self) -> bool:
        return self.admits == INVITED

    @property
    def from_purses(self) -> int:
        """Return what a seat costs from a purse; 0 at a table for chips."""
        return self.buyin if self.money == "purse" else 0


class TournamentRules(Struct, frozen=True, tag="tournament"):
    """The lobby gathers a tournament. `seats`: the most at each table. `level_seconds`: how long a level lasts."""

    seats: int
    level_seconds: int


class OfTournament(Struct, frozen=True, tag="of-tournament"):
    """This is a table of a tournament. `tournament`: its session. `number`: from 1. `seating`: the one it has.

    `final`: it is the last table; nobody is moved from it, and when its game ends, all ends. `awaits`: the number of
    the seating that it needs before another game. `came`: who has come since the last game, and by which seating.
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
    """The table plays on from where a game was called off: for nothing, with dice from new seeds.

    `record`, `number`: of the game that was called off. `players`: who sat there, by seat; nobody on the seats of house
    bots and in `out`, which were left for good. `stacks`: at the start of its last round. `state`: where it was called
    off. `told`: what single seats had been told in that round. `house`: the names of house bots that take free seats.
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

    `why`: `staff`: by a moderator (`by`). `motion`: until a motion (of whom: `by`) is decided. `place`: nobody can be
    told anything now. `platform`: the awaited can't be reached, all others may move. `stream`: the stream (of whom:
    `by`) is offline. `lost`: the store has lost steps. `until`: when a pause by staff ends by itself, else 0.
    """

    at: int
    by: str
    why: str
    until: int = 0


class Offline(Struct, frozen=True):
    """The stream of the table's channel is offline since `at`. `until`: when a game that is paused for it becomes void.

    0: it is not paused, and this round is the last. `by`, `name`: whose stream. `had_enough`: the host had already
    ended the series.
    """

    at: int
    until: int
    by: PersonId
    name: str
    hours: int = 0
    had_enough: bool = False


class Motion(Struct, frozen=True):
    """A request to the others at a table: by a moderator who plays there for purses (`bot/table/motions.py`) to reset,
    end or remove; or by any player to put somebody out (`bot/table/putting_out.py`), with a vote at once.

    `number`: people agree to this number. `by`, `others`, `name`: who asks, with the ids of their other selves. `whom`:
    who is to be removed, `also`: their other selves. `moment`: of the table when it was asked. `until`: its end (ms).
    `is_open`: no other moderator answered in time, so those who sit here decide. `votes`: who has agreed.
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
        """Tell whether it is a request to all at the table, during which the clock runs on."""
        return self.did == "put out"

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Return all ids of the person who asks."""
        return (self.by, *self.others)

    @property
    def deed(self) -> tuple[str, str, str]:
        """Return what is asked for, of whom, and at which moment."""
        return self.moment, self.did, self.whom


class Mirror(Struct, frozen=True):
    """Another place where the table is also shown, with that place's venue. The table's own venue stays the same."""

    venue: VenueId
    place: PlaceId


GROUNDS: Final[dict[str, frozenset[str]]] = {}
"""For each looked-up value of a session, the only fields that it follows from."""
OF_THE_GAME: Final = frozenset({"game", "phase"})
"""In a running or ended game, what follows from these follows from the state alone, whatever its clock does."""
OF_A_GAME: Final = (Playing, Between)
"""The phases that hold the state of a game."""
S = TypeVar("S")
T = TypeVar("T")


def follows_from(*fields: str) -> Callable[[Callable[[S], T]], known_once[S, T]]:
    """Look a value up once, as `known_once` does, and keep it for all sessions in which these fields stay the same."""

    def known(answer: Callable[[S], T]) -> known_once[S, T]:
        GROUNDS[answer.__name__] = frozenset(fields)
        return known_once(answer)

    return known


class Owing(Struct, frozen=True):
    """A person who left before their turn at what each does in a series, and how many others come before them."""

    player: PersonId
    turns: int


class Session(Struct, frozen=True, omit_defaults=True, dict=True):
    """A table after one step; it never changes. Values that follow from it are looked up once, and passed on.

    `given`: the game's options as typed. `pledge`: the commitment to the next game.

    `record`: the archived file of the last game; empty for none. `enough`: no further game after this one. `mirrors`:
    those of `places` that belong to another venue. `cut_off`: platforms that can't be reached now. `tournament`: the
    tournament that it gathers and hosts, or that it is a table of. `told_to_all`: how many batches of the log told
    everybody something. `newcomers`: who sits down after the current round. `untold`: stakes for the next round that
    are still to be told. `hosted_at`: when the host last said something. `votes`: who votes for starting; None while a
    host is there to decide. `offline`: it waits for its stream. `withheld`: records that are opened when the series is
    over (`bot/table/commitments.py`). `practice`: it plays a called-off game on, without consequences
    (`bot/table/practising.py`). `kept_seats`: for raiders. `removed`: people taken off and not let in again. `motion`:
    a request that others must agree to. `declined`: failed requests of the moment when the last one failed.
    `sealed_in`: the line of the log with the commitment to the next game. `match`: the rounds of the current match,
    which are proved as one game (`bot/table/commitments.py`). `owing`: who left the series before their turn at what
    each does in it. `queue`: who waits for a seat here. `waited`: the number of the game whose start was put off last.
    `ready`: who has said that the next game may begin, while a host is there to begin it. `opened_by`: whose limit of
    tables it counts for, as long as they host it; empty: nobody's, as for a tournament's own tables.
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
    queue: tuple[Queued, ...] = ()
    waited: int = 0
    ready: tuple[PersonId, ...] = ()
    opened_by: PersonId = PersonId("")

    @follows_from("venue", "table")
    def ref(self) -> TableRef:
        return TableRef(self.venue, self.table)

    @follows_from("seats")
    def stacks(self) -> Stacks:
        """Return the stack of each seat, in suckers."""
        return tuple([Suckers(seated.stack) for seated in self.seats])

    @follows_from("game")
    def rules(self) -> AnyGame:
        return catalogue()[self.game]

    @follows_from("game", "given", "abilities", "options", "tournament")
    def game_options(self) -> Options:
        fixed = {} if self.tournament is None else self.rules.in_tournaments
        given = tuple(sorted({**self.given, **fixed}.items()))
        return _chosen(self.game, given, self.abilities, self.options.from_purses)

    @follows_from(*OF_THE_GAME)
    def state(self) -> Any:
        """Return the state of a running or ended game. Raises ValueError in the lobby and after closing."""
        match self.phase:
            case Playing(state=state) | Between(state=state):
                return state_in(self.game, bytes(state))
            case Lobby() | Hosting() | Closed():
                raise ValueError("no game stands on this table")

    @follows_from(*OF_THE_GAME)
    def ask(self) -> Ask | None:
        """Return the Ask of the running game; None if no game is on or only the clock is awaited."""
        return self.rules.asks(self.state) if isinstance(self.phase, Playing) else None

    @follows_from(*OF_THE_GAME)
    def result(self) -> Result | None:
        """Return the result of the game on the table; None while it is on. Raises ValueError if there is no game."""
        return self.rules.result(self.state)

    @known_once
    def carry(self) -> Any:
        """Return what the last whole game passed on to the next of the series; None if nothing."""
        match self.phase:
            case Lobby(carry=carry) | Between(carry=carry):
                content = bytes(carry)
                return None if content == b"null" else codec(self.rules).carry(content)
            case Playing() | Hosting() | Closed():
                return None

    @property
    def game_on(self) -> Playing | None:
        """Return the current game, also between two rounds of a match that is proved as one game."""
        if isinstance(self.phase, Playing):
            return self.phase
        return None if self.match is None else self.match.playing

    @property
    def next_is(self) -> str:
        """Return what the next game is called: the first one, a game, a round, or the last part, which one plays."""
        if isinstance(self.phase, Lobby):
            return "first"
        still = self.rules.plays_on(self.game_options, self.carry, self.stacks)
        if self.rules.last_one_plays and sum(still) == 1:
            return "last"
        return self.rules.one_is if self.gathers is None else "round"

    @property
    def is_solo(self) -> bool:
        """Tell whether one person is left who plays, against house bots alone, where this is wanted."""
        if self.options.solo != "on" or self.gathers is not None or self.tournament is not None:
            return False
        there = [one for one in self.seats if not one.gone]
        return len(there) > 1 and sum(not one.is_bot for one in there) == 1

    @property
    def series_is_on(self) -> bool:
        """Tell whether the last game was whole, and by the rules another follows it."""
        if not isinstance(self.phase, Between) or self.practice is not None:
            return False
        return self.result is not None and self.result.next_after is not None

    def legal_moves(self, seat: Seat) -> tuple[LegalMove, ...]:
        """Return the legal moves of this seat. Raises ValueError if there is no game on the table."""
        known = self._legal
        if seat not in known:
            known[seat] = self.rules.legal_moves(self.state, seat)
        return known[seat]

    @known_once
    def next_state(self) -> Any:
        """Return the next game as it would begin now; None if it can't, or begins without an opening move."""
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
        """Return the state in which a game would begin with these stacks, with dice that are used for nothing else."""
        return self.rules.start(self.game_options, stacks, SeededDice(NO_SEED, "", b""), carry).state

    @follows_from(*OF_THE_GAME)
    def _legal(self) -> dict[Seat, tuple[LegalMove, ...]]:
        """The legal moves by seat, as far as somebody asked."""
        return {}

    @follows_from("game", "given", "abilities", "options", "tournament", "practice")
    def seats_allowed(self) -> range:
        """Return how many may sit when a game begins; in a tournament's lobby, how many at all its tables."""
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

    @follows_from("venue", "places", "mirrors")
    def opened_in(self) -> VenueId:
        """Return the venue of the table's first place, which may be part of a community whose home is another venue."""
        return self.venue_at(self.places[0]) if self.places else self.venue

    @follows_from("options", "practice")
    def takes_from_purses(self) -> bool:
        """Tell whether what is lost and won here is in purses: nothing is in practice."""
        return bool(self.options.from_purses) and self.practice is None

    def place_on(self, platform: str) -> PlaceId:
        """Return the table's place on this platform; if there is none, its first place."""
        for place in self.places:
            if place.startswith(f"{platform}:"):
                return place
        return self.places[0]

    @follows_from("seats")
    def seat_of(self) -> Callable[[PersonId], Seat | None]:
        """Return where a person sits; None for all others, and for those who left for good."""
        seats: dict[PersonId, Seat] = {}
        for seat, seated in enumerate(self.seats):
            if not seated.gone:
                seats.setdefault(seated.player, Seat(seat))
        return seats.get

    def newcomer(self, person: PersonId) -> Newcomer | None:
        """Return the stake with which this person waits to sit down; None for all others."""
        for one in self.newcomers:
            if one.player == person:
                return one
        return None

    def has(self, person: PersonId) -> bool:
        """Tell whether this person sits at the table, or waits to sit down."""
        return person in self.persons

    def is_removed(self, ids: frozenset[PersonId]) -> bool:
        """Tell whether one of these ids belongs to somebody taken off the table."""
        return self.removal_of(ids) is not None

    def removal_of(self, ids: frozenset[PersonId]) -> Removed | None:
        """Return the removal of the person with one of these ids; None if they were not removed."""
        return next((one for one in self.removed if one.is_one_of(ids)), None)

    def is_away(self, person: PersonId) -> bool:
        """Tell whether a house bot plays this person's seat for now."""
        seat = self.seat_of(person)
        return seat is not None and self.seats[seat].away

    @follows_from("game", "given", "abilities", "options", "tournament", "practice")
    def gathers(self) -> int | None:
        """Return for how many seconds a crowd's lobby stays open after the first stake; None for all other tables."""
        alone = self.tournament is not None or self.practice is not None
        return None if alone else self.rules.gathers(self.game_options)

    @follows_from("seats")
    def called(self) -> tuple[str, ...]:
        """Return the name of each seat, numbered where two look alike (threats T13)."""
        return told_apart(tuple([seated.name for seated in self.seats]), reserved=HOUSE)

    @follows_from("seats")
    def people(self) -> tuple[Seated, ...]:
        return tuple([seated for seated in self.seats if not seated.is_bot and not seated.gone])

    @follows_from("seats")
    def of_house(self) -> tuple[Seat, ...]:
        """Return the seats that house bots play now."""
        each = enumerate(self.seats)
        return tuple([Seat(seat) for seat, seated in each if seated.played_by_house and not seated.gone])

    @follows_from("seats", "places")
    def platforms(self) -> frozenset[str]:
        """Return where the table stands, and where the people who sit here come from."""
        people = [platform_of(seated.player) for seated in self.people]
        return frozenset([*map(platform_of, self.places), *people])

    @follows_from("seats", "newcomers")
    def persons(self) -> frozenset[PersonId]:
        """Return those who sit here, and those who wait to sit down after a crowd's round."""
        sitting = frozenset([one.player for one in self.people])
        return sitting.union([one.player for one in self.newcomers]) if self.newcomers else sitting

    @follows_from("seats", "newcomers", "options")
    def holders(self) -> frozenset[PersonId]:
        """Return those who may have suckers here: those persons, and those who left the current game for purses."""
        left = [one.player for one in self.seats if one.gone and self.options.from_purses]
        return self.persons.union(left) if left else self.persons

    def changed(self, **fields: Any) -> "Session":
        """Return the session with these fields changed. Cached values that do not depend on them stay cached."""
        session = replace(self, **fields)
        was, now = self.phase, session.phase
        same = isinstance(was, OF_A_GAME) and isinstance(now, OF_A_GAME) and was.state is now.state
        known, kept = session.__dict__, outlive(tuple(fields), same)
        for name, value in tuple(self.__dict__.items()):
            if name in kept:
                known[name] = value
        if type(was) is not type(now):
            known.pop("ask", None)  # a game that has ended asks nobody
        return session

    def with_seat(self, seat: Seat, seated: Seated) -> "Session":
        return self.changed(seats=(*self.seats[:seat], seated, *self.seats[seat + 1 :]))

    @known_once
    def wake_at(self) -> int | None:
        """Return when the clock next has something to do; for a paused table, when it goes on or counts as idle."""
        due = [] if self.motion is None else [self.motion.until]
        match self.phase:
            case _ if self.paused is not None:
                due.append(self._pause_ends_at(self.paused))
            case Playing(clock=clock):
                due += [clock.ends_at, *map(attrgetter("at"), clock.bots)]
                due += [] if clock.warn_at is None else [clock.warn_at]
                due += [] if self.untold is None else [self.untold.at]
            case Lobby(starts_at=starts_at) | Between(starts_at=starts_at):
                due += [self.idle_at] if starts_at is None else [self.idle_at, starts_at]
                due += [] if self.silent_at is None else [self.silent_at]
                due += [] if self.kept_seats is None else [self.kept_seats.until]
                due += [one.until for one in self.queue if one.until]
            case Hosting(rises_at=rises_at, look_at=look_at) as hosting:
                due += [self.idle_at] if hosting.over else [self.idle_at, rises_at, look_at]
            case Closed():
                pass
        return min(due, default=None)

    def _pause_ends_at(self, paused: Paused) -> int:
        """Return when a pause ends by itself, or counts as idle."""
        if paused.why == "stream" and self.offline is not None:
            return self.offline.until
        return paused.until if paused.why == "staff" else self.idle_at

    @known_once
    def silent_at(self) -> int | None:
        """Return when people here may vote for starting; None if they may already, or there is nobody to outvote."""
        if self.votes is not None or len(self.people) < 2 or self.tournament is not None:
            return None
        return self.hosted_at + SILENT * 1000


@lru_cache(maxsize=1024)
def _chosen(game: str, given: tuple[tuple[str, str], ...], abilities: Abilities, from_purses: int) -> Options:
    """Return checked options. They are cached, since the same are needed many times in a move."""
    chosen: Options = catalogue()[game].options_from(dict(given), abilities, from_purses)
    return chosen


@lru_cache(maxsize=256)
def state_in(game: str, content: bytes) -> Any:
    """Return a stored state of a game. It is immutable, so the last ones are cached for all who look."""
    return codec(catalogue()[game]).state(content)


@cache
def outlive(fields: tuple[str, ...], same: bool) -> frozenset[str]:
    """Return which looked-up values stay where these fields are changed. `same`: the game goes on in the same state."""
    stays = OF_THE_GAME if same and "game" not in fields else frozenset[str]()
    return frozenset(name for name, grounds in GROUNDS.items() if grounds.isdisjoint(fields) or grounds == stays)


def state_after(session: Session, ended: Playing) -> Any:
    """Return the last state of a game that has ended on a table."""
    phase = session.phase
    if isinstance(phase, OF_A_GAME) and phase.state is ended.state:
        return session.state
    return state_in(session.game, bytes(ended.state))


def told_to(session: Session, seat: Seat) -> tuple[PrivateEvent, ...]:
    """Return the private events of the running game that this seat was told."""
    if not isinstance(session.phase, Playing):
        return ()
    found = (codec(session.rules).event(bytes(told.event)) for told in session.phase.told if told.seat == seat)
    return tuple(event for event in found if isinstance(event, PrivateEvent))
