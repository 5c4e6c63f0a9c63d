"""The edge of the table room: connections before they are requests (threats T28, T29)."""

from bot.adapters.web.connection.gate import Gate, Limits
from bot.adapters.web.connection.porch import Porch
from bot.adapters.web.connection.tally import CountingLogger, Tally

__all__ = ["CountingLogger", "Gate", "Limits", "Porch", "Tally"]
