"""The platforms that show tables: an adapter for each, the pages beside them, and the platforms that broadcast."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final, Protocol, runtime_checkable

from msgspec.structs import replace

from bot.ports.broadcasts import Broadcast
from bot.ports.ids import PersonId, PlaceId, VenueId, platform_of
from bot.ports.messages import Adapter, Choosable, Lacks, PlannedEvent, Posting, Rights, Unreachable, Window
from bot.ports.rooms import RoomLine
from bot.ports.serving import Service
from bot.ports.time_outs import TimeOut, TimeOutResult
from bot.text import Words
from bot.text.moments import in_words
from games.kit.contract import Abilities

EVERYBODY: Final = "everybody"
"""The group of all who speak in a place."""
ITS_PLATFORM: Final = attrgetter("platform")
MOST_TABLES: Final = 8
"""The number of tables a place may have at a time, unless it or its platform sets another."""
MOST_HOSTED: Final = 3
"""How many tables one person may have opened and host at a time, anywhere."""


@runtime_checkable
class Poster(Protocol):
    """Post in a place what belongs to no table."""

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Post something in a place, once. Raises Unreachable."""
        ...


@runtime_checkable
class Confidant(Protocol):
    """Tell one person something that belongs to no table."""

    async def tell_alone(self, person: PersonId, text: str, mark: str) -> bool:
        """Tell a person something in private; return False if they can't be reached so. `mark`: as in `Posting`."""
        ...


@runtime_checkable
class ButtonsAlone(Protocol):
    """Tell one person something with buttons below it."""

    async def tell_with_buttons(self, person: PersonId, text: str, mark: str, ways: tuple[Choosable, ...]) -> bool:
        """Do as `tell_alone`, with a button for each of these lines."""
        ...


class Relay(Poster, ButtonsAlone, Protocol):
    """Another process that tells what is for places and people whom this one does not serve."""

    def reaches(self, platform: str) -> bool:
        """Tell whether some process serves a platform."""
        ...


