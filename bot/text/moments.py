"""Moments in sentences: some platforms show them to each reader in their own time, all others as they are told here.

The marks are letters for private use, which no text that people type keeps (`safe_text`).
"""

import re
from typing import Final

MOMENT: Final = re.compile("\uf0a0([0-9]{1,12})\uf0a1([^\uf0a2]*)\uf0a2")


def moment(at: int, told: str) -> str:
    """Return a moment (ms since the epoch) for a sentence. `told`: how it is told where readers see no own time."""
    return f"\uf0a0{at // 1000}\uf0a1{told}\uf0a2"


def in_words(text: str) -> str:
    """Return a text with its moments as they are told."""
    return MOMENT.sub(r"\2", text)
