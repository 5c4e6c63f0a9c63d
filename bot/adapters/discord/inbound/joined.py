"""A server that the bot has joined: it says who it is there, and what it lacks, once and in one place."""

from typing import Final

import discord

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import person_named, venue_of
from bot.adapters.discord.outbound.buttons import allowed
from bot.adapters.discord.outbound.direct_messages import DirectMessages
from bot.adapters.discord.outbound.markup import plain
from bot.adapters.discord.permissions import ChannelPermissions
from bot.adapters.discord.port import Bot
from bot.ports.messages import Lacks, Unreachable

LOOKED_AT: Final = 50
"""Channels of a server that are looked through for one where the bot may write."""


class Joined:
    """Says good evening. `permissions`: what the bot may do where."""

    def __init__(
        self, bot: Bot, direct_messages: DirectMessages, limits: RateLimits, permissions: ChannelPermissions
    ) -> None:
        self._bot, self._direct_messages, self._limits, self._permissions = bot, direct_messages, limits, permissions

    async def greet(self, guild: discord.Guild) -> None:
        """Say in the first channel that may be written to what we are and lack; in none, tell the owner alone."""
        channels = self._by_rank(guild)
        open_to_us = next((one for one in channels if not self._lacks(one).card), None)
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
            return  # whoever wants to know asks for it: `server check`
        else:
            self._limits.open(channel.id)

    def _lacks(self, channel: discord.TextChannel) -> Lacks:
        return self._permissions.lacks(channel.id, self._bot.words("en", venue_of(channel.guild.id)))

    def _by_rank(self, guild: discord.Guild) -> list[discord.TextChannel]:
        """Return the text channels in which to speak, that for news of the server first."""
        first = [] if guild.system_channel is None else [guild.system_channel]
        return [*first, *(one for one in guild.text_channels if one is not guild.system_channel)][:LOOKED_AT]


def nonce_of(guild: discord.Guild) -> str:
    """Return the mark of the greeting, so that it is said once."""
    return f"joined-{guild.id}"[:25]
