"""Serve the live line of an overlay: opened by a key, or in the preview by the seat's own cookie."""

import asyncio
import contextlib
import time
from typing import Annotated, Final

import msgspec
import structlog
from aiohttp import ClientConnectionResetError, WSMsgType, web
from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.inbound.live_lines import while_it_listens
from bot.adapters.web.inbound.request_headers import same_origin
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.overlay.endings import Endings
from bot.adapters.web.overlay.keys import WRONG_KEY, Keys, hashed
from bot.adapters.web.overlay.on_air import Hello, Shown, TableOnAir, is_for_all, on_air
from bot.adapters.web.overlay.screen import Due, Screen
from bot.adapters.web.overlay.screens import GOING_AWAY, TOO_MANY, Screens
from bot.adapters.web.overlay.staff import Staff
from bot.adapters.web.overlay.way_in import way_in
from bot.ports import ids
from bot.ports.browser import BrowserBot
from bot.ports.messages import Person, Update

KEY_SECONDS: Final = 5.0
"""Seconds within which an overlay must send its key."""
MOST_UNKNOWN: Final = 100
"""The most lines that have not sent their key yet; they take no room from those that have."""
HEARTBEAT: Final = 15.0
CHECK_SECONDS: Final = 60.0
"""Seconds between two checks whether an open overlay may stay open."""
SLOW: Final = 10.0
"""Seconds until an overlay that accepts no data is given up."""
NOBODY: Final = Person(ids.NOBODY, "")
log = structlog.get_logger()


class FirstMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """The first and only message. `commentator`: wants to be told what was hidden, once a game is over."""

    key: Annotated[str, Meta(max_length=64)] = ""
    commentator: bool = False


