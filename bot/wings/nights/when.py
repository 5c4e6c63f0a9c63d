"""Times as people type them, in a venue's zone: `friday 20:00`, `tomorrow 9pm`, `2026-12-24 19:00`.

What is agreed on is a local time; the instant follows from it and from the zone's clocks then. A time that the clocks
skip begins as much later as they are put forward; of a time that comes twice, the first one counts.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.people.rule_words import zone_named
from bot.table.change import Refused
from bot.text import Words

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SHORTEST_DAY: Final = 3
"""So many letters of a weekday are enough: `fri`."""
CLOCK: Final = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
HALVES: Final = re.compile(r"(1[0-2]|0?[1-9])(?::([0-5][0-9]))?(am|pm)")
DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
BESIDE: Final = frozenset({"on", "at"})
"""Words that may stand before a day or a time, and mean nothing."""
MOST_AHEAD: Final = timedelta(days=366)
WEEK: Final = timedelta(days=7)
SKIPPED, TWICE, PLAIN = "skipped", "twice", "no"
"""Local times: one that the clocks skip, one that comes twice, and any other."""


def zone_called(word: str) -> str:
    """Return the name of a time zone as it is written. Raises Refused if there is none."""
    if not (found := zone_named(word)):
        raise Refused("night-no-zone", word=word)
    return found


def instant(local: datetime, zone: str) -> int:
    """Return when it is this local time there, in ms; by the rule for times that are skipped or come twice."""
    return round(local.replace(tzinfo=ZoneInfo(zone), fold=0).timestamp() * 1000)


def local_at(at: int, zone: str) -> datetime:
    """Return the local time there at an instant (ms)."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone)).replace(tzinfo=None, fold=0)


def kind_of(local: datetime, zone: str) -> str:
    """Tell whether the clocks skip a local time, or show it twice."""
    if local_at(instant(local, zone), zone) != local:
        return SKIPPED
    again = local.replace(tzinfo=ZoneInfo(zone), fold=1)
    return TWICE if round(again.timestamp() * 1000) != instant(local, zone) else PLAIN


def following(local: datetime, zone: str, now: int) -> datetime:
    """Return the same local time of the first week after it that is still to come."""
    local += WEEK
    while instant(local, zone) <= now:
        local += WEEK
    return local


def read_when(words: Sequence[str], now: int, zone: str) -> tuple[datetime, int]:
    """Return the local time that the first words name, and how many words these are. Raises Refused.

    A day alone is not enough; a time alone is the next one.
    """
    day, clock, taken = None, None, 0
    while taken < len(words) and None in {day, clock}:
        word = words[taken].lower().rstrip(",")
        if word in BESIDE:
            taken += 1
            continue
        both = f"{word}{words[taken + 1].lower()}" if taken + 1 < len(words) else ""
        if clock is None and (found := read_clock(word)) is not None:
            clock, taken = found, taken + 1
        elif clock is None and HALVES.fullmatch(both):
            clock, taken = read_clock(both), taken + 2
        elif day is None and (named := read_day(word)) is not None:
            day, taken = named, taken + 1
        else:
            break
    if clock is None:
        raise Refused("night-when")
    local = chosen(day or "", clock, now, zone)
    if instant(local, zone) <= now:
        raise Refused("night-past", word=" ".join(words[:taken]))
    if local - local_at(now, zone) > MOST_AHEAD:
        raise Refused("night-too-far", days=MOST_AHEAD.days)
    return local, taken


def read_clock(word: str) -> time | None:
    """Return a time of day, `20:00` or `9pm`; None if the word is none."""
    if (found := CLOCK.fullmatch(word)) is not None:
        return time(int(found[1]), int(found[2]))
    if (found := HALVES.fullmatch(word)) is not None:
        return time(int(found[1]) % 12 + (12 if found[3] == "pm" else 0), int(found[2] or 0))
    return None


def read_day(word: str) -> str | None:
    """Return a day's name in full, or a date; None if the word is neither."""
    if word in {"today", "tonight", "tomorrow"} or DATE.fullmatch(word):
        return word
    return next((day for day in DAYS if len(word) >= SHORTEST_DAY and day.startswith(word)), None)


def chosen(day: str, clock: time, now: int, zone: str) -> datetime:
    """Return the local time of a day and a clock. A weekday, or a time alone, is the next one. Raises Refused."""
    here = local_at(now, zone)
    if DATE.fullmatch(day):
        try:
            return datetime.combine(date.fromisoformat(day), clock)
        except ValueError:
            raise Refused("night-no-date", word=day) from None
    today = datetime.combine(here.date(), clock)
    if day in DAYS:
        found = today + timedelta(days=(DAYS.index(day) - here.weekday()) % 7)
        return found if instant(found, zone) > now else found + WEEK
    if day == "tomorrow":
        return today + timedelta(days=1)
    return today if day or instant(today, zone) > now else today + timedelta(days=1)


def in_zone(at: int, zone: str, words: Words) -> str:
    """Return an instant in words: day, date, time, and the zone's name."""
    local = local_at(at, zone)
    return words.text("night-at", day=local.weekday(), date=local.date().isoformat(), time=f"{local:%H:%M}", zone=zone)
