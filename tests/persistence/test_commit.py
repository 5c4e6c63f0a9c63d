import asyncio

import pytest

from persistence import (
    Commit,
    Committed,
    Counter,
    EmbeddedServer,
    HandClock,
    Record,
    Seen,
    Short,
    Stale,
    Store,
    Stored,
    TableRef,
    Transfer,
)
from persistence.keys import table_keys, venue_keys

DAY = 24 * 3600 * 1000


def first(ref: TableRef, document: bytes = b"lobby") -> Commit:
    return Commit(ref, 0, document)


async def test_a_new_table_is_stored_with_version_1(store: Store, ref: TableRef) -> None:
    answer = await store.commit(first(ref))
    assert isinstance(answer, Committed)
    assert answer.version == 1
    assert abs(answer.at - store.clock.now()) < 60_000
    assert await store.load(ref) == Stored(1, b"lobby")
    assert await store.version(ref) == 1


async def test_an_unknown_table_is_none_and_version_0(store: Store, ref: TableRef) -> None:
    assert await store.load(ref) is None
    assert await store.version(ref) == 0
    assert await store.log(ref) == []


async def test_a_document_may_hold_any_bytes(store: Store, ref: TableRef) -> None:
    document = bytes(range(256)) * 4096
    await store.commit(first(ref, document))
    assert await store.load(ref) == Stored(1, document)


async def test_each_commit_adds_to_the_log(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"", log=(b"opened", b"\x00\r\n")))
    await store.commit(Commit(ref, 1, b"", log=(b"sat",)))
    assert await store.log(ref) == [b"opened", b"\x00\r\n", b"sat"]
    assert await store.log(ref, 1, 1) == [b"\x00\r\n"]


@pytest.mark.parametrize("expected", [0, 2, 7])
async def test_another_version_than_the_one_loaded_is_stale(store: Store, ref: TableRef, expected: int) -> None:
    await store.commit(first(ref))
    assert await store.commit(Commit(ref, expected, b"other")) == Stale(1)
    assert await store.load(ref) == Stored(1, b"lobby")


async def test_a_step_of_a_table_that_is_gone_is_stale_at_0(store: Store, ref: TableRef) -> None:
    assert await store.commit(Commit(ref, 3, b"late")) == Stale(0)
    assert await store.load(ref) is None


async def test_of_two_writers_one_wins(server: EmbeddedServer, store: Store, ref: TableRef) -> None:
    """Threats F19: two processes on one table, a hundred rounds."""
    rival = await Store.connect(server.url)
    wins = {b"ours": 0, b"theirs": 0}
    for version in range(100):
        tries = {b"ours": store, b"theirs": rival}
        steps = (each.commit(Commit(ref, version, who, log=(who,))) for who, each in tries.items())
        answers = dict(zip(tries, await asyncio.gather(*steps), strict=True))
        (winner,) = [who for who, answer in answers.items() if isinstance(answer, Committed)]
        (loser,) = [answer for answer in answers.values() if not isinstance(answer, Committed)]
        assert loser == Stale(version + 1)
        assert await rival.load(ref) == Stored(version + 1, winner)
        wins[winner] += 1
    await rival.close()
    assert len(await store.log(ref)) == 100 == sum(wins.values())


async def test_a_message_seen_before_changes_nothing(store: Store, ref: TableRef) -> None:
    """Threats F7: the repeat is recognized although its version is stale by now."""
    step = Commit(ref, 0, b"first", seen=("m1", "m2"), transfers=(Transfer("bank", "purse:web:a", 5, "welcome"),))
    assert isinstance(await store.commit(step), Committed)
    assert await store.commit(step) == Seen(("m1", "m2"))
    assert await store.commit(Commit(ref, 1, b"second", seen=("m1",))) == Seen(("m1",))
    assert await store.load(ref) == Stored(1, b"first")
    assert await store.balance(ref.venue, "purse:web:a") == 5


