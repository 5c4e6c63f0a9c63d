"""Play a whole evening in the browser with all logs at DEBUG, and collect what every page, log and key contains."""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from urllib.parse import unquote

from evening import START, Evening
from redis.asyncio import Redis
from web.conftest import Browser, Stream

from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.render.panel import TableView, panel_for
from bot.render.telling import lines_of
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.phases import Playing
from bot.table.playing import awaited
from bot.text import Words
from games.kit.dice import Draw
from games.kit.moves import LegalMove, Move, Range
from games.kit.notation import write
from games.proof.seeded_dice import SeededDice
from persistence import EmbeddedServer, HandClock, Store

ODD = 8317
"""Sealed amounts start here, since this number occurs nowhere by chance."""
LIBRARIES = ("aiohttp", "asyncio", "discord", "twitchio", "redis", "websockets")
STACK = 20_000
WORDS = Words(page=True)
"""Words as pages use them."""
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")


class Guest:
    """Somebody with an open page, and every byte it received."""

    def __init__(self, browser: Browser, seat: str, stream: Stream) -> None:
        self.browser, self.seat, self.stream = browser, seat, stream
        self.given: list[str] = []
        self.answered: set[str] = set()
        """Private answers to their own words."""
        self._reading = asyncio.create_task(self._read())

    @property
    def person(self) -> str:
        return f"web:{self.seat}"

    async def _read(self) -> None:
        while True:
            self.given.append(await self.stream.socket.receive_str())

    async def say(self, text: str, *, private: bool = False) -> bool:
        found = await self.browser.say(self.seat, text, private=private)
        self.given.append(str(found))
        if private:
            self.answered.update(line for line in str(found["text"]).splitlines() if line)
        return bool(found["ok"])

    async def leave(self) -> None:
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
        await self.stream.socket.close()
        await self.browser.session.close()


class Sealing:
    """A secret line, its writer, and the state of each page before and after it."""

    def __init__(self, by: Guest, line: str, others: dict[str, str], *, opened: bool) -> None:
        self.by, self.line, self.others, self.opened = by, line, others, opened


class Night:
    """One table at which a few people make random legal moves."""

    def __init__(self, evening: Evening, guests: list[Guest], seed: str) -> None:
        self.evening, self.guests = evening, guests
        self.chance: Draw = SeededDice(seed.encode(), "canary", b"").draw("chance")
        self.sealed: list[Sealing] = []
        self.before: dict[str, set[str]] = {}
        """What each player has held at any time, in words. Two players may hold the same."""
        self._odd = ODD

    async def session(self) -> Session:
        (session, *_) = await self.evening.house.directory.of(self.guests[0].person)
        return await self.evening.house.repository.get(session.ref, fresh=True)

    async def play(self, steps: int) -> None:
        for _ in range(steps):
            session = await self.session()
            if not isinstance(session.phase, Playing):
                return
            for guest in self.guests:
                self.before.setdefault(guest.person, set()).update(
                    panel_for(TableView(session, WORDS), guest.person).own
                )
            if self.chance.below(4) == 0:
                await self.chance.pick(self.guests).say("hand", private=True)
            movers = [(guest, legal) for guest in self.guests if (legal := self.offered(session, guest))]
            called = [one for one in movers if session.seat_of(one[0].person) in awaited(session)]
            if movers:
                guest, legal = self.chance.pick(called or movers)
                await self.move(guest, self.chance.pick(legal))
            else:
                await self.evening.wait(5)

    def offered(self, session: Session, guest: Guest) -> tuple[LegalMove, ...]:
        seat = session.seat_of(guest.person)
        return () if seat is None else session.legal_moves(seat)

    async def move(self, guest: Guest, offer: LegalMove) -> None:
        move = self.odd(offer) if offer.secret else self.chance.pick(offer.examples())
        line = write(move)
        before = {one.seat: len(one.given) for one in self.guests}
        asked = (await self.session()).phase
        taken = await guest.say(line if offer.secret else f"!{line}", private=offer.secret)
        await self.evening.settle()
        await asyncio.sleep(0.02)
        if offer.secret and taken:
            now = (await self.session()).phase
            opened = not (isinstance(now, Playing) and isinstance(asked, Playing) and now.clock.ask == asked.clock.ask)
            others = {one.seat: "\n".join(one.given[before[one.seat] :]) for one in self.guests if one is not guest}
            self.sealed.append(Sealing(guest, line, others, opened=opened))

    def odd(self, offer: LegalMove) -> Move:
        """Return a move; if it has an amount, one that occurs nowhere else."""
        move = self.chance.pick(offer.examples())
        for name, choice in offer.fields.items():
            if isinstance(choice, Range) and choice.low <= self._odd <= choice.high:
                self._odd += 11
                return type(move)(**{**{one: getattr(move, one) for one in offer.fields}, name: self._odd - 11})
        return move

    async def told_in_private(self) -> dict[str, set[str]]:
        """Return, by player, each sentence that only this player was told in the game or as an answer."""
        session = await self.session()
        first, batches = await self.evening.house.repository.last_told(session, 5000)
        lines = lines_of(session, first, batches, WORDS)
        news = {player: {line.text for line in told} for player, told in lines.private.items()}
        return {one.person: news.get(one.person, set()) | one.answered for one in self.guests}


