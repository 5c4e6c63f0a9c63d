"""Audiences: those who see a table alike, which is either everybody in a place or one person alone."""

from typing import Final

from msgspec import Struct

from bot.ports.ids import NO_PLACE, NOBODY, AudienceKey, PersonId, PlaceId, platform_of, remembered

PERSON: Final = "person"
PLACE: Final = "place"


class Audience(Struct, frozen=True):
    """Those who see a table alike. `key`: as in `Update.audience`, and in the store. `person`: NOBODY for a place.

    `place`: NO_PLACE for a person.
    """

    key: AudienceKey
    person: PersonId
    place: PlaceId
    platform: str


@remembered
def of_person(person: PersonId) -> Audience:
    """Return the audience of this person alone."""
    return Audience(AudienceKey(f"{PERSON}:{person}"), person, NO_PLACE, platform_of(person))


@remembered
def at_place(place: PlaceId) -> Audience:
    """Return the audience of everybody in this place."""
    return Audience(AudienceKey(f"{PLACE}:{place}"), NOBODY, place, platform_of(place))


@remembered
def of_key(key: AudienceKey) -> Audience:
    """Return the audience with this key."""
    kind, _, name = key.partition(":")
    return of_person(PersonId(name)) if kind == PERSON else at_place(PlaceId(name))


@remembered
def is_for_one(key: AudienceKey) -> bool:
    """Tell whether this is the audience of one person alone."""
    return key.startswith(f"{PERSON}:")
