"""The control room of a place: its page, and saving settings there (threats T8, T16, T18)."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta, Struct

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.files import Files
from bot.adapters.web.outbound.pages import filled_in, json_block, words_of
from bot.adapters.web.outbound.refused import Refused
from bot.ports.messages import Message, Rights
from bot.wings.streams.control_commands import ControlCommands
from bot.wings.streams.page_words import CONTROL_WORDS

STATIC: Final = Path(__file__).parent / "static"
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
        self._template = (STATIC / "control.html").read_text("utf-8")

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            web.get("/control/static/{name}", Files(STATIC).answer),
            web.get("/seat/{id}/control", self.page),
            web.post("/seat/{id}/control", self.save),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page of the control room."""
        guest, rights = await self._staff(request)
        locale = self._requests.locale(request)
        shown = await self._control.shown(message_of(guest, rights, locale, "look"))
        boot = msgspec.to_builtins(shown) | {
            "base": f"/seat/{guest.id}/",
            "games": self._requests.pages.games_address(locale),
            "words": self._words(locale),
        }
        title = guest.room or self._bot.text("web-control-title", locale)
        values = {"title": title, "seat": f"/seat/{guest.id}/", "lang": locale, "boot": json_block(boot)}
        return web.Response(text=filled_in(self._template, self._bot, locale, values), content_type="text/html")

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
        message = message_of(guest, rights, locale, form.id)
        saved = await self._control.save(message, form.version, form.lines)
        shown = await self._control.shown(message)
        return web.json_response({**msgspec.to_builtins(saved), "now": msgspec.to_builtins(shown)})

    async def _staff(self, request: web.Request) -> tuple[Guest, Rights]:
        """Return the moderator whose seat this is, and their rights. Raises Refused for everybody else."""
        guest = await self._requests.guest(request)
        if not guest.place:
            raise Refused(403, "web-control-no-place")
        rights = self._requests.rights_in(guest, guest.home)
        if rights < Rights.STAFF:
            back = f"/seat/{guest.id}/"
            raise Refused(403, "web-control-staff-elsewhere" if guest.linked else "web-control-staff-only", back)
        return guest, rights

    def _words(self, locale: str) -> dict[str, str]:
        own = {f"web-control-{word}": holes for word, holes in CONTROL_WORDS.items()}
        return self._requests.pages.words(locale) | words_of(self._bot, locale, own)


def message_of(guest: Guest, rights: Rights, locale: str, name: str) -> Message:
    """Return a message from this guest, as sent on this page."""
    return Message(
        id=f"{guest.id}:control:{name}",
        sender=guest.person,
        venue=guest.home,
        place=guest.place,
        private=True,
        text="control",
        locale=locale,
        rights=rights,
        page=True,
    )


PAGES: Final = (ControlRoom,)
