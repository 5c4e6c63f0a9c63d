"""Test which messages were taken, wherever they were said; and seats that are found before they are stored."""

import pytest

from persistence import Commit, Committed, Heard, Seen, Stale, Store, TableRef
from persistence.face import DAY
from persistence.keys import bound_key, note_key, seats_key


async def test_a_message_is_taken_with_the_step_that_it_made(store: Store, ref: TableRef) -> None:
    heard, other = Heard(ref.venue, "m1"), Heard(ref.venue, "m2")
    assert not await store.taken(heard)
    assert isinstance(await store.commit(Commit(ref, 0, b"{}", seen=("m1",))), Committed)
    assert (await store.taken(heard), await store.taken(other)) == (True, False)
    assert isinstance(await store.commit(Commit(ref, 5, b"{}", seen=("m2",))), Stale)
    assert not await store.taken(other), "a step that was not stored takes nothing"


async def test_a_message_of_another_venue_is_found_where_it_was_taken(store: Store, ref: TableRef) -> None:
    heard = Heard(f"{ref.venue}-direct", "m1")
    assert await store.bind(heard, ref.venue)
    assert not await store.taken(heard), "it is only about to be"
    await store.commit(Commit(ref, 0, b"{}", seen=("m1",)))
    assert await store.taken(heard)
    assert not await store.taken(Heard("twitch:direct", "m1")), "another platform's"
    assert await store.bind(heard, ref.venue), "the commit itself tells of its repeat"
    assert isinstance(await store.commit(Commit(ref, 1, b"{}", seen=("m1",))), Seen)


async def test_a_message_is_taken_at_one_venue_alone(store: Store, ref: TableRef) -> None:
    heard, other = Heard(f"{ref.venue}-direct", "m1"), TableRef(f"{ref.venue}-b", "K8Q")
    await store.bind(heard, ref.venue)
    await store.commit(Commit(ref, 0, b"{}", seen=("m1",)))
    assert not await store.bind(heard, other.venue)
    assert await store.taken(heard)


async def test_a_message_that_was_refused_at_one_venue_may_be_taken_at_another(store: Store, ref: TableRef) -> None:
    heard, other = Heard(f"{ref.venue}-direct", "m1"), TableRef(f"{ref.venue}-b", "K8Q")
    await store.bind(heard, ref.venue)
    assert await store.bind(heard, other.venue)
    await store.commit(Commit(other, 0, b"{}", seen=("m1",)))
    assert await store.taken(heard)
    assert not await store.bind(heard, ref.venue)


async def test_a_note_is_taken_with_the_message_that_wants_it(store: Store, venue: str) -> None:
    heard = Heard(venue, "m1")
    await store.put_note("wish", venue, b"on", by=heard)
    assert (await store.note("wish", venue), await store.taken(heard)) == (b"on", True)
    await store.put_note("wish", venue, b"off", 60, by=Heard(venue, "m2"))
    assert await store.note("wish", venue) == b"off"
    assert 0 < await store.pipe.read("TTL", note_key("wish", venue)) <= 60
    await store.note_taken(Heard(venue, "m3"))
    assert await store.taken(Heard(venue, "m3"))


async def test_a_server_that_forgot_its_scripts_takes_all_of_it(store: Store, ref: TableRef) -> None:
    """F2: the commands sent before a script are sent only once."""
    await store.pipe.write("SCRIPT", "FLUSH")
    await store.put_note("wish", ref.venue, b"on", by=Heard(ref.venue, "m1"))
    assert await store.taken(Heard(ref.venue, "m1"))
    await store.pipe.write("SCRIPT", "FLUSH")
    assert isinstance(await store.commit(Commit(ref, 0, b"{}", seated=(ref.venue,))), Committed)
    assert await store.seats_of(ref.venue) == [ref]


async def test_a_seat_can_be_found_as_soon_as_it_is_stored(store: Store, ref: TableRef) -> None:
    """F1: if the process is killed right after the commit, the seat was already noted."""
    await store.commit(Commit(ref, 0, b"{}", seated=(f"{ref.venue}-ann", f"{ref.venue}-ben")))
    assert [await store.seats_of(f"{ref.venue}-{name}") for name in ("ann", "ben", "cid")] == [[ref], [ref], []]


async def test_what_travels_before_a_script_decides_nothing(store: Store, ref: TableRef) -> None:
    """An index of a wrong type must not make a stored step look as if it were not stored."""
    await store.pipe.write("SET", seats_key(ref.venue), "no index")
    assert isinstance(await store.commit(Commit(ref, 0, b"{}", seen=("m1",), seated=(ref.venue,))), Committed)
    await store.pipe.write("DEL", seats_key(ref.venue))


async def test_a_binding_that_has_run_out_in_between_binds_nothing(
    store: Store, ref: TableRef, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its two days may end between the attempt and the look at what was there."""
    heard = Heard(f"{ref.venue}-direct", "m1")
    assert await store.bind(heard, f"{ref.venue}-b")
    read = store.pipe.read

    async def read_later(*command: str) -> object:
        await store.pipe.write("DEL", bound_key(heard))
        return await read(*command)

    monkeypatch.setattr(store.pipe, "read", read_later)
    assert await store.bind(heard, ref.venue)


async def test_a_binding_is_kept_for_two_days(store: Store, ref: TableRef) -> None:
    """It lasts as long as the ids where it leads, whether it is new or was renewed (threats F7)."""
    heard = Heard(f"{ref.venue}-direct", "m1")
    for venue in (ref.venue, f"{ref.venue}-b"):
        assert await store.bind(heard, venue)
        assert await store.pipe.read("GET", bound_key(heard)) == venue.encode()
        assert 2 * DAY - 60_000 < await store.pipe.read("PTTL", bound_key(heard)) <= 2 * DAY
