"""Test Twitch's limits on lines: 20 in 30 seconds, 100 for a moderator, and no repeated line (F14).

Twitch drops lines beyond them silently, so there must never be one too many.
"""

import asyncio
import random

import pytest
from on_twitch.gatherings import SLOW, a_stake
from on_twitch.night import OUR_PAGES, Night
from standins.twitch.channels import Channel, Line
from standins.twitch.people import Person

from bot.adapters.twitch import limits
from bot.adapters.twitch.inbound.listener import QUIET
from bot.adapters.twitch.outbound import sender
from bot.adapters.twitch.outbound.chat_text import OPENING
from bot.app.on_twitch import TwitchNotes
from bot.table.phases import Between
from persistence import EmbeddedServer, Store

SHORT = 3.0
"""The span of the limits in tests, in seconds; everything else is real."""
TABLES = 4


@pytest.fixture
async def hurried(limited: Night, monkeypatch: pytest.MonkeyPatch) -> Night:
    """Keep Twitch's numbers, in a tenth of its time."""
    monkeypatch.setattr(limits, "SECONDS", SHORT)
    monkeypatch.setattr(limits, "SAME_TEXT", SHORT)
    limited.world.chat.per = limited.world.chat.same_text_after = SHORT
    limited.hears_out_everybody()
    return limited


def well_behaved(night: Night) -> None:
    """Check that no line was dropped, refused, repeated within the span, or without its opening."""
    assert [line.text for line in night.world.dropped_lines] == []
    assert night.twitch.rest.too_many == 0
    for channel in night.world.channels.values():
        said = channel.from_bot
        for number, line in enumerate(said):
            assert line.text.startswith(OPENING)
            assert len(line.text) <= 500
            later = [
                other for other in said[number + 1 :] if other.at < line.at + night.world.chat.same_text_after - 0.05
            ]
            assert line.text not in [other.text for other in later]


async def plays_on(night: Night, person: Person, channel: Channel, seconds: float) -> None:
    """Stake, roll, split, and ask things in between."""
    chance = random.Random(person.id)  # noqa: S311 - not the dice of a game
    ends = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < ends:
        line = chance.choice(["!halflings 10", "!roll", "!roll", "!split", "!stake 5000"])
        await person.says(channel, line)
        await asyncio.sleep(0.2)


async def test_many_tables_in_many_channels_keep_within_twenty_lines(hurried: Night) -> None:
    """T6, F14: what can't be said at once is told together later, and the last news always come."""
    channels = [await hurried.joins(f"inn{number}") for number in range(TABLES)]
    people = [hurried.world.person(f"player{number}") for number in range(TABLES)]
    for person, channel in zip(people, channels, strict=True):
        await person.says(channel, f"!open halflings {SLOW}")
    await asyncio.gather(*(plays_on(hurried, *pair, 4.0) for pair in zip(people, channels, strict=True)))
    for person, channel in zip(people, channels, strict=True):
        code = (await hurried.session(channel)).code
        await person.says(channel, "!close")
        await hurried.line(f"Table {code} is closed.", channel=channel)
    well_behaved(hurried)
    said = sum(len(channel.from_bot) for channel in channels)
    assert said > 20, "or it was not put to the test"


async def test_a_moderator_may_say_more(hurried: Night) -> None:
    """Known from the badges of our own lines."""
    hall = await hurried.joins("hall", moderates=True)
    first = hall.crowd(1)[0]
    await first.says(hall, "!help stake")
    await hurried.until(lambda: hall.from_bot)
    await hurried.until(lambda: hurried.adapter.limits.is_moderated(hall.id))
    for person in hall.crowd(40):
        await person.says(hall, f"!help say{person.id}")
    await hurried.until(lambda: len(hall.from_bot) > 25)
    well_behaved(hurried)


async def test_who_is_no_moderator_any_more_says_less_again(hurried: Night) -> None:
    hall = await hurried.joins("hall", moderates=True)
    (asker,) = hall.crowd(1)
    await asker.says(hall, "!help stake")
    await hurried.until(lambda: hurried.adapter.limits.is_moderated(hall.id))
    hall.unmod(hurried.world.bot)
    await asker.says(hall, "!help roll")
    await hurried.until(lambda: not hurried.adapter.limits.is_moderated(hall.id))


