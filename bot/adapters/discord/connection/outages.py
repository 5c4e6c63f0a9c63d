"""Outages: nobody on Discord can be heard, or a place is gone. Then nobody's time runs there."""

import time
from typing import Final

import discord

from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import place_named, venue_of
from bot.adapters.discord.outbound.channel_messages import ChannelMessages
from bot.ports.chat import ChatBot

AWAY: Final = 3.0
"""Seconds that nobody needs to be told of."""


class Outages:
    """Knows since when nobody can be heard, and tells the bot which places are gone or back."""

    def __init__(self, bot: ChatBot, channel_messages: ChannelMessages, limits: RateLimits) -> None:
        self._bot, self._channel_messages, self._limits = bot, channel_messages, limits
        self._away_since: float | None = None

    # The line to Discord

    def away(self) -> None:
        """Take note that the line to Discord is gone; it may come back with all that was missed."""
        self._away_since = self._away_since or time.monotonic()

    def deaf_for(self) -> float:
        """Return the seconds since anybody was heard; 0 while the line stands."""
        return 0.0 if self._away_since is None else time.monotonic() - self._away_since

    def caught_up(self) -> None:
        """Take note that the line was resumed: what was missed comes now."""
        self._away_since = None

    async def started_anew(self) -> None:
        """Tell the bot that what was said between two sessions is lost."""
        since, self._away_since = self._away_since, None
        if since is not None and time.monotonic() - since > AWAY:
            await self._bot.here_again()

    # Places

    async def place_closed(self, guild: int, channel: int) -> None:
        """Tell the bot that a channel is gone, or that we are out of it."""
        self._limits.shut(channel)
        await self._bot.place_closed(venue_of(guild), place_named(channel))

    async def place_open(self, guild: int, channel: int) -> None:
        """Tell the bot of a sign of life from a channel that refused us."""
        if self._limits.knock(channel):
            await self._bot.place_open(venue_of(guild), place_named(channel))

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
