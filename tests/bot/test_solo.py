"""Test that who plays house bots alone has time, and that no game takes chips along from the one before."""

from typing import Any

import pytest
from evening import Evening
from one_change import change_of, seated, table

from bot.render.seat_lines import seat_lines
from bot.table import beginning
from bot.table.document import TableOptions
from bot.table.phases import Between, Playing
from bot.text import Words

SOLO = TableOptions(solo="on")
BOTS = (seated("bot:hob"), seated("bot:nan"))
ROGUES: dict[str, Any] = {"game": "rogues", "given": {"stack": "100"}}


def seconds_of(*sitting: Any, options: TableOptions = SOLO) -> int:
    """Return how long the first choice of this game may take."""
    began = change_of(table(*sitting, **ROGUES).changed(options=options))
    beginning.begin(began, "")
    return (began.playing.clock.ends_at - began.now) // 1000


def test_nobody_waits_for_one_person_among_house_bots() -> None:
    usual = seconds_of("ann", *BOTS, options=TableOptions())
    assert usual < 600
    assert seconds_of("ann", *BOTS) == 600
    assert seconds_of("ann", "ben", BOTS[0]) == usual
    assert seconds_of("ann", "ben") == usual


@pytest.mark.parametrize(
    ("sitting", "options", "chips"),
    [
        ((seated("ann", 260), seated("bot:hob", 20), seated("bot:nan", 20)), SOLO, [100, 100, 100]),
        ((seated("ann", 260), seated("bot:hob", 20)), TableOptions(), [260, 20]),
        ((seated("ann", 260), seated("ben", 20)), SOLO, [260, 20]),
    ],
)
def test_the_next_game_of_one_person_among_house_bots_begins_with_fresh_chips(
    sitting: tuple[Any, ...], options: TableOptions, chips: list[int]
) -> None:
    before = table(*sitting, **ROGUES).changed(options=options)
    change = change_of(before)
    beginning.begin(change, "")
    assert list(change.playing.before) == chips


async def test_the_next_game_of_one_person_among_house_bots_waits_for_a_press(evening: Evening) -> None:
    await evening.lines("ann: !open rogues solo=on", "ann: !bots 1", "ann: !start")
    while isinstance((await evening.table()).phase, Playing):
        await evening.say("ann", "!trip")
        await evening.wait(3)
    phase = (await evening.table()).phase
    assert isinstance(phase, Between)
    assert phase.starts_at is None
    await evening.wait(60)
    await evening.lines("ann: !bots 1")
    session = await evening.table()
    names = [one.name for one in session.seats]
    lines = seat_lines(session, None, names, None, Words())
    assert [one.new for one in lines] == [False, False, True]
    await evening.lines("ann: !rematch")
    assert isinstance((await evening.table()).phase, Playing)
