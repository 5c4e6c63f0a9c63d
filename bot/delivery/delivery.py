"""Delivery brings audiences up to the state in the store; it does not send events.

The store knows what each audience was last shown, and delivery closes the gap. So many events for a slow audience
become one update, and a crash between sending and noting repeats a step in a way that can be recognised. A slow
audience holds up no other; it catches up when it is done.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import filterfalse
from typing import Final

import structlog
from msgspec.json import encode
from msgspec.structs import replace

from bot.delivery.one_pass import RECENT_NEWS, Parts, Pass, Windows, Worded, audiences, parts_of, told_as, venue_of
from bot.delivery.shown import (
    LEFT,
    NOTHING,
    PARTED,
    TABLE,
    Lacking,
    Shown,
    ShownNotes,
    after,
    apart,
    goes_on,
    hands_undelivered,
    is_told,
    leavers,
    unreached,
)
from bot.delivery.wake_ups import WakeUps
from bot.engine.operations import HoldUps, Operations
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.shares import Shares
from bot.ports.audience import Audience, at_place, of_person
from bot.ports.ids import AudienceKey, platform_of
from bot.ports.messages import AGAIN_AFTER, Adapter, Reach, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.rooms import PAGES
from bot.table.document import Paused, Session
from bot.table.hooks import Hooks
from bot.table.pausing import LOST, PLACE, PLATFORM
from bot.table.phases import Closed
from persistence import StoreTrouble, TableRef

PATIENCE: Final = 1.0
"""Seconds for which a delivery waits for its slowest audience."""
MANY, IN_ONE_GO = 7, 3
"""How many audiences make a table large, and after how many of them other tasks get a turn: each takes a millisecond or
two. What small tables tell at the same moment stays together.
"""
NOBODY: Final = "-"
"""Who did something at a table, where nobody knows: no process has this name."""
LAST_TRIES: Final = 5
"""How often a closed table is delivered to a shut place, each time after a longer pause; then it is given up."""
log = structlog.get_logger()


class Delivery:
    def __init__(
        self,
        repository: Repository,
        operations: Operations,
        platforms: Platforms,
        notes: ShownNotes,
        worded: Worded,
        shares: Shares,
        hooks: Hooks,
    ) -> None:
        self._shares, self._hooks = shares, hooks
        self._repository, self._operations, self._platforms = repository, operations, platforms
        self._notes, self._worded, self._windows = notes, worded, Windows(platforms.windows)
        self.wake_ups = WakeUps(self._deliver_safely, self._read_anew)
        self._slow: dict[tuple[TableRef, AudienceKey], asyncio.Task[None]] = {}
        """Audiences that are still being shown something from an earlier delivery."""
        self._showing = set[asyncio.Task[None]]()
        self._cut: dict[TableRef, set[AudienceKey]] = {}
        """Audiences that were cut off during a delivery."""
        self._hold_ups = HoldUps(operations)
        self._lost: dict[TableRef, int] = {}
        """By table that lost steps: since when it is paused."""
        self._refused: dict[TableRef, list[Unreachable]] = {}
        """The errors of the delivery in progress, which say when another try makes sense."""
        self._whole: dict[TableRef, set[str]] = {}
        """Tables that are to be delivered to everybody whom this process tells, and the processes that did what is told
        there; all others that are woken, to the pages of this process.
        """
        self._behind: dict[TableRef, set[str]] = {}
        """The same of tables that are being delivered, or are delivered once more later."""
        self._last_tries: Counter[TableRef] = Counter()
        """By closed table whose place is shut: how often delivery there was tried."""
        hooks.shows.append(self._shown_by_itself)
        hooks.committed.append(lambda session: self.wake(session.ref))
        hooks.undelivered.append(self.left_behind)
        hooks.settles.append(self.settle)

    def left_behind(self, ref: TableRef) -> None:
        """Wake a table that the store marks as not delivered, perhaps by another process."""
        if ref not in self.wake_ups.waiting() and self._read_anew(ref):
            self.wake(ref, by=NOBODY)

    def wake(self, ref: TableRef, *, by: str = "") -> None:
        """Deliver a table soon; after a delivery in progress one more follows, for what has come meanwhile.

        `by`: the process that did what is told; empty: this one.
        """
        self._whole.setdefault(ref, set()).add(by or self._shares.name)
        self.wake_ups.wake(ref)

    def show_here(self, ref: TableRef, session: Session | None) -> None:
        """Show the pages of this process soon what another process did; that one tells everybody else.

        `session`: the table as these pages were last told of it, if that is known.
        """
        self._notes.forget(ref)
        if session is not None:
            on_pages = (one for one in session.people if self._platforms.shows_at_once(platform_of(one.player)))
            self._notes.begin_here(ref, session.log_length, [of_person(one.player).key for one in on_pages])
        self.wake_ups.wake(ref)

    def told_elsewhere(self, ref: TableRef) -> None:
        """Note that another process tells people of a table that no page here shows: what they were shown is read again
        when needed, and pages to come begin with what they are shown as they open.
        """
        self._notes.let_go(ref)

    async def behind_here(self, refs: Sequence[TableRef]) -> list[TableRef]:
        """Return the tables of which the pages of this process lack a stored step. Raises StoreTrouble."""
        behind = await self._repository.behind(refs)
        return [ref for ref in refs if ref in behind or self._lacks_a_step(ref)]

    def _lacks_a_step(self, ref: TableRef) -> bool:
        """Tell whether the pages of this process were not shown the step of a table that is cached."""
        session, seen = self._repository.kept(ref), self._notes.version_seen(ref)
        if seen == self._repository.version_kept(ref):
            return False
        return not (session is not None and seen == 0 and isinstance(session.phase, Closed))

    def _read_anew(self, ref: TableRef) -> bool:
        """Drop what is cached of a table: another process may have shown more (threats F19). False: it is in use."""
        if behind := self._behind.get(ref):
            self._whole.setdefault(ref, set()).update(behind)
        if self.wake_ups.is_under_way(ref) or self.is_slow(ref):
            return False
        self._repository.forget(ref)
        self._notes.forget(ref)
        return True

    def is_slow(self, ref: TableRef) -> bool:
        """Tell whether somebody is still being shown this table."""
        return any(table == ref for table, _ in self._slow)

    async def cut_off(self, ref: TableRef, audience: AudienceKey) -> None:
        """Note that an audience can't be reached any more; delivery to it is tried again later."""
        shown = await self._notes.of(ref)
        shown[audience] = replace(shown.get(audience, NOTHING), behind=True, shut=True)
        self._cut.setdefault(ref, set()).add(audience)
        self.wake(ref)

    async def show_again(self, ref: TableRef, audience: AudienceKey) -> None:
        """Show an audience a table though nothing is new, once the delivery in progress has ended."""
        await self.done(ref)
        shown = await self._notes.of(ref)
        shown[audience] = replace(shown.get(audience, NOTHING), behind=True)
        self.wake(ref)

    async def let_in(self, ref: TableRef, audience: AudienceKey) -> None:
        """Note that an audience can be reached again: the clock goes on, and the audience is shown that at once."""
        session, shown = await self._repository.get(ref), await self._notes.of(ref)
        last = shown.get(audience, NOTHING)
        if last.shut:
            shown[audience] = replace(last, shut=False)
            await self._keep_the_clock(session, shown)
        self.wake(ref)

    async def done(self, ref: TableRef) -> None:
        """Wait until the delivery of this table in progress has ended."""
        await self.wake_ups.done(ref)

    async def is_behind(self, ref: TableRef, audience: AudienceKey) -> bool:
        """Tell whether an audience still lacks something that could not be shown."""
        return (await self._notes.of(ref)).get(audience, NOTHING).behind

    async def stop(self) -> None:
        await self.wake_ups.stop()
        slow = [*self._slow.values(), *self._showing]
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    async def settle(self) -> None:
        """Wait until no delivery is in progress."""
        await self.wake_ups.settle()

    async def all_told(self) -> None:
        """Wait until nobody is being shown anything any more, however long that takes."""
        await self.settle()
        while self._slow:
            await asyncio.gather(*self._slow.values(), return_exceptions=True)
            await self.settle()

    @property
    def has_more_to_show(self) -> bool:
        """Tell whether something is not shown yet: it is in progress, or will be tried again."""
        return bool(self.wake_ups.waiting()) or bool(self._slow)

    async def _deliver_safely(self, ref: TableRef) -> None:
        try:
            if done_by := self._whole.pop(ref, None):
                self._behind.setdefault(ref, set()).update(done_by)  # until nobody is
                await self.deliver(ref, done_by)
            else:
                await self._deliver_here(ref)
        except (GoneError, StoreTrouble) as trouble:
            log.warning("a table could not be delivered now", table=ref.table, kind=type(trouble).__name__)
            if isinstance(trouble, GoneError):
                self._notes.let_go(ref)
                self._behind.pop(ref, None)
        except Exception as error:  # noqa: BLE001 - one table must not stop the others
            log.error("a delivery broke", table=ref.table, kind=type(error).__name__)  # noqa: TRY400 - frames hold views

    async def deliver(self, ref: TableRef, done_by: Collection[str] = ()) -> None:
        """Bring every audience of one table up to date that this process tells, and note it.

        `done_by`: the processes that did what is told; by default this one.
        """
        self._cut.pop(ref, None)
        session, version = await self._repository.version(ref)
        if session.paused is not None:
            self._note_loss(session, session.paused)
        shown, here = await self._notes.of(ref), audiences(session)
        done_by = done_by or {self._shares.name}
        unmarked = done_by == {self._shares.name} and self._is_on_pages_alone(session)
        if unmarked and self._goes_on_on_pages(session, here, shown):
            await self._deliver_to_pages(session, version, here, shown)
            return
        await self._deliver_to_all(session, version, here, shown, done_by, unmarked=unmarked)

    async def _deliver_to_all(
        self,
        session: Session,
        version: int,
        here: Sequence[Audience],
        shown: dict[AudienceKey, Shown],
        done_by: Collection[str],
        *,
        unmarked: bool,
    ) -> None:
        """Bring every audience up to date, wherever it is. `unmarked`: the step was noted as told as it was stored."""
        ref, left = session.ref, leavers(session, shown)
        pages, others = self._parted((*here, *left))
        parts = parts_of(session, others, shown, done_by, self._shares, unmarked=unmarked)
        since, waiting = shown.get(TABLE, NOTHING).upto, hands_undelivered(session, shown)
        fresh = parts.entries(session, version, shown)
        ours = [one for one in others if parts.names[one.key] not in parts.left]
        turn = Pass(self._worded, session, self._notes.seen(ref, since), waiting)
        await self._windows.show(session, here, left, shown, turn)
        paged = await self._on_pages(session, pages, left, turn, shown)
        fresh |= paged
        tasks = await self._tasks(session, ours, turn, shown, fresh, parts)
        await self._wait_for(ref, tasks, fresh, parts.done_by)
        told = self._take_in(session, version, fresh, paged, shown, parts)
        await self._note(
            session, version, {one.key: shown.get(one.key, NOTHING) for one in (*pages, *ours)}, told, parts
        )
        if parts.told and parts.done_by != {self._shares.name}:
            for done in self._hooks.taken_up:
                done(session)
        if hands_undelivered(session, shown) != waiting:
            self._wake_again(ref, parts.done_by)  # the table shows how many
        await self._keep_the_clock(session, shown)
        await self._hold_ups.hold(session)

    def _take_in(
        self,
        session: Session,
        version: int,
        fresh: dict[AudienceKey, Shown],
        paged: Collection[AudienceKey],
        shown: dict[AudienceKey, Shown],
        parts: Parts,
    ) -> dict[AudienceKey, Shown]:
        """Add the new notes to those that are known, and return those that are to be stored; none if nothing is new."""
        ref = session.ref
        for audience in self._cut.pop(ref, ()):
            fresh[audience] = replace(fresh.get(audience, shown.get(audience, NOTHING)), behind=True, shut=True)
        on_pages, told = apart(fresh, paged, shown)
        is_new = parts.told or any(shown.get(key) != one for key, one in told.items())
        shown.update(on_pages | told)
        self._notes.note_pages(ref, on_pages, session.log_length, version)
        if parts.noted:
            del told[TABLE]
        return told if is_new else {}

    def _parted(self, those: Sequence[Audience]) -> tuple[list[Audience], list[Audience]]:
        """Return the audiences for whom showing something never waits, those that have open pages; and the others."""
        at_once = set(filter(self._platforms.shows_at_once, {one.platform for one in those}))
        pages, others = list[Audience](), list[Audience]()
        for one in those:
            (pages if one.platform in at_once else others).append(one)
        return pages, others

    def _is_on_pages_alone(self, session: Session) -> bool:
        """Tell whether nobody waits for a table to be delivered: all who are told have it on open pages."""
        waits = set(filterfalse(self._platforms.shows_at_once, session.platforms))
        if PAGES not in self._platforms.adapters:
            waits.discard(PAGES)
        return not (session.queue or waits)

    def _shown_by_itself(self, before: Session | None, session: Session) -> dict[AudienceKey, bytes] | None:
        """Return the notes that a step is stored with; None: it needs no delivery, and so no mark, since pages that
        open after it begin with the whole state. The first step after such ones notes that they were told.
        """
        is_alone, was_alone, told = self._is_on_pages_alone(session), True, 0
        if before is not None:
            as_before = (before.platforms, before.queue) == (session.platforms, session.queue)
            was_alone, told = is_alone if as_before else self._is_on_pages_alone(before), before.log_length
        if was_alone and is_alone:
            self._notes.seen(session.ref, told)
            return None
        return {TABLE: encode(Shown(told, PARTED))} if was_alone and told else {}

    async def _deliver_here(self, ref: TableRef) -> None:
        """Bring the pages of this process up to date. Nothing is stored: they end with it."""
        session, version = await self._repository.version(ref)
        shown = await self._notes.of(ref)
        since, waiting = max(0, session.log_length - RECENT_NEWS), hands_undelivered(session, shown)
        here, left = audiences(session), leavers(session, shown)
        turn = Pass(self._worded, session, self._notes.seen(ref, since), waiting)
        await self._windows.show(session, here, left, shown, turn)
        pages, _ = self._parted((*here, *left))
        fresh = await self._on_pages(session, pages, left, turn, shown)
        shown.update(fresh)
        self._notes.note_pages(ref, fresh, session.log_length, version)
        if isinstance(session.phase, Closed):
            self._notes.let_go(ref)

    def _goes_on_on_pages(self, session: Session, here: Sequence[Audience], shown: Mapping[AudienceKey, Shown]) -> bool:
        """Tell whether a table on open pages goes on there: those who were shown it look at it as before."""
        if session.paused is not None or session.cut_off or isinstance(session.phase, Closed):
            return False
        return self._windows.shows_itself(session) and goes_on(shown, here)

    async def _deliver_to_pages(
        self, session: Session, version: int, here: Sequence[Audience], shown: dict[AudienceKey, Shown]
    ) -> None:
        """Bring open pages up to date, where they are all that a table has: the step was noted as it was stored."""
        ref, since = session.ref, shown.get(TABLE, NOTHING).upto
        self._behind.pop(ref, None)
        turn = Pass(self._worded, session, self._notes.seen(ref, since), 0)
        fresh = await self._on_pages(session, here, (), turn, shown)
        shown.update(fresh)
        shown[TABLE] = Shown(max(since, session.log_length), PARTED)
        self._notes.note_pages(ref, fresh, session.log_length, version)
        if [one for one in fresh.values() if one.behind]:
            self._behind[ref] = {self._shares.name}
            self.wake_ups.come_back(ref, AGAIN_AFTER)

    async def _on_pages(
        self,
        session: Session,
        those: Sequence[Audience],
        left: Collection[Audience],
        turn: Pass,
        shown: Mapping[AudienceKey, Shown],
    ) -> dict[AudienceKey, Shown]:
        """Show open pages what they lack, which never waits; return the notes of that."""
        fresh: dict[AudienceKey, Shown] = {}
        for number, audience in enumerate(those, 1):
            if number % IN_ONE_GO == 0 and len(those) >= MANY:
                await asyncio.sleep(0)
            last, adapter = shown.get(audience.key, NOTHING), self._platforms.adapters.get(audience.platform)
            lacking = None if adapter is None else await turn.on_page(audience, last, adapter)
            if adapter is None or lacking is None:
                if last.late:
                    fresh[audience.key] = replace(last, upto=session.log_length, late=False)
                continue
            try:
                handle = await adapter.show(lacking.update)
            except Exception as error:  # noqa: BLE001 - one audience must not stop the others
                log.error("a page could not be shown", kind=type(error).__name__)  # noqa: TRY400 - frames hold views
                fresh[audience.key] = unreached(lacking, last, Reach.AGAIN)
                continue
            fresh[audience.key] = (
                LEFT if audience in left else Shown(lacking.upto, "", handle, lacking.update.called_for)
            )
            if audience.place:
                self._acknowledge(session, adapter, lacking)
        return fresh

    def _note_loss(self, session: Session, paused: Paused) -> None:
        """Drop the notes of a table that lost steps: they are about steps that no longer exist (F5)."""
        if paused.why == LOST and self._lost.get(session.ref) != paused.at:
            self._lost[session.ref] = paused.at
            self._notes.forget(session.ref)

    async def _tasks(
        self,
        session: Session,
        ours: Sequence[Audience],
        turn: Pass,
        shown: Mapping[AudienceKey, Shown],
        fresh: dict[AudienceKey, Shown],
        parts: Parts,
    ) -> dict[AudienceKey, asyncio.Task[None]]:
        """Begin to show each audience what it lacks."""
        tasks: dict[AudienceKey, asyncio.Task[None]] = {}
        for number, audience in enumerate(ours, 1):
            if number % IN_ONE_GO == 0 and len(ours) >= MANY:
                await asyncio.sleep(0)
            last, adapter = shown.get(audience.key, NOTHING), self._platforms.adapters.get(audience.platform)
            if adapter is None or (session.ref, audience.key) in self._slow:
                continue
            lacking = await turn.lacking(audience, last, adapter, since=parts.since[parts.names[audience.key]])
            if lacking is None and last.late:
                fresh[audience.key] = replace(last, upto=session.log_length, late=False)
            if lacking is not None:
                if audience.person and lacking.update.card.hands and await self._worded.safe.of(audience.person):
                    lacking = replace(lacking, on_page_alone=True)
                fresh[audience.key] = unreached(lacking, last, Reach.AGAIN)  # while it is in progress
                bring = self._bring(session, adapter, lacking, last, fresh)
                task = tasks[audience.key] = asyncio.get_running_loop().create_task(bring, name=f"show {session.code}")
                self._showing.add(task)
                task.add_done_callback(self._showing.discard)
        return tasks

    async def _wait_for(
        self,
        ref: TableRef,
        tasks: Mapping[AudienceKey, asyncio.Task[None]],
        fresh: dict[AudienceKey, Shown],
        done_by: Collection[str],
    ) -> None:
        """Wait for a moment; audiences that take longer are followed up by tasks of their own."""
        if not tasks:
            return
        done, slow = await asyncio.wait(tasks.values(), timeout=PATIENCE)
        for task in done:
            task.result()  # a cancelled task showed nothing, so nothing is noted
        for audience, task in tasks.items():
            if task in slow:
                follow = asyncio.get_running_loop().create_task(self._when_done(ref, audience, task, fresh, done_by))
                self._slow[ref, audience] = follow

    async def _bring(
        self, session: Session, adapter: Adapter, lacking: Lacking, last: Shown, fresh: dict[AudienceKey, Shown]
    ) -> None:
        """Show one audience what it lacks; `fresh` gets the result."""
        try:
            if lacking.on_page_alone:
                raise Unreachable("on their page alone", Reach.WAITS)  # noqa: TRY301 - as if it could not be sent
            handle = await adapter.show(lacking.update)
            became = after(session, adapter, lacking, last, handle)
            if lacking.audience.place:
                self._acknowledge(session, adapter, lacking)
        except Unreachable as gone:
            seen = lacking.audience.person and self._windows.on(lacking.audience, session.table)
            if seen:  # what could not be sent is on their page
                became = after(session, adapter, lacking, last, last.handle)
            else:
                became = unreached(lacking, last, gone.reach)
            if not seen and gone.reach in {Reach.AGAIN, Reach.SHUT}:
                self._refused.setdefault(session.ref, []).append(gone)
            self._hold_ups.note(session.ref, 0.0 if lacking.audience.person else gone.held_up)
        except Exception as error:  # noqa: BLE001 - one audience must not stop the others
            log.error("an audience could not be shown", kind=type(error).__name__)  # noqa: TRY400 - frames hold views
            became = unreached(lacking, last, Reach.AGAIN)
        fresh[lacking.audience.key] = became

    def _acknowledge(self, session: Session, adapter: Adapter, lacking: Lacking) -> None:
        """Note that the platform acknowledged what a place was told."""
        message = adapter.told_by(lacking.audience.key, session.table)
        self._repository.acknowledge(session, lacking.audience.place, lacking.upto, message)

    async def _when_done(
        self,
        ref: TableRef,
        audience: AudienceKey,
        task: asyncio.Task[None],
        fresh: dict[AudienceKey, Shown],
        done_by: Collection[str],
    ) -> None:
        """Note what a slow audience was shown once it is done, and then show it what it has missed."""
        try:
            await task
            became = fresh[audience]
            if became is not LEFT and not became.has_own_start:
                became = replace(became, late=True)
            await self._notes.note(ref, {audience: became})
        except StoreTrouble as trouble:
            log.warning("what was shown could not be noted", table=ref.table, kind=trouble.kind)
        finally:
            task.cancel()
            self._slow.pop((ref, audience), None)
        self._wake_again(ref, done_by)

    def _wake_again(self, ref: TableRef, done_by: Collection[str]) -> None:
        """Deliver a table once more, to those whom this process tells what these did."""
        for by in done_by:
            self.wake(ref, by=by)

    async def _note(
        self,
        session: Session,
        version: int,
        of_ours: Mapping[AudienceKey, Shown],
        fresh: Mapping[AudienceKey, Shown],
        parts: Parts,
    ) -> None:
        """Note what was shown. While anybody is behind, or left to another process that has not told them, the mark in
        the store stays, so that another process can take over.

        A slow audience comes back by itself, and holds up no other that is behind. A closed table is tried some more
        times in a place that is shut: it may be a time-out, and the winner is not announced yet.
        """
        ref, closed = session.ref, isinstance(session.phase, Closed)
        given_up = closed and self._last_tries[ref] >= LAST_TRIES
        waited_for = {key: one for key, one in of_ours.items() if not one.shut} if given_up else of_ours
        fades = self._fades(ref, waited_for.values())
        behind = [key for key, one in waited_for.items() if one.behind]
        refused = self._refused.pop(ref, [])
        if behind and (come_back := [key for key in behind if (ref, key) not in self._slow]):
            after = min((gone.after for gone in refused), default=AGAIN_AFTER)
            self.wake_ups.come_back(ref, after, still_refused(refused) if len(come_back) == len(refused) else None)
        lacks = bool(behind or fades)
        if lacks:
            self._behind.setdefault(ref, set()).update(parts.done_by)
        else:
            self._behind.pop(ref, None)
        if fresh or not (lacks or parts.left or parts.noted):
            await self._notes.note(ref, fresh, all_delivered=None if lacks or parts.left else version)
        if parts.left and not lacks and await self._others_told(session, version, parts.left):
            await self._notes.note(ref, {}, all_delivered=version)
        if closed and behind:
            self._last_tries[ref] += 1
        elif closed:
            del self._last_tries[ref]
            self._notes.let_go(ref)

    async def _others_told(self, session: Session, version: int, left: Collection[str]) -> bool:
        """Tell whether other processes have told all who were left to them, and nobody there is behind."""
        shown, now = await self._notes.anew(session.ref), self._notes.now()
        each = [(told_as(one.platform, venue_of(session, one)), one.key) for one in audiences(session)]
        notes = [(name, shown.get(key, NOTHING)) for name, key in each]
        lacking = [name for name, one in notes if one.behind or one.late or (one.fades_at or 0) > now]
        return all(is_told(shown, name, version) and name not in lacking for name in left)

    def _fades(self, ref: TableRef, of_ours: Iterable[Shown]) -> bool:
        """Set a timer for when fading lines are to be taken back; False: there are none."""
        fading = [one.fades_at for one in of_ours if one.fades_at is not None]
        if not fading:
            return False
        now = self._notes.now()
        left = [at - now for at in fading if at > now]
        if left:
            self.wake_ups.come_back(ref, min(left) / 1000)
        return bool(left)

    async def _keep_the_clock(self, session: Session, shown: Mapping[AudienceKey, Shown]) -> None:
        """Stop the clock while nobody can act, and start it again (threats F17, F18)."""
        shut = [place for place in session.places if shown.get(at_place(place).key, NOTHING).shut]
        if isinstance(session.phase, Closed) or not (shut or session.paused or session.cut_off):
            return
        open_to = {platform_of(place) for place in session.places if place not in shut}
        away = frozenset(map(platform_of, shut)) - open_to
        if not open_to:
            if session.paused is None or session.paused.why == PLATFORM:
                await self._operations.pause_place(session.ref)
            return
        if session.paused is not None and session.paused.why == PLACE:
            await self._operations.resume_place(session.ref)
        if away != set(session.cut_off):
            await self._operations.cut_off(session.ref, away)


def still_refused(refused: Sequence[Unreachable]) -> Callable[[], float] | None:
    """Return a function that tells how many seconds to wait before another try; None: nobody can tell."""
    asked = [gone.still for gone in refused]
    known = [still for still in asked if still is not None]
    return (lambda: min(still() for still in known)) if known and len(known) == len(asked) else None
