"""Greet a server that the bot has joined: say what it is, and which permissions it lacks, once and in one channel."""

from typing import Final

import discord

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.inbound.speakers import ChannelPermissions
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import person_named, venue_of
from bot.adapters.discord.outbound.buttons import allowed
from bot.adapters.discord.outbound.direct_messages import DirectMessages
from bot.adapters.discord.outbound.markup import plain
from bot.adapters.discord.port import Bot
from bot.ports.messages import Lacks, Unreachable

LOOKED_AT: Final = 50
"""How many channels of a server are searched for one where the bot may write."""


class Joined:
    """Greets servers. `permissions`: what the bot may do in which channel."""

    def __init__(
        self, bot: Bot, direct_messages: DirectMessages, limits: RateLimits, permissions: ChannelPermissions
    ) -> None:
        self._bot, self._direct_messages, self._limits, self._permissions = bot, direct_messages, limits, permissions

    async def greet(self, guild: discord.Guild) -> None:
        """Greet in the first channel where we may write, and name what we lack; if there is none, tell the owner
        privately.
        """
        channels = self._by_rank(guild)
        open_to_us = next((one for one in channels if not self._lacks(one).card), None)
        if open_to_us is not None and self._limits.is_shut(open_to_us.id):
            return  # the table that stands there is told first, and says enough
        if open_to_us is not None:
            await self._say(open_to_us, guild)
        elif channels and guild.owner_id:
            text = f"{guild.name}: {self._lacks(channels[0]).card}"
            await self._direct_messages.say(person_named(guild.owner_id), plain(text), nonce_of(guild))

    async def _say(self, channel: discord.TextChannel, guild: discord.Guild) -> None:
        lacks, words = self._lacks(channel), self._bot.words("en", venue_of(guild.id))
        hello = words.text("discord-joined", me=guild.me.name)
        text = "\n".join(plain(one) for one in (hello, lacks.room, lacks.rest) if one)
        try:
            self._limits.take(channel.id)
            await channel.send(text, nonce=nonce_of(guild), silent=True, allowed_mentions=allowed())
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
        except (Unreachable, *LOST):
            return  # `server check` tells it to whoever asks
        else:
            self._limits.open(channel.id)

    def _lacks(self, channel: discord.TextChannel) -> Lacks:
        return self._permissions.lacks(channel.id, self._bot.words("en", venue_of(channel.guild.id)))

    def _by_rank(self, guild: discord.Guild) -> list[discord.TextChannel]:
        """Return the text channels of a server, its channel for system messages first."""
        first = [] if guild.system_channel is None else [guild.system_channel]
        return [*first, *(one for one in guild.text_channels if one is not guild.system_channel)][:LOOKED_AT]


def nonce_of(guild: discord.Guild) -> str:
    """Return the nonce of the greeting, so that it is posted only once."""
    return f"joined-{guild.id}"[:25]
