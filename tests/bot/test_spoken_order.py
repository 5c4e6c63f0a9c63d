"""Test that of several messages heard at once in a place, the first acts first, whatever must be looked up for it."""

import asyncio

import pytest
from evening import Evening, person

from bot.engine import taken
from bot.people.selves import Selves
from bot.ports.ids import PersonId


async def held_up(evening: Evening, patch: pytest.MonkeyPatch, names: tuple[str, ...], until: asyncio.Event) -> None:
    """Delay the look-up of these people until something has happened."""
    person_of, ids = Selves.person_of, {person(name, evening.tag).id for name in names}

    async def late(selves: Selves, one: PersonId) -> PersonId:
        if one in ids:
            await until.wait()
        return await person_of(selves, one)

    patch.setattr(Selves, "person_of", late)


async def seats(evening: Evening) -> list[str]:
    return [one.name for one in (await evening.table()).seats]


@pytest.mark.parametrize("between", [(), ("zoe: !start",), ("zoe: !nonsense", "ann: !table")])
async def test_whoever_was_first_sits_first_though_more_must_be_read_of_them(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, between: tuple[str, ...]
) -> None:
    """Also if one between them is refused at once."""
    monkeypatch.setattr(taken, "PATIENCE", 60.0)
    known = asyncio.Event()
    await evening.lines("ann: !open halflings mode=crowd")
    await held_up(evening, monkeypatch, ("cid",), known)
    lines = [one.split(": ", 1) for one in ("cid: !join", *between, "dot: !join", "eve: !join")]
    told = [asyncio.create_task(evening.hear(evening.message(name, text))) for name, text in lines]
    await asyncio.sleep(0.05)
    assert await seats(evening) == ["ann"]
    known.set()
    await asyncio.gather(*told)
    assert await seats(evening) == ["ann", "cid", "dot", "eve"]


async def test_whoever_takes_too_long_holds_nobody_up(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    known = asyncio.Event()
    await evening.lines("ann: !open halflings mode=crowd")
    await held_up(evening, monkeypatch, ("cid",), known)
    late = asyncio.create_task(evening.hear(evening.message("cid", "!join")))
    await asyncio.sleep(0)
    await evening.lines("dot: !join", "eve: !join")
    assert await seats(evening) == ["ann", "dot", "eve"]
    known.set()
    await late
    assert await seats(evening) == ["ann", "dot", "eve", "cid"]


async def test_nothing_is_kept_of_what_was_heard(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd")
    lines = [(f"p{number}", ("!join", "!nonsense", "!table")[number % 3]) for number in range(60)]
    await asyncio.gather(*(evening.hear(evening.message(name, text)) for name, text in lines))
    turns = evening.house.repository.place_turns
    assert (turns._last, turns._heard) == ({}, {})
