"""Test small notes and indices: who claims, replaces or takes one, and how long each is kept."""

import pytest

from persistence import Heard, Store, TableRef
from persistence.keys import mirrors_key, note_key, seats_key, venues_key

MINUTE = 60 * 1000
DAY = 24 * 60 * MINUTE
KIND = "kind"


@pytest.fixture
def heard(venue: str) -> Heard:
    return Heard(venue, "m1")


async def test_seats_and_mirrors_come_in_the_order_in_which_they_came(store: Store, venue: str) -> None:
    """The first time counts: one that is noted again keeps its place."""
    refs = [TableRef(venue, name) for name in ("c", "a", "b")]
    for number, ref in enumerate(refs):
        await store.note_seat(venue, ref)
        await store.note_mirror(venue, ref)
        for key in (seats_key(venue), mirrors_key(venue)):
            await store.pipe.write("ZADD", key, "XX", number, (await store.pipe.read("ZRANGE", key, -1, -1))[0])
    await store.note_seat(venue, refs[0])
    await store.note_mirror(venue, refs[0])
    assert await store.seats_of(venue) == refs
    assert await store.shown_at([("another", venue)]) == [refs]
    assert 39 * DAY < await store.pipe.read("PTTL", mirrors_key(venue)) <= 40 * DAY
    await store.forget_mirror(venue, refs[1])
    assert await store.shown_at([("another", venue)]) == [[refs[0], refs[2]]]
    assert await store.seats_of(venue) == refs


async def test_venues_with_suckers_are_known_for_two_days(store: Store, venue: str) -> None:
    assert await store.purse_venues(venue) == []
    for name in ("x:2", "x:1", "x:2"):
        await store.note_purse_venue(venue, name)
    assert await store.purse_venues(venue) == ["x:1", "x:2"]
    assert DAY < await store.pipe.read("PTTL", venues_key(venue)) <= 2 * DAY


async def test_a_claim_may_be_for_good(store: Store, venue: str) -> None:
    assert await store.claim_note(KIND, venue, b"ann", None)
    assert not await store.claim_note(KIND, venue, b"ben", 60)
    assert await store.pipe.read("TTL", note_key(KIND, venue)) == -1
    assert await store.note(KIND, venue) == b"ann"


async def test_a_note_is_replaced_where_it_still_is_the_one_that_was_read(
    store: Store, venue: str, heard: Heard
) -> None:
    assert not await store.replace_note(KIND, venue, b"ann", b"ben", heard)
    assert (await store.note(KIND, venue), await store.taken(heard)) == (None, False)
    assert await store.replace_note(KIND, venue, None, b"ann")
    assert not await store.taken(heard), "no message wanted it"
    assert not await store.replace_note(KIND, venue, None, b"ben", heard)
    assert (await store.note(KIND, venue), await store.taken(heard)) == (b"ann", False)
    assert await store.replace_note(KIND, venue, b"ann", b"ben", heard)
    assert (await store.note(KIND, venue), await store.taken(heard)) == (b"ben", True)
    assert await store.replace_note(KIND, venue, b"ann", b"ben"), "a repeat is as good as done"


async def test_a_note_goes_with_the_message_that_wants_it(store: Store, venue: str, heard: Heard) -> None:
    for name in ("a", "b"):
        await store.put_note(KIND, f"{venue} {name}", b"x")
    await store.drop_note(KIND, f"{venue} a")
    assert not await store.taken(heard)
    await store.drop_note(KIND, f"{venue} b", by=heard)
    assert await store.taken(heard)
    assert [await store.note(KIND, f"{venue} {name}") for name in ("a", "b")] == [None, None]


async def test_one_note_is_exchanged_for_another_with_the_message_that_wants_it(
    store: Store, venue: str, heard: Heard
) -> None:
    await store.put_note(KIND, venue, b"old")
    await store.exchange_notes(heard, (KIND, venue), "other", venue, b"new")
    assert (await store.note(KIND, venue), await store.note("other", venue)) == (None, b"new")
    assert await store.taken(heard)


async def test_room_is_taken_until_there_is_none_and_then_told_when(store: Store, venue: str) -> None:
    assert [await store.take_room(venue, 10**9, 2) for _ in range(2)] == [0, 0]
    assert 0 < await store.take_room(venue, 10**9, 2) <= 10**9
    assert await store.take_room(f"{venue}-other", 10**9, 2) == 0
