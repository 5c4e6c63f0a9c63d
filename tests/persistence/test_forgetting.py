"""Test that everything kept about one person is found and removed, whatever else is beside it (threats T24)."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from meanwhile import before_next

from persistence import Commit, Entry, Record, Seals, Store, TableRef, Transfer, wire
from persistence.archive import FORGOTTEN
from persistence.forgetting import SET_ASIDE, StoredTable, mentions
from persistence.keys import note_key, seats_key, table_keys, venue_keys, venues_key

MANY = 1_203
"""More than two pages of anything, and not a multiple of a page."""
KEYS = {number: bytes([number]) * 32 for number in (1, 2, 3, 4)}


@pytest.fixture
def ann(venue: str) -> str:
    """Return a person that no other test knows."""
    return f"web:ann-{venue.partition(':')[2]}"


def marked(line: bytes) -> bytes:
    return line + b"!"


@pytest.mark.parametrize(
    ("content", "there"),
    [
        (b"web:ann", True),
        (b"web:anna web:ann", True),
        (b"web:ann-2 and web:ann_3", False),
        (b"web:ann:2026", True),
        (b"web:ann7", False),
        (b'{"who":"web:ann"}', True),
        (b"web:ann.", True),
        (b"web:an", False),
        (b"", False),
        (b"web+ann", False),
        ("web:annö".encode(), True),
    ],
)
def test_an_id_is_found_wherever_it_stands_and_in_no_longer_one(content: bytes, there: bool) -> None:
    assert mentions(content, "web:ann") == there


def test_no_sign_of_an_id_fits_another() -> None:
    assert not mentions(b"webxann", "web.ann")
    assert mentions(b"web.ann*", "web.ann*")


# Where somebody is known


async def test_venues_are_found_by_a_purse_or_a_game_and_by_nobody_elses(store: Store, venue: str, ann: str) -> None:
    played, other = f"{venue} played: here", f"{venue}-other"
    await store.transfer(venue, (Transfer("bank", f"purse:{ann}", 1, "reward"),))
    record = Record("r", b"", b"{}", (ann,))
    await store.commit(Commit(TableRef(played, "K7Q"), 0, b"", records=(record,)))
    await store.transfer(other, (Transfer("bank", f"purse:{ann}2", 1, "reward"),))
    assert await store.venues_of(ann) == sorted([venue, played])
    found = set(await store.all_venues_with("ledger"))
    assert {venue, other} <= found
    assert played not in found
    assert played in await store.all_venues_with("games")


async def test_a_name_with_signs_of_patterns_finds_itself_alone(store: Store, venue: str, ann: str) -> None:
    for person in (f"{ann}*", f"{ann}x"):
        await store.transfer(f"{venue} of {person}", (Transfer("bank", f"purse:{person}", 1, "reward"),))
    assert await store.venues_of(f"{ann}*") == [f"{venue} of {ann}*"]


async def test_notes_are_found_by_their_name_and_by_what_they_say(store: Store, venue: str, ann: str) -> None:
    await store.put_note("own limit", f"{ann}", b"7")
    await store.put_note("marks", venue, b'{"who":"' + ann.encode() + b'"}')
    await store.put_note("pings", f"{ann}2", b"on")
    await store.put_note("pings", f"of {ann}", b"on")
    found = await store.notes_of(ann)
    assert found == [("marks", venue, b'{"who":"' + ann.encode() + b'"}'), ("own limit", ann, b"7")]
    assert store.note_named(note_key("own limit", ann)) == ann


async def test_a_note_that_goes_while_notes_are_read_is_none(
    store: Store, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.put_note("pings", ann, b"on")
    before_next(monkeypatch, store, "read_all", lambda: store.drop_note("pings", ann))
    assert await store.notes_of(ann) == []


async def test_a_walk_over_many_keys_finds_each(store: Store, venue: str) -> None:
    names = [note_key("walked", f"{venue} {number}") for number in range(MANY)]
    await store.pipe.write("MSET", *(word for name in names for word in (name, "x")))
    pages = [page async for page in store.keys_like("pl:note:walked:*")]
    assert {name for page in pages for name in page} >= set(names)
    assert all(pages)
    await store.pipe.write("DEL", *names)


@pytest.fixture(params=[None, Seals(KEYS)], ids=["as they are", "sealed"])
def seals(request: pytest.FixtureRequest, store: Store) -> Seals | None:
    found: Seals | None = request.param
    store.seals = found
    return found


async def here(store: Store, venue: str, person: str) -> list[tuple[TableRef, bool]]:
    """Return the tables of one venue that mention somebody; other tests leave tables of their own."""
    found = [(store.ref_of(base), closed) for base, closed in await store.tables_with(person)]
    return [(ref, closed) for ref, closed in found if ref.venue == venue]


PLACES: dict[str, Callable[[bytes], dict[str, object]]] = {
    "document": lambda said: {"document": said},
    "first line": lambda said: {"log": (said, b"b", b"c")},
    "last line": lambda said: {"log": (b"a", b"b", said)},
    "typed with a line": lambda said: {"log": (b"a",), "typed": (said,)},
    "typed first": lambda said: {"typed": (said, b"b", b"c")},
    "typed last": lambda said: {"typed": (b"a", b"b", said)},
}


@pytest.mark.usefixtures("seals")
async def test_a_table_is_found_wherever_it_speaks_of_somebody(store: Store, venue: str, ann: str) -> None:
    """In a page of many, the content beside one table is not taken for another's."""
    for name, place in PLACES.items():
        await store.commit(Commit(TableRef(venue, name), 0, **{"document": b"{}"} | place(f"<{ann}>".encode())))  # type: ignore[arg-type]
    for audience, shown in {f"person:{ann}": b"", "place:a": ann.encode()}.items():
        ref = TableRef(venue, f"shown {audience}"[:12])
        await store.commit(Commit(ref, 0, b"{}", log=(b"a",), typed=(b"b",)))
        await store.show(ref, {audience: shown, "place:b": b"x"})
    for number in range(12):
        await store.commit(Commit(TableRef(venue, f"other {number}"), 0, f"{ann}2".encode()))
    expected = {*PLACES, f"shown person:{ann}"[:12], "shown place:a"[:12]}
    assert {ref.table for ref, _ in await here(store, venue, ann)} == expected