async def test_of_several_messages_the_seen_ones_are_named(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"", seen=("m2",)))
    assert await store.commit(Commit(ref, 1, b"", seen=("m1", "m2", "m3"))) == Seen(("m2",))
    assert isinstance(await store.commit(Commit(ref, 1, b"", seen=("m1", "m3"))), Committed)


async def test_a_message_that_opened_one_table_opens_no_second(store: Store, venue: str) -> None:
    await store.commit(Commit(TableRef(venue, "one"), 0, b"", seen=("m1",)))
    assert await store.commit(Commit(TableRef(venue, "two"), 0, b"", seen=("m1",))) == Seen(("m1",))
    assert await store.load(TableRef(venue, "two")) is None


async def test_the_same_id_in_another_venue_is_another_message(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"", seen=("m1",)))
    elsewhere = TableRef(ref.venue + "-other", ref.table)
    assert isinstance(await store.commit(Commit(elsewhere, 0, b"", seen=("m1",))), Committed)


async def test_ids_are_forgotten_after_a_day_and_not_before(store: Store, ref: TableRef) -> None:
    pipe, seen = store.pipe, venue_keys(ref.venue).seen
    now = store.clock.now()
    await pipe.write("ZADD", seen, now - DAY - 1000, "old", now - DAY + 60_000, "young")
    await store.commit(Commit(ref, 0, b"", seen=("new",)))
    assert await pipe.read("ZRANGE", seen, 0, -1) == [b"young", b"new"]


async def test_a_counter_moves_from_the_value_that_was_read(store: Store, ref: TableRef) -> None:
    assert await store.counter(ref.venue, "games") == 0
    await store.commit(Commit(ref, 0, b"", counters=(Counter("games", 0, 1),)))
    assert await store.counter(ref.venue, "games") == 1
    late = Commit(ref, 1, b"late", counters=(Counter("fair", 0, 9), Counter("games", 0, 1)))
    assert await store.commit(late) == Stale(1)
    assert await store.counter(ref.venue, "fair") == 0
    assert await store.counter(ref.venue, "games") == 1


async def stored(store: Store) -> set[bytes]:
    """Return every key, except those with which a connecting store tests the server: they expire by themselves."""
    return {key for key in await store.pipe.read("KEYS", "*") if not key.startswith(b"pl:{p000}:check:")}


async def test_a_refused_commit_writes_nothing_at_all(store: Store, ref: TableRef) -> None:
    """Threats, measured lessons: check everything, then write."""
    venue = ref.venue
    await store.transfer(venue, (Transfer("bank", "purse:web:a", 10, "welcome"),))
    before = await stored(store)
    step = Commit(
        ref,
        0,
        b"all of it",
        seen=("m1",),
        log=(b"line",),
        transfers=(
            Transfer("purse:web:a", "stake:K7Q", 6, "buy-in"),
            Transfer("purse:web:a", "stake:K7Q", 5, "buy-in"),
        ),
        counters=(Counter("games", 0, 1),),
        wake_at=5,
        places=("discord:1",),
        records=(Record("game-1", b"record"),),
    )
    assert await store.commit(step) == Short("purse:web:a", 4)
    assert await stored(store) == before
    assert await store.load(ref) is None
    assert await store.log(ref) == []
    assert await store.accounts(venue) == {"bank": -10, "purse:web:a": 10}
    assert len(await store.ledger(venue)) == 1
    assert await store.counter(venue, "games") == 0
    assert ref not in [each for each, _ in await store.due(10)]
    assert ref not in await store.undelivered()
    assert await store.tables_at(venue, "discord:1") == []
    assert await store.records(venue) == []


