"""The time since something, in words."""

from typing import Final

from bot.text import Words

MINUTE: Final = 60 * 1000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def ago(at: int, now: int, words: Words) -> str:
    """Return how long ago a time was; both in ms. It is rounded down, so as never to say too much."""
    gone = max(0, now - at)
    if gone < MINUTE:
        return words.text("ago-now")
    if gone < HOUR:
        return words.text("ago-minutes", count=gone // MINUTE)
    if gone < DAY:
        return words.text("ago-hours", count=gone // HOUR)
    return words.text("ago-days", count=gone // DAY)
