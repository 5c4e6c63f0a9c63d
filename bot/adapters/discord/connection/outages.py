"""Outages: nobody can be heard over a shard, or a place is gone. Then nobody's time runs there."""

import asyncio
import time
from contextlib import suppress
from typing import Final

import discord

from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import place_named, venue_of
from bot.adapters.discord.outbound.channel_messages import ChannelMessages
from bot.adapters.discord.port import Bot, Here

AWAY: Final = 3.0
"""Seconds that nobody needs to be told of."""
MOST_STILL: Final = 5.0
"""Seconds that a line waits for the games of its shard, once it is heard."""


class Outages:
    """Knows over which shards nobody can be heard, and tells the bot which places are gone or back."""

    def __init__(self, bot: Bot, channel_messages: ChannelMessages, limits: RateLimits) -> None:
        self._bot, self._channel_messages, self._limits = bot, channel_messages, limits
        self._away_since: dict[int, float] = {}
        """By shard: each is a line of its own to Discord, over which some of the servers are heard."""
        self._still: dict[int, asyncio.Event] = {}

    # The lines to Discord

    def away(self, shard: int) -> None:
        """Take note that a shard is away; it may come back with all that was missed."""
        self._away_since.setdefault(shard, time.monotonic())

    def deaf(self, seconds: float) -> frozenset[int]:
        """Return the shards over which nobody was heard for so long."""
        before = time.monotonic() - seconds
        return frozenset(shard for shard, since in self._away_since.items() if since < before)

    def stands_still(self, shard: int) -> None:
        """Take note that the games of a shard stand still."""
        self._still.setdefault(shard, asyncio.Event())

    def goes_on(self, shard: int) -> None:
        """Take note that all games of a shard go on."""
        self._heard(shard)
        self._still.pop(shard, None)

    def _heard(self, shard: int) -> None:
        if shard in self._still:
            self._still[shard].set()

    async def until_heard(self, shard: int) -> bool:
        """Wait until a shard has told all that it missed; return whether its games may stand still though it has."""
        still = self._still.get(shard)
        if still is None:
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(still.wait(), MOST_STILL)
        return True

    def caught_up(self, shard: int) -> None:
        """Take note that a shard was resumed: what was missed comes now."""
        self._away_since.pop(shard, None)
        self._heard(shard)

    async def started_anew(self, shard: int, here: Here, count: int) -> None:
        """Tell the games of a shard that what was said between two sessions is lost. `count`: of all shards now."""
        since = self._away_since.pop(shard, None)
        self._heard(shard)
        for gone in [one for one in self._away_since if one >= count]:
            del self._away_since[gone]
        if since is not None and time.monotonic() - since > AWAY:
            await self._bot.part_here_again(here)

    # Places

    async def place_closed(self, guild: int, channel: int) -> None:
        """Tell the bot that a channel is gone, or that we are out of it."""
        self._limits.shut(channel)
        await self._bot.place_closed(venue_of(guild), place_named(channel))

    async def place_open(self, guild: int | None, channel: int) -> None:
        """Tell the bot of a sign of life from a channel that refused us; of direct messages there is no server."""
        if self._limits.knock(channel):
            await self._bot.place_open(venue_of(guild, channel), place_named(channel))

    async def venue_open(self, guild: discord.Guild) -> None:
        """Tell the bot of a sign of life from a server, channel by channel."""
        for channel in self._with_tables(guild):
            await self.place_open(guild.id, channel)

    async def venue_closed(self, guild: discord.Guild) -> None:
        """Tell the bot that we are out of a server, channel by channel."""
        for channel in self._with_tables(guild):
            await self.place_closed(guild.id, channel)

    def _with_tables(self, guild: discord.Guild) -> set[int]:
        return {one.id for one in (*guild.channels, *guild.threads)} & self._channel_messages.channels()
