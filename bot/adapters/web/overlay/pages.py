"""Make the two pages of an overlay: the one on air, and the one to set it up."""

from pathlib import Path
from typing import Any, Final

from aiohttp import web

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.pages import files_of, filled_in, json_block, symbols_address
from bot.adapters.web.outbound.response_headers import HEADERS
from bot.adapters.web.overlay.looks import (
    ATS,
    FORMS,
    LONGEST_CSS,
    LONGEST_DELAY,
    LOUDEST,
    PARTS,
    SIZES,
    THEMES,
    WIDEST_SAFE,
)
from bot.adapters.web.overlay.words import OVERLAY_WORDS, SETUP_WORDS
from bot.ports.browser import BrowserBot

STATIC: Final = Path(__file__).parent / "static"
CSP: Final = "Content-Security-Policy"
IN_A_FRAME: Final = HEADERS[CSP].replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The preview is in a frame of ours."""
WITH_A_FRAME: Final = f"{HEADERS[CSP]}; frame-src 'self'"
CHOICES: Final = {
    "forms": FORMS,
    "themes": THEMES,
    "ats": ATS,
    "parts": PARTS,
    "sizes": SIZES,
    "widest_safe": WIDEST_SAFE,
    "loudest": LOUDEST,
}


class OverlayPages:
    """Makes the two pages, and the preview."""

    def __init__(self, bot: BrowserBot) -> None:
        self._bot = bot
        self.files = files_of("/overlay/static/", STATIC)
        self._templates = {path.stem: self.files.page(path.name) for path in STATIC.glob("*.html")}

    def on_air(self, locale: str) -> web.Response:
        """Return the page for the broadcast."""
        return self._overlay(locale, live="/overlay/live", preview=False)

    def preview(self, locale: str, guest: Guest) -> web.Response:
        """Return the page for the frame of the set-up page."""
        response = self._overlay(locale, live=f"/seat/{guest.id}/overlay/live", preview=True)
        response.headers[CSP] = IN_A_FRAME
        return response

    def setup(self, locale: str, guest: Guest, content: dict[str, Any]) -> web.Response:
        """Return the set-up page. `content`: the current settings, and whether there is a key."""
        limits = {"longest_delay": LONGEST_DELAY, "longest_css": LONGEST_CSS}
        boot = {"base": f"/seat/{guest.id}/overlay", **CHOICES, **limits, **content}
        response = self._page("setup", locale, boot, SETUP_WORDS, {"seat": f"/seat/{guest.id}/"})
        response.headers[CSP] = WITH_A_FRAME
        return response

    def _overlay(self, locale: str, *, live: str, preview: bool) -> web.Response:
        return self._page(
            "overlay",
            locale,
            {"live": live, "preview": preview, "symbols": symbols_address(), **CHOICES},
            OVERLAY_WORDS,
            {},
        )

    def _page(
        self, name: str, locale: str, boot: dict[str, Any], words: dict[str, tuple[str, ...]], values: dict[str, str]
    ) -> web.Response:
        said = {
            word: self._bot.text(f"web-overlay-{word}", locale, **{hole: f"{{{hole}}}" for hole in holes})
            for word, holes in words.items()
        }
        values = values | {"lang": locale, "boot": json_block(boot | {"words": said})}
        text = filled_in(self._templates[name], self._bot, locale, values)
        return web.Response(text=text, content_type="text/html")
