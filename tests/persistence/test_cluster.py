"""Test the store on a real Redis Cluster: three primaries with a replica each, slots that move, a primary that dies."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

import pytest
from redis.crc import key_slot
from several_servers import RunningCluster, until

from persistence import Commit, Committed, Record, Seen, Store, StoreTrouble, TableNews, TableRef, Transfer, inspected
from persistence.cluster import Cluster
from persistence.commits import Heard
from persistence.form import FORM
from persistence.keys import ALL_NEWS, venue_keys
from persistence.routing import Router

PATIENCE = 60.0
StartOther = Callable[..., Awaitable[Any]]
VENUES = [f"discord:{number}" for number in range(12)]
"""In slots of all three primaries."""


@pytest.fixture
async def store(cluster: RunningCluster) -> AsyncIterator[Store]:
    await cluster.empty()
    connected = await Store.connect(cluster.url, timeout=20.0)
    yield connected
    await connected.close()


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what nodes answered in place of doing something."""
    counts, again = Counter[str](), Router._again

    async def counted(self: Router, trouble: StoreTrouble, *rest: Any, **more: Any) -> Any:
        counts[type(trouble.__cause__).__name__] += 1
        return await again(self, trouble, *rest, **more)

    monkeypatch.setattr(Router, "_again", counted)
    return counts


def slot_of(venue: str) -> int:
    return int(key_slot(venue_keys(venue).seen.encode()))


def paid(ref: TableRef, version: int, **more: Any) -> Commit:
    """Return a step that pays five suckers for a message."""
    won = Transfer("bank", "purse:web:a", 5, "won")
    return Commit(ref, version, b"d", seen=(f"m{version}",), transfers=(won,), **more)


async def test_each_command_is_done_by_the_node_of_its_key(store: Store, cluster: RunningCluster) -> None:
    await store.claim_form()
    for venue in VENUES:
        ref, heard = TableRef(venue, "K7Q"), Heard(venue, "m")
        record = Record("r1", b"{}", "l", people=("web:a", venue), kept=10**9)
        seated = (f"web:{venue}", "web:b")
        step = paid(ref, 0, seated=seated, called=(("web:b", "Bea"),), places=(venue,), records=(record,), wake_at=5)
        assert isinstance(await store.commit(step), Committed)
        assert await store.seats_of(f"web:{venue}") == [ref]
        assert await store.claim_code(f"K{venue}", ref)
        assert await store.find_code(f"K{venue}") == ref
        assert await store.bind(heard, VENUES[0])
        await store.put_note("wish", venue, b"tea", by=heard)
        assert await store.replace_note("wish", venue, b"tea", b"cake", heard)
        await store.exchange_notes(heard, ("wish", venue), "wish", f"{venue}+", b"milk")
        assert (await store.note("wish", venue), await store.note("wish", f"{venue}+")) == (None, b"milk")
        assert await store.taken(heard)
        assert await store.take_room(venue, 60_000, 1) == 0
        await store.show(ref, {"place": b"x"}, delivered=None)
        await store.copy_games(venue, f"{venue}+home")
        assert await store.records(f"{venue}+home", person="web:a") == ["r1"]
    assert len(await store.due(10)) == len(await store.undelivered()) == len(VENUES)
    assert await store.seats_of("web:b") == [TableRef(venue, "K7Q") for venue in VENUES]
    assert set(await store.venues_of("web:a")) >= set(VENUES)
    assert len([table async for table in store.all_tables()]) == len(VENUES)
    assert sum(one.keys for one in await store.weights() if one.kind == "table:session") == len(VENUES)
    await store.forget_index("web:b")
    assert await store.seats_of("web:b") == []
    assert await store.here("one", "web") == {"one": "web"}
    assert await store.rewrite_file()
    for node in await cluster.primaries():
        assert await node.command("DBSIZE")


