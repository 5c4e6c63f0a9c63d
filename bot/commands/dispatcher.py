"""The Host: takes a message, and has the right room of the house answer it. `hear` never raises for what people do."""

from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Final

import structlog
from msgspec.structs import replace

from bot.commands.lines import APART, COMMANDS, STAFF, Said, is_game, is_move, known_words, read_line
from bot.commands.links import LinkCommands
from bot.commands.lobby import LobbyCommands
from bot.commands.mirrors import MirrorCommands
from bot.commands.moves import MoveCommands
from bot.commands.opening import OpeningCommands
from bot.commands.places import PlaceCommands
from bot.commands.staff import StaffCommands
from bot.commands.streams import StreamCommands
from bot.commands.tournaments import TournamentCommands
from bot.delivery.platforms import Platforms
from bot.engine import logs
from bot.engine.director import Director
from bot.engine.directory import Directory
from bot.engine.fairness import Fairness, LostKeyError
from bot.engine.repository import GoneError, Repository
from bot.engine.taken import RepeatedError, heard_of
from bot.people.entry import Entry
from bot.people.pings import Pings
from bot.people.recent import Recent
from bot.people.streamer_safe import StreamerSafe
from bot.people.venues import Venues
from bot.ports.messages import Answer, Message, Rights, Unreachable, platform_of
from bot.table import deadlines, hosting, playing
from bot.table.change import Change, Refused
from bot.table.defaults import Defaults
from bot.table.document import Between, Closed, Lobby, Session
from bot.table.pausing import PLACE, cut_off, pause_table, resume_table
from bot.table.playing import GathersForTournament
from bot.text import Words, spoken
from bot.text.reader import nearest
from games.catalogue import catalogue
from games.kit.contract import Abilities, Illegal
from games.kit.dice import LoadedDiceError
from games.kit.moves import verb
from games.kit.notation import Unreadable
from persistence import Heard, Store, StoreTrouble, TableRef

MOST_WORDS: Final = 64
"""Languages times signs of commands that are kept ready."""
MOST_WITH_RIGHTS: Final = 5_000
RIGHTS_SECONDS: Final = 900.0
"""What somebody is in a channel holds on their own page so long after a word in the chat."""
ASKS: Final = frozenset(COMMANDS) - {"join", "leave", "bots", "start", "rematch", "rebuy", "enough", "close"}
"""Commands that don't say by themselves that the host is there."""
log = structlog.get_logger()


