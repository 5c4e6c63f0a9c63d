"""The port of Twitch: all it asks of the bot, besides what every chat asks."""

from typing import Protocol

from bot.ports.chat import ChatBot, Notes
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Person, Reply, Rights


class SharedRoom(Protocol):
    """What all processes of one account may say together."""

    async def wait_for(self, name: str, seconds: float, most: int) -> float:
        """Take room for one line in a span of seconds; return the seconds until there is some, 0: it is taken."""
        ...


class TwitchStore(Notes, SharedRoom, Protocol):
    """What the adapter keeps in the store."""


class Bot(ChatBot, Protocol):
    """The bot, as Twitch sees it: private things stand on people's own pages, and channels have points to spend."""

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show a private answer on somebody's open page; return False if they have none open."""
        ...

    async def way_in(self, place: PlaceId) -> str:
        """Return the public address where people of a place find their own pages; empty: there is none."""
        ...

    def moderates(self, person: PersonId, venue: VenueId, rights: Rights) -> None:
        """Remember what somebody is in a channel, as their badges say now."""
        ...

    async def announces(self, venue: VenueId) -> str:
        """Return the colour in which a table that opens is announced in this channel; empty: it is not."""
        ...

    async def deletes_secrets(self, venue: VenueId) -> bool:
        """Return whether a secret that somebody types in this channel is deleted where we may."""
        ...

    async def watches_stream(self, venue: VenueId) -> bool:
        """Return whether something is to be done at the tables of this channel when its stream ends."""
        ...

    async def stream_is_on(self, venue: VenueId, place: PlaceId, by: Person, at: int) -> None:
        """Learn that the stream of a channel (`by`) is on; `at`: since when, in ms. Raises StoreTrouble."""
        ...

    async def stream_is_off(self, venue: VenueId, place: PlaceId, by: Person, at: int) -> None:
        """Learn that the stream of a channel is off; `at`: 0 where it was looked up. Raises StoreTrouble."""
        ...

    async def raided(self, venue: VenueId, place: PlaceId, by: Person, viewers: int) -> None:
        """Learn that somebody has sent their viewers, so many, to this channel. Raises StoreTrouble."""
        ...

    async def has_table(self, venue: VenueId, place: PlaceId) -> bool:
        """Return whether a table stands in this channel. Never raises."""
        ...

    def sits(self, venue: VenueId, place: PlaceId, person: PersonId) -> bool:
        """Tell whether somebody sits at a table of this channel, as far as is known at hand."""
        ...

    async def has_rewards(self, venue: VenueId) -> bool:
        """Return whether this channel has rewards of ours for its points."""
        ...

    async def redeemed(self, person: Person, place: PlaceId, reward: str, redemption: str) -> Reply | None:
        """Give somebody the reward they took, and return what is said of it; None: it is none of ours.

        Not `ok`: they don't get it, and their points go back. `reward`, `redemption`: Twitch's ids.
        """
        ...

    async def take_up_poll(self, place: PlaceId) -> None:
        """Go on with the poll that this channel had when we ended, if it had one. Never raises."""
        ...
