"""The page of the desk, for people who are now moderators of the place that their seat belongs to (threats T8, T16)."""

from pathlib import Path
from typing import Final

import msgspec
from aiohttp import web

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.requests import Requests, message_of
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.pages import files_of, of_a_seat, words_of
from bot.adapters.web.outbound.refused import Refused
from bot.ports.messages import Rights
from bot.wings.desk.desk_view import DeskView
from bot.wings.desk.page_words import DESK_WORDS

STATIC: Final = Path(__file__).parent / "static"
LINE: Final = "mod desk"
"""What a moderator would type to see it."""


class DeskPage:
    """Handles `/seat/<id>/desk`. What is pressed there is said by `/seat/<id>/say`, as everywhere."""

    def __init__(self, requests: Requests, view: DeskView) -> None:
        self._requests, self._bot, self._view = requests, requests.bot, view
        self._looks = rates.DESK_LOOKS.buckets()
        self._files = files_of("/desk/static/", STATIC)
        self._template = self._files.page("desk.html")

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            *self._files.routes(),
            web.get("/seat/{id}/desk", self.page),
            web.get("/seat/{id}/desk/now", self.now),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page."""
        guest, rights = await self._staff(request)
        locale = self._requests.locale(request)
        shown = await self._view.look_over(message_of(guest, rights, locale, LINE, "look"))
        words = words_of(self._bot, locale, {f"web-desk-{word}": values for word, values in DESK_WORDS.items()})
        boot = {"now": msgspec.to_builtins(shown), "words": words}
        return of_a_seat(self._template, self._bot, locale, guest, "web-desk-title", boot)

    async def now(self, request: web.Request) -> web.StreamResponse:
        """Answer with what the desk shows now, in JSON."""
        guest, rights = await self._staff(request)
        if not self._looks.take(guest.id):
            raise Refused(429, "web-too-fast")
        shown = await self._view.look_over(message_of(guest, rights, self._requests.locale(request), LINE, "look"))
        return web.Response(body=msgspec.json.encode(shown), content_type="application/json")

    async def _staff(self, request: web.Request) -> tuple[Guest, Rights]:
        """Return the moderator whose seat this is, and their rights. Raises Refused for everybody else."""
        return await self._requests.staff(request, "web-desk-no-place", "web-desk-elsewhere", "web-desk-staff-only")


PAGES: Final = (DeskPage,)
