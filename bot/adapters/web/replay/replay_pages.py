"""The pages of finished games: whoever has the link may look, and nobody finds one by guessing."""

import gzip
import hashlib
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import web
from cachetools import LRUCache

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.chats import Chats
from bot.adapters.web.outbound.pages import files_of, filled_in, json_block, symbols_address
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.outbound.way_in import WayIn
from bot.adapters.web.replay.words import REPLAY_WORDS
from bot.ports.replays import GameWithheld, ShownReplay
from bot.ports.rooms import is_room

T = TypeVar("T")
STATIC: Final = Path(__file__).parent / "static"
DRAWN: Final = 4_000_000
"""Bytes of pictures that are kept: a link that is posted is asked for by each chat and each reader's program."""
OF_PICTURES: Final = {"Cache-Control": "public, max-age=3600", "Cross-Origin-Resource-Policy": "cross-origin"}
"""Other sites show the picture beside a link to its game; it tells what the link tells."""
PACKED: Final = 32
"""So many films are kept packed: one link is often followed by many."""
AFTERWARDS: Final = 120_000
"""Ms after the end in which what is said is still of the game."""
MOST_EYES: Final = 24
"""Of a crowd no single eyes are offered beyond these."""


class ReplayPages:
    """Handles `/game/<link>`, its film and its record."""

    def __init__(self, requests: Requests, chats: Chats) -> None:
        self._requests, self._bot, self._chats = requests, requests.bot, chats
        self._visits, self._films = rates.VISITS.buckets(), rates.FILMS.buckets()
        self._odds = rates.ODDS.buckets()
        self._pictures, self._pictures_of_all = rates.PICTURES.buckets(), rates.PICTURES_OF_ALL.buckets()
        self._files = files_of("/replay/static/", STATIC)
        self._template = self._files.page("replay.html")
        self._packed: LRUCache[tuple[str, str, str], bytes] = LRUCache(PACKED)
        self._drawn: LRUCache[tuple[str, str], bytes] = LRUCache(DRAWN, getsizeof=len)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            *self._files.routes(),
            web.get("/game/{link}", self.page),
            web.get("/game/{link}/film.json", self.film),
            web.get("/game/{link}/picture.png", self.picture),
            web.get("/game/{link}/odds.json", self.odds),
            web.get("/game/{link}/record", self.record),
            web.get("/game/{link}/practice", self.practice),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page of a game. Raises Refused where the link leads nowhere."""
        link, locale = self._link(request), self._requests.locale(request)
        shown = await opened(self._bot.replay(link, locale))
        if shown is None:
            raise Refused(404, "web-replay-gone")
        boot: dict[str, Any] = {"base": f"/game/{link}", "symbols": symbols_address(), "words": self._words(locale)}
        boot["goesOn"] = bool(shown.void) and self._bot.knows("practice")
        boot |= msgspec.to_builtins(shown) | {"eyes": self._eyes(shown), "chat": await self._chat(link)}
        title = self._bot.text("web-replay-title", locale, number=str(shown.number), game=shown.title)
        at = self._bot.text("web-replay-at", locale, code=shown.code)
        values = {"title": title, "at": at, "how": shown.how, "lang": locale, "base": f"/game/{link}"}
        values["address"] = f"{self._requests.public.of(request)}/game/{link}"
        return web.Response(text=self._filled(locale, values, boot), content_type="text/html")

    async def film(self, request: web.Request) -> web.StreamResponse:
        """Answer with all frames of a game as some eyes saw it. Raises Refused where there are none."""
        link, locale = self._link(request), self._requests.locale(request)
        eyes = request.query.get("eyes", "table")[:8]
        shown = await opened(self._bot.replay(link, locale))
        if shown is None:
            raise Refused(404, "web-replay-gone")
        key = f"{link} {names_of(shown)}", eyes, locale
        if key not in self._packed:
            if not self._films.take(address_of(request)):
                raise Refused(429, "web-too-fast")
            film = await opened(self._bot.film(link, eyes, locale))
            if film is None:
                raise Refused(404, "web-replay-gone")
            self._packed[key] = gzip.compress(msgspec.json.encode(film), 5, mtime=0)
        headers = {"Content-Encoding": "gzip", "Cache-Control": "private, max-age=3600"}
        return web.Response(body=self._packed[key], content_type="application/json", charset="utf-8", headers=headers)

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """Answer with how a game ended as a picture, for chats that show it beside a link. Raises Refused where there
        is none.
        """
        link, locale = self._link(request), self._requests.locale(request)
        shown = await opened(self._bot.replay(link, locale))
        if shown is None:
            raise Refused(404, "web-replay-gone")
        key = f"{link} {names_of(shown)}", locale
        if key not in self._drawn:
            if not (self._pictures.take(address_of(request)) and self._pictures_of_all.take("")):
                raise Refused(429, "web-too-fast")
            drawn = await opened(self._bot.replay_picture(link, locale))
            if drawn is None:
                raise Refused(404, "web-replay-gone")
            self._drawn[key] = drawn
        return web.Response(body=self._drawn[key], content_type="image/png", headers=OF_PICTURES)

    async def odds(self, request: web.Request) -> web.StreamResponse:
        """Answer with the chances before a move, `null` where there are none. Raises Refused."""
        link, locale = request.match_info["link"], self._requests.locale(request)
        step, eyes = request.query.get("step", ""), request.query.get("eyes", "table")[:8]
        if not (step.isascii() and step.isdigit() and len(step) < 6):
            raise Refused(404, "web-replay-gone")
        if not self._odds.take(address_of(request)):
            raise Refused(429, "web-too-fast")
        odds = await opened(self._bot.replayed_odds(link, eyes, int(step), locale))
        headers = {"Cache-Control": "private, max-age=3600"}
        return web.Response(body=msgspec.json.encode(odds), content_type="application/json", headers=headers)

    async def record(self, request: web.Request) -> web.StreamResponse:
        """Answer with the record as a file. Raises Refused where there is none."""
        file = await opened(self._bot.replayed_record(self._link(request)))
        if file is None:
            raise Refused(404, "web-replay-gone")
        headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
        return web.Response(body=file.content, content_type="application/jsonl", charset="utf-8", headers=headers)

    async def practice(self, request: web.Request) -> web.StreamResponse:
        """Answer with the way in to where a game is played on that was called off; to look at it changes nothing.

        All who come by the same link meet in one room. Raises Refused for a game that can't be played on.
        """
        link, locale = self._link(request), self._requests.locale(request)
        shown = await opened(self._bot.replay(link, locale))
        if shown is None:
            raise Refused(404, "web-replay-gone")
        if not shown.void:
            raise Refused(409, "web-replay-whole")
        room = f"practice-{hashlib.sha256(link.encode()).hexdigest()[:8]}"
        return self._requests.pages.welcome(locale, WayIn(room, practice=link))

    def _link(self, request: web.Request) -> str:
        """Return the link in this path. Raises Refused for who asks too often."""
        if not self._visits.take(address_of(request)):
            raise Refused(429, "web-too-fast")
        return request.match_info["link"]

    async def _chat(self, link: str) -> list[dict[str, Any]]:
        """Return what was said in the room while the game was on; elsewhere the bot keeps no chat."""
        course = await opened(self._bot.replayed_course(link))
        if course is None or not is_room(course.place):
            return []
        said = await self._chats.said(course.place, course.began, course.ended + AFTERWARDS)
        return [{"name": line.name, "text": line.text, "at": line.at} for line in said]

    @staticmethod
    def _eyes(shown: ShownReplay) -> list[str]:
        """Return whose eyes one may look with: where nothing was hidden, everybody saw the same."""
        if not shown.secret:
            return ["table"]
        return ["all", "table", *map(str, range(min(len(shown.seats), MOST_EYES)))]

    def _words(self, locale: str) -> dict[str, str]:
        return {
            word: self._bot.text(f"web-replay-{word}", locale, **{hole: f"{{{hole}}}" for hole in holes})
            for word, holes in REPLAY_WORDS.items()
        }

    def _filled(self, locale: str, values: dict[str, str], boot: dict[str, Any]) -> str:
        return filled_in(self._template, self._bot, locale, values | {"boot": json_block(boot)})


def names_of(shown: ShownReplay) -> str:
    """Return who played, so that nothing that is kept shows somebody who was forgotten since, or their old face."""
    return "/".join(f"{seat.name} {seat.face}" for seat in shown.seats)


async def opened(asked: Awaitable[T]) -> T:
    """Return what the bot shows of a game. Raises Refused while its series, which is on, keeps it back."""
    try:
        return await asked
    except GameWithheld:
        raise Refused(409, "web-replay-withheld") from None
