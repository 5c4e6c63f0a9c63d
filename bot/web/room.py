"""The table room: a real adapter with no game in it."""

from typing import Final

import structlog
from aiohttp import web

from bot.messages import OneRoom, Update
from bot.web.desk import MOST_BODY, Desk
from bot.web.floor import Floor
from bot.web.guard import add_headers, is_loopback
from bot.web.guests import Reception
from bot.web.needs import Bot, Guests
from bot.web.seat import SeatDoor
from bot.web.welcome import FrontDoor
from games.contract import Abilities

log = structlog.get_logger()

GOODBYE_SECONDS: Final = 2.0
"""How long a stop waits for pages to close."""


class TableRoom(OneRoom):
    """The adapter for browsers, and the server of their pages. Loopback alone unless told otherwise.

    `staff_word`: a guest who says "staff WORD" is a moderator; empty: nobody is.
    """

    platform: str = "web"
    abilities: Abilities = Abilities(takes_back=True, equal_delay=True)
    prefix: str = ""
    stands: bool = False

    def __init__(
        self,
        bot: Bot,
        guests: Guests,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        prefix: str = "!",
        locales: tuple[str, ...] = ("en",),
        staff_word: str = "",
    ) -> None:
        self._host, self._wanted = host, port
        self._floor = Floor()
        desk = Desk(
            bot,
            Reception(guests),
            locales=locales,
            prefix=prefix,
            loopback=is_loopback(host),
            staff_word=staff_word,
        )
        app = web.Application(middlewares=[desk.guarded], client_max_size=MOST_BODY)
        app.add_routes(FrontDoor(desk).routes() + SeatDoor(desk, self._floor).routes())
        app.on_response_prepare.append(add_headers)
        app.on_shutdown.append(self._close_pages)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=GOODBYE_SECONDS)

    @property
    def port(self) -> int:
        """Where the server listens, once it has started."""
        return int(self._runner.addresses[0][1])

    async def start(self) -> None:
        await self._runner.setup()
        await web.TCPSite(self._runner, self._host, self._wanted).start()

    async def stop(self) -> None:
        await self._runner.cleanup()

    def wants_card(self, audience: str) -> bool:
        """Open pages show the card; whoever opens one later is given it then."""
        return self._floor.looks_on(audience)

    async def show(self, update: Update) -> str:
        """To the open pages concerned; whoever opens one later looks for themselves."""
        self._floor.show(update)
        return ""

    async def _close_pages(self, _: web.Application) -> None:
        self._floor.close()
