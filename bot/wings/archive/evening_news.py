"""The news of an evening, told without being asked for: a few lines and a picture, when its last table closes or its
stream ends.

It is told once for each evening, even if a process is killed: a note says so only after it was told, and a repeated
posting has the same mark, by which the platform knows it.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Final
from urllib.parse import unquote

import msgspec
import structlog

from bot.delivery.evenings import EVENING, HOURS, Ending
from bot.delivery.postings import mark_of, was_posted
from bot.people.finished_games import FinishedGames, Wanted, names_of
from bot.people.languages import Languages
from bot.people.venues import Venues
from bot.ports.ids import PlaceId, VenueId, platform_of
from bot.ports.messages import File, Posting
from bot.ports.platforms import Platforms
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.phases import Closed
from bot.text import Words
from bot.wings.archive.evening import HOUR, EveningResult, result_of
from bot.wings.archive.evening_words import evening_head, lines_unasked
from bot.wings.archive.listed import Listed
from persistence import Store, StoreTrouble

TOLD: Final = "evening-told"
AT_WORK: Final = "evening-at-work"
KEPT: Final = 2 * 24 * 3600
ALONE: Final = 120
"""Seconds for which one process alone works on an evening; after that another one may take over."""
log = structlog.get_logger()


class EveningNews:
    """Tells the results of evenings that are over."""

    def __init__(
        self, store: Store, venues: Venues, languages: Languages, platforms: Platforms, hooks: Hooks, listed: Listed
    ) -> None:
        self._store, self._venues, self._languages, self._platforms = store, venues, languages, platforms
        self._games, self._listed = FinishedGames(store), listed
        self._under_way: set[asyncio.Task[None]] = set()
        hooks.turned_to[Closed].append(self.note)
        hooks.stream_ended.append(self.stream_ended)
        hooks.starts.append(self.start)
        hooks.settles.append(self.settle)
        hooks.stops.append(self.stop)

    def note(self, session: Session) -> None:
        """Note that a table has closed: the evening at its places may be over."""
        for place in session.places:
            self._begin(session.venue_at(place), place)

    def stream_ended(self, venue: VenueId, place: PlaceId) -> None:
        """Note that the stream of a channel is over, and with it the evening, even if tables are open there."""
        self._begin(venue, place, stream=True)

    def start(self) -> None:
        """Look for evenings that ended while no process was running."""
        self._keep(self._sweep())

    def _begin(self, venue: VenueId, place: PlaceId, *, stream: bool = False) -> None:
        self._keep(self._told(venue, place, stream=stream))

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name="evening told")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _sweep(self) -> None:
        try:
            async for names in self._store.keys_like(f"pl:note:{EVENING}:*"):
                for name in names:
                    place = PlaceId(unquote(name.rpartition(":")[2]))
                    venue = venue_of(await self._store.note(EVENING, place))
                    if venue:
                        await self._told(venue, place, stream=False)
        except StoreTrouble as trouble:
            log.warning("evenings could not be looked for", kind=trouble.kind)

    async def _told(self, venue: VenueId, place: PlaceId, *, stream: bool) -> None:
        try:
            await self._tell(venue, place, stream=stream)
        except StoreTrouble as trouble:
            log.warning("an evening is not told", kind=trouble.kind)
        except Exception as error:  # noqa: BLE001 - an error in one evening must not stop the next
            log.error("telling an evening broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold names

    async def _tell(self, venue: VenueId, place: PlaceId, *, stream: bool) -> None:
        """Tell the result of an evening, if it is over. Raises StoreTrouble."""
        if not (await self._venues.settings(venue)).evening:
            return
        if not stream and await self._store.tables_at(venue, place):
            return
        if not await self._store.claim_note(AT_WORK, place, b"1", ALONE):
            return
        try:
            since = await self._since(place)
            games = await self._games.all_of(venue, Wanted(place=place, since=since))
            people = names_of(games)
            found = result_of(games, set(people) - await self._listed.among(people))
            if not found.worth_telling:
                return
            words = self._languages.words("en", platform_of(place), venue)
            lines = lines_unasked(found, words)
            for window in self._platforms.windows:
                window.show_evening(place, lines)
            if await self._posted(place, found, lines, words, games[0].record):
                await self._store.put_note(TOLD, place, str(games[0].ended).encode(), KEPT)
        finally:
            await self._store.drop_note(AT_WORK, place)

    async def _since(self, place: PlaceId) -> int:
        """Return the time (ms) from which games belong to an evening that was not told yet."""
        told = await self._store.note(TOLD, place)
        last = int(told) + 1 if told is not None and told.isdigit() else 0
        return max(last, self._store.clock.now() - HOURS * HOUR)

    async def _posted(
        self, place: PlaceId, found: EveningResult, lines: Sequence[str], words: Words, record: str
    ) -> bool:
        from bot.wings.archive.evening_picture import evening_png  # noqa: PLC0415 - pictures are rare

        picture = File("evening.png", await asyncio.to_thread(evening_png, found, evening_head(found, words), words))
        mark = mark_of("evening", f"{place} {record}")
        posting = Posting(tuple(lines), picture, mark, self._store.clock.now())
        return await was_posted(self._platforms, place, posting, "an evening")

    async def settle(self) -> None:
        """Wait until nothing is being told."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; what was not told yet is told after the next start."""
        for task in tuple(self._under_way):
            task.cancel()
        await self.settle()


def venue_of(content: bytes | None) -> VenueId | None:
    """Return the venue of the last game that was noted at a place; None if it is not known."""
    try:
        noted = () if content is None else msgspec.json.decode(content, type=tuple[Ending, ...])
    except msgspec.MsgspecError:
        return None
    return noted[-1].venue or None if noted else None
