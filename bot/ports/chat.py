"""The port of all chat platforms: what each of them asks of the bot. An adapter adds its own wishes in `port.py`."""

from typing import Literal, Protocol

from bot.ports.ids import NO_VENUE, PersonId, PlaceId, VenueId
from bot.ports.messages import Message, Reply
from bot.text import Words


class ChatBot(Protocol):
    """The bot as chat adapters see it. Venues and places are named as in `Message`: `twitch:5`."""

    async def hear(self, message: Message) -> Reply:
        """Handle and answer what somebody said or pressed. What goes wrong is told in the answer, never raised."""
        ...

    def is_foreign(self, venue: VenueId, place: PlaceId, person: PersonId, line: str) -> bool:
        """Tell whether a public line is surely not for the bot, without asking the store.

        It is cheap, and may be asked of every line first.
        """
        ...

    def signs_are_marks(self) -> bool:
        """Tell whether typed commands everywhere begin with a sign that is neither letter nor digit."""
        ...

    async def here_again(self) -> None:
        """Report that the platform was away, and that what was said meanwhile is lost."""
        ...

    async def place_closed(self, venue: VenueId, place: PlaceId) -> None:
        """Stop the tables of a place, because nobody can act there any more."""
        ...

    async def place_open(self, venue: VenueId, place: PlaceId) -> None:
        """Show the tables of a place at once, because people may be able to act there again."""
        ...

    async def show_again(self, venue: VenueId, place: PlaceId) -> None:
        """Show the tables of a place again, because a message that showed one may have been deleted."""
        ...

    def words(self, locale: str, venue: VenueId = NO_VENUE) -> Words:
        """Return the sentences in a locale such as `en-GB`, with a venue's prefix; with none, with the platform's."""
        ...

    async def prefix_of(self, venue: VenueId) -> str:
        """Return the prefix of typed commands in this venue."""
        ...

    async def pings_of(self, person: PersonId) -> Literal["on", "off", "dm"]:
        """Return how somebody wants to be told that it is their turn."""
        ...


class Notes(Protocol):
    """Small notes by name that an adapter keeps across restarts. All methods may raise StoreTrouble."""

    async def save(self, name: str, content: bytes, seconds: int | None = None) -> None:
        """Keep a note for `seconds`; None: as long as notes of this kind are kept."""
        ...

    async def load(self, name: str) -> bytes | None:
        """Return a note; None if there is none or it has expired."""
        ...

    async def forget(self, name: str) -> None:
        """Drop a note, if there is one."""
        ...
