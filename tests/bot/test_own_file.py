"""Test the file of a person's stored data: it is complete, and nobody waits while it is read."""

import asyncio
import io
import json
import random
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_selves import a_game_on_twitch, linked
from two_places import TwoPlaces

from bot.people import own_file
from bot.people.finished_games import FinishedGame, Sat, listing
from bot.people.own_file import as_json
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.ports.messages import Answer, File
from games.proof.chain import StartLine
from games.proof.chain import written as line
from games.proof.record import Committed
from persistence import Commit, Record, TableRef, Transfer, archive, forgetting, money

A_PAGE = 7
GAMES = 3 * A_PAGE + 2


def content_of(file: File) -> Any:
    """Return the content of a file, compressed or not."""
    if not file.name.endswith(".zip"):
        assert file.name == "mydata.json"
        return json.loads(file.content)
    with zipfile.ZipFile(io.BytesIO(file.content)) as packed:
        assert packed.namelist() == ["mydata.json"]
        assert packed.testzip() is None
        return json.loads(packed.read("mydata.json"))


async def asked(both: TwoPlaces, name: str) -> Answer:
    answer = await both.say(name, "!mydata", private=True)
    assert answer.ok, answer.text
    assert answer.is_private
    return answer


def a_record(text: str) -> bytes:
    """Return a record with two lines that say who gave which text, and many that name nobody."""
    pairs = (("stamp", "message 77"), ("0", text), ("1", "of another"))
    start = StartLine(msgspec.Raw(b"{}"), (100, 100), msgspec.Raw(b"null"), pairs, "", None, (), (), (), ())
    first = Committed("potluck/3", 3, "halflings", "halflings/1", "v/t/1", 1, "00")
    noise = "".join(random.Random(text).choices("abcdefgh", k=2000))  # noqa: S311 - not the dice of a game
    return f"{line(first).decode()}\n{line(start).decode()}\n{noise}\n".encode()


