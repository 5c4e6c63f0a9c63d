"""The port of Twitch: all it asks of the bot, besides what every chat asks."""

from typing import Protocol

from bot.ports.chat import ChatBot
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Person, Reply


class Bot(ChatBot, Protocol):
    """The bot, as Twitch sees it: private things stand on people's own pages, and channels have points to spend."""

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show a private answer on somebody's open page; return False if they have none open."""
        ...

    async def way_in(self, place: PlaceId) -> str:
        """Return the public address where people of a place find their own pages; empty: there is none."""
        ...

    async def announces(self, venue: VenueId) -> bool:
        """Return whether a table that opens is announced in this channel."""
        ...

    async def has_rewards(self, venue: VenueId) -> bool:
        """Return whether this channel has rewards of ours for its points."""
        ...

    async def redeemed(self, person: Person, place: PlaceId, reward: str, redemption: str) -> Reply | None:
        """Give somebody the reward they took, and return what is said of it; None: it is none of ours.

        Not `ok`: they don't get it, and their points go back. `reward`, `redemption`: Twitch's ids.
        """
        ...
