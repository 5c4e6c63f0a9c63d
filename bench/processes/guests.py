"""Provide guests whose pages move to another process when their line breaks, as a browser's do."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from aiohttp import ClientError, ClientTimeout

from bench.over_sockets import OpenPage, Panel, line_of, said
from bench.processes.bots import Bot
from bench.processes.noted import NOT_SURE, Noted, masked
from bench.processes.waiting import STILL, comes_true
from bench.told_panels import pieces_of
from bot.engine.shares import first

LATE: Final = 5.0
"""Seconds after which a page that waits for an answer asks by a form, as `static/live.js` does."""
WAITS: Final = (0.6, 1.5, 3.0, 6.0, 10.0, 20.0, 30.0, 50.0)
"""Seconds between such forms, as `static/send.js` has them."""
SILENCE: Final = 40.0
SILENT: Final = 0.02
"""How many turns people let pass, so that deadlines matter."""


class Guest(OpenPage):
    """A page whose line moves to another process when it breaks, and which says again what had no answer."""

    def begin(self, bots: Sequence[Bot], noted: Noted, chance: random.Random, room: str = "") -> None:
        """Begin to live. `bots`: where its line may lead; `room`: its own, if its pages are kept together."""
        self._bots, self._noted, self._chance, self._room = bots, noted, chance, room
        self.rests, self.stands = False, asyncio.Event()
        self._silence: asyncio.Timeout | None = None
        self.cut: tuple[str, float] | None = None
        """How and when its process ended, until it is told something again."""
        self.tables: set[str] = set()
        self._lines: set[tuple[Any, ...]] = set()
        self.told_lines: set[tuple[int, int]] = set()
        self.public: set[tuple[int, int]] = set()
        """By order and time, all lines that it was told, and those that everybody is told for good."""
        self.moves, self.hurries, self._passes = 0, False, ""

    @property
    def url(self) -> str:
        return self._url

    async def live(self) -> None:
        """Keep a line open, with the pauses of `static/live.js`."""
        tries = 0
        while True:
            with suppress(ClientError, OSError):
                await self.open()
                self._lines, self.place, self.own = set(), None, None
                async with asyncio.timeout(SILENCE) as self._silence:
                    await self.listen()
            was_told = self.stands.is_set()
            self.stands.clear()
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the line broke"))
                    answer.exception()  # whoever said it may have given up since
            tries = 1 if was_told else tries + 1
            longest = 0.3 if was_told and self.was_left else min(10, 0.4 * 2 ** min(tries, 5))
            await asyncio.sleep(longest * (0.5 + self._chance.random() / 2))
            self._url = kept_at(self._bots, self._room, self._url) if self._room else self._another()

    def _another(self) -> str:
        return self._chance.choice([one.url for one in self._bots if one.url != self._url] or [self._url])

    def _hear(self, content: dict[str, Any]) -> None:
        if "said" in content:  # for some, a form has asked since, or is about to
            waiting = {key for key, answer in self._answers.items() if not answer.done()}
            content["said"] = [said for said in content["said"] if said["id"] in waiting]
        if self._silence is not None:
            self._silence.reschedule(asyncio.get_running_loop().time() + SILENCE)
        self.stands.set()
        if self.cut is not None:
            way, at = self.cut
            self._noted.stood[way].append(time.monotonic() - at)
            self.cut = None
        for told in content.get("tables", ()):
            self.tables.add(told["table"])
            for line in told.get("news", ()):
                self._is_told(told["table"], line)
        super()._hear(content)

    def _is_told(self, table: str, line: dict[str, Any]) -> None:
        """Note a line of news, which may come once on a line, and again on the next one as it was."""
        key = (table, line.get("own", False), line["order"], line["text"], line["at"])
        if key in self._lines:
            self._noted.wrong[f"told twice: {masked(line['text'])}"] += 1
        self._lines.add(key)
        self.told_lines.add((line["order"], line["at"]))
        if not line.get("own") and line.get("fades") is None and not line.get("replaces"):
            self.public.add((line["order"], line["at"]))

    async def ask(self, text: str, panel: Panel | None = None, *, hidden: bool = False) -> tuple[str, dict[str, Any]]:
        """Say a line until it is answered with yes or no; return its id and the answer."""
        line = said(text, panel, hidden=hidden)
        if self.stands.is_set():
            try:
                answer = await asyncio.wait_for(self._answer(line), LATE)
                if NOT_SURE not in answer["text"]:
                    return line["id"], answer
            except (TimeoutError, ClientError, OSError):
                pass
            finally:
                self._answers.pop(line["id"], None)
        self._noted.again += 1
        for wait in WAITS:
            with suppress(TimeoutError, ClientError, OSError):
                answer = await self._by_form(line)
                if NOT_SURE not in answer["text"]:
                    return line["id"], answer
            await asyncio.sleep(wait)
        raise TimeoutError(f"nobody answered {text}")

    async def _by_form(self, line: dict[str, Any]) -> dict[str, Any]:
        """Say a line by a form, which whatever divides requests brings to any process, or to none while one starts."""
        address = f"{self._chance.choice(self._bots).url}/seat/{self.guest}/say"
        async with self._session.post(address, json=line, timeout=ClientTimeout(STILL)) as answer:
            content: dict[str, Any] = await answer.json()
            return content

    async def seen_anew(self) -> Panel | None:
        """Return what a page of the same guest shows that is opened now, at any process."""
        page = OpenPage(self._session, self._another(), self.guest)
        with suppress(ClientError, OSError):
            await page.open()
            listening = asyncio.create_task(page.listen())
            await comes_true(page.told.is_set)
            await page.hang_up()
            await listening
        return page.panel

    async def command(self, text: str, panel: Panel | None = None) -> None:
        """Say something that nobody may refuse."""
        _, answer = await self.ask(text, panel)
        if not answer["ok"]:
            self._noted.wrong[f"{text} refused: {masked(answer['text'])}"] += 1

    async def act(self) -> None:
        """Move if it may, or go on after a game."""
        panel = self.panel
        if panel is None or not self.stands.is_set() or (panel["ask"] == self._passes and not self.hurries):
            return
        if panel.get("paused"):
            return
        if panel["phase"] == "playing" and panel["offers"]:
            if self._chance.random() < SILENT and not self.hurries:
                self._passes = panel["ask"]
            else:
                await self._move(panel)
        elif panel["phase"] == "between":
            for word in ("rebuy", "rematch"):
                if any(one["word"] == word for one in panel["commands"]):
                    await self.ask(word, panel)

    async def _move(self, panel: Panel) -> None:
        offer = self._chance.choice(panel["offers"])
        number, answer = await self.ask(line_of(offer, self._chance), panel, hidden=offer.get("secret", False))
        if answer["ok"]:
            self._noted.taken.add(f"{self.guest}:{number}")
            self.moves += 1
            return
        was = self._noted.is_true(answer["text"]) or await comes_true(
            lambda: self.stands.is_set() and shown_of(self.panel) != shown_of(panel), LATE * 2
        )
        (self._noted.refused if was else self._noted.wrong)[f"refused: {masked(answer['text'])}"] += 1


def shown_of(panel: Panel | None) -> Any:
    """Return what a page shows of a table, without fields that have their usual value: some messages leave them out."""
    if panel is None:
        return None
    offers = [one["verb"] for one in panel["offers"]]
    fields = ("code", "phase", "lines", "own", "seats", "pot", "ask", "ends_at", "sitting", "paused")
    board = pieces_of(panel["board"]) if panel.get("board") else []
    return offers, filled(board), filled({name: panel.get(name) for name in fields})


def filled(content: Any) -> Any:
    """Return content without its empty fields."""
    if isinstance(content, dict):
        return {name: filled(one) for name, one in content.items() if one not in (None, False, 0, "", [], {})}
    return [filled(one) for one in content] if isinstance(content, list) else content


def kept_at(bots: Sequence[Bot], room: str, broken: str = "") -> str:
    """Return the address of the process that has a room's pages, by consistent hashing. `broken`: one that has not."""
    return first((one.url for one in bots if one.url != broken), room) or broken
