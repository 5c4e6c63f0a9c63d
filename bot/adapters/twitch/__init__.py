"""Twitch: the adapter for chat. It knows no game; lines are made from news and cards alone."""

from bot.adapters.twitch.adapter import TwitchAdapter
from bot.adapters.twitch.connection.accounts import Accounts, BadSecretError
from bot.adapters.twitch.connection.sockets import point_to
from bot.adapters.twitch.needs import Bot, Notes

__all__ = ["Accounts", "BadSecretError", "Bot", "Notes", "TwitchAdapter", "point_to"]
