"""Test that a step's lines are stored together, and read as separate lines, from any number on."""

import random
from typing import Any

import msgspec
import pytest

from persistence import BrokenSealError, Commit, Committed, Seals, Store, TableRef, wire
from persistence.keys import table_keys
from persistence.tables import TYPED_MOST, StepLines, parted

SEALS = Seals({1: bytes(32)})
EDGES = range(14)


@pytest.fixture(params=[None, SEALS], ids=["as they are", "sealed"])
def seals(request: pytest.FixtureRequest, store: Store) -> Seals | None:
    found: Seals | None = request.param
    store.seals = found
    return found


async def steps(store: Store, ref: TableRef, sizes: list[int]) -> list[bytes]:
    """Commit steps with these numbers of lines; return all the lines. Each has typed lines, too."""
    lines: list[bytes] = []
    for version, size in enumerate(sizes):
        fresh = tuple(b'{"line":%d}' % number for number in range(len(lines), len(lines) + size))
        step = Commit(ref, version, b"", log=fresh, log_start=len(lines), typed=(b'{"typed":%d}' % version,))
        assert isinstance(await store.commit(step), Committed)
        lines += fresh
    return lines


@pytest.mark.usefixtures("seals")
async def test_lines_are_read_from_any_number_to_any_other(store: Store, ref: TableRef) -> None:
    lines = await steps(store, ref, [2, 1, 0, 3, 1, 1, 4])
    for start in EDGES:
        assert await store.log(ref, start) == lines[start:]
        for stop in EDGES:
            assert await store.log(ref, start, stop) == lines[start : stop + 1]


async def test_where_a_step_begins_nothing_before_it_is_asked_for(
    store: Store, ref: TableRef, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = await steps(store, ref, [2, 2, 2])
    asked, read = list[object](), store.pipe.read

    async def noting(*command: wire.Argument) -> Any:
        asked.append(command[2])
        return await read(*command)

    monkeypatch.setattr(store.pipe, "read", noting)
    assert await store.log(ref, 4) == lines[4:]
    assert asked == [4]


@pytest.mark.usefixtures("seals")
async def test_a_line_in_the_midst_of_a_long_step_is_read(store: Store, ref: TableRef) -> None:
    lines = await steps(store, ref, [1, 40, 1])
    assert await store.log(ref, 39) == lines[39:]


@pytest.mark.usefixtures("seals")
async def test_what_was_typed_is_kept_with_its_step_and_without_one_by_itself(store: Store, ref: TableRef) -> None:
    await steps(store, ref, [2, 0, 1])
    assert await store.typed(ref) == [b'{"typed":0}', b'{"typed":2}', b'{"typed":1}']
    apart = await store.pipe.read("LLEN", table_keys(ref).typed)
    assert apart == 1, "only the step without a line has no other place for it"


@pytest.mark.usefixtures("seals")
async def test_what_a_crowd_types_at_once_makes_no_log_longer(store: Store, ref: TableRef) -> None:
    said = tuple(b'{"typed":%d}' % number for number in range(600))
    assert isinstance(await store.commit(Commit(ref, 0, b"", log=(b"{}",), typed=said)), Committed)
    assert await store.typed(ref) == list(said[-TYPED_MOST:])
    assert await store.log(ref) == [b"{}"]


@pytest.mark.usefixtures("seals")
async def test_of_a_long_log_as_much_is_read_as_was_asked_for(store: Store, ref: TableRef) -> None:
    chance = random.Random(1)  # noqa: S311 - sizes of steps
    sizes = [chance.randrange(1, 4) for _ in range(400)]
    await steps(store, ref, sizes)
    everything = [b'{"typed":%d}' % number for number in range(400)]
    assert await store.typed(ref) == everything
    last = await store.typed(ref, 20)
    assert 20 <= len(last) < 400
    assert last == everything[-len(last) :]


async def test_a_step_opens_at_its_own_number_alone(store: Store, ref: TableRef) -> None:
    """T32: somebody who can write to the store can't put one in the place of another, or leave one out."""
    store.seals = SEALS
    await steps(store, ref, [1, 2, 1])
    key = table_keys(ref).log
    await store.pipe.write("LSET", key, 0, await store.pipe.read("LINDEX", key, 3))
    with pytest.raises(BrokenSealError):
        await store.log(ref, 0, 0)
    await store.pipe.write("LPOP", key)
    with pytest.raises(BrokenSealError):
        await store.log(ref)


@pytest.mark.parametrize("content", [b"\x92\x01\x02", b'{"at":7}', b""])
def test_what_is_no_step_is_broken(content: bytes) -> None:
    with pytest.raises(BrokenSealError):
        parted(content)


def test_a_step_is_stored_in_one_form_for_good() -> None:
    """It is MessagePack of its lines and of what was typed: every later bot must read what is stored today."""
    stored = b"\x92\x92\xc4\x01a\xc4\x02bc\x91\xc4\x01t"
    assert msgspec.msgpack.encode(StepLines((b"a", b"bc"), (b"t",))) == stored
    assert parted(stored) == StepLines((b"a", b"bc"), (b"t",))