async def a_long_life(both: TwoPlaces, ann: PersonId) -> list[str]:
    """Store games with records, entries and closed tables, more of each than one read returns; return their records."""
    venue, names = both.there, [f"game-{number:03}" for number in range(GAMES)]
    for number, name in enumerate(names):
        both.clock.move(60)
        seats = (Sat(ann, "ann", 100, 90), Sat(PersonId("twitch:other"), "other", 100, 110, won=True))
        now = both.clock.now()
        game = FinishedGame(
            name, "halflings", TableCode("K7Q"), f"t{number}", PlaceId(venue), number, now - 9, now, seats
        )
        paid = (Transfer("bank", f"purse:{ann}", 1 + number, "settle", note=name),)
        entry = b'{"at":1,"by":"%s","name":"ann","did":"pause","reason":"%s"}' % (ann.encode(), name.encode())
        await both.store.commit(
            Commit(
                TableRef(venue, f"t{number}"),
                0,
                b'{"player":"%s"}' % ann.encode(),
                typed=(b'{"by":"%s","text":"%s"}' % (ann.encode(), name.encode()),),
                transfers=paid,
                records=(Record(name, a_record(f"text of {name}"), listing(game), game.people),),
                closed=True,
                audit=(entry,),
            )
        )
    return names[::-1]


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read a few items at a time, with no limit reached exactly."""
    for module, name in (
        (own_file, "A_FEW"),
        (archive, "AUDIT_PAGE"),
        (money, "LEDGER_PAGE"),
        (forgetting, "A_FEW"),
        (forgetting, "A_PAGE"),
    ):
        monkeypatch.setattr(module, name, A_PAGE)


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize("large", [1_000_000, 2_000], ids=["as it is", "packed"])
async def test_a_long_life_is_read_in_parts_and_the_file_is_whole(
    both: TwoPlaces, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_file, "LARGE", large)
    monkeypatch.setattr(own_file, "PIECE", 500)
    ann = PersonId(both.id_of("ann@twitch"))
    names = await a_long_life(both, ann)
    answer = await asked(both, "ann@twitch")
    assert ("zip file" in answer.text) == (large == 2_000)
    (own,) = content_of(answer.files[0])["selves"]
    at = own["venues"][both.there]
    assert [game["record"] for game in at["games"]] == names
    assert [one["name"] for one in at["records"]] == names
    assert [one["texts"] for one in at["records"]] == [[f"text of {name}"] for name in names]
    assert all(one["message_ids"] == ["message 77"] for one in at["records"])
    assert [entry["note"] for entry in at["ledger"] if entry["cause"] == "settle"] == names
    assert at["ledger"] == msgspec.to_builtins(await both.store.ledger(both.there, f"purse:{ann}", 1000))
    assert [entry["reason"] for entry in own["staff_log"][both.there]] == names
    tables = {table["table"].rpartition(":")[2]: table for table in own["tables"]}
    assert set(tables) == {f"t{number}" for number in range(GAMES)}
    assert all(len(table["seats"]) == len(table["typed"]) == 1 for table in tables.values())


async def test_what_somebody_typed_stands_in_its_order_whatever_came_of_it(both: TwoPlaces) -> None:
    """Lines that led to a step and lines that did not are stored apart."""
    ann, ref = PersonId(both.id_of("ann@twitch")), TableRef(both.there, "t")
    one, two, three = (b'{"at":%d,"by":"%s","text":"line %d"}' % (at, ann.encode(), at) for at in (1, 2, 3))
    await both.store.note_typed(ref, one)
    await both.store.commit(Commit(ref, 0, b'{"player":"%s"}' % ann.encode(), log=(b"{}",), typed=(two,)))
    await both.store.note_typed(ref, three)
    answer = await asked(both, "ann@twitch")
    (own,) = content_of(answer.files[0])["selves"]
    (at_table,) = own["tables"]
    assert [line["text"] for line in at_table["typed"]] == ["line 1", "line 2", "line 3"]


@pytest.mark.usefixtures("small_pages")
async def test_others_are_served_between_any_two_parts(both: TwoPlaces, monkeypatch: pytest.MonkeyPatch) -> None:
    """No packet asks the store for more than a few parts, and the event loop runs between them."""
    await a_long_life(both, PersonId(both.id_of("ann@twitch")))
    packets, turns = list[tuple[int, int]](), 0
    send = both.store.pipe._send

    async def counted(commands: Any, **how: Any) -> Any:
        packets.append((len(commands), turns))
        return await send(commands, **how)

    async def turning() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(both.store.pipe, "_send", counted)
    watch = asyncio.create_task(turning())
    await asked(both, "ann@twitch")
    watch.cancel()
    assert max(count for count, _ in packets) <= 3 * A_PAGE, "of a table its log, what was shown and what was typed"
    assert turns > len(packets)


async def test_the_file_of_one_person_has_what_each_of_their_selves_has(both: TwoPlaces) -> None:
    await a_game_on_twitch(both, "annie@twitch", "bob@twitch")
    await linked(both)
    one, other = content_of((await asked(both, "ann")).files[0])["selves"]
    assert (one["id"], other["id"]) == (both.id_of("ann"), both.id_of("annie@twitch"))
    assert len(other["venues"][both.there]["games"]) == 1


async def test_a_record_that_is_none_any_more_is_named_and_stops_nothing(both: TwoPlaces) -> None:
    """Cut off, garbage, or missing although the list still has it."""
    names = await a_long_life(both, PersonId(both.id_of("ann@twitch")))
    stored = (b"", b"\xf1\x01 no frame", b"x\x9cno zlib", b'{"type":"start"}\n', b"\xff\xfe\n\xff", None)
    for name, content in zip(names, stored, strict=False):
        (key,) = await both.store.pipe.read("KEYS", f"pl:*:record:{name}")
        await both.store.pipe.write(*(("DEL", key) if content is None else ("SET", key, content)))
    (own,) = content_of((await asked(both, "ann@twitch")).files[0])["selves"]
    records = own["venues"][both.there]["records"]
    assert records[: len(stored)] == [{"name": name} for name in names[: len(stored)]]
    assert all(one["texts"] for one in records[len(stored) :])
    assert len(records) == len(own["venues"][both.there]["games"]) == GAMES


async def test_nobody_has_the_whole_store_searched_for_them_again_and_again(both: TwoPlaces) -> None:
    for _ in range(5):
        await asked(both, "ann@twitch")
    refused = await both.say("ann@twitch", "!mydata", private=True)
    assert "wait 10 minutes" in refused.text
    assert not refused.files
    assert (await asked(both, "bob@twitch")).files, "each has a count of their own"


async def in_parts(value: Any) -> bytes:
    return b"".join([part async for part in as_json(value)])


async def by_and_by(pages: list[list[Any]]) -> AsyncIterator[list[Any]]:
    for page in pages:
        yield page


leaves = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text()
values = st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=6)


@given(values, st.lists(st.lists(values, max_size=3), max_size=3))
def test_what_is_written_in_parts_reads_as_what_was_written(value: Any, pages: list[list[Any]]) -> None:
    written = asyncio.run(in_parts({"value": value, "read": by_and_by(pages), "deep": [{"er": by_and_by(pages)}]}))
    together = [item for page in pages for item in page]
    assert json.loads(written) == {"value": value, "read": together, "deep": [{"er": together}]}
