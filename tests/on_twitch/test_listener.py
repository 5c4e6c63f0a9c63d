"""Test what is heard in chat, from whom, and what is not for us (threats T6, F7, F8)."""

import asyncio

import pytest
from on_twitch.gatherings import SLOW, a_duel, a_stake
from on_twitch.night import Night
from redis.asyncio import Redis

from bot.ports.messages import Answer, Message, Rights
from persistence import EmbeddedServer

STAKE = f"!halflings 50 mode=house {SLOW}"


@pytest.fixture
def heard(night: Night) -> list[Message]:
    """Return the messages that reach the house."""
    messages: list[Message] = []
    hear = night.house.hear

    async def listen(message: Message) -> Answer:
        messages.append(message)
        return await hear(message)

    night.house.hear = listen  # type: ignore[method-assign]
    return messages


# Lines for us


async def test_chat_that_is_not_for_us_costs_no_call_of_the_store(night: Night, redis: EmbeddedServer) -> None:
    """T6: a channel's settings are cached for a minute."""
    people = night.people("ann", "ben", "cid")
    await people[0].says(night.channel, "hello")
    await night.quiet()
    night.stops_the_clock()
    async with Redis.from_url(redis.url) as bare:
        before = (await bare.info("stats"))["total_commands_processed"]
        for number in range(200):
            await people[number % 3].says(night.channel, f"gg @ann {number} / ! . wow!")
        await night.quiet()
        after = (await bare.info("stats"))["total_commands_processed"]
    assert after - before <= 1, "the question itself is one"


async def test_our_own_lines_are_not_for_us(night: Night, heard: list[Message]) -> None:
    await night.world.bot.says(night.channel, STAKE)
    await night.quiet()
    assert heard == []


@pytest.mark.parametrize(
    "said", ["@PotluckBot join", "@potluckbot !join", "@POTLUCKBOT, join", "@PotluckBot: !join", "@PotluckBot  !join"]
)
async def test_who_calls_us_by_name_is_heard(night: Night, said: str) -> None:
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, "!open halflings mode=duel")
    await night.line("is open")
    await ben.says(night.channel, said)
    await night.line("Ben sits down")


async def test_our_name_alone_asks_for_help(night: Night, heard: list[Message]) -> None:
    (ann,) = night.people("ann")
    await ann.says(night.channel, "@PotluckBot")
    await night.until(lambda: heard)
    assert heard[0].text == "!potluck"


async def test_a_reply_is_read_without_the_name_that_twitch_puts_before_it(night: Night) -> None:
    ann, ben, cid = night.people("ann", "ben", "cid")
    await ann.says(night.channel, "!open headache")
    opened = await night.line("is open")
    await ben.says(night.channel, "!join", reply_to=opened)
    await night.line("Ben sits down")
    said = await ann.says(night.channel, "who else?")
    await cid.says(night.channel, "!join", reply_to=said)
    await night.line("Cid sits down")


async def test_a_line_to_somebody_else_is_not_for_us(night: Night, heard: list[Message]) -> None:
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, "@Ben !join")
    await ben.says(night.channel, "@PotluckBotFan join")
    await ben.says(night.channel, "I said !join")
    await night.quiet()
    assert heard == []


@pytest.mark.parametrize("sign", [" \U000e0000", "\U000e0000", "\u034f", " \u034f", "\u200b", " \u2800"])
async def test_what_chat_clients_put_behind_a_line_is_not_seen(night: Night, sign: str) -> None:
    """It lets people say the same thing twice."""
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, f"!open halflings mode=duel{sign}")
    await night.line("is open")
    await ben.says(night.channel, f"!join{sign}")
    await night.line("Ben sits down")
    await ann.says(night.channel, f"!start{sign}")
    await night.line("Ann, stake 1 to")


async def test_the_sign_of_commands_may_be_another_one(night: Night) -> None:
    owner, (ann,) = night.channel.broadcaster, night.people("ann")
    await night.asks(owner, "!server prefix ?")
    night.dice.load(["5"])
    await ann.says(night.channel, "?halflings 50 mode=house")
    await night.line("Ann stakes 50", "?roll")
    await ann.says(night.channel, "!roll")
    await night.quiet()
    assert "Ann rolls" not in " ".join(night.said)


# Once, and in time


async def test_what_twitch_tells_twice_is_done_once(night: Night) -> None:
    """F7: with the same id."""
    night.world.events.repeats_everything = True
    ann, _ = await a_duel(night)
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    night.world.repeat_last(3)
    await night.quiet()
    assert len([text for text in night.said if "Ann stakes 20." in text]) == 1
    answered = [line.parent.id for line in night.channel.from_bot if line.parent is not None]
    assert len(answered) == len(set(answered))


