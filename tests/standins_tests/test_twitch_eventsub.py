"""Test sessions and subscriptions of an ordinary bot: welcomed, kept alive, moved, dropped, told twice or too late."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from standins.twitch.house import House, house
from standins.twitch.quiet import twitchio
from standins.twitch.sample_bot import SampleBot
from standins.twitch.stand_in import TwitchStandIn
from standins.twitch.tokens import Token
from twitchio import eventsub


@pytest.fixture
async def at() -> AsyncIterator[House[SampleBot]]:
    async with house(SampleBot) as at:
        yield at


async def post(twitch: TwitchStandIn, token: Token, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Bearer {token.value}", "Client-Id": twitch.world.application.id}
    url = f"{twitch.api_base}eventsub/subscriptions"
    async with aiohttp.ClientSession(headers=headers) as session, session.post(url, json=body) as answer:
        return answer.status, await answer.json()


async def test_a_notification_told_twice_is_heard_twice(at: House[SampleBot]) -> None:
    await at.ann.says(at.inn, "once")
    at.world.repeat_last()
    await at.world.until(lambda: len(at.bot.ears.messages) == 2)
    first, second = at.bot.ears.messages
    assert first.metadata is not None
    assert second.metadata is not None
    assert first.metadata.message_id == second.metadata.message_id
    assert first.id == second.id


async def test_every_notification_may_come_twice(at: House[SampleBot]) -> None:
    at.world.events.repeats_everything = True
    await at.ann.says(at.inn, "one")
    await at.bob.says(at.inn, "two")
    await at.world.until(lambda: len(at.bot.ears.messages) == 4)
    assert at.bot.ears.texts == ["one", "one", "two", "two"]


async def test_a_deaf_socket_stays_open_and_says_nothing(at: House[SampleBot]) -> None:
    at.twitch.eventsub.deafen()
    await at.ann.says(at.inn, "!roll")
    await at.world.settles()
    assert at.bot.ears.texts == []
    assert len(at.twitch.eventsub.sessions) == 1


async def test_a_notification_may_be_old(at: House[SampleBot]) -> None:
    await at.ann.says(at.inn, "from long ago", late=700)
    heard = await at.world.until(lambda: at.bot.ears.messages)
    assert heard[0].timestamp is not None
    assert at.world.clock.now() - heard[0].timestamp.timestamp() == pytest.approx(700, abs=5)


async def test_notifications_may_overtake_each_other(at: House[SampleBot]) -> None:
    at.world.events.hold()
    for text in ("one", "two", "three"):
        await at.ann.says(at.inn, text)
    at.world.events.release("reversed")
    await at.world.until(lambda: len(at.bot.ears.messages) == 3)
    assert at.bot.ears.texts == ["three", "two", "one"]


async def test_a_dropped_socket_comes_back_and_what_was_said_meanwhile_is_lost(at: House[SampleBot]) -> None:
    await at.twitch.eventsub.drop()
    await at.world.until(lambda: not at.twitch.eventsub.sessions)
    await at.ann.says(at.inn, "into the gap")
    await at.world.until(lambda: len(at.world.subscriptions.enabled) == 2)
    await at.ann.says(at.inn, "after it")
    await at.world.until(lambda: at.bot.ears.messages)
    assert at.bot.ears.texts == ["after it"]
    assert "websocket_disconnected" in {s.status for s in at.world.subscriptions.all}


async def test_a_session_is_moved_and_the_library_loses_what_still_came_by_the_old_way(at: House[SampleBot]) -> None:
    """TwitchIO no longer reads the old socket while it connects to the new one."""
    [session] = at.twitch.eventsub.sessions.values()
    await at.twitch.eventsub.ask_reconnect()
    await at.ann.says(at.inn, "on the way")
    await at.world.until(lambda: at.twitch.eventsub.welcomes == 2)
    await at.world.until(lambda: len(at.twitch.eventsub.connections) == 1)
    await at.ann.says(at.inn, "and after")
    await at.world.until(lambda: at.bot.ears.messages)
    await at.world.settles()
    assert at.bot.ears.texts == ["and after"]
    assert [*at.twitch.eventsub.sessions.values()] == [session]
    assert len(at.world.subscriptions.all) == 2


async def test_an_unused_session_is_closed_with_4003(at: House[SampleBot]) -> None:
    async with aiohttp.ClientSession() as client, client.ws_connect(at.twitch.eventsub_url) as socket:
        assert (await socket.receive_json())["metadata"]["message_type"] == "session_welcome"
        at.world.clock.advance(9)
        await asyncio.sleep(0.05)
        assert not socket.closed
        at.world.clock.advance(2)
        await socket.receive()
    assert socket.close_code == 4003
    assert len(at.twitch.eventsub.sessions) == 1


async def test_who_writes_to_eventsub_is_closed_with_4001(at: House[SampleBot]) -> None:
    async with aiohttp.ClientSession() as client, client.ws_connect(at.twitch.eventsub_url) as socket:
        await socket.receive()
        await socket.send_str("hello")
        await socket.receive()
    assert socket.close_code == 4001


async def test_keepalives_come_when_nothing_else_does(at: House[SampleBot]) -> None:
    at.twitch.eventsub.keepalive_every = 0.05
    async with aiohttp.ClientSession() as client, client.ws_connect(at.twitch.eventsub_url) as socket:
        kinds = [json.loads((await socket.receive()).data)["metadata"]["message_type"] for _ in range(3)]
    assert kinds == ["session_welcome", "session_keepalive", "session_keepalive"]


async def test_who_does_not_move_is_closed_with_4004(at: House[SampleBot]) -> None:
    eventsub_side = at.twitch.eventsub
    async with aiohttp.ClientSession() as client, client.ws_connect(at.twitch.eventsub_url) as socket:
        welcome = await socket.receive_json()
        session = eventsub_side.sessions[welcome["payload"]["session"]["id"]]
        eventsub_side.unused_after = None
        eventsub_side.grace = 0.05
        await eventsub_side.ask_reconnect(session)
        moved = await socket.receive_json()
        await socket.receive()
        assert socket.close_code == 4004
        async with client.ws_connect(moved["payload"]["session"]["reconnect_url"]) as late:
            await late.receive()
        assert late.close_code == 4007


async def test_subscriptions_are_listed_and_deleted(at: House[SampleBot]) -> None:
    found = await at.bot.fetch_eventsub_subscriptions(token_for=at.bot.bot_id)
    assert (found.total, found.total_cost, found.max_total_cost) == (2, 0, 10)
    first = [s async for s in found.subscriptions][0]  # noqa: RUF015 - an asynchronous list
    assert first.type == "channel.chat.message"
    await at.bot.delete_eventsub_subscription(first.id, token_for=at.bot.bot_id)
    await at.ann.says(at.inn, "unheard")
    await at.world.settles()
    assert at.bot.ears.texts == []


async def test_what_twitch_refuses_about_subscriptions(at: House[SampleBot]) -> None:
    twitch, world = at.twitch, at.world
    [session] = twitch.eventsub.sessions.values()
    token = world.tokens.user(world.bot, ["user:read:chat"])
    condition = {"broadcaster_user_id": at.inn.id, "user_id": world.bot.id}
    body: dict[str, Any] = {
        "type": "channel.chat.message",
        "version": "1",
        "condition": condition,
        "transport": {"method": "websocket", "session_id": session.id},
    }
    assert (await post(twitch, token, body))[0] == 409
    assert (await post(twitch, world.tokens.app(), body))[1]["message"] == "invalid transport and auth combination"
    assert (await post(twitch, token, body | {"version": "9"}))[0] == 400
    gone = body | {"transport": {"method": "websocket", "session_id": "gone"}}
    assert (await post(twitch, token, gone))[1]["message"].startswith("websocket transport session does not exist")
    ann = world.tokens.user(at.ann, ["user:read:chat"])
    other = body | {"condition": condition | {"user_id": at.ann.id}}
    assert (await post(twitch, ann, other))[1]["message"].endswith("created by different users")
    assert (await post(twitch, token, other))[0] == 403


async def test_three_websockets_for_a_user_and_a_cost_of_ten(at: House[SampleBot]) -> None:
    twitch, world = at.twitch, at.world
    token = world.tokens.user(world.bot, ["user:read:chat"])
    async with aiohttp.ClientSession() as client:
        sockets = [await client.ws_connect(twitch.eventsub_url) for _ in range(3)]
        statuses = []
        for n, socket in enumerate(sockets):
            session_id = (await socket.receive_json())["payload"]["session"]["id"]
            stranger = world.channel(f"stranger{n}", allows_bot=False)
            body = {
                "type": "stream.online",
                "version": "1",
                "condition": {"broadcaster_user_id": stranger.id},
                "transport": {"method": "websocket", "session_id": session_id},
            }
            statuses.append(await post(twitch, token, body))
        for socket in sockets:
            await socket.close()
    assert [status for status, _ in statuses] == [202, 202, 429]
    assert statuses[1][1]["total_cost"] == 2
    assert statuses[2][1]["message"] == "number of websocket transports limit exceeded"


async def test_no_eventsub_for_a_while(at: House[SampleBot]) -> None:
    await at.twitch.eventsub.stop()
    async with aiohttp.ClientSession() as client:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await client.ws_connect(at.twitch.eventsub_url)
    at.twitch.eventsub.start()
    assert at.twitch.eventsub.refused >= 1
    await at.world.until(lambda: len(at.world.subscriptions.enabled) == 2)


async def test_a_subscription_without_leave_fails_in_the_library(at: House[SampleBot]) -> None:
    with pytest.raises(twitchio.HTTPException, match="subscription missing proper authorization"):
        await at.bot.subscribe_websocket(
            eventsub.ChatMessageSubscription(broadcaster_user_id=at.inn.id, user_id=at.ann.id)
        )
