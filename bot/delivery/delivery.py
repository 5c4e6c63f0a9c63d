"""Delivery brings audiences up to date with what the store says; it does not send events.

For each audience the store knows what it was last shown. Delivery closes the difference: so many events while an
audience is slow become one update, and a crash between send and note repeats a step that can be told from a new one.
An audience that is slow holds up nobody else: it is caught up with when it is done.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from bot.delivery.audiences import audiences
from bot.delivery.hold_ups import HoldUps
from bot.delivery.notes import ShownNotes
from bot.delivery.one_pass import Pass, Worded
from bot.delivery.shown import (
    LEFT,
    NOTHING,
    TABLE,
    Lacking,
    Shown,
    after,
    hands_undelivered,
    leavers,
    read_meanwhile,
    unreached,
)
from bot.delivery.wake_ups import WakeUps
from bot.delivery.windows import Windows
from bot.engine.operations import Operations
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.ports.audience import Audience, at_place, of_key
from bot.ports.ids import AudienceKey, platform_of
from bot.ports.messages import AGAIN_AFTER, Adapter, Numbers, Reach, Unreachable
from bot.ports.platforms import Platforms
from bot.table.document import Session
from bot.table.pausing import LOST, PLACE, PLATFORM
from bot.table.phases import Closed
from persistence import StoreTrouble, TableRef

PATIENCE: Final = 1.0
"""Seconds that a delivery waits for its slowest audience before it goes on without it."""
MANY, IN_ONE_GO = 7, 3
"""Audiences of a large table, and those for which it is laid out before others get their turn: each is work of a
millisecond or two. What small ones tell at the same moment stands together.
"""
LAST_TRIES: Final = 5
"""Deliveries of a closed table to a place that is shut, each after a longer pause; then its end is told nobody."""
log = structlog.get_logger()


class Delivery:
    def __init__(
        self, repository: Repository, operations: Operations, platforms: Platforms, notes: ShownNotes, worded: Worded
    ) -> None:
        self._repository, self._operations, self._platforms = repository, operations, platforms
        self._notes, self._worded, self._windows = notes, worded, Windows(platforms.windows)
        self.wake_ups = WakeUps(self._deliver_safely, self._read_anew)
        self._slow: dict[tuple[TableRef, AudienceKey], asyncio.Task[None]] = {}
        """Audiences that are still being shown something from an earlier delivery."""
        self._cut: dict[TableRef, set[AudienceKey]] = {}
        """Audiences that were cut off while a delivery was under way."""
        self._hold_ups = HoldUps(operations)
        self._lost: dict[TableRef, int] = {}
        """Since when a table has been paused that lost steps."""
        self._refused: dict[TableRef, list[Unreachable]] = {}
        """Of the delivery under way: by whom it could not be brought further, and when that is worth another try."""
        self._last_tries: Counter[TableRef] = Counter()
        """Of closed tables whose place is shut: how often it was tried to tell the last of them there."""

    def left_behind(self, ref: TableRef) -> None:
        """Wake a table that has a mark in the store of something to deliver, perhaps set by another process."""
        if ref not in self.wake_ups.waiting() and self._read_anew(ref):
            self.wake(ref)

    def wake(self, ref: TableRef) -> None:
        """Deliver soon; what comes while a delivery is under way is brought by one more after it."""
        self.wake_ups.wake(ref)

    def _read_anew(self, ref: TableRef) -> bool:
        """Forget what is kept of it: another process may have shown more (threats F19). False: it is in use."""
        if self.wake_ups.is_under_way(ref) or self.is_slow(ref):
            return False
        self._repository.forget(ref)
        self._notes.forget(ref)
        return True

    def is_slow(self, ref: TableRef) -> bool:
        """Tell whether somebody is still being shown this table."""
        return any(table == ref for table, _ in self._slow)

    async def cut_off(self, ref: TableRef, audience: AudienceKey) -> None:
        """Note that nobody can be reached there any more; it is tried again like all that could not be reached."""
        shown = await self._notes.of(ref)
        shown[audience] = replace(shown.get(audience, NOTHING), behind=True, shut=True)
        self._cut.setdefault(ref, set()).add(audience)
        self.wake(ref)

    async def let_in(self, ref: TableRef, audience: AudienceKey) -> None:
        """Take it that people can be reached there again: the clock goes on, and they are shown that at once."""
        session, shown = await self._repository.get(ref), await self._notes.of(ref)
        last = shown.get(audience, NOTHING)
        if last.shut:
            shown[audience] = replace(last, shut=False)
            await self._keep_the_clock(session, shown)
        self.wake(ref)

    async def done(self, ref: TableRef) -> None:
        """Wait until what is under way for a table is done."""
        await self.wake_ups.done(ref)

    async def is_behind(self, ref: TableRef, audience: AudienceKey) -> bool:
        """Tell whether an audience still lacks something that could not be shown."""
        return (await self._notes.of(ref)).get(audience, NOTHING).behind

    async def stop(self) -> None:
        await self.wake_ups.stop()
        slow = list(self._slow.values())
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        await self.wake_ups.settle()

    @property
    def has_more_to_show(self) -> bool:
        """Tell whether something could not be shown yet: it is tried again later, or still under way."""
        return bool(self.wake_ups.waiting()) or bool(self._slow)

    async def _deliver_safely(self, ref: TableRef) -> None:
        try:
            await self.deliver(ref)
        except (GoneError, StoreTrouble) as trouble:
            log.warning("a table could not be delivered now", table=ref.table, kind=type(trouble).__name__)
        except Exception as error:  # noqa: BLE001 - one table's trouble is not another's
            log.error("a delivery broke", table=ref.table, kind=type(error).__name__)  # noqa: TRY400 - views in frames

    async def deliver(self, ref: TableRef) -> None:
        """Bring every audience of one table up to date, and note it."""
        self._cut.pop(ref, None)
        session, version = await self._repository.version(ref)
        self._note_loss(session)
        shown = await self._notes.of(ref)
        since, waiting = shown.get(TABLE, NOTHING).upto, hands_undelivered(session, shown)
        fresh = {TABLE: Shown(max(since, session.log_length))}
        here, left = audiences(session), leavers(session, shown)
        turn = Pass(self._worded, session, since, waiting)
        await self._windows.show(ref, here, left, shown, turn)
        tasks = await self._tasks(session, (*here, *left), turn, shown, fresh)
        await self._wait_for(ref, tasks, fresh)
        for audience in self._cut.pop(ref, ()):
            fresh[audience] = replace(fresh.get(audience, shown.get(audience, NOTHING)), behind=True, shut=True)
        fresh.update({key: read_meanwhile(one, shown.get(key, NOTHING)) for key, one in fresh.items()})
        on_pages = {key: one for key, one in fresh.items() if self._is_on_pages(key, shown.get(key, NOTHING), one)}
        shown.update(fresh)
        self._notes.keep(ref, on_pages)
        of_ours = {one.key: shown.get(one.key, NOTHING) for one in (*here, *left)}
        await self._note(session, version, of_ours, {key: one for key, one in fresh.items() if key not in on_pages})
        if hands_undelivered(session, shown) != waiting:
            self.wake(ref)  # the table is told how many
        await self._keep_the_clock(session, shown)
        await self._hold_ups.hold(session)

    def _is_on_pages(self, audience: AudienceKey, last: Shown, became: Shown) -> bool:
        """Tell what needs no note in the store: open pages end with the program, and begin with all that there is."""
        plain = not (last.has_own_start or became.has_own_start)
        return plain and audience != TABLE and self._platforms.shows_at_once(of_key(audience).platform)

    def _note_loss(self, session: Session) -> None:
        """Read anew what was shown of a table that lost steps: what is known here is of steps that are no more (F5)."""
        paused = session.paused
        if paused is not None and paused.why == LOST and self._lost.get(session.ref) != paused.at:
            self._lost[session.ref] = paused.at
            self._notes.forget(session.ref)

    async def _tasks(
        self,
        session: Session,
        ours: Sequence[Audience],
        turn: Pass,
        shown: Mapping[AudienceKey, Shown],
        fresh: dict[AudienceKey, Shown],
    ) -> dict[AudienceKey, asyncio.Task[None]]:
        """Begin to show each audience what it lacks."""
        tasks: dict[AudienceKey, asyncio.Task[None]] = {}
        for number, audience in enumerate(ours, 1):
            if number % IN_ONE_GO == 0 and len(ours) >= MANY:
                await asyncio.sleep(0)
            last, adapter = shown.get(audience.key, NOTHING), self._platforms.adapters.get(audience.platform)
            if adapter is None or (session.ref, audience.key) in self._slow:
                continue
            on_pages = self._platforms.shows_at_once(audience.platform)
            lacking = await turn.lacking(audience, last, adapter, on_pages=on_pages)
            if lacking is not None:
                person = audience.person
                if person and lacking.update.card.hands and await self._worded.safe.of(person):
                    lacking = replace(lacking, on_page_alone=True)
                bring = self._bring(session, adapter, lacking, last, fresh)
                if on_pages:
                    await bring
                    continue
                tasks[audience.key] = asyncio.get_running_loop().create_task(bring, name=f"show {session.code}")
        return tasks

    async def _wait_for(
        self,
        ref: TableRef,
        tasks: Mapping[AudienceKey, asyncio.Task[None]],
        fresh: dict[AudienceKey, Shown],
    ) -> None:
        """Wait for a moment; whoever takes longer is followed up apart."""
        if not tasks:
            return
        done, slow = await asyncio.wait(tasks.values(), timeout=PATIENCE)
        for task in done:
            task.result()  # one that was cancelled showed nothing: nothing is noted then
        for audience, task in tasks.items():
            if task in slow:
                self._follow(ref, audience, task, fresh)

    async def _bring(
        self, session: Session, adapter: Adapter, lacking: Lacking, last: Shown, fresh: dict[AudienceKey, Shown]
    ) -> None:
        """Show one audience what it lacks; what became of it is put down in `fresh`."""
        fresh[lacking.audience.key] = unreached(lacking, last, Reach.AGAIN)  # for as long as it is under way
        try:
            if lacking.on_page_alone:
                raise Unreachable("on their page alone", Reach.WAITS)  # noqa: TRY301 - as if there were no other way
            handle = await adapter.show(lacking.update)
            became = after(session, adapter, lacking, last, handle)
            self._acknowledge(session, adapter, lacking)
        except Unreachable as gone:
            seen = lacking.audience.person and self._windows.on(lacking.audience, session.table)
            if seen:  # what could not be sent stands on their page
                became = after(session, adapter, lacking, last, last.handle)
            else:
                became = unreached(lacking, last, gone.reach)
            if not seen and gone.reach in {Reach.AGAIN, Reach.SHUT}:
                self._refused.setdefault(session.ref, []).append(gone)
            self._hold_ups.note(session.ref, 0.0 if lacking.audience.person else gone.held_up)
        except Exception as error:  # noqa: BLE001 - one audience's trouble is not another's
            log.error("an audience could not be shown", kind=type(error).__name__)  # noqa: TRY400 - views in frames
            became = unreached(lacking, last, Reach.AGAIN)
        fresh[lacking.audience.key] = became

    def _acknowledge(self, session: Session, adapter: Adapter, lacking: Lacking) -> None:
        """Note that the platform took what a place was told."""
        place = lacking.audience.place
        if place:
            message = adapter.told_by(lacking.audience.key, session.table) if isinstance(adapter, Numbers) else ""
            self._repository.acknowledged.note(session.table, place, lacking.upto, message)

    def _follow(
        self, ref: TableRef, audience: AudienceKey, task: asyncio.Task[None], fresh: dict[AudienceKey, Shown]
    ) -> None:
        """Note what a slow audience was shown when it is done, and bring it what it has missed since."""
        follow = asyncio.get_running_loop().create_task(self._when_done(ref, audience, task, fresh))
        self._slow[ref, audience] = follow

    async def _when_done(
        self, ref: TableRef, audience: AudienceKey, task: asyncio.Task[None], fresh: dict[AudienceKey, Shown]
    ) -> None:
        try:
            await task
            became = fresh[audience]
            if became is not LEFT:
                became = replace(became, behind=True)
            await self._notes.note(ref, {audience: became})
        except StoreTrouble as trouble:
            log.warning("what was shown could not be noted", table=ref.table, kind=trouble.kind)
        finally:
            task.cancel()
            self._slow.pop((ref, audience), None)
        self.wake(ref)

    async def _note(
        self,
        session: Session,
        version: int,
        of_ours: Mapping[AudienceKey, Shown],
        fresh: Mapping[AudienceKey, Shown],
    ) -> None:
        """Note what was shown. While anybody is behind the mark stays: another process goes on if this one ends.

        Whoever is still being shown something comes back by themselves, and holds up no other who is behind. Of a
        closed table a place that is shut is tried some times more: it may be a time-out, and who won is not told yet.
        """
        ref, closed = session.ref, isinstance(session.phase, Closed)
        given_up = closed and self._last_tries[ref] >= LAST_TRIES
        waited_for = {key: one for key, one in of_ours.items() if not (given_up and one.shut)}
        fades = self._fades(ref, waited_for.values())
        behind = [key for key, one in waited_for.items() if one.behind]
        come_back = [key for key in behind if (ref, key) not in self._slow]
        refused = self._refused.pop(ref, [])
        if come_back:
            after = min((gone.after for gone in refused), default=AGAIN_AFTER)
            self.wake_ups.come_back(ref, after, still_refused(refused) if len(come_back) == len(refused) else None)
        await self._notes.note(ref, fresh, all_delivered=None if behind or fades else version)
        if closed and behind:
            self._last_tries[ref] += 1
        elif closed:
            del self._last_tries[ref]
            self._notes.let_go(ref)

    def _fades(self, ref: TableRef, of_ours: Iterable[Shown]) -> bool:
        """Come back when what fades is to be taken out; False: nothing does."""
        fading = [one.fades_at for one in of_ours if one.fades_at is not None]
        now = self._notes.now() if fading else 0
        left = [at - now for at in fading if at > now]
        if left:
            self.wake_ups.come_back(ref, min(left) / 1000)
        return bool(left)

    async def _keep_the_clock(self, session: Session, shown: Mapping[AudienceKey, Shown]) -> None:
        """Let nobody's time run while nobody can act (threats F17, F18)."""
        if isinstance(session.phase, Closed):
            return
        open_to = {platform_of(place) for place in session.places if not shown.get(at_place(place).key, NOTHING).shut}
        away = frozenset(platform_of(place) for place in session.places) - open_to
        if not open_to:
            if session.paused is None or session.paused.why == PLATFORM:
                await self._operations.pause_place(session.ref)
            return
        if session.paused is not None and session.paused.why == PLACE:
            await self._operations.resume_place(session.ref)
        if away != set(session.cut_off):
            await self._operations.cut_off(session.ref, away)


def still_refused(refused: Sequence[Unreachable]) -> Callable[[], float] | None:
    """Return what tells how many seconds it still makes no sense to try again; None: only another try can tell."""
    asked = [gone.still for gone in refused]
    known = [still for still in asked if still is not None]
    return (lambda: min(still() for still in known)) if known and len(known) == len(asked) else None
