"""Test one of several shards that is away: nobody on the others notices, and no time runs for unreachable people."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import pairwise
from typing import Any

import night
import pytest
from discord import AutoShardedClient
from gatherings import DUEL, opened
from night import PATIENCE, Night
from slashes import gives
from standins.discord.people import Person
from standins.discord.places import Channel, Guild
from standins.discord.stand_in import DiscordStandIn

from bot.adapters.discord import adapter
from bot.adapters.discord.connection import outages, sessions, shards, supervisor
from bot.adapters.discord.connection.sessions import KEPT, NewSessions
from bot.table.document import Session
from persistence import Store

SHARDS = 2
HERE_AGAIN = "am here again"


@pytest.fixture
async def sharded(
    discord_server: DiscordStandIn, store: Store, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Night]:
    """Yield a night of two servers, each on its own shard."""
    monkeypatch.setattr(adapter, "PATIENCE", 0.3)
    monkeypatch.setattr(adapter, "LOOK_EVERY", 0.05)
    discord_server.limits.off()
    discord_server.world.application.shards = SHARDS
    async with Night(discord_server, store, unlimited=True) as made:
        await made.until(lambda: len(made.client.connected) == SHARDS)
        yield made


class Inn:
    """A server, its channel and two people who play there."""

    def __init__(self, night: Night, guild: Guild, channel: Channel, names: tuple[str, str]) -> None:
        self.night, self.guild, self.channel = night, guild, channel
        self.people: list[Person] = [night.world.person(name) for name in names]
        for person in self.people:
            guild.join(person)

    async def opens(self) -> None:
        await opened(self.night, self.people, "halflings", DUEL, self.channel)
        await self.night.card("stake 1 to", channel=self.channel)

    async def table(self) -> Session:
        at = f"discord:{self.channel.id}"
        (found,) = await self.night.house.directory.at(f"discord:{self.guild.id}", at, fresh=True)
        return found

    async def stands_still(self) -> bool:
        return (await self.table()).paused is not None

    async def goes_on(self) -> bool:
        return not await self.stands_still()


async def until(found: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(int(PATIENCE / 0.02)):
        if await found():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came true")


async def two_inns(night: Night) -> tuple[Inn, Inn]:
    guild = night.world.guild("the other inn")
    await night.until(lambda: night.client.get_guild(guild.id))
    inns = (
        Inn(night, night.guild, night.channel, ("ann", "ben")),
        Inn(night, guild, guild.channel("other"), ("cid", "dan")),
    )
    shards = [night.client.get_guild(inn.guild.id).shard_id for inn in inns]  # type: ignore[union-attr]
    assert shards == [0, 1]
    for inn in inns:
        await inn.opens()
    return inns


async def test_a_shard_that_is_away_stops_its_own_tables_alone(sharded: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "AWAY", 0.0)
    here, there = await two_inns(sharded)
    gateway = sharded.server.gateway
    gateway.away.add(1)
    await gateway.drop(1)
    await until(there.stands_still)
    assert not await here.stands_still()
    await gives(here.people[0], "stake", channel=here.channel, amount="5")
    await sharded.card("ann stakes 5.", channel=here.channel)
    assert sharded.client.connected == {0}
    gateway.away.clear()
    await gateway.drop(1)
    await sharded.until(lambda: sharded.client.connected == {0, 1})

    await until(there.goes_on)
    await gives(there.people[0], "stake", channel=there.channel, amount="5")
    await sharded.card("cid stakes 5.", channel=there.channel)
    assert not any(HERE_AGAIN in one.text for one in here.channel.messages.values())


async def test_what_was_typed_while_a_shard_was_away_counts_when_it_is_back(
    sharded: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "AWAY", 0.0)
    sharded.world.application.message_content_allowed = True
    await sharded.restart()
    await sharded.until(lambda: len(sharded.client.connected) == SHARDS)
    _, there = await two_inns(sharded)
    gateway = sharded.server.gateway
    gateway.away.add(1)
    await gateway.drop(1)
    await until(there.stands_still)
    await there.people[0].says(there.channel, "!stake 5")
    await there.people[1].says(there.channel, "!nosuchword and so on")
    gateway.away.clear()
    await sharded.card("cid stakes 5.", channel=there.channel)
    assert await there.goes_on()


async def test_a_shard_that_comes_back_goes_on_with_its_session(
    sharded: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People who spoke during the outage are heard, and no new session begins."""
    monkeypatch.setattr(shards, "LONGEST_PAUSE", 0.1)
    here, there = await two_inns(sharded)
    gateway = sharded.server.gateway
    identifies, resumes, refused = gateway.identifies, gateway.resumes, gateway.refused
    gateway.unreachable.add(1)
    await gateway.drop(1)
    await until(there.stands_still)
    await sharded.until(lambda: gateway.refused > refused + 3)
    await there.people[0].says(there.channel, f"<@{sharded.world.bot.id}> stake 5")
    gateway.unreachable.clear()
    await sharded.until(lambda: gateway.resumes > resumes)
    await sharded.card("cid stakes 5.", channel=there.channel)
    await until(there.goes_on)
    assert gateway.identifies == identifies
    assert not any(HERE_AGAIN in one.text for inn in (here, there) for one in inn.channel.messages.values())


