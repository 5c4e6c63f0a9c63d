"""Test whispers in and out, and all the ways in which an accepted one is never read."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from standins.twitch.house import House, house
from standins.twitch.people import Person
from standins.twitch.quiet import twitchio
from standins.twitch.sample_bot import SampleBot


@pytest.fixture
async def at() -> AsyncIterator[House[SampleBot]]:
    async with house(SampleBot) as at:
        yield at


async def whisper(at: House[SampleBot], to: Person, text: str) -> None:
    await at.bot.create_partialuser(at.bot.bot_id).send_whisper(to_user=to.id, message=text)


async def status(at: House[SampleBot], to: Person, text: str = "psst") -> int:
    try:
        await whisper(at, to, text)
    except twitchio.HTTPException as error:
        return error.status
    return 204


async def test_a_whisper_is_before_one_person(at: House[SampleBot]) -> None:
    assert await at.ann.asks_in_whispers("a secret seven") == "you said a secret seven"
    assert at.bot.ears.whispers[0].sender.id == at.ann.id
    assert at.twitch.journal.seen_by(at.ann) == ["you said a secret seven"]
    assert at.twitch.journal.seen_by(at.bob) == []
    assert at.twitch.journal.visible_to_others("seven", at.ann) == []
    assert at.inn.texts == []


async def test_who_blocks_strangers_gets_none_and_the_answer_is_the_same(at: House[SampleBot]) -> None:
    at.bob.blocks_strangers = at.ann.blocks_strangers = True
    await at.ann.whispers_to_bot("I know you")
    assert await status(at, at.ann) == await status(at, at.bob) == 204
    assert "psst" in at.ann.whispers
    assert at.bob.whispers == []
    assert [(lost.recipient, lost.why) for lost in at.world.whispering.lost] == [(at.bob, "blocks strangers")]


async def test_a_whisper_may_be_swallowed(at: House[SampleBot]) -> None:
    at.world.whispering.swallows = 1
    assert await status(at, at.ann) == await status(at, at.ann) == 204
    assert at.ann.whispers == ["psst"]


async def test_a_stranger_is_sent_five_hundred_characters(at: House[SampleBot]) -> None:
    await whisper(at, at.ann, "x" * 600)
    await at.bob.whispers_to_bot("hello")
    await whisper(at, at.bob, "x" * 600)
    assert len(at.ann.whispers[0]) == 500
    assert 600 in {len(text) for text in at.bob.whispers}


async def test_forty_recipients_a_day(at: House[SampleBot]) -> None:
    at.world.whispering.a_second = at.world.whispering.a_minute = 1000
    crowd = at.inn.crowd(41)
    assert [await status(at, person) for person in crowd] == [204] * 40 + [429]
    assert await status(at, crowd[0]) == 204
    at.world.clock.advance(86_401)
    assert await status(at, crowd[40]) == 204


async def test_three_a_second_and_a_hundred_a_minute(at: House[SampleBot]) -> None:
    assert sorted(await asyncio.gather(*(status(at, at.ann) for _ in range(4)))) == [204, 204, 204, 429]
    at.world.whispering.a_second = 1000
    at.world.whispering.a_minute = 5
    assert [await status(at, at.ann) for _ in range(3)] == [204, 204, 429]


async def test_refusals(at: House[SampleBot]) -> None:
    assert await status(at, at.world.bot) == 400
    at.world.bot.phone_verified = False
    assert await status(at, at.ann) == 401
    at.world.bot.phone_verified = True
    at.world.tokens.grants[-1].scopes -= {"user:manage:whispers"}
    assert await status(at, at.ann) == 401
