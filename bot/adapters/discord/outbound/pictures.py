"""A scene's picture as Discord takes it: PNG, drawn off the event loop."""

import asyncio
from functools import lru_cache
from typing import Final

import resvg_py
import structlog

WIDTH: Final = 800
log = structlog.get_logger()


@lru_cache(maxsize=64)
def drawn(svg: str) -> bytes:
    """Return the picture as PNG, as wide as Discord shows it."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH))


async def png(svg: str) -> bytes | None:
    """Return a scene's SVG as PNG, drawn in a thread; None where it can't be drawn: the text says it all."""
    try:
        return await asyncio.to_thread(drawn, svg)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a picture, the table is shown
        log.error("a picture could not be drawn", kind=type(error).__name__)  # noqa: TRY400 - views in frames
        return None
