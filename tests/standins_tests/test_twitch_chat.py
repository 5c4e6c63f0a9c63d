"""Test that lines of chat reach an unmodified TwitchIO, and that its answers are shown there, or not."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from standins.twitch.house import House, house
from standins.twitch.house import refused as refuses
from standins.twitch.quiet import twitchio
from standins.twitch.sample_bot import SampleBot

ANNOUNCE = "moderator:manage:announcements"


@pytest.fixture
async def at() -> AsyncIterator[House[SampleBot]]:
    async with house(SampleBot) as at:
        yield at


async def send(at: House[SampleBot], text: str) -> twitchio.SentMessage:
    inn = at.bot.create_partialuser(at.inn.id)
    return await inn.send_message(sender=at.bot.bot_id, message=text, token_for=at.bot.bot_id)


async def refused(at: House[SampleBot], text: str) -> str | None:
    with pytest.raises(twitchio.MessageRejectedError) as caught:
        await send(at, text)
    return caught.value.code


async def forbidden(at: House[SampleBot], text: str) -> twitchio.HTTPException:
    with pytest.raises(twitchio.HTTPException) as caught:
        await send(at, text)
    return caught.value


async def test_a_question_is_answered_before_everybody(at: House[SampleBot]) -> None:
    answer = await at.ann.asks(at.inn, "!roll")
    assert answer.text == "ann rolls a 4"
    assert at.inn.texts == at.ann.reads(at.inn) == ["!roll", "ann rolls a 4"]
    late = at.world.person("late")
    at.inn.join(late)
    assert at.inn.sees(late) == []
    assert at.twitch.journal.seen_by(at.bob) == ["ann rolls a 4"]
    assert at.twitch.journal.seen_by(late) == []
    assert [entry.way for entry in at.twitch.journal.visible_to_others("rolls", at.ann)] == ["chat"]


async def test_the_bot_hears_its_own_lines_and_takes_them_for_no_command(at: House[SampleBot]) -> None:
    await send(at, "!roll")
    await at.world.until(lambda: at.bot.ears.messages)
    await at.world.settles()
    assert at.inn.texts == ["!roll"]


async def test_badges_come_with_each_line(at: House[SampleBot]) -> None:
    at.inn.vips.append(at.bob)
    await at.ann.says(at.inn, "one", badges=("moderator", "subscriber"))
    await at.bob.says(at.inn, "two")
    await at.inn.broadcaster.says(at.inn, "three", badges=("broadcaster", "founder"))
    ears = at.bot.ears
    await at.world.until(lambda: len(ears.messages) == 3)
    one, two, three = (message.chatter for message in ears.messages)
    assert (one.moderator, one.subscriber, one.vip) == (True, True, False)
    assert (two.moderator, two.vip) == (False, True)
    assert (three.broadcaster, three.moderator, three.founder) == (True, True, True)
    assert one.id == at.ann.id


async def test_a_reply_names_its_parent_both_ways(at: House[SampleBot]) -> None:
    said = await at.bob.says(at.inn, "hello @ann")
    answer = await at.ann.asks(at.inn, "!thanks", reply_to=said)
    assert answer.text == "you are welcome"
    assert answer.parent is not None
    assert answer.parent.text == "@Bob !thanks"
    assert answer.thread is said
    first, second, *_ = at.bot.ears.messages
    assert [person.id for person in first.mentions] == [at.ann.id]
    assert second.reply is not None
    assert second.reply.parent_user.id == at.bob.id
    assert second.reply.thread_message_id == said.id


async def test_a_partners_line_in_a_shared_chat_is_marked(at: House[SampleBot]) -> None:
    tavern = at.world.channel("tavern")
    at.inn.share_chat_with(tavern)
    await at.ann.says(tavern, "!roll")
    heard = await at.world.until(lambda: at.bot.ears.messages)
    assert heard[0].source_broadcaster is not None
    assert heard[0].source_broadcaster.id == tavern.id
    assert heard[0].broadcaster.id == at.inn.id
    await at.world.settles()
    assert at.inn.from_bot == []
    await send(at, "hello both")
    assert tavern.texts[-1] == at.inn.texts[-1] == "hello both"


async def test_a_line_too_long_is_refused(at: House[SampleBot]) -> None:
    assert (await send(at, "x" * 500)).sent
    sneaked = "x" + " " * 600 + "y"  # the library counts repeated blanks once
    assert (await forbidden(at, sneaked)).status == 422


async def test_twenty_lines_in_thirty_seconds_and_no_more(at: House[SampleBot]) -> None:
    for n in range(20):
        await send(at, f"line {n}")
    assert await refused(at, "one more") == "msg_ratelimit"
    at.world.chat.over_limit = "silent"
    assert (await send(at, "and more")).sent
    assert len(at.inn.from_bot) == 20
    assert [line.text for line in at.world.dropped_lines] == ["one more", "and more"]
    at.world.chat.over_limit = "429"
    assert (await forbidden(at, "still more")).status == 429
    at.world.clock.advance(31)
    assert (await send(at, "later")).sent


async def test_a_moderator_may_send_a_hundred_and_the_same_twice(at: House[SampleBot]) -> None:
    at.inn.moderators.append(at.world.bot)
    for _ in range(21):
        assert (await send(at, "again")).sent


async def test_the_same_line_twice_within_thirty_seconds_is_dropped(at: House[SampleBot]) -> None:
    await send(at, "again")
    assert await refused(at, "again") == "msg_duplicate"
    at.world.clock.advance(31)
    assert (await send(at, "again")).sent


async def test_automod_and_other_reasons_to_drop_a_line(at: House[SampleBot]) -> None:
    at.inn.automod = lambda text: "badword" in text
    assert await refused(at, "a badword") == "msg_rejected"
    assert at.inn.held == ["a badword"]
    at.inn.drop_next("followers_only_mode")
    assert await refused(at, "fine") == "followers_only_mode"
    assert (await send(at, "fine")).sent


async def test_a_banned_or_timed_out_bot_is_refused(at: House[SampleBot]) -> None:
    at.inn.timeout(at.world.bot, 60)
    assert (await forbidden(at, "hello")).status == 403
    at.world.chat.banned = "drop"
    assert await refused(at, "hello") == "user_timed_out"
    at.world.clock.advance(61)
    assert (await send(at, "hello")).sent
    at.inn.ban(at.world.bot)
    assert await refused(at, "hello") == "user_banned"
    revoked = await at.world.until(lambda: at.bot.ears.revoked)
    assert revoked[0].reason.value == "chat_user_banned"


async def test_what_twitch_takes_for_a_command_is_a_fault_of_the_bot(at: House[SampleBot]) -> None:
    assert (await send(at, ".foo bar")).sent
    assert await refused(at, "/ban") == "msg_rejected"
    await send(at, "fine\n/ban ann")
    assert at.inn.texts == ["bar", "fine /ban ann"]
    assert at.world.slash_lines == [".foo bar", "/ban", "/ban ann"]


async def test_a_reply_to_nothing_is_refused(at: House[SampleBot]) -> None:
    inn = at.bot.create_partialuser(at.inn.id)
    with pytest.raises(twitchio.HTTPException) as caught:
        await inn.send_message(sender=at.bot.bot_id, message="x", reply_to_message_id="1", token_for=at.bot.bot_id)
    assert caught.value.status == 400


async def test_the_site_refuses_people_too(at: House[SampleBot]) -> None:
    at.inn.ban(at.ann)
    with pytest.raises(AssertionError, match="banned"):
        await at.ann.says(at.inn, "hello")
    with pytest.raises(AssertionError, match="501 characters"):
        await at.bob.says(at.inn, "x" * 501)


async def test_announcements_are_for_moderators(at: House[SampleBot]) -> None:
    inn = at.bot.create_partialuser(at.inn.id)
    at.world.tokens.grants[-1].scopes |= {"moderator:manage:announcements"}
    with pytest.raises(twitchio.HTTPException) as caught:
        await inn.send_announcement(moderator=at.bot.bot_id, message="news")
    assert caught.value.status == 403
    at.inn.moderators.append(at.world.bot)
    await inn.send_announcement(moderator=at.bot.bot_id, message="news " + "x" * 600)
    assert at.inn.from_bot[0].way == "announcement"
    assert len(at.inn.from_bot[0].text) == 500
    assert at.twitch.journal.seen_by(at.ann)[0].startswith("news")


async def test_an_announcement_has_a_colour_and_a_text(at: House[SampleBot]) -> None:
    at.inn.mod(at.world.bot)
    at.world.tokens.grants[-1].scopes |= {ANNOUNCE}
    inn, me = at.bot.create_partialuser(at.inn.id), at.bot.bot_id
    await inn.send_announcement(moderator=me, message="plain")
    await inn.send_announcement(moderator=me, message="green", color="green")
    assert [(line.text, line.color) for line in at.inn.from_bot] == [("plain", ""), ("green", "green")]
    assert (await refuses(inn.send_announcement(moderator=me, message="")))[0] == 400
    assert (await refuses(inn.send_announcement(moderator=me, message="x", color="red")))[0] == 400
    assert (await refuses(inn.send_announcement(moderator=me, message="x", source_only=True)))[0] == 400


async def test_an_app_token_announces_for_a_moderator_whom_the_broadcaster_lets_in(at: House[SampleBot]) -> None:
    at.inn.mod(at.world.bot)
    inn, me = at.bot.create_partialuser(at.inn.id), at.bot.bot_id
    tavern = at.world.channel("tavern")
    at.inn.share_chat_with(tavern)
    assert await refuses(inn.send_announcement(moderator=me, message="x", token_for=None)) == (
        401,
        f"Missing scope: {ANNOUNCE}",
    )
    at.world.authorise(at.world.bot, [ANNOUNCE])
    await inn.send_announcement(moderator=me, message="for us", token_for=None)
    await inn.send_announcement(moderator=me, message="for all", token_for=None, source_only=False)
    assert (at.inn.texts, tavern.texts) == (["for us", "for all"], ["for all"])
    at.world.tokens.revoke(at.inn.broadcaster)
    answer = await refuses(inn.send_announcement(moderator=me, message="x", token_for=None))
    assert answer == (401, "Missing scope: channel:bot")


async def test_an_announcement_needs_the_scope_and_the_moderators_own_token(at: House[SampleBot]) -> None:
    at.inn.mod(at.world.bot)
    inn, me = at.bot.create_partialuser(at.inn.id), at.bot.bot_id
    assert (await refuses(inn.send_announcement(moderator=me, message="x")))[1] == f"Missing scope: {ANNOUNCE}"
    at.world.tokens.grants[-1].scopes |= {ANNOUNCE}
    other = inn.send_announcement(moderator=at.ann.id, message="x", token_for=me)
    assert (await refuses(other))[0] == 401
    assert at.inn.texts == []


async def test_a_flood_of_two_thousand_chatters(at: House[SampleBot]) -> None:
    people = at.inn.crowd(2000)
    sent = await at.inn.flood(((person, f"line {n}") for n, person in enumerate(people[:400])), per_second=400)
    assert sent == at.inn.flooded == 400
    await at.world.until(lambda: len(at.bot.ears.messages) == 400)
    assert at.bot.ears.texts == [f"line {n}" for n in range(400)]
    answer = await people[7].asks(at.inn, "!roll")
    assert len(at.twitch.journal.entries[-1].seen_by) == 2003
    assert answer.text == f"{people[7].login} rolls a 4"


async def test_a_flood_keeps_its_pace(at: House[SampleBot]) -> None:
    clock = asyncio.get_running_loop().time
    began = clock()
    await at.inn.flood(((person, "steady") for person in at.inn.crowd(100)), per_second=200)
    assert clock() - began >= 0.4


@pytest.mark.soak
async def test_the_stand_in_could_do_far_more(at: House[SampleBot]) -> None:
    """On two quiet cores more than ten thousand lines a second reach the library; fewer on a busy machine."""
    clock = asyncio.get_running_loop().time
    people, began = at.inn.crowd(2000), clock()
    await at.inn.flood((person, "at once") for person in people)
    await at.world.until(lambda: len(at.bot.ears.messages) == 2000)
    assert 2000 / (clock() - began) > 500
