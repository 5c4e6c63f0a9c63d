"""What all handlers ask first: who is it, from where, and in which language."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Final

import structlog
from aiohttp import web

from bot.messages import Answer
from bot.rate import Buckets
from bot.web.answered import answered
from bot.web.guard import address_of, is_loopback, language, same_origin
from bot.web.guests import Guest, Reception
from bot.web.needs import Bot
from bot.web.pages import Pages
from bot.web.trust import Trust

log = structlog.get_logger()

GUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{10}")
MOST_BODY: Final = 32 * 1024
BODY_SECONDS: Final = 10.0

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """The request is refused with this sentence; `back`: the address of the way back."""

    def __init__(self, status: int, sentence: str, back: str = "/") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.back = status, sentence, back


SENTENCES: Final = {404: "web-no-such-page", 405: "web-no-such-page", 413: "web-too-big", 500: "web-trouble"}


class Desk:
    """`loopback`: the room is for this machine alone, and for what a proxy on it passes on to the host `public`.

    `prefix`: what a typed command begins with. `staff_word`: what makes a guest a moderator.
    """

    def __init__(
        self,
        bot: Bot,
        reception: Reception,
        *,
        locales: tuple[str, ...],
        prefix: str,
        loopback: bool,
        public: str = "",
        staff_word: str = "",
    ) -> None:
        self.bot, self.reception, self.pages, self.prefix = bot, reception, Pages(bot, prefix), prefix
        self._locales, self._loopback, self._public = locales, loopback, public
        self._strangers = Buckets(most=60, a_second=5)
        self.trust = Trust(reception, staff_word)

    def locale(self, request: web.Request) -> str:
        return language(request, self._locales)

    async def guest(self, request: web.Request) -> Guest:
        """The guest whose path this is, by the cookie of this path alone (issue 2, item 7)."""
        name, secret = request.match_info["id"], request.cookies.get("seat", "")
        if not GUEST_ID.fullmatch(name) or not secret:
            raise Refused(403, "web-no-seat")
        if not self.reception.knows(name):
            self.only_so_often(request)
        guest = await self.reception.recognise(name, secret)
        if guest is None:
            self.only_so_often(request)
            raise Refused(403, "web-no-seat")
        if guest.is_over(self.bot.now()):
            raise Refused(403, "web-seat-over", guest.door)
        return guest

    def only_so_often(self, request: web.Request) -> None:
        """Whoever is not known yet shares a bucket with their address: before anything is asked of the store (T6)."""
        if not self._strangers.take(address_of(request)):
            raise Refused(429, "web-too-fast")

    def only_ours(self, request: web.Request, *, json: bool = False) -> None:
        """A form of another site sends neither our origin nor JSON (T16)."""
        if not same_origin(request):
            raise Refused(403, "web-foreign-page")
        if json and request.content_type != "application/json":
            raise Refused(415, "web-foreign-page")

    async def body(self, request: web.Request) -> bytes:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                return await request.read()
        except TimeoutError:
            raise Refused(408, "web-trouble") from None

    @web.middleware
    async def guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Every refusal and every fault is a sentence; of a fault only its type is logged."""
        try:
            # A name of another site that points at this machine must not reach a room meant for it alone.
            if self._loopback and not (is_loopback(request.host) or request.host == self._public):
                raise Refused(421, "web-wrong-host")  # noqa: TRY301 - one place makes the sentence
            return await handler(request)
        except Refused as refused:
            return self._refuse(request, refused.status, refused.sentence, refused.back)
        except web.HTTPException as error:
            if error.status < 400:
                raise
            return self._refuse(request, error.status, SENTENCES.get(error.status, "web-not-understood"))
        except Exception as error:  # noqa: BLE001 - logged by type: a body or a cookie may be in its text
            log.error("request failed", error=type(error).__name__, handler=getattr(handler, "__name__", ""))  # noqa: TRY400
            return self._refuse(request, 500, SENTENCES[500])

    def _refuse(self, request: web.Request, status: int, sentence: str, back: str = "/") -> web.Response:
        locale = self.locale(request)
        if request.content_type == "application/json":
            return answered(Answer(self.bot.text(sentence, locale), ok=False), status=status)
        return self.pages.sentence(status, locale, sentence, back)
