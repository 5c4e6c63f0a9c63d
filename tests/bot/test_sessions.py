"""Test the cache of sessions: when it is behind, and how little of a log is read."""

from collections.abc import Callable

import pytest
from one_change import DUEL, table

from bot.engine import sessions
from bot.engine.sessions import SessionCache
from bot.table.codec import encode
from bot.table.document import Session
from bot.table.log import Batch, Position
from persistence import Commit, Committed, Store, Stored, TableRef

TABLE = table("ann", given=DUEL)
PUBLIC, PRIVATE = Batch(1), Batch(2, position=Position(1, public=False))


@pytest.fixture
def cache(store: Store) -> SessionCache:
    return SessionCache(store)


async def commit(store: Store, version: int, told: str = "") -> tuple[Session, list[Batch]]:
    """Store the table with this log, `!` for a batch for everybody and `.` for another, after so many versions."""
    session = TABLE.changed(log_length=len(told))
    batches = [PUBLIC if one == "!" else PRIVATE for one in told]
    step = Commit(session.ref, version, encode(session), log=tuple(map(encode, batches)), places=session.places)
    assert isinstance(await store.commit(step), Committed)
    return session, batches


@pytest.fixture
def read(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of the lines from which on a log is read."""
    starts: list[int] = []
    log: Callable[..., object] = store.log
    monkeypatch.setattr(store, "log", lambda ref, start, stop: (starts.append(start), log(ref, start, stop))[1])
    return starts


async def test_a_session_is_behind_once_after_another_process_changed_it(cache: SessionCache, store: Store) -> None:
    await commit(store, 0)
    assert not await cache.is_behind(TABLE.ref), "it was not read yet"
    await cache.load(TABLE.ref, fresh=False)
    assert not await cache.is_behind(TABLE.ref)
    await commit(store, 1)
    assert await cache.is_behind(TABLE.ref)
    assert not await cache.is_behind(TABLE.ref), "it will be read anew"


async def test_a_table_that_stands_where_it_stood_is_asked_for_once(
    cache: SessionCache, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await commit(store, 0)
    await cache.load(TABLE.ref, fresh=False)
    cache.forget(TABLE.ref)
    monkeypatch.setattr(store, "version", None)
    assert (await cache.load(TABLE.ref, fresh=False)).version == 1
    assert TABLE.ref not in cache.went_back


async def test_a_log_is_read_only_where_it_is_not_at_hand(cache: SessionCache, store: Store, read: list[int]) -> None:
    session, batches = await commit(store, 0, "!.!.")
    assert await cache.batches(session, 1) == batches[1:]
    assert read == [1], "the session itself is not cached"
    cache.keep(session, 1, batches[2:])
    assert await cache.batches(session, 2) == batches[2:]
    assert read == [1]
    assert await cache.batches(session, 1) == batches[1:]
    assert read == [1, 1]


@pytest.mark.parametrize(
    ("told", "count", "first", "starts"),
    [
        ("!" * 20, 2, 18, [18]),
        (".!!.", 1, 2, [3, 0]),
        ("." * 10, 1, 0, [9, 6, 0]),
        (".........!........!.", 1, 16, [19, 16]),
        ("!" + "." * 19, 1, 4, [19, 16, 4]),
    ],
)
async def test_of_a_log_no_more_is_read_than_tells_everybody_enough(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    read: list[int],
    told: str,
    count: int,
    first: int,
    starts: list[int],
) -> None:
    """Nor more than the most, which is 16 here."""
    monkeypatch.setattr(sessions, "MOST_READ", 16)
    session, batches = await commit(store, 0, told)
    assert await SessionCache(store).last_told(session, count) == (first, batches[first:])
    assert read == starts


async def test_a_step_of_another_process_that_is_told_while_the_table_is_read_counts(
    cache: SessionCache, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = await commit(store, 0)
    load = store.load

    async def slowly(ref: TableRef) -> Stored | None:
        found = await load(ref)
        await commit(store, 1)
        cache.heard(ref, 2)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(store, "load", slowly)
        assert (await cache.load(session.ref, fresh=False)).version == 1
    assert (await cache.load(session.ref, fresh=False)).version == 2
