"""Answer what all handlers need to know of a request: who sent it, from where, and in which language."""

import asyncio
import codecs
import re
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import structlog
from aiohttp import web

from bot.adapters.web.connection.addresses import address_of, is_https
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.guests.guests import Guests
from bot.adapters.web.guests.staff_word import StaffWord
from bot.adapters.web.inbound.request_headers import is_loopback, language, same_origin
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.answered import answered
from bot.adapters.web.outbound.pages import Pages
from bot.adapters.web.outbound.refused import Refused
from bot.ports.browser import BrowserBot
from bot.ports.ids import VenueId
from bot.ports.messages import Answer, Message, Rights
from persistence import StoreTrouble

log = structlog.get_logger()

GUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{10}")
ROOM: Final = re.compile(r"[a-z0-9-]{1,32}")
HOST: Final = re.compile(r"[A-Za-z0-9_.:\[\]-]{1,255}")
MOST_BODY: Final = 32 * 1024
HEALTH: Final = "/health"
MOST_FIELDS: Final = 20
FORM: Final = "application/x-www-form-urlencoded"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


SENTENCES: Final = {404: "web-no-such-page", 405: "web-no-such-page", 413: "web-too-big", 500: "web-trouble"}


class Requests:
    """Answers what handlers need to know of a request, and guards all of them.

    `loopback`: the room is only for this machine, and for what a proxy on it passes to the host `public`. `prefix`:
    begins a typed command. `staff_word`: makes a guest a moderator. `body_seconds`: how long a client may take to send
    a request's body.
    """

    def __init__(  # noqa: PLR0913 - as many as the room has settings for it
        self,
        bot: BrowserBot,
        guests: Guests,
        *,
        locales: tuple[str, ...],
        prefix: str,
        loopback: bool,
        public: str = "",
        staff_word: str = "",
        body_seconds: float = 10.0,
    ) -> None:
        self.bot, self.guests, self.pages, self.prefix = bot, guests, Pages(bot, prefix), prefix
        self._locales, self._loopback, self.public = locales, loopback, PublicAddress(public)
        self._strangers, self._faults = rates.STRANGERS.buckets(), rates.FAULTS.buckets()
        self._body_seconds = body_seconds
        self.staff_word = StaffWord(guests, staff_word)

    def locale(self, request: web.Request) -> str:
        """Return the language to answer in."""
        return language(request, self._locales)

    def known_locale(self, named: str) -> str:
        """Return this language if we speak it, otherwise our first."""
        return named if named in self._locales else self._locales[0]

    async def guest(self, request: web.Request, *, hand_alone: bool = False) -> Guest:
        """Return the guest of this path, by the cookie of this path alone (threats T17).

        `hand_alone`: also accept a guest who is shown one hand and nothing else (threats T33), while they sit at that
        table. Raises Refused for everybody else, and for an expired seat.
        """
        name, secret = request.match_info["id"], request.cookies.get("seat", "")
        if not GUEST_ID.fullmatch(name) or not secret:
            raise Refused(403, "web-no-seat")
        if not self.guests.knows(name):
            self.only_so_often(request)
        guest = await self.guests.recognise(name, secret)
        if guest is None:
            self.only_so_often(request)
            raise Refused(403, "web-no-seat")
        if guest.is_over(self.bot.now()):
            raise Refused(403, "web-seat-over", guest.door)
        if guest.table and not hand_alone:
            raise Refused(403, "web-hand-alone", f"/seat/{guest.id}/")
        if guest.table and not await self.bot.sits_at(guest.person.id, guest.table):
            raise Refused(403, "web-hand-over", guest.door)
        return guest

    def rights_in(self, guest: Guest, venue: VenueId) -> Rights:
        """Return a guest's rights in a venue: those of their platform, or by the staff's word in a room."""
        if guest.linked:
            return self.bot.rights_of(guest.person.id, venue)
        return Rights.STAFF if self.staff_word.was_said_by(guest) else Rights.PLAYER

    async def staff(self, request: web.Request, no_place: str, elsewhere: str, others: str) -> tuple[Guest, Rights]:
        """Return the guest of this path, who is a moderator of the place that their seat belongs to, and their rights.

        Whom its owner named is known also if another process stored that. Raises Refused for everybody else, with the
        sentence for a seat that belongs to no place, for people of another platform, or for others.
        """
        guest = await self.guest(request)
        if not guest.place:
            raise Refused(403, no_place)
        await self.bot.settled(guest.home)
        rights = self.rights_in(guest, guest.home)
        if rights < Rights.STAFF:
            raise Refused(403, elsewhere if guest.linked else others, f"/seat/{guest.id}/")
        return guest, rights

    def only_so_often(self, request: web.Request) -> None:
        """Raise Refused if too many unknown guests ask from this address.

        This comes before anything is asked of the store (threats T6).
        """
        if not self._strangers.take(address_of(request)):
            raise Refused(429, "web-too-fast")

    def only_ours(self, request: web.Request, *, json: bool = False) -> None:
        """Raise Refused for another site's page: its forms send neither our origin nor JSON (threats T16)."""
        if not same_origin(request):
            raise Refused(403, "web-foreign-page")
        if json and request.content_type != "application/json":
            raise Refused(415, "web-foreign-page")

    async def body(self, request: web.Request) -> bytes:
        """Return the whole body of a request. Raises Refused for a client that is too slow, or a body that can't be
        unpacked.
        """
        try:
            async with asyncio.timeout(self._body_seconds):
                return await request.read()
        except TimeoutError:
            raise Refused(408, "web-too-slow") from None
        except (web.RequestPayloadError, ConnectionError):
            raise Refused(400, "web-not-understood") from None

    async def form(self, request: web.Request) -> dict[str, str]:
        """Return the fields of a form, as our own pages send it. Raises Refused for every other form."""
        if request.content_type != FORM:
            raise Refused(415, "web-not-understood")
        if not is_utf8(request.charset or "utf-8"):
            raise Refused(400, "web-odd-letters")
        try:
            text = (await self.body(request)).decode()
            return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"))
        except UnicodeDecodeError:
            raise Refused(400, "web-odd-letters") from None
        except ValueError:
            raise Refused(400, "web-not-understood") from None

    @web.middleware
    async def guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer every refusal and every fault with a sentence; only the type of a fault is logged."""
        try:
            if request.path == HEALTH:  # machines ask this, and some name no host
                return await handler(request)
            # Without a host aiohttp would look up our own, which may take the machine's resolver some time.
            if "Host" not in request.headers:
                raise Refused(400, "web-not-understood")  # noqa: TRY301 - one place makes the sentence
            # A foreign name that points at this machine must not reach a room that is meant for the machine alone.
            if self._loopback and not (is_loopback(request.host) or request.host == self.public.host):
                raise Refused(421, "web-wrong-host")  # noqa: TRY301 - one place makes the sentence
            return await handler(request)
        except Refused as refused:
            return self._refuse(request, refused.status, refused.sentence, refused.back)
        except web.HTTPException as error:
            if error.status < 400:
                raise
            return self._refuse(request, error.status, SENTENCES.get(error.status, "web-not-understood"))
        except StoreTrouble as trouble:
            log.warning("the store could not serve a request", kind=trouble.kind, pending=trouble.pending)
            return self._refuse(request, 503, away(request, trouble))
        except Exception as error:  # noqa: BLE001 - logged by type: a body or cookie may be in it
            if self._faults.take(type(error).__name__):
                log.error("request failed", error=type(error).__name__, handler=getattr(handler, "__name__", ""))  # noqa: TRY400
            return self._refuse(request, 500, SENTENCES[500])

    def _refuse(self, request: web.Request, status: int, sentence: str, back: str = "/") -> web.Response:
        locale = self.locale(request)
        if request.content_type == "application/json":
            return answered(Answer(self.bot.text(sentence, locale), ok=False), status=status)
        return self.pages.sentence(status, locale, sentence, back)


def message_of(guest: Guest, rights: Rights, locale: str, line: str, name: str) -> Message:
    """Return a message that stands for what a moderator asks or sends on a page. Line and `name` make its id."""
    return Message(
        id=f"{guest.id}:{line}:{name}",
        sender=guest.person,
        venue=guest.home,
        place=guest.place,
        private=True,
        text=line,
        locale=locale,
        rights=rights,
        page=True,
    )


def away(request: web.Request, trouble: StoreTrouble) -> str:
    """Return the sentence that the store can't serve a request."""
    if trouble.pending:
        return "web-store-unsure"
    return "web-store-busy" if request.method == "POST" else "web-store-away"