async def test_answers_are_given_up_before_news_are(hurried: Night) -> None:
    """An answer can be asked for again, but a table's news can't."""
    for person in hurried.channel.crowd(60):
        await person.says(hurried.channel, f"!help say{person.id}")
    await hurried.quiet()
    answers = len(hurried.said)
    assert answers == limits.PLAIN - limits.KEPT_FOR_NEWS
    (ann,) = hurried.people("ann")
    await ann.says(hurried.channel, f"!halflings 50 mode=house {SLOW}")
    await hurried.line("Ann stakes 50")
    assert [line for line in hurried.said[answers:] if "I don't know" in line] == []
    well_behaved(hurried)


async def test_small_talk_with_the_bot_leaves_more_to_the_tables_than_refusals_do(hurried: Night) -> None:
    for person in hurried.channel.crowd(40):
        await person.says(hurried.channel, "!wallet")
        await hurried.quiet(0.0)
    await hurried.line()
    await hurried.quiet(0.3)
    assert len(hurried.said) <= limits.PLAIN - QUIET


async def test_twenty_who_ask_what_their_purse_holds_are_all_answered(hurried: Night) -> None:
    """Six at once, as replies. The others are told together in one line, each with what they asked."""
    crowd = hurried.channel.crowd(20)
    for person in crowd:
        await person.says(hurried.channel, "!wallet")
        await hurried.quiet(0.0)

    def told(person: Person) -> bool:
        lines = hurried.channel.from_bot
        return any(
            (f"@{person.login} " in one.text and "1,000" in one.text)
            or (one.parent is not None and one.parent.author is person)
            for one in lines
        )

    await hurried.until(lambda: all(map(told, crowd)), lambda: str(hurried.said))
    well_behaved(hurried)
    assert len(hurried.said) <= limits.PLAIN - QUIET + 3
    assert [one for one in hurried.said if "1,000" in one and "Your purse here holds 1,000 suckers." not in one] == []


async def test_of_one_text_all_who_asked_for_it_are_named_and_who_asks_twice_is_named_once(hurried: Night) -> None:
    crowd = hurried.channel.crowd(14)
    for person in [*crowd, *crowd[-4:]]:
        await person.says(hurried.channel, "!help stake")
        await hurried.quiet(0.0)
    names = [f"@{person.login}" for person in crowd[-4:]]

    def told() -> list[Line]:
        return [one for one in hurried.channel.from_bot if all(name in one.text for name in names)]

    await hurried.until(lambda: bool(told()), lambda: str(hurried.said))
    (line,) = told()
    assert line.parent is None
    assert line.text.count(crowd[-1].login) == 1
    well_behaved(hurried)


async def test_where_there_is_no_room_long_answers_are_one_line_that_says_where_they_stand(hurried: Night) -> None:
    """Each used to take a line alone, one in half a minute, so the last people heard nothing."""
    hurried.public = OUR_PAGES
    await hurried.restart()
    (ann,) = hurried.people("ann")
    await ann.says(hurried.channel, "!open rogues")
    await hurried.line("is open")
    hurried.adapter.limits.take("elsewhere", limits.PLAIN)
    crowd = hurried.channel.crowd(4)
    for person in crowd:
        await person.says(hurried.channel, "!rules")

    def answered() -> set[str]:
        lines = [line for line in hurried.channel.from_bot if OUR_PAGES in line.text and "Goal" not in line.text]
        return {person.login for person in crowd if any(f"@{person.login} " in line.text for line in lines)}

    await hurried.until(lambda: len(answered()) >= len(crowd) - 1, lambda: str(hurried.said))
    well_behaved(hurried)


async def test_what_found_no_room_comes_later_with_what_is_newest_by_then(hurried: Night) -> None:
    hurried.adapter.limits.take("elsewhere", limits.PLAIN)
    (ann,) = hurried.people("ann")
    hurried.dice.load(["4", "3", "5"])
    await ann.says(hurried.channel, f"!halflings 50 mode=house {SLOW}")
    await hurried.gathered(1)
    await ann.says(hurried.channel, "!roll")
    for _ in range(1000):
        if isinstance((await hurried.session()).phase, Between):
            break
        await asyncio.sleep(0.02)
    assert hurried.said == []
    line = await hurried.line("Ann stakes 50.", "Ann wins 100.")
    assert hurried.said[0] == line.text
    assert len(hurried.said) <= 2, "the seals may stand in a line of their own"


async def test_what_happens_within_a_moment_is_one_line(limited: Night) -> None:
    """Somebody sits down, then another, and another."""
    (ann,) = limited.people("ann")
    await ann.says(limited.channel, "!open headache")
    await limited.line("is open")
    for person in limited.people("ben", "cid", "dan", "eve"):
        await person.says(limited.channel, "!join")
    await limited.line("Eve")
    told = [line for line in limited.said if "sits down" in line or "sit down." in line]
    assert len(told) <= 2


