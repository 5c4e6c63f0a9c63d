import asyncio

import pytest

from persistence import Commit, Store, StoreTrouble, TableRef
from persistence.keys import code_key, note_key, seats_key, table_keys

MINUTE = 60 * 1000
DAY = 24 * 60 * MINUTE


async def test_a_code_is_claimed_once(store: Store, ref: TableRef, venue: str) -> None:
    code = f"K-{venue}"
    assert await store.find_code(code) is None
    assert await store.claim_code(code, ref)
    assert await store.claim_code(code, ref)
    assert not await store.claim_code(code, TableRef(venue, "other"))
    assert await store.find_code(code) == ref
    assert 9 * MINUTE < await store.pipe.read("PTTL", code_key(code)) <= 10 * MINUTE


async def test_a_kept_code_lasts_forty_days_from_the_last_call(store: Store, ref: TableRef, venue: str) -> None:
    code = f"K-{venue}"
    await store.claim_code(code, ref)
    await store.keep_code(code, ref)
    assert 39 * DAY < await store.pipe.read("PTTL", code_key(code)) <= 40 * DAY
    assert await store.claim_code(code, ref)
    assert await store.pipe.read("PTTL", code_key(code)) > 39 * DAY


async def test_a_code_of_another_table_is_not_taken_away(store: Store, ref: TableRef, venue: str) -> None:
    code = f"K-{venue}"
    await store.keep_code(code, ref)
    await store.keep_code(code, TableRef(venue, "other"))
    assert await store.find_code(code) == ref


async def test_a_dropped_code_is_free(store: Store, ref: TableRef, venue: str) -> None:
    code = f"K-{venue}"
    await store.claim_code(code, ref)
    await store.drop_code(code)
    assert await store.find_code(code) is None
    assert await store.claim_code(code, TableRef(venue, "other"))


async def test_a_person_sits_at_several_tables_of_several_venues(store: Store, venue: str) -> None:
    person = f"web:{venue}"
    one, two = TableRef(venue, "one:1"), TableRef(f"{venue} 2", "two")
    assert await store.seats_of(person) == []
    for ref in (one, two, one):
        await store.note_seat(person, ref)
    assert set(await store.seats_of(person)) == {one, two}
    await store.forget_seat(person, one)
    assert await store.seats_of(person) == [two]
    assert await store.pipe.read("PTTL", seats_key(person)) > 39 * DAY


async def test_a_note_is_kept_for_good_or_for_some_seconds(store: Store, venue: str) -> None:
    assert await store.note("cookie", venue) is None
    await store.put_note("cookie", venue, b"\x00guest")
    assert await store.note("cookie", venue) == b"\x00guest"
    assert await store.pipe.read("PTTL", note_key("cookie", venue)) == -1
    await store.put_note("cookie", venue, b"short", seconds=60)
    assert 30_000 < await store.pipe.read("PTTL", note_key("cookie", venue)) <= 60_000
    assert await store.note("language", venue) is None
    await store.drop_note("cookie", venue)
    assert await store.note("cookie", venue) is None


async def test_of_two_who_take_or_claim_a_note_one_gets_it(store: Store, venue: str) -> None:
    assert await store.claim_note("code", venue, b"ann", seconds=60)
    assert not await store.claim_note("code", venue, b"ben", seconds=60)
    assert 30_000 < await store.pipe.read("PTTL", note_key("code", venue)) <= 60_000
    taken = await asyncio.gather(store.take_note("code", venue), store.take_note("code", venue))
    assert set(taken) == {b"ann", None}
    assert await store.claim_note("code", venue, b"ben", seconds=60)


async def test_each_audience_has_what_it_was_last_shown(store: Store, ref: TableRef) -> None:
    assert await store.shown(ref) == {}
    await store.commit(Commit(ref, 0, b""))
    await store.show(ref, {"place:discord:1": b"card 1", "seat:2": b"\xff"})
    await store.show(ref, {"place:discord:1": b"card 2"})
    await store.show(ref, {})
    assert await store.shown(ref) == {"place:discord:1": b"card 2", "seat:2": b"\xff"}
    assert await store.pipe.read("PTTL", table_keys(ref).shown) > 29 * DAY


async def test_what_was_shown_is_noted_and_the_mark_cleared_in_one_step_also_by_a_server_that_forgot_the_script(
    store: Store, ref: TableRef
) -> None:
    await store.commit(Commit(ref, 0, b"{}", deliver=True))
    await store.pipe.write("SCRIPT", "FLUSH")
    await store.show(ref, {"place:a": b"card"}, delivered=2)  # it has moved on since
    assert ref in await store.undelivered()
    await store.show(ref, {"place:a": b"card 2"}, delivered=1)
    assert ref not in await store.undelivered()
    assert await store.shown(ref) == {"place:a": b"card 2"}


async def test_a_mark_is_cleared_where_nobody_was_shown_anything(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"{}", deliver=True))
    await store.show(ref, {}, delivered=1)
    assert (ref in await store.undelivered(), await store.shown(ref)) == (False, {})


async def test_a_note_that_could_not_be_stored_is_told_though_a_mark_was_to_be_cleared_with_it(
    store: Store, ref: TableRef
) -> None:
    await store.commit(Commit(ref, 0, b"{}", deliver=True))
    await store.pipe.write("SET", table_keys(ref).shown, "no hash")
    with pytest.raises(StoreTrouble):
        await store.show(ref, {"place:a": b"card"}, delivered=1)
