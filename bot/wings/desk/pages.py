"""The page of the desk, for people who are now moderators of the place that their seat belongs to (threats T8, T16)."""

from pathlib import Path
from typing import Final

import msgspec
from aiohttp import web

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.files import Files
from bot.adapters.web.outbound.pages import filled_in, json_block, words_of
from bot.adapters.web.outbound.refused import Refused
from bot.ports.messages import Message, Rights
from bot.wings.desk.desk_view import DeskView
from bot.wings.desk.page_words import DESK_WORDS

STATIC: Final = Path(__file__).parent / "static"


class DeskPage:
    """Handles `/seat/<id>/desk`. What is pressed there is said by `/seat/<id>/say`, as everywhere."""

    def __init__(self, requests: Requests, view: DeskView) -> None:
        self._requests, self._bot, self._view = requests, requests.bot, view
        self._looks = rates.DESK_LOOKS.buckets()
        self._template = (STATIC / "desk.html").read_text("utf-8")

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            web.get("/desk/static/{name}", Files(STATIC).answer),
            web.get("/seat/{id}/desk", self.page),
            web.get("/seat/{id}/desk/now", self.now),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page."""
        guest, rights = await self._staff(request)
        locale = self._requests.locale(request)
        shown = await self._view.look_over(message_of(guest, rights, locale))
        words = words_of(self._bot, locale, {f"web-desk-{word}": values for word, values in DESK_WORDS.items()})
        boot = {"base": f"/seat/{guest.id}/", "now": msgspec.to_builtins(shown), "words": words}
        title = guest.room or self._bot.text("web-desk-title", locale)
        values = {"title": title, "seat": f"/seat/{guest.id}/", "lang": locale, "boot": json_block(boot)}
        return web.Response(text=filled_in(self._template, self._bot, locale, values), content_type="text/html")

    async def now(self, request: web.Request) -> web.StreamResponse:
        """Answer with what the desk shows now, in JSON."""
        guest, rights = await self._staff(request)
        if not self._looks.take(guest.id):
            raise Refused(429, "web-too-fast")
        shown = await self._view.look_over(message_of(guest, rights, self._requests.locale(request)))
        return web.Response(body=msgspec.json.encode(shown), content_type="application/json")

    async def _staff(self, request: web.Request) -> tuple[Guest, Rights]:
        """Return the moderator whose seat this is, and their rights. Raises Refused for everybody else."""
        guest = await self._requests.guest(request)
        if not guest.place:
            raise Refused(403, "web-desk-no-place")
        rights = self._requests.rights_in(guest, guest.home)
        if rights < Rights.STAFF:
            raise Refused(403, "web-desk-elsewhere" if guest.linked else "web-desk-staff-only", f"/seat/{guest.id}/")
        return guest, rights


def message_of(guest: Guest, rights: Rights, locale: str) -> Message:
    """Return a message from this guest, as a look at this page."""
    return Message(
        id=f"{guest.id}:desk",
        sender=guest.person,
        venue=guest.home,
        place=guest.place,
        private=True,
        text="mod desk",
        locale=locale,
        rights=rights,
        page=True,
    )


PAGES: Final = (DeskPage,)
