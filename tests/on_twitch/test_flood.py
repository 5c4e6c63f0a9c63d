"""Test a raid of two thousand beside a table that plays on (threats T6)."""

import asyncio
import random
import statistics

import pytest
from on_twitch.gatherings import a_duel
from on_twitch.night import Night
from standins.twitch.people import Person

from bot.adapters.twitch.inbound import listener
from bot.ports.rate import MOST_KEYS

CROWD = 2_000
A_SECOND = 200
SECONDS = 4
CHAT = ("LUL", "gg", "hello @ann", "what is this?", "/me waves", "PogChamp " * 20)
COMMANDS = ("!join", "!stake 5", "!rules", "!help", "!halflings", "!nonsense", "!close")


def lines(crowd: list[Person], count: int) -> list[tuple[Person, str]]:
    """Return random lines of the crowd, one in twenty for us."""
    chance = random.Random(2)  # noqa: S311 - not the dice of a game
    return [(chance.choice(crowd), chance.choice(COMMANDS if chance.random() < 0.05 else CHAT)) for _ in range(count)]


async def turn(night: Night, who: tuple[Person, str], part: str) -> float:
    """Return the seconds from a typed move to the line that tells it."""
    person, text = who
    began = asyncio.get_running_loop().time()
    start = len(night.channel.lines)
    await person.says(night.channel, text)
    await night.until(lambda: any(part in one.text for one in night.channel.lines[start:] if one.from_bot))
    return asyncio.get_running_loop().time() - began


async def test_a_table_plays_on_in_a_flood_of_chat(night: Night) -> None:
    ann, ben = await a_duel(night, "max_bet=100", "push=restart")
    quiet = [await turn(night, (ann, "!stake 20"), "Ann stakes 20.")]
    flood = asyncio.create_task(
        night.channel.flood(lines(night.channel.crowd(CROWD), A_SECOND * SECONDS), per_second=A_SECOND)
    )
    await asyncio.sleep(0.5)
    night.dice.load(["7", "2", "6", "8"])
    busy = [
        await turn(night, (ben, "!roll"), "that is the Knee"),
        await turn(night, (ann, "!roll"), "Ann wins 20."),
        await turn(night, (ben, "!stake 10"), "Ben stakes 10."),
        await turn(night, (ann, "!roll"), "that is the Knee"),
    ]
    assert not flood.done(), "or it was not put to the test"
    await flood
    assert statistics.median(busy) < max(3.0, 20 * quiet[0])


async def test_what_is_kept_of_a_flood_is_bounded(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "MOST_HEARD", 100)
    await night.restart()
    crowd = night.channel.crowd(300)
    await night.channel.flood([(one, "!nonsense") for one in crowd])
    await night.quiet()
    assert len(night.adapter.listener._heard) <= 100
    assert 0 < len(night.adapter.limits.people) <= MOST_KEYS
    assert len(night.adapter.sender._came) <= 200
    assert night.adapter.listener.waiting == 0


async def test_beyond_what_can_wait_lines_are_dropped_and_the_bot_is_well(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "MOST_AT_ONCE", 20)
    hear, let_go = night.house.hear, asyncio.Event()

    async def slowly(message):  # noqa: ANN001, ANN202 - as `House.hear`
        await let_go.wait()
        return await hear(message)

    night.house.hear = slowly  # type: ignore[method-assign]
    crowd = night.channel.crowd(100)
    await night.channel.flood([(one, "!nonsense") for one in crowd])
    await night.until(lambda: night.adapter.listener.waiting == 20)
    let_go.set()
    await night.quiet()
    (ann,) = night.people("ann")
    await night.asks(ann, "!help say")


async def test_a_flood_of_commands_keeps_within_twitchs_limits(limited: Night) -> None:
    """T7: nobody can make us use up what the tables need."""
    crowd = limited.channel.crowd(500)
    await limited.channel.flood(lines(crowd, 600))
    for person in crowd[:60]:
        await person.says(limited.channel, f"!help say{person.id}")
    await limited.quiet()
    assert limited.world.dropped_lines == []
    assert limited.twitch.rest.too_many == 0
    assert len(limited.said) <= 20
