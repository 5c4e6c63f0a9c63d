"""One of several shards is away: nobody on the others notices, and no time runs where nobody can be heard."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from gatherings import DUEL, opened
from night import PATIENCE, Night
from slashes import gives
from standins.discord.people import Person
from standins.discord.places import Channel, Guild
from standins.discord.stand_in import DiscordStandIn

from bot.adapters.discord import adapter
from bot.adapters.discord.connection import outages
from bot.table.document import Session
from persistence import Store

SHARDS = 2
HERE_AGAIN = "am here again"


@pytest.fixture
async def sharded(
    discord_server: DiscordStandIn, store: Store, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Night]:
    """Two servers, each on a shard of its own."""
    monkeypatch.setattr(adapter, "PATIENCE", 0.3)
    monkeypatch.setattr(adapter, "LOOK_EVERY", 0.05)
    discord_server.limits.off()
    discord_server.world.application.shards = SHARDS
    async with Night(discord_server, store, unlimited=True) as made:
        await made.until(lambda: len(made.client.connected) == SHARDS)
        yield made


class Inn:
    """A server, its channel and two who play there."""

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
