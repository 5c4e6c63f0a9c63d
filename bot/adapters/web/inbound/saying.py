"""Hear what is said on a page: by the bot, or as chat in the room."""

from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta, Struct

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.guests.staff_word import staff_word_in
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.answered import answered
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.page_updates import ChatLine
from bot.adapters.web.plain_text import plain
from bot.ports.ids import TableCode, code_in
from bot.ports.messages import Answer, Message, Reply, Rights

TO_THE_BOT: Final = "@bot "
MOST_CHAT: Final = 500
MOST_LINE: Final = 2_000
"""A longer line is not even passed on to the bot."""


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A line from the page. `id`: made there, the same when repeated. `pressed`: by a button or form, not typed.

    `table`: the code of the table that a button or form belongs to; `looks_at`: of the one that is shown while somebody
    types.
    """

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
    text: str
    table: Annotated[str, Meta(max_length=16)] = ""
    ask: Annotated[str, Meta(max_length=200)] = ""
    private: bool = False
    pressed: bool = False
    looks_at: Annotated[str, Meta(max_length=16)] = ""


class Heard(Struct, frozen=True):
    """The answer to the line with this id. `status`: an HTTP status."""

    id: str
    answer: Reply
    status: int = 200


def to_the_bot(guest: Guest, said: Said) -> tuple[str, bool]:
    """Return what was said, without a word that addresses the bot, and whether it is for the bot alone."""
    text = said.text.strip()
    if text.lower().startswith(TO_THE_BOT):
        return text[len(TO_THE_BOT) :].strip(), True
    return text, said.private or guest.linked


class SaidLines:
    """Hears the lines of recognized guests, however they were recognized."""

    def __init__(self, requests: Requests, open_pages: OpenPages) -> None:
        self._requests, self._open_pages, self._bot = requests, open_pages, requests.bot
        self._lines = rates.LINES.buckets()

    async def answer(self, request: web.Request, guest: Guest) -> web.Response:
        """Hear the line in this request; the answer, in JSON, is for the guest."""
        locale, body = self._requests.locale(request), await self._requests.body(request)
        try:
            heard = await self.heard(guest, body, locale, request)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise web.HTTPBadRequest from None
        return answered(heard.answer, status=heard.status)

    async def heard(self, guest: Guest, line: bytes | str, locale: str, request: web.Request) -> Heard:
        """Hear a line, in JSON, that came by a request, or on the live line that the request opened. Raises
        MsgspecError and UnicodeDecodeError if it is malformed.

        The same limit counts for requests and live lines: somebody who is too fast is refused, unless it is a repeat.
        """
        too_fast = not self._lines.take(guest.id)
        said = msgspec.json.decode(line, type=Said)
        if too_fast:
            return await self._too_fast(guest, said, locale)
        if len(said.text) > MOST_LINE:
            return Heard(said.id, Answer(self._bot.text("web-too-long", locale, most=str(MOST_LINE)), ok=False))
        return Heard(said.id, await self._take(guest, said, locale, request))

    async def _take(self, guest: Guest, said: Said, locale: str, request: web.Request) -> Reply:
        """Let the bot hear presses, commands and lines addressed to it; everything else is chat.

        Lines of people from another platform are for the bot alone: their community's chat is elsewhere.
        """
        text, private = to_the_bot(guest, said)
        if guest.table and said.table not in {"", code_in(guest.table)}:
            return Answer(self._bot.text("web-hand-alone", locale), ok=False)
        aloud = not (private or said.pressed or said.table or said.ask)
        if not text:
            return Answer()
        if aloud and not text.startswith(self._requests.prefix):
            silent = await self._bot.silenced(guest.person, guest.home, self.rights(guest), locale)
            if not silent:
                self._chat(guest, said.id, text, command=False)
            return Answer(silent, ok=not silent)
        if not guest.linked and (word := staff_word_in(text.removeprefix(self._requests.prefix))):
            sentence, taken = await self._requests.staff_word.answer(guest, address_of(request), word)
            return Answer(self._bot.text(sentence, locale), ok=taken)
        answer = await self._bot.hear(self._message(guest, said, locale, text, private=private))
        # A secret move that was typed in public is answered privately and not shown to others. Something that may never
        # be kept does not go into the chat either.
        silent = await self._bot.silenced(guest.person, guest.home, self.rights(guest), locale) if aloud else ""
        if aloud and not (silent or answer.is_private or answer.passing or answer.exposed):
            self._chat(guest, said.id, text, command=True)
        return answer

    def _message(self, guest: Guest, said: Said, locale: str, text: str, *, private: bool) -> Message:
        return Message(
            id=f"{guest.id}:{said.id}",
            sender=guest.person,
            venue=guest.home,
            place=guest.place,
            private=private,
            text=text,
            table=code_in(guest.table) if guest.table else TableCode(said.table),
            ask=said.ask,
            locale=locale,
            rights=self.rights(guest),
            page=True,
            hand_alone=bool(guest.table),
            looks_at=TableCode(said.looks_at),
        )

    async def _too_fast(self, guest: Guest, said: Said, locale: str) -> Heard:
        """Refuse a line, unless it repeats one that was accepted: a page repeats what it got no answer to."""
        repeated = await self._bot.repeated(self._message(guest, said, locale, said.text, private=True))
        if repeated is not None:
            return Heard(said.id, repeated)
        return Heard(said.id, Answer(self._bot.text("web-too-fast", locale), ok=False), status=429)

    def rights(self, guest: Guest) -> Rights:
        """Return a guest's rights here."""
        return Rights.PLAYER if guest.table else self._requests.rights_in(guest, guest.venue)

    def _chat(self, guest: Guest, line: str, text: str, *, command: bool) -> None:
        shown = plain(text, MOST_CHAT)
        if shown:
            self._open_pages.say(guest, ChatLine(line, guest.id, guest.name, shown, self._bot.now(), command))
