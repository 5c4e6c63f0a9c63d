"""The Discord adapter. It knows no game, and only this folder imports discord.py."""

from bot.adapters.discord.adapter import DiscordAdapter
from bot.adapters.discord.connection.client import point_to
from bot.adapters.discord.connection.questions import ApplicationFacts, application_facts
from bot.adapters.discord.connection.supervisor import BadTokenError

__all__ = ["ApplicationFacts", "BadTokenError", "DiscordAdapter", "application_facts", "point_to"]
