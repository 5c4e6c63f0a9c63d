"""The table room: the adapter for browsers. It knows no game; the page is made from cards and offers alone."""

from bot.adapters.web.adapter import TableRoom
from bot.adapters.web.connection import Limits
from bot.adapters.web.inbound.guests import KEPT_SECONDS
from bot.adapters.web.needs import Bot, GameChoice, Guests
from bot.ports.messages import Arrival, Door

__all__ = ["KEPT_SECONDS", "Arrival", "Bot", "Door", "GameChoice", "Guests", "Limits", "TableRoom"]
