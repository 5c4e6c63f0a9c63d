"""Test how the processes on one store share out what is due: each table has one that looks after it (F1, F19)."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from evening import Evening

from bot.engine import shares
from bot.engine.scheduler import GRACE
from bot.engine.shares import ALL, share_of
from bot.wings.watch.orders import Orders
from games.proof.record import TimedOut
from persistence import Commit, EmbeddedServer, HandClock, Store, TableNews
from persistence.keys import PEERS_KEY

PATIENCE = 30.0
NAMES = frozenset({"a1", "b2", "c3", "d4"})


def test_each_partition_is_in_one_share() -> None:
    shares = [share_of(name, NAMES) for name in NAMES]
    assert sum(map(len, shares)) == len(ALL) == len(frozenset[int]().union(*shares))
    assert min(map(len, shares)) > len(ALL) / len(NAMES) / 2


def test_who_goes_leaves_the_shares_of_others_as_they_were_and_more() -> None:
    rest = NAMES - {"a1"}
    assert all(share_of(name, NAMES) < share_of(name, rest) for name in rest)


def test_who_counts_as_gone_has_a_share_all_the_same() -> None:
    assert share_of("e5", NAMES) == share_of("e5", NAMES | {"e5"})


async def until(wanted: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():  # noqa: ASYNC110 - it is a look at a fact, not at a clock
            await asyncio.sleep(0.001)


@pytest.fixture
async def two(evening: Evening, server: EmbeddedServer, clock: HandClock) -> AsyncIterator[tuple[Evening, Evening]]:
    """Yield two houses that know of each other, with a duel that waits for Ann's stake: first the one that looks after
    that table.
    """
    await evening.store.pipe.write("DEL", PEERS_KEY)
    store = await Store.connect(server.url, clock=clock, timeout=60)
    other = Evening(store, clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    both = evening, other
    for one in (*both, *both):
        await one.house.shares.beat()
        if not one.store.news.is_heard:
            one.store.news.start()
            await until(lambda one=one: one.store.news.is_heard)  # type: ignore[misc]  # mypy can't infer it
    await evening.lines("ann: !open halflings mode=duel cooldown=0 stake_seconds=600", "ben: !join", "ann: !start")
    ref = (await evening.table()).ref
    assert evening.house.shares.has(ref) != other.house.shares.has(ref)
    yield both if evening.house.shares.has(ref) else (other, evening)
    await other.end()
    await store.close()


async def staked(two: tuple[Evening, Evening]) -> int:
    """Let Ann stake at the process that does not look after the table; return when Ben's time is up."""
    keeper, late = two
    await late.lines("ann: !stake 10")
    wake_at = (await late.table()).wake_at
    assert wake_at is not None
    assert late.house.scheduler.next_at() == wake_at
    await until(lambda: keeper.house.scheduler.next_at() == wake_at + GRACE)
    return wake_at


async def version(house: Evening) -> int:
    return await house.store.version((await house.table()).ref)


async def times_up(house: Evening) -> int:
    return len(await house.deeds(TimedOut))


async def test_what_is_due_is_done_by_the_process_that_set_it(two: tuple[Evening, Evening]) -> None:
    """It has the table at hand; the other hears that it was done."""
    keeper, late = two
    wake_at = await staked(two)
    keeper.clock.move((wake_at - keeper.clock.now()) / 1000)
    before = await version(late)
    assert await keeper.house.scheduler.fire_due() == 0
    assert await late.house.scheduler.fire_due() == 1
    assert await version(keeper) == before + 1
    await until(lambda: keeper.house.scheduler.next_at() != wake_at + GRACE)


async def test_what_another_misses_is_done_a_little_later_by_the_process_in_whose_share_it_is(
    two: tuple[Evening, Evening],
) -> None:
    keeper, _ = two
    keeper.clock.move((await staked(two) - keeper.clock.now() + GRACE) / 1000)
    before = await version(keeper)
    assert await keeper.house.scheduler.fire_due() == 1
    assert await version(keeper) == before + 1


async def test_late_news_of_an_earlier_step_change_no_deadline_that_was_set_since(two: tuple[Evening, Evening]) -> None:
    _, late = two
    wake_at, ref = await staked(two), (await late.table()).ref
    earlier = TableNews(ref, await version(late) - 1, None, frozenset())
    for hook in late.house.hooks.elsewhere:
        hook(earlier)
    assert late.house.scheduler.next_at() == wake_at


