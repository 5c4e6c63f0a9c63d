"""Know what the bot may do where. Check who says or presses something there: their rights, how often they are heard;
and build the bot's message from it.
"""

import time
from collections.abc import Callable
from typing import Final

import discord
from msgspec.structs import replace

from bot.adapters.discord.connection.outages import Outages
from bot.adapters.discord.inbound.answers import On, in_time, reply
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.names import named, person_of, place_named, venue_of
from bot.adapters.discord.port import Bot
from bot.ports.ids import NO_PLACE, TableCode
from bot.ports.messages import Answer, Lacks, Message, Reply, Rights
from bot.text import Words
from games.kit.kept import keep_latest

# What the bot may do

FRESH: Final = 3.0
"""Seconds for which permissions that came with an interaction take precedence over computed ones."""
MOST_CHANNELS: Final = 1_000
FOR_CARDS: Final = ("view_channel", "send_messages")
IN_THREADS: Final = ("view_channel", "send_messages_in_threads")
FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
FOR_THE_REST: Final = ("attach_files", "manage_messages", "read_message_history", "manage_threads")
NAMES: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
    "manage_messages": "Manage Messages",
    "read_message_history": "Read Message History",
    "manage_threads": "Manage Threads",
}
"""The names of permissions in Discord's settings."""


class ChannelPermissions:
    """Knows what the bot may do in which channel. `client`: returns the client; raises Unreachable if nobody is logged
    in.
    """

    def __init__(self, client: Callable[[], discord.Client]) -> None:
        self._client = client
        self._told: dict[int, tuple[float, discord.Permissions]] = {}

    def told(self, channel: int, permissions: discord.Permissions) -> None:
        """Note the permissions that Discord sends with each press and command."""
        keep_latest(self._told, channel, (time.monotonic() + FRESH, permissions), MOST_CHANNELS)

    def lacks(self, channel: int, words: Words) -> Lacks:
        """Return what the bot lacks in a channel; nothing if that is unknown. Raises Unreachable."""
        here = self._here(channel)
        until, told = self._told.get(channel, (0.0, None))
        if not told or time.monotonic() >= until:
            told = None if here is None else here.permissions_for(here.guild.me)
        has_rooms = isinstance(here, discord.TextChannel)
        if told is None:
            return Lacks(has_rooms=has_rooms)
        card = missing(told, IN_THREADS if isinstance(here, discord.Thread) else FOR_CARDS)
        named = {
            "where": words.text("discord-this-channel") if here is None else f"#{here.name}",
            "me": getattr(self._client().user, "name", ""),
        }
        if card:
            return Lacks(words.text("discord-lacks-card", missing=words.listed(card), **named), has_rooms=has_rooms)
        room, rest = missing(told, FOR_THREADS) if has_rooms else [], missing(told, FOR_THE_REST)
        return Lacks(
            room=words.text("discord-lacks-room", missing=words.listed(room), **named) if room else "",
            rest=words.text("discord-lacks-rest", missing=words.listed(rest), **named) if rest else "",
            has_rooms=has_rooms,
        )

    def _here(self, channel: int) -> discord.abc.GuildChannel | discord.Thread | None:
        found = self._client().get_channel(channel)
        return found if isinstance(found, discord.abc.GuildChannel | discord.Thread) else None


def missing(may: discord.Permissions, wanted: tuple[str, ...]) -> list[str]:
    """Return the names of the wanted permissions that are missing."""
    return [NAMES[name] for name in wanted if not getattr(may, name)]


# Who speaks


class Speakers:
    """Finds out who speaks or presses, and with what rights. `seen`: called with the id of each of them."""

    def __init__(
        self,
        bot: Bot,
        limits: RateLimits,
        outages: Outages,
        seen: Callable[[int], None],
        permissions: ChannelPermissions,
    ) -> None:
        self._bot, self._limits, self._outages, self.seen = bot, limits, outages, seen
        self._permissions = permissions

    async def rights_of(self, author: discord.User | discord.Member, guild: int | None) -> Rights:
        """Return somebody's rights on the whole server: rights in one channel do not count for another's tables."""
        if guild is None or not isinstance(author, discord.Member):
            return Rights.PLAYER
        may = author.guild_permissions
        if may.administrator or may.manage_guild:
            return Rights.OWNER
        roles = await self._bot.staff_roles(venue_of(guild))
        is_staff = may.manage_messages or any(role in roles for role in author._roles)  # noqa: SLF001 - ids, no lookup
        return Rights.STAFF if is_staff else Rights.PLAYER

    async def may_speak(self, interaction: On, words: Words) -> bool:
        """Return whether this person is heard now; if they are too fast, tell them so.

        It counts when they pressed: what a shard was behind with comes all at once.
        """
        user = interaction.user.id
        if self._limits.people.take(str(user), interaction.created_at.timestamp()):
            self.seen(user)
            return True
        too_fast = Answer(words.text("discord-too-fast"), ok=False)
        await reply(
            interaction, await in_time(interaction, self.or_taken(interaction, too_fast), thinking=False), words
        )
        return False

    async def or_taken(self, interaction: On, refused: Reply) -> Reply:
        """Return our refusal, or for a repeat of a message that was accepted before, the answer to that
        (threats F29).
        """
        return await self._bot.repeated(await self.message(interaction, "", "", "")) or refused

    async def message(self, interaction: On, line: str, code: str, ask: str) -> Message:
        """Return what an interaction says as a message for the bot. It also shows that the channel is open to us."""
        known = interaction.extras.get("message")
        if not isinstance(known, Message):
            known = interaction.extras["message"] = await self._empty(interaction)
        return replace(known, text=line, table=TableCode(code), ask=ask)

    async def _empty(self, interaction: On) -> Message:
        """Return a message that says nothing yet: who sends it, from where, and with what rights."""
        user, guild, channel = interaction.user, interaction.guild_id, interaction.channel_id
        if channel is not None:
            if guild is not None:
                self._permissions.told(channel, interaction.app_permissions)
            if self._limits.is_shut(channel):
                await self._outages.place_open(guild, channel)
        return Message(
            id=named(interaction.id),
            sender=person_of(user.id, user.display_name),
            venue=venue_of(guild, channel),
            place=place_named(channel) if channel else NO_PLACE,
            private=True,
            text="",
            stamp=True,
            locale=str(interaction.locale),
            rights=await self.rights_of(user, guild),
            joined=joined(user),
        )


def joined(user: discord.User | discord.Member) -> int:
    """Return when somebody joined the server where they speak, in ms; 0: they do not speak on a server."""
    since = user.joined_at if isinstance(user, discord.Member) else None
    return 0 if since is None else round(since.timestamp() * 1000)