class LiveLine:
    """Handles the live lines of overlays: each is opened, fed with what is due, checked once a minute, and closed."""

    def __init__(
        self, requests: Requests, bot: BrowserBot, keys: Keys, screens: Screens, staff: Staff, endings: Endings
    ) -> None:
        self._requests, self._bot, self._keys, self._screens, self._staff = requests, bot, keys, screens, staff
        self._endings = endings
        self._tries = rates.OVERLAY_KEYS.buckets()
        self._openings = rates.OPENINGS.buckets()
        self._unknown = 0

    # The two ways in

    async def keyed(self, request: web.Request) -> web.StreamResponse:
        """Serve the line of an overlay on air; its first message must hold a key."""
        self._only_ours(request)
        if self._unknown >= MOST_UNKNOWN or not self._tries.take(address_of(request)):
            raise Refused(429, "web-too-fast")
        self._unknown += 1
        try:
            socket = await _prepared(request)
            screen = await self._opened(request, socket)
        finally:
            self._unknown -= 1
        if isinstance(screen, int):
            await socket.close(code=screen)
            return socket
        with contextlib.suppress(Exception):  # the store is away: it is stored another time
            await self._keys.note_shown(screen.where, screen.owner)
        return await self._serve(screen, socket, request)

    async def _opened(self, request: web.Request, socket: web.WebSocketResponse) -> Screen | int:
        """Return the screen that the key opens, or the code with which to close the line."""
        first = await _first_message(socket)
        try:
            found = None if first is None else await self._keys.opened_by(first.key)
        except Exception as error:  # noqa: BLE001 - the key may be right: what is on air stays there for a while
            log.warning("no key could be looked up", error=type(error).__name__)
            return GOING_AWAY
        if first is None or found is None:
            return WRONG_KEY
        where, kept = found
        locale = self._requests.locale(request)
        screen = Screen(where, hashed(first.key), locale, kept.settings, commentator=first.commentator)
        screen.hidden, screen.muted = kept.hidden, kept.muted
        return screen

    async def seated(self, request: web.Request) -> web.StreamResponse:
        """Serve the line of a preview, which is shown without delay."""
        self._only_ours(request)
        guest, where = await self._staff.here(request)
        if not self._openings.take(guest.id):
            raise Refused(429, "web-too-fast")
        kept = await self._keys.kept(where)
        socket = await _prepared(request)
        first = await _first_message(socket)
        if first is None:
            await socket.close(code=WRONG_KEY)
            return socket
        locale, asked = self._requests.locale(request), first.commentator
        screen = Screen(where, f"seat:{guest.id}", locale, kept.settings, preview=True, commentator=asked)
        screen.muted = kept.muted
        return await self._serve(screen, socket, request)

    def _only_ours(self, request: web.Request) -> None:
        if not same_origin(request):
            raise Refused(403, "web-foreign-page")

    # While it is open

    async def _serve(self, screen: Screen, socket: web.WebSocketResponse, request: web.Request) -> web.StreamResponse:
        if self._screens.full():
            await socket.close(code=TOO_MANY)
            return socket
        await while_it_listens(socket, self._feed(screen, socket, request))
        await socket.close(code=screen.closing or GOING_AWAY)
        return socket

    async def _feed(self, screen: Screen, socket: web.WebSocketResponse, request: web.Request) -> None:
        try:
            with self._screens.open(screen):
                await self._check(screen, request)
                if screen.closing:
                    return
                await _send(socket, await self._hello(screen))
                await self._look(screen)
                checked = time.monotonic()
                while (due := await screen.due()) is not None:
                    await self._tell(screen, socket, due)
                    if time.monotonic() - checked >= CHECK_SECONDS:
                        checked = time.monotonic()
                        await self._check_again(screen, request)
        except (ClientConnectionResetError, ConnectionError):
            return
        except TimeoutError:
            log.info("slow overlay dropped")
            if request.transport is not None:
                request.transport.abort()
        except Exception as error:  # noqa: BLE001 - the overlay reconnects by itself
            log.warning("overlay failed", error=type(error).__name__)

    async def _check(self, screen: Screen, request: web.Request) -> None:
        """Close a screen whose key was replaced or whose seat was given up; give it changed settings, and what comes.

        This may have happened while the screen could not be told. Raises Refused, StoreTrouble.
        """
        screen.keep_to(await self._keys.kept(screen.where))
        where = screen.where
        screen.announce(await self._bot.upcoming(where.venue, where.place, screen.locale))
        if screen.preview:
            await self._staff.here(request)

    async def _check_again(self, screen: Screen, request: web.Request) -> None:
        try:
            await self._check(screen, request)
        except Refused:
            screen.close(WRONG_KEY)
        except Exception as error:  # noqa: BLE001 - while the store is away, what is on air stays there
            log.warning("an overlay could not be checked", error=type(error).__name__)

    async def _look(self, screen: Screen) -> None:
        where = screen.where
        seen = await self._bot.look(NOBODY, where.venue, where.place, screen.locale)
        public = sorted((one for one in seen if is_for_all(one, where.place)), key=_last_told)
        tables = [(one, on_air(one)) for one in public]
        screen.hold_all(tuple(table for _, table in tables))
        for update, table in tables:
            self._endings.fetch(update, table, (screen,))
        self._endings.fetch_evening((screen,))
        self._endings.show_last_evening(where.place, (screen,))
        self._endings.show_last_season(where.place, (screen,))

    async def _tell(self, screen: Screen, socket: web.WebSocketResponse, due: Due) -> None:
        if due.settings:
            await _send(socket, await self._hello(screen))
        if due.brings_something or not due.settings:
            now = self._now(screen)
            tables = tuple(fresh(table, now) for table in due.tables)
            await _send(socket, Shown(now, tables, due.whole, due.results, due.evening, due.season))

    async def _hello(self, screen: Screen) -> Hello:
        found = await way_in(self._bot, screen.where)
        hidden = screen.hidden and not screen.preview
        return Hello(self._now(screen), screen.settings, found, hidden, screen.muted, screen.upcoming)

    def _now(self, screen: Screen) -> int:
        """Return the time (ms) in the delayed broadcast, so that a clock in it runs out at the right moment."""
        return self._bot.now() - screen.delay * 1000


async def _prepared(request: web.Request) -> web.WebSocketResponse:
    socket = web.WebSocketResponse(heartbeat=HEARTBEAT, timeout=1.0, max_msg_size=1024, compress=False)
    await socket.prepare(request)
    return socket


async def _first_message(socket: web.WebSocketResponse) -> FirstMessage | None:
    try:
        async with asyncio.timeout(KEY_SECONDS):
            said = await socket.receive()
        return msgspec.json.decode(said.data, type=FirstMessage) if said.type is WSMsgType.TEXT else None
    except (TimeoutError, msgspec.MsgspecError, UnicodeEncodeError):
        return None


async def _send(socket: web.WebSocketResponse, content: Hello | Shown) -> None:
    async with asyncio.timeout(SLOW):
        await socket.send_str(msgspec.json.encode(content).decode())


def _last_told(update: Update) -> int:
    """Return the time of a table's latest news, in ms: an overlay shows the table with the latest."""
    return max((news.at for news in update.news), default=0)


def fresh(table: TableOnAir, now: int) -> TableOnAir:
    """Return a table without the lines that have faded: an overlay that comes late must not show them."""
    return replace(table, news=tuple(line for line in table.news if line.until is None or line.until > now))
