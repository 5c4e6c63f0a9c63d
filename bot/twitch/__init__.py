"""Twitch: the adapter for chat. It knows no game; lines are made from news and cards alone."""

from bot.twitch.accounts import Accounts, BadSecretError
from bot.twitch.adapter import TwitchAdapter
from bot.twitch.needs import Bot, Notes
from bot.twitch.sockets import point_to

__all__ = ["Accounts", "BadSecretError", "Bot", "Notes", "TwitchAdapter", "point_to"]
