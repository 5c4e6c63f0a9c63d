"""Discord: an adapter with no game in it. Only this folder imports discord.py."""

from bot.adapters.discord.adapter import DiscordAdapter
from bot.adapters.discord.connection.addresses import point_to
from bot.adapters.discord.connection.supervisor import BadTokenError

__all__ = ["BadTokenError", "DiscordAdapter", "point_to"]
