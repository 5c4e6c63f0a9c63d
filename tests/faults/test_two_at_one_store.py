"""Test two houses on one store: each takes up what the other leaves, and nothing is played twice."""

import asyncio

import pytest
from beside import beside, deeds
from evening import Evening, unbalanced

from games.kit.seats import Seat
from games.proof.record import Moved, TimedOut
from persistence import Store

pytestmark = pytest.mark.usefixtures("money_is_kept")


async def test_a_deadline_set_by_a_house_that_is_gone_fires_once_in_another(
    evening: Evening, other_store: Store
) -> None:
    """F1, F19: the next sweep of a living house finds it, and a third house finds nothing left to do."""
    await evening.lines("ann: !open halflings mode=duel money=purse", "ben: !join", "ann: !start")
    ref = (await evening.table()).ref
    await evening.end()
    second = beside(evening, other_store)
    third = beside(evening, evening.store)
    evening.clock.move(61)
    await asyncio.gather(second.house.scheduler.sweep(), third.house.scheduler.sweep())
    await asyncio.gather(second.settle(), third.settle())
    ups = [deed for deed in await deeds(evening, ref) if isinstance(deed, TimedOut)]
    assert ups == [TimedOut((Seat(0),))]
    assert any("stakes nothing" in line for line in [*second.news, *third.news])
    await second.end()
    await third.end()


@pytest.mark.timeout(400)
async def test_a_hundred_moves_through_two_houses_are_each_played_once(evening: Evening, other_store: Store) -> None:
    """F19: both compute, one commits, and the other reads again. Nobody at such a table is told "busy"."""
    evening.witness.cards = False
    other = beside(evening, other_store)
    people = [f"p{number}" for number in range(100)]
    await evening.lines("ann: !open halflings mode=crowd money=purse cooldown=0 buyin=100")
    for name in people:
        assert (await evening.house.hear(evening.message(name, "!join"))).ok
    houses = [evening, other]
    messages = [(houses[n % 2], houses[n % 2].message(name, f"!stake {n % 50 + 1}")) for n, name in enumerate(people)]
    answers = await asyncio.gather(*(house.house.hear(message) for house, message in messages))
    assert [answer.text for answer in answers if not answer.ok] == []
    await evening.lines("ann: !start")
    ref = (await evening.table()).ref
    moves = [deed for deed in await deeds(evening, ref) if isinstance(deed, Moved)]
    assert sorted(moves, key=lambda one: one.seat) == [Moved(Seat(n + 1), f"stake {n % 50 + 1}") for n in range(100)]
    assert await unbalanced(evening) == []
    again = await asyncio.gather(*(houses[1 - n % 2].house.hear(message) for n, (_, message) in enumerate(messages)))
    assert len([deed for deed in await deeds(evening, ref) if isinstance(deed, Moved)]) == 100
    assert len(again) == 100
    await other.end()
