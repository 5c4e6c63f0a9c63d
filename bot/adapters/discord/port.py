"""The port of Discord: all it asks of the bot, besides what every chat asks."""

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from bot.ports.chat import ChatBot
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Message, Person, Reply, Update

Here = Callable[[PlaceId], bool]
"""Whether a place is in the part of Discord that is meant."""
Way = Literal["card", "ping", "dm", "off"]
"""How somebody is called: by the card, posted anew; by a short message beside it; by direct message; not at all."""


class TableOf(Struct, frozen=True):
    """A table where somebody sits: what it is called, where it stands on a server, and its message's handle there."""

    game: str
    code: TableCode
    place: PlaceId
    handle: str


class PersonHere(Struct, frozen=True):
    """What the people of a server may know of one of them. `purse`: in suckers; None: they have never had one there."""

    purse: int | None
    tables: tuple[TableOf, ...]


class ServerSettings(Struct, frozen=True):
    """The settings of a server. `staff`: ids of roles; `opens`: who opens tables, as in `OpeningRules.only`."""

    staff: tuple[int, ...]
    calls: Way
    threads: bool
    opens: str
    fair: PlaceId


class Bot(ChatBot, Protocol):
    """The bot, as Discord sees it: it has views for one player alone, staff roles, and repeats of one press."""

    async def repeated(self, message: Message) -> Reply | None:
        """Return what a repeat is told instead of a refusal that the bot knows nothing of; None: it was never taken."""
        ...

    async def hand(self, message: Message) -> Update | Reply:
        """Return what the sender may see of their own at `message.table`, with what waited for them; or why not."""
        ...

    async def hand_in_tournament(self, message: Message) -> Update | Reply:
        """Return the same of the table where the sender plays in the tournament `message.table`."""
        ...

    async def hand_was_shown(self, message: Message, update: Update) -> None:
        """Take note that what waited for the sender was shown to them: it waits no longer."""
        ...

    async def purse_and_tables(self, message: Message, person: PersonId) -> PersonHere | Reply:
        """Return what may be known of somebody where this was asked; or why not. Nobody's purse is opened by it."""
        ...

    async def fair_place(self, venue: VenueId) -> PlaceId:
        """Return the place that a venue has for fair play; none: it stands beside each table. Never raises."""
        ...

    async def server_settings(self, venue: VenueId) -> ServerSettings:
        """Return the settings of a venue as they are now. Never raises."""
        ...

    async def look(self, person: Person, venue: VenueId, place: PlaceId, locale: str) -> tuple[Update, ...]:
        """Return all that this person may see of the open tables of a place, and of those where they sit; no news."""
        ...

    async def part_closed(self, here: Here) -> None:
        """Let nobody's time run at these places: nobody there can be heard any more."""
        ...

    async def part_open(self, here: Here) -> None:
        """Let time run again at these places."""
        ...

    async def part_here_again(self, here: Here) -> None:
        """Tell the games at these places that what was said while we were away is lost."""
        ...

    async def way_to_call(self, person: PersonId, venue: VenueId) -> Way:
        """Return how somebody is called to their turn on this server."""
        ...

    async def staff_roles(self, venue: VenueId) -> frozenset[int]:
        """Return the ids of the roles whose members may moderate tables of this server."""
        ...
