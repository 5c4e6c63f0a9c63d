"""Provide a night on Twitch: people in a channel, the stand-in, and the real bot over sockets."""

import asyncio
import math
from collections.abc import Callable, Sequence
from secrets import token_hex
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import twitchio.client
from on_twitch.openers import VIEWERS, lets_open
from on_twitch.pages import Page
from standins.twitch.channels import Channel, Line
from standins.twitch.people import Person
from standins.twitch.stand_in import TwitchStandIn
from twitchio.eventsub import websockets
from twitchio.http import Route

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.adapters.twitch import Accounts, TwitchAdapter, point_to
from bot.adapters.twitch.connection import supervisor
from bot.adapters.twitch.connection.accounts import SCOPES, Account
from bot.adapters.twitch.connection.accounts import Channel as Known
from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.limits import RateLimits
from bot.app.application import Application
from bot.app.on_twitch import OnTwitch, TwitchNotes
from bot.engine.vault import Vault
from bot.ports.messages import Answer, Arrival, Message
from bot.ports.messages import Person as Player
from bot.ports.rate import Buckets
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Keys
from persistence import Store

PATIENCE = 20.0
OUR_PAGES = "https://potluck.test/"
BACK = f"{OUR_PAGES}signed-in/twitch"
QUICK = {"LOOK_EVERY": 0.02, "FIRST_PAUSE": 0.05}
"""The watchdog of a test looks more often."""
T = TypeVar("T")


