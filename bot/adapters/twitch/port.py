"""The port of Twitch: all that it asks of the bot, besides what every chat asks."""

from typing import Protocol

from bot.ports.chat import ChatBot, Notes
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Person, Reply, Rights


class SharedRoom(Protocol):
    """The limit that all processes of one account share."""

    async def wait_for(self, name: str, seconds: float, most: int) -> float:
        """Reserve one line in a span of seconds; return the seconds until there is room, 0: it is reserved."""
        ...


class TwitchStore(Notes, SharedRoom, Protocol):
    """What the adapter keeps in the store."""

    async def replace(self, name: str, before: bytes | None, content: bytes, seconds: int | None = None) -> bool:
        """Keep a note in the place of another (None: of none), if that still stands; return whether it did."""
        ...


class Bot(ChatBot, Protocol):
    """The bot, as Twitch sees it: private things are on people's own pages, and channels have points to spend."""

    @property
    def process(self) -> str:
        """Return the name of this process."""
        ...

    def lives(self, process: str) -> bool:
        """Return whether a process has given signs of life lately."""
        ...

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show a private answer on somebody's open page; return False if they have none open."""
        ...

    def shards_here(self, of: int) -> frozenset[int]:
        """Return which of so many shards of our conduit fall to this process."""
        ...

    async def way_in(self, place: PlaceId) -> str:
        """Return the public address where people of a place find their own pages; empty: there is none."""
        ...

    def moderates(self, person: PersonId, venue: VenueId, rights: Rights) -> None:
        """Remember somebody's rights in a channel, as their badges show now."""
        ...

    async def announces(self, venue: VenueId) -> str:
        """Return the colour in which a new table is announced in this channel; empty: it is not announced."""
        ...

    async def deletes_secrets(self, venue: VenueId) -> bool:
        """Return whether secrets that somebody types in this channel are to be deleted if we may."""
        ...

    async def watches_stream(self, venue: VenueId) -> bool:
        """Return whether something is to be done at this channel's tables when its stream ends."""
        ...

    async def stream_is_on(self, venue: VenueId, place: PlaceId, by: Person, at: int) -> None:
        """Learn that the stream of a channel (`by`) is on; `at`: since when, in ms. Raises StoreTrouble."""
        ...

    async def stream_is_off(self, venue: VenueId, place: PlaceId, by: Person, at: int) -> None:
        """Learn that the stream of a channel is off; `at`: when it ended, 0 if it was looked up. Raises
        StoreTrouble.
        """
        ...

    async def raided(self, venue: VenueId, place: PlaceId, by: Person, viewers: int) -> None:
        """Learn that somebody sent this many viewers to this channel. Raises StoreTrouble."""
        ...

    async def has_table(self, venue: VenueId, place: PlaceId) -> bool:
        """Return whether there is a table in this channel. Never raises."""
        ...

    def sits(self, venue: VenueId, place: PlaceId, person: PersonId) -> bool:
        """Return whether somebody sits at a table of this channel, as far as this process knows without asking the
        store.
        """
        ...

    async def has_rewards(self, venue: VenueId) -> bool:
        """Return whether this channel has rewards of ours for its points."""
        ...

    async def redeemed(self, person: Person, place: PlaceId, reward: str, redemption: str) -> Reply | None:
        """Give somebody the reward that they took, and return what to say; None: it is not ours.

        Not `ok`: they do not get it, and their points are refunded. `reward`, `redemption`: Twitch's ids.
        """
        ...

    async def take_up_poll(self, place: PlaceId) -> None:
        """Continue the poll that this channel had when we ended, if it had one. Never raises."""
        ...
