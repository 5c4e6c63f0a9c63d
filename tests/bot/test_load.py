"""`potluck load` plays for real at many tables and tells what that costs."""

from program import potluck

from bot.app.load import Load, carried, rows


async def test_people_crowds_and_house_bots_play_and_everything_is_shown() -> None:
    load = Load(venues=20, minutes=0.06, think=0.4)
    seen = await carried(load)
    assert seen.shown, "moves were shown in public"
    assert seen.dropped == 0
    assert seen.tables == load.venues
    assert seen.calls > 0
    told = "\n".join(rows(load, seen))
    for words in ("20 venues", "p99", "late", "dropped: 0", "CPU", "a second", "memory", "store"):
        assert words in told


async def test_what_is_not_limited_waits_for_nothing() -> None:
    seen = await carried(Load(venues=4, minutes=0.04, think=0.3, limited=False))
    assert seen.shown
    assert (seen.waited, seen.dropped) == (0.0, 0)


def test_a_wrong_number_is_refused_with_what_would_work() -> None:
    told = potluck("load", "--venues", "0")
    assert told.returncode == 2
    assert "1<=x<=100000" in told.stderr
