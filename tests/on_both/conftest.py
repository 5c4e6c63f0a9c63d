"""Provide Discord, Twitch and the web on loopback at once, with one house between them."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from moved_time import outside, store

from persistence import Store

__all__ = ["outside", "store"]
HERE = Path(__file__).parent
if str(HERE) not in sys.path:
    sys.path.append(str(HERE))

from both_night import BothNight  # noqa: E402 - it is in this folder


@pytest.fixture
async def night(store: Store) -> AsyncIterator[BothNight]:
    async with BothNight(store) as made:
        yield made
