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


async def test_an_invitation_by_direct_message_is_followed_by_one_press_also_after_a_restart(night: Night) -> None:
    ann, ben, eve = night.people("ann", "ben", "eve")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel private")
    code = table_code(await night.card("By invitation"))
    await gives(ann, "invite", channel=night.channel, name=f"<@{ben.id}>", table=code)
    (told,) = await night.until(lambda: [one for one in ben.dms if f"invites you to table {code}" in one.text])
    await night.restart()
    forged = await eve.presses(told, custom_id=str(told.button("Join").custom_id), stale=True)
    assert "by invitation" in forged.text
    await ben.presses(told, "Join")
    await night.card("ben sits down.")


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


async def test_who_is_meant_is_picked_from_the_people_of_the_server(night: Night) -> None:
    """Nobody types a name: not even that of somebody whose name is a seat's number."""
    ann, ben, two = night.people("ann", "Ben the Bold", "2")
    await gives(ann, "open", channel=night.channel, game="poohead")
    for person in (two, ben):
        await gives(person, "join", channel=night.channel)
    await night.card("Ben the Bold sits down.")
    handed = await ann.slash("host pass", channel=night.channel, who=two)
    assert not handed.failed
    await night.quiet()
    assert (await night.session()).host == f"discord:{two.id}"
    removed = await two.slash("table remove", channel=night.channel, who=ben)
    assert not removed.failed
    await night.quiet()
    assert [one.name for one in (await night.session()).seats] == ["ann", "2"]
    admitted = await two.slash("table admit", channel=night.channel, who=ben)
    assert not admitted.failed
    await night.quiet()
    assert (await night.session()).removed == ()


async def test_who_is_invited_or_reported_may_have_never_been_here(night: Night) -> None:
    ann, zoe = night.people("ann", "zoe")
    await gives(ann, "open", channel=night.channel, game="poohead", options="private")
    code = (await night.session()).code
    invited = await ann.slash("host invite", channel=night.channel, who=zoe, table=code)
    assert "zoe is invited" in invited.text, invited.text
    blocked = await ann.slash("me block", channel=night.channel, who=zoe)
    assert blocked.text.startswith("zoe is blocked"), blocked.text


async def test_who_can_not_be_picked_is_named_and_proposed(night: Night) -> None:
    """A house bot is no member of the server."""
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="poohead")
    await gives(ann, "bots", channel=night.channel, count=1)
    await night.quiet()
    (bot,) = [one for one in (await night.session()).seats if one.is_bot]
    proposed = await ann.completes("table remove", "name", "", channel=night.channel)
    assert bot.name in [one.value for one in proposed]
    await ann.slash("table remove", channel=night.channel, name=bot.name)
    await night.quiet()
    assert [one.name for one in (await night.session()).seats] == ["ann"]


async def test_without_somebody_the_answer_says_who_can_be_named(night: Night) -> None:
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="poohead")
    for path in ("table remove", "host pass", "me report", "me block"):
        given = {"reason": "shouting"} if path == "me report" else {}
        said = await ann.slash(path, channel=night.channel, **given)
        assert not said.failed
        assert said.text, path
    assert [one.name for one in (await night.session()).seats] == ["ann"]


async def test_a_reason_without_somebody_is_no_name(night: Night) -> None:
    """It may begin with the number of a seat."""
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="poohead")
    await gives(ben, "join", channel=night.channel)
    await night.quiet()
    said = await ann.slash("table remove", channel=night.channel, reason="2 many insults")
    assert said.text
    await night.quiet()
    assert [one.name for one in (await night.session()).seats] == ["ann", "ben"]
