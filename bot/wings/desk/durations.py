"""Durations as people type them: `30m`, `12h`, `7 days`, `1d12h`, `for ever`; and as they are told."""

import re
from collections.abc import Sequence
from typing import Final

from bot.render.ago import DAY, HOUR, MINUTE
from bot.table.change import Refused
from games.kit.telling import Say, say

UNITS: Final = {"m": MINUTE, "h": HOUR, "d": DAY, "w": 7 * DAY, "y": 365 * DAY}
NAMED: Final = {
    **dict.fromkeys(("min", "mins", "minute", "minutes"), "m"),
    **dict.fromkeys(("hour", "hours"), "h"),
    **dict.fromkeys(("day", "days"), "d"),
    **dict.fromkeys(("week", "weeks"), "w"),
    **dict.fromkeys(("year", "years"), "y"),
}
WHOLE: Final = re.compile(r"(?:[0-9]{1,5}[mhdwy])+", re.IGNORECASE)
PART: Final = re.compile(r"([0-9]{1,5})([mhdwy])", re.IGNORECASE)
NUMBER: Final = re.compile(r"[0-9]{1,5}")
FOR_EVER: Final = frozenset({"forever", "ever", "permanent", "permanently", "perm"})
ALWAYS: Final = 0
"""The duration of what never ends."""
LONGEST: Final = 10 * 365 * DAY


def duration_of(words: Sequence[str]) -> tuple[int, int] | None:
    """Read the duration at the beginning of some words: its length in ms, and how many words it has.

    None: there is none. Raises Refused for one that is too long.
    """
    low = [word.lower() for word in words[:3]]
    if low[:2] == ["for", "ever"]:
        return ALWAYS, 2
    if low[:1] == ["for"] and (found := duration_of(words[1:])) is not None:
        return found[0], found[1] + 1
    if low and low[0] in FOR_EVER:
        return ALWAYS, 1
    if low and WHOLE.fullmatch(low[0]):
        return checked(sum(int(count) * UNITS[unit] for count, unit in PART.findall(low[0]))), 1
    if len(low) > 1 and NUMBER.fullmatch(low[0]) and low[1] in NAMED:
        return checked(int(low[0]) * UNITS[NAMED[low[1]]]), 2
    return None


def checked(span: int) -> int:
    """Return a duration. Raises Refused if it is none, or longer than ten years."""
    if not MINUTE <= span <= LONGEST:
        raise Refused("desk-odd-duration")
    return span


def told(span: int) -> Say:
    """Return a duration as a part of a sentence, rounded up: `for 7 days`, `for ever`."""
    if span == ALWAYS:
        return say("desk-for-ever")
    if span <= 2 * HOUR:
        return say("desk-for-minutes", count=-(-span // MINUTE))
    if span <= 2 * DAY:
        return say("desk-for-hours", count=-(-span // HOUR))
    return say("desk-for-days", count=-(-span // DAY))


def left(until: int, now: int) -> Say:
    """Return how long something still holds; both in ms, `until` 0: for ever."""
    return told(ALWAYS if until == ALWAYS else max(MINUTE, until - now))


def as_typed(span: int) -> str:
    """Return a duration as a moderator could type it: `7d`."""
    if span == ALWAYS:
        return "for ever"
    unit = next((one for one in ("d", "h") if span % UNITS[one] == 0), "m")
    return f"{-(-span // UNITS[unit])}{unit}"
