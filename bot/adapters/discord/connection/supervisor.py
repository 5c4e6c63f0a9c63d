"""Keeps one client connected: starts it, watches it, and starts another when it ends (threats F10 to F12).

An IDENTIFY is precious (1,000 a day, then the token is reset): tries are spaced out, the longer the more of them fail.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

import discord
import structlog

from bot.adapters.discord.connection.client import TableClient
from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.connection.sessions import NewSessions
from bot.adapters.discord.outbound.piece_emojis import Synced, sync_emojis
from bot.ports.messages import NotKnownError

if TYPE_CHECKING:
    from bot.adapters.discord.inbound.listener import Listener

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 120.0
STEADY: Final = 300.0
"""Seconds after which a client that ran counts as having worked."""
READY_WITHIN: Final = 90.0
LOOK_EVERY: Final = 5.0
NOT_TAKEN: Final = "Discord did not take it (HTTP {status}, code {code}). Nothing else was changed; try again later."
AWAY: Final = "Discord could not be reached ({kind}). Try again later."
UNKNOWN: Final = "Discord does not know DISCORD_TOKEN. See docs/run-on-discord.md."
log = structlog.get_logger()


class BadTokenError(NotKnownError):
    """Discord does not know this token."""


class NotDoneError(NotKnownError):
    """Discord did not do what was asked of it once, or could not be reached."""


class Supervisor:
    """Keeps one client connected. `first_ready` is set when it was for the first time; `starts` counts clients."""

    def __init__(self, token: str, listener: "Listener") -> None:
        self._token, self._listener = token, listener
        self.client: TableClient | None = None
        self.first_ready = asyncio.Event()
        self.starts = 0
        self._stopping = False
        self._may_claim = True
        self._sessions = NewSessions()

    async def run(self) -> None:
        """Keep a client connected until stopped. Raises BadTokenError."""
        pause = FIRST_PAUSE
        while not self._stopping:
            began = time.monotonic()
            await self._run_one()
            if time.monotonic() - began > STEADY:
                pause = FIRST_PAUSE
            if not self._stopping:
                log.warning("Discord ended; it is started again", after=round(pause))
                await asyncio.sleep(pause * (1 + random.random() / 2))  # noqa: S311 - jitter is no dice
                pause = min(LONGEST_PAUSE, pause * 2)

    async def _run_one(self) -> None:
        """Run one client from login to its end, however it ends."""
        try:
            content = self._may_claim and await may_read_chat(self._token)
            client = self.client = TableClient(self._listener, content=content, sessions=self._sessions)
            self.starts += 1
            running = asyncio.create_task(client.start(self._token, reconnect=True), name="discord")
            watching = asyncio.create_task(self._watch(client), name="discord watchdog")
            try:
                await asyncio.wait({running, watching}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                await self._end(client, running, watching)
        except discord.LoginFailure:
            raise BadTokenError(UNKNOWN) from None
        except LOST as error:
            log.warning("Discord could not be reached", kind=type(error).__name__)

    async def _end(self, client: TableClient, running: asyncio.Task[None], watching: asyncio.Task[None]) -> None:
        watching.cancel()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(client.close(), timeout=10)
        running.cancel()
        ended = (await asyncio.gather(running, watching, return_exceptions=True))[0]
        if isinstance(ended, discord.LoginFailure):
            raise ended
        if isinstance(ended, discord.PrivilegedIntentsRequired):
            self._may_claim = False  # switched off in the portal since it was asked
        if isinstance(ended, Exception):
            log.warning("Discord's client broke", kind=type(ended).__name__)

    async def _watch(self, client: TableClient) -> None:
        """Return where no session comes, at first or later. A dead socket the library finds by its heartbeat."""
        began = time.monotonic()
        while client.connected or time.monotonic() - began < READY_WITHIN:
            if client.connected:
                began = time.monotonic()
                self.first_ready.set()
            await asyncio.sleep(LOOK_EVERY if self.first_ready.is_set() else 0.05)
        log.warning("Discord's READY did not come")

    async def sync(self) -> int:
        """Make the slash commands known without a connection to the gateway; return how many.

        Raises BadTokenError and NotDoneError.
        """
        async with self._logged_in() as client:
            return len(await client.tree.sync())

    async def sync_emojis(self) -> Synced:
        """Upload the emojis of the pieces, without a connection to the gateway. Raises BadTokenError, NotDoneError."""
        async with self._logged_in() as client:
            return await sync_emojis(client)

    @contextlib.asynccontextmanager
    async def _logged_in(self) -> AsyncIterator[TableClient]:
        """Yield a client that asks Discord without a connection to the gateway. Raises BadTokenError, NotDoneError."""
        async with TableClient(self._listener, content=False) as client:
            try:
                await client.login(self._token)
                yield client
            except discord.LoginFailure:
                raise BadTokenError(UNKNOWN) from None
            except discord.HTTPException as refused:
                raise NotDoneError(NOT_TAKEN.format(status=refused.status, code=refused.code)) from None
            except LOST as error:
                raise NotDoneError(AWAY.format(kind=type(error).__name__)) from None

    async def stop(self) -> None:
        """End the client that runs, and start no other."""
        self._stopping = True
        if self.client is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self.client.close(), timeout=10)


async def may_read_chat(token: str) -> bool:
    """Return whether the owner has switched the message-content intent on: claimed without it, it closes us (4014)."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as asking:
        await asking.login(token)
        application = await asking.application_info()
        flags = application.flags
        return flags.gateway_message_content or flags.gateway_message_content_limited
