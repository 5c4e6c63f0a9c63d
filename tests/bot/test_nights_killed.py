"""Test a house killed at each step of a night (threats F1), and two houses that look at it at the same moment.

For every k, a house whose store stops for good after its k-th change does what is due; another finds what is stored and
goes on. What was told, who sits and who was called must be the same as without a kill.
"""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest
from night_evening import Board, NightEvening
from redis.asyncio import Redis
from test_people_killed import Stored, killed_after
from tournament_night import hosting_session

from bot.table.phases import Hosting
from bot.table.tournament import rank
from bot.wings.nights.night_clock import NightClock
from persistence import EmbeddedServer, HandClock, Store, StoreTrouble

DUEL = "halflings mode=duel cooldown=0"


class Told(NamedTuple):
    """What a night came to."""

    lines: list[str]
    alone: list[str]
    seated: list[list[str]]
    nights: int


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[NightEvening]:
    made = NightEvening.on(store, clock)
    yield made
    await made.end()


async def until_it_is_called(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} every week seating=order")
    for name in ("ann", "bob", "cid", "dan"):
        await evening.lines(f"{name}: !night join")
    await evening.lines("bob: !pings dm")
    await evening.until("2026-09-25T19:44")


async def until_it_begins(evening: NightEvening) -> None:
    await until_it_is_called(evening)
    await evening.until("2026-09-25T19:59")


async def until_seats_are_given_on(evening: NightEvening) -> None:
    await until_it_begins(evening)
    await evening.until("2026-09-25T20:02")
    (table,) = await evening.seated()
    await evening.lines(f"{table[0]}: !night here")


async def until_nobody_has_come(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} every week")
    await evening.lines("ann: !night join")
    await evening.until("2026-09-25T20:02")


async def until_a_tournament_begins(evening: NightEvening) -> None:
    await evening.planned(
        "friday 20:00 tournament rogues table_seats=3 level_seconds=7200 stack=1000 every week seating=order"
    )
    for name in ("ann", "bob", "cid", "dan"):
        await evening.lines(f"{name}: !night join")
    await evening.until("2026-09-25T20:00")
    for name in ("ann", "bob", "cid", "dan"):
        await evening.lines(f"{name}: !night here")
    await evening.until("2026-09-25T20:02")


async def until_a_tournament_is_over(evening: NightEvening) -> None:
    """Play a tournament to its end, and let its night know nothing of that yet."""
    await until_a_tournament_begins(evening)
    await evening.wait(90)
    hooks, session = evening.house.hooks, await hosting_session(evening)
    assert isinstance(session.phase, Hosting)
    phase, turned = session.phase, list(hooks.turned)
    hooks.turned[:] = [one for one in turned if not isinstance(getattr(one, "__self__", None), NightClock)]
    out = [one.player for one in phase.entered]
    await evening.house.repository.update(session.ref, (), lambda change: rank(change, out, (), phase.seating))
    hooks.turned[:] = turned


STEPS = {
    "calling": (until_it_is_called, 60, 2),
    "beginning": (until_it_begins, 120, 4),
    "giving seats on": (until_seats_are_given_on, 120, 2),
    "ending": (until_nobody_has_come, 120, 2),
    "beginning a tournament": (until_a_tournament_begins, 70, 6),
    "ending a tournament": (until_a_tournament_is_over, 10, 1),
}


async def passed(evening: NightEvening, seconds: float) -> None:
    """Let time pass, as far as the store answers."""
    with contextlib.suppress(StoreTrouble):
        await evening.sweep()
        await evening.wait(seconds)
        await evening.settle()


async def told(evening: NightEvening) -> Told:
    board = evening.board
    return Told(
        sorted(map(without_minutes, board.lines)),
        sorted(without_minutes(text) for _, text, _ in board.alone),
        await evening.seated(),
        len((await evening.nights()).nights),
    )


def without_minutes(line: str) -> str:
    """Return a line without how many minutes are left: a house that comes later tells fewer."""
    return re.sub("begins in [0-9]+ minutes?", "begins in … minutes", line)


