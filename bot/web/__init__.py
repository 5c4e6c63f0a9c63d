"""The table room: the adapter for browsers. It knows no game; the page is made from cards and offers alone."""

from bot.messages import Arrival, Door
from bot.web.needs import Bot, GameChoice, Guests
from bot.web.room import TableRoom

__all__ = ["Arrival", "Bot", "Door", "GameChoice", "Guests", "TableRoom"]
