"""A year of nightly games in one store: `python -m bench.archive_year`. 200 people, 20 venues, 50,000 games.

How many bytes each kind of key takes, and how long the lists, the statistics and the ratings take that people ask for.
The games are written as a step writes them; the records are real games, one of each kind, whoever then "played" them.
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

from bench.house import PLATFORM, People, a_house
from bot.commands.archive import stats_lines
from bot.people import statistics as of_people
from bot.people.finished_games import DAY, FinishedGame, FinishedGames, Sat, Wanted, listing
from bot.people.ratings import Ratings
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.text import Words
from persistence import Commit, EmbeddedServer, HandClock, Record, Store, TableRef

PEOPLE: Final = 200
VENUES: Final = 20
GAMES: Final = 50_000
NIGHTS: Final = 365
AT_ONCE: Final = 200
REGULAR_GAMES: Final = 10_000
"""Of one person at one venue, as many as somebody might play in a year who does little else."""
TRIES: Final = 100
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
        return Commit(
            TableRef(f"discord:{venue}", f"{game.table}-{game.number}"), 0, b"", records=(record,), closed=True
        )


async def timed(ask: Callable[[], Awaitable[object]]) -> str:
    """Return the median and the 99th percentile of what somebody waits, in ms."""
    took = []
    for _ in range(TRIES):
        began = time.perf_counter()
        await ask()
        took.append((time.perf_counter() - began) * 1000)
    took.sort()
    return f"{statistics.median(took):8.2f} ms   p99 {took[int(len(took) * 0.99) - 1]:8.2f} ms"


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