async def test_what_is_told_again_after_a_restart_is_done_once(night: Night) -> None:
    """The store knows it too, and its sender is told so, although the game is over (F29)."""
    ann = await a_stake(night)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")
    told = [one for one in night.world.events.told if "!halflings" in one.text]
    before = await night.session()
    await night.restart()
    night.dice.load(["5"])  # thrown again, and then found to be taken before
    for session in night.twitch.eventsub.sessions.values():
        night.twitch.eventsub.send(session, told[-1].text)
    await night.line("taken before")
    assert (await night.session()).seats == before.seats
    assert (await night.session()).pledge == before.pledge
    assert len([text for text in night.said if "Ann stakes 50" in text]) == 1


async def test_what_is_older_than_ten_minutes_is_no_word_of_now(night: Night, heard: list[Message]) -> None:
    """F8."""
    (ann,) = night.people("ann")
    await ann.says(night.channel, STAKE, late=700)
    await night.quiet()
    assert heard == []
    await ann.says(night.channel, STAKE, late=300)
    await night.line("Ann stakes 50")


async def test_two_lines_in_one_breath_are_done_in_their_order(night: Night) -> None:
    (ann,) = night.people("ann")
    night.world.events.hold()
    await ann.says(night.channel, "!open halflings")
    await ann.says(night.channel, f"!options {SLOW}")
    await ann.says(night.channel, "!start")
    await ann.says(night.channel, "!stake 50")
    night.world.events.release()
    await night.line("Ann stakes 50")


# Senders


async def test_a_partners_chat_is_heard_where_it_is_said(night: Night) -> None:
    """In a shared chat each line is reported to both channels."""
    pub = await night.joins("pub")
    night.channel.share_chat_with(pub)
    (ann,) = night.people("ann")
    await ann.says(pub, STAKE)
    await night.line("Ann stakes 50", channel=pub)
    await night.quiet()
    assert await night.sessions() == []
    assert len(await night.sessions(pub)) == 1


async def test_badges_say_what_somebody_may_do(night: Night, heard: list[Message]) -> None:
    owner, (ann, mod, vip, sub, founder) = night.channel.broadcaster, night.people("ann", "mod", "vip", "sub", "fred")
    night.channel.mod(mod)
    night.channel.vips.append(vip)
    night.channel.subscribers.append(sub)
    night.channel.founders.append(founder)
    for person in (owner, ann, mod, vip, sub, founder):
        await person.says(night.channel, "!table")
        await night.until(lambda seen=person: heard and heard[-1].sender.id == f"twitch:{seen.id}")
    assert [one.rights for one in heard] == [Rights.OWNER, Rights.PLAYER, Rights.STAFF, *[Rights.PLAYER] * 3]
    known = [set(), set(), set(), {"vip"}, {"subscriber"}, {"subscriber"}]
    assert [set(one.standing) for one in heard] == known


async def test_a_moderator_pauses_and_a_player_may_not(night: Night) -> None:
    ann = await a_stake(night)
    (mod,) = night.people("mod")
    night.channel.mod(mod)
    await night.asks(ann, "!pause")
    assert (await night.session()).paused is None
    await mod.says(night.channel, "!pause why not")
    await night.line("Mod", "paus")
    paused = (await night.session()).paused
    assert paused is not None
    assert paused.why == "staff"


async def test_badges_of_another_channel_give_no_rights_here(night: Night, heard: list[Message]) -> None:
    pub = await night.joins("pub")
    (mod,) = night.people("mod")
    pub.mod(mod)
    await mod.says(night.channel, "!pause why not")
    await night.until(lambda: heard)
    assert heard[0].rights is Rights.PLAYER


async def test_the_words_beside_a_reward_are_no_command(night: Night, heard: list[Message]) -> None:
    reward = night.channel.dashboard_reward("Say something")
    reward.needs_text = True
    (ann,) = night.people("ann")
    await ann.redeems(night.channel, "Say something", "!halflings 50")
    await night.quiet()
    assert heard == []


async def test_who_changes_their_name_is_still_who_they_were(night: Night) -> None:
    """Ids, never names (T13)."""
    ann = await a_stake(night)
    night.world.renames(ann, "anna")
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("3-5, 8 in all")


async def test_whoever_shouts_is_heard_a_few_times_and_others_all_the_same(limited: Night) -> None:
    """T6."""
    heard: list[Message] = []

    async def listen(message: Message) -> Answer:
        heard.append(message)
        return Answer()

    limited.house.hear = listen  # type: ignore[method-assign]
    loud, ann = limited.people("loud", "ann")
    await asyncio.gather(*(loud.says(limited.channel, f"!join {number}") for number in range(40)))
    await ann.says(limited.channel, "!join")
    await limited.until(lambda: any(one.sender.name == "Ann" for one in heard))
    assert sum(one.sender.name == "Loud" for one in heard) <= 8
