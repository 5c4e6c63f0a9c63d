"""The application: store, tables, commands, delivery and adapters put together, started and stopped as one."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable

from bot.app.settings import Settings
from bot.app.stored_keys import keys_for
from bot.commands.context import Context
from bot.commands.dispatcher import Dispatcher
from bot.commands.families import Families
from bot.commands.own_page import OwnPage
from bot.commands.own_words import OwnWords
from bot.commands.polls import Polls
from bot.commands.rewards import Rewards
from bot.commands.table import COMMANDS
from bot.delivery.afterwards import Afterwards
from bot.delivery.archive_pages import ArchivePages
from bot.delivery.delivery import Delivery
from bot.delivery.disputes import Disputes
from bot.delivery.evening_news import EveningNews
from bot.delivery.evenings import Evenings
from bot.delivery.forecasts import Forecasts
from bot.delivery.notes import ShownNotes
from bot.delivery.one_pass import Worded
from bot.delivery.owed_postings import OwedPostings
from bot.delivery.places import Places
from bot.delivery.queries import Queries
from bot.delivery.replays import Replays
from bot.engine.director import Director
from bot.engine.directory import Directory
from bot.engine.operations import Operations
from bot.engine.raids import Raids
from bot.engine.repository import Repository
from bot.engine.scheduler import Scheduler
from bot.engine.streams import Streams
from bot.engine.withheld_games import WithheldGames
from bot.people.arrivals import Arrivals
from bot.people.calls import Calls
from bot.people.communities import Communities
from bot.people.forgetting import People
from bot.people.languages import Languages
from bot.people.own_limits import OwnLimits
from bot.people.pings import Pings
from bot.people.selves import Selves
from bot.people.streamer_safe import StreamerSafe
from bot.people.tombstones import Tombstones
from bot.people.venues import Venues
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Adapter, Broadcast, Message, Person, Reply, Update, Window
from bot.ports.platforms import Platforms
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Fairness
from games.catalogue import catalogue
from persistence import EmbeddedServer, Seals, Store


class Application:
    """All parts of one bot, each handed what it needs; adapters are added before it starts.

    `random_bytes`: where codes and salts come from, `secrets.token_bytes` but in transcripts.
    """

    def __init__(
        self,
        store: Store,
        fairness: Fairness,
        defaults: Defaults,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store, self.keys = store, fairness.keys
        seals = store.seals = Seals(fairness.keys.by_number)
        self.platforms = Platforms()
        self.venues, self.pings, self.safe = Venues(store), Pings(store), StreamerSafe(store)
        self.selves = Selves(store)
        self.communities = Communities(store)
        self.tombstones = Tombstones(store, fairness.keys)
        self.calls = Calls(self.pings, self.venues)
        self.languages = Languages(self.venues, self.platforms, defaults.prefix)
        # The engine
        self.repository = Repository(store, fairness, self._committed, self.venues)
        self.directory = Directory(store, self.repository, random_bytes, self.platforms.rooms_beside)
        self.own_limits = OwnLimits(store, self.selves, self.tombstones, self.directory.holding)
        self.people = People(store, self.selves, self.platforms, self.own_limits, self.tombstones, self.communities)
        self.operations = Operations(self.repository)
        self.streams = Streams(store, self.repository, self.directory, self.venues)
        self.raids = Raids(store, self.repository, self.directory, self.venues)
        self.director = Director(store, self.repository, self.directory, fairness)
        # What is shown
        notes = ShownNotes(store)
        worded = Worded(self.repository, self.languages, self.calls, self.safe, store.clock, seals)
        self.delivery = Delivery(self.repository, self.operations, self.platforms, notes, worded)
        self.queries = Queries(self.directory, notes, worded, self.delivery.wake)
        self.places = Places(self.repository, self.directory, self.delivery)
        self.forecasts = Forecasts(store, self.repository, self.venues, self.languages, self.platforms.broadcasts)
        self.evenings = Evenings(store, self.languages)
        self.evening_news = EveningNews(store, self.venues, self.languages, self.platforms)
        self.owed_postings = OwedPostings(store, self.venues, self.platforms)
        self.afterwards = Afterwards(store, self.venues, self.languages, self.platforms, self.repository.acknowledged)
        self.streams.after_end = self.evening_news.stream_ended
        self.scheduler = Scheduler(store, self.repository, self.operations, self.delivery.left_behind)
        # What people say
        self.withheld_games = WithheldGames(self.repository)
        self.replays = Replays(store, self.languages, self.venues, self.withheld_games)
        self.archive_pages = ArchivePages(store, self.languages, self.venues, self.replays)
        disputes = Disputes(store, self.repository, notes, worded)
        context = self._context(defaults, random_bytes, disputes)
        self.polls = Polls(context, self.hear)
        families = Families(context, fairness, self.streams, self.archive_pages, self.polls, self.selves, self.people)
        self.links, self.control = families.links, families.control
        self.own_page = OwnPage(self.safe, self.links, self.directory, self.queries, self.languages, self.platforms)
        own_words = OwnWords(self.venues, self.directory, self.languages, self.platforms, self.selves)
        arrivals = Arrivals(self.selves, self.tombstones, self.communities)
        self.dispatcher = Dispatcher(
            self.repository, self.directory, self.languages, self.own_page, families, own_words, arrivals
        )
        self.rewards = Rewards(families.streams, self.languages, self.directory, self.hear)
        self._running: asyncio.Task[None] | None = None

    def _context(self, defaults: Defaults, random_bytes: Callable[[int], bytes], disputes: Disputes) -> Context:
        return Context(
            self.store,
            self.repository,
            self.directory,
            self.languages.words_for,
            defaults,
            self.platforms,
            random_bytes,
            self.pings,
            self.safe,
            self.venues,
            COMMANDS,
            self.own_limits,
            self.tombstones,
            self.communities,
            disputes,
            self.selves,
        )

    def add(self, adapter: Adapter) -> None:
        """Show tables on the platform of this adapter, too."""
        self.platforms.adapters[adapter.platform] = adapter

    def add_broadcast(self, platform: str, broadcast: Broadcast) -> None:
        """Carry out rewards, predictions and polls on this platform."""
        self.platforms.broadcasts[platform] = broadcast

    def add_window(self, window: Window) -> None:
        """Show tables on pages on which people of other platforms look on."""
        self.platforms.windows.append(window)

    def _committed(self, session: Session) -> None:
        self.directory.note(session)
        self.scheduler.note(session)
        self.evenings.note(session)
        self.evening_news.note(session)
        self.afterwards.note(session)
        self.delivery.wake(session.ref)
        self.forecasts.note(session)
        self.director.note(session)

    async def hear(self, message: Message) -> Reply:
        """Do what a message asks for, and return what its sender is told."""
        with self.repository.acknowledged.hearing():
            return await self.dispatcher.hear(message)

    async def look(
        self,
        person: Person,
        venue: VenueId,
        place: PlaceId,
        locale: str,
        *,
        page: bool = False,
        told: bool = True,
        table: str = "",
    ) -> tuple[Update, ...]:
        """Return everything that somebody may see there now, on a page or elsewhere; `told`: with recent news.

        `table`: of this one alone.

        Raises StoreTrouble.
        """
        person = await self.selves.known(person) if person.id else person
        return await self.queries.look(person, venue, place, locale, page=page, told=told, table=table)

    def now(self) -> int:
        """Return the time in ms."""
        return self.store.clock.now()

    async def start(self) -> None:
        """Start the scheduler; its first sweep finds the deadlines and deliveries that a killed process left.

        All games are loaded before: nobody's first line waits for that.
        """
        catalogue()
        self._running = asyncio.get_running_loop().create_task(self.scheduler.run(), name="scheduler")
        self.people.start()
        self.evening_news.start()
        self.owed_postings.start()

    async def settle(self) -> None:
        """Wait until no tournament is being looked after, nobody told anything, and no result noted."""
        await self.director.settle()
        await self.delivery.settle()
        await self.evenings.settle()
        await self.evening_news.settle()
        await self.afterwards.settle()

    async def stop(self) -> None:
        """Stop the scheduler first, then what it might wake."""
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
        await self.polls.stop()
        await self.people.stop()
        await self.director.stop()
        await self.delivery.settle()
        await self.delivery.stop()
        await self.forecasts.stop()
        await self.evenings.stop()
        await self.evening_news.stop()
        await self.owed_postings.stop()
        await self.afterwards.stop()


@contextlib.asynccontextmanager
async def opened(settings: Settings, *, new_key: bool = False) -> AsyncIterator[Application]:
    """Yield an application over the operator's Redis, or over a server of its own; then stop them in the right order.

    `new_key`: take a new key from now on, and give up what was sealed with one that is lost.

    Raises StoreTrouble, KeyFileError and OSError.
    """
    server = None if settings.redis_url else await EmbeddedServer.start(settings.data / "redis")
    url = settings.redis_url if server is None else server.url
    try:
        password = settings.redis_password.get_secret_value() or None
        store = await Store.connect(url, password=password, allow_open=settings.redis_allow_open)
        try:
            await store.claim_form()
            keys = await keys_for(store, settings.key_file, wants_new=new_key)
            app = Application(store, Fairness(keys), Defaults(settings.prefix, settings.bots_from_bank))
            yield app
        finally:
            await store.close()
    finally:
        if server is not None:
            await server.stop()
