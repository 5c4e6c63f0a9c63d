"""Doors: the addresses of the bot's pages at which people of a place come in."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, urlsplit

import msgspec
import structlog
from cachetools import TTLCache

from bot.ports.ids import PlaceId, platform_of
from bot.ports.messages import Door, Unreachable
from bot.ports.platforms import Platforms
from persistence import Store, StoreTrouble

DOOR: Final = "door"
KEPT: Final = 2 * 24 * 3600
"""Seconds for which a door is noted."""
NOTED: Final = 24 * 3600.0
"""Seconds after which it is noted again."""
MOST: Final = 10_000
LONGEST: Final = 60
_DOOR: Final = msgspec.json.Decoder(Door)
log = structlog.get_logger()


def noted_doors() -> TTLCache[str, Door]:
    return TTLCache(MOST, NOTED)


def is_own_machine(public: str) -> bool:
    """Tell whether an address of the pages leads others nowhere: there is none, or it is this machine's own name."""
    return not public or urlsplit(public).hostname in {"localhost", "127.0.0.1", "::1"}


@dataclass(eq=False)
class Doors:
    """Find doors, and note them for processes that serve pages but not the door's platform.

    `public`: the address of the bot's pages, with a slash at its end; or empty. `lead_nowhere`: nobody but whoever sits
    at this machine reaches them. `noted`: the doors that this process noted lately.
    """

    platforms: Platforms
    store: Store
    public: str = ""
    lead_nowhere: bool = False
    noted: TTLCache[str, Door] = field(default_factory=noted_doors)

    async def door(self, platform: str, name: str) -> Door | None:
        """Return the door of the place that a platform knows by this name; None: it has none that is in reach."""
        adapter = self.platforms.adapters.get(platform)
        if adapter is None:
            return await self._noted(platform, name)
        try:
            door = await adapter.door(name)
        except Unreachable:
            return None
        if door is None:
            await self._drop(f"{platform} {name.lower()}")
        elif not self.platforms.is_pages(platform):
            await self._note(door, name)
        return door

    async def _drop(self, key: str) -> None:
        """Drop the notes of a door that this process noted and that is no more, unless it is another one's by now."""
        gone = self.noted.get(key)
        service = None if gone is None else self.platforms.service(gone.platform)
        if gone is None or service is None:
            return
        if service.of and self.platforms.shard_of(gone.platform, gone.venue, service.of) not in service.shards:
            return
        for one in [one for one, door in self.noted.items() if door == gone]:
            try:
                await self.store.drop_note(DOOR, one)
            except StoreTrouble as trouble:
                log.info("a door's note could not be dropped", kind=trouble.kind)
            else:
                self.noted.pop(one, None)

    async def _note(self, door: Door, name: str) -> None:
        for key in {f"{door.platform} {one.lower()}" for one in (name, door.name)}:
            if self.noted.get(key) == door or len(key) > LONGEST:
                continue
            try:
                await self.store.put_note(DOOR, key, msgspec.json.encode(door), KEPT)
                self.noted[key] = door
            except StoreTrouble as trouble:
                log.info("a door could not be noted", kind=trouble.kind)

    async def _noted(self, platform: str, name: str) -> Door | None:
        key = f"{platform} {name.lower()}"
        try:
            found = await self.store.note(DOOR, key) if len(key) <= LONGEST else None
        except StoreTrouble:
            return None
        return None if found is None else _DOOR.decode(found)

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