def room_named(room: str) -> str:
    """Return the name of a room. Raises Refused if it is invalid."""
    if not ROOM.fullmatch(room):
        raise Refused(404, "web-no-such-room")
    return room


def is_utf8(charset: str) -> bool:
    """Return whether a charset is UTF-8 or ASCII: our pages need no other, and some codecs are not for text."""
    try:
        return codecs.lookup(charset).name in {"utf-8", "ascii"}
    except LookupError:
        return False


class PublicAddress:
    """Makes the addresses under which others reach the pages; invitations lead there.

    `public`: the host that a proxy in front of the room serves; empty: there is none. `told`: the address that the
    room's owner is told: the public one, or this machine's in its network.
    """

    def __init__(self, public: str) -> None:
        self.host, self.told = public, ""

    def of(self, request: web.Request) -> str:
        """Return how others reach the pages, without a slash at the end: as the owner set it, or as this browser does.

        A browser on this machine is told the machine's address in the network. Raises Refused for an invalid host.
        """
        asked, told = request.host, self.told.rstrip("/")
        if not HOST.fullmatch(asked):
            raise Refused(400, "web-not-understood")
        if self.host:
            return told if urlsplit(told).netloc == self.host else f"{self._scheme(request)}://{self.host}"
        if told and is_loopback(asked):
            return told
        return f"{'https' if is_https(request) else 'http'}://{asked}"

    def _scheme(self, request: web.Request) -> str:
        """Return the scheme of the public host: the request's own if it came by that host; otherwise https, unless it
        is local.
        """
        if request.host == self.host:
            return "https" if is_https(request) else "http"
        return "http" if is_loopback(self.host) else "https"