@asynccontextmanager
async def a_night(redis: EmbeddedServer, options: str, people: int, seed: str) -> AsyncIterator[Night]:
    """Seat everybody in the table room of a real house, and begin the game."""
    async with Redis.from_url(redis.url) as bare:
        await bare.flushall()
    clock = HandClock(START)
    store = await Store.connect(redis.url, clock=clock, timeout=60)
    evening = Evening(store, clock, manners=Defaults(pace=0, bots_from_bank=True), seed=seed)
    guests: list[Guest] = []
    async with open_room(evening.house, Settings(), "127.0.0.1", 0, lambda _: None) as room:
        try:
            for name in NAMES[:people]:
                browser = Browser(f"http://127.0.0.1:{room.port}")
                seat = await browser.sit(name)
                guests.append(Guest(browser, seat, await browser.open(seat)))
            assert await guests[0].say(f"!open {options}")
            for guest in guests[1:]:
                assert await guest.say("!join")
            assert await guests[0].say("!start")
            await evening.settle()
            yield Night(evening, guests, seed)
        finally:
            for guest in guests:
                await guest.leave()
            await evening.end()
            await store.close()


async def keys(redis: EmbeddedServer) -> list[str]:
    """Return every key, and the field names of hashes, without the values."""
    async with Redis.from_url(redis.url) as bare:
        found = []
        async for key in bare.scan_iter(count=1000):
            found.append(unquote(key.decode(errors="replace")))
            if await bare.type(key) == b"hash":
                found += [unquote(field.decode(errors="replace")) for field in await bare.hkeys(key)]  # type: ignore[misc]
        return found


@contextlib.contextmanager
def every_library_at_debug() -> Iterator[None]:
    """Set every library's log to DEBUG."""
    before = {name: logging.getLogger(name).level for name in LIBRARIES}
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


def amounts(line: str) -> list[str]:
    return re.findall(r"\b8[3-9]\d\d\b", line)


def stands_in(amount: str, text: str) -> bool:
    """Tell whether the amount occurs as its own number, not within an id."""
    return re.search(rf"(?<![\w.-]){amount}(?![\w-])", text) is not None


def found(night: Night, told: dict[str, set[str]], log: str, names: list[str]) -> list[str]:
    """Return every canary found where it must not be."""
    wrong = []
    everything = {guest.person: "\n".join(guest.given) for guest in night.guests}
    for player, sentences in told.items():
        for sentence in sentences:
            others = [one for one in everything if sentence not in told.get(one, set()) | night.before[one]]
            wrong += [f"{sentence!r} of {player} on the page of {one}" for one in others if sentence in everything[one]]
            wrong += [f"{sentence!r} in {where}" for where, text in places(log, names) if sentence in text]
    for one in night.sealed:
        for amount in amounts(one.line):
            pages = [] if one.opened else [(f"the page of {seat}", text) for seat, text in one.others.items()]
            wrong += [
                f"{amount} in {where}" for where, text in (*pages, *places(log, names)) if stands_in(amount, text)
            ]
        if len(one.line.split()) > 1:
            wrong += [f"{one.line!r} in {where}" for where, text in places(log, names) if one.line in text]
    return wrong


def places(log: str, names: list[str]) -> list[tuple[str, str]]:
    return [("the log", log), *(("a key", name) for name in names)]
