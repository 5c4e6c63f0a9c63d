"""The house put together: store, host, delivery, clock and adapters; started and stopped as one."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable

import structlog
from msgspec.structs import replace

from bot.app.settings import Settings
from bot.commands.dispatcher import Dispatcher
from bot.commands.streams import CHIPS
from bot.delivery.delivery import Delivery
from bot.delivery.forecasts import Forecasts
from bot.delivery.platforms import Platforms
from bot.engine.fairness import Fairness, keys_from_file
from bot.engine.repository import GoneError
from bot.engine.scheduler import Scheduler
from bot.ports.messages import Adapter, Answer, Broadcast, Message, Person, Update, Window, platform_of
from bot.table.change import Refused
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.text.safe_text import safe_name
from persistence import EmbeddedServer, Store, StoreTrouble, TableRef

log = structlog.get_logger()


class Application:
    """What adapters speak to: `hear` a message, `look` at what somebody may see."""

    def __init__(
        self,
        store: Store,
        fairness: Fairness,
        manners: Defaults,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store = store
        self._platforms = Platforms()
        self.host = Dispatcher(store, fairness, manners, random_bytes, self._committed, self._platforms)
        self.forecasts = Forecasts(self.host, self._platforms.broadcasts)
        self.delivery = Delivery(self.host, self._platforms)
        self.timekeeper = Scheduler(self.host, self.delivery.left_behind)
        self._running: asyncio.Task[None] | None = None

    def add(self, adapter: Adapter) -> None:
        self._platforms.adapters[adapter.platform] = adapter
        self.host.abilities[adapter.platform] = adapter.abilities
        if adapter.prefix:
            self.host.prefixes[adapter.platform] = adapter.prefix

    def add_broadcast(self, platform: str, broadcast: Broadcast) -> None:
        self._platforms.broadcasts[platform] = broadcast

    def add_window(self, window: Window) -> None:
        """A page on which people of other platforms look on."""
        self._platforms.windows.append(window)

    def _committed(self, session: Session) -> None:
        self.timekeeper.note(session)
        self.delivery.wake(session.ref)
        self.forecasts.note(session)
        self.host.director.note(session)

    async def hear(self, message: Message) -> Answer:
        return await self.host.hear(message)

    async def repeated(self, message: Message) -> Answer | None:
        """For an adapter that refuses something by itself: what a repeat is told instead."""
        return await self.host.repeated(message)

    async def look(self, person: Person, venue: str, place: str, locale: str) -> tuple[Update, ...]:
        return await self.delivery.look(person, venue, place, locale)

    async def hand(self, message: Message) -> Update | Answer:
        """What the sender may see of their own at the table named, and what waited for them; or why not."""
        words = self.host.words_for(message)
        if await self.host.safe.of(message.sender.id):
            return await self.host.on_the_page(message)
        try:
            session = await self.host.tables.coded(message, message.table, fresh=True)
            return await self.delivery.hand(message.sender, session, message.locale)
        except Refused as refused:
            return Answer(words.sentence(refused.reason), ok=False)
        except (GoneError, StoreTrouble):
            return Answer(words.text("busy-store"), ok=False)

    async def hand_was_shown(self, message: Message, update: Update) -> None:
        """What waited for the sender waits no longer; where the store is away it is shown once more."""
        try:
            session = await self.host.tables.coded(message, message.table)
            await self.delivery.hand_was_shown(message.sender, session.ref, update)
        except (Refused, GoneError, StoreTrouble):
            return

    async def here_again(self, platform: str) -> None:
        """We were away, and what was said there meanwhile is lost: each game is told so, once (threats F10)."""
        for ref in self.host.sessions.in_play(platform):
            try:
                await self.host.sessions.update(ref, (), lambda change: change.say("here-again"))
            except (GoneError, StoreTrouble) as trouble:
                log.warning("a table was not told that we are back", table=ref.table, kind=type(trouble).__name__)

    def tell(self, person: str, answer: Answer) -> bool:
        """A private answer onto somebody's open pages; False: they have none open."""
        told = [window.tell(person, answer) for window in self._platforms.windows]
        return any(told)

    async def page_was_opened(self, person: Person) -> None:
        """What waited for somebody has been read; where the store is away it is told once more."""
        try:
            await self.delivery.page_was_opened(person)
        except StoreTrouble as trouble:
            log.warning("an opened page was not noted", kind=trouble.kind)

    async def redeemed(self, person: Person, venue: str, place: str, reward: str, redemption: str) -> Answer | None:
        """Somebody took a reward of a channel: what is said of it; not `ok`: their points go back. None: not ours."""
        words = self.host.words("en", platform_of(place), venue)
        try:
            found = await self.host.streams.reward(venue, reward)
            if found is None:
                return None
            if found.kind == CHIPS:
                await self.host.streams.give_chips(person, venue, found.amount, redemption)
                return Answer(words.text("reward-given", who=safe_name(person.name), amount=found.amount))
        except StoreTrouble as trouble:
            # Perhaps it was given: then it stays in the streamer's queue, and is not given back besides.
            return None if trouble.pending else Answer(words.text("busy-store"), ok=False)
        name, line = f"reward:{redemption}", f"{words.prefix}join"
        answer = await self.hear(Message(name, person, venue, place, private=False, text=line, invited=True))
        return replace(answer, text=words.text("reward-said", who=safe_name(person.name), text=answer.text))

    async def commentary(self, venue: str, place: str, table: str, locale: str) -> tuple[str, ...]:
        """All that was told in the game that ended there last, each seat's secrets among it; empty while one is on.

        With the seed and the moves it is public by then (`docs/fairness.md`).
        """
        try:
            for session in await self.host.tables.at(venue, place):
                if session.table == table:
                    return await self.delivery.commentary(session, locale)
        except StoreTrouble as trouble:
            log.warning("a commentary could not be read", kind=trouble.kind)
        return ()

    async def place_closed(self, venue: str, place: str) -> None:
        """Nobody can act in this place any more: its tables stand still until it is back (threats F17)."""
        for session in await self._tables_at(venue, place):
            await self.delivery.cut_off(session.ref, f"place:{place}")

    async def platform_closed(self, platform: str) -> None:
        """Nobody can be heard there any more: the games that stand there wait for its people (threats F26)."""
        for ref in self.host.sessions.in_play(platform):
            for place in await self._places_on(ref, platform):
                await self.delivery.cut_off(ref, f"place:{place}")

    async def platform_open(self, platform: str) -> None:
        for ref in self.host.sessions.in_play(platform):
            self.delivery.wake(ref)

    async def _places_on(self, ref: TableRef, platform: str) -> list[str]:
        try:
            session = await self.host.sessions.get(ref)
        except (GoneError, StoreTrouble):
            return []
        return [place for place in session.places if platform_of(place) == platform]

    async def place_open(self, venue: str, place: str) -> None:
        """It may be that one can act in this place again."""
        for session in await self._tables_at(venue, place):
            self.delivery.wake(session.ref)

    async def _tables_at(self, venue: str, place: str) -> list[Session]:
        """None while the store is away: whatever happens at a table then shows how its place is."""
        try:
            return await self.host.tables.at(venue, place, fresh=True)
        except StoreTrouble as trouble:
            log.warning("the tables of a place could not be found", kind=trouble.kind)
            return []

    def now(self) -> int:
        return self.store.clock.now()

    async def start(self) -> None:
        """Start the clock; deadlines and deliveries left by a killed process are found by its first sweep."""
        self._running = asyncio.get_running_loop().create_task(self.timekeeper.run(), name="timekeeper")

    async def settle(self) -> None:
        """Until no tournament is being looked after, and nobody told anything."""
        await self.host.director.settle()
        await self.delivery.settle()

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
        await self.host.director.stop()
        await self.delivery.settle()
        await self.delivery.stop()
        await self.forecasts.stop()


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Application]:
    """A house over the operator's Redis, or over a server of its own; stopped in the right order."""
    server = None if settings.redis_url else await EmbeddedServer.start(settings.data / "redis")
    url = settings.redis_url if server is None else server.url
    try:
        password = settings.redis_password.get_secret_value() or None
        store = await Store.connect(url, password=password, allow_open=settings.redis_allow_open)
        try:
            fairness = Fairness(keys_from_file(settings.key_file))
            house = Application(store, fairness, Defaults(settings.prefix, settings.bots_from_bank))
            yield house
        finally:
            await store.close()
    finally:
        if server is not None:
            await server.stop()
