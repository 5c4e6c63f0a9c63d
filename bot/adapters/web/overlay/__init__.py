"""The overlay for a broadcast: what everybody may know of the tables of one place, as a browser source for OBS."""

from bot.adapters.web.overlay.needs import OverlayBot, OverlayNotes
from bot.adapters.web.overlay.overlays import Overlays

__all__ = ["OverlayBot", "OverlayNotes", "Overlays"]
