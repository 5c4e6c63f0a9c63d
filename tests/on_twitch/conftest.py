"""A Twitch of our own on loopback, a real store, and the bot between them as it runs in the world."""

from collections.abc import AsyncIterator

import pytest
from moved_time import outside, store
from on_twitch.night import Night
from standins.twitch.stand_in import TwitchStandIn

from persistence import Store

__all__ = ["outside", "store"]


@pytest.fixture
async def twitch() -> AsyncIterator[TwitchStandIn]:
    """Nothing may be asked for that is not served, and no line may be one that Twitch obeys (threats T12)."""
    async with TwitchStandIn() as server:
        yield server
        assert server.world.unknown_routes == []
        assert server.world.slash_lines == []


@pytest.fixture
async def night(twitch: TwitchStandIn, store: Store) -> AsyncIterator[Night]:
    """One channel, whose streamer has let the bot in; nobody is limited."""
    async with Night(twitch, store, unlimited=True) as made:
        yield made


@pytest.fixture
async def limited(twitch: TwitchStandIn, store: Store) -> AsyncIterator[Night]:
    """A night with Twitch's limits at their real size, and a bot that keeps to them."""
    async with Night(twitch, store) as made:
        yield made