async def test_a_key_of_a_wrong_type_stops_a_commit_before_it_writes(store: Store, ref: TableRef) -> None:
    keys, venue = table_keys(ref), venue_keys(ref.venue)
    step = Commit(
        ref,
        0,
        b"",
        seen=("m",),
        log=(b"l",),
        transfers=(Transfer("bank", "stake:K7Q", 1, "x", once="o"),),
        counters=(Counter("c", 0, 1),),
        places=("p",),
        records=(Record("r", b"", b"{}", ("web:a",)),),
        closed=False,
    )
    money = (venue.purses, venue.ledger, venue.once, venue.entries("bank"), venue.entries("stake:K7Q"))
    lists = (venue.games, venue.listings, venue.played("web:a"))
    for key in (keys.session, keys.log, venue.seen, venue.places, venue.counters, *lists, *money):
        await store.pipe.write("SETEX", key, 100, "meddled")
        with pytest.raises(Exception, match="WRONGTYPE"):
            await store.commit(step)
        await store.pipe.write("DEL", key)
        assert await store.pipe.read("EXISTS", keys.session, keys.log, venue.seen, *money) == 0, key
    assert isinstance(await store.commit(step), Committed)


async def test_the_next_deadline_replaces_the_last(store: Store, ref: TableRef) -> None:
    async def mine() -> list[int]:
        return [at for each, at in await store.due(2**52) if each == ref]

    await store.commit(Commit(ref, 0, b"", wake_at=1_000))
    assert await mine() == [1_000]
    await store.commit(Commit(ref, 1, b"", wake_at=2_000))
    assert await mine() == [2_000]
    await store.commit(Commit(ref, 2, b""))
    assert await mine() == []


async def test_due_tables_come_from_all_venues_earliest_first(store: Store, venue: str) -> None:
    refs = [TableRef(f"{venue}-{number}", "t") for number in range(40)]
    for number, ref in enumerate(refs):
        await store.commit(Commit(ref, 0, b"", wake_at=5_000 - number))
    due = [(ref, at) for ref, at in await store.due(4_990) if ref.venue.startswith(venue)]
    assert due == [(refs[number], 5_000 - number) for number in range(39, 9, -1)]


async def test_a_table_waits_for_delivery_until_it_is_delivered(store: Store, ref: TableRef) -> None:
    await store.commit(first(ref))
    assert ref in await store.undelivered()
    assert await store.delivered(ref, 1)
    assert ref not in await store.undelivered()


async def test_a_table_that_moved_on_is_not_yet_delivered(store: Store, ref: TableRef) -> None:
    await store.commit(first(ref))
    await store.commit(Commit(ref, 1, b"second"))
    assert not await store.delivered(ref, 1)
    assert ref in await store.undelivered()


async def test_a_silent_commit_marks_nothing_and_clears_nothing(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"", deliver=False))
    assert ref not in await store.undelivered()
    await store.commit(Commit(ref, 1, b""))
    await store.commit(Commit(ref, 2, b"", deliver=False))
    assert ref in await store.undelivered()


async def test_places_list_their_tables_in_order_of_opening(store: Store, venue: str) -> None:
    one, two = TableRef(venue, "one: a b=c%"), TableRef(venue, "two")
    await store.commit(Commit(one, 0, b"", places=("twitch:x y",)))
    await asyncio.sleep(0.01)
    await store.commit(Commit(two, 0, b"", places=("discord:1", "twitch:x y")))
    await store.commit(Commit(one, 1, b"", places=("twitch:x y", "discord:1")))
    assert await store.tables_at(venue, "twitch:x y") == [one.table, two.table]
    assert await store.tables_at(venue, "discord:1") == [one.table, two.table]
    mirrored = TableRef("another venue", "three")
    await store.note_mirror("discord:1", mirrored)
    at_once = await store.shown_at([(venue, "discord:1"), (venue, "nowhere"), (venue, "twitch:x y")])
    assert at_once == [[one, two, mirrored], [], [one, two]]
    assert await store.versions([two, TableRef(venue, "none"), one]) == [1, 0, 2]
    assert await store.versions([]) == await store.shown_at([]) == []


