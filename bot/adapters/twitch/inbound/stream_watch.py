"""Learn whether streams are on: by EventSub and by looking, since its notifications come late, twice or never."""

import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

import structlog
import twitchio
from cachetools import FIFOCache
from twitchio import eventsub

from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.connection.errors import LOST, told
from bot.adapters.twitch.names import person_of, place_named, venue_named
from bot.adapters.twitch.port import Bot
from persistence import StoreTrouble

LOOK_EVERY: Final = 120.0
"""Seconds between two look-ups of the watched streams."""
SOONER: Final = 10.0
"""Seconds until the next look-up after a failure."""
MOST_AT_ONCE: Final = 100
"""The most channels in one look-up that Twitch allows."""
MOST_HEARD: Final = 2_000
log = structlog.get_logger()


class StreamWatch:
    """Watches the streams of channels that want something done when they end. `clock`: in seconds."""

    def __init__(self, bot: Bot, client: Callable[[], Listening], clock: Callable[[], float] = time.monotonic) -> None:
        self._bot, self._client, self._clock = bot, client, clock
        self._heard: FIFOCache[str, None] = FIFOCache(MOST_HEARD)
        self._look_at = 0.0

    async def watch(self, channel: str) -> None:
        """Subscribe to a channel's stream, once for each client, and look it up now. Raises Unreachable.

        If Twitch refuses the subscription, the regular look-ups remain.
        """
        client = self._client()
        if channel not in client.watches:
            client.watches.add(channel)
            for kind in (eventsub.StreamOnlineSubscription, eventsub.StreamOfflineSubscription):
                await client.subscribe(kind(broadcaster_user_id=channel), client.me)
        await self._look(client, [channel])

    async def watch_where_wanted(self, channel: str) -> None:
        """Watch a channel's stream if its venue wants something done when it ends. Raises Unreachable."""
        if await self._bot.watches_stream(venue_named(channel)):
            await self.watch(channel)

    async def look_now_and_then(self, client: Listening) -> None:
        """Look up the watched streams if it is time."""
        if client.watches and self._clock() >= self._look_at:
            self._look_at = self._clock() + LOOK_EVERY
            watched = sorted(client.watches)
            for start in range(0, len(watched), MOST_AT_ONCE):
                await self._look(client, watched[start : start + MOST_AT_ONCE])

    async def _look(self, client: Listening, channels: list[str]) -> None:
        try:
            found = {
                one.user.id: one
                async for one in client.fetch_streams(user_ids=list(channels), first=MOST_AT_ONCE, token_for=client.me)
            }
        except LOST as error:
            log.info("the streams could not be looked up", kind=told(error))
            self._look_at = self._clock() + SOONER
            return
        for channel in channels:
            stream, known = found.get(channel), client.channels.get(channel)
            name = channel if known is None else known.name
            await self._tell(channel, name, live=stream is not None, at=stream.started_at if stream else None)

    # What Twitch tells

    async def online(self, payload: twitchio.StreamOnline) -> None:
        """Hear that a stream has begun. Reruns and the like do not count."""
        if payload.type == "live" and self._is_new(payload):
            user = payload.broadcaster
            await self._tell(user.id, user.display_name or user.name or "", live=True, at=payload.started_at)

    async def offline(self, payload: twitchio.StreamOffline) -> None:
        """Hear that a stream has ended."""
        if self._is_new(payload):
            user = payload.broadcaster
            await self._tell(user.id, user.display_name or user.name or "", live=False, at=payload.timestamp)

    def _is_new(self, payload: twitchio.StreamOnline | twitchio.StreamOffline) -> bool:
        """Return whether a notification is new: Twitch sends some twice."""
        metadata = payload.metadata
        name = "" if metadata is None else metadata.message_id
        if name and name in self._heard:
            return False
        self._heard[name] = None
        return True

    async def _tell(self, channel: str, name: str, *, live: bool, at: datetime | None) -> None:
        """Tell the bot; if the store is away, it is repeated at the next look-up."""
        heard: Callable[..., Awaitable[None]] = self._bot.stream_is_on if live else self._bot.stream_is_off
        since = 0 if at is None else round(at.timestamp() * 1000)
        try:
            await heard(venue_named(channel), place_named(channel), person_of(channel, name), since)
        except StoreTrouble as trouble:
            log.warning("the end or the beginning of a stream waits for the store", kind=trouble.kind)
            self._look_at = self._clock() + SOONER
