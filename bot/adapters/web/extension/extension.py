"""The extension's routes: who comes in by Twitch's token, and what they say and see (threats T16, T17).

The page lies on Twitch's servers, so it asks from another origin: that one alone is let in, here and nowhere else.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final

from aiohttp import web
from cachetools import TTLCache
from msgspec import Meta, Struct

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.extension.tokens import MOST_TOKEN, BadTokenError, ExtensionSide, Viewer
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.guests.guests import new_id
from bot.adapters.web.guests.onlooker import Onlooker
from bot.adapters.web.inbound.keyed_seats import KeyedLines, KeyedSeats, key_shown
from bot.adapters.web.inbound.linked_seats import LinkedSeats
from bot.adapters.web.inbound.linking import read
from bot.adapters.web.inbound.live_lines import LiveLines
from bot.adapters.web.inbound.requests import Handler, Requests
from bot.adapters.web.inbound.saying import SaidLines
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.outbound.response_headers import FOR_PAGES_ELSEWHERE
from bot.ports.ids import PersonId
from bot.ports.messages import Arrival, Door, Person

PATH: Final = "/extension"
PLATFORM: Final = "twitch"
SEAT_SECONDS: Final = 4 * 3600
"""An evening; each new token of Twitch's lets it begin anew."""
MOST_ONLOOKERS: Final = 1_000
"""Pages of people who shared no identity: those who play always find room."""
NAME_SECONDS: Final = 3600
MOST_NAMES: Final = 5_000


class TokenShown(Struct, frozen=True, forbid_unknown_fields=True):
    """What a page shows of who looks at it: the token that Twitch gave it."""

    token: Annotated[str, Meta(max_length=MOST_TOKEN)]


