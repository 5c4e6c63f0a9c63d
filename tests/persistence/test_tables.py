"""Test typed lines, the clock that commits set, places, and marks of what is due or to be delivered."""

import msgspec
import pytest

from persistence import Commit, Committed, EmbeddedServer, HandClock, Stale, Store, TableRef
from persistence.keys import member, partition, table_keys, venue_keys
from persistence.tables import TYPED_MOST, StepLines

DAY = 24 * 3600 * 1000


async def test_lines_that_led_to_nothing_are_kept_for_forty_days_the_last_ones(store: Store, ref: TableRef) -> None:
    await store.pipe.write("RPUSH", table_keys(ref).typed, *[b"old"] * TYPED_MOST)
    await store.note_typed(ref, b"first")
    await store.note_typed(ref, b"second")
    found = await store.typed(ref)
    assert found == [*[b"old"] * (TYPED_MOST - 2), b"first", b"second"]
    assert 39 * DAY < await store.pipe.read("PTTL", table_keys(ref).typed) <= 40 * DAY


async def test_the_log_is_read_back_no_further_than_so_many_typed_lines(store: Store, ref: TableRef) -> None:
    for version in range(2):
        await store.commit(
            Commit(ref, version, b"", log=(b"x",) * 500, log_start=500 * version, typed=(b"%d" % version,))
        )
    assert await store.typed(ref, 0) == []
    assert await store.typed(ref, 1) == [b"1"]
    assert await store.typed(ref, 2) == await store.typed(ref) == [b"0", b"1"]


async def test_a_log_whose_beginning_is_missing_is_read_from_where_it_is_told(store: Store, ref: TableRef) -> None:
    """An empty line that belongs to no step is ignored, and reading comes to an end."""
    await store.pipe.write("RPUSH", table_keys(ref).log, b"", b"", msgspec.msgpack.encode(StepLines((b"one",))))
    assert await store.log(ref, 0) == [b"one"]
    assert await store.log(ref, 5) == []


async def test_only_steps_that_were_stored_set_the_clock_that_goes_by_the_server(
    server: EmbeddedServer, store: Store, ref: TableRef, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand = await Store.connect(server.url, timeout=60.0, clock=HandClock(10**12))
    heard = list[int]()
    for one in (store, by_hand):
        monkeypatch.setattr(one._server_clock, "heard", lambda at, _: heard.append(at))
    answer = await store.commit(Commit(ref, 0, b""))
    assert isinstance(answer, Committed)
    assert isinstance(await store.commit(Commit(ref, 0, b"")), Stale)
    assert isinstance(await by_hand.commit(Commit(ref, 1, b"")), Committed)
    await by_hand.close()
    assert heard == [answer.at]


async def test_a_member_that_names_no_table_holds_up_no_other(store: Store, ref: TableRef) -> None:
    """F23."""
    await store.commit(Commit(ref, 0, b"", wake_at=5))
    keys = table_keys(ref)
    for key in (keys.due, keys.deliver):
        await store.pipe.write("ZADD", key, 1, "no table")
    due, waiting = await store.due(9), await store.undelivered()
    for key in (keys.due, keys.deliver):
        await store.pipe.write("ZREM", key, "no table")
    assert (ref, 5) in due
    assert ref in waiting
    assert (ref, 5) not in await store.due(4)


async def test_marks_come_lowest_first_over_all_venues(store: Store, venue: str) -> None:
    venues = [f"{venue}-{number}" for number in range(4)]
    assert len({partition(one) for one in venues}) > 1
    for number, one in enumerate(venues):
        await store.commit(Commit(TableRef(one, "t"), 0, b"", wake_at=100 - number, deliver=False))
    found = [(ref.venue, at) for ref, at in await store.due(100) if ref.venue in venues]
    assert found == [(one, 100 - number) for number, one in reversed(list(enumerate(venues)))]
    assert not {ref.venue for ref in await store.undelivered()} & set(venues)


async def test_nothing_to_note_and_no_mark_to_clear_asks_nothing(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b""))
    await store.show(ref, {})
    assert ref in await store.undelivered()
    assert await store.pipe.read("EXISTS", table_keys(ref).shown) == 0
    assert await store.pipe.read("ZSCORE", table_keys(ref).deliver, member(ref)) is not None
    assert await store.tables_at(ref.venue, "nowhere") == []
    assert await store.pipe.read("EXISTS", venue_keys(ref.venue).places) == 0
