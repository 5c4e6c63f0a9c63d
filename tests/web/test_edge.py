"""Test connections before they become requests: deadlines, limits, and what is logged about them (threats T28)."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import WSServerHandshakeError
from web.conftest import Browser, House, NewBrowser, Stream, restart

from bot.adapters.web import ConnectionLimits, adapter
from bot.adapters.web.connection import gate, overflow
from bot.adapters.web.connection.error_counts import SECONDS, CountingLogger, ErrorCounts
from bot.adapters.web.connection.overflow import MOST_CONNECTIONS
from bot.adapters.web.outbound.response_headers import HEADERS

HOST = b"Host: localhost\r\n"
OURS = HOST + b"Sec-Fetch-Site: same-origin\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
PATIENCE = 30.0
SHORT = 0.3
"""Seconds: a deadline that a test waits for."""


@pytest.fixture(autouse=True)
def swept_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find slow clients soon, and do not listen long to those already answered."""
    monkeypatch.setattr(gate, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(adapter, "LEFTOVER_SECONDS", 0.2)


class Line:
    """One TCP connection, with every byte under our control."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> str:
        """Return everything until the other side has finished."""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionError):
                return (await self.reader.read()).decode()
        return ""

    async def status(self) -> int:
        """Return the status of one answer; 0: the connection was closed."""
        async with asyncio.timeout(PATIENCE):
            try:
                head = await self.reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return 0
        return int(head.split()[1])

    async def is_cut(self, seconds: float = PATIENCE) -> bool:
        """Return whether the other side closes it within this time."""
        try:
            async with asyncio.timeout(seconds):
                return await self.reader.read(1) == b""
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    async def close(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


@asynccontextmanager
async def lines(house: House, number: int, source: str = "127.0.0.1") -> AsyncIterator[list[Line]]:
    """Yield so many connections from an address of this machine."""
    opened = [
        Line(*await asyncio.open_connection("127.0.0.1", house.room.port, local_addr=(source, 0)))
        for _ in range(number)
    ]
    yield opened
    await asyncio.gather(*(line.close() for line in opened))


async def left_open(opened: list[Line]) -> int:
    """Return how many of these the other side does not close."""
    return (await asyncio.gather(*(line.is_cut(0.6) for line in opened))).count(False)


async def logged(capsys: pytest.CaptureFixture[str], wanted: str) -> str:
    """Return everything that was logged, once this was."""
    said = ""
    async with asyncio.timeout(PATIENCE):
        while wanted not in said:
            await asyncio.sleep(0.02)
            said += "".join(capsys.readouterr())
    return said


# Deadlines


async def test_who_sends_nothing_is_cut_off(house: House) -> None:
    await restart(house, limits=ConnectionLimits(head=SHORT))
    async with lines(house, 3) as silent:
        assert all([await line.is_cut() for line in silent])


async def test_a_head_that_comes_letter_by_letter_is_cut_off(house: House) -> None:
    """Slowloris: each letter comes within any idle time, but the whole never does."""
    await restart(house, limits=ConnectionLimits(head=SHORT))
    async with lines(house, 1) as [slow]:
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            for letter in b"GET / HTTP/1.1\r\n" + HOST + b"X-A: " + b"a" * 200:
                await slow.send(bytes([letter]))
                if await slow.is_cut(0.05):
                    break
        assert 0.9 * SHORT < time.monotonic() - began < PATIENCE


async def test_the_second_request_has_a_deadline_as_well(house: House) -> None:
    await restart(house, limits=ConnectionLimits(head=SHORT, idle=60.0))
    async with lines(house, 2) as [idle, slow]:
        for line in (idle, slow):
            await line.send(b"GET /health HTTP/1.1\r\n" + HOST + b"\r\n")
            assert await line.status() == 200
            assert await line.reader.readexactly(2) == b"ok"
        await slow.send(b"GET /health HT")
        assert await slow.is_cut()
        assert not await idle.is_cut(0.1), "between two requests one may rest"
        await idle.send(b"GET /health HTTP/1.1\r\n" + HOST + b"\r\n")
        assert await idle.status() == 200


async def test_who_rests_for_too_long_is_cut_off(house: House) -> None:
    await restart(house, limits=ConnectionLimits(idle=SHORT))
    async with lines(house, 1) as [line]:
        await line.send(b"GET /health HTTP/1.1\r\n" + HOST + b"\r\n")
        assert await line.status() == 200
        await line.reader.readexactly(2)
        assert await line.is_cut()


async def test_a_proxy_of_ours_may_keep_connections_in_stock(house: House) -> None:
    await restart(house, limits=ConnectionLimits(head=SHORT, idle=SHORT), proxies="127.0.0.1")
    async with lines(house, 2) as [unused, slow]:
        await slow.send(b"GET /health HT")
        assert await slow.is_cut(), "but what it has begun it has to end"
        assert not await unused.is_cut(0.5)


async def test_a_body_that_does_not_come_is_refused_with_a_sentence(house: House) -> None:
    await restart(house, limits=ConnectionLimits(body=SHORT))
    async with lines(house, 2) as [silent, dripping]:
        head = b"POST /sit HTTP/1.1\r\n" + OURS + FORM + b"Content-Length: 1000\r\n\r\n"
        for line in (silent, dripping):
            await line.send(head)
        answers = asyncio.gather(silent.answer(), dripping.answer())
        with contextlib.suppress(ConnectionError):
            for _ in range(25):
                await dripping.send(b"n")
                await asyncio.sleep(0.2)  # what comes while the server closes may lose the answer to a TCP reset
        for text in await answers:
            assert text.startswith("HTTP/1.1 408 ")
            assert "too long to arrive" in text
    assert house.shelf.kept == {}


async def test_who_takes_nothing_of_what_they_asked_for_is_cut_off(house: House) -> None:
    await restart(house, limits=ConnectionLimits(stalled=SHORT, idle=60.0))
    async with lines(house, 1) as [greedy]:
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                while not greedy.writer.is_closing():
                    greedy.writer.write(b"GET /static/room.js HTTP/1.1\r\n" + HOST + b"\r\n")
                    greedy.writer.transport.pause_reading()  # type: ignore[attr-defined]
                    await greedy.writer.drain()
                    await asyncio.sleep(0)
        assert time.monotonic() - began < PATIENCE
        assert greedy.writer.is_closing()


async def test_live_pages_outlive_every_deadline(house: House, browser: Browser) -> None:
    await restart(house, limits=ConnectionLimits(head=SHORT, body=SHORT, idle=SHORT, stalled=SHORT))
    pete, lola = await browser.sit("Pete"), await browser.sit("Lola")
    async with await browser.open(pete) as page:
        await page.next()
        await asyncio.sleep(6 * SHORT)
        await browser.say(lola, "are you still there?")
        await page.chat("are you still there?")


# Caps


async def test_one_address_has_so_many_connections_and_others_are_served(house: House) -> None:
    await restart(house, limits=ConnectionLimits(of_one=20))
    async with lines(house, 60, "127.0.0.66") as many, lines(house, 1) as [other]:
        assert await left_open(many) == 20
        await other.send(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n")
        assert await other.status() == 200


async def test_beside_half_open_ones_of_the_same_address_one_is_served(house: House, new_browser: NewBrowser) -> None:
    """Those that wait longest without a request make room, since everybody behind one router has the same address."""
    await restart(house, limits=ConnectionLimits(of_one=20))
    async with lines(house, 60):
        for number in range(10):
            browser = await new_browser()
            guest = await browser.sit(f"Guest {number}")
            assert (await browser.say(guest, "!help"))["ok"]


async def test_beside_half_open_ones_of_many_addresses_one_is_served(house: House, browser: Browser) -> None:
    await restart(house, limits=ConnectionLimits(connections=40))
    async with contextlib.AsyncExitStack() as stack:
        many = [await stack.enter_async_context(lines(house, 5, f"127.0.0.{last}")) for last in range(60, 76)]
        assert await left_open([line for some in many for line in some]) == 40
        guest = await browser.sit("Pete")
        assert (await browser.say(guest, "!help"))["ok"]


async def test_nobody_is_pushed_out_of_a_live_page(house: House, new_browser: NewBrowser) -> None:
    """When all places are taken by people who play, newcomers are told so."""
    await restart(house, limits=ConnectionLimits(connections=6))
    browser = await new_browser()
    pages = []
    for number in range(6):
        guest = await browser.sit(f"Guest {number}")
        pages.append(await browser.open(guest))
        await pages[-1].next()
    async with lines(house, 20) as late:
        for line in late:
            await line.send(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n")
        texts = [await line.answer() for line in late]
    assert {text.split("\r\n")[0] for text in texts} == {"HTTP/1.1 503 Service Unavailable"}
    assert all("Too many people are at the door" in text for text in texts)
    assert all(f"{name}: {value}" in texts[0] for name, value in HEADERS.items())
    assert all(page.socket.close_code is None for page in pages)
    for page in pages:
        await page.socket.close()


async def test_behind_a_proxy_the_address_that_it_names_is_the_one_that_counts(
    house: House, new_browser: NewBrowser
) -> None:
    await restart(house, limits=ConnectionLimits(of_one=3), proxies="127.0.0.1")
    browser = await new_browser()
    guests = [await browser.sit(f"Guest {number}") for number in range(5)]
    mine = {"X-Forwarded-For": "203.0.113.9"}
    pages = [await browser.open(guest, **mine) for guest in guests[:3]]
    refused = await browser.get("/", **mine)
    assert (refused.status, "Too many people" in refused.text) == (503, True)
    assert (await browser.get("/", **{"X-Forwarded-For": "203.0.113.10"})).status == 200
    await pages[0].socket.close()
    async with asyncio.timeout(PATIENCE):
        while (await browser.get("/", **mine)).status != 200:  # noqa: ASYNC110 - as the page closes
            await asyncio.sleep(0.05)
    for page in pages:
        await page.socket.close()
    async with asyncio.timeout(PATIENCE):
        for _ in range(2):  # when the pages close, there is room for as many again
            pages = [await opened_again(browser, guest, mine) for guest in guests[:3]]
            await asyncio.gather(*(page.socket.close() for page in pages))


async def opened_again(browser: Browser, guest: str, headers: dict[str, str]) -> Stream:
    """Return the page of a guest, as soon as there is room for it."""
    while True:
        try:
            return await browser.open(guest, **headers)
        except WSServerHandshakeError:
            await asyncio.sleep(0.05)


# Health


async def test_the_health_check_is_answered_however_full_it_is(house: House, new_browser: NewBrowser) -> None:
    await restart(house, limits=ConnectionLimits(connections=3))
    browser = await new_browser()
    pages = []
    for number in range(3):
        pages.append(await browser.open(await browser.sit(f"Guest {number}")))
        await pages[-1].next()
    async with lines(house, MOST_CONNECTIONS + 20), lines(house, 1) as [asking]:
        await asking.send(b"GET /health HTTP/1.1\r\n" + HOST + b"\r\n")
        text = await asking.answer()
    assert text.startswith("HTTP/1.1 200 OK\r\n")
    assert text.endswith("\r\n\r\nok")
    for page in pages:
        await page.socket.close()


async def test_the_health_check_has_a_port_of_its_own(house: House, unused_tcp_port: int) -> None:
    await house.room.answer_health(unused_tcp_port)
    for request, status in ((b"GET /health", 200), (b"HEAD /health", 200), (b"GET /", 503)):
        line = Line(*await asyncio.open_connection("127.0.0.1", unused_tcp_port))
        await line.send(request + b" HTTP/1.0\r\n\r\n")
        assert await line.status() == status
        await line.close()


async def test_who_dawdles_before_the_overflow_is_cut_off(
    house: House, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overflow, "SECONDS", SHORT)
    await house.room.answer_health(unused_tcp_port)
    line = Line(*await asyncio.open_connection("127.0.0.1", unused_tcp_port))
    await line.send(b"GET /hea")
    assert await line.is_cut()
    await line.close()


async def test_health_is_answered_whatever_the_machine_is_called(house: House) -> None:
    for head in (b"", b"Host: evil.example\r\n", HOST):
        async with lines(house, 1) as [line]:
            await line.send(b"GET /health HTTP/1.0\r\n" + head + b"\r\n")
            assert await line.status() == 200, head


# What can't be parsed


def posted(kind: bytes, body: bytes, more: bytes = b"") -> bytes:
    head = b"POST /sit HTTP/1.1\r\n" + OURS + more + b"Content-Type: " + kind + b"\r\n"
    return head + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body


URLENCODED = b"application/x-www-form-urlencoded"
ODD = {
    "no charset": (posted(URLENCODED + b"; charset=foo", b"name=x"), 400, "has to come in UTF-8"),
    "no letters": (posted(URLENCODED + b"; charset=hex", b"name=x"), 400, "has to come in UTF-8"),
    "other letters": (posted(URLENCODED + b"; charset=utf-16", b"name=x"), 400, "has to come in UTF-8"),
    "a null in it": (posted(URLENCODED + b'; charset="a\\0b"', b"name=x"), 400, "has to come in UTF-8"),
    "broken letters": (posted(URLENCODED, b"name=\xff\xfe"), 400, "has to come in UTF-8"),
    "broken letters in signs": (posted(URLENCODED, b"name=%ff"), 400, "has to come in UTF-8"),
    "too many fields": (posted(URLENCODED, b"&".join(b"a%d=1" % one for one in range(99))), 400, "not understood"),
    "in parts": (posted(b"multipart/form-data", b"name=x"), 415, "not understood"),
    "in bad parts": (posted(b"multipart/form-data; boundary=a", b"--a\r\n\r\nx\r\n--a--"), 415, "not understood"),
    "no gzip": (posted(URLENCODED, b"name=x", b"Content-Encoding: gzip\r\n"), 400, "not understood"),
    "no origin": (posted(URLENCODED, b"name=x", b"Origin: http://[\r\n"), 403, "another site"),
    "no host": (b"GET / HTTP/1.0\r\n\r\n", 400, "not understood"),
}


async def test_an_odd_request_is_answered_with_a_sentence_and_is_no_fault_of_ours(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    for odd, (request, status, sentence) in ODD.items():
        async with lines(house, 1) as [line]:
            await line.send(request)
            text = await line.answer()
        assert (int(text.split()[1]), sentence in text) == (status, True), odd
    assert house.shelf.kept == {}
    said = capsys.readouterr()
    assert "request failed" not in said.out + said.err


async def test_a_form_of_plain_letters_is_taken(house: House) -> None:
    kinds = (b"", b"; charset=utf-8", b"; charset=UTF8", b'; charset="us-ascii"')
    for charset in kinds:
        async with lines(house, 1) as [line]:
            await line.send(posted(URLENCODED + charset, b"name=Pete+the+Giant&room=attic"))
            assert await line.status() == 303, charset
    assert [b"Pete the Giant" in guest for guest in house.shelf.kept.values()] == [True] * len(kinds)


# What is logged


def malformed(number: int) -> bytes:
    kinds = (b"\x16\x03\x01\x02\x00\x01", b"GET /\r\n\r\n", b"GET http://[/ HTTP/1.1\r\n\r\n", b"A B C\r\n\r\n")
    return kinds[number % len(kinds)] + b"%d\r\n\r\n" % number


async def test_malformed_requests_are_counted_and_told_in_one_line(
    house: House, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with lines(house, 200) as many:
        for number, line in enumerate(many):
            await line.send(malformed(number))
        for line in many:
            await line.status()
    said = await logged(capsys, "trouble at the door")
    written = [line for line in said.splitlines() if line.strip()]
    assert len(written) <= 2, written
    assert sum("trouble at the door" in line for line in written) == 1
    assert caplog.records == []


def test_there_is_one_line_a_minute_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    errors = ErrorCounts(lambda: now)
    for second in range(300):
        now = float(second)
        for _ in range(7):
            errors.count("malformed")
        errors.tell()
    told = [line for line in capsys.readouterr().out.splitlines() if "trouble" in line]
    assert len(told) == 300 / SECONDS
    assert [line.partition("malformed=")[2] for line in told] == ["7", *["420"] * 4]


def test_a_fault_of_the_server_itself_is_told_by_its_kind_alone(capsys: pytest.CaptureFixture[str]) -> None:
    errors = ErrorCounts()
    fault = RuntimeError("secret-in-the-fault")
    CountingLogger(errors).error("Unhandled exception", exc_info=(RuntimeError, fault, None))
    errors.tell()
    said = capsys.readouterr().out
    assert "fault_RuntimeError=1" in said
    assert "secret-in" not in said


async def test_a_fault_that_repeats_does_not_fill_the_log(
    house: House, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    guests = [await browser.sit(f"Guest {number}") for number in range(3)]
    house.bot.trouble = RuntimeError("x")
    for guest in guests:
        for _ in range(10):
            assert (await browser.say(guest, "!help"))["status"] in {429, 500}
    assert capsys.readouterr().out.count("request failed") == 5


async def test_a_proxy_that_nobody_named_is_told_of(
    house: House, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    """An operator who puts a proxy in front of the pages but forgets the setting reads in the log which address to
    name.
    """
    await browser.get("/", **{"X-Forwarded-For": "203.0.113.9"})
    said = await logged(capsys, "trouble at the door")
    assert "not_believed=1" in said
    assert "not_believed_from=127.0.0.1" in said
    await restart(house, proxies="127.0.0.1")
    await browser.get("/", **{"X-Forwarded-For": "203.0.113.9"})
    async with lines(house, 1) as [line]:
        await line.send(malformed(0))
        await line.status()
    assert "not_believed" not in await logged(capsys, "malformed=1")
