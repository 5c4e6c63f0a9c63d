import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.crc import key_slot

from persistence import Commit, Committed, Counter, Record, TableRef, Transfer
from persistence.keys import ALL_DUE, literal, member, member_ref, part, partition, table_keys, venue_keys
from persistence.wire import commit_call, transfer_call

StartOther = Callable[..., Awaitable[Any]]

IDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)


@given(IDS)
def test_no_text_breaks_out_of_its_part_of_a_key(text: str) -> None:
    """Threats T21."""
    assert re.fullmatch(r"[A-Za-z0-9_.~%-]+", part(text))


@given(IDS, IDS)
def test_a_table_is_found_again_by_its_member(venue: str, table: str) -> None:
    ref = TableRef(venue, table)
    assert member_ref(member(ref).encode()) == ref


@given(IDS, IDS, IDS, IDS)
def test_all_keys_of_a_commit_lie_on_one_slot_of_a_cluster(venue: str, table: str, person: str, game: str) -> None:
    transfers = (Transfer("bank", f"purse:{person}", 1, "win"),)
    step = Commit(
        TableRef(venue, table),
        0,
        b"",
        transfers=transfers,
        records=(Record(game, b"", people=(person,)),),
        audit=(b"a",),
    )
    paid = transfer_call(venue, transfers, None, ("m1",), (b"a",))
    keys = [*commit_call(step, None).keys, *paid.keys, table_keys(step.ref).quarantine]
    assert len({key_slot(key.encode()) for key in keys}) == 1
    assert all(key.startswith(f"pl:{{p{partition(venue):03}}}:") for key in keys)


@given(st.lists(st.tuples(IDS, IDS), min_size=2, max_size=2, unique=True))
def test_no_two_tables_share_a_key(pairs: list[tuple[str, str]]) -> None:
    one, two = (table_keys(TableRef(*pair)) for pair in pairs)
    assert {one.session, one.log, one.shown, one.member}.isdisjoint({two.session, two.log, two.shown, two.member})


def test_a_part_is_neither_empty_nor_overlong() -> None:
    for text in ("", "x" * 201, "é" * 101):
        with pytest.raises(ValueError, match="1 to 200 bytes"):
            part(text)


def test_partitions_are_fixed_for_ever() -> None:
    """Every later version must find a stored venue again."""
    assert partition("discord:123") == 234
    assert ALL_DUE[7] == "pl:{p007}:due"
    assert venue_keys("discord:123").base == "pl:{p234}:discord%3A123"


async def test_a_cluster_takes_every_command(start_other: StartOther) -> None:
    """With one node for all slots: like a large cluster, it refuses keys of different slots in one command."""
    node = await start_other("--cluster-enabled", "yes", tcp=True)
    await node.command("CLUSTER", "ADDSLOTS", *map(str, range(16384)))
    async with asyncio.timeout(60):
        while b"cluster_state:ok" not in await node.command("CLUSTER", "INFO"):  # noqa: ASYNC110 - it waits 2 s after a start
            await asyncio.sleep(0.05)
    store = await node.store()
    ref = TableRef("discord:1", "K7Q")
    step = Commit(
        ref,
        0,
        b"",
        seen=("m",),
        log=(b"l",),
        transfers=(Transfer("bank", "purse:web:a", 5, "welcome", once="w"),),
        counters=(Counter("c", 0, 1),),
        wake_at=5,
        places=("p",),
        records=(Record("r", b"", b"{}", ("web:a",)),),
        audit=(b"a",),
    )
    assert isinstance(await store.commit(step), Committed)
    assert await store.transfer("discord:1", (Transfer("purse:web:a", "bank", 1, "x"),)) == {
        "purse:web:a": 4,
        "bank": -4,
    }
    assert await store.due(5) == [(ref, 5)]
    assert await store.undelivered() == [ref]
    assert await store.delivered(ref, 1)
    await store.show(ref, {"p": b""})
    assert await store.claim_code("K7Q", ref)
    await store.note_seat("web:a", ref)
    assert len(await store.ledger("discord:1", "bank")) == 2
    await store.note_audit("discord:1", b"b")
    assert await store.audit("discord:1") == [b"b", b"a"]
    await store.quarantine(ref)
    await store.close()


@pytest.mark.parametrize("text", ["x", "x" * 200, "é" * 100])
def test_a_part_may_be_as_long_as_it_is_allowed(text: str) -> None:
    assert part(text)


@pytest.mark.parametrize("text", [b"", b":", b"K7Q", b"discord%3A1:", b":K7Q"])
def test_what_names_no_table_is_told_as_that(text: bytes) -> None:
    """Code that reads a set of tables must not continue with half a name."""
    with pytest.raises(ValueError, match="a venue and a table"):
        member_ref(text)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [("web%3Aann_1.-~", "web%3Aann_1.-~"), ("an*", r"an\*"), ("an?[ab]", r"an\?\[ab\]"), ("^\\", r"\^\\")],
)
def test_a_text_that_is_searched_for_stands_for_itself_alone(text: str, pattern: str) -> None:
    """Otherwise a search for one person's keys would find, and forget, another's (threats T21)."""
    assert literal(text) == pattern
