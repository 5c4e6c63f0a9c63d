"""Events of channels, passed on to what handles them."""

from dataclasses import dataclass

from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Person, Reply
from bot.table.hooks import Hooks
from bot.wings.streams.polls import Polls
from bot.wings.streams.rewards import Rewards
from bot.wings.streams.streams import Raids, Streams


@dataclass(eq=False)
class Channels:
    """Receives what happens on channels (`ChannelEvents`)."""

    streams: Streams
    raids: Raids
    rewards: Rewards
    polls: Polls
    hooks: Hooks

    def __post_init__(self) -> None:
        self.hooks.channels.append(self)

    async def stream_is_on(self, venue: VenueId, place: PlaceId, at: int) -> None:
        await self.streams.is_on(venue, place, at)

    async def stream_is_off(self, venue: VenueId, place: PlaceId, by: Person, at: int) -> None:
        await self.streams.is_off(venue, place, by, at)

    async def raided(self, venue: VenueId, place: PlaceId, by: Person, viewers: int) -> None:
        await self.raids.came(venue, place, by, viewers)

    async def redeemed(self, person: Person, place: PlaceId, reward: str, redemption: str) -> Reply | None:
        """Give a reward that somebody took; None: it is none of ours, or it may already have been given."""
        return await self.rewards.redeemed(person, VenueId(place), place, reward, redemption)

    async def take_up_poll(self, place: PlaceId) -> None:
        await self.polls.take_up(place)
