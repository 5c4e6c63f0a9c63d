"""Test nights on Discord: planned by a slash command, joined by buttons, called by mentions, in each reader's time."""

import time
from datetime import UTC, datetime

from msgspec.structs import replace
from night import Night
from standins.discord.people import Person
from standins.discord.permissions import Permission
from standins.discord.places import Channel

from bot.adapters.discord.names import venue_of
from bot.wings.nights.night import SEAT_KEPT, Begun, Coming, VenueNights
from bot.wings.nights.nights import Nights

OTHERS = {
    "id": "5",
    "guild_id": "1",
    "creator_id": "1",
    "status": 1,
    "entity_type": 3,
    "privacy_level": 2,
    "scheduled_end_time": "2026-01-01T01:00:00+00:00",
    "entity_metadata": {"location": "x"},
}


async def planned(night: Night, ann: Person, what: str) -> int:
    """Let Ann plan a night for Friday; return its instant."""
    asked = await ann.slash("night plan", channel=night.channel, when="friday 20:00", what=what)
    assert asked.answer is not None
    assert "<t:" in asked.answer.text
    await ann.presses(asked.answer, "Yes, do it")
    (found,) = await night.until(lambda: [one for one in night.channel.from_bot if "has planned night 1" in one.text])
    (coming,) = (await nights(night)).nights
    assert f"<t:{coming.at // 1000}:F>" in found.text
    assert coming.at > time.time() * 1000
    return coming.at


async def nights(night: Night) -> VenueNights:
    return await night.house.part(Nights).of(venue_of(night.guild.id, night.channel.id))


async def test_a_night_is_planned_by_slash_and_joined_by_the_button_below_its_announcement(night: Night) -> None:
    ann, bob = night.people("ann", "bob")
    at = await planned(night, ann, "halflings mode=duel")
    (announced,) = [one for one in night.channel.from_bot if "has planned night 1" in one.text]
    joined = await bob.presses(announced, "I come")
    assert joined.answer is not None
    assert "You are signed up for night 1" in joined.answer.text
    assert f"<t:{at // 1000}:F>" in joined.answer.text
    assert joined.answer.ephemeral_to is not None
    listed = await ann.slash("night list", channel=night.channel)
    assert listed.answer is not None
    assert "Seats taken: 1 of 2" in listed.answer.text
    await ann.presses(listed.answer, "Maybe")
    await bob.presses(announced, "I don't come")
    (coming,) = (await nights(night)).nights
    assert [(one.name, one.maybe) for one in coming.guests] == [("ann", True)]


async def test_who_signed_up_is_mentioned_once_and_who_wants_it_gets_a_direct_message(night: Night) -> None:
    ann, bob, cid, dan = night.people("ann", "bob", "cid", "dan")
    await planned(night, ann, "halflings mode=duel seats=4")
    for person in (ann, bob, cid):
        await person.slash("night join", channel=night.channel)
    await bob.slash("me pings", channel=night.channel, way="dm")
    await cid.slash("me pings", channel=night.channel, way="off")

    def soon(found: VenueNights) -> VenueNights:
        return found.with_night(replace(found.nights[0], at=round(time.time() * 1000) + 600_000, stage=Coming()))

    await night.house.part(Nights).change(venue_of(night.guild.id, night.channel.id), soon)
    (call,) = await night.until(lambda: [one for one in night.channel.from_bot if "begins in 10 minutes" in one.text])
    assert call.pinged == {ann.id}
    await night.until(lambda: [one for one in bob.dms if "begins in 10 minutes" in one.text])
    assert not [one for person in (ann, cid, dan) for one in person.dms if "begins in" in one.text]
    await night.restart()
    await night.quiet(1.5)
    assert len([one for one in night.channel.from_bot if "begins in 10 minutes" in one.text]) == 1
    assert len([one for one in bob.dms if "begins in" in one.text]) == 1


async def test_it_opens_by_itself_and_who_is_seated_is_mentioned(night: Night) -> None:
    ann, bob = night.people("ann", "bob")
    await planned(night, ann, "halflings mode=duel")
    for person in (ann, bob):
        await person.slash("night join", channel=night.channel)

    def now(found: VenueNights) -> VenueNights:
        return found.with_night(replace(found.nights[0], at=round(time.time() * 1000), stage=Coming(called=True)))

    await night.house.part(Nights).change(venue_of(night.guild.id, night.channel.id), now)
    (begins,) = await night.until(lambda: [one for one in night.channel.from_bot if "begins with" in one.text])
    assert begins.pinged == {ann.id, bob.id}
    table = await night.session()
    assert sorted(seat.name for seat in table.seats) == ["ann", "bob"]
    here = await ann.slash("night here", channel=night.channel)
    assert here.answer is not None
    assert table.code in here.answer.text