async def test_the_same_refusal_to_two_people_is_taken_both_times(limited: Night) -> None:
    """Twitch drops a repeated line, so each of ours differs a little."""
    ann, ben = limited.people("ann", "ben")
    one = await limited.asks(ann, "!open chess")
    other = await limited.asks(ben, "!open chess")
    assert other.text == one.text.replace(OPENING, f"{OPENING}@ben ")
    well_behaved(limited)


async def test_the_same_refusal_to_many_at_the_same_time_is_taken_each_time(limited: Night) -> None:
    for person in limited.channel.crowd(5):
        await person.says(limited.channel, "!open chess")
    await limited.quiet()
    assert [line.text for line in limited.world.dropped_lines] == []


@pytest.mark.parametrize("over", ["drop", "429"])
async def test_a_bot_that_is_over_the_limit_all_the_same_tells_its_news_later(
    hurried: Night, monkeypatch: pytest.MonkeyPatch, over: str
) -> None:
    """Another program uses the same account, so our count is not Twitch's. It waits for a tenth of its time."""
    monkeypatch.setitem(sender.TOO_FAST, "msg_ratelimit", 1.0)
    monkeypatch.setattr(sender, "AGAIN", 0.3)
    hurried.world.chat.per = 1.0
    hurried.world.chat.over_limit = over
    for _ in range(20):
        hurried.world.chat.take(hurried.world.bot, privileged=False)
    (ann,) = hurried.people("ann")
    await ann.says(hurried.channel, f"!halflings 50 mode=house {SLOW}")
    await hurried.until(lambda: hurried.world.dropped_lines or hurried.twitch.rest.too_many)
    await asyncio.sleep(1.0)
    hurried.house.delivery.wake((await hurried.session()).ref)  # as its own timer does some seconds later
    await hurried.line("Ann stakes 50")


async def test_two_processes_of_one_account_share_its_twenty_lines(hurried: Night) -> None:
    """Each counts its own lines, and the store counts both."""
    other = await hurried.joins("other")
    second = TwitchNotes(hurried.store)
    span = limits.SECONDS
    for _ in range(limits.PLAIN - 2):
        assert await second.wait_for("twitch-plain", span, limits.PLAIN) == 0
    (ann,) = hurried.people("ann")
    await ann.says(hurried.channel, f"!open halflings mode=duel {SLOW}")
    await hurried.until(lambda: hurried.channel.from_bot)
    await ann.says(other, f"!open halflings mode=duel {SLOW}")
    await asyncio.sleep(0.3)
    said = len(hurried.channel.from_bot) + len(other.from_bot)
    assert said <= 2
    await hurried.line("is open", channel=other)
    well_behaved(hurried)


async def test_while_the_store_is_away_a_process_counts_for_itself(redis: EmbeddedServer) -> None:
    store = await Store.connect(redis.url)
    notes = TwitchNotes(store)
    await store.close()
    assert await notes.wait_for("twitch-plain", 30.0, 18) == 0


def test_some_answers_are_had_whatever_the_tables_say_and_cost_them_nothing() -> None:
    """A fast table does not silence `!help`, and many questions do not silence a table."""
    first, other = (limits.RateLimits(lambda: 100.0) for _ in range(2))
    assert first.take("c", 20) == 15
    asked = [first.has_room_for_an_answer("c", spare=QUIET, seated=at < 3) for at in range(5)]
    assert asked == [True, True, False, True, False]
    assert [other.has_room_for_an_answer("c", spare=QUIET) for _ in range(4)] == [True, True, True, True]
    assert other.take("c", 20) == 12
    assert [other.has_room_for_an_answer("c", seated=True) for _ in range(3)] == [True, True, False]


async def test_whoever_plays_is_answered_when_strangers_have_been_refused_all_they_could(limited: Night) -> None:
    """After six refusals to strangers, nobody at the table used to be answered."""
    ann = await a_stake(limited)
    for person in limited.channel.crowd(12):
        await person.says(limited.channel, "!open chess")
    await limited.quiet()
    while limited.adapter.limits.has_room_for_an_answer(limited.channel.id):
        pass
    await limited.asks(ann, "!help", "!")
    await ann.says(limited.channel, "!moves")
    await limited.line("@ann You may")
    well_behaved(limited)