async def test_a_sweep_leaves_what_another_set_to_it_for_a_while(two: tuple[Evening, Evening]) -> None:
    """News may be lost."""
    keeper, _ = two
    wake_at = await staked(two)
    keeper.clock.move((wake_at - keeper.clock.now()) / 1000)
    await keeper.house.scheduler.sweep()  # the first one waits for nobody
    keeper.house.scheduler._set.clear()
    await keeper.house.scheduler.sweep()
    assert keeper.house.scheduler.next_at() == wake_at + GRACE


async def test_what_another_is_delivering_is_left_to_it_for_a_while(two: tuple[Evening, Evening]) -> None:
    keeper, late = two
    ref, version = (await late.table()).ref, await late.store.version((await late.table()).ref)
    stored = await late.store.load(ref)
    assert stored is not None
    await late.store.commit(Commit(ref, version, stored.document))
    assert ref not in await keeper.house.scheduler.sweep()
    keeper.clock.move(GRACE / 1000)
    assert ref in await keeper.house.scheduler.sweep()


async def test_a_process_that_froze_is_replaced_and_harms_nobody_when_it_wakes(two: tuple[Evening, Evening]) -> None:
    late, frozen = two
    await staked(two)
    frozen.clock.move(20.1)
    await late.house.shares.beat()
    assert late.house.shares.is_alone
    assert (await late.table()).ref not in await late.house.scheduler.sweep()
    await late.settle()
    assert await times_up(late) == 1
    assert not frozen.house.shares.is_alone, "it does not know yet that it was gone"
    await frozen.sweep()
    await frozen.settle()
    assert await times_up(late) == 1
    for one in (frozen, late):
        await one.house.shares.beat()
    assert frozen.house.shares.live == late.house.shares.live
    assert len(late.house.shares.live) == 2


async def test_after_the_store_was_away_nobody_believes_to_be_alone_before_the_others_could_speak(
    two: tuple[Evening, Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1."""
    keeper, late = two
    before = keeper.house.shares.partitions, late.house.shares.partitions
    monkeypatch.setattr(shares, "BEAT", 60.0)
    for one in two:
        assert one.house.shares._beat_at is not None
        one.house.shares._beat_at -= 5  # for so long neither could speak
    keeper.clock.move(20)
    await late.house.shares.beat()
    assert not late.house.shares.is_alone
    await keeper.house.shares.beat()
    assert (keeper.house.shares.partitions, late.house.shares.partitions) == before
    keeper.clock.move(20)
    late.house.shares._spares_until = 0.0  # their time is up, and the keeper said nothing
    await late.house.shares.beat()
    assert late.house.shares.is_alone


async def test_who_leaves_is_replaced_at_once(two: tuple[Evening, Evening]) -> None:
    keeper, late = two
    await late.house.shares.start()
    await keeper.house.shares.start()
    await keeper.house.shares.stop()
    await until(lambda: late.house.shares.partitions == ALL)


async def test_an_error_at_a_change_ends_no_signs_of_life(two: tuple[Evening, Evening]) -> None:
    keeper, late = two
    keeper.house.shares.when_changed.append(lambda: 1 // 0)
    await keeper.house.shares.start()
    await late.house.shares.start()
    await late.house.shares.stop()
    await until(lambda: len(keeper.house.shares.live) == 1)
    await late.house.shares.start()
    await until(lambda: len(keeper.house.shares.live) == len(two))


async def test_who_starts_again_looks_after_all_that_its_killed_self_left(
    two: tuple[Evening, Evening], server: EmbeddedServer, clock: HandClock
) -> None:
    """Its own share comes first with the second sweep: then the killed one no longer counts as living."""
    keeper, late = two
    ref = (await keeper.table()).ref
    store = await Store.connect(server.url, clock=clock, timeout=60)
    again = Evening(store, clock, venue=late.venue, place=late.place, tag=late.tag)
    await again.house.shares.beat()
    again.house.shares.partitions = late.house.shares.partitions
    clock.move((await staked(two) - clock.now()) / 1000)
    await again.house.scheduler.sweep()
    assert await again.house.scheduler.fire_due() == 1
    again.house.scheduler._set.clear()
    await again.house.scheduler.sweep()
    assert ref not in again.house.scheduler._set
    await again.end()
    await store.close()


async def test_what_the_operator_says_is_said_by_the_process_in_whose_share_a_table_is(
    two: tuple[Evening, Evening],
) -> None:
    keeper, other = two
    await other.table()
    assert [len(one.house.repository.known()) for one in two] == [1, 1], "both know the table"
    for one in two:
        orders = one.house.part(Orders)
        orders._say("Back in five minutes.")
        await orders.stop()
    session = await keeper.house.repository.get((await keeper.table()).ref, fresh=True)
    _, batches = await keeper.house.repository.last_told(session, 40)
    assert sum("operator-says" in str(batch) for batch in batches) == 1
