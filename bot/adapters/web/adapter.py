"""The table room: a real adapter with no game in it."""

import asyncio
from typing import Final, cast

import structlog
from aiohttp import web

from bot.adapters.web.connection import CountingLogger, Gate, Limits, Porch, Tally
from bot.adapters.web.inbound.doors import Doors
from bot.adapters.web.inbound.guard import PROXIES, add_headers, is_loopback
from bot.adapters.web.inbound.guests import Reception
from bot.adapters.web.inbound.proxies import Proxies
from bot.adapters.web.inbound.requests import MOST_BODY, Requests
from bot.adapters.web.inbound.seat import SeatDoor
from bot.adapters.web.inbound.seating import Seating
from bot.adapters.web.inbound.sign_in import SignIn
from bot.adapters.web.inbound.welcome import FrontDoor
from bot.adapters.web.needs import Bot, Guests
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.overlay import OverlayBot, OverlayNotes, Overlays
from bot.ports.messages import Answer, OneRoom, Update
from games.kit.contract import Abilities

log = structlog.get_logger()

GOODBYE_SECONDS: Final = 2.0
"""How long a stop waits for pages to close."""
LEFTOVER_SECONDS: Final = 2.0
"""How long we go on reading what somebody sends who has been answered already."""
LOOPBACK: Final = "127.0.0.1"


class TableRoom(OneRoom):
    """The adapter for browsers, and the server of their pages. Loopback alone unless told otherwise.

    It is also a window for people of other platforms: what they have open here shows what their own adapter shows.
    `public`: the host that a proxy before it serves. `staff_word`: a guest who says "staff WORD" is a moderator; empty:
    nobody is. `overlay_notes`: where overlays for broadcasts are remembered; None: there are none. Who gives them gives
    a bot that is an OverlayBot too. `proxies`: the addresses of proxies that are believed. `limits`: of connections.
    """

    platform: str = "web"
    abilities: Abilities = Abilities(takes_back=True, equal_delay=True)
    prefix: str = ""
    stands: bool = False

    def __init__(  # noqa: PLR0913 - each of its settings by name
        self,
        bot: Bot,
        guests: Guests,
        *,
        host: str = LOOPBACK,
        port: int = 0,
        prefix: str = "!",
        locales: tuple[str, ...] = ("en",),
        staff_word: str = "",
        public: str = "",
        overlay_notes: OverlayNotes | None = None,
        proxies: str = "",
        limits: Limits = Limits(),  # noqa: B008 - it is frozen
    ) -> None:
        self._host, self._wanted = host, port
        self._floor = OpenPages()
        self._bot, self._reception = bot, Reception(guests)
        desk = Requests(
            bot,
            self._reception,
            locales=locales,
            prefix=prefix,
            loopback=is_loopback(host),
            staff_word=staff_word,
            public=public,
            body_seconds=limits.body,
        )
        self._busy, tally = bot.text("web-full", locales[0]), Tally()
        self._gate = Gate(Proxies(proxies), Porch(self._busy), tally, limits)
        app = web.Application(middlewares=[desk.guarded, self._gate.passing], client_max_size=MOST_BODY)
        app[PROXIES] = Proxies(proxies)
        seating = Seating(desk, self._floor)
        doors = Doors(desk, seating)
        for handlers in (FrontDoor(desk), SeatDoor(desk, self._floor), doors, SignIn(desk, doors, seating)):
            app.add_routes(handlers.routes())
        self._overlays = None if overlay_notes is None else Overlays(desk, cast(OverlayBot, bot), overlay_notes)
        if self._overlays is not None:
            app.add_routes(self._overlays.routes())
        app.on_response_prepare.append(add_headers)
        app.on_shutdown.append(self._close_pages)
        self._runner = web.AppRunner(
            app,
            access_log=None,
            shutdown_timeout=GOODBYE_SECONDS,
            lingering_time=LEFTOVER_SECONDS,
            logger=CountingLogger(tally),
        )
        self._health: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """Where the server listens, once it has started."""
        return self._gate.port

    async def start(self) -> None:
        """Raises OSError where the port can't be had."""
        await self._runner.setup()
        await self._gate.open(cast(web.Server, self._runner.server), self._host, self._wanted)

    async def answer_health(self, port: int) -> None:
        """On a port of its own, for this machine alone: it has no part in what happens at the other. Raises OSError."""
        loop = asyncio.get_running_loop()
        self._health = await loop.create_server(Porch(self._busy), LOOPBACK, port)

    async def stop(self) -> None:
        self._gate.close()
        if self._health is not None:
            self._health.close()
        await self._runner.cleanup()

    def wants_card(self, audience: str) -> bool:
        """Open pages show the card; whoever opens one later is given it then."""
        return self.looks_on(audience)

    async def show(self, update: Update) -> str:
        """To the open pages concerned; whoever opens one later looks for themselves."""
        self.show_also(update)
        return ""

    # The window

    def looks_on(self, audience: str) -> bool:
        """Whether a page of this audience is open, of whatever platform it is."""
        on_air = self._overlays is not None and self._overlays.looks_on(audience)
        return on_air or self._floor.looks_on(audience)

    def show_also(self, update: Update) -> None:
        """To the open pages of an audience that another adapter serves."""
        self._floor.show(update)
        if self._overlays is not None:
            self._overlays.show(update)

    def tell(self, person: str, answer: Answer) -> bool:
        """A private answer to what somebody said elsewhere; False: they have no page open."""
        return self._floor.tell(person, answer)

    async def unlink(self, person: str) -> int:
        """End all seats of somebody of another platform, and close their pages; how many seats there were."""
        ended = await self._reception.unlink(person, self._bot.now())
        self._floor.turn_out_linked(person)
        return ended

    async def _close_pages(self, _: web.Application) -> None:
        self._floor.close()
        if self._overlays is not None:
            self._overlays.close()
