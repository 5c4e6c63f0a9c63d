"""Discord: an adapter with no game in it. Only this folder imports discord.py."""

from bot.discord.adapter import DiscordAdapter
from bot.discord.addresses import point_to
from bot.discord.needs import Bot, Notes
from bot.discord.supervisor import BadTokenError

__all__ = ["BadTokenError", "Bot", "DiscordAdapter", "Notes", "point_to"]
