"""A year of nightly games in one store: `python -m bench.archive_year`. 200 people, 20 venues, 50,000 games.

How many bytes each kind of key takes, and how long the lists, the statistics, the ratings and the pages take that
people ask for, also the first time after a start. The games are written as a step writes them, with the ids of their
messages, their money and what staff did; the records are real games, one of each kind, whoever then "played" them.
"""

import asyncio
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import aiohttp

from bench.house import PLATFORM, People, a_house, a_house_on
from bot.adapters.web import TableRoom
from bot.app.table_room import Room
from bot.commands.archive import stats_lines
from bot.delivery.archive_views import key_of
from bot.people import statistics as of_people
from bot.people.finished_games import DAY, FinishedGame, FinishedGames, Sat, Wanted, listing
from bot.people.ratings import Ratings
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.text import Words
from persistence import Commit, EmbeddedServer, HandClock, Record, Store, TableRef, Transfer

PEOPLE: Final = 200
VENUES: Final = 20
GAMES: Final = 50_000
NIGHTS: Final = 365
AT_ONCE: Final = 200
REGULAR_GAMES: Final = 10_000
"""Of one person at one venue, as many as somebody might play in a year who does little else."""
TRIES: Final = 100
COLD: Final = 10
"""Starts of the bot, after each of which a page is asked for the first time."""
MESSAGES: Final = 8
"""Of a game whose ids are kept."""
AUDITED: Final = 25
"""One game in so many has something that staff did."""
START: Final = 1_700_000_000_000
OPENED: Final = {
    "halflings": "halflings mode=duel cooldown=0",
    "headache": "headache min_players=3",
    "cones": "cones sectors=4",
    "poohead": "poohead",
    "rogues": "rogues",
}


async def real_records() -> dict[str, bytes]:
    """Return the record of one whole game of each kind, played by house bots."""
    found: dict[str, bytes] = {}
    clock = HandClock(START)
    for game, line in OPENED.items():
        async with a_house(clock, pages=False) as (house, _):
            says = People(house)
            await says.say("p0", "hall", f"!open {line}")
            await says.say("p0", "hall", f"!bots {1 if 'duel' in line else 3}")
            await says.say("p0", "hall", "!start")
            venue = PLATFORM
            while not (names := await house.store.records(venue, 1)):
                clock.move(5)
                while await house.scheduler.fire_due():
                    await house.settle()
            found[game] = await house.store.record(venue, names[0]) or b""
    return found


def a_game(chance: random.Random, number: int, venue: int, at: int, *, regular: bool = False) -> FinishedGame:
    """Return a game of four: people of this venue, and sometimes house bots."""
    names = [f"discord:{100_000_000_000_000_000 + (venue * 7 + one) % PEOPLE}" for one in chance.sample(range(20), 4)]
    if regular:
        names[0] = f"discord:{100_000_000_000_000_000 + venue}"
    gains = [chance.randrange(-50, 50) for _ in range(3)]
    gains.append(-sum(gains))
    seats = tuple(
        Sat(PersonId(name), f"person {name[-3:]}", 200, 200 + gain, gain == max(gains), chance.random() < 0.15)
        for name, gain in zip(dict.fromkeys(names), gains, strict=False)
    )
    game = chance.choice(list(OPENED))
    record = f"bench-{venue}-{number}.potluck.jsonl"
    place, table = PlaceId(f"discord:{venue}"), f"{number // 5:010x}-K7Q"
    return FinishedGame(
        record, game, TableCode("K7Q"), table, place, number, at - 600_000, at, seats, 40, "over", purse=True
    )


class Year:
    """Writes the games. `clock`: the night that it is."""

    def __init__(self, store: Store, clock: HandClock, records: dict[str, bytes]) -> None:
        self._store, self._clock, self._records = store, clock, records
        self.took: list[float] = []

    async def play(self, venue: int, first: int, games: int, *, regular: bool = False) -> None:
        chance = random.Random(venue)  # noqa: S311 - no dice of ours
        step = NIGHTS * DAY // games
        for number in range(first, first + games, AT_ONCE):
            self._clock.now_ms = START + (number - first) * step
            batch = [
                self._store.commit(self._commit(venue, a_game(chance, one, venue, self._clock.now_ms, regular=regular)))
                for one in range(number, min(number + AT_ONCE, first + games))
            ]
            began = time.perf_counter()
            await asyncio.gather(*batch)
            self.took.append((time.perf_counter() - began) / len(batch))

    def _commit(self, venue: int, game: FinishedGame) -> Commit:
        record = Record(game.record, self._records[game.game], listing(game), game.people)
        place = f"discord:{venue}"
        ids = tuple(f"{place}:{game.number}:{deed}" for deed in range(MESSAGES))
        paid = tuple(
            Transfer("bank", f"purse:{sat.player}", sat.gain, "settle", note=game.code)
            for sat in game.seats
            if sat.gain > 0
        )
        audit = (b'{"did":"pause","name":"a moderator","reason":"supper"}',) if game.number % AUDITED == 0 else ()
        ref = TableRef(place, f"{game.table}-{game.number}")
        return Commit(
            ref, 0, b"", seen=ids, log=(b"x" * 200,), transfers=paid, records=(record,), closed=True, audit=audit
        )


async def timed(ask: Callable[[], Awaitable[object]]) -> str:
    """Return the median and the 99th percentile of what somebody waits, in ms."""
    took = []
    for _ in range(TRIES):
        began = time.perf_counter()
        await ask()
        took.append((time.perf_counter() - began) * 1000)
    return told(took)


