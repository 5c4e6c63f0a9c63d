"""Combine everything about overlays for the table room."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from aiohttp import web

from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.overlay.curtain import Curtain
from bot.adapters.web.overlay.endings import Endings
from bot.adapters.web.overlay.keys import CHANGED, Kept, Keys, Where
from bot.adapters.web.overlay.live import LiveLine
from bot.adapters.web.overlay.pages import OverlayPages
from bot.adapters.web.overlay.screens import Screens
from bot.adapters.web.overlay.setup import SetupHandlers
from bot.adapters.web.overlay.staff import Staff
from bot.ports.browser import BrowserBot, Notes, OtherRooms
from bot.ports.ids import AudienceKey, PlaceId, VenueId
from bot.ports.messages import Update

NOW: Final = msgspec.json.Decoder(tuple[Where, Kept])


class Overlays:
    """Serves the pages of overlays, and shows them what happens."""

    def __init__(self, requests: Requests, bot: BrowserBot, notes: Notes, others: OtherRooms) -> None:
        self._requests, self._pages = requests, OverlayPages(bot)
        self._screens = Screens()
        self.on_air: Collection[str] = self._screens.by_place
        """The places whose overlay is open."""
        keys, staff, self._endings = Keys(notes, others), Staff(requests), Endings(bot)
        others.hear(CHANGED, lambda _, content: self._screens.keep_to(*NOW.decode(content)))
        self._curtain = Curtain(keys, self._screens)
        self._live = LiveLine(requests, bot, keys, self._screens, staff, self._endings)
        self._setup = SetupHandlers(requests, bot, keys, self._screens, staff, self._pages, self._curtain)

    def routes(self) -> list[web.RouteDef]:
        """Return all routes of overlays."""
        return [
            web.get("/overlay", self.page),
            web.get("/overlay/live", self._live.keyed),
            *self._pages.files.routes(),
            web.get("/seat/{id}/overlay/live", self._live.seated),
            *self._setup.routes(),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page on air, the same for everybody: the key is after the `#`, which no browser sends."""
        return self._pages.on_air(self._requests.locale(request))

    def looks_on(self, audience: AudienceKey) -> bool:
        """Return whether an overlay of this audience is open."""
        return self._screens.looks_on(audience)

    def show(self, update: Update) -> None:
        """Show an update on the overlays of its place; one for a single person reaches none."""
        shown = self._screens.show(update)
        if shown is not None:
            table, screens = shown
            self._endings.fetch(update, table, screens)

    def show_evening(self, place: PlaceId, lines: Sequence[str]) -> None:
        """Show the story of an evening on the overlays of a place."""
        self._endings.evening_is_over(place, lines, self._screens.at(place))

    def show_season(self, place: PlaceId, name: str, lines: Sequence[str]) -> None:
        """Show the table of a season on the overlays of a place."""
        self._endings.season_is(place, name, lines, self._screens.at(place))

    async def hide(self, venue: VenueId, place: PlaceId, *, hidden: bool = True) -> None:
        """Hide the overlays of a place at once, whatever their delay, or show them again, permanently.

        Raises StoreTrouble, but open overlays are hidden even then.
        """
        await self._curtain.draw(Where(venue, place), hidden=hidden)

    async def mute(self, venue: VenueId, place: PlaceId, *, muted: bool) -> None:
        """Take the lines of a place's overlays off the air at once, or show them again. Raises StoreTrouble."""
        await self._curtain.mute(Where(venue, place), muted=muted)

    def close(self) -> None:
        """Close all overlays because the bot stops."""
        self._screens.close()
        self._endings.close()
