"""Keep one client running: start it, watch it, and start another when it ends (threats F10 to F12).

New sessions are limited (1,000 a day, then Discord resets the token), so the pauses between tries grow.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Final

import discord
import structlog

from bot.adapters.discord.connection.client import TableClient, WholeDivision
from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.connection.sessions import NewSessions
from bot.adapters.discord.outbound.piece_emojis import Synced, sync_emojis
from bot.adapters.discord.port import Division
from bot.ports.messages import NotKnownError

if TYPE_CHECKING:
    from bot.adapters.discord.inbound.listener import Listener

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 120.0
STEADY: Final = 300.0
"""A client that ran for this many seconds counts as having worked."""
READY_WITHIN: Final = 90.0
LOOK_EVERY: Final = 5.0
NOT_TAKEN: Final = "Discord did not take it (HTTP {status}, code {code}). Nothing else was changed; try again later."
AWAY: Final = "Discord could not be reached ({kind}). Try again later."
UNKNOWN: Final = "Discord does not know DISCORD_TOKEN. See docs/run-on-discord.md."
log = structlog.get_logger()


class BadTokenError(NotKnownError):
    """Discord rejects this token."""


class NotDoneError(NotKnownError):
    """Discord refused a single request, or could not be reached."""


class Supervisor:
    """Keeps one client running. `first_ready`: set once one was connected. `starts`: how many clients were started."""

    def __init__(self, token: str, listener: "Listener", division: Division | None = None) -> None:
        self._token, self._listener, self._division = token, listener, division or WholeDivision()
        self.client: TableClient | None = None
        self.first_ready = asyncio.Event()
        self.starts = 0
        self._stopping = False
        self._may_claim = True
        self._sessions = NewSessions(gate=self._division.gate)

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
            client = self.client = TableClient(
                self._listener, content=content, sessions=self._sessions, division=self._division
            )
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
            self._may_claim = False  # the owner switched it off since we asked
        if isinstance(ended, Exception):
            log.warning("Discord's client broke", kind=type(ended).__name__)

    async def _watch(self, client: TableClient) -> None:
        """Return if no session is established in time, at first or after a loss. The library itself finds dead
        sockets. While a shard waits for its turn, which others may take first, there is time.
        """
        began = time.monotonic()
        while True:
            now, is_up = time.monotonic(), bool(client.connected) or client.is_spare
            if is_up:
                self.first_ready.set()
            if is_up or self._sessions.is_waited_for:
                began = now
            elif now - began >= READY_WITHIN:
                break
            await asyncio.sleep(LOOK_EVERY if self.first_ready.is_set() else 0.05)
        log.warning("Discord's READY did not come")

    async def sync(self) -> int:
        """Register the slash commands without connecting to the gateway; return how many.

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
        """Yield a client that can make requests without connecting to the gateway. Raises BadTokenError,
        NotDoneError.
        """
        async with TableClient(self._listener, content=False) as client:
            with told_in_sentences():
                await client.login(self._token)
                yield client

    async def rest(self) -> None:
        """Hear nothing more, start no other client, and return when what was heard is answered."""
        self._stopping = True
        if self.client is not None:
            await self.client.rest()

    async def stop(self) -> None:
        """End the running client, and start no other."""
        self._stopping = True
        if self.client is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self.client.close(), timeout=10)


async def may_read_chat(token: str) -> bool:
    """Return whether the owner switched on the message-content intent: to ask for it otherwise closes us (4014)."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as asking:
        await asking.login(token)
        application = await asking.application_info()
        return reads_chat(application)


def reads_chat(application: discord.AppInfo) -> bool:
    """Return whether the owner of an application switched on the message-content intent."""
    flags = application.flags
    return flags.gateway_message_content or flags.gateway_message_content_limited


@contextlib.contextmanager
def told_in_sentences() -> Iterator[None]:
    """Raise BadTokenError or NotDoneError, with a sentence, in place of an error of the library."""
    try:
        yield
    except discord.LoginFailure:
        raise BadTokenError(UNKNOWN) from None
    except discord.HTTPException as refused:
        raise NotDoneError(NOT_TAKEN.format(status=refused.status, code=refused.code)) from None
    except LOST as error:
        raise NotDoneError(AWAY.format(kind=type(error).__name__)) from None
