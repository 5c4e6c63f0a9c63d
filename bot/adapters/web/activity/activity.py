"""Handle the Activity's route: its page, who comes in, and what they say and see (threats T16, T17).

There are no cookies here, because browsers would not keep them in a frame. A page gets a key, keeps it in memory only,
and shows it with every request.
"""

import time
from typing import Annotated, Final

from aiohttp import web
from cachetools import TTLCache
from msgspec import Meta, Struct

from bot.adapters.web.activity.discord_side import DiscordSide, DiscordTroubleError, person_named
from bot.adapters.web.activity.invitations import ActivityInvitations
from bot.adapters.web.activity.pages import PATH, ActivityPages, files
from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.guests.guest import Guest, locked
from bot.adapters.web.inbound.keyed_seats import KeyedLines, KeyedSeats, key_shown
from bot.adapters.web.inbound.linked_seats import LinkedSeats
from bot.adapters.web.inbound.linking import read
from bot.adapters.web.inbound.live_lines import LiveLines
from bot.adapters.web.inbound.requests import Handler, Requests
from bot.adapters.web.inbound.saying import SaidLines
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.answered import answered
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.refused import Refused
from bot.ports.ids import TableCode
from bot.ports.messages import Arrival

SEAT_SECONDS: Final = 4 * 3600
"""An evening; after that, an open page asks its guest to come in again."""
USED_SECONDS: Final = 900
MOST_USED: Final = 20_000
STATUS: Final = {"web-activity-discord-away": 502, "web-activity-set-up": 502}


class ActivityEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Tell what a page says about its visitor: the code that Discord gave it, and its instance of the Activity."""

    code: Annotated[str, Meta(max_length=500)]
    instance: Annotated[str, Meta(max_length=500)]


class ActivityInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody in the Activity, by their id on Discord, and the table that they are invited to."""

    user: Annotated[str, Meta(pattern=r"^[0-9]{1,20}\Z")]
    table: Annotated[str, Meta(max_length=16)]


class Activity:
    """Handles `/activity` and all paths below it. `games`: answers with the games that can be opened."""

    def __init__(
        self,
        requests: Requests,
        open_pages: OpenPages,
        seats: LinkedSeats,
        saying: SaidLines,
        live_lines: LiveLines,
        games: Handler,
        discord: DiscordSide,
    ) -> None:
        self._requests, self._seats = requests, seats
        self._saying, self._games, self._discord = saying, games, discord
        self._bot, self._pages = requests.bot, ActivityPages(requests.bot, requests.pages, discord)
        self._invitations = ActivityInvitations(requests.bot, open_pages)
        self._keyed = KeyedSeats(requests, PATH, rates.ACTIVITY)
        self._lines = KeyedLines(live_lines, self._keyed.guest)
        self._sign_ins = rates.ACTIVITY_SIGN_INS.buckets()
        self._sign_ins_of_all = rates.ACTIVITY_SIGN_INS_OF_ALL.buckets()
        self._used: TTLCache[str, None] = TTLCache(MOST_USED, USED_SECONDS, timer=time.monotonic)
        """The hashes of codes that were tried."""

    def routes(self) -> list[web.RouteDef]:
        """Return all routes of the Activity."""
        return [
            web.get(PATH, self.page),
            web.get(f"{PATH}/", self.page),
            *files().routes(),
            web.get(f"{PATH}/games.json", self._games),
            web.post(f"{PATH}/sign-in", self.sign_in),
            web.post(f"{PATH}/say", self.say),
            web.post(f"{PATH}/invite", self.invite),
            web.get(f"{PATH}/live", self.live),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page. It shows nothing before Discord has said who the visitor is.

        Its addresses are relative, so a request without the last slash is redirected. Discord's proxy may leave the
        slash out as well, but a redirect would lead it to a wrong place, so its requests are answered directly.
        """
        if request.path == PATH and "frame_id" not in request.query:
            raise web.HTTPSeeOther(f"{PATH}/")
        return self._pages.door(self._requests.locale(request))

    # Who has come

    async def sign_in(self, request: web.Request) -> web.StreamResponse:
        """Take the code that Discord gave to a page; answer with a seat's key, and the data that the page
        starts with.
        """
        self._only_ours(request, json=True)
        if not (self._sign_ins.take(address_of(request)) and self._sign_ins_of_all.take("")):
            raise Refused(429, "web-too-fast")
        came: ActivityEntry = await read(self._requests, request, ActivityEntry)
        arrival = await self._arrival(came)
        guest, secret = await self._seats.seat(arrival, PATH, seconds=SEAT_SECONDS)
        locale = self._requests.locale(request)
        content = {
            "boot": self._pages.boot(locale, guest, await self._bot.face_of(guest.person.id)),
            "title": self._pages.title(locale, guest),
        }
        user = arrival.person.id.partition(":")[2]
        return web.json_response({"ok": True, "key": f"{guest.id}.{secret}", "user": user, **content})

    async def _arrival(self, came: ActivityEntry) -> Arrival:
        """Return who came, and to which place. Raises Refused; a code can be tried only once."""
        if (code := locked(came.code)) in self._used:
            raise Refused(403, "web-activity-code-used")
        self._used[code] = None
        try:
            found = await self._discord.arrived(came.code, came.instance)
        except DiscordTroubleError as trouble:
            raise Refused(STATUS.get(trouble.sentence, 403), trouble.sentence) from None
        if not found.guild:
            return found.in_private
        door = await self._bot.door("discord", found.channel)
        if door is None:
            raise Refused(403, "web-activity-no-channel")
        return Arrival(found.person, door.venue, door.place, door.title)

    async def _asking(self, request: web.Request) -> Guest:
        """Return the guest whose page sent this request. Raises Refused for another site's page, and without a valid
        key.
        """
        self._only_ours(request, json=True)
        return await self._keyed.guest(request, key_shown(request))

    def _only_ours(self, request: web.Request, *, json: bool = False) -> None:
        """Raise Refused for another site's page. Ours comes from the frame that Discord has for it, or from our own
        host.
        """
        framed = request.headers.get("Origin", "").lower() == self._discord.frame_origin.lower()
        if not (framed and request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"):
            self._requests.only_ours(request)
        if json and request.content_type != "application/json":
            raise Refused(415, "web-foreign-page")

    # What they say and see

    async def say(self, request: web.Request) -> web.StreamResponse:
        """Hear a line from a page; the answer, in JSON, is for its guest."""
        return await self._saying.answer(request, await self._asking(request))

    async def invite(self, request: web.Request) -> web.StreamResponse:
        """Invite somebody else in the Activity to a table."""
        guest = await self._asking(request)
        invited: ActivityInvitation = await read(self._requests, request, ActivityInvitation)
        locale = self._requests.locale(request)
        found = await self._invitations.invite(guest, person_named(invited.user), TableCode(invited.table), locale)
        return answered(found)

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Serve a page's live line until it ends; its first message must show the key."""
        self._only_ours(request)
        return await self._lines.serve(request)
