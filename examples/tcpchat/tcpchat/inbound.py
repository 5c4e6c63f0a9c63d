"""Inbound: what came over a socket becomes a person, or a Message."""

import hashlib
import re
import secrets
from typing import Final, NamedTuple

from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Message, Person

PLATFORM: Final = "tcp"
ROOM: Final = PlaceId("tcp:room")
"""The one place there is."""
VENUE: Final = VenueId("tcp:room")
"""The community that owns the purses: whoever comes to the room."""

HELLO: Final = re.compile(r"hello (?P<name>[A-Za-z0-9_-]{1,16})(?: (?P<key>[0-9a-f]{32}))?")
NUMBERED: Final = re.compile(r"=(?P<number>[0-9]{1,9}) (?P<line>.*)")


class Guest(NamedTuple):
    """A person, and the key with which they come back as the same one."""

    person: Person
    key: str


def greeted(line: str) -> Guest | None:
    """Return who says hello by this line, under a new key where it has none; None for any other line.

    A name is a claim that anybody may make. Who somebody is follows from the key, which only they and we have seen.
    """
    found = HELLO.fullmatch(line)
    if found is None:
        return None
    key = found["key"] or secrets.token_hex(16)
    return Guest(Person(PersonId(f"{PLATFORM}:{hashlib.sha256(key.encode()).hexdigest()[:16]}"), found["name"]), key)


def said(person: Person, line: str) -> Message:
    """Return the line as a Message: `!roll` to all, `@hand` to the bot alone, `=7 !roll` with the sender's own number.

    A line that comes again with its number is the same message, and changes nothing; without one it is a new message.
    """
    found = NUMBERED.fullmatch(line)
    number, text = (found["number"], found["line"]) if found else (secrets.token_hex(8), line)
    return Message(
        id=f"{person.id}-{number}",
        sender=person,
        venue=VENUE,
        place=ROOM,
        private=text.startswith("@"),
        text=text.removeprefix("@"),
    )
