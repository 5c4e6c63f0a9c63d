"""What a platform tells of its channels, beside what is said there."""

from typing import Protocol

from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Person, Reply


class ChannelEvents(Protocol):
    """Learn what happens on channels. `at`: in ms, by the platform's clock."""

    async def stream_is_on(self, venue: VenueId, place: PlaceId, at: int) -> None: ...

    async def stream_is_off(self, venue: VenueId, place: PlaceId, by: Person, at: int) -> None: ...

    async def raided(self, venue: VenueId, place: PlaceId, by: Person, viewers: int) -> None: ...

    async def redeemed(self, person: Person, place: PlaceId, reward: str, redemption: str) -> Reply | None:
        """Give a reward that somebody took; None: it is none of ours, or perhaps it was given."""
        ...

    async def take_up_poll(self, place: PlaceId) -> None: ...
