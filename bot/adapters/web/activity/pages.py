"""Make the Activity's page: the room's page with a door before it. All its addresses are relative.

Discord serves it through a proxy under another host, at `/` or at `/.proxy/`, and maps that to our `/activity`.
"""

import html
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from bot.adapters.web.activity.discord_side import SCOPES, DiscordSide
from bot.adapters.web.activity.words import ACTIVITY_WORDS
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.files import Files, contents
from bot.adapters.web.outbound.pages import STATIC as ROOM
from bot.adapters.web.outbound.pages import SYMBOLS_FILE, TO_THE_BOT, Pages, filled_in, json_block, words_of
from bot.adapters.web.outbound.response_headers import HEADERS
from bot.ports.browser import BrowserBot
from bot.render.symbols import sheet

PATH: Final = "/activity"
STATIC: Final = Path(__file__).parent / "static"
CSP: Final = "Content-Security-Policy"
SCRIPT: Final = '<script type="module" src="/static/room.js"></script>'
BODY: Final = '<body data-view="table"'
FIRST: Final = '<a class="skip"'


@cache
def files() -> Files:
    """Return the files that the page fetches: all files of the room, and its own."""
    return Files(f"{PATH}/static/", ROOM, {SYMBOLS_FILE: sheet().encode(), **dict(contents(STATIC))})


def relative(text: str) -> str:
    """Return a page with its addresses, or an address, relative to the page's own."""
    return text.replace(f'"{PATH}/', '"').removeprefix(f"{PATH}/")


@cache
def with_a_door(room: str, door: str) -> str:
    """Return the room's page with a door: nothing is visible, and none of the room's scripts run, before it opens."""
    own = (
        '<link rel="stylesheet" href="/static/activity.css">\n<script type="module" src="/static/activity.js"></script>'
    )
    for old, new in ((SCRIPT, own), (BODY, f'{BODY} class="at-the-door"'), (FIRST, f"{door}{FIRST}")):
        if room.count(old) != 1:
            raise ValueError(old)
        room = room.replace(old, new)
    return relative(files().bundled(room.replace('"/static/', f'"{PATH}/static/')))


class ActivityPages:
    """Makes the page, and the data that its scripts start with once the visitor is known."""

    def __init__(self, bot: BrowserBot, pages: Pages, discord: DiscordSide) -> None:
        self._bot, self._pages, self._discord = bot, pages, discord
        door = (STATIC / "door.html").read_text("utf-8")
        self._template = with_a_door((ROOM / "room.html").read_text("utf-8"), door)

    def door(self, locale: str) -> web.Response:
        """Return the page, the same for everybody. Only this page may be in a frame of Discord's."""
        boot = {
            "client": self._discord.client_id,
            "origins": self._discord.app_origins,
            "scopes": SCOPES,
            "door": True,
        }
        own = words_of(self._bot, locale, ACTIVITY_WORDS)
        called = {key: self._bot.text(word, locale) for key, word in TO_THE_BOT.items()}
        values = called | {"title": "", "name": "", "seat": "linked", "alone": "", "home": ""}
        blocks = {"boot": json_block(boot), "words": json_block(self._pages.words(locale) | own)}
        text = filled_in(self._template.replace("{{lang}}", html.escape(locale)), self._bot, locale, values | blocks)
        return web.Response(text=text, content_type="text/html", headers={CSP: self._policy})

    @cached_property
    def _policy(self) -> str:
        framed = HEADERS[CSP].replace(
            "frame-ancestors 'none'", f"frame-ancestors {' '.join(self._discord.app_origins)}"
        )
        return framed.replace("connect-src 'self'", f"connect-src 'self' {self._discord.frame_socket}")

    def boot(self, locale: str, guest: Guest, face: str) -> dict[str, Any]:
        """Return the data that the room's scripts start with, for a known guest. `face`: the one they chose."""
        found = self._pages.boot(locale, guest, face=face)
        return found | {"symbols": relative(files().address(SYMBOLS_FILE)), "games": str(found["games"]).lstrip("/")}

    def title(self, locale: str, guest: Guest) -> str:
        """Return the page's title, for a known guest."""
        return self._pages.title(locale, guest)
