"""Hide the overlays of a place: the streamer can show nothing at all, at once."""

from bot.adapters.web.overlay.keys import Keys, Where
from bot.adapters.web.overlay.screens import Screens


class Curtain:
    """Hides overlays whatever their delay, and shows them again. Raises StoreTrouble."""

    def __init__(self, keys: Keys, screens: Screens) -> None:
        self._keys, self._screens = keys, screens

    async def draw(self, where: Where, *, hidden: bool) -> None:
        """Hide the overlays of a place, or show them again, permanently. Open overlays do not wait for the store.

        If it can't be stored, open overlays are hidden until their next check, and the caller gets the error.
        """
        self._screens.hide(where, hidden=hidden)
        await self._keys.hide(where, hidden=hidden)

    async def mute(self, where: Where, *, muted: bool) -> None:
        """Show no lines of what happens, or show them again, in the same way."""
        self._screens.mute(where, muted=muted)
        await self._keys.mute(where, muted=muted)