def told(took: list[float]) -> str:
    """Return the median and the 99th percentile of some times in ms."""
    took.sort()
    at = max(0, -(-len(took) * 99 // 100) - 1)
    return f"{statistics.median(took):8.2f} ms   p99 {took[at]:8.2f} ms"


class Forgetful:
    """Notes of guests that are never kept: here nobody sits down."""

    async def load(self, name: str) -> bytes | None:  # noqa: ARG002 - whoever it is
        return None

    async def save(self, name: str, content: bytes) -> None:
        """Keep nothing."""

    async def forget(self, name: str) -> None:
        """Forget nothing, for nothing is kept."""


class Pages:
    """The pages of one venue's archive over HTTP: of a bot that has just started (`cold`), and of one that runs."""

    def __init__(self, server: EmbeddedServer, clock: HandClock, venue: VenueId, person: PersonId) -> None:
        self._server, self._clock, self._venue, self._person = server, clock, venue, person
        self.cold: dict[str, list[float]] = {}
        self.warm: dict[str, list[float]] = {}

    async def measure(self) -> None:
        """Ask for each page, first of all, in so many bots; then again while they run."""
        for _ in range(COLD):
            for kind in ("archive", "person", "filtered"):
                async with a_house_on(self._server, self._clock) as (house, _), a_session() as session:
                    room = TableRoom(Room(house, {}, {}), Forgetful(), host="127.0.0.1", port=0)
                    await room.start()
                    link = await house.archive_pages.link(self._venue)
                    path = {
                        "archive": f"games/{link}",
                        "person": f"games/{link}/{key_of(link, self._person)}",
                        "filtered": f"games/{link}?game=rogues&ended=whole&page=3",
                    }[kind]
                    address = f"http://127.0.0.1:{room.port}/{path}"
                    self.cold.setdefault(kind, []).append(await fetched(session, address))
                    self.warm.setdefault(kind, []).extend([await fetched(session, address) for _ in range(10)])
                    await room.stop()


def a_session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession()


async def fetched(session: aiohttp.ClientSession, address: str) -> float:
    """Return how long a page takes to arrive, in ms."""
    began = time.perf_counter()
    async with session.get(address) as answer:
        await answer.read()
        assert answer.status == 200, answer.status
    return (time.perf_counter() - began) * 1000


async def sizes(store: Store) -> None:
    """Print the bytes of each kind of key."""
    kinds: Counter[str] = Counter()
    count: Counter[str] = Counter()
    keys = await store.pipe.read("KEYS", "pl:*")
    for start in range(0, len(keys), 5_000):
        part = keys[start : start + 5_000]
        used = await store.pipe.read_all([("MEMORY", "USAGE", key) for key in part])
        for key, size in zip(part, used, strict=True):
            kind = re.sub(r"^pl:(?:\{p\d+\}:)?[^:]*:?([a-z]*).*", r"\1", key.decode()) or "partition"
            kinds[kind] += int(size or 0)
            count[kind] += 1
    for kind, size in kinds.most_common():
        print(f"  {kind:<12} {count[kind]:>8} keys {size / 1024 / 1024:>9.1f} MB {size / GAMES:>9.0f} bytes a game")


async def main() -> None:
    records = await real_records()
    print("records:", ", ".join(f"{game} {len(content)} bytes" for game, content in records.items()))
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        clock = HandClock(START)
        async with await EmbeddedServer.start(Path(folder)) as server:
            store = await Store.connect(server.url, clock=clock, timeout=60.0)
            year = Year(store, clock, records)
            for venue in range(VENUES):
                await year.play(venue, 1, GAMES // VENUES)
            print(f"a step that ends a game: {statistics.median(year.took) * 1000:.2f} ms, {AT_ONCE} at once")
            await sizes(store)
            await year.play(VENUES, 1, REGULAR_GAMES, regular=True)
            await asked(store)
            large, regular = VenueId(f"discord:{VENUES}"), 100_000_000_000_000_000 + VENUES
            pages = Pages(server, clock, large, PersonId(f"discord:{regular}"))
            await pages.measure()
            for kind, took in pages.cold.items():
                print(f"  {f'page {kind}, first after a start':<44}", told(took))
            for kind, took in pages.warm.items():
                print(f"  {f'page {kind}':<44}", told(took))
            await store.close()


async def asked(store: Store) -> None:
    """Print how long what people ask for takes, at a venue of 2,500 games and of somebody with 10,000."""
    games, words = FinishedGames(store), Words()
    small, large = VenueId("discord:3"), VenueId(f"discord:{VENUES}")
    ann, regular = PersonId("discord:100000000000000021"), PersonId(f"discord:{100_000_000_000_000_000 + VENUES}")

    async def stats(venue: VenueId, person: PersonId) -> None:
        found = of_people.of_person(await games.all_of(venue, Wanted(person=person)), person)
        assert found is not None
        stats_lines(found, store.clock.now(), words)

    async def rate(venue: VenueId) -> None:
        await Ratings(store).of(venue)

    kept = Ratings(store)

    async def rate_on(venue: VenueId) -> None:
        await kept.of(venue)

    print(f"  {'the last five games':<44}", await timed(lambda: games.find(large, Wanted(), 0, 6)))
    print(f"  {'page 200 of them':<44}", await timed(lambda: games.find(large, Wanted(), 1000, 6)))
    print(
        f"  {'somebody who never played, by name':<44}",
        await timed(lambda: games.find(small, Wanted(code=TableCode("Z9Z")), 0, 6)),
    )
    print(f"  {'statistics of somebody with some 500 games':<44}", await timed(lambda: stats(small, ann)))
    print(f"  {'statistics of somebody with 10,000 games':<44}", await timed(lambda: stats(large, regular)))
    print(f"  {'ratings of 2,500 games, read at once':<44}", await timed(lambda: rate(small)))
    print(f"  {'ratings, read on':<44}", await timed(lambda: rate_on(large)))


if __name__ == "__main__":
    asyncio.run(main())
