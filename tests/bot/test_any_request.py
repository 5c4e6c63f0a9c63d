"""Test that any request to any address of the table room is answered and breaks nothing."""

import json
import random
from collections import Counter
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, ClientTimeout, CookieJar
from evening import Evening
from pydantic import SecretStr
from yarl import URL

from bot.adapters.web import TableRoom
from bot.adapters.web.limits import rates
from bot.app.settings import Settings
from bot.app.table_room import open_room

FEW, MANY = 500, 20_000
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PROPFIND")
BITS = ("", "main", "0", "-1", "..", "%00", "%2e%2e%2f", "K7Q", "twitch", "web", "discord", "a" * 300, "ż🐢", "'\"<b>")
LINES = ("!open halflings", "!join", "!start", "!stake 10", "!bots 2", "!rules", "!fair", "!verify 1", "!", "", "hello")
TYPES = ("application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data", "x")
FIELDS = (
    "id",
    "text",
    "name",
    "room",
    "table",
    "ask",
    "code",
    "key",
    "lines",
    "version",
    "state",
    "step",
    "eyes",
    "place",
)
HEADERS = (
    "Accept-Language",
    "Cookie",
    "Range",
    "If-None-Match",
    "X-Forwarded-For",
    "Forwarded",
    "Upgrade",
    "TE",
    "Origin",
)


WORD = "a word that no guest knows by chance"
SAY = "/seat/{id}/say"


class NeverEmpty:
    """Nobody is too fast here. Otherwise most requests would only meet the limit."""

    def __init__(self, most: float, a_second: float) -> None:
        self.most, self.a_second = most, a_second

    def take(self, key: str) -> bool:
        return len(key) >= 0


@pytest.fixture
async def room(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TableRoom]:
    """Yield the room over the whole bot."""
    monkeypatch.setattr(rates, "Buckets", NeverEmpty)
    settings = Settings(_env_file=None, staff_word=SecretStr(WORD))  # type: ignore[call-arg]  # as pydantic-settings takes it
    async with open_room(evening.house, settings, "127.0.0.1", 0, lambda _: None) as opened:
        yield opened


