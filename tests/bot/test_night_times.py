"""Test the times of nights: as people type them, where clocks change, and through a year of weekly nights."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from night_evening import Board, NightEvening

from bot.ports.messages import Rights
from bot.table.change import Refused
from bot.wings.nights.when import PLAIN, SKIPPED, TWICE, following, instant, kind_of, read_when
from persistence import HandClock, Store

BERLIN = "Europe/Berlin"
NEW_YORK = "America/New_York"
NOW = round(datetime(2026, 9, 21, 14, 13, tzinfo=UTC).timestamp() * 1000)
"""A Monday: 16:13 in Berlin, 10:13 in New York."""


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[NightEvening]:
    made = NightEvening.on(store, clock)
    made.rights = {"olga": Rights.OWNER}
    yield made
    await made.end()


@pytest.mark.parametrize(
    ("typed", "local"),
    [
        ("friday 20:00", "2026-09-25 20:00"),
        ("FRI 8pm", "2026-09-25 20:00"),
        ("20:00 on friday", "2026-09-25 20:00"),
        ("friday at 9 pm", "2026-09-25 21:00"),
        ("friday, 9:30pm", "2026-09-25 21:30"),
        ("tomorrow 9pm", "2026-09-22 21:00"),
        ("tonight 8pm", "2026-09-21 20:00"),
        ("monday 20:00", "2026-09-21 20:00"),
        ("monday 16:00", "2026-09-28 16:00"),
        ("20:00", "2026-09-21 20:00"),
        ("16:00", "2026-09-22 16:00"),
        ("12am", "2026-09-22 00:00"),
        ("12pm", "2026-09-22 12:00"),
        ("2026-12-24 19:00", "2026-12-24 19:00"),
        ("19:00 2026-12-24", "2026-12-24 19:00"),
    ],
)
def test_times_are_read_as_people_type_them(typed: str, local: str) -> None:
    words = [*typed.split(), "cones"]
    found, taken = read_when(words, NOW, BERLIN)
    assert (f"{found:%Y-%m-%d %H:%M}", words[taken:]) == (local, ["cones"])


@pytest.mark.parametrize("typed", ["friday", "2026-12-24", "next friday", "fr 20:00", "24:00", "20.00", "13pm", ""])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_when(typed.split(), NOW, BERLIN)


def test_a_day_here_may_be_another_one_in_utc() -> None:
    late = round(datetime(2026, 9, 25, 23, 30, tzinfo=UTC).timestamp() * 1000)
    assert read_when(["today", "20:00"], late - 3 * 3600_000, NEW_YORK)[0].day == 25
    assert read_when(["tomorrow", "20:00"], late, BERLIN)[0].day == 27, "it is Saturday there already"


def test_a_skipped_time_begins_later_by_the_change_and_of_two_the_first_counts() -> None:
    skipped, twice = datetime(2027, 3, 28, 2, 30), datetime(2026, 10, 25, 2, 30)  # noqa: DTZ001 - local times
    assert (kind_of(skipped, BERLIN), kind_of(twice, BERLIN)) == (SKIPPED, TWICE)
    assert datetime.fromtimestamp(instant(skipped, BERLIN) / 1000, ZoneInfo(BERLIN)).strftime("%H:%M") == "03:30"
    assert instant(twice, BERLIN) == round(datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp() * 1000)
    assert kind_of(skipped + timedelta(days=1), BERLIN) == PLAIN


def test_a_series_over_a_skipped_time_returns_to_its_own() -> None:
    local, found = datetime(2027, 3, 14, 2, 30), list[str]()  # noqa: DTZ001 - a local time
    for _ in range(3):
        local = following(local, BERLIN, instant(local, BERLIN))
        at = datetime.fromtimestamp(instant(local, BERLIN) / 1000, ZoneInfo(BERLIN))
        found.append(f"{at:%m-%d %H:%M}")
    assert found == ["03-21 02:30", "03-28 03:30", "04-04 02:30"]


async def test_the_rule_is_told_before_such_a_time_is_agreed_on(evening: NightEvening) -> None:
    await evening.lines(f"olga: !night zone {BERLIN}")
    asked = await evening.say("ann", "!night plan 2027-03-28 02:30 cones")
    assert "begins as much later as the clocks are put forward: at 03:30" in asked.text
    asked = await evening.say("ann", "!night plan 2026-10-25 02:30 cones")
    assert "comes twice" in asked.text
    asked = await evening.say("ann", "!night plan 2026-10-26 02:30 cones")
    assert "clocks" not in asked.text


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK])
async def test_a_year_of_weekly_nights_begins_each_at_the_time_that_was_agreed(
    store: Store, clock: HandClock, zone: str
) -> None:
    """53 evenings, over both changes of the clocks: each opens its table at 20:00 there."""
    evening = NightEvening.on(store, clock, Board(), venue=f"test:{zone.partition('/')[2]}")
    evening.rights = {"olga": Rights.OWNER}
    await evening.lines(f"olga: !night zone {zone}")
    await evening.planned("friday 20:00 halflings mode=duel every week")
    begun, called, offsets = list[datetime](), list[datetime](), set[timedelta | None]()
    for _ in range(53):
        (night,) = (await evening.nights()).nights
        await evening.lines("ann: !night join")
        await evening.wait(night.at / 1000 - clock.now() / 1000 + 900)
        await evening.settle()
        evening.witness.clear()
    for posted in evening.board.posts:
        local = datetime.fromtimestamp(posted.at / 1000, ZoneInfo(zone))
        if "begins with" in posted.lines[0]:
            begun.append(local)
            offsets.add(local.utcoffset())
        elif "begins in 15 minutes" in posted.lines[0]:
            called.append(local)
    assert len(begun) == len(called) == 53
    assert {f"{one:%A %H:%M}" for one in begun} == {"Friday 20:00"}
    assert {f"{one:%A %H:%M}" for one in called} == {"Friday 19:45"}
    assert {later.date() - one.date() for one, later in pairwise(begun)} == {timedelta(days=7)}
    assert len(offsets) == 2, "the clocks have changed between them"
    await evening.end()
