"""Handle signing in with a platform's own account: for a seat, a channel, or the bot itself (threats T16)."""

import hashlib
import hmac
import secrets
from typing import Final

from aiohttp import web
from msgspec import Struct

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.guests.guest import MOST_LINKED_NAME
from bot.adapters.web.inbound.cookies import STATE_SECONDS, drop_state, give_seat, give_state, state_name
from bot.adapters.web.inbound.linked_seats import LinkedSeats, where
from bot.adapters.web.inbound.linking import PLATFORM, LinkHandlers, read
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.plain_text import plain
from bot.ports.messages import Arrival

SEAT: Final = "seat"
CHANNEL: Final = "channel"
COMFORTS: Final = "comforts"
MARKERS: Final = "markers"
BOT: Final = "bot"
CONTROL: Final = "control"
WHY_NOT: Final = frozenset(
    {"web-sign-in-failed", "web-scopes-missing", "web-channel-not-allowed", "web-trouble"},
)
"""The sentences with which the bot may refuse somebody who came back."""
LONGEST_CODE: Final = 500
LONGEST_KEY: Final = 200


class SetupKey(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the address after the `#`."""

    key: str


class Ticket(Struct, frozen=True):
    """Why a browser left. `door`: the name of the door that it left from. `at`: when, in ms."""

    purpose: str
    platform: str
    door: str
    at: int

    @property
    def back(self) -> str:
        """Return the path where the ticket was issued."""
        match self.purpose:
            case "seat":
                return f"/at/{self.platform}/{self.door}"
            case "control":
                return f"/control/{self.platform}/{self.door}".rstrip("/")
            case "channel":
                return f"/connect/{self.platform}"
            case _:
                return f"/connect/{self.platform}/{self.purpose}"


class Tickets:
    """Issues and reads tickets. Only the browser keeps one, in its cookie; the address holds just a hash (`state`).

    They are sealed with a key of this process; otherwise anybody could write one for a purpose that they have no right
    to.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def issue(self, ticket: Ticket) -> tuple[str, str]:
        """Return the cookie's value, and the state."""
        secret = secrets.token_urlsafe(32)
        said = ".".join((secret, ticket.purpose, ticket.platform, ticket.door, str(ticket.at)))
        return f"{said}.{self._seal(said)}", state_of(secret)

    def read(self, cookie: str, state: str, now: int) -> Ticket | None:
        """Return this cookie's ticket; None unless we issued it for this state, not long ago. `now`: ms."""
        said, _, seal = cookie.rpartition(".")
        if not hmac.compare_digest(self._seal(said).encode(), seal.encode("utf-8", "replace")):
            return None
        secret, purpose, platform, door, at = said.split(".")
        ticket = Ticket(purpose, platform, door, int(at))
        ours = hmac.compare_digest(state_of(secret).encode(), state.encode("utf-8", "replace"))
        return ticket if ours and now < ticket.at + STATE_SECONDS * 1000 else None

    def _seal(self, said: str) -> str:
        return hmac.new(self._key, said.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def purpose_of(request: web.Request) -> str:
    """Return the purpose of this address: `channel`, `comforts`, `markers`, `bot` or `control`."""
    if request.path.startswith("/control/"):
        return CONTROL
    last = request.path.rpartition("/")[2]
    return last if last in {BOT, COMFORTS, MARKERS} else CHANNEL


def state_of(secret: str) -> str:
    """Return the state for a ticket with this secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class SignInHandlers:
    """Handles `/at/…/sign-in`, `/connect/<platform>`, `/control/<platform>` and `/signed-in/<platform>`."""

    def __init__(self, requests: Requests, doors: LinkHandlers, seating: LinkedSeats) -> None:
        self._requests, self._doors, self._seating = requests, doors, seating
        self._bot, self._tickets = requests.bot, Tickets()
        self._keys, self._keys_of_all = rates.SETUP_KEYS.buckets(), rates.SETUP_KEYS_OF_ALL.buckets()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            web.post("/at/{platform}/{name}/sign-in", self.go),
            web.get("/connect/{platform}", self.connect),
            web.post("/connect/{platform}", self.connect_channel),
            web.get("/connect/{platform}/comforts", self.connect),
            web.post("/connect/{platform}/comforts", self.connect_channel),
            web.get("/connect/{platform}/markers", self.connect),
            web.post("/connect/{platform}/markers", self.connect_channel),
            web.get("/connect/{platform}/bot", self.connect),
            web.post("/connect/{platform}/bot", self.connect_bot),
            web.get("/control/{platform}", self.connect),
            web.post("/control/{platform}", self.to_control),
            web.get("/control/{platform}/{name}", self.connect),
            web.post("/control/{platform}/{name}", self.to_control),
            web.get("/signed-in/{platform}", self.back),
        ]

    # Off to the platform. A form that leads there would need the platform's address in our form-action, so a script
    # does it.

    async def go(self, request: web.Request) -> web.StreamResponse:
        """Send somebody off to sign in for a seat."""
        self._requests.only_ours(request, json=True)
        door = await self._doors.door(request)
        if not door.signs_in:
            raise Refused(404, "web-sign-in-off")
        return self._off(request, SEAT, request.match_info["name"])

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page for a streamer, or for the operator."""
        self._doors.only_so_often(request)
        purpose, platform = purpose_of(request), request.match_info["platform"]
        self._address(platform, purpose, state_of(""))
        return self._requests.pages.connect(self._requests.locale(request), platform, purpose)

    async def connect_channel(self, request: web.Request) -> web.StreamResponse:
        """Send a streamer off to connect a channel, or to grant more."""
        self._requests.only_ours(request, json=True)
        self._doors.only_so_often(request)
        return self._off(request, purpose_of(request))

    async def to_control(self, request: web.Request) -> web.StreamResponse:
        """Send somebody off to sign in for the control room of a channel; without a name, of their own."""
        self._requests.only_ours(request, json=True)
        self._doors.only_so_often(request)
        if "name" in request.match_info:
            await self._doors.door(request)
        return self._off(request, CONTROL, request.match_info.get("name", ""))

    async def connect_bot(self, request: web.Request) -> web.StreamResponse:
        """Send somebody who knows the operator's key off to connect the bot's own account."""
        self._requests.only_ours(request, json=True)
        setup = await read(self._requests, request, SetupKey)
        if not (self._keys.take(address_of(request)) and self._keys_of_all.take("")):
            raise Refused(429, "web-too-fast")
        if len(setup.key) > LONGEST_KEY or not self._bot.setup_key_fits(setup.key):
            raise Refused(403, "web-key-wrong")
        return self._off(request, BOT)

    def _off(self, request: web.Request, purpose: str, door: str = "") -> web.Response:
        platform = request.match_info["platform"]
        cookie, state = self._tickets.issue(Ticket(purpose, platform, door, self._bot.now()))
        address = self._address(platform, purpose, state)
        response = web.json_response({"ok": True, "go": address})
        give_state(response, request, cookie)
        return response

    def _address(self, platform: str, purpose: str, state: str) -> str:
        """Return the address to sign in. Raises Refused if there is none."""
        wanted = SEAT if purpose == CONTROL else purpose
        address = self._bot.sign_in_address(platform, wanted, state) if PLATFORM.fullmatch(platform) else ""
        if not address:
            raise Refused(404, "web-sign-in-off")
        return address

    # And back

    async def back(self, request: web.Request) -> web.StreamResponse:
        """Answer somebody who comes back; the ticket is used up in any case."""
        response = await self._requests.guarded(request, self._came_back)
        drop_state(response, request)
        return response

    async def _came_back(self, request: web.Request) -> web.StreamResponse:
        self._doors.only_so_often(request)
        query, cookie = request.query, request.cookies.get(state_name(request), "")
        ticket = self._tickets.read(cookie, query.get("state", ""), self._bot.now())
        if ticket is None or ticket.platform != request.match_info["platform"]:
            raise Refused(403, "web-sign-in-odd")
        if query.get("error") == "access_denied":
            raise Refused(403, "web-sign-in-declined", ticket.back)
        code = query.get("code", "")
        if "error" in query or not 0 < len(code) <= LONGEST_CODE:
            raise Refused(403, "web-sign-in-failed", ticket.back)
        wanted = SEAT if ticket.purpose == CONTROL else ticket.purpose
        found = await self._bot.signed_in(ticket.platform, wanted, code)
        if isinstance(found, str):
            raise Refused(403, found if found in WHY_NOT else "web-sign-in-failed", ticket.back)
        if ticket.purpose == BOT:
            name = plain(found.person.name, MOST_LINKED_NAME)
            return self._requests.pages.arrived(self._requests.locale(request), BOT, name, {})
        return await self._seated(request, ticket, found)

    async def _seated(self, request: web.Request, ticket: Ticket, found: Arrival) -> web.Response:
        """Answer with a page, not a redirect: this visit began on another site, and the seat's cookie is Strict."""
        if ticket.purpose in {SEAT, CONTROL}:
            own = found.person.id.partition(":")[2]
            door = await self._bot.door(ticket.platform, ticket.door or own)
            if door is None:
                raise Refused(404, "web-no-such-door")
            found = Arrival(found.person, door.venue, door.place, door.title)
        guest, secret = await self._seating.seat(found, ticket.back)
        boot = where(guest) | {"back": ticket.back, "then": CONTROL if ticket.purpose == CONTROL else ""}
        response = self._requests.pages.arrived(self._requests.locale(request), ticket.purpose, guest.name, boot)
        give_seat(response, request, guest, secret)
        return response