@pytest.mark.parametrize("step", STEPS)
async def test_a_house_killed_at_any_change_leaves_a_night_that_goes_on(
    step: str, evening: NightEvening, empty_server: EmbeddedServer
) -> None:
    before, seconds, least = STEPS[step]
    await before(evening)
    began = evening.clock.now()
    posts, alone = list(evening.board.posts), list(evening.board.alone)

    async def anew() -> None:
        await kept.put_back()
        evening.clock.move((began - evening.clock.now()) / 1000)
        evening.board.posts, evening.board.alone = list(posts), list(alone)

    async def goes_on() -> Told:
        fresh = await evening.again()
        await passed(fresh, (began - evening.clock.now()) / 1000 + seconds + 240)
        found = await told(fresh)
        await fresh.end()
        return found

    async with Redis.from_url(empty_server.url) as bare:
        kept = await Stored.of(bare)
        whole, changes = await goes_on(), 0
        while True:
            await anew()
            store = await Store.connect(empty_server.url, clock=evening.clock, timeout=60)
            made = killed_after(store, changes)
            dying = NightEvening.on(store, evening.clock, evening.board, evening.venue, seed=f"dying {changes}")
            await passed(dying, seconds)
            with contextlib.suppress(StoreTrouble):
                await dying.end()
            await store.close()
            evening.clock.move((began + round(seconds * 1000) - evening.clock.now()) / 1000)
            found = await goes_on()
            assert found.alone == whole.alone, changes
            assert [line for line in found.lines if "table" not in line] == [
                line for line in whole.lines if "table" not in line
            ], changes
            assert len(found.lines) == len(whole.lines), changes
            assert sorted(map(len, found.seated)) == sorted(map(len, whole.seated)), changes
            if made() <= changes:
                break
            changes += 1
    assert changes >= least, "it was killed at each of several changes"


LINES = {
    "planning": ("pete", "CONFIRM", "night 2"),
    "signing up": ("eve", "!night join", ""),
    "signing off": ("ann", "!night leave", "A seat of night 1"),
    "moving": ("pete", "!night move 1 saturday 20:00", "is moved"),
    "calling off": ("pete", "!night off 1 yes 2026-09-25", "is called off"),
}


@pytest.mark.parametrize("line", LINES)
async def test_a_line_about_a_night_counts_once_whenever_its_house_is_killed(
    line: str, evening: NightEvening, empty_server: EmbeddedServer
) -> None:
    await until_it_is_called(evening)
    name, text, announced = LINES[line]
    if text == "CONFIRM":
        text = f"!{(await evening.say(name, '!night plan sunday 20:00 cones')).confirm}"
    message = evening.message(name, text)
    posts = list(evening.board.posts)
    async with Redis.from_url(empty_server.url) as bare:
        kept = await Stored.of(bare)
        results = list[tuple[object, ...]]()
        for changes in (100, *range(20)):
            await kept.put_back()
            evening.board.posts = list(posts)
            store = await Store.connect(empty_server.url, clock=evening.clock, timeout=60)
            made = killed_after(store, changes)
            dying = NightEvening.on(store, evening.clock, evening.board, evening.venue, seed=f"dying {changes}")
            await dying.house.hear(message)
            await passed(dying, 0)
            with contextlib.suppress(StoreTrouble):
                await dying.end()
            await store.close()
            fresh = await evening.again()
            answer = await fresh.house.hear(message)
            assert answer.ok, f"{changes}: {answer.text}"
            evening.clock.move(40)
            await passed(fresh, 0)
            found = await fresh.nights()
            shown = [(one.number, one.at, [guest.name for guest in one.guests]) for one in found.nights]
            results.append((shown, found.owed, [one for one in evening.board.lines if announced and announced in one]))
            await fresh.end()
            evening.clock.move(-40)
            if changes < 100 and made() <= changes:
                break
    assert all(one == results[0] for one in results), results
    assert len(results) > 2
    assert not announced or len(results[0][2]) == 1  # type: ignore[arg-type]


async def test_two_houses_that_look_at_the_same_moment_call_and_open_once(evening: NightEvening) -> None:
    await until_it_is_called(evening)
    other = await evening.again()
    for at in (60, 900, 180):
        evening.clock.move(at)
        for house in (evening, other):
            await house.sweep()
        await asyncio.gather(evening.settle(), other.settle())
    assert len(evening.board.said("begins in")) == 1
    assert len(evening.board.alone) == 1
    assert len(evening.board.said("begins with")) == 1
    assert evening.board.repeats == 0
    assert len(await evening.sessions()) <= 1
    await other.end()


async def test_a_board_knows_a_repeat_only_by_its_mark(evening: NightEvening) -> None:
    """What the tests above trust: the same posting again is one, another one is not."""
    board = Board()
    await evening.planned(f"friday 20:00 {DUEL}")
    (posting,) = evening.board.posts
    for _ in range(2):
        await board.post(evening.place, posting)  # type: ignore[arg-type]
    assert (len(board.posts), board.repeats) == (1, 1)
