"""Ask a large archive what people ask of it, through the real bot and its real pages (`bench/archive_year.py`).

A time is how long somebody waits for the answer. Beside it are the CPU time of this process, which does not depend on
other load, and the time that Redis was busy, because it serves nobody else meanwhile.
"""

import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import aiohttp

from bench.house import a_house_on
from bot.adapters.web import TableRoom
from bot.app.application import Application
from bot.app.table_room import Room
from bot.delivery.replays import Replays
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Message, Person, Rights
from bot.wings.archive.archive import Archive
from bot.wings.archive.archive_views import key_of
from persistence import EmbeddedServer, HandClock, Store

TRIES: Final = 100
COLD: Final = 5
"""Starts of the bot; after each, a page is asked for the first time."""
WARM: Final = 20
"""How often each of these bots is asked again after that."""
LINES: Final = (
    "games",
    "games 200",
    "games me",
    "games rogues",
    "games Z9Z",
    "games me poohead 3",
    "games somebody who never was here",
    "stats",
    "stats here",
    "stats person",
    "top",
    "top week",
    "top month",
    "top season",
    "top wins",
    "top cones",
    "season",
    "season 1",
    "evening",
    "evening yesterday",
    "ledger",
    "voids",
    "replay",
)
SELDOM: Final = ("mydata",)
"""Asked rarely, privately, by one person: it reads the whole store."""
FILTERS: Final = {
    "all games": "",
    "page 90 of them": "page=90",
    "of a person": "who={who}",
    "of a person and a game": "who={who}&game=rogues",
    "of a table": "table=K7Q",
    "of a game": "game=headache",
    "of a season": "season=1",
    "of two days": "since=2024-03-01&until=2024-03-02",
    "called off": "ended=void",
    "with nonsense": "who=%00&game=chess&season=-1&page=9e9&table=%3Cb%3E&ended=maybe&since=2024-02-31",
}

OF_A_REPLAY: Final = {
    "": "",
    ", film": "/film.json?eyes=all",
    ", odds": "/odds.json?step=9&eyes=all",
    ", record": "/record",
}


class Forgetful:
    """Notes of guests that are never kept, because nobody sits down here."""

    async def load(self, name: str) -> bytes | None:  # noqa: ARG002 - whoever it is
        return None

    async def save(self, name: str, content: bytes) -> None:
        """Do nothing: nothing is kept."""

    async def forget(self, name: str) -> None:
        """Do nothing: nothing is kept."""


async def fetched(session: aiohttp.ClientSession, address: str) -> tuple[float, float]:
    """Return how long a page takes to arrive, in ms, and the CPU time for it, including this reader's."""
    began, work = time.perf_counter(), time.process_time()
    async with session.get(address) as answer:
        await answer.read()
        assert answer.status == 200, answer.status
    return (time.perf_counter() - began) * 1000, (time.process_time() - work) * 1000


