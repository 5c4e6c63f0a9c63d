"""Doors: the addresses of the bot's pages at which people of a place come in."""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from bot.ports.ids import PlaceId, platform_of
from bot.ports.messages import Door, Unreachable
from bot.ports.platforms import Platforms


def is_own_machine(public: str) -> bool:
    """Tell whether an address of the pages leads others nowhere: there is none, or it is this machine's own name."""
    return not public or urlsplit(public).hostname in {"localhost", "127.0.0.1", "::1"}


@dataclass(eq=False)
class Doors:
    """Find doors. `public`: the address of the bot's pages, with a slash at its end; or empty.

    `lead_nowhere`: nobody but whoever sits at this machine reaches them.
    """

    platforms: Platforms
    public: str = ""
    lead_nowhere: bool = False

    async def door(self, platform: str, name: str) -> Door | None:
        """Return the door of the place that a platform knows by this name; None: it has none that is in reach."""
        adapter = self.platforms.adapters.get(platform)
        if adapter is None:
            return None
        try:
            return await adapter.door(name)
        except Unreachable:
            return None

    async def door_of(self, place: PlaceId) -> Door | None:
        """Return the door of a place; None: it has none that is in reach."""
        platform, _, name = place.partition(":")
        return await self.door(platform, name)

    def address(self, door: Door) -> str:
        """Return a door's address as it is said before everybody; empty where the bot's pages have none."""
        return f"{self.public}at/{quote(door.platform)}/{quote(door.name)}" if self.public else ""

    async def told_way_in(self, place: PlaceId) -> str:
        """Return the address of a place's door as it is said before everybody; empty where they could not come."""
        return "" if self.lead_nowhere else await self.way_in(place)

    async def way_in(self, place: PlaceId) -> str:
        """Return the public address of a place's door; empty where it has none."""
        door = await self.door_of(place) if self.public and platform_of(place) else None
        return "" if door is None else self.address(door)
