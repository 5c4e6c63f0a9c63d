"""Test which process tells whom of a table, where each process serves some of its platforms (threats F1, F19)."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from two_places import Chat, TwoPlaces

from bot.delivery import owed_postings, relayed_postings
from bot.delivery.owed_postings import OwedPosting, OwedPostings
from bot.engine.scheduler import GRACE
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import File, Posting, Reach, Rights, Unreachable
from bot.ports.serving import Service
from persistence import EmbeddedServer, HandClock, Heard, Store, TableRef

PATIENCE = 30.0
BEN = PersonId("discord:ben")


class Sharded(Chat):
    """A Discord whose servers are heard over shards, of which this process has some."""

    def __init__(self, shards: set[int], of: int) -> None:
        super().__init__("discord")
        self.shards, self.of = shards, of

    def service(self) -> Service:
        return Service("discord", frozenset(self.shards), self.of, fixed=True)

    def shard_of(self, venue: VenueId, of: int) -> int:
        return int(venue.partition(":")[2], 16) % of


class Poster(Chat):
    """A chat in which lines can be posted that belong to no table."""

    def __init__(self, platform: str) -> None:
        super().__init__(platform)
        self.posted: list[tuple[str, Posting]] = []
        self.alone: list[tuple[str, str]] = []
        self.shut = False

    async def tell_alone(self, person: PersonId, text: str, mark: str) -> bool:  # noqa: ARG002 - each comes once
        self.alone.append((person, text))
        return True

    async def post(self, place: PlaceId, posting: Posting) -> None:
        if self.shut:
            raise Unreachable("shut", Reach.SHUT)
        self.posted.append((place, posting))


class Processes:
    """Bots on one store, each of which serves other platforms of the same two places."""

    def __init__(self, url: str, clock: HandClock, stack: AsyncExitStack) -> None:
        self._url, self._clock, self._stack = url, clock, stack
        self.all: list[TwoPlaces] = []

    async def start(self, *platforms: str, shards: set[int] | None = None) -> TwoPlaces:
        """Start one more process that serves these platforms."""
        store = await Store.connect(self._url, clock=self._clock, timeout=60)
        made = self.all[0].again(store) if self.all else TwoPlaces(store, self._clock)
        if shards is not None:
            made.discord = Sharded(shards, 2)
            made.house.add(made.discord)
        for gone in set(made.house.platforms.adapters) - set(platforms):
            del made.house.platforms.adapters[gone]
        self.all.append(made)
        self._stack.push_async_callback(self.kill, made)
        store.news.start()
        await made.house.shares.start()
        for one in self.all:
            await until(lambda one=one: one.store.news.is_heard)  # type: ignore[misc]  # mypy can't infer it
            await one.house.shares.beat()
        return made

    async def kill(self, one: TwoPlaces) -> None:
        """End a process without a word, as a kill does; nothing of it is heard any more."""
        if one in self.all:
            self.all.remove(one)
            one.house.shares._beating.cancel()  # type: ignore[union-attr]  # it was started
            await one.end()
            await one.store.close()

    async def all_told(self) -> None:
        """Wait until the store has no mark of anything untold."""
        async with asyncio.timeout(PATIENCE):
            while await self.all[0].store.undelivered():  # noqa: ASYNC110 - it is a look at a fact
                await asyncio.sleep(0.005)

    async def sweeps(self, one: TwoPlaces) -> None:
        """Let a process look for what others left, as it does every few seconds."""
        self._clock.move(GRACE / 1000)
        for ref in await one.house.scheduler.sweep():
            one.house.delivery.left_behind(ref)
        await one.settle()


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():  # noqa: ASYNC110 - it is a look at a fact, not at a clock
            await asyncio.sleep(0.002)


@pytest.fixture
async def processes(own_server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Processes]:
    async with AsyncExitStack() as stack:
        yield Processes(own_server.url, clock, stack)


Line = tuple[int, str]


def lines(chat: Chat, audience: str) -> list[Line]:
    """Return the lines told to an audience, each with its number in the log."""
    return [(one.number, one.text) for update in chat.updates if update.audience == audience for one in update.news]


def are_told_once(told: list[Line]) -> bool:
    """Tell whether lines came in order, none twice, and none of them is missing between the first and the last."""
    at = [number for number, _ in told]
    return len(told) == len(set(told)) and at == sorted(at)


def place(one: TwoPlaces) -> str:
    return f"place:{one.here}"


async def mirrored(hears_discord: TwoPlaces, hears_twitch: TwoPlaces) -> None:
    """Mirror the table to Twitch, where Ben sits down; each line comes to the process that hears that chat."""
    hears_twitch.rights["mo@twitch"] = Rights.STAFF
    code = (await hears_discord.say("ann", "!mirror")).text.split("mirror ")[1].split('"')[0]
    assert (await hears_twitch.say("mo@twitch", f"!mirror {code} yes")).ok
    assert (await hears_twitch.say("ben@twitch", "!join")).ok


async def test_each_place_is_told_once_by_the_process_that_serves_it(processes: Processes) -> None:
    server, channel = await processes.start("discord"), await processes.start("twitch")
    await server.lines("ann: !open halflings mode=duel cooldown=0")
    await mirrored(server, channel)
    await server.lines("ann: !start", "ann: !stake 10")
    await until(lambda: any("Ann stakes 10" in line or "ann stakes 10" in line for line in channel.told_there))
    await processes.all_told()
    here, there = lines(server.discord, place(server)), lines(channel.twitch, f"place:{server.there}")
    assert are_told_once(here)
    assert are_told_once(there)
    assert here[-1][0] == there[-1][0], "both know the last line"
    assert not server.twitch.updates
    assert not channel.discord.updates


async def test_what_nobody_can_tell_now_waits_for_the_process_that_can(processes: Processes) -> None:
    server, pages = await processes.start("discord"), await processes.start("twitch")
    await server.lines("ann: !open halflings mode=duel cooldown=0")
    await processes.all_told()
    before = lines(server.discord, place(server))
    await processes.kill(server)
    processes._clock.move(5)
    await pages.house.shares.beat()
    await pages.lines("ben: !join", "ann: !start")
    await processes.sweeps(pages)
    assert await pages.store.undelivered(), "nobody was told, so the mark stands"
    again = await processes.start("discord")
    await processes.sweeps(again)
    await processes.all_told()
    told = lines(again.discord, place(again))
    assert told[0][0] == before[-1][0] + 1, "it begins where the killed one ended"
    assert are_told_once(told)
    assert any("game begins" in line.text for update in again.discord.updates for line in update.news)


async def test_a_mark_that_nobody_can_clear_costs_no_write(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, pages = await processes.start("discord"), await processes.start("twitch")
    await server.lines("ann: !open halflings mode=duel cooldown=0")
    await processes.kill(server)
    processes._clock.move(5)
    await pages.house.shares.beat()
    await pages.lines("ben: !join")
    await processes.sweeps(pages)
    stored: list[object] = []
    show = pages.store.show

    async def shows(*args: Any, **more: Any) -> None:
        stored.append(args)
        await show(*args, **more)

    monkeypatch.setattr(pages.store, "show", shows)
    await processes.sweeps(pages)
    assert await pages.store.undelivered()
    assert stored == []
    await pages.lines("ann: !start")
    assert stored, "what is new is noted"


async def test_a_new_mirror_is_not_told_what_was_before_it_came(processes: Processes) -> None:
    server, channel = await processes.start("discord"), await processes.start("twitch")
    await server.lines("ann: !open halflings mode=duel cooldown=0", "cid: !join", "cid: !leave")
    await mirrored(server, channel)
    await processes.all_told()
    assert not any("cid" in line for line in channel.told_there)
    assert any("ben" in line for line in channel.told_there)


async def test_a_server_is_told_by_the_process_that_has_its_shard(processes: Processes) -> None:
    first = await processes.start("discord", shards={0})
    second = await processes.start("discord", shards={1})
    owner, other = (first, second) if int(first.server.partition(":")[2], 16) % 2 == 0 else (second, first)
    await other.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join")
    await processes.all_told()
    assert not other.discord.updates
    told = lines(owner.discord, place(owner))
    assert are_told_once(told)
    assert any("ben" in line for line in owner.told_here)


async def test_only_the_process_that_would_tell_a_step_is_woken_by_it(processes: Processes) -> None:
    pages = await processes.start("twitch")
    both = await processes.start("discord", shards={0}), await processes.start("discord", shards={1})
    for one in (pages, *both):
        await one.house.shares.beat()
    ref, by = TableRef(pages.server, "t1"), pages.house.shares.name
    woken = [one for one in both if one.house.shares.may_tell(ref, "discord", by)]
    telling = [one for one in both if one.house.shares.tells(ref, "discord", VenueId(pages.server), by)]
    assert len(telling) == 1
    assert woken == telling
    every = await processes.start("discord", shards={0, 1})
    for one in (pages, *both, every):
        await one.house.shares.beat()
    woken = [one for one in (*both, every) if one.house.shares.may_tell(ref, "discord", by)]
    assert len(woken) == 1


async def test_of_two_that_serve_a_platform_only_one_tells_what_a_third_did(processes: Processes) -> None:
    pages = await processes.start("twitch")
    both = await processes.start("discord"), await processes.start("discord")
    taken_up: list[int] = []
    for number, one in enumerate((*both, pages)):
        one.house.hooks.taken_up.append(lambda _, number=number: taken_up.append(number))
    await pages.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start", "ann: !stake 10")
    await processes.all_told()
    told = [lines(one.discord, place(one)) for one in both]
    assert sorted(map(bool, told)) == [False, True], "the table is in one's share"
    (once,) = filter(None, told)
    assert set(taken_up) == {told.index(once)}, "what follows tables there is done by that one"
    assert are_told_once(once)
    await processes.kill(both[told.index(once)])
    (left,) = [one for one in both if one in processes.all]
    processes._clock.move(5)
    for one in (pages, left):
        await one.house.shares.beat()
    await pages.lines("ben: !roll")
    await until(lambda: bool(left.discord.updates))
    await processes.all_told()
    assert lines(left.discord, place(left))[0][0] == once[-1][0] + 1


async def test_whom_another_process_shows_something_late_counts_as_not_told(processes: Processes) -> None:
    server, channel = await processes.start("discord"), await processes.start("twitch")
    await server.lines("ann: !open halflings mode=duel cooldown=0")
    await mirrored(server, channel)
    await processes.all_told()
    table = await channel.table()
    version = await channel.store.version(table.ref)
    assert await channel.house.delivery._others_told(table, version, {server.server})
    shown = (await channel.store.shown(table.ref))[place(server)]
    late = msgspec.json.encode({**msgspec.json.decode(shown), "late": True})
    await channel.store.show(table.ref, {place(server): late})
    assert not await channel.house.delivery._others_told(table, version, {server.server})


async def test_a_posting_is_made_by_one_process_that_serves_its_place(processes: Processes) -> None:
    pages = await processes.start("twitch")
    place = PlaceId(pages.here)
    posting = Posting(("The evening is over.",), File("evening.png", b"\x89PNG"), "mark", 5)
    assert not pages.house.platforms.can_post(place)
    both = await processes.start("discord"), await processes.start("discord")
    for one in both:
        one.house.add(Poster("discord"))
    assert pages.house.platforms.can_post(place)
    await pages.house.platforms.post(place, posting)
    posted = [one.house.platforms.adapters["discord"].posted for one in both]  # type: ignore[attr-defined]  # a Poster
    await until(lambda: any(posted))
    await pages.settle()
    assert sorted(posted, key=len) == [[], [(place, posting)]]


async def test_who_posts_is_told_if_no_process_hears_it(processes: Processes) -> None:
    pages, server = await processes.start("twitch"), await processes.start("discord")
    await server.store.news.stop()
    with pytest.raises(Unreachable, match="no process serves this place"):
        await pages.house.platforms.post(PlaceId(pages.here), Posting(("Good night.",), None, "mark", 5))


GOOD_NIGHT = Posting(("Good night.",), None, "mark", 5)


async def test_what_nobody_serves_does_not_count_as_posted(processes: Processes) -> None:
    pages, _ = await processes.start("twitch"), await processes.start("twitch")
    with pytest.raises(Unreachable, match="nobody serves this place"):
        await pages.house.platforms.post(PlaceId(pages.here), GOOD_NIGHT)


async def test_what_a_killed_process_was_to_post_does_not_count_as_posted(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It still counts as living, and others hear what it does not."""
    monkeypatch.setattr(relayed_postings, "PATIENCE", 0.1)
    pages, server, _ = [await processes.start(one) for one in ("twitch", "discord", "twitch")]
    await server.store.news.stop()
    with pytest.raises(Unreachable, match="does not answer"):
        await pages.house.platforms.post(PlaceId(pages.here), GOOD_NIGHT)


