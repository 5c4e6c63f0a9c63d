"""Test rate limits in headers and in effect, nonces, and everything that can go wrong on the way."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from standins.discord.joined import pointed_at
from standins.discord.limits import Limit
from standins.discord.people import Person
from standins.discord.places import Channel
from standins.discord.sample_bot import SampleBot
from standins.discord.stand_in import DiscordStandIn

Refused = Callable[..., Awaitable[discord.HTTPException]]
POST = ("POST", "/channels/{channel_id}/messages")


async def hit(server: DiscordStandIn, path: str, times: int) -> list[aiohttp.ClientResponse]:
    """Make calls without any guard of the library."""
    async with aiohttp.ClientSession(headers={"Authorization": "Bot x"}) as session:
        found = []
        for _ in range(times):
            async with session.post(server.api_base + path, json={"content": "x"}) as response:
                await response.read()
                found.append(response)
        return found


async def test_headers_tell_of_the_limit(server: DiscordStandIn, table: Channel) -> None:
    server.limits.routes[POST] = Limit(5, 5.0)
    answers = await hit(server, f"/channels/{table.id}/messages", 6)
    assert [answer.status for answer in answers] == [200] * 5 + [429]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers[:5]] == ["4", "3", "2", "1", "0"]
    last = answers[5]
    assert last.headers["Via"]
    assert 4 < float(last.headers["Retry-After"]) <= 5
    assert last.headers["X-RateLimit-Scope"] == "user"
    assert server.rest.too_many == 1


async def test_a_limit_is_for_one_channel(server: DiscordStandIn, table: Channel) -> None:
    server.limits.routes[POST] = Limit(1, 5.0)
    assert table.guild is not None
    other = table.guild.channel("other")
    found = [(await hit(server, f"/channels/{c.id}/messages", 1))[0].status for c in (table, other, table)]
    assert found == [200, 200, 429]


async def test_the_library_keeps_to_the_headers(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    server.limits.routes[POST] = Limit(5, 0.3)
    began = time.monotonic()
    await asyncio.gather(*(bot.get_partial_messageable(table.id).send(str(n)) for n in range(10)))
    assert time.monotonic() - began >= 0.3
    assert len(table.from_bot) == 10


async def test_the_global_limit_is_over_all_routes(server: DiscordStandIn, guild: Any) -> None:
    server.limits.over_all = Limit(3, 5.0)
    places = [guild.channel(f"c{n}") for n in range(4)]
    answers = [(await hit(server, f"/channels/{c.id}/messages", 1))[0] for c in places]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert answers[3].headers["X-RateLimit-Global"] == "true"


async def test_interaction_answers_are_under_no_limit(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    server.limits.over_all = Limit(0, 60.0)
    think = await ann.slash("think", channel=table)
    await server.world.until(lambda: len(think.shown) == 2)


async def test_edits_of_old_messages_are_few(
    server: DiscordStandIn, table: Channel, bot: SampleBot, refused: Refused
) -> None:
    server.limits.old_edits = Limit(3, 60.0)
    message = await bot.get_partial_messageable(table.id).send("old")
    server.world.clock.advance(3601)
    for n in range(3):
        await message.edit(content=str(n))
    async with aiohttp.ClientSession(headers={"Authorization": "Bot x"}) as session:
        url = f"{server.api_base}/channels/{table.id}/messages/{message.id}"
        async with session.patch(url, json={"content": "once more"}) as response:
            body = await response.json()
    assert (response.status, body["code"]) == (429, 30046)
    assert body["retry_after"] > 1


async def test_the_same_nonce_gives_the_first_message(
    server: DiscordStandIn, table: Channel, bot: SampleBot, refused: Refused
) -> None:
    place = bot.get_partial_messageable(table.id)
    first, second = await place.send("one", nonce="t-1"), await place.send("two", nonce="t-1")
    assert first.id == second.id
    assert [message.text for message in table.history] == ["one"]
    server.world.clock.advance(301)
    assert (await place.send("three", nonce="t-1")).id != first.id
    await place.send("four", nonce="t-2")
    table.last.delete()
    with pytest.raises(discord.NotFound):
        await place.send("four", nonce="t-2")


async def test_a_fault_is_met_as_often_as_asked(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    fault = server.faults.next("POST", rf"/channels/{table.id}/messages$", status=403, code=50013, times=2)
    place = bot.get_partial_messageable(table.id)
    for _ in range(2):
        with pytest.raises(discord.Forbidden) as caught:
            await place.send("x")
        assert caught.value.code == 50013
    await place.send("y")
    assert (fault.met, [m.text for m in table.history]) == (2, ["y"])
    assert server.rest.invalid_answers == 2


async def test_a_fault_429_is_waited_out_or_taken_for_a_ban(
    server: DiscordStandIn, table: Channel, bot: SampleBot
) -> None:
    place = bot.get_partial_messageable(table.id)
    server.faults.next("POST", "/messages$", status=429, retry_after=0.1)
    await place.send("waited")
    server.faults.next("POST", "/messages$", status=429, via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await place.send("banned")
    assert caught.value.status == 429
    assert [m.text for m in table.history] == ["waited"]


async def test_a_lost_answer_is_done_all_the_same(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    place = bot.get_partial_messageable(table.id)
    server.faults.lose_answer("POST", "/messages$")
    with pytest.raises(aiohttp.ClientError):
        await place.send("done", nonce="n-1")
    assert [m.text for m in table.history] == ["done"]
    assert (await place.send("done", nonce="n-1")).id == table.last.id
    assert len(table.history) == 1
    assert [call.lost for call in server.rest.public_calls(table)] == [True, False]


async def test_a_lost_call_is_not_done(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    server.faults.lose_call("POST", "/messages$")
    with pytest.raises(aiohttp.ClientError):
        await bot.get_partial_messageable(table.id).send("not done")
    assert table.history == []


async def test_a_500_is_repeated_with_the_same_nonce(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    server.faults.next("POST", "/messages$", status=500)
    await bot.get_partial_messageable(table.id).send("x")
    nonces = [call.body["nonce"] for call in server.rest.public_calls(table)]
    assert len(nonces) == 2
    assert len(set(nonces)) == 1


async def test_a_delay_delays(server: DiscordStandIn, table: Channel, bot: SampleBot) -> None:
    server.faults.delay("POST", "/messages$", 0.2)
    began = time.monotonic()
    await bot.get_partial_messageable(table.id).send("x")
    assert time.monotonic() - began >= 0.2


async def test_a_share_of_faults_is_reproducible(server: DiscordStandIn, table: Channel) -> None:
    server.limits.off()
    path = f"/channels/{table.id}/messages"
    runs = []
    for _ in range(2):
        server.faults.share(0.3, seed=7, kinds=("429", "500", "502"))
        runs.append([answer.status for answer in await hit(server, path, 60)])
    assert runs[0] == runs[1]
    assert set(runs[0]) == {200, 429, 500, 502}
    server.faults.clear()
    assert [a.status for a in await hit(server, path, 5)] == [200] * 5


async def test_unknown_routes_are_remembered(server: DiscordStandIn) -> None:
    await hit(server, "/guilds/1/soundboard-sounds", 1)
    assert server.world.unknown_routes == ["POST /guilds/1/soundboard-sounds"]
    server.world.unknown_routes.clear()


async def test_a_wrong_token_is_refused(server: DiscordStandIn) -> None:
    server.world.application.token = "the-right-one"
    async with discord.Client(intents=discord.Intents.none()) as client:
        with pointed_at(server), pytest.raises(discord.LoginFailure):
            await client.login("another")
    assert server.rest.statuses()[401] == 1
