"""Provide a night on Discord: people in a channel, the stand-in, and the real bot over sockets."""

import asyncio
import time
from collections.abc import Callable
from secrets import token_hex
from types import TracebackType
from typing import Any, Self, TypeVar

import discord.gateway
import discord.http
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.places import Channel
from standins.discord.stand_in import DiscordStandIn

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.adapters.discord import DiscordAdapter, point_to
from bot.adapters.discord.connection import supervisor
from bot.adapters.discord.connection.client import TableClient
from bot.adapters.discord.connection.sessions import NewSessions
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import place_named, venue_of
from bot.adapters.discord.outbound.beside_card import PRESENT
from bot.app.application import Application
from bot.app.on_discord import Boxes, OnDiscord
from bot.render.painter import Painter, PainterHere
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Keys
from persistence import Store

PATIENCE = 20.0
GUILDS_WITHIN = 0.05
"""Seconds after the last server before the library counts as ready; its own default is two."""
SESSIONS_EVERY = 0.0
"""Seconds between two new sessions; Discord asks for five."""
HEARTBEAT_TIMEOUT = 60.0
"""Seconds without an ACK after which the library gives a socket up; its own default."""
T = TypeVar("T")


class PromptClient(TableClient):
    """The bot's own client, which does not wait long for servers that it was not told of."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self._connection.guild_ready_timeout = GUILDS_WITHIN
        self._connection.heartbeat_timeout = HEARTBEAT_TIMEOUT


class Night:
    """A night with the bot and people. `unlimited`: the bot sends as if Discord had no limits."""

    def __init__(self, server: DiscordStandIn, store: Store, *, unlimited: bool = False) -> None:
        self.server, self.store, self._unlimited = server, store, unlimited
        self.world = server.world
        self.guild = self.world.guild("the inn")
        self.channel = self.guild.channel("table")
        self.dice = LoadedFairness(Keys({1: bytes(32)}), SeededBytes(token_hex(8)))
        self.painter: Painter = PainterHere()
        """The real one starts a program, which only tests of pictures need."""
        self.clock: Callable[[], float] = time.monotonic
        """The clock of the adapter's limits."""
        self._skipped = 0.0
        """Seconds by which the clock for presence is ahead."""
        self._before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY

    async def __aenter__(self) -> Self:
        point_to(self.server.api_base, self.server.gateway_url)
        supervisor.TableClient = PromptClient  # type: ignore[misc]
        supervisor.NewSessions = lambda **_: NewSessions(SESSIONS_EVERY)  # type: ignore[misc,assignment]
        await self.start()
        await self.adapter.sync()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()
        supervisor.TableClient = TableClient  # type: ignore[misc]
        supervisor.NewSessions = NewSessions  # type: ignore[misc]
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = self._before

    # The bot

    def make(self) -> None:
        """Make the bot, and start nothing yet."""
        self.house = Application(self.store, self.dice, Defaults(pace=0, bots_from_bank=True))
        self.adapter = DiscordAdapter(
            OnDiscord(self.house),
            Boxes(self.store),
            "a-token",
            RateLimits(lambda: self.clock(), limited=not self._unlimited),  # noqa: PLW0108 - set later
            lambda: time.monotonic() + self._skipped,
            self.painter,
        )
        self.house.add(self.adapter)
        if self._unlimited:
            self.server.limits.off()

    async def start(self) -> None:
        self.make()
        self.running = asyncio.create_task(self.adapter.run())
        await asyncio.wait_for(self.adapter.supervisor.first_ready.wait(), PATIENCE)
        await self.house.start()

    async def stop(self) -> None:
        await self.house.stop()
        await self.adapter.stop()
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)

    async def restart(self) -> None:
        """Restart as after a deploy, as another process with the same store."""
        await self.stop()
        await self.start()

    @property
    def client(self) -> TableClient:
        found = self.adapter.supervisor.client
        assert found is not None
        return found

    # People

    def person(self, name: str, **about: str) -> Person:
        found = self.world.person(name, **about)
        self.guild.join(found)
        return found

    def people(self, *names: str) -> list[Person]:
        return [self.person(name) for name in names]

    def all_are_away(self) -> None:
        """Move presence on, as if nobody had said or pressed anything for a minute."""
        self._skipped += PRESENT

    # Stored tables

    async def sessions(self, channel: Channel | None = None) -> list[Session]:
        at = channel or self.channel
        venue = venue_of(None if at.is_dm else self.guild.id, at.id)
        return await self.house.directory.at(venue, place_named(at.id), fresh=True)

    async def session(self, channel: Channel | None = None) -> Session:
        """Return the only table of a channel."""
        (found,) = await self.sessions(channel)
        return found

    async def state(self, channel: Channel | None = None) -> Any:
        """Return the true state of the game on the only table of a channel."""
        return (await self.session(channel)).state

    @property
    def venue(self) -> str:
        return f"discord:{self.guild.id}"

    async def tries_again(self) -> None:
        """Try everything now that waits for its time at a table."""
        for channel in list(self.world.channels.values()):
            for session in await self.sessions(channel):
                self.house.delivery.wake(session.ref)
        await self.quiet()

    async def is_paused(self, channel: Channel | None = None) -> bool:
        """Return whether a table of a channel is paused in the store."""
        return any(one.paused is not None for one in await self.sessions(channel))

    # Messages

    @property
    def cards(self) -> list[Message]:
        """Return the bot's messages in the channel, oldest first, without calls."""
        return [one for one in self.channel.from_bot if one.components]

    @property
    def calls(self) -> list[Message]:
        """Return the short messages that call somebody and are still there."""
        return [one for one in self.channel.from_bot if not one.components and one.pinged]

    async def card(self, *parts: str, channel: Channel | None = None) -> Message:
        """Wait for the newest message of the bot that shows all of this, and return it."""
        at = channel or self.channel
        shown = lambda: f"{parts} in {[one.text for one in at.from_bot]}"  # noqa: E731
        return await self.until(lambda: newest(at.from_bot, parts), shown)

    async def hand(self, person: Person, *parts: str) -> Message:
        """Wait for the newest direct message to this person that shows all of this, and return it."""
        return await self.until(
            lambda: newest(person.dms, parts), lambda: f"{parts} for {person.name} in {[m.text for m in person.dms]}"
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
        await self.house.delivery.settle()
        await self.world.settles(seconds, within=PATIENCE)


def newest(messages: list[Message], parts: tuple[str, ...]) -> Message | None:
    return next((one for one in reversed(messages) if all(part in one.text for part in parts)), None)


def table_code(card: Message) -> str:
    """Return the code in a headline such as `### Halflings & Giants · K7Q`."""
    return card.text.splitlines()[0].rpartition(" · ")[2].strip()
