"""The table room: the adapter for browsers. It knows no game; the page is made from panels and offers alone."""

from bot.adapters.web.adapter import TableRoom
from bot.adapters.web.guests.guest import KEPT_SECONDS
from bot.adapters.web.limits.connection_limits import ConnectionLimits

__all__ = ["KEPT_SECONDS", "ConnectionLimits", "TableRoom"]
