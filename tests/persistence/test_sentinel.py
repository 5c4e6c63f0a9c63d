"""Test the store on a real primary with two replicas under three real Sentinels."""

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from free_ports import free_port
from several_servers import SERVICE, Watched, until

from persistence import Commit, Committed, Seen, Store, StoreTrouble, TableNews, TableRef, Transfer, inspected, pipe

PATIENCE = 60.0
StartOther = Callable[..., Awaitable[Any]]
REF = TableRef("discord:1", "K7Q")


@pytest.fixture
async def store(trio: Watched) -> AsyncIterator[Store]:
    await (await trio.primary()).command("FLUSHALL")
    connected = await Store.connect(trio.url, timeout=20.0)
    yield connected
    await connected.close()


def paid(version: int, ref: TableRef = REF) -> Commit:
    won = Transfer("bank", "purse:web:a", 5, "won")
    return Commit(ref, version, b"d", seen=(f"{ref.table}{version}",), transfers=(won,))


async def played(store: Store, stops: asyncio.Event, ref: TableRef = REF) -> int:
    """Play steps one after another, saying each again until it is known to be taken; return how many are."""
    version = 0
    while not stops.is_set():
        try:
            outcome = await store.commit(paid(version, ref))
        except StoreTrouble:
            continue
        assert isinstance(outcome, Committed | Seen), outcome
        version += 1
    return version


async def beyond(store: Store, count: int) -> bool:
    return await store.version(REF) > count


async def test_sentinels_that_know_no_such_service_are_told_in_a_sentence(trio: Watched) -> None:
    with pytest.raises(StoreTrouble, match="No Sentinel names a running primary: other of the Sentinels") as raised:
        await Store.connect(trio.url.replace(SERVICE, "other"), timeout=0.5)
    assert "the name after `sentinel monitor`" in str(raised.value)
    with pytest.raises(StoreTrouble, match="No Sentinel names a running primary"):
        await Store.connect(f"redis+sentinel://127.0.0.1:{free_port()}/{SERVICE}", timeout=0.5)


async def test_one_sentinel_of_three_is_enough_to_find_it(trio: Watched) -> None:
    dead = ",".join(f"127.0.0.1:{free_port()}" for _ in range(2))
    store = await Store.connect(f"redis+sentinel://{dead},127.0.0.1:{trio.sentinels[2].port}/{SERVICE}")
    assert await store.balance("v", "bank") is None
    await store.close()
    [facts] = await inspected(trio.url)
    assert (facts.replicas, facts.is_primary) == (2, True)


async def test_a_primary_that_was_made_a_replica_is_left_for_the_new_one(store: Store, trio: Watched) -> None:
    """As by an operator, who promotes another: what READONLY refuses goes to the new one."""
    before = await trio.primary()
    await store.commit(paid(0))
    other, heard = await Store.connect(trio.url, timeout=PATIENCE), asyncio.Queue[TableNews]()
    begun = asyncio.Queue[None]()
    other.news.hear_tables(heard.put_nowait)
    other.news.when_missed(lambda: begun.put_nowait(None))
    other.news.start()
    await asyncio.wait_for(begun.get(), PATIENCE)
    await trio.sentinels[0].command("SENTINEL", "FAILOVER", SERVICE)
    await until(lambda: differs(trio, before.port))
    await asyncio.wait_for(begun.get(), PATIENCE)
    await until(lambda: took(store, 1))
    told = await asyncio.wait_for(heard.get(), PATIENCE)
    assert (told.ref, told.version) == (REF, 2)
    await other.close()


async def test_after_a_failover_it_goes_on_with_all_that_was_acknowledged(store: Store, trio: Watched) -> None:
    stops, before = asyncio.Event(), await trio.primary()
    playing = asyncio.create_task(played(store, stops))
    await until(lambda: beyond(store, 10))
    before.kill()
    await until(lambda: differs(trio, before.port))
    count = await store.version(REF)
    await until(lambda: beyond(store, count + 10))
    await trio.whole()
    stops.set()
    steps = await playing
    assert (await store.version(REF), await store.balance(REF.venue, "purse:web:a")) == (steps, 5 * steps)
    await until(lambda: looks_well(store))


@pytest.mark.soak
@pytest.mark.timeout(1800)
async def test_primaries_that_die_as_soon_as_all_follow_lose_nothing_that_was_acknowledged(
    store: Store, trio: Watched
) -> None:
    """F5: whoever came back last may be the next one, and how far it was is known to Sentinels seconds later."""
    refs, stops, chance = [TableRef(f"discord:{n}", "K7Q") for n in range(30)], asyncio.Event(), random.Random(5)  # noqa: S311 - whom to kill
    playing = [asyncio.create_task(played(store, stops, ref)) for ref in refs]
    for _ in range(20):
        await trio.fail_over(chance)
    stops.set()
    steps = await asyncio.gather(*playing)
    assert [await store.version(ref) for ref in refs] == steps
    assert [await store.balance(ref.venue, "purse:web:a") for ref in refs] == [5 * count for count in steps]


