"""How somebody is called to their turn in a venue: their own preference counts, then what the venue's owner set."""

from typing import Final, Literal, get_args

from bot.people.pings import Pings
from bot.people.venues import Venues
from bot.ports.ids import NO_VENUE, PersonId, VenueId

Way = Literal["card", "ping", "dm", "off"]
"""By the table's own message, posted anew; by a short message beside it; by direct message; not at all."""
WAYS: Final[tuple[Way, ...]] = get_args(Way)
IN_PLACE: Final[tuple[Way, ...]] = ("card", "ping")


class Calls:
    """Knows how people are called: `pings` of their own, and the `calls` of a venue."""

    def __init__(self, pings: Pings, venues: Venues) -> None:
        self._pings, self._venues = pings, venues

    async def way(self, person: PersonId, venue: VenueId) -> Way:
        """Return how somebody is called in this venue; `NO_VENUE`: at a table that no venue of their platform has.

        Never raises.
        """
        own = await self._pings.chosen(person)
        if own is not None and own != "on":
            return own
        here = (await self._venues.settings(venue)).calls if venue != NO_VENUE else ""
        usual = way_of(here) or "ping"
        return "ping" if own == "on" and usual not in IN_PLACE else usual


def way_of(word: str) -> Way | None:
    """Return the way of calling people that this word names, in whatever case; None where it names none."""
    return next((one for one in WAYS if one == word.lower()), None)
