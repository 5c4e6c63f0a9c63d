"""An onlooker: somebody who shared no identity, and sees what all of a place may see."""

from bot.adapters.web.guests.guest import Guest
from bot.ports.ids import NOBODY, PlaceId, VenueId
from bot.ports.messages import Person


class Onlooker(Guest, frozen=True):
    """Nobody in particular, of another platform, `at` a place of its `venue`. They have no seat, and say nothing."""

    @property
    def linked(self) -> bool:
        """Tell that they are of another platform."""
        return True

    @property
    def person(self) -> Person:
        """Return nobody: whatever is for one person is not for them."""
        return Person(NOBODY, "")

    @property
    def home(self) -> VenueId:
        """Return the venue that they look at."""
        return self.venue

    @property
    def place(self) -> PlaceId:
        """Return the place that they look at."""
        return self.at