async def test_the_tables_of_a_shard_that_is_back_give_way_to_what_is_done_elsewhere(
    sharded: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them are shown again at once, and nobody on another shard must wait for that."""
    here, there = await two_inns(sharded)
    give_way, take = list[tuple[int, bool]](), sharded.adapter.limits.take

    def noted(channel: int, *, idle: bool = False, **other: Any) -> None:
        give_way.append((channel, idle))
        take(channel, idle=idle, **other)

    gateway = sharded.server.gateway
    gateway.unreachable.add(1)
    await gateway.drop(1)
    await until(there.stands_still)
    monkeypatch.setattr(sharded.adapter.limits, "take", noted)
    await gives(here.people[0], "stake", channel=here.channel, amount="5")
    await sharded.card("ann stakes 5.", channel=here.channel)
    gateway.unreachable.clear()
    await until(there.goes_on)
    await sharded.until(lambda: (there.channel.id, True) in give_way)
    await sharded.until(lambda: all(task.done() for task in sharded.adapter._telling.values()))
    await gives(there.people[0], "stake", channel=there.channel, amount="5")
    await sharded.card("cid stakes 5.", channel=there.channel)
    assert (here.channel.id, False) in give_way
    assert (there.channel.id, False) in give_way


async def test_a_shard_comes_back_while_another_stays_away(sharded: Night) -> None:
    """The library alone would handle the one only when the other is back."""
    here, there = await two_inns(sharded)
    gateway = sharded.server.gateway
    gateway.unreachable.add(1)
    await gateway.drop(1)
    await until(there.stands_still)
    for resumes in range(gateway.resumes, gateway.resumes + 3):
        began = time.monotonic()
        await gateway.drop(0)
        await sharded.until(lambda resumes=resumes: gateway.resumes > resumes)
        assert time.monotonic() - began < 2.0
        await sharded.until(lambda: 0 in sharded.client.connected)
    assert not await here.stands_still()
    assert await there.stands_still()


async def test_a_shard_that_breaks_ends_no_other(sharded: Night) -> None:
    here, _ = await two_inns(sharded)
    gateway, client = sharded.server.gateway, sharded.client
    resumes = gateway.resumes
    (line,) = [one for one in gateway.connections if one.session is not None and one.session.shard == 1]
    line.send("[]")
    await sharded.until(lambda: gateway.resumes > resumes and sharded.client.connected == {0, 1})
    assert sharded.client is client
    assert sharded.adapter.supervisor.starts == 1
    assert not await here.stands_still()


MANY = 10


@pytest.mark.parametrize("at_once", [1, 4])
async def test_many_shards_begin_one_after_the_other_and_nothing_is_given_up_meanwhile(
    discord_server: DiscordStandIn, store: Store, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """Each has the time that Discord asks for, so ten need longer than any deadline of ours."""
    monkeypatch.setattr(night, "SESSIONS_EVERY", 0.4)
    monkeypatch.setattr(sessions, "PROMPT", 0.2)
    monkeypatch.setattr(supervisor, "READY_WITHIN", 0.8)
    discord_server.limits.off()
    discord_server.world.application.shards = MANY
    discord_server.world.application.sessions_at_once = at_once
    async with Night(discord_server, store, unlimited=True) as made:
        await made.until(lambda: len(made.client.connected) == MANY)
        assert made.adapter.supervisor.starts == 1
    began = discord_server.gateway.identified_at
    assert sorted(shard for _, shard in began) == list(range(MANY))
    for bucket in range(at_once):
        times = [at for at, shard in began if shard % at_once == bucket]
        assert all(later - earlier > 0.1 for earlier, later in pairwise(times))
    closest = min(later - earlier for (earlier, _), (later, _) in pairwise(began))
    assert (closest < 0.1) == (at_once == 4), "side by side, where Discord lets us"


async def test_a_shard_that_is_away_from_the_first_holds_up_no_other(
    discord_server: DiscordStandIn, store: Store
) -> None:
    discord_server.limits.off()
    discord_server.world.application.shards = 3
    discord_server.gateway.away.add(0)
    async with Night(discord_server, store, unlimited=True) as made:
        await made.until(lambda: made.client.connected == {1, 2})
        discord_server.gateway.away.clear()
        await made.until(lambda: made.client.connected == {0, 1, 2})


async def test_the_last_sessions_of_a_day_are_left() -> None:
    turns = NewSessions(every=0.0)
    turns.told({"max_concurrency": 1, "remaining": KEPT + 2, "reset_after": 300})
    began = time.monotonic()
    await turns.turn(0)
    await turns.turn(1)
    assert time.monotonic() - began < 0.2
    await turns.turn(2)
    assert time.monotonic() - began > 0.29


async def test_whoever_needs_long_from_a_turn_to_a_session_waits_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PROMPT", 0.1)
    turns = NewSessions(every=0.5)
    await turns.turn(0)
    began = time.monotonic()
    await turns.begins(0)
    assert time.monotonic() - began < 0.1
    await turns.turn(0)
    await asyncio.sleep(0.2)
    began = time.monotonic()
    await turns.begins(0)
    assert time.monotonic() - began > 0.2


async def test_a_resumed_shard_leaves_anothers_clock_alone(sharded: Night) -> None:
    """Another's RESUMED says nothing of a shard that is still away."""
    here, there = await two_inns(sharded)
    gateway = sharded.server.gateway
    gateway.away.add(1)
    await gateway.drop(1)
    await until(there.stands_still)
    resumes = gateway.resumes
    await gateway.drop(0)
    await sharded.until(lambda: gateway.resumes > resumes and 0 in sharded.client.connected)
    assert await there.stands_still()
    assert not await here.stands_still()
    assert sharded.adapter.listener.outages.deaf(0.0) == {1}


async def test_a_channel_is_looked_for_in_all_servers_once(sharded: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    _, there = await two_inns(sharded)
    client, looked = sharded.client, list[int]()
    everywhere = AutoShardedClient.get_channel

    def counted(of: AutoShardedClient, id: int, /) -> Any:  # noqa: A002 - the library's own name
        looked.append(id)
        return everywhere(of, id)

    monkeypatch.setattr(AutoShardedClient, "get_channel", counted)
    extra = there.guild.channel("another")
    await sharded.until(lambda: client.get_channel(extra.id))
    looked.clear()
    assert all(client.get_channel(extra.id).id == extra.id for _ in range(20))
    assert looked == []
    sharded.world.delete_channel(extra)
    await sharded.until(lambda: client.get_channel(extra.id) is None)
    assert looked
