"""What other processes did at tables that people look at here: their pages are told at once."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, TypeVar

import structlog

from bot.delivery.delivery import Delivery
from bot.delivery.one_pass import audiences
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.shares import Shares
from bot.ports.audience import Audience, at_place
from bot.ports.ids import PlaceId, platform_of
from bot.ports.platforms import Platforms
from bot.ports.rooms import PAGES
from bot.table.hooks import Hooks
from persistence import Store, StoreTrouble, TableNews, TableRef

SWEEP: Final = 5.0
"""Seconds between two looks at the versions of tables that are watched here, while other processes live."""
TOGETHER: Final = 100
"""How many questions to the store share a round trip."""
T = TypeVar("T")
R = TypeVar("R")
log = structlog.get_logger()


class Elsewhere:
    """Hears news of tables, and looks for what news did not tell."""

    def __init__(
        self,
        store: Store,
        repository: Repository,
        directory: Directory,
        delivery: Delivery,
        platforms: Platforms,
        shares: Shares,
        hooks: Hooks,
    ) -> None:
        self._repository, self._directory, self._delivery = repository, directory, delivery
        self._platforms, self._shares, self._hooks = platforms, shares, hooks
        self._missed = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._has_stopped = False
        store.news.hear_tables(self._heard)
        store.news.when_missed(self._has_missed)
        hooks.starts.append(self.start)
        hooks.rests.append(self.stop)

    def start(self) -> None:
        """Begin to look now and then, and whenever news were missed."""
        self._looking = asyncio.get_running_loop().create_task(self._look_again(), name="elsewhere")

    async def stop(self) -> None:
        """Look no more, and begin no more deliveries: news are heard until the store is closed."""
        self._has_stopped = True
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    def _heard(self, news: TableNews) -> None:
        before = self._repository.kept(news.ref)
        for told in self._hooks.elsewhere:
            told(news)
        if self._has_stopped:
            return
        known = () if before is None else audiences(before)
        if self._is_watched(news.ref, (*known, *(at_place(PlaceId(place)) for place in news.places))):
            self._delivery.show_here(news.ref, before)
        else:
            self._delivery.told_elsewhere(news.ref)
        if self._is_ours_to_tell(news, known):
            self._delivery.wake(news.ref, by=news.by)

    def _is_ours_to_tell(self, news: TableNews, known: Iterable[Audience]) -> bool:
        """Tell whether this process may have to tell somebody of a step, whom the one that stored it does not serve."""
        at_places = [platform_of(PlaceId(place)) for place in news.places]
        on = {*at_places, *[one.platform for one in known]} - {PAGES}
        return any(self._shares.may_tell(news.ref, each, news.by, places=at_places.count(each)) for each in on)

    def _is_watched(self, ref: TableRef, by: Iterable[Audience]) -> bool:
        """Tell whether any of these audiences has this table open on a page here."""
        windows = self._platforms.windows
        return any(window.looks_on(audience.key, ref.table) for audience in by for window in windows)

    def _has_missed(self) -> None:
        for told in self._hooks.missed:
            told()
        self._missed.set()

    async def _look_again(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SWEEP):
                    await self._missed.wait()
            if not (self._missed.is_set() or not self._shares.is_alone):
                continue
            self._missed.clear()
            try:
                await self.look()
            except StoreTrouble as trouble:
                log.warning("what others did could not be looked up", kind=trouble.kind)
            except Exception as error:  # noqa: BLE001 - pages must not stay behind for good
                log.error("a look at what others did broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold state

    async def look(self) -> None:
        """Show the pages here each table that has changed since. Raises StoreTrouble."""
        known = {one.ref: one for one in self._repository.known() if self._is_watched(one.ref, audiences(one))}
        windows = self._platforms.windows
        places = [one for one in self._directory.places() if any(w.looks_on(at_place(one[1]).key) for w in windows)]
        noted = await answers(self._directory.noted, places)
        behind = await answers(self._delivery.behind_here, list(known))
        for ref in (*dict.fromkeys(ref for refs in noted for ref in refs if ref not in known), *behind):
            self._delivery.show_here(ref, known.get(ref))


async def answers(ask: Callable[[Sequence[T]], Awaitable[list[R]]], of: Sequence[T]) -> list[R]:
    """Ask the store about many things, some of them in each round trip. Raises StoreTrouble."""
    found = list[R]()
    for first in range(0, len(of), TOGETHER):
        found += await ask(of[first : first + TOGETHER])
    return found
