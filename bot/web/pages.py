"""The pages as files with holes for sentences, and the files beside them."""

import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec
from aiohttp import web

from bot.web.guests import MAIN, Guest
from bot.web.needs import Bot
from bot.web.words import PAGE_WORDS

STATIC: Final = Path(__file__).parent / "static"
HOLE: Final = re.compile(r"\{\{([a-z-]+)\}\}")
TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Pages:
    """Nothing that people typed stands in a page but as text or inside a JSON block (T18)."""

    def __init__(self, bot: Bot, prefix: str) -> None:
        self._bot, self._prefix = bot, prefix
        self._templates = {path.stem: path.read_text("utf-8") for path in STATIC.glob("*.html")}
        self._files = {path.name: path.read_bytes() for path in STATIC.iterdir() if path.suffix in TYPES}

    def welcome(self, locale: str, room: str, *, error: str = "", name: str = "") -> web.Response:
        values = {"room": room, "title": self._title(locale, room), "name": name}
        values["error"] = self._bot.text(error, locale) if error else ""
        values["boot"] = json_block({"room": room, "words": self._words(locale)})
        response = self._page("welcome", locale, values, status=400 if error else 200)
        # Under no-referrer a form would send `Origin: null`; to other sites this tells as little (guard.same_origin).
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    def room(self, locale: str, guest: Guest) -> web.Response:
        boot = {
            "id": guest.id,
            "name": guest.name,
            "room": guest.room,
            "prefix": self._prefix,
            "games": msgspec.to_builtins(self._bot.games(locale)),
        }
        values = {"name": guest.name, "title": self._title(locale, guest.room), "boot": json_block(boot)}
        return self._page("room", locale, values | {"words": json_block(self._words(locale))})

    def sentence(self, status: int, locale: str, sentence: str, **args: str) -> web.Response:
        """A page that says one thing, with the way back."""
        return self._page("sentence", locale, {"sentence": self._bot.text(sentence, locale, **args)}, status=status)

    def file(self, request: web.Request) -> web.StreamResponse:
        content = self._files.get(request.match_info["name"])
        if content is None:
            raise web.HTTPNotFound
        tag = hashlib.sha256(content).hexdigest()[:16]
        headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
        if any(one.value == tag for one in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        kind = TYPES[Path(request.match_info["name"]).suffix]
        return web.Response(body=content, content_type=kind, charset="utf-8", headers=headers)

    def _page(self, name: str, locale: str, values: dict[str, str], *, status: int = 200) -> web.Response:
        def fill(hole: re.Match[str]) -> str:
            key = hole[1]
            if key.startswith("web-"):
                return html.escape(self._bot.text(key, locale))
            return values[key] if key in ("boot", "words") else html.escape(values[key])

        text = HOLE.sub(fill, self._templates[name].replace("{{lang}}", html.escape(locale)))
        return web.Response(text=text, content_type="text/html", status=status)

    def _title(self, locale: str, room: str) -> str:
        return self._bot.text("web-main-room", locale) if room == MAIN else room

    def _words(self, locale: str) -> dict[str, str]:
        """The page's own sentences; where one takes a value, it holds `{name}` for the page to fill."""
        return {
            word: self._bot.text(f"web-{word}", locale, **{name: f"{{{name}}}" for name in names})
            for word, names in PAGE_WORDS.items()
        }


def json_block(content: Any) -> str:
    """JSON that can't end its own script element."""
    text = json.dumps(content, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
