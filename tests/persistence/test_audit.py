"""Test that what staff did is stored with its step: all of it or nothing (threats T8, F28)."""

import pytest

from persistence import Commit, Committed, Seen, Short, Stale, Store, StoreTrouble, TableRef, Transfer
from persistence.archive import AUDIT_MOST
from persistence.keys import venue_keys

FIRST, SECOND = b'{"did":"pause"}', b"any \x00 bytes\r\n"


async def test_an_entry_is_stored_with_its_step_newest_first(store: Store, ref: TableRef) -> None:
    assert await store.audit(ref.venue) == []
    assert isinstance(await store.commit(Commit(ref, 0, b"", audit=(FIRST, SECOND))), Committed)
    assert isinstance(await store.commit(Commit(ref, 1, b"", audit=(b"third",))), Committed)
    assert await store.audit(ref.venue) == [b"third", SECOND, FIRST]
    assert await store.audit(ref.venue, 2) == [b"third", SECOND]


async def test_a_step_that_is_not_stored_leaves_no_entry(store: Store, ref: TableRef) -> None:
    """The step is stale, repeated, or can't be paid."""
    assert isinstance(await store.commit(Commit(ref, 0, b"", seen=("m1",), audit=(FIRST,))), Committed)
    assert await store.commit(Commit(ref, 0, b"late", audit=(b"no",))) == Stale(1)
    assert await store.commit(Commit(ref, 1, b"again", seen=("m1",), audit=(b"no",))) == Seen(("m1",))
    unpaid = (Transfer("purse:web:a", "bank", 5, "settle"),)
    assert isinstance(await store.commit(Commit(ref, 1, b"poor", transfers=unpaid, audit=(b"no",))), Short)
    assert await store.audit(ref.venue) == [FIRST]


async def test_a_step_that_cannot_write_its_entry_is_not_stored(store: Store, ref: TableRef) -> None:
    """A key of a wrong type stops the script before anything is written."""
    await store.pipe.write("SET", venue_keys(ref.venue).audit, "no list")
    with pytest.raises(StoreTrouble):
        await store.commit(Commit(ref, 0, b"", audit=(FIRST,)))
    assert await store.load(ref) is None
    with pytest.raises(StoreTrouble):
        await store.commit(Commit(ref, 0, b""))


async def test_the_last_ten_thousand_are_kept(store: Store, ref: TableRef) -> None:
    key = venue_keys(ref.venue).audit
    await store.pipe.write("RPUSH", key, *(b"%d" % number for number in range(AUDIT_MOST)))
    await store.commit(Commit(ref, 0, b"", audit=(b"x", b"y")))
    assert await store.pipe.read("LLEN", key) == AUDIT_MOST
    assert await store.pipe.read("LINDEX", key, 0) == b"2"
    await store.note_audit(ref.venue, b"z")
    assert await store.pipe.read("LLEN", key) == AUDIT_MOST
    assert await store.audit(ref.venue, 3) == [b"z", b"y", b"x"]


async def test_each_venue_has_its_own(store: Store, venue: str) -> None:
    await store.note_audit(venue, FIRST)
    await store.note_audit(f"{venue}-other", SECOND)
    assert (await store.audit(venue), await store.audit(f"{venue}-other")) == ([FIRST], [SECOND])
