"""Test the desk on Discord: slash commands, a warning that is read by a button, direct messages, members' rights."""

from gatherings import a_duel
from night import Night
from slashes import gives
from test_moderators import YES, moderator

DAY_BAN = "for 7 days"


def dms(night: Night, seen_by: int) -> list[str]:
    return [entry.text for entry in night.server.journal.entries if entry.seen_by == {seen_by}]


async def test_a_warning_is_told_by_direct_message_and_read_by_a_button(night: Night) -> None:
    _, ben = await a_duel(night)
    mia, cid = moderator(night), night.person("cid")
    await gives(cid, "halflings", channel=night.channel)
    await gives(cid, "leave", channel=night.channel)
    warned = await gives(mia, "mod", channel=night.channel, what="warn", name="ben", reason="shouting")
    assert "ben is warned" in warned.text, warned.text
    await night.quiet()
    assert any("Moderator mia warns you: shouting" in text for text in dms(night, ben.id))
    await gives(ben, "leave", channel=night.channel)
    refused = await ben.slash("play", channel=night.channel, game="halflings")
    assert "read what a moderator wrote to you" in refused.text
    assert refused.answer is not None
    assert refused.answer.ephemeral_to is ben
    await ben.presses(refused.answer, YES)
    again = await ben.slash("play", channel=night.channel, game="halflings")
    assert "read what a moderator wrote" not in again.text


async def test_a_member_who_moderates_is_judged_by_no_other_moderator(night: Night) -> None:
    """By the rights that the server's members have now, also of somebody who said nothing for long."""
    await a_duel(night)
    mia, max_ = moderator(night), night.person("max")
    await gives(max_, "wallet", channel=night.channel)
    night.guild.join(max_, roles=["manage_messages"])
    said = await gives(mia, "mod", channel=night.channel, what="ban", name="max", duration="7d", reason="x")
    assert "only whoever owns this place judges moderators" in said.text


async def test_a_ban_with_a_mention_keeps_its_person_from_the_tables(night: Night) -> None:
    _, ben = await a_duel(night)
    mia = moderator(night)
    who = {"name": f"<@{ben.id}>", "duration": "7d", "reason": "cheating"}
    said = await gives(mia, "mod", channel=night.channel, what="ban", **who)
    assert DAY_BAN in said.text
    await gives(ben, "leave", channel=night.channel)
    assert "You are banned" in (await ben.slash("play", channel=night.channel, game="halflings")).text
    listed = await gives(mia, "mod", channel=night.channel, what="list")
    assert "ben" in listed.text
    assert listed.answer is not None
    assert listed.answer.ephemeral_to is mia


async def test_the_desk_is_told_in_a_few_words_to_moderators_alone(night: Night) -> None:
    ann, _ = await a_duel(night)
    mia = moderator(night)
    card = await gives(mia, "mod", channel=night.channel, what="desk")
    assert "Tables: 1" in card.text
    assert card.answer is not None
    assert card.answer.ephemeral_to is mia
    assert "for moderators" in (await gives(ann, "mod", channel=night.channel, what="desk")).text


async def test_a_member_on_duty_is_told_of_reports_while_they_moderate(night: Night) -> None:
    ann, ben = await a_duel(night)
    mia = moderator(night)
    night.guild.allow(mia, "mod")
    assert "mia is on duty" in (await mia.slash("mod duty", channel=night.channel, what="on")).text
    assert any("You are on duty" in text for text in dms(night, mia.id))
    await gives(ann, "report", channel=night.channel, name="ben", reason="shouting")
    await night.quiet()
    assert any("ann reports ben: shouting" in text for text in dms(night, mia.id))
    night.guild.take(mia, night.guild.members[mia.id].roles[0])
    await gives(ben, "report", channel=night.channel, name="ann", reason="sulking")
    await night.quiet()
    assert not any("ben reports ann" in text for text in dms(night, mia.id))
