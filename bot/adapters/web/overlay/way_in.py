"""Find how people get to a table of a place: what they type there, and the QR code of the page with their hand."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from bot.adapters.web.overlay.keys import Where
from bot.adapters.web.overlay.on_air import WayIn
from bot.ports.browser import BrowserBot

QUIET_ZONE: Final = 4
"""The white border of a QR code, in modules, as its standard requires."""
SOME_CODE: Final = "K7Q"
SOME_LINE: Final = "join"
HOLES: Final = ((SOME_LINE, "{line}"), (SOME_CODE, "{code}"))
MOST_DRAWN: Final = 256


async def way_in(bot: BrowserBot, where: Where) -> WayIn:
    """Return how people get in at a place."""
    door = await bot.door_address(where.place)
    lines = (SOME_LINE, f"{SOME_CODE} {SOME_LINE}")
    typed, typed_at = (with_holes(bot.typed(where.venue, where.place, line)) for line in lines)
    path, modules = drawn(door) if door else ("", 0)
    return WayIn(door, path, modules, typed, typed_at)


def with_holes(typed: str) -> str:
    """Replace the example's line and table code by `{line}` and `{code}`."""
    for found, hole in HOLES:
        typed = typed.replace(found, hole)
    return typed


@lru_cache(maxsize=MOST_DRAWN)
def drawn(address: str) -> tuple[str, int]:
    """Return the dark modules of an address's QR code as the path of an SVG, and the code's width."""
    import segno  # noqa: PLC0415 - codes are drawn seldom

    rows = [bytes(row) for row in segno.make_qr(address, error="m").matrix_iter(border=QUIET_ZONE)]
    parts = [f"M{left} {top}h{wide}v1h-{wide}z" for top, row in enumerate(rows) for left, wide in _runs(row)]
    return "".join(parts), len(rows)


def _runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Yield where dark modules begin in a row, and how many are side by side."""
    at = 0
    for part in row.replace(b"\x01", b"#").replace(b"\x00", b" ").split(b" "):
        if part:
            yield at, len(part)
        at += len(part) + 1
