"""Wait until something comes true, for as long as a busy machine may need."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

STILL: Final = 120.0
"""Seconds for what takes one or two, also on a busy machine."""


async def comes_true(what: Callable[[], bool], within: float = STILL) -> bool:
    """Wait until something is so; return whether it was in time."""
    until = time.monotonic() + within
    while not what():
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.02)
    return True
