"""The curtain before the overlays of a place: the streamer's way to show nothing at all, at once."""

from bot.adapters.web.overlay.keys import Keys, Where
from bot.adapters.web.overlay.screens import Screens


class Curtain:
    """Hides overlays whatever their delay, and shows them again. Raises StoreTrouble."""

    def __init__(self, keys: Keys, screens: Screens) -> None:
        self._keys, self._screens = keys, screens

    async def draw(self, where: Where, *, hidden: bool) -> None:
        """Hide the overlays of a place, or show them again; it stays so. Those that are open don't wait for the store.

        Where it can't be remembered they are hidden until they are looked after again, and whoever asked is told.
        """
        self._screens.hide(where, hidden=hidden)
        await self._keys.hide(where, hidden=hidden)
