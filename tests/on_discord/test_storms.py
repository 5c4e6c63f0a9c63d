"""Test many tables at once under Discord's own limits, and a Discord that fails three calls in ten."""

import asyncio
import random
from itertools import pairwise
from types import SimpleNamespace

import discord.http
import pytest
from gatherings import is_current, opened
from night import Night, newest
from players import move_of_anybody
from purses import money
from slashes import gives
from standins.discord.people import Person
from standins.discord.places import Channel

from bot.adapters.discord.outbound import direct_messages
from bot.table.phases import Playing

TABLES = 10
SECONDS = 8.0
SEED = 2
CALLS = r"^/channels/"
FAST = "mode=duel cooldown=0 stake_seconds=600 roll_seconds=600 split_seconds=600"


async def shown_as_it_is(night: Night, channel: Channel) -> None:
    """Wait until the card of a channel shows its stored table."""
    for _ in range(1200):
        session = await night.session(channel)
        card = newest([one for one in channel.from_bot if one.components], (session.code,))
        if card is not None and is_current(card, session):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"never current: {[one.text for one in channel.from_bot]}")


async def test_ten_tables_are_played_within_discords_limits(limited: Night) -> None:
    """T6, F14: no 429, no failed interaction, and in the end every card is right."""
    chance = random.Random(3)  # noqa: S311 - not the dice of a game
    channels = [limited.guild.channel(f"c{number}") for number in range(TABLES)]
    ends = asyncio.get_running_loop().time() + SECONDS

    async def one_table(number: int) -> int:
        people, channel, moves = limited.people(f"ann{number}", f"ben{number}"), channels[number], 0
        await opened(limited, people, "halflings", FAST, channel)
        while asyncio.get_running_loop().time() < ends:
            moves += await move_of_anybody(limited, people, channel, chance) is not None
            if not isinstance((await limited.session(channel)).phase, Playing):
                await gives(people[0], "rematch", channel=channel)
            await asyncio.sleep(0.4 + chance.random())
        return moves

    moves = await asyncio.gather(*(one_table(number) for number in range(TABLES)))
    for channel in channels:
        await shown_as_it_is(limited, channel)
    assert sum(moves) > TABLES * 2
    assert limited.server.rest.too_many == 0
    assert limited.world.failed_interactions == []
    assert set(limited.server.rest.statuses()) <= {200, 204}
    assert len(limited.server.rest.public_calls()) <= sum(moves) + 4 * TABLES


async def test_many_hands_are_opened_one_by_one(limited: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Platforms 3: never a whole table in a burst. The button works meanwhile."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.4)
    people = limited.people("ann", "ben", "cid", "dan", "eve")
    await opened(limited, people, "headache", "", limited.channel)
    for person in people:
        await limited.hand(person, "Headache")
    opens = [call.at for call in limited.server.rest.to("POST", "/users/@me/channels")]
    assert len(opens) == len(people)
    assert all(later - earlier > 0.15 for earlier, later in pairwise(opens))
    assert limited.server.rest.too_many == 0


@pytest.fixture
def quick_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the library repeat a failed request after milliseconds instead of seconds."""

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / 50)

    monkeypatch.setattr(discord.http, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))


@pytest.mark.usefixtures("quick_repeats")
async def test_a_duel_with_a_discord_that_fails_three_calls_in_ten(night: Night) -> None:
    """F14, with the answers to people: in the end the card is right, nothing is doubled, and money is kept."""
    people = night.people("ann", "ben")
    await opened(night, people, "halflings", f"money=purse buyin=200 {FAST}", night.channel)
    await night.card("ann, stake 1 to")
    share = night.server.faults.share(0.3, SEED)
    chance = random.Random(SEED)  # noqa: S311 - not the dice of a game
    for number in range(20):
        if number >= 3 and sum(share.met.values()) >= 5:  # the dice decide how many calls a game takes
            break
        await whole_game(night, people, chance)
        while not isinstance((await night.session()).phase, Playing):
            await gives(people[0], "rematch", channel=night.channel)
    night.server.faults.clear()
    await shown_as_it_is(night, night.channel)
    assert sum(share.met.values()) >= 5
    assert len(night.cards) == 1
    accounts = await money(night)
    assert accounts[f"stake:{(await night.session()).table}"] == 400


@pytest.mark.usefixtures("quick_repeats", "highdie_installed")
async def test_hands_with_a_discord_that_fails_three_calls_in_ten(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F14: each has one hand, and it is theirs."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.0)
    people = night.people("ann", "ben", "cid", "dan")
    night.server.faults.share(0.3, SEED, path=CALLS)
    await opened(night, people, "highdie", "", night.channel, dice=(5, 3, 2, 6))
    for person, die in zip(people, (5, 3, 2, 6), strict=True):
        await night.hand(person, f"Your die shows {die}")
    for person in people:
        await gives(person, "keep", channel=night.channel)
    await night.card("Between games")
    night.server.faults.clear()
    await shown_as_it_is(night, night.channel)
    assert len(night.cards) == 1
    assert [len(person.dms) for person in people] == [1] * 4


async def whole_game(night: Night, people: list[Person], chance: random.Random) -> None:
    """Let anybody who may move do so, and repeat what had no effect."""
    for _ in range(100):
        if not isinstance((await night.session()).phase, Playing):
            return
        await move_of_anybody(night, people, night.channel, chance)
    raise AssertionError("this game never ends")
