"""The platforms that show tables: an adapter for each, the pages beside them, and the platforms that broadcast."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

from bot.ports.ids import PersonId, PlaceId, platform_of
from bot.ports.messages import Adapter, Broadcast, Lacks, Posting, Unreachable, Window
from bot.text import Words
from games.kit.contract import Abilities

EVERYBODY: Final = "everybody"
"""The group of all who are heard in a place."""
MOST_TABLES: Final = 8
"""Tables at a place at a time, where neither it nor its platform says otherwise."""
Spelling = Callable[[str], str]
"""Return how a line is typed on a platform; both are without the sign."""


@runtime_checkable
class Poster(Protocol):
    """What can say in a place something that belongs to no table."""

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Say it there, once. Raises Unreachable."""
        ...


@dataclass(frozen=True)
class Platforms:
    """Hold what was added while the bot is put together; `adapters` and `broadcasts` by the platform's name."""

    adapters: dict[str, Adapter] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    broadcasts: dict[str, Broadcast] = field(default_factory=dict)

    def abilities_of(self, place: PlaceId) -> Abilities:
        """Return what the adapter of this place can do; the least, where there is none."""
        adapter = self.adapters.get(platform_of(place))
        return Abilities(takes_back=False) if adapter is None else adapter.abilities

    def prefix_on(self, platform: str) -> str:
        """Return how commands begin on this platform; empty where it has no sign of its own."""
        adapter = self.adapters.get(platform)
        return "" if adapter is None else adapter.prefix

    def leaves_words(self, wanted: bool | None, own_sign: str, platform: str) -> bool:
        """Tell whether words that other bots have, too, are left to them; `wanted`: what a venue says of it.

        Usually they are where other bots hear the same sign (`among_bots` of the platform's adapter), so not in a place
        with a sign of its own.
        """
        if wanted is not None:
            return wanted
        return not own_sign and bool(getattr(self.adapters.get(platform), "among_bots", False))

    def spelling_on(self, platform: str) -> Spelling | None:
        """Return how lines are typed on this platform; None: as they are everywhere."""
        spelled: Spelling | None = getattr(self.adapters.get(platform), "spelled", None)
        return spelled

    def shows_at_once(self, platform: str) -> bool:
        """Tell whether showing something there waits for nothing (`at_once` of the platform's adapter)."""
        return bool(getattr(self.adapters.get(platform), "at_once", False))

    def most_tables_on(self, platform: str) -> int:
        """Return how many tables a place there has at a time where nobody set it (`most_tables` of its adapter)."""
        return int(getattr(self.adapters.get(platform), "most_tables", MOST_TABLES))

    def openers_on(self, platform: str) -> tuple[str, ...]:
        """Return the groups that open tables there where nobody set it (`openers` of its adapter)."""
        openers: tuple[str, ...] = getattr(self.adapters.get(platform), "openers", (EVERYBODY,))
        return openers

    async def account_made(self, person: PersonId) -> int | None:
        """Return when somebody's account was made, in ms; None where its platform doesn't say (`account_made`)."""
        asked = getattr(self.adapters.get(platform_of(person)), "account_made", None)
        made: int | None = None if asked is None else await asked(person)
        return made

    def is_pages(self, platform: str) -> bool:
        """Tell whether this platform is pages: people press there what they type elsewhere."""
        return any(window.platform == platform for window in self.windows)

    async def lacks(self, place: PlaceId, words: Words) -> Lacks | None:
        """Return what we lack to show tables in this place; None: its platform knows no such thing."""
        adapter = self.adapters.get(platform_of(place))
        return None if adapter is None else await adapter.lacks(place, words)

    def rooms_beside(self, place: PlaceId) -> tuple[PlaceId, ...]:
        """Return the rooms beside this place in which its tables may stand (`rooms_beside` of an adapter with any).

        Each line asks it: the attribute is looked up as it is, for a protocol that is checked takes 20 times as long.
        """
        beside: Callable[[PlaceId], tuple[PlaceId, ...]] | None = getattr(
            self.adapters.get(platform_of(place)), "rooms_beside", None
        )
        return () if beside is None else beside(place)

    def can_post(self, place: PlaceId) -> bool:
        """Tell whether something can be said in a place that belongs to no table."""
        adapter: object = self.adapters.get(platform_of(place))
        return isinstance(adapter, Poster)

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Say something in a place, and on the pages of those who look on there. Raises Unreachable."""
        adapter: object = self.adapters.get(platform_of(place))
        for window in self.windows:
            beside: object = window
            if beside is not adapter and isinstance(beside, Poster):
                await beside.post(place, posting)
        if isinstance(adapter, Poster):
            await adapter.post(place, posting)

    async def side_room(self, place: PlaceId, title: str) -> PlaceId:
        """Make a room beside this place for one table and return it. Raises Unreachable."""
        adapter = self.adapters.get(platform_of(place))
        if adapter is None:
            raise Unreachable("nobody serves this place")
        return await adapter.side_room(place, title)
