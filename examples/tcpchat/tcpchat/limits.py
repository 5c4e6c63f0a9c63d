"""Limits: how long a line may be, how many one may say, and how much may wait for who reads slowly."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

LONGEST: Final = 500
"""Bytes of a line, its end not counted."""
AT_ONCE, A_SECOND = 10, 2
"""Lines that somebody may say at once, and each second."""
MOST_HERE: Final = 200
"""Connections at one time."""
MOST_UNREAD: Final = 64 * 1024
"""Bytes that wait for one connection; who leaves more unread is cut off."""


async def lines(reader: asyncio.StreamReader) -> AsyncIterator[str | None]:
    """Yield each line as text, and None for one that was too long; end where the connection ends.

    The tail of a line that is too long is no line of its own, and half a line before the end is none.
    """
    whole = True
    while True:
        try:
            raw = await reader.readuntil(b"\n")
        except asyncio.LimitOverrunError as over:
            await reader.readexactly(over.consumed)
            whole = False
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        else:
            yield printable(raw.decode("utf-8", "replace")) if whole else None
            whole = True


def printable(text: str) -> str:
    """Return it without what would move somebody's cursor or turn their line around."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()
