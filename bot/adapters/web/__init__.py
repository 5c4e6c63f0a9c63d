"""The table room: the adapter for browsers. It knows no game, and makes its pages from panels and offers alone."""

from bot.adapters.web.activity.discord_side import DiscordSide
from bot.adapters.web.adapter import TableRoom
from bot.adapters.web.guests.guest import KEPT_SECONDS
from bot.adapters.web.limits.connection_limits import ConnectionLimits
from bot.adapters.web.overlay.keys import WRONG_KEY
from bot.adapters.web.overlay.keys import Keys as OverlayKeys
from bot.adapters.web.overlay.keys import Where as OverlayPlace

__all__ = [
    "KEPT_SECONDS",
    "WRONG_KEY",
    "ConnectionLimits",
    "DiscordSide",
    "OverlayKeys",
    "OverlayPlace",
    "TableRoom",
]
