"""Twitch: the adapter for its chat. It knows no game, and makes its lines from news and panels alone."""

from bot.adapters.twitch.adapter import TwitchAdapter
from bot.adapters.twitch.connection.accounts import (
    BOT_SCOPES,
    SCOPES,
    Account,
    Accounts,
    BadSecretError,
    Channel,
    Directory,
)
from bot.adapters.twitch.connection.errors import LOST
from bot.adapters.twitch.connection.questions import SetupQuestions
from bot.adapters.twitch.connection.sockets import point_to
from bot.adapters.twitch.limits import RateLimits
from bot.adapters.twitch.names import place_named, venue_named

__all__ = [
    "BOT_SCOPES",
    "LOST",
    "SCOPES",
    "Account",
    "Accounts",
    "BadSecretError",
    "Channel",
    "Directory",
    "RateLimits",
    "SetupQuestions",
    "TwitchAdapter",
    "place_named",
    "point_to",
    "venue_named",
]