async def test_a_table_leaves_the_places_that_are_no_longer_named(store: Store, venue: str, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"", places=("a", "b", "a")))
    assert await store.tables_at(venue, "a") == [ref.table]
    await store.commit(Commit(ref, 1, b"", places=("b", "c")))
    assert [await store.tables_at(venue, place) for place in "abc"] == [[], [ref.table], [ref.table]]
    await store.commit(Commit(ref, 2, b""))
    assert await store.pipe.read("EXISTS", venue_keys(venue).places) == 0


async def test_a_closed_table_leaves_its_places_and_deadline_and_goes_after_30_days(
    store: Store, ref: TableRef
) -> None:
    await store.commit(Commit(ref, 0, b"", log=(b"l",), wake_at=1, places=("a",)))
    await store.show(ref, {"a": b"card"})
    await store.delivered(ref, 1)
    answer = await store.commit(Commit(ref, 1, b"end", wake_at=9, places=("a",), closed=True))
    assert isinstance(answer, Committed)
    assert await store.load(ref) == Stored(2, b"end")
    assert await store.tables_at(ref.venue, "a") == []
    assert ref not in [each for each, _ in await store.due(10)]
    assert ref in await store.undelivered()
    keys = table_keys(ref)
    for key in (keys.session, keys.log, keys.shown):
        assert 29 * DAY < await store.pipe.read("PTTL", key) <= 30 * DAY


async def test_a_closed_table_that_moves_again_is_kept(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"", log=(b"l",), closed=True))
    await store.commit(Commit(ref, 1, b"", places=("a",)))
    keys = table_keys(ref)
    assert [await store.pipe.read("PTTL", key) for key in (keys.session, keys.log)] == [-1, -1]


async def test_an_empty_stake_goes_when_its_table_closes(store: Store, ref: TableRef) -> None:
    stake = f"stake:{ref.table}"
    await store.commit(Commit(ref, 0, b"", transfers=(Transfer("bank", stake, 5, "buy-in"),)))
    await store.commit(Commit(ref, 1, b"", transfers=(Transfer(stake, "bank", 4, "refund"),), closed=True))
    assert await store.balance(ref.venue, stake) == 1
    await store.commit(Commit(ref, 2, b"", transfers=(Transfer(stake, "bank", 1, "refund"),), closed=True))
    assert await store.balance(ref.venue, stake) is None


async def test_finished_games_are_kept_under_the_venue_newest_first(store: Store, ref: TableRef) -> None:
    assert await store.record(ref.venue, "game 1") is None
    await store.commit(Commit(ref, 0, b"", records=(Record("game 1", b"\x00one"),)))
    await store.commit(Commit(ref, 1, b"", records=(Record("game 2", b"two"), Record("game 3", b"three"))))
    assert await store.record(ref.venue, "game 1") == b"\x00one"
    assert await store.records(ref.venue) == ["game 3", "game 2", "game 1"]
    assert await store.records(ref.venue, 1) == ["game 3"]


async def test_a_finished_game_stands_in_the_lists_of_its_people(store: Store, ref: TableRef) -> None:
    for number, people in enumerate((("web:a", "web:b"), ("web:a",), ())):
        record = Record(f"game {number}", b"", f"listing {number}".encode(), people)
        await store.commit(Commit(ref, number, b"", records=(record,)))
    assert await store.records(ref.venue, person="web:a") == ["game 1", "game 0"]
    assert await store.records(ref.venue, person="web:b") == ["game 0"]
    assert await store.records(ref.venue, 1, first=1) == ["game 1"]
    assert (await store.games_count(ref.venue), await store.games_count(ref.venue, person="web:a")) == (3, 2)
    assert await store.listings(ref.venue, ["game 2", "none", "game 0"]) == [b"listing 2", b"listing 0"]


