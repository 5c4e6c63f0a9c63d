"""Test invitations from Discord's menu for people: one line with a button, for one person, seldom."""

from night import Night
from slashes import gives

INVITE = "Invite to my table"


async def test_who_is_invited_is_called_and_sits_down_by_one_press(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="headache")
    await night.card("ann")
    said = await ann.menu(INVITE, ben, channel=night.channel)
    assert said.answer is not None
    assert said.answer.ephemeral_to is None
    assert "ann invites you to Headache" in said.answer.text
    assert said.answer.pinged == {ben.id}
    await ben.presses(said.answer, "Join")
    await night.card("ben")
    assert len((await night.session()).seats) == 2


async def test_nobody_is_called_twice_in_a_minute_or_without_a_table(night: Night) -> None:
    ann, ben, cid = night.people("ann", "ben", "cid")
    none = await ann.menu(INVITE, ben, channel=night.channel)
    assert "You sit at no table here" in none.text
    assert none.answer is not None
    assert none.answer.ephemeral_to is ann
    await gives(ann, "open", channel=night.channel, game="headache")
    await night.card("ann")
    assert "need no invitation" in (await ann.menu(INVITE, ann, channel=night.channel)).text
    assert "need no invitation" in (await ann.menu(INVITE, night.world.bot, channel=night.channel)).text
    await ann.menu(INVITE, ben, channel=night.channel)
    again = await ann.menu(INVITE, ben, channel=night.channel)
    assert "a minute ago" in again.text
    assert "invites you" in (await ann.menu(INVITE, cid, channel=night.channel)).text
    assert "You sit at no table here" in (await ben.menu(INVITE, cid, channel=night.channel)).text


async def test_a_table_that_plays_invites_nobody(night: Night) -> None:
    ann, ben, cid = night.people("ann", "ben", "cid")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    await gives(ben, "join", channel=night.channel)
    await gives(ann, "start", channel=night.channel)
    await night.card("ann, stake")
    assert "You sit at no table here" in (await ann.menu(INVITE, cid, channel=night.channel)).text


async def test_the_menu_invites_nobody_to_a_table_by_invitation(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="headache", options="private")
    await night.card("ann")
    said = await ann.menu(INVITE, ben, channel=night.channel)
    assert "Not everybody may sit down" in said.text
    assert said.answer is not None
    assert said.answer.ephemeral_to is ann
