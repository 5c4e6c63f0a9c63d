"""Test nights among people who say anything at any moment: they end, nothing breaks, and nothing stays owed."""

import random

import pytest
from night_evening import Board, NightEvening
from structlog.testing import capture_logs

from bot.ports.messages import Rights
from persistence import HandClock, Store

NAMES = ("ann", "bob", "cid", "dan", "eve", "fay", "mia")
OF_NIGHTS = (
    *("!night join", "!night leave", "!night here", "!night maybe", "!night off 1", "!night off 1 all"),
    *("!night move 1 saturday 21:00", "!night join with eve", "!night place 1", "!night off 1 yes"),
)
OF_TABLES = (
    *("!join", "!leave", "!start", "!bots 2", "!options seats=3", "!hand", "!roll", "!queue", "!enough", "!close"),
    *("!tournament", "!tournament end", "!tournament pause x", "!tournament resume", "!tournament level"),
)
OF_STAFF = ("!end", "!reset x", "!skip", "!remove bob", "!mod ban cid 1h x", "!mod warn dan x")
OF_ONESELF = ("!block ann", "!block bob", "!understood", "!forget me")
LINES = (*OF_NIGHTS, *OF_TABLES, *OF_STAFF, *OF_ONESELF)
QUICK = "tournament rogues table_seats=3 level_seconds=30 ante_unit=50"
DUEL = "halflings mode=duel cooldown=0"
PLANS = (f"{QUICK} seats=5", f"{QUICK} then {DUEL} seats=2 break=5", f"{DUEL} then {QUICK} seats=2 length=40")


@pytest.mark.parametrize("luck", [1, *(pytest.param(more, marks=pytest.mark.soak) for more in range(2, 40))])
async def test_a_night_ends_whatever_is_said_and_whenever_it_restarts(
    store: Store, clock: HandClock, luck: int
) -> None:
    chance = random.Random(luck)  # noqa: S311 - not the dice of a game
    evening = NightEvening.on(store, clock, Board(tables=chance.choice((1, 8))), seed=str(luck))
    evening.rights = {"mia": Rights.STAFF}
    with capture_logs() as logs:
        await evening.planned(f"friday 20:00 {PLANS[luck % len(PLANS)]} every week")
        for name in NAMES:
            await evening.say(name, "!night join")
        await evening.until("2026-09-25T19:59")
        for _ in range(60):
            for _ in range(chance.randrange(4)):
                asked = await evening.say(chance.choice(NAMES), chance.choice(LINES))
                if asked.confirm and chance.random() < 0.4:
                    await evening.say(chance.choice(NAMES), f"!{asked.confirm}")
            if chance.random() < 0.1:
                before, evening = evening, await evening.again()
                await before.end()
            await evening.wait(chance.choice((1, 5, 30, 60, 180)))
        for _ in range(40):
            await evening.sweep()
            await evening.wait(1800)
    assert [one for one in logs if one["log_level"] == "error"] == []
    found = await evening.nights()
    assert [one for one in found.nights if one.at < clock.now() - 14 * 3600_000] == []
    assert found.owed == ()
    assert await evening.sessions() == []
    await evening.end()