async def test_where_the_index_can_not_be_written_the_step_is_not_taken(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index of seats is in another slot. It may name a table too many, never one too few."""
    ref, answers = TableRef(VENUES[0], "K7Q"), Cluster.answers

    async def lost(self: Cluster, commands: Sequence[Sequence[Any]], *, changes: bool) -> list[Any]:
        if "seats" in str(commands[0][1]):
            return [StoreTrouble("unreachable", "The node is away.", passes=True)] * len(commands)
        return await answers(self, commands, changes=changes)

    with monkeypatch.context() as broken:
        broken.setattr(Cluster, "answers", lost)
        with pytest.raises(StoreTrouble, match="The node is away") as raised:
            await store.commit(paid(ref, 0, seated=("web:a",)))
    assert not raised.value.pending
    assert await store.version(ref) == 0
    assert isinstance(await store.commit(paid(ref, 0, seated=("web:a",))), Committed)


async def test_a_slot_that_moves_in_mid_game_delays_and_loses_nothing(
    store: Store, cluster: RunningCluster, answered: Counter[str]
) -> None:
    ref = TableRef(VENUES[1], "K7Q")
    slot = slot_of(ref.venue)
    assert isinstance(await store.commit(paid(ref, 0)), Committed)
    source, target = await cluster.begin_move(slot)
    steps = asyncio.create_task(_played(store, ref, 1, 4))
    await until(lambda: _holds(answered["TryAgainError"] > 1))
    assert await store.version(ref) == 1
    await cluster.move_keys(slot, source, target)
    assert await store.version(ref) == 1, "asked at the node to which it moves"
    assert answered["AskError"]
    assert not steps.done()
    await cluster.end_move(slot, target)
    await steps
    assert await store.version(ref) == 4
    assert await store.balance(ref.venue, "purse:web:a") == 20


async def test_a_slot_that_keeps_moving_is_told_as_not_taken(cluster: RunningCluster) -> None:
    impatient = await Store.connect(cluster.url, timeout=20.0)
    impatient.pipe._timeout = 1.5
    ref = TableRef(VENUES[2], "K7Q")
    slot = slot_of(ref.venue)
    source, target = await cluster.begin_move(slot)
    with pytest.raises(StoreTrouble, match="is moving keys to another node") as raised:
        await impatient.commit(paid(ref, 0))
    assert (raised.value.kind, raised.value.pending) == ("busy", False)
    with pytest.raises(StoreTrouble, match=r"Slots moved in .* Try again"):
        assert [part async for part in impatient.snapshot()]
    await cluster.move_keys(slot, source, target)
    await cluster.end_move(slot, target)
    await impatient.close()


async def test_slots_that_moved_are_learnt_once_for_all_calls(
    store: Store, cluster: RunningCluster, answered: Counter[str]
) -> None:
    ref = TableRef(VENUES[3], "K7Q")
    slot = slot_of(ref.venue)
    await store.commit(paid(ref, 0))
    source, target = await cluster.begin_move(slot)
    await cluster.move_keys(slot, source, target)
    await cluster.end_move(slot, target)
    assert set(await asyncio.gather(*(store.version(ref) for _ in range(100)))) == {1}
    assert answered["MovedError"] <= 100
    before = answered.total()
    assert set(await asyncio.gather(*(store.version(ref) for _ in range(100)))) == {1}
    assert answered.total() == before


async def test_a_primary_that_dies_takes_nothing_acknowledged_with_it(store: Store, cluster: RunningCluster) -> None:
    """Its replica takes over; as long as that one has none itself nothing is taken there."""
    refs = [TableRef(venue, "K7Q") for venue in VENUES]
    dies = await cluster.owner(slot_of(VENUES[0]))
    stops = asyncio.Event()
    playing = [asyncio.create_task(_played(store, ref, 0, 10**6, stops)) for ref in refs]
    await until(lambda: _all_beyond(store, dict.fromkeys(refs, 5)))
    dies.kill()
    await until(lambda: _took_over(cluster, slot_of(VENUES[0]), dies.port))
    await cluster.whole()
    versions = {ref: await store.version(ref) for ref in refs}
    await until(lambda: _all_beyond(store, {ref: 5 + before for ref, before in versions.items()}))
    stops.set()
    for ref, steps in zip(refs, await asyncio.gather(*playing), strict=True):
        assert (await store.version(ref), await store.balance(ref.venue, "purse:web:a")) == (steps, 5 * steps), ref
    await until(lambda: _looks_well(store))


async def test_news_come_from_all_primaries_and_follow_their_slots(store: Store, cluster: RunningCluster) -> None:
    other, heard = await Store.connect(cluster.url, timeout=PATIENCE), asyncio.Queue[TableNews]()
    begun = asyncio.Queue[None]()
    other.news.hear_tables(heard.put_nowait)
    other.news.when_missed(lambda: begun.put_nowait(None))
    other.news.start()
    await asyncio.wait_for(begun.get(), PATIENCE)
    for venue in VENUES:
        await store.commit(paid(TableRef(venue, "K7Q"), 0))
    told = [await asyncio.wait_for(heard.get(), PATIENCE) for _ in VENUES]
    assert sorted(one.ref.venue for one in told) == sorted(VENUES)
    assert {key_slot(channel.encode()) for channel in ALL_NEWS} >= set(map(slot_of, VENUES))
    slot = slot_of(VENUES[4])
    source, target = await cluster.begin_move(slot)
    await cluster.move_keys(slot, source, target)
    await cluster.end_move(slot, target)
    await asyncio.wait_for(begun.get(), PATIENCE)
    await store.commit(paid(TableRef(VENUES[4], "K7Q"), 1))
    assert (await asyncio.wait_for(heard.get(), PATIENCE)).version == 2
    await other.close()


async def test_a_backup_of_a_cluster_is_whole_and_comes_back(store: Store, cluster: RunningCluster) -> None:
    await store.claim_form()
    for venue in VENUES:
        await store.commit(paid(TableRef(venue, "K7Q"), 0, seated=("web:a",), wake_at=9))
    parts = [one async for page in store.snapshot() for one in page]
    with pytest.raises(StoreTrouble, match="is not empty"):
        await store.restore(parts)
    await cluster.empty()
    assert await store.restore(parts) == len({one.name for one in parts})
    again = [one async for page in store.snapshot() for one in page]
    assert sorted((one.name, one.items) for one in again) == sorted((one.name, one.items) for one in parts)
    assert len(await store.seats_of("web:a")) == len(await store.due(10)) == len(VENUES)
    assert await store.pipe.read("GET", "pl:form") == str(FORM).encode()


async def test_each_primary_is_looked_at(store: Store, cluster: RunningCluster) -> None:
    last = (await cluster.primaries())[-1]
    assert {(facts.replicas, facts.is_primary) for facts in await inspected(cluster.url)} == {(1, True)}
    await until(lambda: _looks_well(store))
    store.pipe._timeout = 4.0
    await last.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    with pytest.raises(StoreTrouble, match=f"{last.port} throws keys away"):
        await store.look()
    await last.command("CONFIG", "SET", "maxmemory-policy", "noeviction")
    replica = int((await last.info())["slave0"].split("port=")[1].split(",")[0])
    (await cluster.node_at(replica)).kill()
    await until(lambda: _tells(store, f"{last.port} has lost its replicas: it has 0 of 1"))
    refused = [venue for venue in VENUES if await cluster.owner(slot_of(venue)) is last]
    with pytest.raises(StoreTrouble, match="has lost its replicas") as raised:
        await store.commit(paid(TableRef(refused[0], "K7Q"), 0))
    assert not raised.value.pending


async def test_one_node_in_place_of_the_cluster_is_refused_with_the_url_that_works(cluster: RunningCluster) -> None:
    for node in (await cluster.primaries())[1:]:
        with pytest.raises(StoreTrouble, match=r"Write redis\+cluster:// in place of redis://"):
            await Store.connect(f"redis://127.0.0.1:{node.port}")


async def test_a_server_that_is_no_node_is_refused_with_the_url_that_works(start_other: StartOther) -> None:
    other = await start_other(tcp=True)
    with pytest.raises(StoreTrouble, match=r"no node of a Cluster. Write redis:// in place of redis\+cluster://"):
        await Store.connect(f"redis+cluster://127.0.0.1:{other.port}")


async def _played(store: Store, ref: TableRef, first: int, last: int, stops: asyncio.Event | None = None) -> int:
    """Play steps one after another, saying each again until it is known to be taken; return how many are."""
    for version in range(first, last):
        if stops is not None and stops.is_set():
            return version
        while True:
            try:
                outcome = await store.commit(paid(ref, version))
            except StoreTrouble:
                continue
            assert isinstance(outcome, Committed | Seen), outcome
            break
    return last


async def _holds(fact: object) -> bool:
    return bool(fact)


async def _all_beyond(store: Store, counts: Mapping[TableRef, int]) -> bool:
    now = [await store.version(ref) for ref in counts]
    return all(version > count for version, count in zip(now, counts.values(), strict=True))


async def _took_over(cluster: RunningCluster, slot: int, dead: int) -> bool:
    return (await cluster.owner(slot)).port != dead


async def _looks_well(store: Store) -> bool:
    return await store.look() == ()


async def _tells(store: Store, words: str) -> bool:
    try:
        return words in " ".join(await store.look())
    except StoreTrouble as trouble:
        return words in str(trouble)