class Dispatcher:
    """`abilities`, `prefixes`: what each platform's adapter can do and how one types there; the house sets them."""

    def __init__(
        self,
        store: Store,
        fairness: Fairness,
        manners: Defaults,
        random_bytes: Callable[[int], bytes],
        committed: Callable[[Session], None],
        platforms: Platforms,
    ) -> None:
        self.store, self._prefix, self._told_of = store, manners.prefix, committed
        self.abilities: dict[str, Abilities] = {}
        self.prefixes: dict[str, str] = {}
        self._rights: Recent[Rights] = Recent(MOST_WITH_RIGHTS, RIGHTS_SECONDS)
        self._standing: Recent[frozenset[str]] = Recent(MOST_WITH_RIGHTS, RIGHTS_SECONDS)
        self._spoken = lru_cache(MOST_WORDS)(Words)
        self.venues, self.pings, self.safe = Venues(store), Pings(store), StreamerSafe(store)
        self.streams = StreamCommands(store, self.venues, platforms.broadcasts, self.words_for)
        self.sessions = Repository(store, fairness, self._committed)
        self.tables = Directory(store, self.sessions, manners.prefix, random_bytes)
        self._moves = MoveCommands(self.sessions, self.tables, self.words_for)
        entry = Entry(platforms.adapters)
        self._openings = OpeningCommands(
            store, self.sessions, self.tables, self._moves, fairness, manners, self.words_for, self.abilities_of, entry
        )
        errands = LobbyCommands(store, self.sessions, self.tables, manners, self.pings, self.words_for, entry)
        staff = StaffCommands(store, self.sessions, self.tables, self.venues, self.words_for)
        rooms = PlaceCommands(self.sessions, self.tables, self.words_for, self._side_room)
        mirrors = MirrorCommands(store, self.sessions, self.tables, self.words_for, self.abilities_of, random_bytes)
        self._errands, self._platforms = errands, platforms
        self._tournaments = TournamentCommands(
            self.sessions, self.tables, self._openings, self.words_for, self._side_room
        )
        self.director = Director(store, self.sessions, self.tables, fairness)
        self.links = LinkCommands(store, self.words_for, platforms.adapters.get, platforms.windows, random_bytes)
        self._commands: dict[str, Callable[[Said], Awaitable[Answer]]] = {
            **{word: getattr(errands, word, errands.ask_about) for word in COMMANDS},
            **{word: getattr(staff, word) for word in STAFF},
            "open": self._openings.open,
            "start": self._start,
            "rematch": self._start,
            "tournament": self._tournaments.tournament,
            "thread": rooms.thread,
            "here": rooms.here,
            "mirror": mirrors.mirror,
            "page": self.links.page,
            "link": self.links.link,
            "safe": self._safe,
            "stream": self.streams.stream,
        }

    def words(self, locale: str, platform: str = "", venue: str = "") -> Words:
        """In this language, with commands as they are typed on this platform, or as the venue has set it for itself."""
        prefix = self.venues.known(venue).prefix or self.prefixes.get(platform, self._prefix)
        return self._spoken(spoken(locale), prefix)

    def words_for(self, message: Message) -> Words:
        return self.words(message.locale, platform_of(message.sender.id), message.venue)

    async def prefix_in(self, venue: str) -> str:
        """What a command begins with there: the venue's own sign, else the owner's."""
        return (await self.venues.settings(venue)).prefix or self._prefix

    def abilities_of(self, place: str) -> Abilities:
        return self.abilities.get(platform_of(place), Abilities(takes_back=False))

    async def _side_room(self, place: str, title: str) -> str:
        adapter = self._platforms.adapters.get(platform_of(place))
        if adapter is None:
            raise Unreachable("nobody serves this place")
        return await adapter.side_room(place, title)

    def rights_of(self, person: str, venue: str) -> Rights:
        """What their platform said of them lately; a channel's venue is called like whoever owns it."""
        if person == venue:
            return Rights.OWNER
        return self._rights.good(f"{person} {venue}") or Rights.PLAYER

    def _committed(self, session: Session) -> None:
        if isinstance(session.phase, Closed):
            self.tables.closed(session)
        else:
            self.tables.opened(session)
        self._told_of(session)

    async def hear(self, message: Message) -> Answer:
        message = self._as_known(message)
        with logs.hearing(message.text):
            answer = await self._safely_heard(message)
        prefix = self.venues.known(message.venue).prefix or self._prefix
        if not message.private and not answer.ok and names_a_secret(message.text, prefix):
            answer = replace(answer, secret=True)  # what was typed is secret, and so is what was wrong with it
        if answer.secret and not (message.page or answer.leads) and await self.safe.of(message.sender.id):
            return await self.on_the_page(message, answer)
        return answer

    async def on_the_page(self, message: Message, answer: Answer | None = None) -> Answer:
        """Who streams is told nothing secret but on their own page: there this answer stands, if it is open."""
        words = self.words_for(message)
        told = [window.tell(message.sender.id, answer) for window in self._platforms.windows if answer is not None]
        if any(told):
            return Answer(words.text("safe-on-your-page"), ok=True)
        way = await self.links.way_in(message.place)
        return Answer(words.text("safe-open-your-page", address=way) if way else words.text("safe-ask-for-your-page"))

    async def _start(self, said: Said) -> Answer:
        """The next game of a table; in the lobby of a tournament all of it."""
        try:
            return await self._errands.start(said)
        except GathersForTournament:
            return await self._tournaments.start(said)

    async def _safe(self, said: Said) -> Answer:
        """`safe on`, `safe off`; alone, what is set."""
        person, words = said.message.sender.id, self.words_for(said.message)
        match tuple(word.lower() for word in said.rest):
            case (("on" | "off") as word,):
                await self.safe.set(person, heard_of(said.message), on=word == "on")
            case ():
                pass
            case _:
                raise Refused("not-among", field="safe", values="on, off")
        return Answer(words.text("safe-is-on") if await self.safe.of(person) else words.text("safe-is-off"))

    def _as_known(self, message: Message) -> Message:
        """What a platform says of somebody comes with their chat; on their own page it is remembered for a while."""
        key = f"{message.sender.id} {message.venue}"
        if message.page:
            return replace(message, standing=self._standing.good(key) or frozenset())
        if message.place and not message.invited:  # what was remembered and holds no more goes, too
            if message.rights > Rights.PLAYER or self._rights.last(key):
                self._rights.keep(key, message.rights)
            if message.standing or self._standing.last(key):
                self._standing.keep(key, message.standing)
        return message

    async def _safely_heard(self, message: Message) -> Answer:
        try:
            return await self._heard(message)
        except LoadedDiceError:
            raise
        except Exception as error:  # noqa: BLE001 - one bad message must not stop the others (threats F24)
            log.error("a message broke something", kind=type(error).__name__, where=where(error))  # noqa: TRY400
            return Answer(self.words_for(message).text("something-broke"), ok=False)

    async def _heard(self, message: Message) -> Answer:
        try:
            said = read_line(message, await self.prefix_in(message.venue))
        except Refused as wrong:
            return Answer(self.words_for(message).sentence(wrong.reason), ok=False)
        if said is None:
            return Answer()
        async with self.sessions.taken.hearing(message) as heard:
            return await self._answered(said, heard)

    async def _answered(self, said: Said, heard: Heard) -> Answer:
        """Do what a line asks for; nobody is refused before it is known that this line was not taken (threats F29)."""
        words = self.words_for(said.message)
        try:
            if await self.sessions.taken.knows(heard):
                return taken_before(words)
            answer = await self._done_or_refused(said, heard)
            repeated = not answer.ok and await self.sessions.taken.asked(heard)
        except RepeatedError:
            return taken_before(words)
        except StoreTrouble as trouble:
            log.warning("the store could not serve a message", kind=trouble.kind, pending=trouble.pending)
            return Answer(words.text("unsure-store" if trouble.pending else "busy-store"), ok=False)
        return taken_before(words) if repeated else answer

    async def _done_or_refused(self, said: Said, heard: Heard) -> Answer:
        """Raises RepeatedError and StoreTrouble."""
        words = self.words_for(said.message)
        try:
            return await self._do(said, heard)
        except (Refused, Illegal, Unreadable) as wrong:
            return Answer(words.sentence(wrong.reason), ok=False)
        except GoneError:
            return Answer(words.text("no-such-table", code=said.message.table), ok=False)
        except LostKeyError:
            return Answer(words.text("game-frozen"), ok=False)

    async def repeated(self, message: Message) -> Answer | None:
        """What a repeat is told instead of an adapter's own refusal; None: this was never taken."""
        words = self.words_for(message)
        try:
            taken = await self.sessions.taken.asked(heard_of(message))
        except StoreTrouble:
            return Answer(words.text("unsure-store"), ok=False)
        return taken_before(words) if taken else None

    async def _do(self, said: Said, heard: Heard) -> Answer:
        if said.word in APART:
            await self._refuse_a_repeat(heard)
        if said.word != "leave":
            await self._take_back(said, heard)
        if said.word in ASKS:
            await self._host_asks(said, heard)
        if said.word in COMMANDS:
            return await self._commands[said.word](said)
        if is_game(said.word):
            return await self._openings.open_and_play(said)
        said = said if is_move(said.word) else await self._moves.in_full(said)
        if is_move(said.word):
            return await self._openings.play(said)
        words, close = self.words_for(said.message), nearest(said.word, known_words())
        if close:
            return Answer(words.text("nearest-verbs", verb=said.word, nearest=words.listed(close, "or-list")), ok=False)
        return Answer(words.text("unknown-verb", verb=said.word), ok=False, unknown=True)

    async def _take_back(self, said: Said, heard: Heard) -> None:
        """Any word to us takes a seat back that a house bot minds for its player (ruling ALL-3); no repeat does."""
        person = said.message.sender.id

        def act(change: Change) -> None:
            seat = change.session.seat_of(person)
            if seat is not None:
                playing.come_back(change, seat)

        for session in await self.tables.around(said) or await self.tables.of(person):
            if any(seated.player == person and seated.away for seated in session.seats):
                await self._refuse_a_repeat(heard)
                await self.sessions.update(session.ref, (), act)

    async def _refuse_a_repeat(self, heard: Heard) -> None:
        """Raises RepeatedError for a message that was taken: what is done before its own step is not done again."""
        if await self.sessions.taken.asked(heard):
            raise RepeatedError(frozenset({heard.id}))

    async def _host_asks(self, said: Said, heard: Heard) -> None:
        """A host who only asks something hosts as well: nobody need vote for starting. No repeat does."""
        person = said.message.sender.id
        for session in await self.tables.around(said) or await self.tables.of(person):
            waits = isinstance(session.phase, Lobby | Between)
            if waits and session.host == person and (session.silent_at is not None or session.votes is not None):
                await self._refuse_a_repeat(heard)
                await self.sessions.update(session.ref, (), hosting.heard)

    async def call_off(self, ref: TableRef) -> Session:
        """Void a game whose deadline breaks: everybody's stake goes back (threats F24)."""
        try:
            return await self.sessions.update(ref, (), lambda change: playing.void(change, "broken"))
        except (GoneError, Refused, StoreTrouble):
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with its state, people get their stakes back
            log.error("a broken game leaves no record", table=ref.table, kind=type(error).__name__)  # noqa: TRY400
            return await self.sessions.update(ref, (), lambda change: playing.void(change, "broken", recorded=False))

    async def pause_place(self, ref: TableRef) -> Session:
        """Nobody can be told anything at this table now: its clock stands still (threats F26).

        Writes nothing where it is paused already. Raises GoneError, StoreTrouble.
        """
        return await self.sessions.update(ref, (), lambda change: pause_table(change, PLACE))

    async def resume_place(self, ref: TableRef) -> Session:
        """The table can be told again. A pause of staff's stays: they end it themselves."""

        def act(change: Change) -> None:
            if change.session.paused is not None and change.session.paused.why == PLACE:
                resume_table(change)

        return await self.sessions.update(ref, (), act)

    async def cut_off(self, ref: TableRef, platforms: frozenset[str]) -> Session:
        """These platforms of the table can't be reached: nobody's time there runs (threats F26)."""
        return await self.sessions.update(ref, (), lambda change: cut_off(change, platforms))

    async def fire(self, ref: TableRef) -> Session:
        """Do what is due at this table: one thing a call. Raises GoneError, StoreTrouble."""
        return await self.sessions.update(ref, (), deadlines.fire)


def taken_before(words: Words) -> Answer:
    return Answer(words.text("taken-before"), repeated=True)


def names_a_secret(line: str, prefix: str) -> bool:
    """Whether somebody typed, or tried to type, a secret move: of whatever game, at whatever table."""
    words = line.removeprefix(prefix).lower().split()[:2]
    return any(verb(move) in words for game in catalogue().values() for move in game.moves if move.secret)


def where(error: BaseException) -> str:
    """File and line of the last frame of ours: no values, which might be secret (threats T9)."""
    trace = error.__traceback__
    last = ""
    while trace is not None:
        last = f"{trace.tb_frame.f_code.co_filename.rsplit('/', 2)[-1]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return last