async def test_what_could_not_be_posted_elsewhere_is_posted_with_the_next_try_and_once(processes: Processes) -> None:
    pages, server = await processes.start("twitch"), await processes.start("discord")
    poster = Poster("discord")
    server.house.add(poster)
    poster.shut = True
    with pytest.raises(Unreachable, match="shut") as away:
        await pages.house.platforms.post(PlaceId(pages.here), GOOD_NIGHT)
    assert away.value.reach is Reach.SHUT
    poster.shut = False
    for _ in range(2):
        await pages.house.platforms.post(PlaceId(pages.here), GOOD_NIGHT)
    assert poster.posted == [(pages.here, GOOD_NIGHT)]


async def owed_line(one: TwoPlaces) -> OwedPosting:
    """Owe Ben a private word for a deed that was done a minute ago."""
    now = one.clock.now() - 61_000
    owed = OwedPosting("deed", VenueId(one.server), "m1", (PlaceId(one.here),), "Ben: no.", now, people=(BEN,))
    await one.house.part(OwedPostings).owe(owed)
    await one.store._note_taken(Heard(one.server, "m1"), ())  # type: ignore[attr-defined]
    return owed


async def test_a_private_word_is_told_by_the_process_that_serves_the_person(processes: Processes) -> None:
    pages, server = await processes.start("twitch"), await processes.start("discord")
    poster = Poster("discord")
    server.house.add(poster)
    pages.house.part(OwedPostings).pay(await owed_line(pages))
    await pages.house.part(OwedPostings).all_paid()
    assert (poster.alone, poster.posted) == ([(BEN, "Ben: no.")], [])


