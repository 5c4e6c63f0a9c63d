"""Test that an act which fails when it has begun leaves no trace, alone and among others in one step."""

import asyncio
from collections.abc import Callable
from math import inf

import pytest
from evening import Evening

from bot.engine import repository as repositories
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.fairness import LostKeyError


def half(change: Change) -> None:
    """Change the table, tell of it, pay and count it, and only then refuse it."""
    change.set(enough=True)
    change.say("enough-said")
    change.pledges_used += 1
    raise Refused("no-game-yet", code="K7Q")


def loses(change: Change) -> None:
    change.say("enough-said")
    raise LostKeyError


def whole(change: Change) -> int:
    change.say("host-is-now", who=change.called[0])
    return len(change.batches)


async def test_an_act_that_is_refused_half_way_is_not_stored(evening: Evening) -> None:
    await evening.lines("ann: !open cones")
    repository, ref = evening.house.repository, (await evening.table()).ref
    before = await repository.version(ref)
    with pytest.raises(Refused):
        await repository.changed(ref, ("test:half",), half)
    assert await repository.version(ref) == before
    assert (await repository.get(ref, fresh=True)) == before[0]


@pytest.fixture
def long_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a step take all that waits, however busy the machine is."""
    monkeypatch.setattr(repositories, "LONGEST_STEP", inf)


async def at_once(evening: Evening, *acts: Callable[[Change], object]) -> tuple[list[object], list[str], int]:
    """Do this at one table at once; return what came of each, what was told, and how many steps it took."""
    repository, ref = evening.house.repository, (await evening.table()).ref
    before, version = await repository.version(ref)
    done = await asyncio.gather(
        *(repository.changed(ref, (f"test:{n}",), act) for n, act in enumerate(acts)), return_exceptions=True
    )
    after, later = await repository.version(ref)
    told = [note.say.id for batch in await repository.batches(after, before.log_length) for note in batch.notes]
    assert not after.enough
    return list(done), told, later - version


@pytest.mark.usefixtures("long_steps")
async def test_among_others_in_one_step_it_leaves_nothing_behind_and_stops_none(evening: Evening) -> None:
    await evening.lines("ann: !open cones")
    pledge = (await evening.table()).pledge
    done, told, steps = await at_once(evening, whole, half, whole, half, whole)
    assert [isinstance(one, Refused) for one in done] == [False, True, False, True, False]
    assert told == ["host-is-now"] * 3
    assert steps < 3, "some of them were one step"
    assert (await evening.table()).pledge == pledge


@pytest.mark.usefixtures("long_steps")
async def test_what_came_before_a_lost_key_in_the_same_step_is_kept(evening: Evening) -> None:
    """The table freezes in a step of its own (threats F27)."""
    await evening.lines("ann: !open cones")
    done, told, _ = await at_once(evening, whole, whole, loses, whole)
    assert told.count("host-is-now") == 3
    assert told.count("key-lost") == 1
    frozen = done[2]
    assert isinstance(frozen, tuple)
    assert isinstance(frozen[0], Session)
    assert frozen[1] is None