class RedisTime:
    """Measures how long Redis is busy, in ms, and which command takes longest."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def begin(self) -> None:
        await self._store.pipe.write("CONFIG", "SET", "slowlog-log-slower-than", "1000")
        await self._store.pipe.write("SLOWLOG", "RESET")

    async def busy(self) -> float:
        """Return how long Redis has been busy with commands since `begin`, in ms."""
        told = await self._store.pipe.read("INFO", "commandstats")
        lines = [line for line in told.decode().splitlines() if "usec=" in line and "_info" not in line]
        return sum(int(line.partition("usec=")[2].partition(",")[0]) for line in lines) / 1000

    async def longest(self) -> str:
        """Return the command that took longest."""
        slow = await self._store.pipe.read("SLOWLOG", "GET", "128")
        if not slow:
            return "no command took a millisecond"
        worst = max(slow, key=lambda one: int(one[2]))
        return f"{worst[3][0].decode()} {int(worst[2]) / 1000:.2f} ms"


def told(took: list[float]) -> str:
    """Return the median and the 99th percentile of times in ms."""
    took.sort()
    at = max(0, -(-len(took) * 99 // 100) - 1)
    return f"{statistics.median(took):8.2f} ms   p99 {took[at]:8.2f} ms"


def of_both(times: list[tuple[float, float]]) -> str:
    """Return statistics of the waiting times and the CPU times."""
    took, worked = (list(one) for one in zip(*times, strict=True))
    return f"{told(took)}   own work {told(worked)}"


async def timed(ask: Callable[[], Awaitable[object]], redis: RedisTime, tries: int) -> str:
    """Return statistics of how long somebody waits, of the CPU time, and of how long Redis is busy."""
    took, worked, busy = [], [], []
    for _ in range(tries):
        before, began, work = await redis.busy(), time.perf_counter(), time.process_time()
        await ask()
        worked.append((time.process_time() - work) * 1000)
        took.append((time.perf_counter() - began) * 1000)
        busy.append(await redis.busy() - before)
    return f"{told(took)}   own work {told(worked)}   Redis {told(busy)}"


class Lines:
    """Says lines at one venue, as one person."""

    def __init__(self, house: Application, venue: VenueId, person: PersonId) -> None:
        self._house, self._venue, self._said = house, venue, 0
        self._person = Person(person, person[-3:])

    async def say(self, text: str, rights: Rights = Rights.PLAYER) -> str:
        self._said += 1
        place = PlaceId(self._venue)
        message = Message(f"asked-{self._said}", self._person, self._venue, place, False, f"!{text}", rights=rights)
        return (await self._house.hear(message)).text


async def ask_lines(server: EmbeddedServer, clock: HandClock, venue: VenueId, person: PersonId) -> None:
    """Print how long each line takes."""
    async with a_house_on(server, clock) as (house, _):
        house.doors.public = "http://127.0.0.1/"
        redis, lines = RedisTime(house.store), Lines(house, venue, person)
        await redis.begin()
        print(f"  {'the season begins':<44} {await lines.say('season start A Year', Rights.STAFF)}")
        for text in (*LINES, *SELDOM):
            tries = 1 if text in SELDOM else TRIES
            print(f"  {'!' + text:<44}", await timed(lambda text=text: lines.say(text), redis, tries))
        print(f"  {'the longest command of Redis':<44}", await redis.longest())


class Pages:
    """The pages of one venue's archive over HTTP: of a bot that has just started, and of one that has been running."""

    def __init__(self, server: EmbeddedServer, clock: HandClock, venue: VenueId, person: PersonId) -> None:
        self._server, self._clock, self._venue, self._person = server, clock, venue, person

    async def measure(self, watched: dict[str, str]) -> None:
        """Ask for each page. `watched`: by game, the record of a finished one."""
        filters = {f"archive, {name}": f"games/{{link}}?{query}" for name, query in FILTERS.items()}
        await self._print(filters | {"a person": "games/{link}/{who}"})
        for game, record in watched.items():
            parts = OF_A_REPLAY.items()
            await self._print({f"replay of {game}{name}": f"game/{record}{path}" for name, path in parts})

    async def _print(self, paths: dict[str, str]) -> None:
        for name, path in paths.items():
            cold, warm = [], []
            for _ in range(COLD):
                async with self._site() as (house, base), aiohttp.ClientSession() as session:
                    address = f"{base}/{await self._filled(house, path)}"
                    cold.append(await fetched(session, address))
                    warm += [await fetched(session, address) for _ in range(WARM)]
            print(f"  {'page: ' + name:<44} {of_both(warm)}   first after a start {of_both(cold)}")

    async def _filled(self, house: Application, path: str) -> str:
        kind, rest = path.split("/", 1)
        if kind == "games":
            link = await house.part(Archive).link(self._venue)
            return path.format(link=link, who=key_of(link, self._person))
        record, slash, part = rest.partition("/")
        return f"game/{await house.part(Replays).link(self._venue, record)}{slash}{part}"

    @asynccontextmanager
    async def _site(self) -> AsyncIterator[tuple[Application, str]]:
        async with a_house_on(self._server, self._clock) as (house, _):
            room = TableRoom(Room(house, {}), Forgetful(), host="127.0.0.1", port=0)
            await room.start()
            try:
                yield house, f"http://127.0.0.1:{room.port}"
            finally:
                await room.stop()
