"""Helix about users, channels and roles; its limits; and everything that can go wrong on the way."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from standins.twitch.house import House, house
from standins.twitch.quiet import twitchio
from standins.twitch.sample_bot import SampleBot

CHAT = "/helix/chat/messages"


@pytest.fixture
async def at() -> AsyncIterator[House[SampleBot]]:
    async with house(SampleBot) as at:
        yield at


async def speak(at: House[SampleBot], text: str) -> int:
    inn = at.bot.create_partialuser(at.inn.id)
    try:
        await inn.send_message(sender=at.bot.bot_id, message=text, token_for=at.bot.bot_id)
    except twitchio.HTTPException as error:
        return error.status
    return 200


async def test_users_by_id_and_by_login(at: House[SampleBot]) -> None:
    users = await at.bot.fetch_users(ids=[at.ann.id], logins=["bob", "nobody"])
    assert [(user.id, user.name, user.display_name) for user in users] == [
        (at.ann.id, "ann", "Ann"),
        (at.bob.id, "bob", "Bob"),
    ]
    at.world.renames(at.ann, "anna")
    assert (await at.bot.fetch_users(ids=[at.ann.id]))[0].name == "anna"


async def test_channels_and_streams(at: House[SampleBot]) -> None:
    [info] = await at.bot.fetch_channels([at.inn.id])
    assert info.title == "playing games"
    assert await at.bot.fetch_streams(user_ids=[at.inn.id]) == []
    at.inn.live_since = at.world.clock.rfc3339()
    [stream] = await at.bot.fetch_streams(user_ids=[at.inn.id])
    assert stream.viewer_count == 3


async def test_moderators_are_for_the_broadcaster_to_list(at: House[SampleBot]) -> None:
    at.inn.moderators.extend([at.ann, at.bob])
    token = at.world.authorise(at.inn.broadcaster, ["moderation:read"])
    await at.bot.add_token(token.value, token.refresh)
    found = [person.name async for person in at.bot.create_partialuser(at.inn.id).fetch_moderators(first=1)]
    assert found == ["ann", "bob"]
    assert len(at.twitch.rest.to("GET", "/helix/moderation/moderators")) == 2


async def test_who_authorised_what(at: House[SampleBot]) -> None:
    inn, ann = await at.bot.fetch_auth_by_users([at.inn.id, at.ann.id])
    assert (inn.authorised, ann.authorised) == (True, False)
    assert "channel:bot" in inn.scopes


async def test_eight_hundred_points_a_minute_in_headers_and_in_earnest(at: House[SampleBot]) -> None:
    at.twitch.limits.points = 3
    token = at.world.tokens.app()
    headers = {"Authorization": f"Bearer {token.value}", "Client-Id": at.world.application.id}
    url = f"{at.twitch.api_base}users?login=ann"
    async with aiohttp.ClientSession(headers=headers) as session:
        answers = []
        for _ in range(5):
            async with session.get(url) as answer:
                answers.append((answer.status, answer.headers["Ratelimit-Remaining"]))
    assert answers == [(200, "2"), (200, "1"), (200, "0"), (429, "0"), (429, "0")]
    assert int(answer.headers["Ratelimit-Reset"]) >= at.world.clock.now()
    at.world.clock.advance(60)
    assert await at.bot.fetch_users(ids=[at.ann.id])


async def test_calls_without_a_good_token_are_refused_in_twitchs_words(at: House[SampleBot]) -> None:
    client_id, token = at.world.application.id, at.world.tokens.app().value
    cases = [
        ({}, "OAuth token is missing"),
        ({"Authorization": "Bearer nonsense", "Client-Id": client_id}, "Invalid OAuth token"),
        ({"Authorization": f"Bearer {token}"}, "Client ID is missing"),
        ({"Authorization": f"Bearer {token}", "Client-Id": "x"}, "Client ID and OAuth token do not match"),
    ]
    async with aiohttp.ClientSession() as session:
        for headers, message in cases:
            async with session.get(f"{at.twitch.api_base}users?login=ann", headers=headers) as answer:
                assert (answer.status, (await answer.json())["message"]) == (401, message)


async def test_faults_of_every_kind(at: House[SampleBot]) -> None:
    faults = at.twitch.faults
    faults.next("POST", "chat/messages", status=500)
    faults.next("POST", "chat/messages", status=429)
    assert [await speak(at, text) for text in ("a", "b", "c")] == [500, 429, 200]
    assert at.inn.texts == ["c"]
    faults.lose_answer("POST", "chat/messages")
    with pytest.raises(aiohttp.ClientError):
        await speak(at, "done though")
    faults.lose_call("POST", "chat/messages")
    with pytest.raises(aiohttp.ClientError):
        await speak(at, "never done")
    assert at.inn.texts == ["c", "done though"]
    faults.delay("POST", "chat/messages", 0.2)
    began = asyncio.get_running_loop().time()
    assert await speak(at, "late") == 200
    assert asyncio.get_running_loop().time() - began >= 0.2


async def test_every_call_is_in_the_log(at: House[SampleBot]) -> None:
    await speak(at, "hello")
    last = at.twitch.rest.to("POST", CHAT)[-1]
    assert last.body == {"broadcaster_id": at.inn.id, "sender_id": at.world.bot.id, "message": "hello"}
    assert (last.status, last.public) == (200, True)
    assert at.twitch.rest.public_calls() == [last]


async def test_what_is_not_served_is_written_down(at: House[SampleBot]) -> None:
    with pytest.raises(twitchio.HTTPException):
        await at.bot.fetch_cheermotes()
    assert at.world.unknown_routes == ["GET /helix/bits/cheermotes"]
    at.world.unknown_routes.clear()


async def test_no_secret_in_what_the_bot_wrote(at: House[SampleBot]) -> None:
    world = at.world
    assert world.leaked(" ".join(at.inn.texts)) == []
    assert world.leaked(f"my secret is {world.application.secret}") == ["client secret"]
    assert world.leaked(f"Bearer {world.tokens.issued[-1].value}") == ["app access token"]
