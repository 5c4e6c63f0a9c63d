"""What an evening leaves behind unasked: when its last table closes or its stream ends, five lines and a picture.

Once for each evening, whoever dies meanwhile: until it is said, no note says that it was, and a repeat has the same
mark, by which a platform knows it.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Final
from urllib.parse import unquote

import msgspec
import structlog

from bot.delivery.evenings import EVENING, HOURS, Ending
from bot.delivery.postings import mark_of, was_posted
from bot.people.evening import HOUR, EveningResult, result_of
from bot.people.finished_games import FinishedGames, Wanted
from bot.people.languages import Languages
from bot.people.listed import Listed
from bot.people.statistics import names_of
from bot.people.venues import Venues
from bot.ports.ids import PlaceId, VenueId, platform_of
from bot.ports.messages import File, Posting
from bot.ports.platforms import Platforms
from bot.render.evening import evening_head, lines_unasked
from bot.table.document import Session
from bot.table.phases import Closed
from bot.text import Words
from persistence import Store, StoreTrouble

TOLD: Final = "evening-told"
AT_WORK: Final = "evening-at-work"
KEPT: Final = 2 * 24 * 3600
ALONE: Final = 120
"""Seconds for which one process has an evening for itself: whoever dies over it leaves it to the next after that."""
log = structlog.get_logger()


class EveningNews:
    """Tells evenings that are over."""

    def __init__(self, store: Store, venues: Venues, languages: Languages, platforms: Platforms) -> None:
        self._store, self._venues, self._languages, self._platforms = store, venues, languages, platforms
        self._games, self._listed = FinishedGames(store), Listed(store)
        self._under_way: set[asyncio.Task[None]] = set()

    def note(self, session: Session) -> None:
        """Note a committed session: where a table has closed, its place's evening may be over."""
        if isinstance(session.phase, Closed):
            for place in session.places:
                self._begin(session.venue_at(place), place)

    def stream_ended(self, venue: VenueId, place: PlaceId) -> None:
        """Note that the stream of a channel is over, and so is its evening, whatever stands open there."""
        self._begin(venue, place, stream=True)

    def start(self) -> None:
        """Look for evenings that ended while nobody was here to tell."""
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
        except Exception as error:  # noqa: BLE001 - what an evening brought must not stop the next one
            log.error("telling an evening broke", kind=type(error).__name__)  # noqa: TRY400 - names in frames

    async def _tell(self, venue: VenueId, place: PlaceId, *, stream: bool) -> None:
        """Tell an evening that is over. Raises StoreTrouble."""
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
        """Return from when on (ms) games belong to an evening that is not told yet."""
        told = await self._store.note(TOLD, place)
        last = int(told) + 1 if told is not None and told.isdigit() else 0
        return max(last, self._store.clock.now() - HOURS * HOUR)

    async def _posted(
        self, place: PlaceId, found: EveningResult, lines: Sequence[str], words: Words, record: str
    ) -> bool:
        from bot.render.evening_picture import evening_png  # noqa: PLC0415 - pictures are drawn seldom

        picture = File("evening.png", await asyncio.to_thread(evening_png, found, evening_head(found, words), words))
        mark = mark_of("evening", f"{place} {record}")
        posting = Posting(tuple(lines), picture, mark, self._store.clock.now())
        return await was_posted(self._platforms, place, posting, "an evening")

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; what is not told is told after the next start."""
        for task in tuple(self._under_way):
            task.cancel()
        await self.settle()


def venue_of(content: bytes | None) -> VenueId | None:
    """Return the venue of the last game that was noted at a place; None where that is not known."""
    try:
        noted = () if content is None else msgspec.json.decode(content, type=tuple[Ending, ...])
    except msgspec.MsgspecError:
        return None
    return noted[-1].venue or None if noted else None
