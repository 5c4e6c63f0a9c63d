"""Watch raids: somebody sends their viewers to a channel that has a table of ours."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import structlog
import twitchio
from cachetools import FIFOCache
from twitchio import eventsub

from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.names import person_of, place_named, venue_named
from bot.adapters.twitch.port import Bot
from persistence import StoreTrouble

TOO_OLD: Final = 60.0
"""Seconds after which raiders have found out for themselves what is going on."""
IN_A_ROW: Final = 120.0
"""A raid within this many seconds of another belongs to it: people who came with the first are still raiders."""
AHEAD: Final = 15.0
"""Seconds by which raiders may be heard before their raid is reported."""
MOST_HEARD: Final = 100_000
MOST_RAIDED: Final = 10_000
log = structlog.get_logger()


class RaidWatch:
    """Hears of raids on channels that had news of a table, and knows who spoke there before. `clock`: in seconds."""

    def __init__(self, bot: Bot, clock: Callable[[], float] = time.monotonic) -> None:
        self._bot, self._clock = bot, clock
        self._heard: OrderedDict[tuple[str, str], float] = OrderedDict()
        """When this process first heard each person in a channel."""
        self._raided: FIFOCache[str, float] = FIFOCache(MOST_RAIDED)

    def heard(self, channel: str, user: str) -> None:
        """Note that somebody said something in a channel."""
        if (channel, user) in self._heard:
            return
        self._heard[channel, user] = self._clock()
        if len(self._heard) > MOST_HEARD:
            self._heard.popitem(last=False)

    def was_here(self, channel: str, user: str) -> bool:
        """Return whether somebody was heard in a channel before it was raided, so that they are no raider."""
        return self._heard.get((channel, user), math.inf) < self._raided.get(channel, 0.0)

    async def watch(self, client: Listening, channel: str) -> None:
        """Subscribe to raids on a channel, once for each client. If Twitch refuses, they go unnoticed."""
        if channel not in client.hears_raids:
            client.hears_raids.add(channel)
            await client.subscribe(eventsub.ChannelRaidSubscription(to_broadcaster_user_id=channel), client.me)

    async def came(self, payload: twitchio.ChannelRaid) -> None:
        """Hear of a raid. One that is reported twice does no harm, because the bot limits its invitations."""
        if payload.timestamp is not None and time.time() - payload.timestamp.timestamp() > TOO_OLD:
            return
        channel, user, now = payload.to_broadcaster.id, payload.from_broadcaster, self._clock()
        if now - self._raided.get(channel, -math.inf) > IN_A_ROW:
            self._raided[channel] = now - AHEAD
        by = person_of(user.id, user.display_name or user.name or "")
        try:
            await self._bot.raided(venue_named(channel), place_named(channel), by, payload.viewer_count)
        except StoreTrouble as trouble:
            log.warning("nobody of a raid was invited", kind=trouble.kind)