async def test_lines_of_several_steps_are_each_looked_into(store: Store, venue: str, ann: str) -> None:
    """Each is sealed for its own number, including the first and the last."""
    store.seals = Seals(KEYS)
    for number in range(3):
        ref = TableRef(venue, str(number))
        for version in range(3):
            line = ann.encode() if version == number else b"nobody"
            await store.commit(Commit(ref, version, b"{}", log=(line, b"more"), log_start=2 * version))
    assert {ref.table for ref, _ in await here(store, venue, ann)} == {"0", "1", "2"}


async def test_what_can_not_be_opened_hides_nothing_beside_it(store: Store, venue: str, ann: str) -> None:
    """F23: a broken line, or one whose key is gone, says nothing, but the next line does."""
    ref, store.seals = TableRef(venue, "K7Q"), Seals(KEYS)
    await store.commit(Commit(ref, 0, b"{}", log=(b"a",)))
    await store.commit(Commit(ref, 1, b"{}", log=(ann.encode(),), log_start=1))
    keys = table_keys(ref)
    await store.pipe.write("LSET", keys.log, 0, await store.pipe.read("LINDEX", keys.log, 1))
    await store.pipe.write("HSET", keys.session, "d", Seals({9: KEYS[1]}).seal(ref, b"document", b"2", b"{}"))
    assert await here(store, venue, ann) == [(ref, False)]


async def test_of_each_table_is_told_whether_it_is_over(store: Store, venue: str, ann: str) -> None:
    opened, closed, aside = (TableRef(venue, name) for name in ("opened", "shut", "aside"))
    for ref in (opened, closed, aside):
        await store.commit(Commit(ref, 0, ann.encode(), closed=ref == closed))
    await store.quarantine(aside)
    assert set(await here(store, venue, ann)) == {(opened, False), (closed, True), (aside, True)}
    for ref, is_open in ((opened, True), (closed, False), (aside, False), (TableRef(venue, "none"), False)):
        assert await store.table_is_open(store.base_of(ref)) == is_open