class Night:
    """A night with the bot and people.

    `unlimited`: the bot sends as if Twitch had no limits. `conduit`: it hears through one. `owner_names`: channels in
    TWITCH_CHANNELS whose streamers never signed in. `new`: nobody ever signed in. `openers`: who opens tables in its
    channels; viewers, unless a test is about that.
    """

    def __init__(
        self,
        twitch: TwitchStandIn,
        store: Store,
        *,
        unlimited: bool = False,
        conduit: bool = False,
        owner_names: Sequence[str] = (),
        new: bool = False,
        openers: tuple[str, ...] | None = VIEWERS,
    ) -> None:
        self.twitch, self.world, self.store = twitch, twitch.world, store
        self._unlimited, self._conduit, self._owner_names, self._new = unlimited, conduit, owner_names, new
        self.dice = LoadedFairness(Keys({1: bytes(32)}), SeededBytes(token_hex(8)))
        self.openers = openers
        self.page = Page()
        self.public = ""
        """The address of our pages; empty for none."""
        self.channel = self.world.channel("inn", allows_bot=not owner_names)
        if unlimited:
            self._lift_limits()
        self._before = Route.BASE, Route.ID_BASE, websockets.WSS, twitchio.client.Websocket, websockets.Websocket
        self._paces = {name: getattr(supervisor, name) for name in QUICK}

    def _lift_limits(self) -> None:
        self.twitch.limits.off()
        self.world.chat.plain = self.world.chat.as_moderator = 10**9
        self.world.chat.same_text_after = 0.0

    async def __aenter__(self) -> Self:
        self._remember_clients()
        point_to(self.twitch.api_base, self.twitch.auth_base, self.twitch.eventsub_url)
        for name, value in QUICK.items():
            setattr(supervisor, name, value)
        await lets_open(self.store, self.channel, self.openers)
        self.conduit = self.world.conduits.create(1).id if self._conduit else ""
        if self._new:
            self.begin()
            await self.house.start()
            return self
        await self.sign_in_bot()
        if not self._owner_names:
            await self.connect(self.channel)
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()
        await self._end_clients()
        for name, value in self._paces.items():
            setattr(supervisor, name, value)
        Route.BASE, Route.ID_BASE, websockets.WSS, twitchio.client.Websocket, websockets.Websocket = self._before

    def _remember_clients(self) -> None:
        """Collect all clients, also those that the supervisor gave up."""
        self._clients: list[Listening] = []
        self._prepare, before = Listening.prepare, Listening.prepare

        def prepare(client: Listening, *about: Any) -> None:
            self._clients.append(client)
            before(client, *about)

        Listening.prepare = prepare  # type: ignore[method-assign]

    async def _end_clients(self) -> None:
        """End the clients' sockets, which would reconnect after the client was closed, and hold sessions open."""
        Listening.prepare = self._prepare  # type: ignore[method-assign]
        for client in self._clients:
            for socket in [one for sockets in client._websockets.values() for one in sockets.values()]:
                under_way = list(socket._connection_tasks)
                for task in under_way:
                    task.cancel()
                await asyncio.gather(*under_way, return_exceptions=True)
                socket._closed = socket._closing = False
                await socket.close()
            await client._http.close()

    # The bot

    def new_accounts(self) -> Accounts:
        about = self.world.application
        vault = Vault(Keys({1: bytes(32)}))
        return Accounts(TwitchNotes(self.store), vault, about.id, about.secret, self._owner_names)

    async def sign_in_bot(self) -> None:
        """Connect our own account as on an earlier evening."""
        token = self.world.authorise(self.world.bot, SCOPES["bot"])
        accounts = self.new_accounts()
        await accounts.keep(Account(self.world.bot.id, token.value, token.refresh, tuple(sorted(token.scopes))))
        await accounts.be(self.world.bot.id)

    async def connect(self, channel: Channel) -> None:
        """Connect a channel as if its streamer had signed in earlier, and set who opens tables there."""
        await lets_open(self.store, channel, self.openers)
        token = self.world.authorise(channel.broadcaster, SCOPES["channel"])
        accounts = self.new_accounts()
        await accounts.keep(Account(channel.id, token.value, token.refresh, tuple(token.scopes)))
        await accounts.add(Known(channel.id, channel.name, channel.broadcaster.display_name))

    async def start(self) -> None:
        """Start, and wait until it hears chat."""
        self.begin()
        await asyncio.wait_for(self.adapter.supervisor.first_ready.wait(), PATIENCE)
        await self.house.start()

    def begin(self) -> None:
        """Start only the adapter, which may never connect."""
        self.make()
        self.running = asyncio.create_task(self.adapter.run())

    def make(self) -> None:
        """Make the bot, and start nothing yet."""
        self.house = Application(self.store, self.dice, Defaults(pace=0, bots_from_bank=True))
        self.house.add_window(self.page)
        self.house.doors.public = self.public
        self.accounts = self.new_accounts()
        self.adapter = TwitchAdapter(
            OnTwitch(self.house),
            TwitchNotes(self.store),
            self.accounts,
            conduit=self.conduit,
            limits=RateLimits(limited=not self._unlimited),
        )
        self.house.add(self.adapter)

    def hears_out_everybody(self) -> None:
        """Lift the limit on how fast people may speak."""
        self.adapter.limits.people = Buckets(most=math.inf, a_second=0)

    async def stop(self) -> None:
        """Stop, and cut off what is under way."""
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        await self.house.stop()
        await self.adapter.stop()

    async def restart(self) -> None:
        """Restart as after a deploy, as another process with the same store."""
        await self.stop()
        await self.start()
        await self.goes_on()

    async def goes_on(self) -> None:
        """Wait until no table waits for its place to open."""
        for channel in self.world.channels.values():
            for _ in range(int(PATIENCE / 0.02)):
                if not any(
                    one.paused is not None and one.paused.why == "place" for one in await self.sessions(channel)
                ):
                    break
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """End as by kill -9: nothing more is finished, noted or said."""

        async def nothing(_: str, __: str) -> None: ...

        self.house.places.place_closed = nothing  # type: ignore[method-assign]
        self.stops_what_runs("deliver ")
        self.stops_the_clock()
        await self.house.delivery.stop()
        await self.stop()

    def stops_the_clock(self) -> None:
        """Stop the search for deadlines."""
        self.stops_what_runs("scheduler")

    @staticmethod
    def stops_what_runs(name: str) -> None:
        """Cancel the tasks whose name begins with this."""
        for task in asyncio.all_tasks():
            if task.get_name().startswith(name):
                task.cancel()

    async def dies(self) -> None:
        """End as by kill -9, and start again."""
        await self.kill()
        await self.start()

    async def dies_without_waiting(self) -> None:
        """Do as `dies` does, without waiting until chat is heard, since that may never happen."""
        await self.kill()
        self.begin()
        await self.house.start()

    async def kill_sockets(self) -> None:
        await self.twitch.eventsub.drop()

    async def joins(self, name: str, *, moderates: bool = False) -> Channel:
        """Add a channel whose streamer signs in now; wait until we hear it, and return it."""
        channel = self.world.channel(name, bot_moderates=moderates)
        await self.connect(channel)
        self.accounts.changed.set()
        await self.until(lambda: channel.id in self.client.channels, lambda: f"#{name}")
        return channel

    async def signs_in(self, person: Person, purpose: str) -> Arrival | str:
        """Sign in with a browser by Twitch's own page; return what our page is told."""
        self.accounts.back = BACK
        if BACK not in self.world.application.redirect_uris:
            self.world.application.redirect_uris.append(BACK)
        came = person.authorises(self.accounts.address(purpose, "state"))
        (code,) = parse_qs(urlsplit(came).query)["code"]
        return await self.accounts.arrived(purpose, code)

    @property
    def client(self) -> Listening:
        """Return the client that is logged in now."""
        found = self.adapter.supervisor.client
        assert found is not None
        return found

    # People

    def people(self, *names: str) -> list[Person]:
        found = [self.world.logins.get(name) or self.world.person(name) for name in names]
        self.channel.join(*found)
        return found

    async def privately(self, person: Person, text: str, channel: Channel | None = None) -> Answer:
        """Say a line on one's own page; return the answer."""
        at = f"twitch:{(channel or self.channel).id}"
        player = Player(f"twitch:{person.id}", person.display_name)
        return await self.house.hear(Message(str(uuid4()), player, at, at, private=True, text=text))

    # Stored tables

    async def sessions(self, channel: Channel | None = None) -> list[Session]:
        at = f"twitch:{(channel or self.channel).id}"
        return await self.house.directory.at(at, at, fresh=True)

    async def session(self, channel: Channel | None = None) -> Session:
        """Return the only table of a channel."""
        (found,) = await self.sessions(channel)
        return found

    async def state(self, channel: Channel | None = None) -> Any:
        """Return the true state of the game on the only table of a channel."""
        return (await self.session(channel)).state

    async def gathered(self, count: int) -> Session:
        """Wait until this many sit at the channel's only table, and return it."""
        for _ in range(int(PATIENCE / 0.05)):
            for session in await self.sessions():
                if len(session.seats) == count:
                    return session
            await asyncio.sleep(0.05)
        raise AssertionError(f"never {count}")

    # Lines

    @property
    def said(self) -> list[str]:
        """Return all the bot's lines in the channel, the oldest first."""
        return [line.text for line in self.channel.from_bot]

    async def line(self, *parts: str, channel: Channel | None = None) -> Line:
        """Wait for the newest line of the bot that shows all of this, and return it."""
        at = channel or self.channel
        return await self.until(
            lambda: newest(at.from_bot, parts), lambda: f"{parts} in {[o.text for o in at.from_bot]}"
        )

    async def reply(self, to: Line, *parts: str) -> Line:
        """Return the bot's reply to this line."""
        at = to.channel

        def found() -> Line | None:
            return newest([one for one in at.from_bot if one.parent is to], parts)

        return await self.until(found, lambda: f"{parts} to {to.text!r} in {[one.text for one in at.from_bot]}")

    async def asks(self, person: Person, text: str, *parts: str) -> Line:
        """Let the person say it in the channel; return the bot's reply."""
        return await self.reply(await person.says(self.channel, text), *parts)

    async def hand(self, person: Person, *parts: str) -> str:
        """Wait for a text with all of this on the person's open page, and return it."""
        return await self.until(
            lambda: self.page.newest(f"twitch:{person.id}", parts),
            lambda: f"{parts} for {person.name} in {self.page.told}",
        )

    async def until(self, found: Callable[[], T | None], what: Callable[[], str] = lambda: "it") -> T:
        for _ in range(int(PATIENCE / 0.02)):
            value = found()
            if value:
                return value
            await asyncio.sleep(0.02)
        raise AssertionError(f"never came: {what()}")

    async def quiet(self, seconds: float = 0.05) -> None:
        """Wait until nothing has been under way for this long."""
        await self.until(lambda: self.adapter.listener.waiting == 0)
        await self.house.delivery.settle()
        await self.world.settles(seconds, within=PATIENCE)


def newest(lines: Sequence[Line], parts: tuple[str, ...]) -> Line | None:
    return next((one for one in reversed(lines) if all(part in one.text for part in parts)), None)