@dataclass(frozen=True)
class Platforms:
    """What was added while the bot is put together. `adapters` and `broadcasts` are by the platform's name.

    `relays`: the ways to platforms that only other processes serve.
    """

    adapters: dict[str, Adapter] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    broadcasts: dict[str, Broadcast] = field(default_factory=dict)
    relays: list[Relay] = field(default_factory=list)

    def abilities_of(self, place: PlaceId) -> Abilities:
        """Return what the adapter of this place can do; the minimum if there is none."""
        adapter = self.adapters.get(platform_of(place))
        return Abilities(takes_back=False) if adapter is None else adapter.abilities

    def service(self, platform: str) -> Service | None:
        """Return what this process serves of a platform (`service` of an adapter that has shards); None: nothing."""
        adapter = self.adapters.get(platform)
        asked: Callable[[], Service] | None = getattr(adapter, "service", None)
        return asked() if asked is not None else None if adapter is None else Service(platform)

    def services(self) -> list[Service]:
        """Return all that this process serves."""
        return [one for one in map(self.service, self.adapters) if one is not None]

    def has_shards(self, platform: str) -> bool:
        """Tell whether a platform is divided by shards (`shard_of` of its adapter)."""
        return hasattr(self.adapters.get(platform), "shard_of")

    def shard_of(self, platform: str, venue: VenueId, count: int) -> int:
        """Return the one of `count` shards over which a venue is heard; 0 if its platform has none."""
        asked: Callable[[VenueId, int], int] | None = getattr(self.adapters.get(platform), "shard_of", None)
        return 0 if asked is None else asked(venue, count)

    def leaves_words(self, wanted: bool | None, own_sign: str, platform: str) -> bool:
        """Tell whether words that other bots also have are left to them. `wanted`: the venue's own setting.

        By default they are, where other bots hear the same sign (`among_bots` of the adapter), so not in a place with
        its own sign.
        """
        if wanted is not None:
            return wanted
        return not own_sign and bool(getattr(self.adapters.get(platform), "among_bots", False))

    def shows_at_once(self, platform: str) -> bool:
        """Tell whether showing something there never waits (`at_once` of the platform's adapter)."""
        return bool(getattr(self.adapters.get(platform), "at_once", False))

    def most_tables_on(self, platform: str) -> int:
        """Return the default number of tables that a place may have at a time (`most_tables` of its adapter)."""
        return int(getattr(self.adapters.get(platform), "most_tables", MOST_TABLES))

    def openers_on(self, platform: str) -> tuple[str, ...]:
        """Return the groups that may open tables there by default (`openers` of its adapter)."""
        openers: tuple[str, ...] = getattr(self.adapters.get(platform), "openers", (EVERYBODY,))
        return openers

    async def account_made(self, person: PersonId) -> int | None:
        """Return when an account was created, in ms; None if its platform doesn't say (`account_made`)."""
        asked = getattr(self.adapters.get(platform_of(person)), "account_made", None)
        made: int | None = None if asked is None else await asked(person)
        return made

    def is_pages(self, platform: str) -> bool:
        """Tell whether this platform is web pages, where people press buttons instead of typing."""
        return platform in map(ITS_PLATFORM, self.windows)

    async def lacks(self, place: PlaceId, words: Words) -> Lacks | None:
        """Return what we lack to show tables in this place; None where its platform has no such permissions."""
        adapter = self.adapters.get(platform_of(place))
        return None if adapter is None else await adapter.lacks(place, words)

    def rooms_beside(self, place: PlaceId) -> tuple[PlaceId, ...]:
        """Return the rooms beside this place in which its tables may be (`rooms_beside` of an adapter that has rooms).

        Each line asks this, so the attribute is looked up directly: checking a protocol takes 20 times as long.
        """
        beside: Callable[[PlaceId], tuple[PlaceId, ...]] | None = getattr(
            self.adapters.get(platform_of(place)), "rooms_beside", None
        )
        return () if beside is None else beside(place)

    def can_post(self, place: PlaceId) -> bool:
        """Tell whether lines that belong to no table can be posted in a place."""
        return self._poster(place) is not None

    def _poster(self, place: PlaceId) -> Poster | None:
        adapter: object = self.adapters.get(platform_of(place))
        if adapter is not None:
            return adapter if isinstance(adapter, Poster) else None
        return self._relay(platform_of(place))

    def _relay(self, platform: str) -> Relay | None:
        return next((one for one in self.relays if one.reaches(platform)), None)

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Post something in a place, and on the pages of those who are watching it; nowhere, if its platform has
        nothing of the kind. Raises Unreachable.
        """
        adapter, poster = self.adapters.get(platform_of(place)), self._poster(place)
        plain = replace(posting, lines=tuple(map(in_words, posting.lines)))
        for window in self.windows:
            beside: object = window
            if beside is not adapter and isinstance(beside, Poster):
                await beside.post(place, plain)
        if poster is not None:
            is_plain = adapter is not None and not self.notifies(place)  # who relays it leaves that to others
            await poster.post(place, plain if is_plain else posting)
        elif adapter is None and not self.is_pages(platform_of(place)):
            raise Unreachable("nobody serves this place")

    def notifies(self, place: PlaceId) -> bool:
        """Tell whether a posting there can notify people, and shows moments in each reader's time (`notifies`)."""
        return bool(getattr(self.adapters.get(platform_of(place)), "notifies", False))

    async def keep_events(self, venue: VenueId, events: Sequence[PlannedEvent]) -> None:
        """Bring the calendar of a venue's platform up to date (`keep_events`), if it has one and lets us.

        Raises Unreachable.
        """
        keep = getattr(self.adapters.get(platform_of(venue)), "keep_events", None)
        if keep is not None:
            await keep(venue, events)

    async def tell_alone(self, person: PersonId, text: str, mark: str, ways: tuple[Choosable, ...] = ()) -> bool:
        """Tell a person something in private, by their own platform; return False if they can't be reached so.

        `ways`: lines that they may say next, for buttons where there are some in private (`ButtonsAlone`). Raises
        Unreachable.
        """
        adapter: object = self.adapters.get(platform_of(person))
        if adapter is not None:
            told = text if self.notifies(PlaceId(person)) else in_words(text)
            if ways and isinstance(adapter, ButtonsAlone):
                return await adapter.tell_with_buttons(person, told, mark, ways)
            return isinstance(adapter, Confidant) and await adapter.tell_alone(person, told, mark)
        relay = self._relay(platform_of(person))
        if relay is None:
            raise Unreachable("nobody serves this person's platform")
        return await relay.tell_with_buttons(person, text, mark, ways)

    async def rights_in(self, venue: VenueId, person: PersonId) -> Rights:
        """Return a person's rights according to the venue's platform (`rights_in` of its adapter), if it tells them.

        Raises Unreachable if this process does not serve the platform of both.
        """
        adapter = self.adapters.get(platform_of(venue))
        if adapter is None and platform_of(venue) == platform_of(person):
            raise Unreachable("nobody here can ask for rights there")
        asked = getattr(adapter, "rights_in", None)
        rights: Rights = Rights.PLAYER if asked is None else await asked(venue, person)
        return rights

    def tells_rights(self, venue: VenueId, person: PersonId) -> bool:
        """Tell whether the platform of a venue says which rights a person has there (`rights_in` of its adapter)."""
        same = platform_of(venue) == platform_of(person)
        return same and hasattr(self.adapters.get(platform_of(venue)), "rights_in")

    async def has_left(self, venue: VenueId, person: PersonId) -> bool:
        """Tell whether a person is known to have left a venue of their own platform (`has_left` of its adapter)."""
        asked = getattr(self.adapters.get(platform_of(venue)), "has_left", None)
        return asked is not None and platform_of(venue) == platform_of(person) and bool(await asked(venue, person))

    def has_time_outs(self, venue: VenueId) -> bool:
        """Tell whether the platform of a venue can keep people silent for us (`time_out` of its adapter)."""
        return hasattr(self.adapters.get(platform_of(venue)), "time_out")

    async def time_out(self, asked: TimeOut) -> TimeOutResult:
        """Let a venue's platform keep a person silent, as long as it and all concerned let us."""
        put = getattr(self.adapters.get(platform_of(asked.venue)), "time_out", None)
        try:
            result: TimeOutResult = TimeOutResult.AWAY if put is None else await put(asked)
        except Unreachable:
            return TimeOutResult.AWAY
        return result

    async def said_in(self, place: PlaceId) -> tuple[RoomLine, ...]:
        """Return the last lines that people said to each other in a room of ours, as far as they are kept."""
        return tuple([line for window in self.windows for line in await window.said_in(place)])

    def here_in(self, place: PlaceId) -> dict[PersonId, str]:
        """Return the names of those who have a room of ours open."""
        return {one: name for window in self.windows for one, name in window.here_in(place).items()}

    async def closed_room(self, place: PlaceId, title: str) -> PlaceId:
        """Make a room beside this place that only those let in see (`closed_room` of an adapter that has such rooms).

        Raises Unreachable.
        """
        make = getattr(self.adapters.get(platform_of(place)), "closed_room", None)
        if make is None:
            raise Unreachable("no closed rooms there")
        room: PlaceId = await make(place, title)
        return room

    async def let_in(self, place: PlaceId, person: Collection[PersonId]) -> bool:
        """Let the person with these ids into a closed room (`let_in` of its adapter); return False if that can't be,
        or the place is none.
        """
        let = getattr(self.adapters.get(platform_of(place)), "let_in", None)
        if let is None:
            return False
        return any([await let(place, one) for one in person if platform_of(one) == platform_of(place)])

    async def side_room(self, place: PlaceId, title: str) -> PlaceId:
        """Make a room beside this place for one table and return it. Raises Unreachable."""
        adapter = self.adapters.get(platform_of(place))
        if adapter is None:
            raise Unreachable("nobody serves this place")
        return await adapter.side_room(place, title)