class Visitor:
    """A moderator's browser that asks for anything. `guest`: its seat."""

    def __init__(self, room: TableRoom, session: ClientSession, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a test's own
        self._url, self._session, self.guest = f"http://127.0.0.1:{room.port}", session, ""
        self._ours = {"Origin": self._url, "Sec-Fetch-Site": "same-origin"}
        routes = room._runner.app.router.routes()
        every = sorted({(one.method, one.resource.canonical) for one in routes if one.resource is not None})
        of_seats = [one for one in every if "{id}" in one[1]]
        self._routes = [*every, *(2 * of_seats), *(len(every) // 2 * [("POST", SAY)])]

    async def sits(self) -> None:
        form = {"name": "Ann", "room": "main"}
        answer = await self._session.post(f"{self._url}/sit", data=form, headers=self._ours, allow_redirects=False)
        self.guest = answer.headers["Location"].split("/")[2]
        said = {"id": "staff", "text": f"staff {WORD}", "private": True}
        await self._session.post(f"{self._url}/seat/{self.guest}/say", json=said, headers=self._ours)

    async def asks(self) -> tuple[str, str, int, str]:
        """Ask for something; return the method, the declared path, and the status."""
        pick = self._chance.choice
        method, path = pick(self._routes)
        method = method if self._chance.random() < 0.9 else pick(METHODS)
        url = URL(self._url + self._filled(path) + self._query(), encoded=True)
        headers = dict(self._ours) if self._chance.random() < 0.8 else {}
        headers |= {pick(HEADERS): self._bit().encode("ascii", "ignore").decode() for _ in range(pick((0, 0, 1, 2)))}
        body, kind = self._line() if path == SAY and self._chance.random() < 0.7 else self._body()
        headers |= {"Content-Type": kind} if kind else {}
        async with self._session.request(
            method, url, data=body, headers=headers, allow_redirects=False, skip_auto_headers=("Content-Type",)
        ) as answer:
            found = method, path, answer.status, (await answer.read()).decode(errors="replace")
        if path.endswith("give-up") and answer.status == 200:
            await self.sits()
        return found

    def _bit(self) -> str:
        return self._chance.choice((*BITS, *LINES, str(self._chance.getrandbits(70)), self.guest))

    def _filled(self, path: str) -> str:
        """Return a declared path with values for its parts, mostly its own seat."""
        parts = []
        for part in path.split("/"):
            if not part.startswith("{"):
                parts.append(part)
            elif part == "{id}" and self._chance.random() < 0.7:
                parts.append(self.guest)
            else:
                parts.append(URL.build(path=f"/{self._bit()}").raw_path.lstrip("/") if "%" not in part else part)
        return "/".join(parts)

    def _query(self) -> str:
        fields = {self._chance.choice(FIELDS): self._bit() for _ in range(self._chance.choice((0, 0, 1, 3)))}
        return str(URL.build(query=fields)) if fields else ""

    def _line(self) -> tuple[bytes, str]:
        """Return a line as our own pages send it, sometimes with a wrong field."""
        line: dict[str, object] = {
            "id": f"r{self._chance.getrandbits(40)}",
            "text": self._chance.choice((*LINES, *BITS)),
        }
        if self._chance.random() < 0.4:
            line[self._chance.choice(("id", "text", "table", "ask", "private", "pressed", "x"))] = self._content(0)
        return json.dumps(line).encode(), TYPES[0]

    def _body(self) -> tuple[bytes | None, str]:
        pick = self._chance.choice
        match pick(("none", "json", "json", "json", "json", "form", "bytes")):
            case "json":
                return json.dumps(self._content(2)).encode(), pick((*([TYPES[0]] * 9), *TYPES))
            case "form":
                fields = {pick(FIELDS): self._bit() for _ in range(3)}
                return URL.build(query=fields).raw_query_string.encode(), pick((TYPES[1], *TYPES))
            case "bytes":
                return self._chance.randbytes(pick((0, 1, 50, 70_000))), pick(TYPES)
            case _:
                return None, ""

    def _content(self, depth: int) -> object:
        """Return some JSON, mostly an object with the fields of our own pages and any values."""
        plain = (None, True, -1, 10**30, 0.5, self._bit(), self._chance.choice(LINES))
        if not depth or self._chance.random() < 0.2:
            return self._chance.choice(plain)
        if self._chance.random() < 0.1:
            return [self._content(depth - 1) for _ in range(3)]
        fields = self._chance.choices((*FIELDS, "id", "text", "text"), k=self._chance.choice((1, 2, 4)))
        return {field: self._content(depth - 1) for field in fields}


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=[pytest.mark.soak, pytest.mark.timeout(1200)])])
async def test_any_request_whatever_is_answered_and_breaks_nothing(
    evening: Evening, room: TableRoom, count: int
) -> None:
    """T6, T14, T17: each method at each address, with any fields, headers and bodies, from a seated person."""
    met, wrong = Counter[int](), list[tuple[str, str, int]]()
    reached = set[str]()
    jar, patience = CookieJar(unsafe=True), ClientTimeout(60)
    async with ClientSession(cookie_jar=jar, timeout=patience) as session:
        visitor = Visitor(room, session, count)
        await visitor.sits()
        for _ in range(count):
            method, path, status, text = await visitor.asks()
            met[status] += 1
            if status >= 500 or "Something broke" in text:
                wrong.append((method, path, status))
            if status < 400:
                reached.add(path)
    assert wrong == []
    assert met[200] > count // 20, "or else nothing was asked for that is there"
    assert SAY in reached
    assert len(reached) > 8
    assert (await evening.say("ann", "!rules halflings")).ok
