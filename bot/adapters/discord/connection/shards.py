"""Keep each shard of a client connected independently, and take and give up shards as they are shared out.

discord.py reconnects one at a time, so one lost shard delays all.

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
from bot.adapters.discord.port import Division

RESUMABLE: Final = 300.0
"""How long a lost session is tried, in seconds; after that a new one is begun, from the usual address."""
LONGEST_PAUSE: Final = 5.0
"""Seconds between two tries to resume a session, which are free; tries to begin one have a limit of their own."""
LONGEST_PAUSE_NEW: Final = 120.0
LOOK_EVERY: Final = 0.25
"""Seconds between two looks at which shards fall to this process."""
RESUMABLE_CODE: Final = 4000
"""Closes a socket, and leaves its session to be resumed."""
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
    """Keeps the shards of one client connected. `sessions`: gives them their turns to begin one. `division`: says which
    of them this process is to hold.

    `held`: the shards that have had a session here, and were not given up since. `wanted`: those to hold; None: that is
    not known yet.
    """

    def __init__(self, client: discord.AutoShardedClient, sessions: NewSessions, division: Division) -> None:
        self._client, self._sessions, self._division = client, sessions, division
        self._tasks = set[asyncio.Task[None]]()
        self._away: dict[int, LostShard] = {}
        self._begun: dict[int, asyncio.Task[None]] = {}
        """The tasks that begin, or began, the shards of this process."""
        self.held = frozenset[int]()
        self.wanted: frozenset[int] | None = None

    def stands(self, shard: int) -> bool:
        """Note that a shard has a session; return False if it was given up meanwhile."""
        if shard not in self._begun:
            return False
        self._away.pop(shard, None)
        self.held |= {shard}
        return True

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
                if item.shard is not None and item.shard.id in self._begun:
                    self._start(self._again(item.shard, item))
        finally:
            for task in self._tasks:
                task.cancel()

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work, name="discord shard")
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (broken := task.exception()) is not None:
            log.error("a shard could not be looked after", kind=type(broken).__name__)

    async def _launch(self) -> None:
        client = self._client
        count, url, limits = await client.http.get_bot_gateway()
        self._sessions.told(limits)
        client.shard_count = self._division.count() or count
        client._connection.shard_count = client.shard_count  # noqa: SLF001 - as `AutoShardedClient.launch_shards` does
        self._start(self._divide(yarl.URL(url), client.shard_count))

    async def _divide(self, gateway: yarl.URL, of: int) -> None:
        """Begin the shards that fall to this process, and give up those that another one holds by now."""
        while not self._client.is_closed():
            self.wanted = wanted = self._division.shards_here(of)
            for shard in sorted(wanted - self._begun.keys()):
                self._begun[shard] = self._start(self._first(gateway, shard))
            for shard in sorted(self._begun.keys() - wanted):
                if shard not in self.held or shard in self._division.held_elsewhere():
                    await self._give_up(shard)
            self._client._connection.shard_ids = sorted(self._begun)  # noqa: SLF001 - as `launch_shards` does
            await asyncio.sleep(LOOK_EVERY)

    async def _first(self, gateway: yarl.URL, shard: int) -> None:
        """Connect a shard when its turn comes: the library gives up if it has to wait for that itself.

        One that was given up here a moment ago is resumed.
        """
        known = self._known(shard)
        if known is not None:
            await self._again(known, EventItem(EventType.reconnect, known, None))
            return
        await self._sessions.turn(shard)
        await self._client.launch_shard(gateway, shard)

    def _known(self, shard: int) -> Shard | None:
        """Return a shard that had a socket here."""
        known: dict[int, Shard] = self._client._AutoShardedClient__shards  # type: ignore[attr-defined]  # noqa: SLF001
        return known.get(shard)

    async def _give_up(self, shard: int) -> None:
        """Leave a shard to another process, so that its session could be resumed here for a while."""
        self.held -= {shard}
        self._begun.pop(shard).cancel()
        known = self._known(shard)
        if known is None:
            return
        self._away[shard] = LostShard()
        known._cancel_task()  # noqa: SLF001 - `Shard.close` would end the session
        await known.ws.close(code=RESUMABLE_CODE)
        self._client.dispatch("shard_given_up", shard)

    async def rest(self) -> None:
        """Hear nothing more, and leave all sessions to be resumed; `held` stays, since people can still be told."""
        for task in self._tasks:
            task.cancel()
        begun, self._begun = self._begun, {}
        known = [one for one in map(self._known, begun) if one is not None]
        for one in known:
            one._cancel_task()  # noqa: SLF001 - as above
        await asyncio.gather(*(one.ws.close(code=RESUMABLE_CODE) for one in known))

    async def _again(self, shard: Shard, item: EventItem) -> None:
        """Resume a shard's session, or begin a new one if it has none; leave it if it was given up meanwhile."""
        begun = self._begun.get(shard.id)
        shard._backoff._max = 0  # noqa: SLF001 - we wait ourselves
        away = self._away.setdefault(shard.id, LostShard())
        if item.type == EventType.terminate:
            log.warning("a shard broke", shard=shard.id, kind=type(item.error).__name__)
            await shard.ws.close(code=4000)
        resumes = shard.ws.session_id is not None and time.monotonic() - away.since < RESUMABLE
        await away.pause(longest=LONGEST_PAUSE if resumes else LONGEST_PAUSE_NEW)
        if self._client.is_closed() or not self._still_has(shard.id, begun):
            return
        if resumes:
            await shard.reidentify(ReconnectWebSocket(shard.id, resume=True))
            return
        await self._sessions.turn(shard.id)
        if not self._still_has(shard.id, begun):
            return
        if item.type == EventType.identify:
            await shard.reidentify(ReconnectWebSocket(shard.id, resume=False))
        else:
            await shard.reconnect()

    def _still_has(self, shard: int, begun: asyncio.Task[None] | None) -> bool:
        return begun is not None and self._begun.get(shard) is begun


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
