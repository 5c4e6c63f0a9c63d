"""Test nights over several processes and restarts: who does what is due, and who keeps the platforms' calendars."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest
from night_evening import Board, NightEvening

from bot.engine.shares import Shares
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Lacks, Message, PlannedEvent, Rights
from bot.ports.platforms import Platforms
from bot.text import Words
from bot.wings.nights.night import Coming
from bot.wings.nights.nights import NIGHTS, Nights
from persistence import EmbeddedServer, HandClock, Store, StoreTrouble

FRIDAY = "2026-09-25T20:00"
DUEL = "halflings mode=duel cooldown=0"


class Calendar(Board):
    """A platform with a list of events of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.events: dict[VenueId, list[str]] = {}
        self.kept = 0
        self.meanwhile: list[Message] = []
        """What people say while the place of a night is looked at."""
        self.hears: Callable[[Message], Awaitable[object]] | None = None

    async def lacks(self, place: PlaceId, words: Words) -> Lacks | None:
        said, self.meanwhile = self.meanwhile, []
        for message in said:
            assert self.hears is not None
            await self.hears(message)
        return await super().lacks(place, words)

    async def keep_events(self, venue: VenueId, events: Sequence[PlannedEvent]) -> None:
        self.kept += 1
        self.events[venue] = [one.name for one in events]


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[NightEvening]:
    made = NightEvening.on(store, clock, Calendar())
    made.rights = {"mia": Rights.STAFF}
    yield made
    await made.end()


def calendar(evening: NightEvening) -> Calendar:
    assert isinstance(evening.board, Calendar)
    return evening.board


async def signed_up(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join", "ben: !night join", "ben: !pings dm")


async def without_platform(evening: NightEvening, store: Store | None = None) -> NightEvening:
    """Return another process for the same evening, which does not serve its platform."""
    other = NightEvening.on(store or evening.store, evening.clock, evening.board, evening.venue, seed="other")
    other.house.part(Platforms).adapters.clear()
    await other.sweep()
    return other


async def test_a_process_that_does_not_serve_a_place_leaves_its_nights_to_those_that_do(evening: NightEvening) -> None:
    await signed_up(evening)
    await evening.end()
    told = len(evening.board.posts)
    other = await without_platform(evening)
    for when in ("2026-09-25T19:46", "2026-09-25T20:01"):
        await other.until(when)
        assert len(evening.board.posts) == told
        assert evening.board.alone == []
        (night,) = (await other.nights()).nights
        assert night.stage == Coming()
    again = await evening.again()
    await again.settle()
    assert evening.board.said("begins with")
    assert [sorted(seats) for seats in await again.seated()] == [["ann", "ben"]]
    await other.end()
    await again.end()


async def test_of_two_processes_the_one_that_serves_a_place_calls_its_people(
    empty_server: EmbeddedServer, clock: HandClock
) -> None:
    here, there = [await Store.connect(empty_server.url, clock=clock, timeout=60.0) for _ in range(2)]
    evening = NightEvening.on(here, clock, Calendar())
    await signed_up(evening)
    other = await without_platform(evening, there)
    for _ in range(2):
        for one in (evening, other):
            await one.house.part(Shares).beat()
    assert not evening.house.part(Shares).is_alone
    kept = calendar(evening).kept
    await other.until("2026-09-25T19:46")
    assert evening.board.alone == []
    assert not evening.board.said("begins in")
    await evening.sweep()
    await evening.wait(0)
    await evening.settle()
    assert len(evening.board.alone) == 1
    assert len(evening.board.said("begins in")) == 1
    assert calendar(evening).kept == kept, "nothing has changed there"
    for one in (other, evening):
        await one.end()
    for store in (here, there):
        await store.close()


async def test_a_night_called_off_after_a_restart_leaves_the_platforms_calendar(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.settle()
    assert calendar(evening).events == {evening.venue: ["night 1"]}
    await evening.end()
    again = await evening.again()
    await again.wait(0)
    await again.lines("pete: !night off 1 yes flu")
    await again.settle()
    assert calendar(evening).events == {evening.venue: []}
    await again.end()


async def test_a_night_called_off_while_nobody_keeps_the_calendar_leaves_it_later(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.settle()
    await evening.end()
    other = await without_platform(evening)
    await other.lines("pete: !night off 1 yes flu")
    await other.end()
    again = await evening.again()
    await again.wait(0)
    await again.settle()
    assert evening.board.said("is called off")
    assert calendar(evening).events == {evening.venue: []}
    await again.end()


async def test_a_series_called_off_while_its_next_game_is_planned_does_not_come_again(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} then {DUEL} every week length=60 seats=2")
    await evening.lines("ann: !night join", "ben: !night join")
    await evening.until(FRIDAY)
    await evening.lines("ann: !night here", "ben: !night here")
    board = calendar(evening)
    board.hears, board.meanwhile = evening.house.hear, [evening.message("mia", "!night off 1 all yes flu")]
    await evening.wait(2 * 3600)
    await evening.settle()
    assert board.meanwhile == []
    assert (await evening.nights()).nights == ()
    assert not evening.board.said("The next one")


async def test_nights_that_can_not_be_read_are_kept_and_not_written_over(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    whole = await evening.store.note(NIGHTS, evening.venue)
    assert whole is not None
    await evening.store.put_note(NIGHTS, evening.venue, whole[:-2], None)
    asked = await evening.say("ann", f"!night plan saturday 20:00 {DUEL}")
    refused = await evening.say("ann", f"!{asked.confirm}")
    assert not refused.ok
    assert "can't be read" in refused.text
    assert await evening.store.note(NIGHTS, evening.venue) == whole[:-2]
    await evening.store.put_note(NIGHTS, evening.venue, whole, None)
    assert (await evening.say("ann", f"!{asked.confirm}")).ok
    assert [one.number for one in (await evening.nights()).nights] == [1, 2]


async def test_looking_for_nights_holds_up_no_deadline_of_a_table(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.end()
    again = NightEvening.on(evening.store, evening.clock, evening.board, evening.venue, seed="again")
    goes_on, nights = asyncio.Event(), again.house.part(Nights)
    find_all = nights.find_all

    async def slow() -> None:
        await goes_on.wait()
        await find_all()

    nights.find_all = slow  # type: ignore[method-assign]  # a store with millions of keys
    async with asyncio.timeout(30):
        await again.house.scheduler.sweep()
    assert evening.venue not in nights.known
    goes_on.set()
    await again.settle()
    assert evening.venue in nights.known
    await again.end()


async def test_a_search_for_nights_that_fails_is_repeated_and_stops_no_sweep(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.end()
    again = NightEvening.on(evening.store, evening.clock, evening.board, evening.venue, seed="again")
    nights, tried = again.house.part(Nights), list[str]()
    find_all = nights.find_all

    async def failing() -> None:
        tried.append("once")
        raise StoreTrouble("moving", "a slot is moving")

    nights.find_all = failing  # type: ignore[method-assign]  # a cluster that is moving keys
    await again.sweep()
    nights.find_all = find_all  # type: ignore[method-assign]
    await again.sweep()
    assert tried == ["once"]
    assert evening.venue in nights.known
    await again.end()
