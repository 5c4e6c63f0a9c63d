"""Measure a store with a year of nightly games: `python -m bench.archive_year`. 200 people, 20 venues, 50,000 games.

It prints the bytes of each kind of key, and the time of each list and page that people ask for, also the first time
after a start (`bench/archive_asked.py`). `python -m bench.archive_year 100`: with a hundredth of the games. The games
are stored as a step stores them, with message ids, money and the actions of staff. The records come from one real game
of each kind, whoever is said to have played it.
"""

import asyncio
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from bench.archive_asked import Pages, ask_lines
from bench.house import PLATFORM, People, a_house
from bot.people.finished_games import DAY, FinishedGame, FinishedGames, Sat, Wanted, listing
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from persistence import Commit, EmbeddedServer, HandClock, Record, Store, TableRef, Transfer

PEOPLE: Final = 200
VENUES: Final = 20
LESS: Final = int(sys.argv[1]) if len(sys.argv) > 1 else 1
GAMES: Final = 50_000 // LESS
NIGHTS: Final = 365
AT_ONCE: Final = 200
REGULAR_GAMES: Final = 10_000 // LESS
"""Of one person at one venue: as many as a very keen player might play in a year."""
OFTEN: Final = 500 // LESS
MESSAGES: Final = 8
"""Messages of a game whose ids are kept."""
LEAVERS: Final = 0.15
"""The probability that a player leaves before the end."""
AUDITED: Final = 25
"""One in this many games has an action of staff."""
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


def person(number: int) -> PersonId:
    return PersonId(f"discord:{100_000_000_000_000_000 + number % PEOPLE}")


def venue_name(number: int) -> VenueId:
    return VenueId(f"{PLATFORM}:{number}")


def a_game(chance: random.Random, number: int, venue: int, at: int, *, regular: bool = False) -> FinishedGame:
    """Return a finished game among people of this venue."""
    game = chance.choice(list(OPENED))
    names = [person(venue * 7 + one) for one in chance.sample(range(20), 2 if game == "halflings" else 4)]
    if regular and person(venue) not in names:
        names[0] = person(venue)
    gains = [chance.randrange(-50, 50) for _ in names[1:]]
    gains.append(-sum(gains))
    seats = tuple(
        Sat(name, f"person {name[-3:]}", 200, 200 + gain, gain == max(gains), chance.random() < LEAVERS)
        for name, gain in zip(names, gains, strict=True)
    )
    record = f"bench-{venue}-{number}.potluck.jsonl"
    place, table = PlaceId(venue_name(venue)), f"{number // 5:010x}-K7Q"
    return FinishedGame(
        record, game, TableCode("K7Q"), table, place, number, at - 600_000, at, seats, 40, "over", purse=True
    )


class Year:
    """Stores the games. `clock`: set to the night of each game."""

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
        place = venue_name(venue)
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


async def newest_of_each(store: Store, venue: VenueId) -> dict[str, str]:
    """Return the record of the newest game of each kind."""
    newest: dict[str, str] = {}
    for game in await FinishedGames(store).find(venue, Wanted(), 0, 200):
        newest.setdefault(game.game, game.record)
    return newest


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
            print(f"whoever asks has played {REGULAR_GAMES} games, at a venue of as many:")
            large, regular = venue_name(VENUES), person(VENUES)
            watched = await newest_of_each(store, large)
            await ask_lines(server, clock, large, regular)
            await Pages(server, clock, large, regular).measure(watched)
            print(f"whoever asks has played some {OFTEN} games, at a venue of {GAMES // VENUES}:")
            await ask_lines(server, clock, venue_name(3), person(21))
            await store.close()


if __name__ == "__main__":
    asyncio.run(main())
