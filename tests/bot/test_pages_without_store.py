"""Test what pages answer while the store answers and takes nothing, or does not answer: 503 and a sentence."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar
from evening import Evening
from redis.asyncio import Redis

from bot.app.settings import Settings
from bot.app.table_room import open_room
from persistence import EmbeddedServer, HandClock, Store

NO_SUCH_LINK = "A" * 22


@dataclass
class Visitor:
    """A browser at the pages of a house, with the connection of an operator to its store."""

    session: ClientSession
    url: str
    evening: Evening
    server: Redis

    @property
    def _ours(self) -> dict[str, str]:
        return {"Origin": self.url, "Sec-Fetch-Site": "same-origin"}

    async def sits(self) -> tuple[int, str, str]:
        """Sit down; return the status, the text of the page and where it leads."""
        form = {"name": "Ann", "room": "main"}
        path = f"{self.url}/sit"
        async with self.session.post(path, data=form, headers=self._ours, allow_redirects=False) as answer:
            return answer.status, plain(await answer.text()), answer.headers.get("Location", "")

    async def says(self, seat: str, name: str, text: str) -> dict[str, Any]:
        path = f"{self.url}{seat.partition('#')[0]}say"
        async with self.session.post(path, json={"id": name, "text": text}, headers=self._ours) as answer:
            found: dict[str, Any] = await answer.json()
            return found

    async def looks(self, path: str) -> tuple[int, str]:
        async with self.session.get(self.url + path, headers=self._ours) as answer:
            return answer.status, plain(await answer.text())


def plain(page: str) -> str:
    """Return what a page says."""
    return " ".join(unescape(re.sub(r"(?s)<(script|style|title).*?</\1>|<[^>]+>", " ", page)).split())


@pytest.fixture
async def visitor(own_server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Visitor]:
    store = await Store.connect(own_server.url, clock=clock, timeout=60)
    evening = Evening(store, clock)
    settings = Settings(_env_file=None)  # type: ignore[call-arg]  # as pydantic-settings takes it
    async with (
        open_room(evening.house, settings, "127.0.0.1", 0, lambda _: None) as room,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as session,
        Redis.from_url(own_server.url) as bare,
    ):
        yield Visitor(session, f"http://127.0.0.1:{room.port}", evening, bare)
    await evening.end()
    await store.close()


@pytest.mark.parametrize(
    ("breaks", "mends"),
    [
        (("CONFIG", "SET", "min-replicas-to-write", "1"), ("CONFIG", "SET", "min-replicas-to-write", "0")),
        (("CONFIG", "SET", "maxmemory", "1mb"), ("CONFIG", "SET", "maxmemory", "0")),
        (("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE")),
    ],
    ids=["NOREPLICAS", "OOM", "READONLY"],
)
async def test_where_the_store_takes_no_writes_nobody_sits_down_and_it_goes_on_afterwards(
    visitor: Visitor, breaks: tuple[str, ...], mends: tuple[str, ...]
) -> None:
    _, _, seat = await visitor.sits()
    await visitor.server.execute_command(*breaks)
    status, told, _ = await visitor.sits()
    assert status == 503
    assert "takes nothing now, and this was not taken. Please try again in a moment" in told
    answer = await visitor.says(seat, "one", "!open cones")
    assert not answer["ok"]
    assert "was not taken. Try again in a moment" in answer["text"]
    assert (await visitor.looks(seat))[0] == 200, "what only reads goes on"
    await visitor.server.execute_command(*mends)
    assert (await visitor.sits())[0] == 303
    assert (await visitor.says(seat, "one", "!open cones"))["ok"], "the same line: it was not taken before"


async def test_while_the_store_does_not_answer_a_page_that_needs_it_says_so(
    visitor: Visitor, own_server: EmbeddedServer
) -> None:
    await own_server.stop()
    for path in (f"/game/{NO_SUCH_LINK}", f"/games/{NO_SUCH_LINK}", f"/nights/{NO_SUCH_LINK}", "/room/main/t/K7Q"):
        status, told = await visitor.looks(path)
        assert (status, "without it this page can't be shown" in told) == (503, True), path
    status, told, _ = await visitor.sits()
    assert (status, "this was not taken" in told) == (503, True)
    assert (await visitor.looks("/"))[0] == 200, "the front page needs no store"
