"""Serve the table room to browsers. It is an adapter like all others, and knows no game."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, cast

import msgspec
from aiohttp import web

from bot.adapters.web.activity.activity import Activity
from bot.adapters.web.activity.discord_side import DiscordSide
from bot.adapters.web.connection.addresses import PROXIES
from bot.adapters.web.connection.error_counts import CountingLogger, ErrorCounts
from bot.adapters.web.connection.gate import Gate
from bot.adapters.web.connection.overflow import OverflowServer
from bot.adapters.web.guests.guests import ENDED, Guests
from bot.adapters.web.inbound.invitations import InvitationHandlers
from bot.adapters.web.inbound.linked_seats import LinkedSeats
from bot.adapters.web.inbound.linking import LinkHandlers
from bot.adapters.web.inbound.live_lines import LiveLines
from bot.adapters.web.inbound.request_headers import is_loopback
from bot.adapters.web.inbound.requests import MOST_BODY, Requests
from bot.adapters.web.inbound.saying import SaidLines
from bot.adapters.web.inbound.seat import SeatHandlers
from bot.adapters.web.inbound.sign_in import SignInHandlers
from bot.adapters.web.inbound.welcome import WelcomeHandlers
from bot.adapters.web.limits.connection_limits import ConnectionLimits
from bot.adapters.web.outbound.chats import Chats
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.page_updates import ChatLine
from bot.adapters.web.outbound.response_headers import add_headers, compress_pages
from bot.adapters.web.overlay.overlays import Overlays
from bot.adapters.web.replay.replay_pages import ReplayPages
from bot.adapters.web.verify.check_page import CheckPage
from bot.ports.browser import NO_OTHERS, BrowserBot, Notes, OtherRooms
from bot.ports.figures import Figure
from bot.ports.ids import AudienceKey, PersonId, PlaceId, VenueId
from bot.ports.messages import OneRoom, Posting, PrivateAnswer, Reply, Update
from bot.ports.proxies import Proxies
from bot.ports.rooms import RoomLine, is_room
from games.kit.contract import Abilities

GOODBYE_SECONDS: Final = 2.0
"""Seconds that a stop waits for pages to close."""
LEFTOVER_SECONDS: Final = 2.0
"""Seconds for which we continue to read from a client that was already answered."""
KNOWN_ANEW: Final = b"known-anew"
SELVES: Final = msgspec.json.Decoder(tuple[PersonId, ...])
LOOPBACK: Final = "127.0.0.1"


class TableRoom(OneRoom):
    """The adapter for browsers, and the server of their pages. By default it listens on loopback only.

    It is also a window for people of other platforms: their pages here show the same as their own adapter.

    `public`: the host that a proxy in front of it serves. `staff_word`: a guest who says "staff WORD" becomes a
    moderator; empty: nobody does. `guest_notes`, `overlay_notes`, `chat_notes`: store guests, overlays for broadcasts,
    and the last lines of each room; None: there are no overlays, or chats are lost at the end. `proxies`: the addresses
    of trusted proxies. `limits`: of connections. `discord`: for the room inside Discord; None: it is not offered.
    `others`: the rooms of other processes. `more`: makes the routes of other pages.
    """

    platform: str = "web"
    abilities: Abilities = Abilities(takes_back=True, equal_delay=True)
    prefix: str = ""
    stands: bool = False
    at_once: bool = True

    def __init__(  # noqa: PLR0913 - each of its settings by name
        self,
        bot: BrowserBot,
        guest_notes: Notes,
        *,
        host: str = LOOPBACK,
        port: int = 0,
        prefix: str = "!",
        locales: tuple[str, ...] = ("en",),
        staff_word: str = "",
        public: str = "",
        overlay_notes: Notes | None = None,
        chat_notes: Notes | None = None,
        proxies: str = "",
        limits: ConnectionLimits = ConnectionLimits(),  # noqa: B008 - it is frozen
        discord: DiscordSide | None = None,
        others: OtherRooms = NO_OTHERS,
        more: Callable[[Requests, Chats], Sequence[web.RouteDef]] = lambda _requests, _chats: (),
    ) -> None:
        self._host, self._wanted, self._discord, self._more = host, port, discord, more
        self._bot, self._others = bot, others
        self._guests, self._chats = Guests(guest_notes, bot.person_of, others), Chats(chat_notes, others)
        self._open_pages = OpenPages(self._chats, others)
        others.hear(ENDED, self._ended_elsewhere)
        others.hear(KNOWN_ANEW, self._known_anew_elsewhere)
        self._overflow, errors = OverflowServer(bot.text("web-full", locales[0])), ErrorCounts()
        self._gate = Gate(Proxies(proxies), self._overflow, errors, limits)
        requests = Requests(
            bot,
            self._guests,
            locales=locales,
            prefix=prefix,
            loopback=is_loopback(host),
            staff_word=staff_word,
            public=public,
            body_seconds=limits.body,
        )
        self._public = requests.public
        self._overlays = None if overlay_notes is None else Overlays(requests, bot, overlay_notes, others)
        self._runner = self._runner_of(requests, Proxies(proxies), errors)
        self._health: asyncio.Server | None = None

    def _runner_of(self, requests: Requests, proxies: Proxies, errors: ErrorCounts) -> web.AppRunner:
        """Return what runs the server of all pages, which counts these errors."""
        app = web.Application(
            middlewares=[compress_pages, requests.guarded, self._gate.passing], client_max_size=MOST_BODY
        )
        app[PROXIES] = proxies
        app.add_routes(self._routes(requests))
        app.on_response_prepare.append(add_headers)
        app.on_shutdown.append(self._close_pages)
        return web.AppRunner(
            app,
            access_log=None,
            shutdown_timeout=GOODBYE_SECONDS,
            lingering_time=LEFTOVER_SECONDS,
            logger=CountingLogger(errors),
        )

    def _routes(self, requests: Requests) -> list[web.RouteDef]:
        seats = LinkedSeats(requests, self._open_pages)
        linking = LinkHandlers(requests, seats)
        invitations = InvitationHandlers(requests, self._open_pages)
        saying = SaidLines(requests, self._open_pages)
        live_lines = self._live_lines = LiveLines(requests, self._open_pages, saying)
        seat = SeatHandlers(requests, self._open_pages, invitations, saying, live_lines)
        welcome = WelcomeHandlers(requests, invitations)
        routes = [*welcome.routes(), *invitations.routes(), *seat.routes(), *linking.routes()]
        routes += ReplayPages(requests, self._chats).routes()
        routes += [*CheckPage(requests).routes(), *self._more(requests, self._chats)]
        routes += SignInHandlers(requests, linking, seats).routes()
        if self._discord is not None:
            activity = Activity(requests, self._open_pages, seats, saying, live_lines, welcome.games, self._discord)
            routes += activity.routes()
        return routes if self._overlays is None else [*routes, *self._overlays.routes()]

    def figures(self) -> Iterator[Figure]:
        """Yield how many pages and connections are open."""
        yield from (Figure("up", 1), Figure("pages", self._open_pages.count), Figure("connections", self._gate.count))

    @property
    def port(self) -> int:
        """Return the port of the server, once it has started."""
        return self._gate.port

    async def start(self) -> None:
        """Listen for browsers. Raises OSError if the port is not available."""
        await self._runner.setup()
        await self._gate.open(cast(web.Server, self._runner.server), self._host, self._wanted)

    async def answer_health(self, port: int) -> None:
        """Answer health checks on a separate port, for this machine only. Raises OSError.

        Trouble at the other port does not affect it.
        """
        loop = asyncio.get_running_loop()
        self._health = await loop.create_server(self._overflow, LOOPBACK, port)

    def reached_at(self, address: str) -> None:
        """Note the address that the room's owner is told: invitations use it if the request's own address is no use to
        others.
        """
        self._public.told = address

    async def stop(self) -> None:
        """Accept no more connections, and close all pages; takes at most GOODBYE_SECONDS."""
        self._gate.close()
        if self._health is not None:
            self._health.close()
        await self._runner.cleanup()
        await self._live_lines.all_heard()
        await self._chats.stop()

    def wants_card(self, audience: AudienceKey) -> bool:
        """Return whether a page shows this audience's panel; a page that opens later gets it then."""
        return audience in self._open_pages.watching or self._on_air(audience)

    async def show(self, update: Update) -> str:
        """Show an update on open pages; a page that opens later loads the table itself."""
        self.show_also(update)
        return ""

    # The window

    def looks_on(self, audience: AudienceKey, table: str = "") -> bool:
        """Return whether an open page of this audience shows this table; the audience may be of any platform."""
        if self._open_pages.looks_on(audience, table) if table else audience in self._open_pages.watching:
            return True
        return self._on_air(audience)

    def _on_air(self, audience: AudienceKey) -> bool:
        return self._overlays is not None and self._overlays.looks_on(audience)

    def show_also(self, update: Update) -> None:
        """Show an update on the open pages of an audience that another adapter serves."""
        self._open_pages.show(update)
        if self._overlays is not None and self._overlays.on_air:
            self._overlays.show(update)

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Say something in a room's chat that belongs to no table."""
        name = self._bot.text("web-name", "en")
        await self._chats.recall(place)
        self._open_pages.say_in(place, ChatLine(posting.mark, "", name, "\n".join(posting.lines), posting.at))

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show a private answer to something said elsewhere; return False if the person has no page open."""
        return self._open_pages.tell(person, answer)

    async def unlink(self, person: PersonId) -> int:
        """End all seats of somebody from another platform, and close their pages; return how many seats there were.

        Raises StoreTrouble.
        """
        ended = await self._guests.unlink(person, self._bot.now())
        self._open_pages.turn_out_linked(person)
        return ended

    def know_anew(self, selves: Collection[PersonId]) -> None:
        """Restart the open pages of these selves, as pages of the persons that they now belong to."""
        self._others.tell(KNOWN_ANEW, self.platform, msgspec.json.encode(tuple(selves)))
        self._know_anew_here(selves)

    def others_are(self, names: Collection[str]) -> None:
        """Note which processes there are."""
        self._open_pages.others_are(names)

    def _ended_elsewhere(self, _: str, content: bytes) -> None:
        guest = content.decode()
        self._guests.ended_elsewhere(guest)
        self._open_pages.turn_out_all(guest)

    def _known_anew_elsewhere(self, _: str, content: bytes) -> None:
        self._know_anew_here(SELVES.decode(content))

    def _know_anew_here(self, selves: Collection[PersonId]) -> None:
        self._guests.know_anew(selves)
        self._open_pages.know_anew(selves)

    async def forget_chat(self, guest: str, rooms: Sequence[PlaceId]) -> None:
        """Forget what a guest said in the chats of these rooms."""
        for room in rooms:
            await self._chats.forget(room, guest)

    async def reword_chats(self, rooms: Sequence[PlaceId], reword: Callable[[str], str]) -> None:
        """Change the text of what the bot itself said in the chats of these rooms."""
        for room in rooms:
            await self._chats.reword(room, reword)

    async def said_in(self, place: PlaceId) -> Sequence[RoomLine]:
        """Return the last lines that guests said to each other in a room."""
        found = await self._chats.said(place, 0, self._bot.now()) if is_room(place) else ()
        return [RoomLine(PersonId(f"{self.platform}:{one.by}"), one.name, one.text, one.at) for one in found if one.by]

    def here_in(self, place: PlaceId) -> Mapping[PersonId, str]:
        """Return the names of the guests who have a room open."""
        return {PersonId(f"{self.platform}:{one.id}"): one.name for one in self._open_pages.here_in(place)}

    async def tell_alone(self, person: PersonId, text: str, mark: str) -> bool:  # noqa: ARG002 - a page shows it once
        """Show somebody something on their open pages; return False if they have none open."""
        return self._open_pages.tell(person, PrivateAnswer(text))

    def show_evening(self, place: PlaceId, lines: Sequence[str]) -> None:
        """Show the story of an evening on the overlays of a place that has no table any more."""
        if self._overlays is not None:
            self._overlays.show_evening(place, lines)

    def show_season(self, place: PlaceId, name: str, lines: Sequence[str]) -> None:
        """Show the table of a season on the overlays of a place."""
        if self._overlays is not None:
            self._overlays.show_season(place, name, lines)

    async def hide_overlays(self, venue: VenueId, place: PlaceId, *, hidden: bool) -> bool:
        """Hide the overlays of a place at once, or show them again; return False if there are no overlays.

        Raises StoreTrouble.
        """
        if self._overlays is None:
            return False
        await self._overlays.hide(venue, place, hidden=hidden)
        return True

    async def mute_overlays(self, venue: VenueId, place: PlaceId, *, muted: bool) -> bool:
        """Take lines off the overlays of a place at once, or show them again; return False if there are no overlays.

        Raises StoreTrouble.
        """
        if self._overlays is None:
            return False
        await self._overlays.mute(venue, place, muted=muted)
        return True

    async def _close_pages(self, _: web.Application) -> None:
        self._open_pages.close()
        if self._overlays is not None:
            self._overlays.close()
