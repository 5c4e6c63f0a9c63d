"""Track outages: a shard can't be heard, or a place is gone. The clocks of the tables there stop."""

import asyncio
import time
from collections.abc import Collection
from contextlib import suppress
from typing import Final

import discord

from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import place_named, venue_of
from bot.adapters.discord.outbound.channel_messages import ChannelMessages
from bot.adapters.discord.port import Bot, Here

AWAY: Final = 3.0
"""An outage shorter than this many seconds is not reported."""
MOST_STILL: Final = 5.0
"""Longest wait, in seconds, of a line for its shard to catch up."""


class Outages:
    """Tracks the shards that can't be heard, and tells the bot which places are gone or back."""

    def __init__(self, bot: Bot, channel_messages: ChannelMessages, limits: RateLimits) -> None:
        self._bot, self._channel_messages, self._limits = bot, channel_messages, limits
        self._away_since: dict[int, float] = {}
        """By shard. Each shard is a separate connection to Discord and carries some of the servers."""
        self._still: dict[int, asyncio.Event] = {}

    # Connections to Discord

    def away(self, shard: int) -> None:
        """Note that a shard is disconnected. It may be resumed with all that was missed."""
        self._away_since.setdefault(shard, time.monotonic())

    def deaf(self, seconds: float) -> frozenset[int]:
        """Return the shards that have been unheard for this many seconds."""
        before = time.monotonic() - seconds
        return frozenset(shard for shard, since in self._away_since.items() if since < before)

    def stands_still(self, shard: int) -> None:
        """Note that the clocks of a shard's games are stopped."""
        self._still.setdefault(shard, asyncio.Event())

    def goes_on(self, shard: int) -> None:
        """Note that all games of a shard are running again."""
        self._heard(shard)
        self._still.pop(shard, None)

    def _heard(self, shard: int) -> None:
        if shard in self._still:
            self._still[shard].set()

    async def until_heard(self, shard: int) -> bool:
        """Wait until a stopped shard is heard again, but not for long; return whether its games may still be
        stopped.
        """
        still = self._still.get(shard)
        if still is None:
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(still.wait(), MOST_STILL)
        return True

    def given_up(self, shard: int) -> None:
        """Note that another process hears a shard: it is no outage."""
        self._away_since.pop(shard, None)
        self.goes_on(shard)

    def caught_up(self, shard: int) -> None:
        """Note that a shard was resumed: the missed events arrive now."""
        self._away_since.pop(shard, None)
        self._heard(shard)

    async def started_anew(self, shard: int, here: Here, count: int) -> None:
        """Tell the games of a shard that messages between two sessions were lost. `count`: the current number of
        shards.
        """
        since = self._away_since.pop(shard, None)
        self._heard(shard)
        for gone in [one for one in self._away_since if one >= count]:
            del self._away_since[gone]
        if since is not None and time.monotonic() - since > AWAY:
            await self._bot.part_here_again(here)

    # Places

    async def place_closed(self, guild: int, channel: int) -> None:
        """Tell the bot that a channel was deleted, or that we were removed from it."""
        self._limits.shut(channel)
        await self._bot.place_closed(venue_of(guild), place_named(channel))

    async def place_open(self, guild: int | None, channel: int) -> None:
        """Tell the bot that a channel which refused us may be open again. `guild`: None for direct messages."""
        if self._limits.knock(channel):
            await self._bot.place_open(venue_of(guild, channel), place_named(channel))

    async def messages_deleted(self, guild: int | None, channel: int, messages: Collection[int]) -> None:
        """Have the tables of a channel shown again if their cards may be among the deleted messages."""
        if await self._channel_messages.deleted(channel, messages):
            await self._bot.show_again(venue_of(guild, channel), place_named(channel))

    async def venue_open(self, guild: discord.Guild) -> None:
        """Tell the bot that the channels of a server may be open again."""
        for channel in self._with_tables(guild):
            await self.place_open(guild.id, channel)

    async def venue_closed(self, guild: discord.Guild) -> None:
        """Tell the bot that we were removed from a server, for each of its channels."""
        for channel in self._with_tables(guild):
            await self.place_closed(guild.id, channel)

    def _with_tables(self, guild: discord.Guild) -> set[int]:
        return {one.id for one in (*guild.channels, *guild.threads)} & self._channel_messages.channels()