async def test_one_replica_of_two_that_is_lost_is_told_and_stops_nothing(store: Store, trio: Watched) -> None:
    primary = await trio.primary()
    next(node for node in trio.nodes if node is not primary).kill()
    await until(lambda: tells(store, "has lost a replica: it has 1 of 2. Start it again."))
    assert isinstance(await store.commit(paid(0)), Committed)


async def test_what_one_replica_of_two_lacks_is_not_called_done_until_it_hangs(
    store: Store, trio: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F5: Sentinels may make either of them the primary. It came back after the store had counted one."""
    primary = await trio.primary()
    back = next(node for node in trio.nodes if node is not primary)
    back.kill()
    await until(lambda: tells(store, "has lost a replica: it has 1 of 2. Start it again."))
    assert isinstance(await store.commit(paid(0)), Committed)
    await trio.whole()
    back.process.send_signal(signal.SIGSTOP)
    try:
        with monkeypatch.context() as patient:
            patient.setattr(pipe, "HANGS_AFTER", 1_000)
            patient.setattr(pipe, "WAITS_AT_MOST", 0.05)
            for version in (1, 2):
                with pytest.raises(StoreTrouble, match="not all replicas have it yet") as raised:
                    await store.commit(paid(version))
                assert (raised.value.kind, raised.value.pending) == ("unconfirmed", True)
        assert isinstance(await store.commit(paid(3)), Committed), "one that hangs makes nobody wait"
    finally:
        back.process.send_signal(signal.SIGCONT)


async def test_replicas_that_were_lost_are_missed_by_who_starts_meanwhile(store: Store, trio: Watched) -> None:
    """F31: nothing is taken without a word that a failover could lose."""
    await store.claim_form()
    await until(lambda: looks_well(store))
    primary = await trio.primary()
    for node in trio.nodes:
        if node is not primary:
            node.kill()
    await until(lambda: refuses(store))
    late = await Store.connect(trio.url, timeout=5.0)
    await late.claim_form()
    for call in (late.commit(paid(0)), late.look()):
        with pytest.raises(StoreTrouble, match="has lost its replicas: it has 0 of 2"):
            await call
    await trio.whole()
    await until(lambda: took(late, 0))
    await late.close()


async def test_a_primary_with_replicas_that_may_evict_is_sent_nothing_until_it_may_not(
    store: Store, trio: Watched
) -> None:
    primary = await trio.primary()
    await primary.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    store.pipe._timeout = 1.0  # it is tried again for as long, and refused each time
    for call in (store.look, partial(store.commit, paid(0))):
        with pytest.raises(StoreTrouble, match="throws keys away when its memory is full"):
            await call()
    await primary.command("CONFIG", "SET", "maxmemory-policy", "noeviction")
    await until(lambda: looks_well(store))
    await until(lambda: took(store, 0))


async def refuses(store: Store) -> bool:
    """Tell whether nothing is taken for want of replicas; another trouble, as of a slow machine, does not count."""
    try:
        await store.look()
    except StoreTrouble as trouble:
        return "has lost its replicas: it has 0 of 2" in str(trouble)
    return False


async def test_a_primary_that_hangs_is_left_within_the_time_of_a_call(trio: Watched) -> None:
    hasty = await Store.connect(trio.url, timeout=20.0)
    for one in (hasty.pipe, *hasty.pipe.primaries):
        one._timeout = 0.5
    await (await trio.primary()).command("FLUSHALL")
    hangs = await trio.primary()
    hangs.process.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(StoreTrouble) as raised:
            await hasty.commit(paid(0))
        assert (raised.value.kind, raised.value.pending) == ("timeout", True), "it may have been done"
        await until(lambda: took(hasty, 0))
    finally:
        hangs.process.send_signal(signal.SIGCONT)
    await hasty.close()


async def differs(trio: Watched, port: int) -> bool:
    return (await trio.primary()).port != port


async def looks_well(store: Store) -> bool:
    return await store.look() == ()


async def tells(store: Store, words: str) -> bool:
    return words in " ".join(await store.look())


async def took(store: Store, version: int) -> bool:
    """Say a step again until it is known to be taken."""
    return isinstance(await store.commit(paid(version)), Committed | Seen)
