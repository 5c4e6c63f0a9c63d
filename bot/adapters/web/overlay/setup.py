"""Handle the page on which a streamer sets up the overlay and sees it."""

import msgspec
from aiohttp import web
from msgspec import Struct

from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.answered import answered
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.overlay.curtain import Curtain
from bot.adapters.web.overlay.keys import Keys
from bot.adapters.web.overlay.looks import OverlaySettings
from bot.adapters.web.overlay.pages import OverlayPages
from bot.adapters.web.overlay.screens import Screens
from bot.adapters.web.overlay.staff import Staff
from bot.ports.browser import BrowserBot
from bot.ports.messages import Answer


class Hidden(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the overlay is to be hidden."""

    hidden: bool


class SetupHandlers:
    """Handles `/seat/<id>/overlay`."""

    def __init__(
        self,
        requests: Requests,
        bot: BrowserBot,
        keys: Keys,
        screens: Screens,
        staff: Staff,
        pages: OverlayPages,
        curtain: Curtain,
    ) -> None:
        self._requests, self._bot, self._keys, self._screens = requests, bot, keys, screens
        self._staff, self._pages, self._curtain = staff, pages, curtain
        self._changes = rates.OVERLAY_CHANGES.buckets()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            web.get("/seat/{id}/overlay", self.page),
            web.get("/seat/{id}/overlay/view", self.view),
            web.post("/seat/{id}/overlay/settings", self.settings),
            web.post("/seat/{id}/overlay/key", self.key),
            web.post("/seat/{id}/overlay/hidden", self.hide),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the set-up page of a place."""
        guest, where = await self._staff.here(request)
        kept = await self._keys.kept(where)
        content = {"settings": msgspec.to_builtins(kept.settings), "has_key": bool(kept.key), "hidden": kept.hidden}
        return self._pages.setup(self._requests.locale(request), guest, content)

    async def view(self, request: web.Request) -> web.StreamResponse:
        """Answer with the preview for its frame."""
        guest, _ = await self._staff.here(request)
        return self._pages.preview(self._requests.locale(request), guest)

    async def settings(self, request: web.Request) -> web.StreamResponse:
        """Save the overlay's settings; they are on air at once."""
        self._requests.only_ours(request, json=True)
        guest, where = await self._staff.here(request)
        self._only_so_often(guest.id)
        try:
            settings = msgspec.json.decode(await self._requests.body(request), type=OverlaySettings)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise web.HTTPBadRequest from None
        if not settings.fits:
            raise Refused(413, "web-too-big")
        await self._keys.set(where, settings)
        self._screens.set(where, settings)
        return answered(Answer(self._bot.text("web-overlay-saved", self._requests.locale(request))))

    async def key(self, request: web.Request) -> web.StreamResponse:
        """Answer with a new key, told only this once. Overlays with the old one are closed."""
        self._requests.only_ours(request, json=True)
        guest, where = await self._staff.here(request)
        self._only_so_often(guest.id)
        key, before = await self._keys.make(where)
        if before:
            self._screens.turn_out(before)
        return web.json_response({"ok": True, "key": key})

    async def hide(self, request: web.Request) -> web.StreamResponse:
        """Hide the overlay on air at once, or show it again."""
        self._requests.only_ours(request, json=True)
        guest, where = await self._staff.here(request)
        self._only_so_often(guest.id)
        try:
            wanted = msgspec.json.decode(await self._requests.body(request), type=Hidden)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise web.HTTPBadRequest from None
        await self._curtain.draw(where, hidden=wanted.hidden)
        said = "web-overlay-is-hidden" if wanted.hidden else "web-overlay-is-shown"
        return answered(Answer(self._bot.text(said, self._requests.locale(request))))

    def _only_so_often(self, guest: str) -> None:
        if not self._changes.take(guest):
            raise Refused(429, "web-too-fast")
