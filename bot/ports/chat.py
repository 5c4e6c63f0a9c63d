"""The port of every chat platform: all it asks of the bot. An adapter adds in `port.py` what it alone asks."""

from typing import Literal, Protocol

from bot.ports.ids import NO_VENUE, PersonId, PlaceId, VenueId
from bot.ports.messages import Message, Reply
from bot.text import Words


class ChatBot(Protocol):
    """The bot, as an adapter for chat sees it. Venues and places are named as in `Message`: `twitch:5`."""

    async def hear(self, message: Message) -> Reply:
        """Take what somebody said or pressed, and answer it. What goes wrong is told in the Answer, never raised."""
        ...

    def is_foreign(self, venue: VenueId, place: PlaceId, person: PersonId, line: str) -> bool:
        """Tell whether a line said before everybody is surely none of the bot's, by what it has at hand.

        It is cheap, and may be asked of every line before anything else is done with it.
        """
        ...

    def signs_are_marks(self) -> bool:
        """Tell whether no typed command begins with a letter or a figure, wherever it is said."""
        ...

    async def here_again(self) -> None:
        """Learn that the platform was away, and that what was said meanwhile is lost."""
        ...

    async def place_closed(self, venue: VenueId, place: PlaceId) -> None:
        """Let the tables of a place stand still: nobody can act there any more."""
        ...

    async def place_open(self, venue: VenueId, place: PlaceId) -> None:
        """Show the tables of a place at once: it may be that one can act there again."""
        ...

    def words(self, locale: str, venue: VenueId = NO_VENUE) -> Words:
        """Return the sentences of a locale such as `en-GB`, with the prefix of a venue; empty: the platform's."""
        ...

    async def prefix_of(self, venue: VenueId) -> str:
        """Return the signs that a typed command begins with in this venue."""
        ...

    async def pings_of(self, person: PersonId) -> Literal["on", "off", "dm"]:
        """Return how somebody wants to be called to their turn."""
        ...


class Notes(Protocol):
    """Small things that an adapter keeps across restarts, each by its name. Every call raises StoreTrouble."""

    async def save(self, name: str, content: bytes, seconds: int | None = None) -> None:
        """Keep a note, for so many seconds; None: for as long as notes of this kind are kept."""
        ...

    async def load(self, name: str) -> bytes | None:
        """Return a note; None: there is none, or its time is over."""
        ...

    async def forget(self, name: str) -> None:
        """Drop a note; one that is not there is as good as dropped."""
        ...
