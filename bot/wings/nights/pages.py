"""The page of a venue's nights, and the calendar to subscribe to, for everybody who has the link."""

import html
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.pages import files_of, filled_in
from bot.adapters.web.outbound.refused import Refused
from bot.wings.nights.night import Begun
from bot.wings.nights.shown_nights import ShownNight, ShownNights

STATIC: Final = Path(__file__).parent / "static"


class NightPages:
    """Handles `/nights/<link>`, and the calendar below it. No name of anybody who signed up is on them."""

    def __init__(self, requests: Requests, nights: ShownNights) -> None:
        self._requests, self._bot, self._nights = requests, requests.bot, nights
        self._visits = rates.ARCHIVE.buckets()
        self._files = files_of("/nights/static/", STATIC)
        self._page = self._files.page("nights.html")

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            *self._files.routes(),
            web.get("/nights/{link}", self.page),
            web.get("/nights/{link}/calendar.ics", self.calendar),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the nights that a link leads to. Raises Refused if there is no such link."""
        link, locale = self._link(request), self._requests.locale(request)
        shown = await self._nights.shown(link, locale)
        if shown is None:
            raise Refused(404, "web-nights-gone")
        rows = "".join(self._row(one, locale) for one in shown)
        values = {
            "lang": locale,
            "calendar": f"/nights/{link}/calendar.ics",
            "rows": rows or f'<li class="none">{self._text("none", locale)}</li>',
        }
        return web.Response(text=filled_in(self._page, self._bot, locale, values), content_type="text/html")

    async def calendar(self, request: web.Request) -> web.StreamResponse:
        """Answer with the nights as a calendar. Raises Refused if there is no such link."""
        found = await self._nights.calendar(self._link(request), self._requests.locale(request))
        if found is None:
            raise Refused(404, "web-nights-gone")
        return web.Response(text=found, content_type="text/calendar", charset="utf-8")

    def _link(self, request: web.Request) -> str:
        """Return the link in this path. Raises Refused for clients that ask too often."""
        if not self._visits.take(address_of(request)):
            raise Refused(429, "web-too-fast")
        return request.match_info["link"]

    def _text(self, word: str, locale: str, **values: str | int) -> str:
        return html.escape(
            self._bot.text(f"web-nights-{word}", locale, **{key: str(one) for key, one in values.items()})
        )

    def _row(self, shown: ShownNight, locale: str) -> str:
        """Return a night as an item of the page's list."""
        night = shown.night
        on, waiting, maybe = isinstance(night.stage, Begun), len(night.waiting), len(night.maybe)
        facts = [
            self._text("seats", locale, taken=len(night.seated), seats=night.seats),
            *([self._text("waiting", locale, count=waiting)] if waiting else []),
            *([self._text("maybe", locale, count=maybe)] if maybe else []),
            *([self._text("minutes", locale, count=night.minutes)] if night.minutes else []),
        ]
        marks = [*(["on"] if on else []), *(["weekly"] if night.weekly else [])]
        stamp = datetime.fromtimestamp(night.at / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")
        return "".join(
            (
                f'<li class="night{" on" if on else ""}">',
                f'<h2><time datetime="{stamp}">{html.escape(in_one(shown.when))}</time></h2>',
                '<p class="own hint" hidden></p>',
                *(f'<p class="mark">{self._text(mark, locale)}</p>' for mark in marks),
                f'<p class="games">{html.escape(shown.games)}</p><p class="hint">{" · ".join(facts)}</p>',
                f'<p class="number">{self._text("number", locale, number=night.number)}</p></li>',
            )
        )


def in_one(told: str) -> str:
    """Return a date that no line is broken in."""
    return told.replace("-", "\u2011")


PAGES: Final = (NightPages,)
