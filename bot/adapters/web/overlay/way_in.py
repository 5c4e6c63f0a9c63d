"""How somebody gets to a table of the place: what is typed there, and the QR code of the page with their hand."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import segno

from bot.adapters.web.overlay.keys import Where
from bot.adapters.web.overlay.on_air import JOIN, WayIn
from bot.ports.browser import BrowserBot

QUIET_ZONE: Final = 4
"""Modules around a QR code, as its standard wants it."""
SOME_CODE: Final = "K7Q"
HOLE: Final = "{code}"
MOST_DRAWN: Final = 256


async def way_in(bot: BrowserBot, where: Where) -> WayIn:
    """Return how to get in at a place."""
    door = await bot.door_address(where.place)
    typed, typed_at = (bot.typed(where.venue, where.place, line) for line in (JOIN, f"{SOME_CODE} {JOIN}"))
    path, modules = drawn(door) if door else ("", 0)
    return WayIn(door, path, modules, typed, typed_at.replace(SOME_CODE, HOLE))


@lru_cache(maxsize=MOST_DRAWN)
def drawn(address: str) -> tuple[str, int]:
    """Return the dark modules of the QR code of an address as the path of an SVG, and how many it is wide."""
    rows = [bytes(row) for row in segno.make_qr(address, error="m").matrix_iter(border=QUIET_ZONE)]
    parts = [f"M{left} {top}h{wide}v1h-{wide}z" for top, row in enumerate(rows) for left, wide in _runs(row)]
    return "".join(parts), len(rows)


def _runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Yield where dark modules begin in a row, and how many stand side by side."""
    at = 0
    for part in row.replace(b"\x01", b"#").replace(b"\x00", b" ").split(b" "):
        if part:
            yield at, len(part)
        at += len(part) + 1
