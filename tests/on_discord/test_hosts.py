"""Test a table by invitation on Discord: in a private thread, with people invited by a mention, and a password."""

from night import Night, table_code
from slashes import gives
from standins.discord.permissions import Permission
from standins.discord.places import PRIVATE_THREAD, Channel

WORD = "swordfish"


def private_threads(night: Night) -> list[Channel]:
    return [one for one in night.world.channels.values() if one.type == PRIVATE_THREAD]


async def test_a_table_by_invitation_moves_into_a_private_thread_that_the_invited_see(night: Night) -> None:
    ann, ben, cid = night.people("ann", "ben", "cid")
    night.channel.allow(night.world.bot, Permission.CREATE_PRIVATE_THREADS)
    opened = await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel private")
    (thread,) = private_threads(night)
    assert f"<#{thread.id}>" in opened.text
    assert ann.id in thread.thread_members
    card = await night.card("Halflings & Giants", "By invitation", channel=thread)
    code = table_code(card)
    assert "by invitation" in (await gives(ben, "join", channel=night.channel, table=code)).text
    invited = await gives(ann, "invite", channel=thread, name=f"<@{ben.id}>", table=code)
    assert "is invited" in invited.text, invited.text
    await night.quiet()
    assert ben.id in thread.thread_members
    assert cid.id not in thread.thread_members
    told = [entry.text for entry in night.server.journal.entries if entry.seen_by == {ben.id}]
    assert any(f"ann invites you to table {code}" in text for text in told)
    await gives(ben, "join", channel=night.channel, table=code)
    await night.card("ben sits down.", channel=thread)
    listed = (await gives(cid, "tables", channel=night.channel)).text
    assert "by invitation" in listed


async def test_a_password_is_taken_by_a_slash_command_and_deleted_where_all_read_it(chatty: Night) -> None:
    ann, ben = chatty.people("ann", "ben")
    await gives(ann, "open", channel=chatty.channel, game="halflings", options="mode=duel")
    code = table_code(await chatty.card("Halflings & Giants"))
    closed = await gives(ann, "private", channel=chatty.channel, table=code)
    assert "I can open no private room" in closed.text, "and that is said"
    chatty.channel.allow(chatty.world.bot, Permission.MANAGE_MESSAGES)
    said = await ann.says(chatty.channel, f"!password {WORD}")
    await chatty.until(lambda: said.deleted, lambda: "the line is gone")
    taken = await gives(ann, "password", channel=chatty.channel, word=WORD, table=code)
    assert taken.answer is not None
    assert taken.answer.ephemeral_to is ann
    assert "is not the password" in (await gives(ben, "join", channel=chatty.channel, text="marlin", table=code)).text
    await gives(ben, "join", channel=chatty.channel, text=WORD, table=code)
    await chatty.card("ben sits down.")
    assert not any(WORD in entry.text for entry in chatty.server.journal.entries), "the bot repeats it nowhere"


async def test_somebody_comes_in_by_a_direct_message(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel private")
    code = table_code(await night.card("By invitation"))
    await gives(ann, "password", channel=night.channel, word=WORD, table=code)
    await ben.says(None, f"join {code} {WORD}")
    await night.card("ben sits down.")
    await gives(ann, "host", channel=night.channel, name="ben", table=code)
    await night.card("ben is the host now.")


async def test_a_table_that_becomes_one_by_invitation_takes_its_people_along_into_a_thread(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    night.channel.allow(night.world.bot, Permission.CREATE_PRIVATE_THREADS)
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    code = table_code(await night.card("Halflings & Giants"))
    await gives(ben, "join", channel=night.channel)
    assert "is for the host" in (await gives(ben, "private", channel=night.channel, table=code)).text
    assert private_threads(night) == []
    moved = await gives(ann, "private", channel=night.channel, table=code)
    (thread,) = private_threads(night)
    assert f"<#{thread.id}>" in moved.text
    assert {ann.id, ben.id} <= thread.thread_members
    await night.card("By invitation", channel=thread)