class Extension:
    """Handles all under `/extension`. `games`: answers with the games that can be opened."""

    def __init__(
        self,
        requests: Requests,
        open_pages: OpenPages,
        seats: LinkedSeats,
        saying: SaidLines,
        live_lines: LiveLines,
        games: Handler,
        twitch: ExtensionSide,
    ) -> None:
        self._requests, self._open_pages, self._seats = requests, open_pages, seats
        self._saying, self._games, self._twitch = saying, games, twitch
        self._bot, self._pages = requests.bot, requests.pages
        self._keyed = KeyedSeats(requests, PATH, rates.EXTENSION)
        self._lines = KeyedLines(live_lines, self._looking)
        self._sign_ins = rates.EXTENSION_SIGN_INS.buckets()
        self._sign_ins_of_all = rates.EXTENSION_SIGN_INS_OF_ALL.buckets()
        self._names: TTLCache[str, str] = TTLCache(MOST_NAMES, NAME_SECONDS, timer=time.monotonic)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of all that the extension's page asks, and what browsers ask before it."""
        sent = {"sign-in": self.sign_in, "renew": self.renew, "say": self.say}
        return [
            *(web.post(f"{PATH}/{name}", self._from_the_page(answer)) for name, answer in sent.items()),
            *(web.options(f"{PATH}/{name}", self._from_the_page(asked_before)) for name in sent),
            web.get(f"{PATH}/games.json", self._from_the_page(self._games), allow_head=False),
            web.get(f"{PATH}/live", self.live, allow_head=False),
        ]

    def _from_the_page(self, answer: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> Handler:
        """Return a handler that only the extension's page may ask; it may read every answer, refusals too."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            self._only_the_page(request)
            request[FOR_PAGES_ELSEWHERE] = {"Access-Control-Allow-Origin": self._twitch.origin, "Vary": "Origin"}
            if request.method == "POST" and request.content_type != "application/json":
                raise Refused(415, "web-foreign-page")
            return await answer(request)

        return guarded

    def _only_the_page(self, request: web.Request) -> None:
        if request.headers.get("Origin", "").lower() != self._twitch.origin:
            raise Refused(403, "web-foreign-page")

    # Who looks

    async def sign_in(self, request: web.Request) -> web.StreamResponse:
        """Take Twitch's token: answer with a seat's key, or without one for who shared no identity.

        With it comes what the page begins with.
        """
        viewer = await self._viewer(request)
        door = await self._door(viewer)
        if viewer.user:
            arrival = Arrival(await self._person(viewer), door.venue, door.place, door.title)
            guest, secret = await self._seats.seat(arrival, PATH, seconds=SEAT_SECONDS)
            key = f"{guest.id}.{secret}"
        else:
            guest, key = self._onlooker(door), ""
        return web.json_response({"ok": True, "key": key} | self._begins(request, guest))

    def _begins(self, request: web.Request, guest: Guest) -> dict[str, Any]:
        """Return what the scripts of the room begin with. Its games are fetched from here, its symbols lie with it."""
        locale = self._requests.locale(request)
        boot = self._pages.boot(locale, guest)
        boot |= {"games": str(boot["games"]).lstrip("/"), "symbols": "symbols.svg"}
        return {"boot": boot, "title": self._pages.title(locale, guest)}

    async def renew(self, request: web.Request) -> web.StreamResponse:
        """Take the next token of a guest who sits here: their seat begins anew. Raises Refused for another's."""
        guest = await self._keyed.guest(request, key_shown(request))
        viewer = await self._viewer(request)
        door = await self._door(viewer)
        if (guest.who, guest.venue, guest.at) != (person_named(viewer.user), door.venue, door.place):
            raise Refused(403, "web-no-seat")
        longer = await self._requests.guests.begin_anew(guest, self._bot.now())
        if longer is None:
            raise Refused(403, "web-no-seat")
        self._open_pages.begin_anew(longer)
        return web.json_response({"ok": True})

    async def _viewer(self, request: web.Request) -> Viewer:
        """Return whom the token in this request is about. Raises Refused."""
        if not (self._sign_ins.take(address_of(request)) and self._sign_ins_of_all.take("")):
            raise Refused(429, "web-too-fast")
        shown: TokenShown = await read(self._requests, request, TokenShown)
        return self._known(shown.token)

    def _known(self, token: str) -> Viewer:
        try:
            return self._twitch.viewer(token, self._bot.now())
        except BadTokenError as bad:
            raise Refused(403, bad.sentence) from None

    async def _door(self, viewer: Viewer) -> Door:
        """Return the door of the channel that a token names. Raises Refused; a login may look like another's id."""
        door = await self._bot.door(PLATFORM, viewer.channel)
        if door is None or door.place != f"{PLATFORM}:{viewer.channel}":
            raise Refused(403, "web-extension-no-channel")
        return door

    async def _person(self, viewer: Viewer) -> Person:
        """Return a viewer as they are called in chat. Raises Refused where Twitch can't be asked."""
        name = self._names.get(viewer.user) or await self._bot.name_of(PLATFORM, viewer.user)
        if not name:
            raise Refused(502, "web-extension-twitch-away")
        self._names[viewer.user] = name
        return Person(person_named(viewer.user), name)

    def _onlooker(self, door: Door) -> Guest:
        return Onlooker(
            id=new_id(),
            name="",
            room=door.title,
            created=self._bot.now(),
            lock=secrets.token_hex(32),  # no key fits it
            venue=door.venue,
            at=door.place,
            door=PATH,
            seconds=SEAT_SECONDS,
        )

    # What they say and see

    async def say(self, request: web.Request) -> web.StreamResponse:
        """Take a line out of a page: the answer, in JSON, is what its guest is told."""
        return await self._saying.answer(request, await self._keyed.guest(request, key_shown(request)))

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Serve the live line of a page until it ends; it is opened by a seat's key, or by the token of an onlooker."""
        self._only_the_page(request)
        return await self._lines.serve(request)

    async def _looking(self, request: web.Request, key: str) -> Guest:
        """Return whose line this key or token opens. Raises Refused."""
        if key.count(".") != 2:
            return await self._keyed.guest(request, key)
        self._keyed.only_so_often(request)
        if self._open_pages.onlookers() >= MOST_ONLOOKERS:
            raise Refused(429, "web-too-fast")
        return self._onlooker(await self._door(self._known(key)))


async def asked_before(_: web.Request) -> web.StreamResponse:
    """Answer what a browser asks before it sends a page's JSON or its key."""
    allowed = {
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": "Authorization, Content-Type",
        "Access-Control-Max-Age": "600",
    }
    return web.Response(status=204, headers=allowed)


def person_named(user: str) -> PersonId:
    """Return our name for somebody on Twitch, the same that its chat has for them."""
    return PersonId(f"{PLATFORM}:{user}")
