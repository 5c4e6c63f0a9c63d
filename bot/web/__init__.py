"""The table room: the adapter for browsers. It knows no game; the page is made from cards and offers alone."""

from bot.messages import Arrival, Door
from bot.web.edge import Limits
from bot.web.guests import KEPT_SECONDS
from bot.web.needs import Bot, GameChoice, Guests
from bot.web.room import TableRoom

__all__ = ["KEPT_SECONDS", "Arrival", "Bot", "Door", "GameChoice", "Guests", "Limits", "TableRoom"]
