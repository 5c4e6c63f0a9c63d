"""The audiences of a table: the places where it stands, and each person who sits there."""

from bot.ports.audience import Audience, at_place, of_person
from bot.ports.ids import NO_VENUE, VenueId, platform_of
from bot.table.document import Session


def audiences(session: Session) -> list[Audience]:
    """Return the places first, then each person who sits here."""
    return [*map(at_place, session.places), *(of_person(seated.player) for seated in session.people)]


def venue_of(session: Session, audience: Audience) -> VenueId:
    """Return the venue whose sign of commands it reads: a place its own, a person that of their platform."""
    if not audience.person:
        return session.venue_at(audience.place)
    for venue in venues(session):
        if platform_of(venue) == audience.platform:
            return venue
    return NO_VENUE


def venues(session: Session) -> list[VenueId]:
    """Return the table's own venue, then those of its mirrors."""
    return [session.venue, *[mirror.venue for mirror in session.mirrors]]
