"""The application: store, tables, commands, delivery and adapters, put together, started and stopped as one."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable

from bot.app.parts import Parts
from bot.app.settings import Settings
from bot.app.stored_keys import keys_for
from bot.commands.command import Commands
from bot.commands.dispatcher import Dispatcher
from bot.commands.own_page import OwnPage
from bot.commands.table import COMMANDS, FAMILIES, FamilyOf
from bot.commands.wing import wings
from bot.commands.wings_out import WingsOut
from bot.delivery.afterwards import Afterwards
from bot.delivery.delivery import Delivery
from bot.delivery.elsewhere import Elsewhere
from bot.delivery.evenings import Evenings
from bot.delivery.owed_postings import OwedPostings
from bot.delivery.places import Places
from bot.delivery.queries import Queries
from bot.delivery.relayed_postings import RelayedPostings
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.scheduler import Scheduler
from bot.engine.shares import Shares
from bot.people.doors import Doors
from bot.people.forgetting import People
from bot.people.languages import Languages, WordsOf
from bot.people.own_limits import SitsAt
from bot.people.preferences import Calls, Pings
from bot.people.selves import Selves
from bot.people.venues import Venues
from bot.ports.broadcasts import Broadcast
from bot.ports.chance import RandomBytes
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Adapter, Hear, Message, Person, Reply, Update, Window
from bot.ports.platforms import Platforms
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from bot.table.hooks import Hooks
from games.catalogue import catalogue
from persistence import Clock, EmbeddedServer, Seals, Store


class Application:
    """All parts of one bot, each with the parts that it needs; adapters are added before the start.

    `random_bytes`: the source of codes and salts; `secrets.token_bytes` except in transcripts.
    """

    def __init__(
        self,
        store: Store,
        fairness: Fairness,
        defaults: Defaults,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store, self.keys, self.hooks = store, fairness.keys, Hooks()
        seals = store.seals = Seals(fairness.keys.by_number)
        part: Parts = Parts(
            {
                Store: store,
                Clock: store.clock,
                Seals: seals,
                Hooks: self.hooks,
                Fairness: fairness,
                Keys: fairness.keys,
                Defaults: defaults,
                RandomBytes: random_bytes,
                Commands: COMMANDS,
                Hear: self.hear,
                SitsAt: lambda person: part(Directory).holding(person),
                FamilyOf: lambda family: part(family),  # noqa: PLW0108 - `part` is not bound yet
                WordsOf: lambda message: part(Languages).words_for(message),
            }
        )
        self.part, self.platforms = part, part(Platforms)
        self.venues, self.pings, self.calls, self.selves = part(Venues), part(Pings), part(Calls), part(Selves)
        self.languages, self.doors, self.own_page = part(Languages), part(Doors), part(OwnPage)
        self.repository, self.directory = part(Repository), part(Directory)
        self.scheduler, self.people = part(Scheduler), part(People)
        self.shares, self.elsewhere = part(Shares), part(Elsewhere)
        self.evenings, self.afterwards = part(Evenings), part(Afterwards)
        self.delivery, self.queries, self.places = part(Delivery), part(Queries), part(Places)
        self.dispatcher = part(Dispatcher)
        for made in (*FAMILIES, OwedPostings, RelayedPostings, *(one for wing in wings() for one in wing.parts)):
            part(made)

    def add(self, adapter: Adapter) -> None:
        """Add an adapter, so that tables are shown on its platform."""
        self.platforms.adapters[adapter.platform] = adapter

    def add_broadcast(self, platform: str, broadcast: Broadcast) -> None:
        """Add a platform with rewards, predictions and polls."""
        if not self.platforms.broadcasts:
            for begin in self.hooks.first_broadcast:
                begin()
        self.platforms.broadcasts[platform] = broadcast

    def add_window(self, window: Window) -> None:
        """Add a window: pages where people of other platforms watch tables."""
        if not self.platforms.windows:
            for begin in self.hooks.first_window:
                begin()
        self.platforms.windows.append(window)

    async def hear(self, message: Message) -> Reply:
        """Do what a message asks for, and return the answer to its sender."""
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
        """Return everything that somebody may see there now, on a page or elsewhere.

        `told`: with recent news. `table`: only of this table. Raises StoreTrouble.
        """
        person = await self.selves.known(person) if person.id else person
        return await self.queries.look(person, venue, place, locale, page=page, told=told, table=table)

    def now(self) -> int:
        """Return the time in ms."""
        return self.store.clock.now()

    async def start(self) -> None:
        """Start the scheduler; its first sweep finds deadlines and deliveries that a killed process left behind.

        All games are loaded first, so that nobody's first line has to wait for that.
        """
        catalogue()
        self.store.news.start()
        await self.shares.start()
        self.scheduler.start()
        for start in self.hooks.starts:
            start()

    async def settle(self) -> None:
        """Wait until everything that was begun is done: tournaments, deliveries, results."""
        for settle in self.hooks.settles:
            await settle()

    async def stop(self, until: float | None = None) -> None:
        """Stop what acts by itself first, then delivery once all is told, then what follows the tables.

        The share of the work is handed on only then: whoever has it looks at once for what is not told. `until`: when
        no delivery is waited for any more, by the loop's clock.
        """
        await self.scheduler.stop()
        for rest in self.hooks.rests:
            await rest()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self.delivery.all_told()
        await self.delivery.stop()
        await self.shares.stop()
        for stop in self.hooks.stops:
            await stop()


@contextlib.asynccontextmanager
async def opened(settings: Settings, *, new_key: bool = False) -> AsyncIterator[Application]:
    """Yield an application on the operator's Redis, or on a server of its own; then stop both in the right order.

    `new_key`: use a new key from now on, and give up what was sealed with a lost one. Raises StoreTrouble, KeyFileError
    and OSError.
    """
    folder = None if settings.redis_url else settings.data / "redis"
    server = None if folder is None else await EmbeddedServer.start(folder)
    url = settings.redis_url if server is None else server.url
    try:
        password = settings.redis_password.get_secret_value() or None
        store = await Store.connect(url, password=password, allow_open=settings.redis_allow_open)
        store.folder = folder
        try:
            await store.claim_form()
            keys = await keys_for(store, settings.key_file, wants_new=new_key)
            app = Application(
                store, Fairness(keys), Defaults(settings.prefix, settings.bots_from_bank, venue_mb=settings.venue_mb)
            )
            await app.part(WingsOut).look()
            yield app
        finally:
            await store.close()
    finally:
        if server is not None:
            await server.stop()