async def test_a_tournament_of_a_night_begins_by_itself_with_a_thread_for_each_table(night: Night) -> None:
    people = night.people("ann", "bob", "cid", "dan", "eve")
    await planned(night, people[0], "tournament rogues table_seats=3 seats=4")
    (announced,) = [one for one in night.channel.from_bot if "has planned night 1" in one.text]
    assert "as a tournament" in announced.text
    for person in people:
        await person.presses(announced, "I come")
    venue, part = venue_of(night.guild.id, night.channel.id), night.house.part(Nights)

    def now(found: VenueNights) -> VenueNights:
        return found.with_night(replace(found.nights[0], at=round(time.time() * 1000), stage=Coming(called=True)))

    def later(found: VenueNights) -> VenueNights:
        stage = found.nights[0].stage
        assert isinstance(stage, Begun)
        return found.with_night(replace(found.nights[0], stage=replace(stage, since=stage.since - SEAT_KEPT)))

    await part.change(venue, now)
    (begins,) = await night.until(lambda: [one for one in night.channel.from_bot if "begins with" in one.text])
    for person in people[1:4]:
        shown = await person.presses(begins, "I am here")
        assert shown.answer is not None
        assert "Good that you are here" in shown.answer.text
    await night.quiet()
    await part.change(venue, later)
    await night.until(lambda: len([one for one in threads_of(night) if one.from_bot]) == 2)
    tables = [session for thread in threads_of(night) for session in await night.sessions(thread)]
    assert sorted(seat.name for one in tables for seat in one.seats) == ["bob", "cid", "dan", "eve"]


def threads_of(night: Night) -> list[Channel]:
    return [one for one in night.world.channels.values() if one.is_thread]


async def test_in_a_channel_that_was_deleted_nothing_opens_and_its_planner_hears_of_it(night: Night) -> None:
    ann, bob = night.people("ann", "bob")
    await planned(night, ann, "halflings mode=duel")
    await bob.slash("night join", channel=night.channel)
    night.channel.delete()
    venue, known = venue_of(night.guild.id, night.channel.id), night.house.part(Nights).known

    def soon(found: VenueNights) -> VenueNights:
        return found.with_night(replace(found.nights[0], at=round(time.time() * 1000) + 3000, stage=Coming()))

    await night.house.part(Nights).change(venue, soon)
    await night.until(lambda: [one for one in ann.dms if "/night place" in one.text])
    (coming,) = known[venue].nights
    await night.until(lambda: time.time() * 1000 > coming.at + 1500)
    assert known[venue].nights[0].stage == Coming(called=True, shut=True)
    assert await night.sessions() == []


def events(night: Night) -> list[tuple[str, str]]:
    """Return the name and the beginning of each of the server's events."""
    return sorted((one["name"], one["scheduled_start_time"][:16]) for one in night.guild.events.values())


async def test_where_we_may_the_servers_own_events_follow_what_is_planned(night: Night) -> None:
    night.guild.everyone.permissions |= Permission.CREATE_EVENTS
    await night.restart()
    ann, bob = night.people("ann", "bob")
    night.guild.events[5] = {"name": "another's", "scheduled_start_time": "2026-01-01T00:00:00+00:00"} | OTHERS
    at = await planned(night, ann, "halflings mode=duel every week")
    mine = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M")
    await night.until(lambda: len(events(night)) == 2)
    assert ("Halflings & Giants [mode=duel] for chips: night 1", mine) in events(night)
    (ours,) = [one for number, one in night.guild.events.items() if number != 5]
    assert ours["entity_metadata"] == {"location": "#table"}
    await bob.slash("night join", channel=night.channel)
    await ann.slash("night move", channel=night.channel, when="saturday 21:00")
    await night.until(lambda: any("T21:00" in when for _, when in events(night)))
    assert len(events(night)) == 2, "it was moved"
    ours["name"] = "what somebody made of it"
    asked = await ann.slash("night off", channel=night.channel, reason="all")
    await ann.presses(asked.answer, "Yes, do it")
    await night.until(lambda: [name for name, _ in events(night)] == ["another's"])


async def test_a_server_that_refuses_events_has_its_night_all_the_same(night: Night) -> None:
    night.guild.everyone.permissions |= Permission.CREATE_EVENTS
    await night.restart()
    night.server.faults.next("POST", "/scheduled-events$", status=500)
    ann, bob = night.people("ann", "bob")
    await planned(night, ann, "halflings mode=duel")
    joined = await bob.slash("night join", channel=night.channel)
    assert joined.answer is not None
    assert "You are signed up" in joined.answer.text
