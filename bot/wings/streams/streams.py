"""Streams that begin and end, and raids: what they do to the tables of their channels, once each time.

A platform may tell of it twice, late, or not at all while the bot is not running. The store keeps what was last told,
so that only a change has an effect, also after a restart; and each table is changed only once for it, however often we
try.
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
from bot.table import offline, raid
from bot.table.change import Change
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.offline import Broadcaster
from bot.table.phases import Playing
from bot.text.safe_text import safe_name
from persistence import Store

RAID: Final = "raid"
RAID_SECONDS: Final = 600
"""Seconds in which no other raid gets an invitation: raids come in groups, and each invitation is a line of chat."""
STREAM: Final = "stream"
LAG: Final = 300_000
"""For so long (ms) after a stream began, a look-up may not know of it yet; then only the platform's own event counts as
its end.
"""
Deed = Callable[..., bool]
"""Changes a table (`offline.pause`) and returns whether it announced that; `tables`: how many that names."""
log = structlog.get_logger()


class StreamSeen(Struct, frozen=True):
    """The last known state of a stream: whether it is on, and since when (ms, by the platform's clock; 0: unknown)."""

    live: bool
    at: int


_SEEN: Final = msgspec.json.Decoder(StreamSeen)


class Streams:
    """Do to a channel's tables what its venue wants when the stream ends, and let them go on when it is back."""

    def __init__(
        self, store: Store, repository: Repository, directory: Directory, venues: Venues, hooks: Hooks
    ) -> None:
        self._store, self._repository, self._directory, self._venues = store, repository, directory, venues
        self._hooks = hooks

    async def is_on(self, venue: VenueId, place: PlaceId, at: int = 0) -> None:
        """Note that the stream of a channel is on. `at`: since when, in ms. Raises StoreTrouble."""
        seen = await self._seen(venue)
        if is_older(at, seen):
            return
        if seen is None or not seen.live:
            await self.go_on(venue, place)
        await self._note(venue, StreamSeen(True, at), seen)

    async def is_off(self, venue: VenueId, place: PlaceId, by: Person, at: int = 0) -> None:
        """Note that the stream of a channel (`by`) is off. Only its end has an effect: a channel that never streamed
        may play.

        Raises StoreTrouble.
        """
        seen = await self._seen(venue)
        if is_older(at, seen) or self._may_lag(at, seen):
            return
        if seen is not None and seen.live:
            await self._ends(venue, place, Broadcaster(by.id, safe_name(by.name)))
            for told in self._hooks.stream_ended:
                told(venue, place)
        await self._note(venue, StreamSeen(False, at), seen)

    async def go_on(self, venue: VenueId, place: PlaceId) -> None:
        """Let the tables that wait for the stream go on. Raises StoreTrouble."""
        waiting = [one for one in await self._tables(venue, place) if one.offline is not None]
        await self._each(waiting, offline.come_back)

    async def _ends(self, venue: VenueId, place: PlaceId, by: Broadcaster) -> None:
        act = deed(await self._venues.stored(venue), by)
        if act is None:
            return
        await self._each([one for one in await self._tables(venue, place) if one.offline is None], act)

    async def _each(self, sessions: Sequence[Session], act: Deed) -> None:
        """Do the same to these tables, those with a game first; once one has announced it in a place, the next ones
        don't.
        """
        told: set[PlaceId] = set()
        for session in sorted(sessions, key=lambda one: not isinstance(one.phase, Playing)):
            tables = 0 if told.issuperset(session.places) else len(sessions)
            if await self._change(session, partial(act, tables=tables)):
                told.update(session.places)

    async def _tables(self, venue: VenueId, place: PlaceId) -> list[Session]:
        """Return the tables in this place that this venue opened; tables of other venues are not this streamer's."""
        return [one for one in await self._directory.at(venue, place, fresh=True) if one.opened_in == venue]

    async def _change(self, session: Session, act: Callable[[Change], bool]) -> bool:
        """Change one table, and return whether it announced that. A table that is gone is ignored.

        Raises StoreTrouble.
        """
        try:
            _, told = await self._repository.changed(session.ref, (), act)
        except GoneError:
            log.info("a table was gone before its stream", table=session.table)
            return False
        return bool(told)

    async def forget(self, venue: VenueId) -> None:
        """Forget the state of a stream that is no longer watched. Raises StoreTrouble."""
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
        """Store the state, as the last step: if something failed before, the next event does the rest."""
        if before is None or now.live != before.live or now.at > before.at:
            await self._store.put_note(STREAM, venue, msgspec.json.encode(now))


def is_older(at: int, seen: StreamSeen | None) -> bool:
    """Tell whether an event at this time is older than what is known."""
    return seen is not None and 0 < at < seen.at


def deed(settings: VenueSettings, by: Broadcaster) -> Deed | None:
    """Return what a table does when the stream ends; None: nothing."""
    if settings.offline == PAUSE:
        return partial(offline.pause, by=by, hours=settings.offline_hours)
    if settings.offline == LAST_ROUND:
        return partial(offline.last_round, by=by)
    return None


class Raids:
    """Invite people who come with a raid to one table of the channel."""

    def __init__(self, store: Store, repository: Repository, directory: Directory, venues: Venues) -> None:
        self._store, self._repository, self._directory, self._venues = store, repository, directory, venues

    async def came(self, venue: VenueId, place: PlaceId, by: Person, viewers: int) -> None:
        """Invite the viewers that this broadcaster brought to a table with room. Raises StoreTrouble."""
        if not (await self._venues.settings(venue)).raids:
            return
        table = await self._table(venue, place)
        if table is None or not await self._store.claim_note(RAID, place, b"", RAID_SECONDS):
            return
        raider = safe_name(by.name)
        try:
            await self._repository.update(table.ref, (), lambda change: raid.invite(change, raider, viewers))
        except GoneError:
            log.info("a table was gone before the raid", table=table.table)

    async def _table(self, venue: VenueId, place: PlaceId) -> Session | None:
        """Return the table for the invitation: a crowd's table, which takes everybody, or else the first with room."""
        around = await self._directory.at(venue, place, fresh=True)
        free = [one for one in around if one.opened_in == venue and raid.takes_more(one)]
        return min(free, key=lambda one: one.gathers is None, default=None)
