from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest
from discord.http import Route
from standins.discord.joined import joined
from standins.discord.people import Person
from standins.discord.places import Channel, Guild
from standins.discord.sample_bot import SampleBot
from standins.discord.stand_in import DiscordStandIn
from twitchio.eventsub import websockets

from bot.adapters.twitch.connection.sockets import PatientSocket

Raw = Callable[..., Awaitable[Any]]


@pytest.fixture(autouse=True)
def sockets_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use TwitchIO's own sockets, whatever the adapter's tests have put in their place."""
    [own, *_] = PatientSocket.__bases__
    monkeypatch.setattr("twitchio.client.Websocket", own)
    monkeypatch.setattr(websockets, "Websocket", own)


@pytest.fixture
async def server() -> AsyncIterator[DiscordStandIn]:
    async with DiscordStandIn() as server:
        server.limits.quick()
        yield server
        assert server.world.unknown_routes == []


@pytest.fixture
def guild(server: DiscordStandIn) -> Guild:
    return server.world.guild("the inn")


@pytest.fixture
def table(guild: Guild) -> Channel:
    return guild.channel("table")


@pytest.fixture
def ann(server: DiscordStandIn, guild: Guild) -> Person:
    person = server.world.person("ann")
    guild.join(person)
    return person


@pytest.fixture
def bob(server: DiscordStandIn, guild: Guild) -> Person:
    person = server.world.person("bob", locale="de")
    guild.join(person)
    return person


@pytest.fixture
async def bot(server: DiscordStandIn, table: Channel) -> AsyncIterator[SampleBot]:
    async with joined(SampleBot(), server) as bot:
        yield bot


@pytest.fixture
def raw(bot: SampleBot) -> Raw:
    """Return a call with a body that the library itself would not build, sent by its own HTTP client."""

    async def call(method: str, path: str, body: Any = None) -> Any:
        extra = {} if body is None else {"json": body}
        return await bot.http.request(Route(method, path), **extra)

    return call


@pytest.fixture
def refused(raw: Raw) -> Callable[..., Awaitable[discord.HTTPException]]:
    async def call(method: str, path: str, body: Any = None) -> discord.HTTPException:
        with pytest.raises(discord.HTTPException) as caught:
            await raw(method, path, body)
        return caught.value

    return call
