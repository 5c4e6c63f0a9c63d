"""The overlays of all places, as the table room sees them."""

from aiohttp import web

from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.outbound.files import Files
from bot.adapters.web.overlay.keys import Keys
from bot.adapters.web.overlay.live import LiveLine
from bot.adapters.web.overlay.pages import STATIC, OverlayPages
from bot.adapters.web.overlay.screens import Screens
from bot.adapters.web.overlay.setup import SetupHandlers
from bot.adapters.web.overlay.staff import Staff
from bot.ports.browser import BrowserBot, Notes
from bot.ports.ids import AudienceKey
from bot.ports.messages import Update


class Overlays:
    """Serves the pages of overlays, and shows them what happens."""

    def __init__(self, requests: Requests, bot: BrowserBot, notes: Notes) -> None:
        self._requests, self._pages = requests, OverlayPages(bot)
        self._screens = Screens()
        keys, staff = Keys(notes), Staff(requests)
        self._live = LiveLine(requests, bot, keys, self._screens, staff)
        self._setup = SetupHandlers(requests, bot, keys, self._screens, staff, self._pages)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of all that belongs to overlays."""
        return [
            web.get("/overlay", self.page),
            web.get("/overlay/live", self._live.keyed),
            web.get("/overlay/static/{name}", Files(STATIC).answer),
            web.get("/seat/{id}/overlay/live", self._live.seated),
            *self._setup.routes(),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page on air, the same for everybody: the key stands after the `#`, which no browser sends."""
        return self._pages.on_air(self._requests.locale(request))

    def looks_on(self, audience: AudienceKey) -> bool:
        """Tell whether an overlay of this audience is open."""
        return self._screens.looks_on(audience)

    def show(self, update: Update) -> None:
        """Show it on the overlays of the place that it is for; an update for one person reaches none."""
        shown = self._screens.show(update)
        if shown is not None:
            table, screens = shown
            self._live.fetch_commentary(update, table, screens)

    def close(self) -> None:
        """Close all overlays, as the bot stops."""
        self._screens.close()
        self._live.close()
