"""The table room: the adapter for browsers. It knows no game; the page is made from panels and offers alone."""

from bot.adapters.web.activity.discord_side import DiscordSide
from bot.adapters.web.adapter import TableRoom
from bot.adapters.web.guests.guest import KEPT_SECONDS
from bot.adapters.web.limits.connection_limits import ConnectionLimits
from bot.adapters.web.overlay.keys import Keys as OverlayKeys
from bot.adapters.web.overlay.keys import Where as OverlayPlace
from bot.adapters.web.overlay.screens import WRONG_KEY

__all__ = [
    "KEPT_SECONDS",
    "WRONG_KEY",
    "ConnectionLimits",
    "DiscordSide",
    "OverlayKeys",
    "OverlayPlace",
    "TableRoom",
]
