"""Test one table in two channels, also with a shared chat: each line once in each, each move once, nothing twice."""

from collections import Counter

import pytest
from on_twitch.gatherings import LONG, SLOW, goes_on_to, opened
from on_twitch.night import OUR_PAGES, Night
from standins.twitch.channels import Channel
from standins.twitch.people import Person

WRONG_PLACE = "Your table stands in another channel"


@pytest.fixture
async def pub(night: Night) -> Channel:
    """Return another channel that the bot is in."""
    return await night.joins("pub")


async def in_both(night: Night, pub: Channel, *given: str) -> tuple[Person, Person]:
    """Seat Ann of the inn and Ben of the pub at one table, before its game begins."""
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, " ".join(("!open halflings mode=duel", SLOW, *given)))
    await night.line("is open", "is the host")
    told = await night.privately(ann, "mirror")
    code = told.text.split("mirror ")[1].split('"')[0]
    await pub.broadcaster.says(pub, f"!mirror {code} yes")
    await night.line("stands here too", channel=pub)
    await ben.says(pub, "!join")
    await night.line("Ben sits down", channel=pub)
    await night.line("Ben sits down")
    return ann, ben


def told(channel: Channel) -> Counter[str]:
    """Return how often the bot said each line about the table in a channel, without answers to people."""
    return Counter(line.text for line in channel.from_bot if line.parent is None)


async def played(night: Night, pub: Channel, ann: Person, ben: Person) -> None:
    """Let Ann stake in her channel, and Ben, the Giant, roll in his."""
    await ann.says(night.channel, "!start")
    for channel in (night.channel, pub):
        await night.line("Ann, stake 1 to", channel=channel)
    await ann.says(night.channel, "!stake 10")
    await night.line("Ann stakes 10", channel=pub)
    night.dice.load(["5"])
    await ben.says(pub, "!roll")
    for channel in (night.channel, pub):
        await night.line("The Giant rolls", channel=channel)
    await night.quiet()


@pytest.mark.parametrize("shared", [False, True], ids=["apart", "in a shared chat"])
async def test_each_line_stands_once_in_each(night: Night, pub: Channel, shared: bool) -> None:
    if shared:
        night.channel.share_chat_with(pub)
    ann, ben = await in_both(night, pub)
    await played(night, pub, ann, ben)
    for channel in (night.channel, pub):
        lines = told(channel)
        assert {text: count for text, count in lines.items() if count > 1} == {}, channel
        assert sum("Ann stakes 10" in text for text in lines) == 1
        assert sum("The Giant rolls" in text for text in lines) == 1


async def test_a_move_in_a_shared_chat_is_made_once(night: Night, pub: Channel) -> None:
    """Both channels get the line. A payment is made once, by one seat at one table."""
    night.channel.share_chat_with(pub)
    ann, ben = await in_both(night, pub)
    await played(night, pub, ann, ben)
    session = await night.session()
    assert [(await night.session(pub)).ref, len(session.seats)] == [session.ref, 2]
    for channel in (night.channel, pub):
        text = " ".join(told(channel))
        assert (text.count("Ann stakes"), text.count("The Giant rolls")) == (1, 1)
        answered = [line.parent.text for line in channel.from_bot if line.parent is not None]
        assert {"!stake 10", "!roll"}.isdisjoint(answered), "nor is a copy answered"


async def test_whoever_sits_may_play_from_either_channel(night: Night, pub: Channel) -> None:
    ann, _ = await in_both(night, pub)
    await ann.says(night.channel, "!start")
    await night.line("Ann, stake 1 to", channel=pub)
    await ann.says(pub, "!stake 30")
    for channel in (night.channel, pub):
        await night.line("Ann stakes 30", channel=channel)


async def test_a_move_in_the_wrong_channel_is_told_where_it_belongs(night: Night, pub: Channel) -> None:
    (ann,) = night.people("ann")
    await opened(night, [ann, *night.people("ben")], "halflings", f"mode=duel {SLOW}")
    await night.line("Ann, stake 1 to")
    before = await night.session()
    for _ in range(2):
        said = await ann.says(pub, "!stake 10")
        await night.reply(said, WRONG_PLACE)
    assert await night.session() == before
    await ann.says(night.channel, "!stake 10")
    await night.line("Ann stakes 10")


async def test_nor_does_anybody_else_hear_of_it(night: Night, pub: Channel) -> None:
    """Neither strangers, nor people without such a move now, nor people who speak to another bot."""
    ann, ben, zoe = night.people("ann", "ben", "zoe")
    await opened(night, [ann, ben], "halflings", f"mode=duel {SLOW}")
    await night.line("Ann, stake 1 to")
    for person, text in ((zoe, "!stake 10"), (ben, "!stake 10"), (ann, "!split"), (ann, "!roll")):
        await person.says(pub, text)
    await night.quiet()
    assert pub.from_bot == []


async def test_a_secret_in_the_wrong_channel_is_deleted_too(night: Night, pub: Channel) -> None:
    night.public = OUR_PAGES
    pub.mod(night.world.bot)
    people = night.people("ann", "ben", "cid", "dan", "eve")
    await opened(night, people, "headache", LONG)
    await night.line("reroll, or stay?")
    await goes_on_to(night, people, "voting")
    said = await people[0].says(pub, "!vote 712345 2")
    await night.line("That is a secret move", channel=pub)
    assert said.deleted
    assert not any("712345" in one.text for one in night.twitch.journal.entries)
