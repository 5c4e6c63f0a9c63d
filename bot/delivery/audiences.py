"""Who is shown a table: the places where it stands, and each person who sits there."""

from msgspec import Struct

from bot.ports.messages import platform_of
from bot.table.document import Session


class Audience(Struct, frozen=True):
    """`key`: as in `Update.audience`, and as what it was shown is noted. `person`: empty for a place."""

    key: str
    person: str
    platform: str


def of_person(person: str) -> Audience:
    return Audience(f"person:{person}", person, platform_of(person))


def at_place(place: str) -> Audience:
    return Audience(f"place:{place}", "", platform_of(place))


def of_key(key: str) -> Audience:
    """Return the audience that is noted so."""
    kind, _, name = key.partition(":")
    return Audience(key, name if kind == "person" else "", platform_of(name))


def audiences(session: Session) -> list[Audience]:
    """Return the places first, then each person who sits here."""
    return [*map(at_place, session.places), *(of_person(seated.player) for seated in session.people)]


def venue_of(session: Session, audience: Audience) -> str:
    """Return the venue whose sign of commands it reads: a place its own, a person that of their platform."""
    if not audience.person:
        return session.venue_at(audience.key.removeprefix("place:"))
    return next((venue for venue in venues(session) if platform_of(venue) == audience.platform), "")


def venues(session: Session) -> list[str]:
    return [session.venue, *(mirror.venue for mirror in session.mirrors)]
