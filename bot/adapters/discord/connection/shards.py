"""Keep each shard of a client connected independently. discord.py reconnects one at a time, so one lost shard delays
all.

In discord.py a shard that can't be reached waits up to a quarter of an hour between two tries, and no other is resumed
meanwhile. It then comes back with a new session, and what was said in between is lost.
"""

import asyncio
import random
import time
from typing import Any, Final

import discord
import structlog
import yarl
from discord.gateway import ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from bot.adapters.discord.connection.sessions import NewSessions

RESUMABLE: Final = 300.0
"""How long a lost session is tried, in seconds; after that a new one is begun, from the usual address."""
LONGEST_PAUSE: Final = 5.0
"""Seconds between two tries to resume a session, which are free; tries to begin one have a limit of their own."""
LONGEST_PAUSE_NEW: Final = 120.0
log = structlog.get_logger()


class LostShard:
    """A shard that is disconnected. `since`: on the monotonic clock; `tries`: how many were made."""

    def __init__(self) -> None:
        self.since = time.monotonic()
        self.tries = 0

    async def pause(self, *, longest: float) -> None:
        """Wait before the next try: not before the first, and longer after each one."""
        seconds = min(longest, 2.0 ** (self.tries - 1)) if self.tries else 0.0
        self.tries += 1
        await asyncio.sleep(seconds * (1 + random.random() / 2))  # noqa: S311 - jitter is no dice


class Shards:
    """Keeps the shards of one client connected. `sessions`: gives them their turns to begin one."""

    def __init__(self, client: discord.AutoShardedClient, sessions: NewSessions) -> None:
        self._client, self._sessions = client, sessions
        self._tasks = set[asyncio.Task[None]]()
        self._away: dict[int, LostShard] = {}

    def stands(self, shard: int) -> None:
        """Note that a shard has a session."""
        self._away.pop(shard, None)

    async def run(self, queue: asyncio.PriorityQueue[EventItem]) -> None:
        """Connect all shards, and reconnect lost ones, until the client is closed. `queue`: the library's events about
        shards.

        Raises the errors that end all of them: Discord rejects the token, or refuses the intents.
        """
        try:
            await self._launch()
            while not self._client.is_closed():
                item = await queue.get()
                if ends_all(item):
                    await self._client.close()
                    raise_of(item)
                    return
                if item.shard is not None:
                    self._start(self._again(item.shard, item))
        finally:
            for task in self._tasks:
                task.cancel()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work, name="discord shard")
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (broken := task.exception()) is not None:
            log.error("a shard could not be looked after", kind=type(broken).__name__)

    async def _launch(self) -> None:
        client = self._client
        count, url, limits = await client.http.get_bot_gateway()
        self._sessions.told(limits)
        client.shard_count = client.shard_count or count
        client._connection.shard_count = client.shard_count  # noqa: SLF001 - as `AutoShardedClient.launch_shards` does
        client._connection.shard_ids = range(client.shard_count)  # noqa: SLF001 - as above
        for shard in range(client.shard_count):
            self._start(self._first(yarl.URL(url), shard))

    async def _first(self, gateway: yarl.URL, shard: int) -> None:
        """Connect a shard when its turn comes: the library gives up if it has to wait for that itself."""
        await self._sessions.turn(shard)
        await self._client.launch_shard(gateway, shard)

    async def _again(self, shard: Shard, item: EventItem) -> None:
        """Resume a shard's session, or begin a new one if it has none."""
        shard._backoff._max = 0  # noqa: SLF001 - we wait ourselves
        away = self._away.setdefault(shard.id, LostShard())
        if item.type == EventType.terminate:
            log.warning("a shard broke", shard=shard.id, kind=type(item.error).__name__)
            await shard.ws.close(code=4000)
        resumes = shard.ws.session_id is not None and time.monotonic() - away.since < RESUMABLE
        await away.pause(longest=LONGEST_PAUSE if resumes else LONGEST_PAUSE_NEW)
        if self._client.is_closed():
            return
        if resumes:
            await shard.reidentify(ReconnectWebSocket(shard.id, resume=True))
            return
        await self._sessions.turn(shard.id)
        if item.type == EventType.identify:
            await shard.reidentify(ReconnectWebSocket(shard.id, resume=False))
        else:
            await shard.reconnect()


def ends_all(item: EventItem) -> bool:
    """Return whether an event ends the client: it was closed, or Discord refuses the intents of all shards."""
    refused = isinstance(item.error, discord.PrivilegedIntentsRequired)
    return item.type in {EventType.close, EventType.clean_close} or refused


def raise_of(item: EventItem) -> None:
    """Raise the error that ended a client, if it was one."""
    if isinstance(item.error, discord.ConnectionClosed) and item.error.code == 1000:
        return
    if isinstance(item.error, discord.PrivilegedIntentsRequired | discord.ConnectionClosed):
        raise item.error
