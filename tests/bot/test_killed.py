"""Test a house killed by -9 at each step of its talk with the store, and restarted (threats F1): nothing changes.

`tests/faults` kills at random moments; here no step is left out.
"""

import json
import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import one_evening
import pytest
from evening import at_table

from bot.render.telling import lines_of
from bot.table.codec import decode_batch, decode_session
from bot.table.log import Batch
from bot.text import Words
from games.proof.record import Moved
from games.proof.verifying import verify
from persistence import EmbeddedServer, Seals, Store, TableRef

PROCESSES = multiprocessing.get_context("forkserver")
JOIN_SECONDS = 100
SIDES = {"before": True, "after": False}
SEALS = Seals({1: bytes(32)})
"""Has the key of the killed houses."""


@pytest.fixture(scope="module", autouse=True)
def preloaded() -> Iterator[None]:
    """Fork processes from one that has already imported everything."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        PROCESSES.set_forkserver_preload(["one_evening"])
        yield


def run(folder: Path, step: int = 0, *, before: bool = False, evening: str = "halflings", until: int = 0) -> int | None:
    """Run one process on this folder; return its exit code."""
    process = PROCESSES.Process(target=one_evening.play, args=(str(folder), step, before, evening, until))
    process.start()
    process.join(JOIN_SECONDS)
    return process.exitcode


async def check(folder: Path, evening: str = "halflings") -> None:
    """Check that everything is there once: moves, money and records; and that everything was told."""
    async with await EmbeddedServer.start(folder / "redis") as server:
        store = await Store.connect(server.url, timeout=60)
        store.seals = SEALS
        try:
            await check_store(store, shown(folder), one_evening.EVENINGS[evening])
        finally:
            await store.close()


def shown(folder: Path) -> list[tuple[str, int, str]]:
    return [tuple(json.loads(line)) for line in (folder / "shown").read_text(encoding="utf-8").splitlines()]


async def check_store(store: Store, told: list[tuple[str, int, str]], said: list[str]) -> None:
    (table,) = await store.tables_at(one_evening.VENUE, one_evening.PLACE)
    ref = TableRef(one_evening.VENUE, table)
    batches = [decode_batch(line) for line in await store.log(ref)]
    accounts = await store.accounts(ref.venue)
    stored = await store.load(ref)
    assert stored is not None
    session = decode_session(stored.document)
    assert sum(accounts.values()) == 0
    assert accounts.get(f"stake:{table}", 0) == (at_table(session) if session.options.money == "purse" else 0)
    assert len(session.seats) == len({seated.player for seated in session.seats})
    check_moves(batches, said)
    records = await store.records(ref.venue)
    assert records
    for name in records:
        content = await store.record(ref.venue, name)
        assert content is not None
        verify(content.decode())
    public = lines_of(session, 0, batches, Words()).public
    there = Counter((number, text) for audience, number, text in told if audience.startswith("place:"))
    assert set(there) == {(line.number, line.text) for line in public}
    assert await store.undelivered() == []


def check_moves(batches: list[Batch], said: list[str]) -> None:
    """Check that no message was played twice: there are no more moves than words for them."""
    played = Counter(batch.deed.move.split()[0] for batch in batches if isinstance(batch.deed, Moved))
    words = Counter(line.partition(": ")[2].removeprefix("!").split()[0] for line in said)
    assert played <= words
    assert played.total() >= len(said) // 12, "with the shortest games that dice can make"


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("step", "side"), [(9, "before"), (41, "after")])
async def test_killed_at_a_step_the_evening_goes_on_as_if_nothing_had_been(folder: Path, step: int, side: str) -> None:
    """F1, F7: the same messages come again with the same ids. None is lost or counted twice, and all is told."""
    assert run(folder, step, before=SIDES[side]) == -signal.SIGKILL
    assert run(folder) == 0
    await check(folder)


@pytest.mark.timeout(300)
async def test_killed_while_the_record_of_a_game_is_packed_it_ends_once_and_its_record_holds(folder: Path) -> None:
    process = PROCESSES.Process(target=one_evening.play_until_packed, args=(str(folder), 1))
    process.start()
    process.join(JOIN_SECONDS)
    assert process.exitcode == -signal.SIGKILL
    assert run(folder) == 0
    await check(folder)


STAKED = len(one_evening.EARLY) + 3
"""Messages of the crowd's evening up to the start of its round."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("after", [STAKED + 2, STAKED + 9])
async def test_killed_while_stakes_wait_for_the_next_round_none_is_lost(folder: Path, after: int) -> None:
    """F1, HG-16: killed before, between and after stakes that are kept, changed and taken back. Each is played once."""
    assert run(folder, evening="crowd", until=after) == -signal.SIGKILL
    assert run(folder, evening="crowd") == 0
    await check(folder, "crowd")
    assert await second_round(folder) == {
        **dict.fromkeys(one_evening.EARLY[:3], "stake 7"),
        **dict.fromkeys(one_evening.LATE[2:], "stake 3"),
        "q0": "stake 9",
    }


@pytest.mark.timeout(300)
async def test_killed_at_a_step_of_a_crowds_evening_all_money_is_there(folder: Path) -> None:
    assert run(folder, 52, evening="crowd") == -signal.SIGKILL
    assert run(folder, evening="crowd") == 0
    await check(folder, "crowd")


async def second_round(folder: Path) -> dict[str, str]:
    """Return the stakes of the second round that were kept during the first, by person."""
    async with await EmbeddedServer.start(folder / "redis") as server:
        store = await Store.connect(server.url, timeout=60)
        store.seals = SEALS
        try:
            (table,) = await store.tables_at(one_evening.VENUE, one_evening.PLACE)
            ref = TableRef(one_evening.VENUE, table)
            stored, log = await store.load(ref), await store.log(ref)
            assert stored is not None
            session = decode_session(stored.document)
        finally:
            await store.close()
    batches = [decode_batch(line) for line in log]
    last = max(batch.game for batch in batches)
    deeds = [batch.deed for batch in batches if batch.game == last]
    assert session.newcomers == ()
    return {
        session.seats[deed.seat].name: deed.move for deed in deeds if isinstance(deed, Moved) and "stake" in deed.move
    }


PHASES = list(one_evening.HEADACHE)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("phases", "words"),
    [(("vote on rounds", "auction", "contest"), (2,)), pytest.param(PHASES, (1, 2), marks=pytest.mark.soak)],
    ids=["some", "every"],
)
async def test_killed_in_a_phase_of_headache_the_game_goes_on_from_there(
    folder: Path, phases: Sequence[str], words: Sequence[int]
) -> None:
    """F1: killed after the first or second word of a phase, with sealed votes and bids."""
    for phase in phases:
        begun = sum(len(one_evening.HEADACHE[name]) for name in PHASES[: PHASES.index(phase)])
        for word in words:
            assert run(folder, evening="headache", until=begun + word) == -signal.SIGKILL, phase
    assert run(folder, evening="headache") == 0
    await check(folder, "headache")


@pytest.mark.timeout(600)
async def test_killed_again_while_it_starts_again_it_still_goes_on(folder: Path) -> None:
    """F1: "also twice"."""
    for step in (23, 12):
        run(folder, step, before=step % 2 == 0)
    assert run(folder) == 0
    await check(folder)


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_killed_at_every_single_step(folder: Path) -> None:
    """F1, the long form: until an evening ends before the chosen step."""
    for side, before in SIDES.items():
        for step in range(1, 1000):
            here = folder / f"{side}-{step}"
            here.mkdir()
            if run(here, step, before=before) == 0:
                assert step > 45
                break
            assert run(here) == 0
            await check(here)
