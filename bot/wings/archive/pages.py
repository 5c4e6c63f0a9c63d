"""The pages of a venue's archive, for everybody who has the link, which can't be guessed."""

from pathlib import Path
from typing import Any, Final

import msgspec
from aiohttp import web

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.pages import files_of, filled_in, json_block
from bot.adapters.web.outbound.refused import Refused
from bot.wings.archive.archive import Archive
from bot.wings.archive.page_words import ARCHIVE_WORDS
from bot.wings.archive.shown import ArchiveFilter

STATIC: Final = Path(__file__).parent / "static"
LONGEST: Final = 40
"""The most letters of a word in a filter."""
MOST_PAGES: Final = 9999
ENDED: Final = frozenset({"whole", "void"})


class ArchivePages:
    """Handles `/games/<link>`, the pages of people below it, and the way to each replay."""

    def __init__(self, requests: Requests, archive: Archive) -> None:
        self._requests, self._bot, self._archive = requests, requests.bot, archive
        self._visits = rates.ARCHIVE.buckets()
        self._files = files_of("/archive/static/", STATIC)
        self._list, self._person = self._files.page("archive.html"), self._files.page("person.html")

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            *self._files.routes(),
            web.get("/games/{link}", self.page),
            web.get("/games/{link}/watch/{record}", self.watch),
            web.get("/games/{link}/{who}", self.person),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the games that are asked for. Raises Refused if there is no such link."""
        link, locale, wanted = self._link(request), self._requests.locale(request), wanted_of(request)
        shown = await self._archive.shown(link, wanted, locale)
        if shown is None:
            raise Refused(404, "web-archive-gone")
        boot = {"wanted": wanted, "shown": shown}
        return self._filled(self._list, locale, {"base": f"/games/{link}"}, boot)

    async def person(self, request: web.Request) -> web.StreamResponse:
        """Answer with somebody's statistics. Raises Refused if nobody listed has this key."""
        link, locale = self._link(request), self._requests.locale(request)
        shown = await self._archive.person(link, request.match_info["who"], locale)
        if shown is None:
            raise Refused(404, "web-archive-gone")
        title = self._bot.text("web-archive-of-person", locale, name=shown.name)
        return self._filled(self._person, locale, {"base": f"/games/{link}", "title": title}, {"shown": shown})

    async def watch(self, request: web.Request) -> web.StreamResponse:
        """Redirect to the replay of a game. Raises Refused if the archive has no such game."""
        link = await self._archive.watch(self._link(request), request.match_info["record"])
        if link is None:
            raise Refused(404, "web-replay-gone")
        raise web.HTTPSeeOther(f"/game/{link}")

    def _link(self, request: web.Request) -> str:
        """Return the link in this path. Raises Refused for clients that ask too often."""
        if not self._visits.take(address_of(request)):
            raise Refused(429, "web-too-fast")
        return request.match_info["link"]

    def _filled(self, page: str, locale: str, values: dict[str, str], boot: dict[str, Any]) -> web.Response:
        words = {
            word: self._bot.text(f"web-archive-{word}", locale, **{hole: f"{{{hole}}}" for hole in holes})
            for word, holes in ARCHIVE_WORDS.items()
        }
        whole = {"base": values["base"], "words": words} | {key: msgspec.to_builtins(one) for key, one in boot.items()}
        filled = filled_in(page, self._bot, locale, values | {"boot": json_block(whole), "lang": locale})
        return web.Response(text=filled, content_type="text/html")


def wanted_of(request: web.Request) -> ArchiveFilter:
    """Read a filter from an address; what can't be read is ignored."""
    asked = request.query
    return ArchiveFilter(
        who=asked.get("who", "")[:LONGEST],
        game=asked.get("game", "")[:LONGEST],
        season=whole(asked.get("season", "")),
        page=min(MOST_PAGES, max(1, whole(asked.get("page", "")))),
        table=asked.get("table", "")[:LONGEST].strip().upper(),
        ended=asked.get("ended", "") if asked.get("ended", "") in ENDED else "",
        since=asked.get("since", "")[:LONGEST],
        until=asked.get("until", "")[:LONGEST],
    )


def whole(word: str) -> int:
    """Return a typed number; 0 for any other word."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else 0


PAGES: Final = (ArchivePages,)
