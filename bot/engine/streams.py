"""Streams that begin and end: what becomes of the tables of their channels, once for each time.

A platform tells of it twice, late, or not at all while we are away. What it said last is kept in the store, so that
only a change of it does something, after a restart too; and each table is changed once for it, however often we try.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.venues import LAST_ROUND, PAUSE, Venues, VenueSettings
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Person
from bot.table import offline
from bot.table.change import Change
from bot.table.document import Session
from bot.table.offline import Broadcaster
from bot.table.phases import Playing
from bot.text.safe_text import safe_name
from persistence import Store

STREAM: Final = "stream"
LAG: Final = 300_000
"""So long (ms) after a stream began a look-up may not know it yet: only the platform's own word of its end counts."""
Deed = Callable[..., bool]
"""What is done at a table (`offline.pause`): it returns whether it told of it; `tables`: how many it speaks of."""
log = structlog.get_logger()


class StreamSeen(Struct, frozen=True):
    """What was last known of a stream: whether it is on, and since when (ms, by the platform's clock; 0: unknown)."""

    live: bool
    at: int


_SEEN: Final = msgspec.json.Decoder(StreamSeen)


class Streams:
    """Do at the tables of a channel what its venue wants when the stream ends, and let them go on when it is back."""

    def __init__(self, store: Store, repository: Repository, directory: Directory, venues: Venues) -> None:
        self._store, self._repository, self._directory, self._venues = store, repository, directory, venues
        self.after_end: Callable[[VenueId, PlaceId], None] = lambda _venue, _place: None
        """Is told of a channel whose stream has ended, once its tables are."""

    async def is_on(self, venue: VenueId, place: PlaceId, at: int = 0) -> None:
        """Learn that the stream of a channel is on; `at`: since when, in ms. Raises StoreTrouble."""
        seen = await self._seen(venue)
        if is_older(at, seen):
            return
        if seen is None or not seen.live:
            await self.go_on(venue, place)
        await self._note(venue, StreamSeen(True, at), seen)

    async def is_off(self, venue: VenueId, place: PlaceId, by: Person, at: int = 0) -> None:
        """Learn that the stream of a channel (`by`) is off. Only its end does something: who never streamed may play.

        Raises StoreTrouble.
        """
        seen = await self._seen(venue)
        if is_older(at, seen) or self._may_lag(at, seen):
            return
        if seen is not None and seen.live:
            await self._ends(venue, place, Broadcaster(by.id, safe_name(by.name)))
            self.after_end(venue, place)
        await self._note(venue, StreamSeen(False, at), seen)

    async def go_on(self, venue: VenueId, place: PlaceId) -> None:
        """Let the tables go on that wait for the stream. Raises StoreTrouble."""
        waiting = [one for one in await self._tables(venue, place) if one.offline is not None]
        await self._each(waiting, offline.come_back)

    async def _ends(self, venue: VenueId, place: PlaceId, by: Broadcaster) -> None:
        act = deed(await self._venues.stored(venue), by)
        if act is None:
            return
        await self._each([one for one in await self._tables(venue, place) if one.offline is None], act)

    async def _each(self, sessions: Sequence[Session], act: Deed) -> None:
        """Do the same at these tables, those that play first: where one has told it, the next ones need not."""
        told: set[PlaceId] = set()
        for session in sorted(sessions, key=lambda one: not isinstance(one.phase, Playing)):
            tables = 0 if told.issuperset(session.places) else len(sessions)
            if await self._change(session, partial(act, tables=tables)):
                told.update(session.places)

    async def _tables(self, venue: VenueId, place: PlaceId) -> list[Session]:
        """Return the tables of this venue that stand there; those of another venue are not this streamer's."""
        return [one for one in await self._directory.at(venue, place, fresh=True) if one.opened_in == venue]

    async def _change(self, session: Session, act: Callable[[Change], bool]) -> bool:
        """Change one table, and return whether it told of it. Raises StoreTrouble; one that is gone needs nothing."""
        try:
            _, told = await self._repository.changed(session.ref, (), act)
        except GoneError:
            log.info("a table was gone before its stream", table=session.table)
            return False
        return bool(told)

    async def forget(self, venue: VenueId) -> None:
        """Forget what was known of a stream that is watched no more. Raises StoreTrouble."""
        await self._store.drop_note(STREAM, venue)

    def _may_lag(self, at: int, seen: StreamSeen | None) -> bool:
        began_now = seen is not None and seen.live and self._store.clock.now() - seen.at < LAG
        return at == 0 and began_now

    async def _seen(self, venue: VenueId) -> StreamSeen | None:
        content = await self._store.note(STREAM, venue)
        try:
            return None if content is None else _SEEN.decode(content)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None

    async def _note(self, venue: VenueId, now: StreamSeen, before: StreamSeen | None) -> None:
        """Remember it, last of all: where anything failed before, the next word of it does the rest."""
        if before is None or now.live != before.live or now.at > before.at:
            await self._store.put_note(STREAM, venue, msgspec.json.encode(now))


def is_older(at: int, seen: StreamSeen | None) -> bool:
    """Tell whether news of this time are older than what is known."""
    return seen is not None and 0 < at < seen.at


def deed(settings: VenueSettings, by: Broadcaster) -> Deed | None:
    """Return what is done to a table when the stream ends; None: nothing."""
    if settings.offline == PAUSE:
        return partial(offline.pause, by=by, hours=settings.offline_hours)
    if settings.offline == LAST_ROUND:
        return partial(offline.last_round, by=by)
    return None
