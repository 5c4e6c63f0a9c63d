"""Test finished games and actions of staff: read in parts, in order, shown with other words, and copied."""

from typing import Any

import pytest

from persistence import ADDED, Commit, Record, Store, TableRef
from persistence.archive import AUDIT_PAGE, FORGOTTEN, ArchiveState
from persistence.keys import venue_keys

ANN, BEN = "web:ann", "web:ben"


async def play(store: Store, venue: str, *names: str, people: tuple[str, ...] = (ANN,), kept: int = 10**9) -> None:
    """Store finished games, one after another."""
    for number, name in enumerate(names):
        record = Record(name, f"record {name}".encode() * 9, f"shown {name}".encode(), people, kept)
        await store.commit(Commit(TableRef(venue, f"{names[0]}-{number}"), 0, b"", records=(record,)))


async def test_an_empty_archive_says_so(store: Store, venue: str) -> None:
    assert await store.record(venue, "none") is None
    assert await store.records_named(venue, ["none"]) == [None]
    assert await store.records_named(venue, []) == []
    assert await store.records(venue) == []
    assert await store.listings(venue, []) == []
    assert await store.listings_or_none(venue, []) == []
    assert await store.archive_state(venue) == ArchiveState(0, 0, 0, "")
    assert await store.played_as(venue) == {}
    assert [page async for page in store.audit_pages(venue)] == []


async def test_records_and_listings_come_in_the_order_in_which_they_are_named(store: Store, venue: str) -> None:
    await play(store, venue, "r1", "r2")
    assert await store.record(venue, "r2") == b"record r2" * 9
    assert await store.records_named(venue, ["r2", "none", "r1"]) == [b"record r2" * 9, None, b"record r1" * 9]
    assert await store.listings_or_none(venue, ["r2", "none", "r1"]) == [b"shown r2", None, b"shown r1"]
    assert await store.listings(venue, ["r2", "none", "r1"]) == [b"shown r2", b"shown r1"]


async def test_games_are_named_a_part_at_a_time_of_all_or_of_one_person(store: Store, venue: str) -> None:
    await play(store, venue, "r1", "r2", "r3", "r4", "r5")
    await play(store, venue, "r6", "r7", people=(BEN,))
    every = ["r7", "r6", "r5", "r4", "r3", "r2", "r1"]
    for first in range(8):
        for count in range(1, 9):
            assert await store.records(venue, count, first=first) == every[first : first + count]
    assert await store.records(venue, 2, person=ANN, first=1) == ["r4", "r3"]
    assert await store.records(venue, person=BEN) == ["r7", "r6"]
    counts = [await store.games_count(venue, person=person) for person in ("", ANN, BEN, "web:cid")]
    assert counts == [7, 5, 2, 0]


async def test_whether_lists_are_as_they_were_is_told_by_four_things(store: Store, venue: str) -> None:
    await play(store, venue, "r1", "r2")
    assert await store.archive_state(venue) == ArchiveState(2, 0, 0, "r2")
    assert await store.relist(venue, "r1", b"shown r1", b"less", FORGOTTEN)
    assert await store.archive_state(venue) == ArchiveState(2, 1, 0, "r2")
    for before, after in ((b"shown r2", b"more"), (b"more", b"most")):
        assert await store.relist(venue, "r2", before, after, ADDED)
    assert await store.archive_state(venue) == ArchiveState(2, 1, 2, "r2")
    assert not await store.relist(venue, "r2", b"more", b"late", ADDED)
    assert await store.listings(venue, ["r1", "r2"]) == [b"less", b"most"]
    assert await store.archive_state(venue) == ArchiveState(2, 1, 2, "r2")


async def test_games_of_a_self_join_those_of_the_person(store: Store, venue: str) -> None:
    """Doing it again does no harm: each game appears once."""
    await play(store, venue, "r1", people=(BEN,))
    await play(store, venue, "r2", "r3")
    for _ in range(2):
        await store.join_played(venue, BEN, ANN, 77)
    assert await store.records(venue, person=ANN) == ["r3", "r2", "r1"]
    assert await store.records(venue, person=BEN) == ["r1"]
    assert await store.played_as(venue) == {BEN: (77, ANN)}


