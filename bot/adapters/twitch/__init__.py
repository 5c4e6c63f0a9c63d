"""Twitch: the adapter for chat. It knows no game; lines are made from news and panels alone."""

from bot.adapters.twitch.adapter import TwitchAdapter
from bot.adapters.twitch.connection.accounts import Accounts, BadSecretError
from bot.adapters.twitch.connection.sockets import point_to

__all__ = ["Accounts", "BadSecretError", "TwitchAdapter", "point_to"]