async def test_tables_are_told_as_they_are_stored(store: Store, venue: str) -> None:
    one, over, aside = (TableRef(venue, name) for name in ("one: 1", "over", "aside"))
    await store.commit(Commit(one, 0, b"first", game=3))
    await store.commit(Commit(over, 0, b"second", game=4, closed=True))
    await store.commit(Commit(aside, 0, b"third"))
    await store.quarantine(aside)
    found = {table.ref: table async for table in store.all_tables() if table.ref.venue == venue}
    base = store.base_of(one)
    assert found == {
        one: StoredTable(one, base, 1, b"first", closed=False, game=3),
        over: StoredTable(over, store.base_of(over), 1, b"second", closed=True, game=0),
    }
    assert store.ref_of(base) == one
    set_aside = [table async for table in store.all_tables(SET_ASIDE) if table.ref.venue == venue]
    assert [(table.ref, table.document) for table in set_aside] == [(aside, b"third")]


async def test_a_table_that_goes_while_tables_are_read_is_none(
    store: Store, ref: TableRef, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.commit(Commit(ref, 0, b"{}"))
    for one in [table async for table in store.all_tables() if table.ref != ref]:
        await store.drop_table(one.base)
    before_next(monkeypatch, store, "read_all", lambda: store.drop_table(store.base_of(ref)))
    assert [table async for table in store.all_tables()] == []


async def test_all_keys_that_a_table_needs_are_named(store: Store, ref: TableRef) -> None:
    """The document, the first line, the last line and what was shown may each be sealed with another key."""
    for version, number in enumerate((1, 9, 9, 2)):
        store.seals = Seals({number: bytes(32)})
        await store.commit(Commit(ref, version, b"", log=(b"line",), log_start=version))
    store.seals = Seals({3: bytes(32)})
    await store.show(ref, {"place:a": b"x"})
    store.seals = Seals({4: bytes(32)})
    await store.commit(Commit(ref, 4, b""))
    await store.pipe.write("HSET", table_keys(ref).shown, "place:b", "as it is")
    (table,) = [one async for one in store.all_tables() if one.ref == ref]
    assert await store.keys_needed(table) == {1, 2, 3, 4, 9}


# Taking it away


async def test_a_purse_becomes_somebody_elses_in_all_its_entries(store: Store, venue: str, ann: str) -> None:
    """There are more than two pages of entries; their notes are reworded, those of others are not."""
    purse, somebody = f"purse:{ann}", "purse:gone:1"
    for start in range(0, MANY, 401):
        paid = tuple(Transfer("bank", purse, 1, "reward", note=f"{ann} {n}") for n in range(start, start + 401))
        await store.transfer(venue, paid[: MANY - start])
    await store.transfer(venue, (Transfer("bank", "purse:web:ben", 1, "reward", note=ann),))
    await store.transfer(venue, (Transfer(purse, "bank", MANY, "forgotten"),))
    await store.forget_purse(venue, ann, "gone:1", lambda note: note.replace(ann, "somebody"))
    assert await store.ledger(venue, purse) == []
    found = await store.ledger(venue, somebody, MANY + 1)
    assert len(found) == MANY + 1
    assert {(one.source, one.target) for one in found} == {("bank", somebody), (somebody, "bank")}
    assert {one.note for one in found} == {"", *(f"somebody {number}" for number in range(MANY))}
    assert [one.note for one in await store.ledger(venue, "purse:web:ben")] == [ann]
    assert set(await store.accounts(venue)) == {"bank", "purse:web:ben"}
    assert await store.venues_of(ann) == []


async def test_a_purse_that_is_not_empty_stays_with_its_suckers(store: Store, venue: str, ann: str) -> None:
    """No sucker is lost: the accounts of a venue sum to 0."""
    await store.transfer(venue, (Transfer("bank", f"purse:{ann}", 5, "reward"),))
    await store.forget_purse(venue, ann, "gone:1", str)
    assert sum((await store.accounts(venue)).values()) == 0


async def test_a_forgetting_that_was_cut_short_is_done_again(store: Store, venue: str, ann: str) -> None:
    """Entries folded meanwhile are empty; those that already have the other name are reworded again."""
    purse = f"purse:{ann}"
    await store.transfer(venue, tuple(Transfer("bank", purse, 1, "reward", note=ann) for _ in range(3)))
    await store.transfer(venue, (Transfer(purse, "bank", 3, "forgotten"),))
    await store.pipe.write("LSET", venue_keys(venue).ledger, 1, "")
    await store.pipe.write("RENAME", venue_keys(venue).entries(purse), venue_keys(venue).entries("purse:gone:1"))
    for _ in range(2):
        await store.forget_purse(venue, ann, "gone:1", lambda note: note.replace(ann, "somebody"))
    found = await store.ledger(venue, "purse:gone:1")
    assert [(one.source, one.target, one.note) for one in found] == [
        ("purse:gone:1", "bank", ""),
        ("bank", "purse:gone:1", "somebody"),
        ("bank", "purse:gone:1", "somebody"),
    ]


async def test_folded_sums_of_a_purse_become_somebody_elses_and_no_others(store: Store, venue: str, ann: str) -> None:
    purse, keys = f"purse:{ann}", venue_keys(venue)
    own = wire.sum_field(Entry(0, "bank", purse, 3, "reward"))
    paid = wire.sum_field(Entry(0, purse, "purse:web:ben", 2, "gift"))
    others = wire.sum_field(Entry(0, "bank", f"{purse}2", 9, "reward"))
    await store.pipe.write("HSET", keys.folded, own, 3, paid, 2, others, 9)
    for _ in range(2):
        await store.forget_purse(venue, ann, "gone:1", str)
    assert await store.folded(venue) == {
        ("1970-01", "bank", "purse:gone:1", "reward"): 3,
        ("1970-01", "purse:gone:1", "purse:web:ben", "gift"): 2,
        ("1970-01", "bank", f"{purse}2", "reward"): 9,
    }


async def test_what_a_bank_gave_once_is_told_and_forgotten(store: Store, venue: str, ann: str) -> None:
    others = [f"gift:{number}" for number in range(MANY)] + [f"welcome:{ann}2"]
    mine = [f"refill:{ann}:100", f"welcome:{ann}"]
    await store.spend(venue, [*others, *mine])
    assert await store.once_of(venue, ann) == mine
    keys = venue_keys(venue)
    await store.pipe.write("HSET", keys.once_first, f"welcome:{ann}", 7, "gift:1", 8)
    await store.forget_purse(venue, ann, "gone:1", str)
    assert await store.once_of(venue, ann) == []
    assert {one.decode() for one in await store.pipe.read("SMEMBERS", keys.once)} == set(others)
    assert await store.pipe.read("HGETALL", keys.once_first) == [b"gift:1", b"8"]


@pytest.mark.parametrize("name", ["ledger", "audit"])
async def test_every_line_of_a_list_is_reworded_and_each_once(store: Store, venue: str, name: str) -> None:
    key = f"{venue_keys(venue).base}:{name}"
    lines = [b"line %d" % number if number % 7 else b"" for number in range(MANY)]
    await store.pipe.write("RPUSH", key, b"first", *lines)
    reword = store.reword_ledger if name == "ledger" else store.rewrite_audit
    await reword(venue, lambda line: line if line.endswith(b"5") else line + b"!")
    expected = [line + b"!" if line and not line.endswith(b"5") else line for line in (b"first", *lines)]
    assert await store.pipe.read("LRANGE", key, 0, -1) == expected


async def test_a_line_that_others_changed_meanwhile_is_left_alone(
    store: Store, venue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.note_audit(venue, b"first")
    await store.note_audit(venue, b"second")
    key = venue_keys(venue).audit
    before_next(monkeypatch, store, "run", lambda: store.pipe.write("LSET", key, 0, "other"))
    await store.rewrite_audit(venue, marked)
    assert await store.audit(venue) == [b"second!", b"other"]


async def test_the_indices_named_after_somebody_go(store: Store, ref: TableRef, ann: str) -> None:
    await store.note_seat(ann, ref)
    await store.note_purse_venue(ann, ref.venue)
    await store.note_seat(f"{ann}2", ref)
    await store.forget_index(ann)
    assert await store.pipe.read("EXISTS", seats_key(ann), venues_key(ann)) == 0
    assert await store.seats_of(f"{ann}2") == [ref]


async def test_notes_of_a_kind_are_reworded_and_no_others(
    store: Store, venue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was deleted meanwhile, and an empty one, are left alone; so is how long each is kept."""
    kind = f"kind {venue}"
    for name in ("a", "b", "c", "d"):
        await store.put_note(kind, name, b"" if name == "d" else name.encode(), 60)
    await store.put_note(f"{kind}2", "a", b"a")
    before_next(monkeypatch, store, "read_all", lambda: store.drop_note(kind, "b"))
    await store.reword_notes(kind, lambda found: marked(found) if found != b"c" else found)
    assert [await store.note(kind, name) for name in "abcd"] == [b"a!", None, b"c", b""]
    assert await store.note(f"{kind}2", "a") == b"a"
    assert await store.pipe.read("TTL", note_key(kind, "a")) > 0


async def test_a_note_that_is_changed_while_its_kind_is_reworded_is_reworded_too(
    store: Store, venue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the name of somebody who was forgotten would stay in it."""
    kind = f"kind {venue}"
    await store.put_note(kind, "a", b"ann")
    before_next(monkeypatch, store, "run", lambda: store.put_note(kind, "a", b"ann, too"))
    await store.reword_notes(kind, lambda found: found.replace(b"ann", b"bob"))
    assert await store.note(kind, "a") == b"bob, too"


async def test_games_of_somebody_show_other_words_and_stand_in_no_list_of_theirs(
    store: Store, ref: TableRef, ann: str
) -> None:
    keys = venue_keys(ref.venue)
    for number, listing in enumerate((b"first", b"", b"as it is", b"last")):
        record = Record(f"r{number}", b"", listing, (ann, "web:ben"))
        await store.commit(Commit(ref, number, b"", records=(record,)))
    await store.pipe.write("HSET", keys.played_as, ann, "5 web:x", "web:y", f"6 {ann}", "web:z", f"7 {ann}2")
    await store.forget_games(ref.venue, ann, lambda found: found if found == b"as it is" else marked(found))
    shown = await store.listings_or_none(ref.venue, ["r0", "r1", "r2", "r3"])
    assert shown == [b"first!", None, b"as it is", b"last!"]
    assert await store.counter(ref.venue, FORGOTTEN) == 2
    assert await store.records(ref.venue, person=ann) == []
    assert len(await store.records(ref.venue, person="web:ben")) == 4
    assert await store.played_as(ref.venue) == {"web:z": (7, f"{ann}2")}


async def test_who_has_no_games_is_forgotten_without_any(store: Store, venue: str, ann: str) -> None:
    await store.forget_games(venue, ann, marked)
    assert await store.games_count(venue, person=ann) == 0


@pytest.mark.parametrize(("meanwhile", "then"), [(b"more of it", b"more of it!"), (None, None)])
async def test_a_game_to_which_more_was_added_meanwhile_shows_other_words_too(
    store: Store,
    ref: TableRef,
    ann: str,
    meanwhile: bytes | None,
    then: bytes | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If it has gone from the lists meanwhile, it does not come back."""
    await store.commit(Commit(ref, 0, b"", records=(Record("r", b"", b"words", (ann,)),)))
    listings = venue_keys(ref.venue).listings
    change = ("HDEL", listings, "r") if meanwhile is None else ("HSET", listings, "r", meanwhile)
    before_next(monkeypatch, store, "run", lambda: store.pipe.write(*change))
    await store.forget_games(ref.venue, ann, marked)
    assert await store.listings_or_none(ref.venue, ["r"]) == [then]


async def test_nothing_is_left_of_a_dropped_table(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"{}", log=(b"line",)))
    await store.note_typed(ref, b"typed")
    await store.show(ref, {"place:a": b"x"})
    await store.drop_table(store.base_of(ref))
    keys = table_keys(ref)
    assert await store.pipe.read("EXISTS", keys.session, keys.log, keys.shown, keys.typed) == 0
    await store.commit(Commit(ref, 0, b"{}"))
    await store.quarantine(ref)
    await store.drop_table(store.base_of(ref))
    assert await store.quarantined(ref) is None


async def test_the_file_of_writes_is_written_anew_where_redis_lets_us(
    start_other: Callable[..., Awaitable[Any]],
) -> None:
    """The file holds what was forgotten until then; some hosts of Redis do not allow the rewrite, and that is told."""
    for options, done in (((), True), (("--rename-command", "BGREWRITEAOF", ""), False)):
        store = await (await start_other("--appendonly", "yes", *options)).store()
        rewritten = await store.rewrite_file()
        times = await store.pipe.read("INFO", "persistence")
        await store.close()
        assert rewritten == done
        assert done == (b"aof_rewrites:1" in times or b"aof_rewrite_in_progress:1" in times)