async def test_an_archive_is_copied_whole_and_again_without_harm(store: Store, venue: str) -> None:
    """Records are kept as long as they would have been; what the home knew before stays."""
    home = f"{venue} home*"
    await play(store, venue, "r1", "r2", people=(ANN, "web:odd *name"), kept=500_000)
    await play(store, venue, "r3", people=(BEN,))
    await play(store, home, "r4")
    await store.join_played(venue, BEN, ANN, 77)
    await store.join_played(venue, "web:z", ANN, 78)
    await store.join_played(home, "web:z", "web:y", 5)
    for _ in range(2):
        await store.copy_games(venue, home)
    assert set(await store.records(home)) == {"r1", "r2", "r3", "r4"}
    assert (await store.records(home))[1:] == ["r3", "r2", "r1"]
    assert await store.records_named(home, ["r1", "r3"]) == await store.records_named(venue, ["r1", "r3"])
    assert await store.listings(home, ["r1", "r2", "r3"]) == [b"shown r1", b"shown r2", b"shown r3"]
    assert 0 < await store.pipe.read("PTTL", venue_keys(home).record("r1")) <= 500_000
    assert await store.records(home, person="web:odd *name") == ["r2", "r1"]
    assert set(await store.records(home, person=ANN)) == {"r4", "r3", "r2", "r1"}
    assert await store.records(home, person=BEN) == ["r3"]
    assert await store.played_as(home) == {BEN: (77, ANN), "web:z": (5, "web:y")}


async def test_a_game_whose_record_is_kept_no_more_is_copied_without_it(store: Store, venue: str) -> None:
    home = f"{venue} home"
    await play(store, venue, "r1", "r2")
    await store.pipe.write("DEL", venue_keys(venue).record("r1"))
    await store.pipe.write("HDEL", venue_keys(venue).listings, "r2")
    await store.copy_games(venue, home)
    assert await store.records_named(home, ["r1", "r2"]) == [None, b"record r2" * 9]
    assert await store.listings_or_none(home, ["r1", "r2"]) == [b"shown r1", None]


@pytest.mark.parametrize(("content", "left"), [(b"x", -2), (b"x", 0), (None, 5)])
async def test_a_record_that_goes_or_comes_while_it_is_copied_stops_no_copy(
    store: Store, venue: str, content: bytes | None, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read, and its remaining time, by two commands between which it may expire."""
    await play(store, venue, "r1")
    plain = store.pipe.read_all

    async def between(commands: Any) -> Any:
        found = await plain(commands)
        return [content, left, *found[2:]] if commands[0][0] == "GET" else found

    monkeypatch.setattr(store.pipe, "read_all", between)
    await store.copy_games(venue, f"{venue} home")
    monkeypatch.undo()
    assert await store.record(f"{venue} home", "r1") is None
    assert await store.listings(f"{venue} home", ["r1"]) == [b"shown r1"]


async def test_a_list_of_games_that_is_empty_by_now_stops_no_copy(
    store: Store, venue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(store, venue, "r1", people=(ANN, BEN))
    plain = store.pipe.read

    async def without_ann(*command: Any) -> Any:
        return [] if command[:2] == ("ZRANGE", venue_keys(venue).played(ANN)) else await plain(*command)

    monkeypatch.setattr(store.pipe, "read", without_ann)
    await store.copy_games(venue, f"{venue} home")
    assert await store.records(f"{venue} home", person=BEN) == ["r1"]


@pytest.mark.parametrize("count", [1, AUDIT_PAGE, AUDIT_PAGE + 1, 2 * AUDIT_PAGE + 3])
async def test_all_entries_come_in_pages_the_newest_first_and_each_once(store: Store, venue: str, count: int) -> None:
    lines = [b"%d" % number for number in range(count)]
    await store.pipe.write("RPUSH", venue_keys(venue).audit, *lines)
    pages = [page async for page in store.audit_pages(venue)]
    assert [line for page in pages for line in page] == lines[::-1]
    assert len(pages) == -(-count // AUDIT_PAGE)
    assert await store.audit(venue) == lines[::-1][:50]
    for most in (1, 7, count + 1):
        assert await store.audit(venue, most) == lines[::-1][:most]


async def test_an_entry_may_be_counted_with_it(store: Store, venue: str) -> None:
    await store.note_audit(venue, b"first")
    assert await store.pipe.read("EXISTS", venue_keys(venue).counters) == 0
    for _ in range(2):
        await store.note_audit(venue, b"counted", "settings")
    assert await store.counter(venue, "settings") == 2
    assert await store.audit(venue) == [b"counted", b"counted", b"first"]


async def test_an_entry_of_one_key_is_noted_once(store: Store, venue: str) -> None:
    for entry in (b"first", b"repeat"):
        await store.note_audit_once(venue, entry, "audit:m1")
    await store.note_audit_once(venue, b"second", "audit:m2")
    assert await store.audit(venue) == [b"second", b"first"]