async def test_a_private_word_that_nobody_can_tell_now_stays_private_and_owed(processes: Processes) -> None:
    pages, _ = await processes.start("twitch"), await processes.start("twitch")
    owed = await owed_line(pages)
    pages.house.part(OwedPostings).pay(owed)
    await pages.house.part(OwedPostings).all_paid()
    assert await pages.store.note("owed-posting", owed.message) is not None
    server = await processes.start("discord")
    poster = Poster("discord")
    server.house.add(poster)
    pages.house.part(OwedPostings).pay(owed)
    await pages.house.part(OwedPostings).all_paid()
    assert (poster.alone, poster.posted) == ([(BEN, "Ben: no.")], [])
    assert await pages.store.note("owed-posting", owed.message) is None


async def test_what_is_owed_is_not_dropped_by_a_process_that_cannot_tell_it_and_is_looked_for_again(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F6."""
    monkeypatch.setattr(owed_postings, "AGAIN", 0.05)
    monkeypatch.setattr(owed_postings, "TAKEN_FOR", 1)
    pages, _ = await processes.start("twitch"), await processes.start("twitch")
    owed = await owed_line(pages)
    sweeper = pages.house.part(OwedPostings)
    sweeper.start()
    await sweeper.settle()
    assert await pages.store.note("owed-posting", owed.message) is not None
    server = await processes.start("discord")
    poster = Poster("discord")
    server.house.add(poster)
    await until(lambda: bool(poster.alone))
    await until(lambda: sweeper._sweep is not None and sweeper._sweep.done())
    assert (poster.alone, poster.posted) == ([(BEN, "Ben: no.")], [])
    assert await pages.store.note("owed-posting", owed.message) is None


async def test_a_moderator_judges_nobody_whose_rights_only_another_process_knows(processes: Processes) -> None:
    pages, server = await processes.start("twitch"), await processes.start("discord")
    await server.lines("ann: !open halflings mode=crowd cooldown=0", "ben: !join")
    pages.rights["mia"] = Rights.STAFF
    answer = await pages.say("mia", "!mod warn ben shouting")
    assert not answer.ok
    assert "Who moderates on Discord can't be asked from here now" in answer.text


async def test_a_door_is_known_where_only_pages_are_served(processes: Processes) -> None:
    pages, channel = await processes.start("discord"), await processes.start("twitch")
    assert await pages.house.doors.door("twitch", "Inn") is None
    told = await channel.house.doors.door("twitch", "Inn")
    assert told is not None
    assert await pages.house.doors.door("twitch", "inn") == told
    assert await pages.house.doors.door("twitch", "x" * 500) is None


async def test_a_door_that_is_no_more_is_known_to_nobody(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    pages, channel = await processes.start("discord"), await processes.start("twitch")
    assert await channel.house.doors.door("twitch", "Inn") is not None

    async def away(_: str) -> None:
        raise Unreachable("asleep")

    async def gone(_: str) -> None:
        """Return None: there is no such place any more."""

    monkeypatch.setattr(channel.twitch, "door", away)
    assert await channel.house.doors.door("twitch", "inn") is None
    assert await pages.house.doors.door("twitch", "inn") is not None, "nobody knows whether it is gone"
    monkeypatch.setattr(channel.twitch, "door", gone)
    assert await channel.house.doors.door("twitch", "inn") is None
    assert await pages.house.doors.door("twitch", "inn") is None
