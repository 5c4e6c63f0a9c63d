"""The clock of the nights: what is due in a place is done by one of the processes that serve its platform, or by
another of these if that one is late.

Each step is one change of the venue's note, which one process makes; what follows from it can be repeated. So a kill
between two steps loses nothing, and the next look goes on.
"""

import asyncio
from collections.abc import Iterator
from typing import Final

import structlog

from bot.engine.scheduler import GRACE
from bot.engine.shares import Shares
from bot.ports.ids import VenueId, platform_of
from bot.ports.messages import Message
from bot.table.document import OfTournament, Session
from bot.table.hooks import Hooks
from bot.table.phases import Closed, Playing
from bot.wings.nights.night import LOOK, Begun, Owed, VenueNights
from bot.wings.nights.night_events import NightEvents
from bot.wings.nights.nights import Nights
from bot.wings.nights.opening_nights import OpeningNights
from bot.wings.nights.telling_nights import TellingNights
from persistence import Store, StoreTrouble, TableRef

FIND_EVERY: Final = 900_000
"""ms between two searches for nights of which nobody told this process."""
AGAIN_AFTER: Final = 5_000
"""ms until a look that failed is tried again."""
log = structlog.get_logger()


class NightClock:
    """Knows when something of a night is due, and does it."""

    def __init__(
        self,
        store: Store,
        hooks: Hooks,
        shares: Shares,
        nights: Nights,
        opening: OpeningNights,
        telling: TellingNights,
        events: NightEvents,
    ) -> None:
        self._clock, self._shares, self._nights = store.clock, shares, nights
        self._opening, self._telling, self._events = opening, telling, events
        self._due: dict[VenueId, int] = {}
        self._looked: dict[VenueId, int] = {}
        """When a venue with a night that is on was last looked at."""
        self._stuck: dict[VenueId, tuple[VenueNights, int]] = {}
        """Nights of which a look changed nothing, and when that was (ms)."""
        self._tables: dict[str, VenueId] = {}
        self._looking: dict[VenueId, asyncio.Task[None]] = {}
        self._again: set[VenueId] = set()
        self._follows = False
        self._found_at: int | None = None
        self._finding: asyncio.Task[None] | None = None
        nights.when_changed.append(self._changed)
        store.news.when_missed(self._missed)
        shares.when_changed.append(self._share_changed)
        self._hooks = hooks
        hooks.alarms.append(self)
        hooks.settles.insert(0, self.settle)  # first, because its steps give the others work
        hooks.rests.append(self.stop)

    # When

    def next_at(self) -> int | None:
        """Return when something is due next, in ms; what is being done is due no more."""
        return min((at for venue, at in self._due.items() if venue not in self._looking), default=None)

    def fire_due(self) -> int:
        """Begin to look at all venues where something is due; return how many there are."""
        now = self._clock.now()
        due = [venue for venue, at in self._due.items() if at <= now and venue not in self._looking]
        for venue in due:
            self._wake(venue)
        return len(due)

    def sweep(self) -> None:
        """Begin to look for the nights of all venues, now and then. A big store takes long, so a task does it."""
        now = self._clock.now()
        due = self._found_at is None or now - self._found_at >= FIND_EVERY
        if due and (self._finding is None or self._finding.done()):
            self._found_at = now
            self._finding = asyncio.get_running_loop().create_task(self._find(), name="nights looked for")

    async def _find(self) -> None:
        """Find the nights of all venues; what fails is tried again with the next sweep."""
        try:
            await self._nights.find_all()
        except StoreTrouble as trouble:
            log.warning("nights could not be looked for", kind=trouble.kind)
            self._found_at = None
        except Exception as error:  # noqa: BLE001 - the nights that are known go on
            log.error("looking for nights broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold names
            self._found_at = None

    def _missed(self) -> None:
        self._found_at = None

    def _share_changed(self) -> None:
        for venue in self._nights.known:
            self._changed(venue)

    def _changed(self, venue: VenueId) -> None:
        """Note when something is due at a venue whose nights are known anew."""
        found = self._nights.known.get(venue)
        for table in [table for table, of in self._tables.items() if of == venue]:
            del self._tables[table]
        if found is None:
            self._due.pop(venue, None)
            self._looked.pop(venue, None)
            self._stuck.pop(venue, None)
            return
        on = [one.stage for one in found.nights if isinstance(one.stage, Begun)]
        self._tables |= {table.table: venue for stage in on for table in stage.tables}
        if on and not self._follows:
            self._follow()
        due = self._due_at(venue, found)
        if due is None:
            self._due.pop(venue, None)
        else:
            self._due[venue] = due

    def _due_at(self, venue: VenueId, found: VenueNights) -> int | None:
        """Return when this process looks at a venue; None: never, for it serves none of the places."""
        before, looked = self._stuck.get(venue, (None, 0))
        times = [
            (at if before != found or at > looked else looked + LOOK) + left  # what was due then can't be done yet
            for at, platform, of in self._times(venue, found)
            if (left := self._left(venue, platform, of)) is not None
        ]
        return min(times, default=None)

    def _times(self, venue: VenueId, found: VenueNights) -> Iterator[tuple[int, str, VenueId]]:
        """Yield each time at which something is due, with the platform and the venue that it is for."""
        for one in found.nights:
            platform = platform_of(one.place)
            yield one.due_at, platform, one.venue
            if isinstance(one.stage, Begun):
                yield self._looked.get(venue, 0) + LOOK, platform, one.venue
            if not self._events.knows(venue, one.venue) and self._left(venue, platform, one.venue) == 0:
                yield 0, platform, one.venue
        for owed in found.owed:
            yield (owed.next, *self._audience(owed))

    # Whose it is

    def _serves(self, platform: str) -> bool:
        return self._shares.name in self._shares.serving(platform)

    def _left(self, venue: VenueId, platform: str, of: VenueId) -> int | None:
        """Return for how long (ms) other processes may do what is due; None: only they can."""
        if self._shares.tells(TableRef(venue, ""), platform, of, ""):
            return 0
        return GRACE if self._serves(platform) else None

    def _keeps_events(self, venue: VenueId) -> bool:
        return self._left(venue, platform_of(venue), venue) == 0

    def _audience(self, one: Owed) -> tuple[str, VenueId]:
        """Return the platform on which something is told, and a venue there."""
        own, platform = platform_of(one.person), platform_of(one.place)
        if own in {"", platform} or not self._shares.serving(own):
            return platform, one.venue
        return own, VenueId(one.person)

    def _is_told_here(self, one: Owed) -> bool:
        return self._serves(self._audience(one)[0])

    # What others do

    def _follow(self) -> None:
        """Begin to follow tables, and who comes to them: the first night that this process knows of has begun."""
        self._follows = True
        self._hooks.turned.append(self._committed)
        self._hooks.spoke.append(self._spoke)

    def _committed(self, session: Session) -> None:
        """Look soon at a night of which a table has come to rest, or one of its tournament is closed."""
        of, closed = session.tournament, isinstance(session.phase, Closed)
        venue = self._tables.get(of.tournament if closed and isinstance(of, OfTournament) else session.table)
        if venue is not None and not isinstance(session.phase, Playing):
            self._wake(venue)

    def _spoke(self, message: Message) -> None:
        """Note that somebody whose seat is kept has come."""
        venue, person = message.community, message.sender.id
        found = self._nights.known.get(venue)
        if found is not None and any(self._opening.awaits(one, person) for one in found.nights):
            self._opening.came(venue, person)

    # Doing it

    def _wake(self, venue: VenueId) -> None:
        if venue in self._looking:
            self._again.add(venue)
            return
        task = asyncio.get_running_loop().create_task(self._look_safely(venue), name="nights looked at")
        self._looking[venue] = task
        task.add_done_callback(lambda _: self._ended(venue))

    def _ended(self, venue: VenueId) -> None:
        self._looking.pop(venue, None)
        if venue in self._again or self._due.get(venue, self._clock.now() + 1) <= self._clock.now():
            self._again.discard(venue)
            self._wake(venue)

    async def _look_safely(self, venue: VenueId) -> None:
        try:
            await self._look(venue)
        except StoreTrouble as trouble:
            log.warning("a night waits for the store", kind=trouble.kind)
            self._due[venue] = self._clock.now() + AGAIN_AFTER
        except Exception as error:  # noqa: BLE001 - one venue's nights must not stop the others
            log.error("a look at a night broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold names
            self._due[venue] = self._clock.now() + AGAIN_AFTER

    async def _look(self, venue: VenueId) -> None:
        """Do what is due at a venue. Raises StoreTrouble."""
        found, now = await self._nights.of(venue), self._clock.now()
        self._looked[venue] = now
        for night in found.nights:
            is_due = night.due_at <= now or isinstance(night.stage, Begun)
            if is_due and self._serves(platform_of(night.place)):
                await self._opening.go_on(venue, night)
        await self._telling.tell_due(venue, self._is_told_here)
        touched = {*(one.venue for one in found.nights), *(one.venue for one in found.owed)}
        await self._events.keep(venue, self._nights.known.get(venue) or VenueNights(), touched, self._keeps_events)
        if self._nights.known.get(venue) == found:
            self._stuck[venue] = found, now
        self._changed(venue)

    async def settle(self) -> None:
        """Wait until nothing is being looked for, or looked at."""
        if self._finding is not None:
            await asyncio.gather(self._finding, return_exceptions=True)
        while self._looking:
            await asyncio.gather(*self._looking.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def stop(self) -> None:
        """Stop; what is not done is done after the next start."""
        self._again.clear()
        self._due.clear()
        tasks = [*self._looking.values(), *([] if self._finding is None else [self._finding])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
