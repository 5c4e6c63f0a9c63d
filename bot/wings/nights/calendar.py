"""A venue's nights as a calendar to subscribe to (RFC 5545). Each evening is an instant, so zones need not be known."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.commands.links import hashed
from bot.ports.ids import VenueId
from bot.wings.nights.night import Night, next_of

EVENINGS: Final = 12
"""So many evenings of a series are in a calendar."""
USUAL_MINUTES: Final = 120
"""How long a night is shown that lasts as long as its people like."""
LINE: Final = 75
"""Bytes in a line; longer ones are folded."""
VENUE_MARK: Final = 12


def calendar(venue: VenueId, nights: Sequence[tuple[Night, str]], title: str, address: str, now: int) -> str:
    """Return the calendar of these nights, each with what it is called. `address`: of their page. `now` in ms."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Potluck//Nights//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(title)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        *(
            line
            for night, called in nights
            for one in evenings(night)
            for line in event(venue, one, called, address, now)
        ),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def evenings(night: Night) -> Iterator[Night]:
    """Yield the evenings of a night, the next one first."""
    one: Night | None = night
    for _ in range(EVENINGS):
        if one is None:
            return
        yield one
        one = next_of(one, 0)


def event(venue: VenueId, night: Night, called: str, address: str, now: int) -> Iterator[str]:
    """Yield one evening. It keeps its id when it is moved."""
    ends = night.at + (night.minutes or USUAL_MINUTES) * 60_000
    yield "BEGIN:VEVENT"
    evening = f"-{night.usual:%Y%m%dT%H%M}" if night.weekly else ""
    yield f"UID:{hashed(venue)[:VENUE_MARK]}-{night.number}{evening}@potluck"
    yield f"DTSTAMP:{in_utc(now)}"
    yield f"DTSTART:{in_utc(night.at)}"
    yield f"DTEND:{in_utc(ends)}"
    yield f"SUMMARY:{escaped(called)}"
    if address:
        yield f"URL:{address}"
    yield "END:VEVENT"


def in_utc(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Return a text as a calendar holds it."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return " ".join(text.split())


def folded(line: str) -> str:
    """Return a line in parts of at most 75 bytes, no letter cut in two."""
    parts, part = list[str](), ""
    for letter in line:
        if len((part + letter).encode()) > LINE - bool(parts):
            parts.append(part)
            part = ""
        part += letter
    return "\r\n ".join([*parts, part])
