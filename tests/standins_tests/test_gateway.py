"""Test the gateway in good and bad conditions: sessions, shards, resumes, silence, malformed frames."""

import asyncio
from typing import Any

import discord
import pytest
from standins.discord.joined import joined, pointed_at
from standins.discord.people import Person
from standins.discord.places import Channel, Guild
from standins.discord.sample_bot import SampleBot
from standins.discord.stand_in import DiscordStandIn


def mentions(bot: SampleBot, text: str) -> str:
    assert bot.user is not None
    return f"{bot.user.mention} {text}"


def texts(bot: SampleBot) -> list[str]:
    return [message.content.partition(" ")[2] for message in bot.heard]


async def test_guilds_are_there_when_ready(guild: Guild, table: Channel, bot: SampleBot) -> None:
    place = bot.get_guild(guild.id)
    assert place is not None
    assert place.name == "the inn"
    assert [channel.name for channel in place.text_channels] == ["table"]
    assert place.me.guild_permissions.send_messages


async def test_a_dropped_socket_is_resumed_and_told_what_it_missed(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    server.gateway.deafen()
    for number in range(3):
        await ann.says(table, mentions(bot, f"missed {number}"))
    assert bot.heard == []
    await server.gateway.drop()
    await server.world.until(lambda: len(bot.heard) == 3)
    assert texts(bot) == ["missed 0", "missed 1", "missed 2"]
    assert (server.gateway.identifies, server.gateway.resumes) == (1, 1)
    await ann.says(table, mentions(bot, "and on"))
    await server.world.until(lambda: texts(bot)[3:] == ["and on"])


async def test_a_refused_connection_makes_the_library_identify_anew(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    """A sharded client forgets its session when a reconnect fails, and loses what was said meanwhile."""
    await server.stop_gateway()
    await server.world.until(lambda: not server.gateway.connections)
    await ann.says(table, mentions(bot, "lost"))
    await server.world.until(lambda: server.gateway.refused)
    server.start_gateway()
    await server.gateway.ready()
    assert (server.gateway.identifies, server.gateway.resumes, bot.heard) == (2, 0, [])


@pytest.mark.parametrize("code", [None, 1000, 4000])
async def test_any_close_is_followed_by_a_resume(
    server: DiscordStandIn, table: Channel, bot: SampleBot, code: int | None
) -> None:
    await server.gateway.drop(code=code)
    await server.world.until(lambda: server.gateway.resumes == 1)
    assert server.gateway.identifies == 1


async def test_a_reconnect_is_asked_for(server: DiscordStandIn, bot: SampleBot) -> None:
    await server.gateway.ask_reconnect()
    await server.world.until(lambda: "shard_resumed" in bot.happened)
    assert (server.gateway.identifies, server.gateway.resumes) == (1, 1)


@pytest.mark.parametrize(("resumable", "identifies", "resumes"), [(True, 1, 1), (False, 2, 0)])
async def test_an_invalid_session_is_resumed_or_begun_anew(
    server: DiscordStandIn, bot: SampleBot, *, resumable: bool, identifies: int, resumes: int
) -> None:
    await server.gateway.invalidate(resumable=resumable)
    gateway = server.gateway
    await server.world.until(lambda: (gateway.identifies, gateway.resumes) == (identifies, resumes))
    await gateway.ready()


async def test_a_forgotten_session_is_refused_and_begun_anew(server: DiscordStandIn, bot: SampleBot) -> None:
    server.gateway.forget_sessions()
    await server.gateway.drop()
    await server.gateway.ready()
    assert (server.gateway.identifies, server.gateway.resumes) == (2, 0)


async def test_a_deaf_socket_stays_open_and_silent(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    server.gateway.deafen()
    await ann.says(table, mentions(bot, "hello?"))
    await asyncio.sleep(0.1)
    assert bot.heard == []
    assert not bot.is_closed()
    assert server.gateway.ready_sessions == 1
    await server.gateway.drop()
    await server.world.until(lambda: texts(bot) == ["hello?"])


async def test_a_socket_without_ack_is_given_up_by_the_library(server: DiscordStandIn, table: Channel) -> None:
    server.gateway.heartbeat_interval = 0.1
    async with joined(SampleBot(heartbeat_timeout=0.3), server):
        server.gateway.deafen()
        await server.world.until(lambda: server.gateway.resumes == 1)


async def test_heartbeats_are_acknowledged(server: DiscordStandIn, table: Channel) -> None:
    server.gateway.heartbeat_interval = 0.05
    async with joined(SampleBot(), server) as bot:
        await server.world.until(lambda: server.gateway.heartbeats >= 3)
        assert bot.latency < 1


async def test_ready_can_be_withheld(server: DiscordStandIn, table: Channel) -> None:
    server.gateway.withhold_ready = True
    with pointed_at(server):
        bot = SampleBot()
        running = asyncio.create_task(bot.start("a-token"))
        await server.world.until(lambda: server.gateway.identifies == 1)
        await asyncio.sleep(0.1)
        assert not bot.is_ready()
        await bot.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_nonsense_does_not_end_the_stand_in(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    await server.gateway.raw({"op": 0, "t": "A_NEW_EVENT", "s": None, "d": {"x": [1, None]}})
    await server.gateway.raw({"op": 99, "d": None})
    await ann.says(table, mentions(bot, "still here"))
    await server.world.until(lambda: texts(bot) == ["still here"])


async def test_an_event_can_come_twice(server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot) -> None:
    await ann.says(table, mentions(bot, "once"))
    await server.gateway.repeat_last("MESSAGE_CREATE")
    await server.world.until(lambda: texts(bot) == ["once", "once"])
    assert bot.heard[0].id == bot.heard[1].id


async def test_shards_hear_their_own_guilds(server: DiscordStandIn) -> None:
    guilds = [server.world.guild(f"g{n}") for n in range(2)]
    ann = server.world.person("ann")
    channels = []
    for guild in guilds:
        guild.join(ann)
        channels.append(guild.channel("table"))
    async with joined(SampleBot(shard_count=2), server, shards=2) as bot:
        assert sorted(guild.shard_id for guild in bot.guilds) == [0, 1]
        for channel in channels:
            await ann.says(channel, mentions(bot, channel.guild.name if channel.guild else ""))
        await server.world.until(lambda: len(bot.heard) == 2)
        assert sorted(texts(bot)) == ["g0", "g1"]
        assert server.gateway.identifies == 2
        await server.gateway.drop(shard=1)
        await server.world.until(lambda: server.gateway.resumes == 1)
        assert (await ann.asks(channels[1], mentions(bot, "ping"))).text == "pong"


async def test_without_a_shard_count_the_gateway_is_asked(server: DiscordStandIn, table: Channel) -> None:
    server.world.application.shards = 2
    async with joined(SampleBot(shard_count=None), server, shards=2) as bot:
        assert bot.shard_count == 2


async def test_two_clients_with_one_token_both_hear(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    async with joined(SampleBot(), server) as second:
        await ann.says(table, mentions(bot, "who is there?"))
        await server.world.until(lambda: bot.heard and second.heard)
        interaction = await ann.slash("think", channel=table)
        await server.world.settles()
        assert interaction.acked
        assert server.rest.statuses()[400] == 1  # 40060 for the slower one
    assert server.gateway.ready_sessions == 1


async def test_a_privileged_intent_must_be_switched_on(server: DiscordStandIn, table: Channel) -> None:
    wanting = discord.Intents(guilds=True, guild_messages=True, message_content=True)
    with pointed_at(server):
        bot = SampleBot(intents=wanting)
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await asyncio.wait_for(bot.start("a-token"), 60)
        await bot.close()


async def test_with_the_intent_content_is_given(server: DiscordStandIn, ann: Person, table: Channel) -> None:
    server.world.application.message_content_allowed = True
    wanting = discord.Intents(guilds=True, guild_messages=True, message_content=True)
    async with joined(SampleBot(intents=wanting), server) as bot:
        await ann.says(table, "in the open")
        await server.world.until(lambda: bot.heard)
        assert bot.heard[0].content == "in the open"
        assert (await bot.application_info()).flags.gateway_message_content_limited


@pytest.mark.parametrize("allowed", [True, False])
async def test_members_are_told_to_those_who_may_know(
    server: DiscordStandIn, guild: Guild, ann: Person, table: Channel, *, allowed: bool
) -> None:
    server.world.application.members_allowed = allowed
    wanting = discord.Intents(guilds=True, guild_messages=True, members=allowed)
    async with joined(SampleBot(intents=wanting, chunk_guilds_at_startup=False), server) as bot:
        guild.leave(ann)
        await ann.world.settles()
        table.delete()
        await server.world.until(lambda: "guild_channel_delete" in bot.happened)
        assert ("raw_member_remove" in bot.happened) is allowed


async def test_a_channel_that_the_bot_may_not_see_is_silent(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    table.deny(server.world.bot, "view_channel")
    await ann.says(table, mentions(bot, "psst"))
    await server.world.settles()
    assert bot.heard == []


async def test_a_wrong_token_closes_the_socket(server: DiscordStandIn, table: Channel) -> None:
    bot: Any = SampleBot()
    with pointed_at(server):
        await bot.login("a-token")
        server.world.application.token = "another"
        with pytest.raises(discord.ConnectionClosed) as caught:
            await asyncio.wait_for(bot.connect(), 60)
        assert caught.value.code == 4004
        await bot.close()


async def test_a_frame_that_is_no_json_ends_the_library(server: DiscordStandIn, table: Channel) -> None:
    """discord.py stops; the stand-in continues, so that a supervisor can be tested."""
    bot = SampleBot()
    with pointed_at(server):
        running = asyncio.create_task(bot.start("a-token"))
        await server.gateway.ready()
        await server.gateway.raw("{no json")
        with pytest.raises(ValueError, match="Expecting"):
            await asyncio.wait_for(running, 60)
        await bot.close()
    async with joined(SampleBot(), server) as again:
        assert again.is_ready()


async def test_a_guild_can_be_away_for_a_while(server: DiscordStandIn, guild: Guild, bot: SampleBot) -> None:
    def unavailable() -> bool:
        place = bot.get_guild(guild.id)
        return place is not None and place.unavailable

    guild.outage()
    await server.world.until(unavailable)
    guild.recovers()
    await server.world.until(lambda: not unavailable())
