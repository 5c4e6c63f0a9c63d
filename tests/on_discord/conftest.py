"""Provide a Discord stand-in on loopback, a real store, and the real bot between them."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from moved_time import outside, store

from bot.adapters.discord.outbound import direct_messages
from persistence import Store

__all__ = ["outside", "store"]
HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "highdie"

for room in (HERE, HERE.parent / "bot", EXAMPLE):
    if str(room) not in sys.path:
        sys.path.append(str(room))

from night import Night  # noqa: E402 - it is in this folder
from standins.discord.stand_in import DiscordStandIn  # noqa: E402 - as above


@pytest.fixture
def hands_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open direct messages without a delay."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.0)


@pytest.fixture
async def discord_server() -> AsyncIterator[DiscordStandIn]:
    async with DiscordStandIn() as server:
        yield server
        assert server.world.unknown_routes == []


@pytest.fixture
async def night(discord_server: DiscordStandIn, store: Store) -> AsyncIterator[Night]:
    """Yield one server with one channel and the connected bot, without limits."""
    discord_server.limits.off()
    async with Night(discord_server, store, unlimited=True) as made:
        yield made


@pytest.fixture
async def chatty(discord_server: DiscordStandIn, store: Store) -> AsyncIterator[Night]:
    """Yield a night on which the bot may read plain chat."""
    discord_server.limits.off()
    discord_server.world.application.message_content_allowed = True
    async with Night(discord_server, store, unlimited=True) as made:
        yield made


@pytest.fixture
async def limited(discord_server: DiscordStandIn, store: Store) -> AsyncIterator[Night]:
    """Yield a night with Discord's real limits, and a bot that obeys them."""
    async with Night(discord_server, store) as made:
        yield made
