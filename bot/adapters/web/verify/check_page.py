"""Serve the page that checks the record of a game in the reader's browser: it asks the bot for nothing else."""

from pathlib import Path
from typing import Final

from aiohttp import web

from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.outbound.files import Files
from bot.adapters.web.outbound.pages import filled_in, json_block
from bot.adapters.web.verify.words import VERIFY_WORDS

STATIC: Final = Path(__file__).parent / "static"
ADDRESS: Final = "/verify.html"
"""The page's address; with `#/game/<link>` it loads the record of that game."""


class CheckPage:
    """Handles `/verify.html` and its two files, which are beside it wherever a copy is kept."""

    def __init__(self, requests: Requests) -> None:
        self._requests, self._bot = requests, requests.bot
        self._template = (STATIC / "verify.html").read_text("utf-8")
        self._files = Files("/", STATIC)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [web.get(ADDRESS, self.page), web.get("/{name:verify[.](?:js|css)}", self._files.answer)]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page, in the reader's language."""
        locale = self._requests.locale(request)
        words = {
            word: self._bot.text(f"web-verify-{word}", locale, **{hole: f"{{{hole}}}" for hole in holes})
            for word, holes in VERIFY_WORDS.items()
        }
        values = {"lang": locale, "boot": json_block({"words": words})}
        return web.Response(text=filled_in(self._template, self._bot, locale, values), content_type="text/html")
