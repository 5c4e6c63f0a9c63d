"""Test a chat in which each viewer's stake opens a table: each game after the first has a public seal."""

import re

from on_twitch.night import Night

from bot.table.document import Session
from bot.table.phases import Playing
from games.proof import fair


async def of(night: Night, name: str) -> Session:
    """Return the table of somebody who plays alone."""
    return next(one for one in await night.sessions() if one.seats[0].name == name)


async def test_the_seal_stands_in_the_chat_before_the_line_that_takes_it(night: Night) -> None:
    """The record names our line with it, and says that Twitch had taken it before the viewer's line came."""
    ann, ben = night.people("ann", "ben")
    await night.asks(night.channel.broadcaster, "!control tables 2", "2 tables at a time")
    night.dice.load(["7", "8"])
    await ann.says(night.channel, "!halflings 50 mode=house roll_seconds=600")
    told = await night.line(", standing ")
    await night.line("Ann stakes 50")
    await night.quiet()
    start = await ben.says(night.channel, "!halflings 20 mode=house roll_seconds=600")
    await night.line("Ben stakes 20")
    phase = (await of(night, "Ben")).phase
    assert isinstance(phase, Playing)
    found = re.search("standing ([a-z2-7]{26})", told.text)
    assert found is not None
    assert fair.binding(phase.pledge.commitment) == found[1]
    assert (phase.stamp, phase.unsealed) == (start.id, False)
    assert phase.in_time is not None
    ours = [one.id for one in night.channel.from_bot]
    assert ours.index(phase.in_time.seal) >= ours.index(told.id)
    assert phase.in_time.seal_at <= phase.in_time.stamp_at
