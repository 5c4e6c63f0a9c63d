"""The control room of a place: its page, and saving settings there (threats T8, T16, T18)."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta, Struct

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.requests import Requests, message_of
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.pages import files_of, of_a_seat, words_of
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.overlay.pages import CSP, WITH_A_FRAME
from bot.ports.messages import Rights
from bot.wings.streams.control_commands import ControlCommands
from bot.wings.streams.page_words import CONTROL_WORDS
from bot.wings.streams.presets import crowds_table

STATIC: Final = Path(__file__).parent / "static"
LINE: Final = "control"
"""What a moderator would type to see it."""
MOST_LINES: Final = 40
Text = Annotated[str, Meta(max_length=1_000)]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends to save. `lines`: values, by the words that each line begins with. `id`: made by the page,
    and the same when the form is sent again.
    """

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
    version: Annotated[int, Meta(ge=0, le=10**9)]
    lines: dict[Annotated[str, Meta(max_length=60)], Text]


class ControlRoom:
    """Handles `/seat/<id>/control`, for people who are now moderators of the place that the seat belongs to."""

    def __init__(self, requests: Requests, control: ControlCommands) -> None:
        self._requests, self._bot, self._control = requests, requests.bot, control
        self._changes = rates.CONTROL_CHANGES.buckets()
        self._files = files_of("/control/static/", STATIC)
        sure = (STATIC / "sure.html").read_text("utf-8").strip()
        pages = [self._files.page(name).replace("{{sure}}", sure) for name in ("control.html", "dock.html")]
        self._template, self._dock = pages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            *self._files.routes(),
            web.get("/seat/{id}/control", self.page),
            web.get("/seat/{id}/control/dock", self.dock),
            web.post("/seat/{id}/control", self.save),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page of the control room."""
        return await self._shown(request, self._template)

    async def dock(self, request: web.Request) -> web.StreamResponse:
        """Answer with the control room as a dock, which has a picture of what is on air in a frame of ours."""
        response = await self._shown(request, self._dock)
        response.headers[CSP] = WITH_A_FRAME
        return response

    async def _shown(self, request: web.Request, template: str) -> web.Response:
        guest, rights = await self._staff(request)
        locale = self._requests.locale(request)
        shown = await self._control.shown(message_of(guest, rights, locale, LINE, "look"))
        boot = msgspec.to_builtins(shown) | {
            "games": self._requests.pages.games_address(locale),
            "words": self._words(locale),
            "crowd": crowds_table(),
        }
        return of_a_seat(template, self._bot, locale, guest, "web-control-title", boot)

    async def save(self, request: web.Request) -> web.StreamResponse:
        """Save the form. If two people save at once, the later one is told what is set now, and nothing is lost."""
        self._requests.only_ours(request, json=True)
        guest, rights = await self._staff(request)
        if not self._changes.take(guest.id):
            raise Refused(429, "web-too-fast")
        try:
            form = msgspec.json.decode(await self._requests.body(request), type=Form)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise web.HTTPBadRequest from None
        if len(form.lines) > MOST_LINES:
            raise Refused(413, "web-too-big")
        locale = self._requests.locale(request)
        message = message_of(guest, rights, locale, LINE, form.id)
        saved = await self._control.save(message, form.version, form.lines)
        shown = await self._control.shown(message)
        return web.json_response({**msgspec.to_builtins(saved), "now": msgspec.to_builtins(shown)})

    async def _staff(self, request: web.Request) -> tuple[Guest, Rights]:
        """Return the moderator whose seat this is, and their rights. Raises Refused for everybody else."""
        return await self._requests.staff(
            request, "web-control-no-place", "web-control-staff-elsewhere", "web-control-staff-only"
        )

    def _words(self, locale: str) -> dict[str, str]:
        own = {f"web-control-{word}": holes for word, holes in CONTROL_WORDS.items()}
        return self._requests.pages.words(locale) | words_of(self._bot, locale, own)


PAGES: Final = (ControlRoom,)
