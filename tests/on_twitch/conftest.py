"""Provide a Twitch stand-in on loopback, a real store, and the real bot between them."""

from collections.abc import AsyncIterator

import pytest
from moved_time import outside, store
from on_twitch.night import Night
from standins.twitch.stand_in import TwitchStandIn

from persistence import Store

__all__ = ["outside", "store"]


@pytest.fixture
async def twitch() -> AsyncIterator[TwitchStandIn]:
    """Yield the stand-in, and check that it serves every request and that no line is a command for Twitch (threats
    T12).
    """
    async with TwitchStandIn() as server:
        yield server
        assert server.world.unknown_routes == []
        assert server.world.slash_lines == []


@pytest.fixture
async def night(twitch: TwitchStandIn, store: Store) -> AsyncIterator[Night]:
    """Yield one channel whose streamer has let the bot in, without limits."""
    async with Night(twitch, store, unlimited=True) as made:
        yield made


@pytest.fixture
async def limited(twitch: TwitchStandIn, store: Store) -> AsyncIterator[Night]:
    """Yield a night with Twitch's real limits, and a bot that obeys them."""
    async with Night(twitch, store) as made:
        yield made
