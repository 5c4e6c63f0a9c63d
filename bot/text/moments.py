"""Moments in sentences: some platforms show them to each reader in their own time, all others as they are told here.

The marks are letters for private use, which no text that people type keeps (`safe_text`).
"""

import re
from typing import Final

MOMENT: Final = re.compile("\ue000([0-9]{1,12})\ue001([^\ue002]*)\ue002")


def moment(at: int, told: str) -> str:
    """Return a moment (ms since the epoch) for a sentence. `told`: how it is told where readers see no own time."""
    return f"\ue000{at // 1000}\ue001{told}\ue002"


def in_words(text: str) -> str:
    """Return a text with its moments as they are told."""
    return MOMENT.sub(r"\2", text)
