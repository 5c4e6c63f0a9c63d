"""Test the page of a venue's nights, and the calendar below it, over HTTP."""

import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import aiohttp
import pytest
from night_evening import NightEvening

from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Rights
from bot.wings.nights.calendar import folded
from bot.wings.nights.shown_nights import ShownNights
from persistence import HandClock, Store

BERLIN = "Europe/Berlin"


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[NightEvening]:
    made = NightEvening.on(store, clock)
    made.rights = {"olga": Rights.OWNER}
    yield made
    await made.end()


@pytest.fixture
async def address(evening: NightEvening) -> AsyncIterator[str]:
    async with open_room(evening.house, Settings(_env_file=None), "127.0.0.1", 0, str) as room:
        evening.house.doors.public = f"http://127.0.0.1:{room.port}/"
        answer = await evening.say("ann", "!night")
        yield str(answer.text).rpartition(" ")[2]


async def read(address: str) -> tuple[int, str, str]:
    async with aiohttp.ClientSession() as client, client.get(address) as answer:
        return answer.status, answer.content_type, await answer.text()


def events(text: str) -> Iterator[dict[str, str]]:
    """Yield the events of a calendar; each line must be as the standard has it."""
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    whole = text.replace("\r\n ", "")
    assert "\n" not in whole.replace("\r\n", "")
    for event in re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", whole, re.DOTALL):
        yield dict(line.split(":", 1) for line in event.strip().split("\r\n"))


async def test_the_page_shows_what_comes_and_nobodys_name(evening: NightEvening, address: str) -> None:
    status, kind, page = await read(address)
    assert (status, kind) == (200, "text/html")
    assert "No night is planned here now" in page
    await evening.planned("friday 20:00 cones lift=own_cones then halflings money=purse buyin=100 every week")
    await evening.lines("ann: !night join", "bob: !night maybe")
    _, _, page = await read(address)
    assert '<time datetime="2026-09-25T20:00Z">Friday 2026\u201109\u201125, 20:00 (UTC)</time>' in page
    assert "Seats taken: 1 of 4 · maybe: 1 · 120 minutes" in page
    assert "(lift: own cones) for chips, then Halflings &amp; Giants for purses, 100 suckers a seat" in page
    assert not re.search(r"\b(ann|bob|pete)\b", page.partition("<main>")[2])


@pytest.mark.parametrize("path", ["nights/0123456789abcdef01", "nights/x/calendar.ics", f"nights/{'a' * 300}"])
async def test_a_link_that_leads_nowhere_is_answered_so(evening: NightEvening, address: str, path: str) -> None:
    status, _, page = await read(f"{address.partition('nights/')[0]}{path}")
    assert status == 404
    assert "no such list of nights" in page


async def test_a_calendar_has_each_evening_at_its_local_time_over_a_change_of_the_clocks(
    evening: NightEvening, address: str
) -> None:
    await evening.lines(f"olga: !night zone {BERLIN}")
    await evening.planned("friday 20:00 cones every week")
    await evening.planned("2026-12-24 19:00 rogues length=90")
    status, kind, text = await read(f"{address}/calendar.ics")
    assert (status, kind) == (200, "text/calendar")
    found = list(events(text))
    assert len(found) == 13
    assert len({one["UID"] for one in found}) == 13
    times = [datetime.strptime(one["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) for one in found]
    local = [one.astimezone(ZoneInfo(BERLIN)) for one in times]
    assert {f"{one:%a %H:%M}" for one in local[:12]} == {"Fri 20:00"}
    assert len({one.utcoffset() for one in local[:12]}) == 2
    assert found[12]["DTEND"] == "20261224T193000Z"


async def test_a_moved_evening_keeps_its_id_in_calendars(evening: NightEvening, address: str) -> None:
    await evening.planned("friday 20:00 cones every week")
    before = list(events((await read(f"{address}/calendar.ics"))[2]))
    await evening.lines("pete: !night move 1 saturday 21:00")
    after = list(events((await read(f"{address}/calendar.ics"))[2]))
    assert [one["UID"] for one in after] == [one["UID"] for one in before]
    assert (before[0]["DTSTART"], after[0]["DTSTART"]) == ("20260925T200000Z", "20260926T210000Z")
    assert [one["DTSTART"] for one in after[1:]] == [one["DTSTART"] for one in before[1:]]


async def test_a_night_that_comes_once_keeps_its_id_when_it_is_moved(evening: NightEvening, address: str) -> None:
    await evening.planned("friday 20:00 cones")
    (before,) = events((await read(f"{address}/calendar.ics"))[2])
    await evening.lines("pete: !night move 1 saturday 21:00")
    (after,) = events((await read(f"{address}/calendar.ics"))[2])
    assert after["UID"] == before["UID"]
    assert after["DTSTART"] == "20260926T210000Z"


def test_long_lines_are_folded_between_letters() -> None:
    line = f"SUMMARY:{'ü' * 100}{'🎲' * 40}"
    parts = folded(line).split("\r\n ")
    assert all(len(part.encode()) <= 75 for part in parts)
    assert "".join(parts) == line


async def test_overlays_announce_a_night_within_the_hour_before_it(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 rogues seats=6")
    shown, venue = evening.house.part(ShownNights), VenueId(evening.venue)
    await evening.until("2026-09-25T18:59")
    assert await shown.upcoming(venue, evening.place, "en") is None
    await evening.until("2026-09-25T19:01")
    (night,) = (await evening.nights()).nights
    found = await shown.upcoming(venue, evening.place, "en")
    assert found is not None
    assert found.at == night.at
    assert found.text.startswith(
        "Night 1 begins on Friday 2026-09-25, 20:00 (UTC): Fearless Rogues Hold 'Em for chips."
    )
    assert found.text.endswith('"!night join 1" signs you up.')
    assert await shown.upcoming(venue, PlaceId("elsewhere"), "en") is None
    await evening.lines("ann: !night join")
    await evening.until("2026-09-25T20:00")
    assert await shown.upcoming(venue, evening.place, "en") is None
