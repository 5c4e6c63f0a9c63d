"""Words that a venue bars from names, texts and reasons."""

from collections.abc import Sequence

import regex

from bot.table.change import Refused
from bot.text.safe_text import skeleton


def check_words(text: str, barred: Sequence[str]) -> None:
    """Raise Refused for a text with a barred word, also one in letters that look alike. It does not repeat the word."""
    if not barred:
        return
    looks = {skeleton(word) for word in barred}
    parts = [skeleton(word) for word in regex.split(r"[^\w]+", text) if word]
    if looks.intersection(parts) or skeleton(text) in looks:
        raise Refused("desk-barred")
