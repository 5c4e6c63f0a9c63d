"""An audience is shown a table as one: everybody in a place, or one person alone."""

from typing import Final

from msgspec import Struct

from bot.ports.ids import NO_PLACE, NOBODY, AudienceKey, PersonId, PlaceId, platform_of, remembered

PERSON: Final = "person"
PLACE: Final = "place"


class Audience(Struct, frozen=True):
    """`key`: as in `Update.audience`, and as what it was shown is noted. `person`: NOBODY for a place.

    `place`: NO_PLACE for a person.
    """

    key: AudienceKey
    person: PersonId
    place: PlaceId
    platform: str


@remembered
def of_person(person: PersonId) -> Audience:
    """Return the audience that is this person alone."""
    return Audience(AudienceKey(f"{PERSON}:{person}"), person, NO_PLACE, platform_of(person))


@remembered
def at_place(place: PlaceId) -> Audience:
    """Return the audience that is everybody in this place."""
    return Audience(AudienceKey(f"{PLACE}:{place}"), NOBODY, place, platform_of(place))


@remembered
def of_key(key: AudienceKey) -> Audience:
    """Return the audience that is noted so."""
    kind, _, name = key.partition(":")
    return of_person(PersonId(name)) if kind == PERSON else at_place(PlaceId(name))


def is_for_one(key: AudienceKey) -> bool:
    """Tell whether this audience is one person alone."""
    return key.startswith(f"{PERSON}:")
