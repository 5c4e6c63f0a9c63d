"""The edge of the table room: connections before they are requests (threats T28, T29)."""

from bot.web.edge.gate import Gate, Limits
from bot.web.edge.porch import Porch
from bot.web.edge.tally import CountingLogger, Tally

__all__ = ["CountingLogger", "Gate", "Limits", "Porch", "Tally"]
