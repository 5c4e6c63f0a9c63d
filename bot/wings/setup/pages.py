"""The setup page of a place, for people who are now moderators of the place that their seat belongs to (threats T8)."""

from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from aiohttp import web
from msgspec import Meta, Struct

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.requests import Requests, message_of
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.pages import files_of, of_a_seat, words_of
from bot.adapters.web.outbound.refused import Refused
from bot.ports.messages import Message, Rights
from bot.wings.setup.balances import MOST_BYTES
from bot.wings.setup.page_words import SETUP_PAGE_WORDS
from bot.wings.setup.setup_file import NAME
from bot.wings.setup.setup_view import Sent, SetupView

STATIC: Final = Path(__file__).parent / "static"
LINE: Final = "setup"
"""What a moderator would type to see it."""
MOST_BODY: Final = 2 * MOST_BYTES
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends about rules and sentences. `id`: made by the page, the same when it is sent again."""

    id: Id
    version: Annotated[int, Meta(ge=0, le=10**9)]
    lines: dict[str, str] = {}
    sentences: str | None = None
    file: str | None = None
    sure: bool = False


class BalancesForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends about balances. `mark`: of what was shown before; empty: nothing was. `back`: give back."""

    id: Id
    csv: str = ""
    mark: Annotated[str, Meta(max_length=64)] = ""
    reason: Annotated[str, Meta(max_length=300)] = ""
    back: bool = False


class SetupPage:
    """Handles `/seat/<id>/setup`, and what is sent from there."""

    def __init__(self, requests: Requests, view: SetupView) -> None:
        self._requests, self._bot, self._view = requests, requests.bot, view
        self._changes = rates.CONTROL_CHANGES.buckets()
        self._files = files_of("/setup/static/", STATIC)
        self._template = self._files.page("setup.html")

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            *self._files.routes(),
            web.get("/seat/{id}/setup", self.page),
            web.get("/seat/{id}/setup/file", self.file),
            web.post("/seat/{id}/setup", self.save),
            web.post("/seat/{id}/setup/balances", self.bring),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page."""
        guest, rights = await self._staff(request)
        locale = self._requests.locale(request)
        shown = await self._view.shown(message_of(guest, rights, locale, LINE, "look"))
        words = words_of(self._bot, locale, {f"web-setup-{word}": values for word, values in SETUP_PAGE_WORDS.items()})
        boot = {"now": msgspec.to_builtins(shown), "words": words}
        return of_a_seat(self._template, self._bot, locale, guest, "web-setup-title", boot)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """Answer with the rules as a file."""
        guest, rights = await self._staff(request)
        content = await self._view.exported(message_of(guest, rights, self._requests.locale(request), LINE, "file"))
        headers = {"Content-Disposition": f'attachment; filename="{NAME}"'}
        return web.Response(body=content, content_type="application/json", headers=headers)

    async def save(self, request: web.Request) -> web.StreamResponse:
        """Say what would change, or change it once that was seen."""
        form, message = await self._sent(request, Form)
        wish = Sent(form.lines, form.sentences, form.file)
        told = await self._view.save(message, wish, form.version, sure=form.sure)
        return web.json_response(msgspec.to_builtins(told))

    async def bring(self, request: web.Request) -> web.StreamResponse:
        """Say what a file would bring, bring it once that was seen, or give it back."""
        form, message = await self._sent(request, BalancesForm)
        if form.back:
            told = await self._view.give_back(message, form.mark)
        else:
            told = await self._view.bring(message, form.csv.encode("utf-8", "replace"), form.mark, form.reason)
        return web.json_response(msgspec.to_builtins(told))

    async def _sent(self, request: web.Request, form: Any) -> tuple[Any, Message]:
        """Return what a moderator has sent, and a message that stands for it. Raises Refused."""
        self._requests.only_ours(request, json=True)
        guest, rights = await self._staff(request)
        if not self._changes.take(guest.id):
            raise Refused(429, "web-too-fast")
        try:
            body = await self._requests.body(request.clone(client_max_size=MOST_BODY))
            sent = msgspec.json.decode(body, type=form)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise web.HTTPBadRequest from None
        return sent, message_of(guest, rights, self._requests.locale(request), LINE, sent.id)

    async def _staff(self, request: web.Request) -> tuple[Guest, Rights]:
        """Return the moderator whose seat this is, and their rights. Raises Refused for everybody else."""
        return await self._requests.staff(request, "web-setup-no-place", "web-setup-elsewhere", "web-setup-staff-only")


PAGES: Final = (SetupPage,)
