"""Test nights in real processes on one store: two at once, and killed by -9 in all that they do (threats F1, F19)."""

import asyncio
import json
import random
import time
from pathlib import Path

import night_process
import pytest
from forked import Forked
from msgspec.structs import replace

from bot.ports.ids import VenueId
from bot.ports.messages import Message, Person
from bot.wings.nights.night import Begun, Coming, VenueNights
from bot.wings.nights.nights import Nights
from persistence import EmbeddedServer, Store

VENUE, PLACE = VenueId("test:inn"), "test:inn-here"
PATIENCE = 90.0
SOON = 15_000


def said(number: int, name: str, text: str) -> Message:
    person = Person(f"test:{name}", name)  # type: ignore[arg-type]
    return Message(f"m{number}", person, VENUE, PLACE, private=False, text=text)  # type: ignore[arg-type]


async def planned(store: Store, path: str) -> Nights:
    """Plan a night of two seats for which three sign up."""
    house = night_process.house_of(store, path)
    asked = await house.hear(said(0, "pete", "!night plan tomorrow 20:00 halflings mode=duel every week"))
    lines = [("pete", f"!{asked.confirm}"), *((name, "!night join") for name in ("ann", "bob", "cid"))]
    for number, (name, text) in enumerate([*lines, ("bob", "!pings dm")], start=1):
        answer = await house.hear(said(number, name, text))
        assert answer.ok, answer.text
    return house.part(Nights)


def soon(found: VenueNights) -> VenueNights:
    """Return the same night, which begins in a moment and has called nobody yet."""
    return found.with_night(replace(found.nights[0], at=round(time.time() * 1000) + SOON, stage=Coming()))


def shown(path: Path) -> list[tuple[int, str, str, str]]:
    return [tuple(json.loads(line)) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


async def played(url: str, path: Path, kills: int) -> set[str]:
    """Let two processes look after a night, and kill one of them now and then; return the tables that they opened."""
    chance, store = random.Random(kills), await Store.connect(url)  # noqa: S311 - not the dice of a game
    nights, tables, until = await planned(store, str(path)), set[str](), time.monotonic() + PATIENCE
    houses = [Forked(night_process.run, url, str(path)) for _ in range(2)]
    while not shown(path):
        assert time.monotonic() < until, "nobody tells what is planned"
        await asyncio.sleep(0.1)
    await nights.change(VENUE, soon)
    while time.monotonic() < until:
        found = await nights.of(VENUE)
        stage = found.nights[0].stage
        if isinstance(stage, Begun):
            tables |= {one.table for one in stage.tables}
            if stage.filled and not found.owed:
                break
        await asyncio.sleep(chance.random() * 0.8)
        if kills:
            kills, at = kills - 1, chance.randrange(2)
            houses[at].kill()
            houses[at] = Forked(night_process.run, url, str(path))
    for house in houses:
        house.kill()
    await store.close()
    return tables


@pytest.mark.soak
@pytest.mark.parametrize("kills", [0, 8])
async def test_two_processes_call_open_and_fill_a_night_once(folder: Path, tmp_path: Path, kills: int) -> None:
    """What was posted by a process that was killed before it could note that may come once more, with the same mark."""
    path = tmp_path / "shown"
    async with await EmbeddedServer.start(folder) as server:
        tables = await played(server.url, path, kills)
    posted = shown(path)
    by_mark = {mark: (person, line) for _, mark, person, line in posted}
    lines = sorted(line for _, line in by_mark.values())
    assert len([line for line in lines if "begins in" in line or "It is time" in line]) == 2, "the place, and Bob alone"
    assert len([line for line in lines if "begins with" in line]) == 1
    assert len([line for line in lines if "Not there on night 1" in line]) == 1
    assert len([line for line in lines if "cid: On night 1" in line]) == 1
    assert len(tables) == 1
    assert len(posted) - len(by_mark) <= (3 if kills else 0), "a repeat needs a kill in the moment after a posting"
