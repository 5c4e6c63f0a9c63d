"""A board as Discord takes it: one PNG, drawn off the event loop."""

import asyncio
from functools import lru_cache
from typing import Final

import structlog

from bot.ports.messages import ShownBoard
from bot.render import picture

WIDTH: Final = 800
log = structlog.get_logger()


@lru_cache(maxsize=64)
def drawn(board: ShownBoard) -> bytes:
    """Return the board as PNG, twice as wide as a phone shows it."""
    return picture.png(board, WIDTH)


async def png(board: ShownBoard) -> bytes | None:
    """Return a board as PNG, drawn in a thread; None where it can't be drawn: the text says it all."""
    try:
        return await asyncio.to_thread(drawn, board)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a picture, the table is shown
        log.error("a picture could not be drawn", kind=type(error).__name__)  # noqa: TRY400 - views in frames
        return None
