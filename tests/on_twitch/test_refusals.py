"""Test lines that Twitch does not take, or whose fate nobody knows (F14, F18)."""

import asyncio
from typing import Any

import pytest
import twitchio
from on_twitch.gatherings import SLOW, a_duel
from on_twitch.night import Night
from on_twitch.updates import update

from bot.adapters.twitch import limits
from bot.adapters.twitch.outbound import sender
from bot.engine.operations import Operations
from bot.ports.messages import News, Unreachable
from bot.table.document import Session
from bot.table.phases import Playing
from persistence import TableRef

SAY = "/helix/chat/messages"
STAKE = f"!halflings 50 mode=house {SLOW}"


@pytest.fixture(autouse=True)
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again after tenths of a second, not after seconds or minutes."""
    monkeypatch.setattr(sender, "AGAIN", 0.3)
    monkeypatch.setattr(limits, "PROBE", 0.6)


def times(night: Night, part: str) -> int:
    return sum(part in text for text in night.said)


async def paused(night: Night, *, so: bool) -> Session:
    for _ in range(400):
        session = await night.session()
        if (session.paused is not None) == so:
            return session
        await asyncio.sleep(0.02)
    raise AssertionError("never" if so else "for ever")


# Not shown


@pytest.mark.parametrize("code", ["msg_rejected", "msg_rejected_mandatory"])
async def test_what_twitchs_moderation_holds_back_is_said_in_other_words_once(night: Night, code: str) -> None:
    (ann,) = night.people("ann")
    night.channel.drop_next(code)
    night.dice.load(["5"])
    await ann.says(night.channel, STAKE)
    await night.line("seat 1 stakes 50")
    assert times(night, "Ann stakes 50") == 0
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann rolls 3-5")
    assert times(night, "stakes 50") == 1


async def test_what_is_held_back_in_other_words_too_says_at_least_whose_turn_it_is(night: Night) -> None:
    """It used to be lost silently, and the turn with it."""
    ann, _ = await a_duel(night)
    night.channel.drop_next("msg_rejected", times=2)
    await ann.says(night.channel, "!stake 20")
    line = await night.line("it stands on the overlay")
    assert line.text.endswith("seat 1 to play. !roll") or line.text.endswith("seat 2 to play. !roll")
    assert times(night, "stakes 20") == 0


async def test_an_answer_that_is_held_back_is_given_in_other_words(night: Night) -> None:
    night.public = night.house.doors.public = "https://potluck.test/"
    ann, _ = await a_duel(night)
    night.channel.drop_next("msg_rejected")
    await ann.says(night.channel, "!help")
    line = await night.line("More on your page: …")
    assert "https://" not in line.text
    night.channel.drop_next("msg_rejected")
    await ann.says(night.channel, "!rules cones more")
    await night.line("This chat holds back my answer")


async def test_what_twitch_had_already_is_not_said_again(night: Night) -> None:
    (ann,) = night.people("ann")
    night.channel.drop_next("msg_duplicate")
    night.dice.load(["5"])
    await ann.says(night.channel, STAKE)
    await night.until(lambda: night.world.dropped_lines)
    await asyncio.sleep(0.7)
    assert times(night, "Ann stakes 50") == 0
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann rolls 3-5")
    assert (await night.session()).paused is None


async def test_a_line_that_came_too_fast_comes_later(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sender.TOO_FAST, "msg_ratelimit", 0.4)
    (ann,) = night.people("ann")
    night.channel.drop_next("msg_ratelimit")
    await ann.says(night.channel, STAKE)
    await night.until(lambda: night.world.dropped_lines)
    night.house.delivery.wake((await night.session()).ref)
    await night.line("Ann stakes 50")
    assert len(night.world.dropped_lines) == 1, "nothing is tried before Twitch takes more"
    assert {one.kind: one.value for one in night.adapter.limits.waits.figures()}["refused"] == 0.4
    assert (await night.session()).paused is None


@pytest.mark.parametrize("how", ["banned", "timed out"])
@pytest.mark.parametrize("answered", ["403", "drop"])
async def test_where_we_are_silenced_the_clock_stands_still_until_we_are_not(
    night: Night, how: str, answered: str
) -> None:
    """Nobody there can be told anything."""
    night.world.chat.banned = answered
    ann, _ = await a_duel(night)
    if how == "banned":
        night.channel.banned.add(night.world.bot.id)
    else:
        night.channel.timeout(night.world.bot, 600)
    await ann.says(night.channel, "!stake 20")
    shut = await paused(night, so=True)
    assert shut.paused is not None
    assert shut.paused.why == "place"
    night.channel.unban(night.world.bot)
    await paused(night, so=False)
    await night.line("Ann stakes 20.")
    assert times(night, "Ann stakes 20.") == 1
    await night.line("This table can be shown again and goes on")
    assert times(night, "can't be shown now") == 0, "that is over by the time it could be read"


async def test_a_channel_that_refuses_us_pauses_and_opens_again(night: Night) -> None:
    """403: closed, then a try now and then. When it opens, the clocks run on."""
    ann, _ = await a_duel(night)
    fault = night.twitch.faults.next("POST", SAY, status=403, times=4)
    await ann.says(night.channel, "!stake 20")
    session = await paused(night, so=True)
    assert session.paused is not None
    assert session.paused.why == "place"
    before = len(night.twitch.rest.to("POST", SAY))
    after = await paused(night, so=False)
    assert isinstance(after.phase, Playing)
    await night.line("Ann stakes 20.")
    assert times(night, "Ann stakes 20.") == 1
    assert fault.met == 4, "the badge's way and our own, twice"
    assert len(night.twitch.rest.to("POST", SAY)) - before <= 8, "and no storm of tries"


async def test_a_channel_without_the_badge_is_written_to_in_our_own_name(night: Night) -> None:
    """The streamer took back `channel:bot`: 403 in one way, fine in the other."""
    fault = night.twitch.faults.next("POST", SAY, status=403)
    (ann,) = night.people("ann")
    await ann.says(night.channel, STAKE)
    line = await night.line("Ann stakes 50")
    assert fault.met == 1
    assert line.badges == ()


async def test_in_a_refusing_channel_nobody_is_answered_either(night: Night) -> None:
    """Each answer would be one more 403 (T7)."""
    ann, _ = await a_duel(night)
    night.twitch.faults.next("POST", SAY, status=403, times=1000)
    await ann.says(night.channel, "!stake 20")
    await paused(night, so=True)
    before = len(night.twitch.rest.to("POST", SAY))
    for number in range(10):
        await ann.says(night.channel, f"!help say{number}")
    await night.quiet()
    assert len(night.twitch.rest.to("POST", SAY)) - before <= 4


# Unknown results


async def test_a_line_that_came_is_not_said_again(night: Night) -> None:
    """The answer was lost, but the line itself came back to us by the chat."""
    ann, _ = await a_duel(night)
    night.twitch.faults.lose_answer("POST", SAY)
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    await asyncio.sleep(1.0)
    assert times(night, "Ann stakes 20.") == 1


async def test_a_line_whose_answer_is_late_is_not_said_again(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "WITHIN", 0.3)
    ann, _ = await a_duel(night)
    night.twitch.faults.delay("POST", SAY, 0.4)
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    await asyncio.sleep(1.0)
    assert times(night, "Ann stakes 20.") == 1


@pytest.mark.parametrize("how", ["500", "unsent"])
async def test_a_line_that_did_not_come_is_said_again(night: Night, how: str) -> None:
    ann, _ = await a_duel(night)
    if how == "500":
        night.twitch.faults.next("POST", SAY, status=500)
    else:
        night.twitch.faults.lose_call("POST", SAY)
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    assert times(night, "Ann stakes 20.") == 1
    assert (await night.session()).paused is None


async def test_a_line_that_never_came_has_no_number_when_it_comes(night: Night) -> None:
    """Otherwise people look for the first one."""
    ann, _ = await a_duel(night)
    night.twitch.faults.lose_call("POST", SAY)
    await ann.says(night.channel, "!stake 20")
    line = await night.line("Ann stakes 20.")
    assert line.text.endswith("!roll")


async def test_a_numbered_line_that_came_is_not_said_again(night: Night) -> None:
    say, channel = night.adapter.sender.say, night.channel.id
    await say(channel, "🎲 Ann rolls.")
    night.twitch.faults.lose_answer("POST", SAY)
    with pytest.raises(Unreachable):
        await say(channel, "🎲 Ann rolls.")
    await night.until(lambda: len(night.said) == 2)
    await night.quiet()
    await say(channel, "🎲 Ann rolls.")
    assert len(night.said) == 2


async def test_what_came_is_not_said_again_with_what_happened_since(night: Night) -> None:
    ann, ben = await a_duel(night)
    night.twitch.faults.lose_answer("POST", SAY)
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    night.dice.load(["7"])
    await ben.says(night.channel, "!roll")
    await night.line("that is the Knee")
    assert times(night, "Ann stakes 20.") == 1


async def test_an_answer_to_somebody_between_does_not_make_it_say_a_line_twice(night: Night) -> None:
    ann, ben = await a_duel(night)
    night.twitch.faults.lose_answer("POST", SAY)
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    await night.asks(ben, "!help say")
    await asyncio.sleep(1.0)
    assert times(night, "Ann stakes 20.") == 1


async def test_of_two_lines_the_first_is_not_said_again_for_the_second(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = [News(f"{'word ' * 60}end{number}.", at=0, number=number) for number in range(2)]
    due = update(news, channel=night.channel.id)
    send, calls = twitchio.PartialUser.send_message, []

    async def fails_at_the_second(place: twitchio.PartialUser, text: str, *about: Any, **more: Any) -> Any:
        calls.append(text)
        if len(calls) == 2:
            raise ConnectionError
        return await send(place, text, *about, **more)

    monkeypatch.setattr(twitchio.PartialUser, "send_message", fails_at_the_second)
    with pytest.raises(Unreachable) as lost:
        await night.adapter.show(due)
    with pytest.raises(Unreachable, match="held off"):
        await night.adapter.show(due)  # as after any wake of the table: the line may still come
    await asyncio.sleep(lost.value.after)
    await night.adapter.show(due)
    await night.line("end1.")
    assert times(night, "end0.") == 1


async def test_with_a_twitch_that_fails_every_other_call_a_duel_is_told_once_and_whole(night: Night) -> None:
    """F14."""
    ann, ben = await a_duel(night)
    share = night.twitch.faults.share(0.5, 3, path=SAY, kinds=("500", "502", "lost", "unsent"))
    night.dice.load(["7", "2", "6", "1"])
    for person, line, part in (
        (ann, "stake 20", "Ann stakes 20."),
        (ben, "roll", "that is the Knee"),
        (ann, "roll", "Ann wins 20."),
        (ben, "stake 10", "Ben stakes 10."),
        (ann, "roll", "a Kick!"),
    ):
        assert (await night.privately(person, line)).ok
        await night.line(part)
        await night.quiet(0.4)
    assert share.met
    for part in ("Ann stakes 20.", "that is the Knee", "Ann wins 20.", "Ben stakes 10."):
        assert times(night, part) == 1


# Told late


@pytest.mark.parametrize("how", ["slow mode", "too fast", "429", "500", "unsent"])
async def test_the_clock_waits_for_what_twitch_keeps_back(
    night: Night, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """People used to be told late, and had less time to answer."""
    given: list[int] = []
    hold_up = Operations.hold_up

    async def seen(operations: Operations, ref: TableRef, span: int) -> None:
        given.append(span)
        await hold_up(operations, ref, span)

    monkeypatch.setattr(Operations, "hold_up", seen)
    monkeypatch.setattr(sender, "AGAIN", 0.6)
    monkeypatch.setitem(sender.TOO_FAST, "msg_ratelimit", 0.6)
    ann, _ = await a_duel(night)
    match how:
        case "slow mode":
            night.channel.drop_next("msg_slowmode", "You will be able to talk again in 1 second.")
        case "too fast":
            night.channel.drop_next("msg_ratelimit")
        case "unsent":
            night.twitch.faults.lose_call("POST", SAY)
        case status:
            night.twitch.faults.next("POST", SAY, status=int(status))
    await ann.says(night.channel, "!stake 20")
    await night.until(lambda: given)
    assert given[0] >= {"slow mode": 900, "429": 1700}.get(how, 500)
    await night.line("Ann stakes 20.")
    assert times(night, "Ann stakes 20.") == 1
    assert (await night.session()).paused is None