async def test_what_the_archive_keeps_no_longer_stands_in_no_list(server: EmbeddedServer, ref: TableRef) -> None:
    clock = HandClock(1_700_000_000_000)
    store = await Store.connect(server.url, timeout=60.0, clock=clock)
    await store.commit(Commit(ref, 0, b"", records=(Record("old", b"", b"old", ("web:a",), kept=1000),)))
    assert 0 < await store.pipe.read("PTTL", venue_keys(ref.venue).record("old")) <= 1000
    clock.move(2)
    await store.commit(Commit(ref, 1, b"", records=(Record("new", b"", b"new", ("web:a",), kept=1000),)))
    assert await store.records(ref.venue) == await store.records(ref.venue, person="web:a") == ["new"]
    assert await store.listings(ref.venue, ["old", "new"]) == [b"new"]
    await store.close()


async def test_a_quarantined_table_is_set_aside_with_its_document(store: Store, venue: str, ref: TableRef) -> None:
    """Threats F23."""
    other = TableRef(venue, "other")
    for each in (ref, other):
        await store.commit(Commit(each, 0, b"corrupt", log=(b"l",), wake_at=5, places=("a",)))
    await store.quarantine(ref)
    assert await store.load(ref) is None
    assert await store.quarantined(ref) == Stored(1, b"corrupt")
    assert await store.log(ref) == [b"l"]
    assert [each for each, _ in await store.due(10) if each.venue == venue] == [other]
    assert [each for each in await store.undelivered() if each.venue == venue] == [other]
    assert await store.tables_at(venue, "a") == ["other"]
    await store.quarantine(ref)
    assert await store.quarantined(ref) == Stored(1, b"corrupt")


@pytest.mark.parametrize(
    "wrong",
    [
        Commit(TableRef("", "t"), 0, b""),
        Commit(TableRef("v", "t" * 300), 0, b""),
        Commit(TableRef("v", "t"), -1, b""),
        Commit(TableRef("v", "t"), 2**53, b""),
        Commit(TableRef("v", "t"), 0, b"x" * (4 * 1024 * 1024 + 1)),
        Commit(TableRef("v", "t"), 0, b"", wake_at=2**53),
        Commit(TableRef("v", "t"), 0, b"", wake_at=-1),
        Commit(TableRef("v", "t"), 0, b"", seen=("",)),
        Commit(TableRef("v", "t"), 0, b"", seen=tuple(map(str, range(1001)))),
        Commit(TableRef("v", "t"), 0, b"", places=("",)),
        Commit(TableRef("v", "t"), 0, b"", counters=(Counter("c", 0, 2**53),)),
        Commit(TableRef("v", "t"), 0, b"", counters=(Counter("c", 0, 1), Counter("c", 0, 2))),
        Commit(TableRef("v", "t"), 0, b"", records=(Record("r", b"1"), Record("r", b"2"))),
    ],
)
async def test_a_commit_that_nobody_should_make_is_refused_before_it_is_sent(store: Store, wrong: Commit) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        await store.commit(wrong)


async def test_a_crowd_of_a_thousand_messages_fits_into_one_commit(store: Store, ref: TableRef) -> None:
    crowd = tuple(f"m{number}" for number in range(1000))
    step = Commit(ref, 0, b"", seen=crowd, log=tuple(each.encode() for each in crowd))
    assert isinstance(await store.commit(step), Committed)
    assert await store.commit(step) == Seen(crowd)
    assert len(await store.log(ref)) == 1000


async def test_what_audiences_are_shown_is_noted_with_the_step(store: Store, ref: TableRef) -> None:
    await store.commit(Commit(ref, 0, b"", deliver=False, shown=(("*", b"up to 1"), ("place:a:b", b""))))
    assert await store.shown(ref) == {"*": b"up to 1", "place:a:b": b""}
    assert ref not in await store.undelivered()
    await store.commit(Commit(ref, 0, b"", shown=(("*", b"of a stale step"),)))
    assert (await store.shown(ref))["*"] == b"up to 1"
