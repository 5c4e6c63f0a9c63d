"""Test that a venue's games are read once and then continued, with the same result as reading everything again."""

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.people.finished_games import FinishedGame, FinishedGames, Sat, Wanted, listing
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.wings.archive.ratings import RatedSoFar
from bot.wings.archive.venue_games import YOUNG, VenueGames
from persistence import ADDED, Commit, EmbeddedServer, HandClock, Record, Store, TableRef
from persistence.archive import FORGOTTEN

VENUE = VenueId("x:1")


def game(number: int) -> FinishedGame:
    seats = tuple(Sat(PersonId(f"x:{one}"), one, 100, 100, won=number % 3 == at) for at, one in enumerate("abc"))
    return FinishedGame(f"r{number}", "cones", TableCode("K7Q"), "t", PlaceId("x:1"), number, 0, number, seats)


class Shelf:
    """An archive with any changes, and the reader that follows it."""

    def __init__(self, store: Store) -> None:
        self.store, self.reader, self.number = store, VenueGames(store), 0

    async def play(self, count: int = 1) -> None:
        for _ in range(count):
            self.number += 1
            one = game(self.number)
            record = Record(one.record, b"{}", listing(one), one.people)
            ref = TableRef(VENUE, f"t{self.number}")
            await self.store.commit(Commit(ref, 0, b"", records=(record,), closed=True))

    async def rewrite(self, back: int, why: str) -> None:
        names = await self.store.records(VENUE, back + 1)
        found = await self.store.listings(VENUE, names[-1:])
        for one in found:
            await self.store.relist(VENUE, names[-1], one, one.replace(b'"K7Q"', b'"K2Z"'), why)

    async def lose_oldest(self) -> None:
        for key in await self.store.pipe.read("KEYS", "*:games"):
            await self.store.pipe.write("ZREMRANGEBYRANK", key, 0, 0)

    async def agrees(self) -> bool:
        kept = await self.reader.latest(VENUE)
        return list(kept.games) == await FinishedGames(self.store).all_of(VENUE, Wanted(), 3000)


DEEDS = st.sampled_from(["play", "many", "add", "forget", "lose", "look"])


@settings(max_examples=25)
@given(st.lists(DEEDS, min_size=1, max_size=12))
def test_whatever_happens_to_an_archive_what_is_kept_ready_is_what_stands_there(
    redis: EmbeddedServer, deeds: list[str]
) -> None:
    async def run() -> None:
        clock = HandClock(1_000)
        store = await Store.connect(redis.url, timeout=60.0, clock=clock)
        await store.pipe.write("FLUSHALL")
        shelf = Shelf(store)
        for deed in deeds:
            clock.move(1)
            match deed:
                case "play":
                    await shelf.play()
                case "many":
                    await shelf.play(YOUNG + 5)
                case "add":
                    await shelf.rewrite(1, ADDED)
                case "forget":
                    await shelf.rewrite(shelf.number, FORGOTTEN)
                case "lose":
                    await shelf.lose_oldest()
                case _:
                    pass
            assert await shelf.agrees(), deed
        await store.close()

    asyncio.run(run())


async def test_what_is_as_it_was_is_not_read_again(store: Store) -> None:
    shelf = Shelf(store)
    await shelf.play(3)
    first = await shelf.reader.latest(VENUE)
    assert await shelf.reader.latest(VENUE) is first
    await shelf.play()
    second = await shelf.reader.latest(VENUE)
    assert second.reading == first.reading
    assert second.games[1] == first.games[0]


async def test_a_game_that_somebody_else_has_rewritten_since_it_was_read_is_left_alone(store: Store) -> None:
    shelf = Shelf(store)
    await shelf.play()
    (one,) = await store.listings(VENUE, ["r1"])
    assert await store.relist(VENUE, "r1", one, b"{}", ADDED)
    assert not await store.relist(VENUE, "r1", one, one, ADDED)
    assert await store.listings(VENUE, ["r1"]) == [b"{}"]


def test_ratings_that_are_read_on_are_those_that_are_read_at_once() -> None:
    games = [game(number) for number in range(40)]
    so_far, whole = RatedSoFar(), RatedSoFar()
    for start in range(0, 40, 7):
        so_far.read_on(games[start : start + 7])
    whole.read_on(games)
    assert so_far.histories == whole.histories
