"""Find out what the bot may do in a channel, and tell what it lacks there to show tables."""

import time
from collections.abc import Callable
from typing import Final

import discord

from bot.ports.messages import Lacks
from bot.text import Words
from games.kit.kept import keep_latest

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
        may = told if time.monotonic() < until else None if here is None else here.permissions_for(here.guild.me)
        has_rooms = isinstance(here, discord.TextChannel)
        if may is None:
            return Lacks(has_rooms=has_rooms)
        card = missing(may, IN_THREADS if isinstance(here, discord.Thread) else FOR_CARDS)
        named = {
            "where": words.text("discord-this-channel") if here is None else f"#{here.name}",
            "me": getattr(self._client().user, "name", ""),
        }
        if card:
            return Lacks(words.text("discord-lacks-card", missing=words.listed(card), **named), has_rooms=has_rooms)
        room, rest = missing(may, FOR_THREADS) if has_rooms else [], missing(may, FOR_THE_REST)
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
