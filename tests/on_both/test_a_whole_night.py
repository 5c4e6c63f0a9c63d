"""Test a whole night: planned on Discord, signed up for there and on Twitch, called, seated at three tables, with
somebody who does not come, a leaver, a report, a ban, a restart, the report of the evening, and next week's date.
"""

import asyncio
import time

from both_night import BothNight
from msgspec.structs import replace
from slashes import gives
from standins.discord.people import Person

from bot.adapters.discord.names import venue_of
from bot.table.document import Session
from bot.table.phases import Playing
from bot.wings.nights.night import Coming, VenueNights
from bot.wings.nights.nights import Nights

WHAT = "halflings mode=duel cooldown=0 seats=6 every week"


async def together(night: BothNight) -> None:
    """Make the Discord server and the Twitch channel one community."""
    olga = night.on_the_server("olga")
    night.guild.join(olga, roles=["manage_guild"])
    code = (await gives(olga, "community", channel=night.channel)).text.split("code is ")[1][:8]
    tess = night.inn.broadcaster
    await tess.says(night.inn, f"!community {code}")
    await asyncio.sleep(5)
    await gives(olga, "community", channel=night.channel, what="yes")
    done = await gives(olga, "community", channel=night.channel, what="yes")
    assert done.text.startswith("Done"), done.text


async def moved(night: BothNight, seconds: float, stage: Coming) -> None:
    """Let the night begin so many seconds from now."""

    def soon(found: VenueNights) -> VenueNights:
        at = round((time.time() + seconds) * 1000)
        return found.with_night(replace(found.nights[0], at=at, stage=stage))

    await night.house.part(Nights).change(venue_of(night.guild.id, night.channel.id), soon)


async def tables(night: BothNight) -> list[Session]:
    place = f"discord:{night.channel.id}"
    return await night.house.directory.at(f"discord:{night.guild.id}", place, fresh=True)


def posted(night: BothNight, part: str) -> list[str]:
    return [one.text for one in night.channel.from_bot if part in one.text]


async def seated(night: BothNight) -> list[list[str]]:
    return sorted(sorted(seat.name for seat in one.seats) for one in await tables(night))


async def test_a_whole_night_over_discord_and_twitch(night: BothNight) -> None:
    await together(night)
    ann, bob, cid, dan, gus = (night.on_the_server(name) for name in ("ann", "bob", "cid", "dan", "gus"))
    eve, fay, mia = night.in_chat("eve"), night.in_chat("fay"), night.on_the_server("mia")
    night.guild.join(mia, roles=["manage_messages"])
    await is_planned(night, ann)
    for person in (ann, bob, cid, dan):
        await gives_night(night, person, "join")
    for viewer in (eve, fay):
        await viewer.asks(night.inn, "!night join 1")
    assert "number 1 on the waiting list" in await gives_night(night, gus, "join")
    await moved(night, 600, Coming())
    await night.until(lambda: posted(night, "Night 1 begins in 10 minutes"), "the call")
    await moved(night, 0, Coming(called=True))
    await night.until(lambda: posted(night, "Night 1 begins with"), "the tables")
    assert [len(one) for one in await seated(night)] == [2, 2, 2]
    # Dan does not come, and Gus gets the seat.
    for person in (ann, bob, cid):
        await gives_night(night, person, "here")
    for viewer in (eve, fay):
        await viewer.says(night.inn, "!night here")
    await asyncio.sleep(185)  # the clocks jump
    await night.until(lambda: posted(night, "Not there on night 1: dan"), "who is missing")
    await asyncio.sleep(1)
    there = sorted(name for table in await seated(night) for name in table)
    assert there == ["Eve", "Fay", "ann", "bob", "cid", "gus"]
    assert all(isinstance(one.phase, Playing) for one in await tables(night))
    await is_reported_and_banned(night, ann, cid, mia)
    # A restart changes nothing.
    before = await seated(night)
    await night.stop()
    await night.start()
    assert await seated(night) == before
    assert len(posted(night, "Night 1 begins with")) == 1
    # They go home, and the end tells the next date.
    for person in (ann, bob, cid, gus):
        await gives(person, "leave", channel=night.channel)
    for viewer in (eve, fay):
        await viewer.asks_in_whispers("leave")
    await asyncio.sleep(65)  # games of two who left at once have ended
    (over,) = await night.until(lambda: posted(night, "Night 1 is over."), "the end")
    assert "The next one: <t:" in over
    assert "banned" in await gives_night(night, cid, "join")
    assert "You are signed up for night 1" in (await eve.asks(night.inn, "!night join 1")).text
    assert len(posted(night, "Night 1 is over.")) == 1


async def is_planned(night: BothNight, ann: Person) -> None:
    asked = await ann.slash("night plan", channel=night.channel, when="friday 20:00", what=WHAT)
    assert asked.answer is not None
    await ann.presses(asked.answer, "Yes, do it")
    await night.until(lambda: posted(night, "has planned night 1"), "the announcement")


async def gives_night(night: BothNight, person: Person, word: str) -> str:
    return str((await person.slash(f"night {word}", channel=night.channel)).text)


async def is_reported_and_banned(night: BothNight, ann: Person, cid: Person, mia: Person) -> None:
    """Let Ann report Cid to Mia, who is on duty and bans him: the game that he is in goes on."""
    night.guild.allow(mia, "mod")
    await mia.slash("mod duty", channel=night.channel, what="on")
    await gives(ann, "report", channel=night.channel, name=f"<@{cid.id}>", reason="shouting")
    await night.until(lambda: [one for one in mia.dms if "ann reports cid: shouting" in one.text], "the report")
    who = {"name": f"<@{cid.id}>", "duration": "7d", "reason": "shouting"}
    assert "is banned" in (await gives(mia, "mod", channel=night.channel, what="ban", **who)).text
    assert any("cid" in table for table in await seated(night))
