"""Test that a channel takes the bot's badge away during a game: it says once what does not work, and the game
goes on.
"""

from on_twitch.gatherings import a_stake
from on_twitch.night import Night

TOLD = "I am no moderator here any more"


def told(night: Night) -> list[str]:
    return [text for text in night.said if TOLD in text]


async def test_it_says_once_what_works_no_more(night: Night) -> None:
    night.channel.mod(night.world.bot)
    ann = await a_stake(night)
    assert told(night) == []
    night.channel.unmod(night.world.bot)
    await night.asks(ann, "!table", "Ann")
    await night.line(TOLD, "20 lines", "no table is announced", "no typed secret deleted")
    await night.asks(ann, "!help roll", "roll")
    await night.quiet()
    assert len(told(night)) == 1
    assert (await night.session()).game == "halflings"


async def test_a_bot_that_never_was_one_says_nothing_of_it(night: Night) -> None:
    ann = await a_stake(night)
    await night.asks(ann, "!table", "Ann")
    await night.quiet()
    assert told(night) == []


async def test_given_back_and_taken_again_it_is_said_again(night: Night) -> None:
    night.channel.mod(night.world.bot)
    ann = await a_stake(night)
    for times in (1, 2):
        night.channel.unmod(night.world.bot)
        await night.asks(ann, "!table", "Ann")
        await night.line(TOLD)
        night.channel.mod(night.world.bot)
        await night.asks(ann, "!table", "Ann")
        await night.quiet()
        assert len(told(night)) == times


async def test_what_finds_no_room_is_said_beside_a_later_line(night: Night) -> None:
    night.channel.mod(night.world.bot)
    ann = await a_stake(night)
    night.channel.unmod(night.world.bot)
    full, limits = [True], night.adapter.limits
    had = limits.has_room_for_an_answer
    limits.has_room_for_an_answer = (  # type: ignore[method-assign]
        lambda channel, **given: bool(given) and had(channel, **given) if full[0] else had(channel, **given)
    )
    await night.asks(ann, "!table", "Ann")
    await night.quiet()
    assert told(night) == []
    full[0] = False
    await night.asks(ann, "!table", "Ann")
    await night.line(TOLD)
