"""The port of Discord: all that it asks of the bot, besides what every chat asks."""

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from bot.ports.chat import ChatBot
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Message, Person, Reply, Update
from bot.ports.serving import Service

Here = Callable[[PlaceId], bool]
"""A test for the places in some part of Discord."""
Way = Literal["card", "ping", "dm", "off"]
"""How somebody is called: by the card, posted again; by a short message beside it; by direct message; not at all."""


class TableOf(Struct, frozen=True):
    """A table where somebody sits: its game, its code, its place on a server, and the handle of its message there."""

    game: str
    code: TableCode
    place: PlaceId
    handle: str


class PersonHere(Struct, frozen=True):
    """Hold what people on a server may know of one of them. `purse`: in suckers; None: they never had one there."""

    purse: int | None
    tables: tuple[TableOf, ...]


class ServerSettings(Struct, frozen=True):
    """The settings of a server. `staff`: ids of roles; `opens`: who opens tables, as in `OpeningRules.only`."""

    staff: tuple[int, ...]
    calls: Way
    threads: bool
    opens: str
    fair: PlaceId


class Division(Protocol):
    """Say how Discord is divided over the processes on one store."""

    def fixed(self) -> Service | None:
        """Return the shards that the operator gave to this process; None: they are leased."""
        ...

    def count(self) -> int:
        """Return the number of shards that all processes go by; 0: as many as Discord says."""
        ...

    def shards_here(self, of: int) -> frozenset[int]:
        """Return the shards that fall to this process."""
        ...

    def held_elsewhere(self) -> frozenset[int]:
        """Return the shards that other processes hold."""
        ...

    def processes(self) -> int:
        """Return how many processes share the limits of the token."""
        ...

    async def gate(self, name: str, seconds: float) -> float:
        """Take a turn of this name if none was taken within these seconds; return the seconds until there is one."""
        ...


class Bot(ChatBot, Protocol):
    """The bot, as Discord sees it: it has private views, staff roles, and answers to repeated presses."""

    async def repeated(self, message: Message) -> Reply | None:
        """Return the answer to a repeat of a message that the adapter refuses; None: the message was never accepted."""
        ...

    async def hand(self, message: Message) -> Update | Reply:
        """Return what the sender may see at `message.table`, with the news that waited for them; or why not."""
        ...

    async def hand_in_tournament(self, message: Message) -> Update | Reply:
        """Return the same for the table where the sender plays in the tournament `message.table`."""
        ...

    async def hand_was_shown(self, message: Message, update: Update) -> None:
        """Note that the sender was shown the news that waited for them."""
        ...

    async def purse_and_tables(self, message: Message, person: PersonId) -> PersonHere | Reply:
        """Return what people here may know of somebody, or why not. This opens no purse."""
        ...

    async def called_at(self, message: Message, person: PersonId) -> str:
        """Return the name by which somebody sits at a table here, or at `message.table`; empty: they sit at none."""
        ...

    async def fair_place(self, venue: VenueId) -> PlaceId:
        """Return a venue's place for fair play; empty: it is posted at each table. Never raises."""
        ...

    async def server_settings(self, venue: VenueId) -> ServerSettings:
        """Return the current settings of a venue. Never raises."""
        ...

    async def look(self, person: Person, venue: VenueId, place: PlaceId, locale: str) -> tuple[Update, ...]:
        """Return the panels of the open tables at a place, and of those where this person sits; no news."""
        ...

    async def part_closed(self, here: Here) -> None:
        """Stop the clocks at these places: nobody there can be heard."""
        ...

    async def part_open(self, here: Here) -> None:
        """Start the clocks at these places again."""
        ...

    async def part_here_again(self, here: Here) -> None:
        """Tell the games at these places that what was said while we were away is lost."""
        ...

    async def way_to_call(self, person: PersonId, venue: VenueId) -> Way:
        """Return how somebody is called to their turn on this server."""
        ...

    async def staff_roles(self, venue: VenueId) -> frozenset[int]:
        """Return the ids of the roles whose members may moderate tables on this server."""
        ...
