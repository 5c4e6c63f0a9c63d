"""Delivery brings audiences up to date with what the store says; it does not send events.

For each audience the store knows what it was last shown. Delivery closes the difference: so many events while an
audience is slow become one update, and a crash between send and note repeats a step that can be told from a new one.
An audience that is slow holds up nobody else: it is caught up with when it is done.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

import msgspec
import structlog
from msgspec.structs import replace

from bot.commands.dispatcher import Dispatcher
from bot.delivery.platforms import Platforms
from bot.delivery.shown import (
    LEFT,
    NOTHING,
    TABLE,
    Lacking,
    Shown,
    after,
    audiences,
    commentary,
    digest_of,
    hands_undelivered,
    is_up_to_date,
    leavers,
    news_for,
    notified,
    person_of,
    platform_at,
    recent_for,
    unreached,
    update_for,
    venue_of,
    venues,
    with_hands_told,
)
from bot.engine.repository import GoneError
from bot.ports.messages import AGAIN_AFTER, Adapter, Person, Reach, Unreachable, Update, Window, platform_of
from bot.render.panel import card
from bot.render.telling import Lines, lasting, lines_of
from bot.table.document import Between, Closed, Session
from bot.table.pausing import PLACE, PLATFORM
from bot.text import Words
from games.kit.kinds import keeps_secrets
from persistence import StoreTrouble, TableRef

RECENT_NEWS: Final = 40
COMMENTED: Final = 500
"""Batches of the log that are looked through for the last game."""
PATIENCE: Final = 1.0
"""Seconds that a delivery waits for its slowest audience before it goes on without it."""
_SHOWN: Final = msgspec.json.Decoder(Shown)
log = structlog.get_logger()


class Delivery:
    def __init__(self, host: Dispatcher, platforms: Platforms) -> None:
        self._host, self._platforms = host, platforms
        self._shown: dict[TableRef, dict[str, Shown]] = {}
        self._waiting: dict[TableRef, asyncio.Task[None]] = {}
        self._again: set[TableRef] = set()
        self._timers: dict[TableRef, asyncio.TimerHandle] = {}
        self._slow: dict[tuple[TableRef, str], asyncio.Task[None]] = {}
        """Audiences that are still being shown something from an earlier delivery."""
        self._seen: dict[TableRef, set[str]] = {}
        """Audiences whose table is open on somebody's page."""
        self._cut: dict[TableRef, set[str]] = {}
        """Audiences that were cut off while a delivery was under way."""
        self._retry: dict[TableRef, float] = {}
        """Seconds after which one that could not be reached is worth another try."""

    def wake(self, ref: TableRef) -> None:
        """Deliver soon; what comes while a delivery is under way is brought by one more after it."""
        if ref in self._waiting:
            self._again.add(ref)
            return
        task = asyncio.get_running_loop().create_task(self._deliver_all(ref), name=f"deliver {ref.table}")
        self._waiting[ref] = task
        task.add_done_callback(lambda _: self._done(ref))

    def left_behind(self, ref: TableRef) -> None:
        """A mark in the store of something to deliver, perhaps set by another process."""
        if ref not in self._timers and self._read_anew(ref):
            self.wake(ref)

    def _read_anew(self, ref: TableRef) -> bool:
        """Forget what is kept of it: another process may have shown more (threats F19). False: it is in use."""
        if ref in self._waiting or self._is_slow(ref):
            return False
        self._host.sessions.forget(ref)
        self._shown.pop(ref, None)
        return True

    def _is_slow(self, ref: TableRef) -> bool:
        return any(table == ref for table, _ in self._slow)

    def _done(self, ref: TableRef) -> None:
        self._waiting.pop(ref, None)
        if ref in self._again:
            self._again.discard(ref)
            self.wake(ref)

    def _come_back(self, ref: TableRef, seconds: float) -> None:
        """One timer a table, however many audiences are behind (threats T7): the earliest counts."""
        loop, timer = asyncio.get_running_loop(), self._timers.get(ref)
        at = loop.time() + max(0.0, seconds)
        if timer is None or at < timer.when():
            if timer is not None:
                timer.cancel()
            self._timers[ref] = loop.call_at(at, self._again_now, ref)

    def _again_now(self, ref: TableRef) -> None:
        self._timers.pop(ref, None)
        self._read_anew(ref)
        self.wake(ref)

    async def cut_off(self, ref: TableRef, audience: str) -> None:
        """Nobody can be reached there any more; it is tried again like all that could not be reached."""
        shown = await self._shown_of(ref)
        shown[audience] = replace(shown.get(audience, NOTHING), behind=True, shut=True)
        self._cut.setdefault(ref, set()).add(audience)
        self.wake(ref)

    async def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        slow = list(self._slow.values())
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        while self._waiting:
            await asyncio.gather(*self._waiting.values(), return_exceptions=True)

    @property
    def has_more_to_show(self) -> bool:
        """Whether something could not be shown yet: it is tried again later, or still under way."""
        return bool(self._timers or self._slow)

    async def _deliver_all(self, ref: TableRef) -> None:
        try:
            await self.deliver(ref)
        except (GoneError, StoreTrouble) as trouble:
            log.warning("a table could not be delivered now", table=ref.table, kind=type(trouble).__name__)
        except Exception as error:  # noqa: BLE001 - one table's trouble is not another's
            log.error("a delivery broke", table=ref.table, kind=type(error).__name__)  # noqa: TRY400 - views in frames

    async def deliver(self, ref: TableRef) -> None:
        """Bring every audience of one table up to date, and note it."""
        self._cut.pop(ref, None)
        session, version = await self._host.sessions.version(ref)
        shown = await self._shown_of(ref)
        since, waiting = shown.get(TABLE, NOTHING).upto, hands_undelivered(session, shown)
        fresh = {TABLE: Shown(max(since, session.log_length))}
        tasks = await self._tasks(session, _Pass(self._host, session, since, waiting), shown, fresh)
        await self._wait_for(ref, tasks, fresh)
        for audience in self._cut.pop(ref, ()):
            fresh[audience] = replace(fresh.get(audience, shown.get(audience, NOTHING)), behind=True, shut=True)
        shown.update(fresh)
        await self._note(ref, version, session, fresh)
        if hands_undelivered(session, shown) != waiting:
            self._again.add(ref)  # the table is told how many
        await self._keep_the_clock(session, shown)

    async def _tasks(
        self, session: Session, turn: "_Pass", shown: Mapping[str, Shown], fresh: dict[str, Shown]
    ) -> dict[str, asyncio.Task[None]]:
        """Begin to show each audience what it lacks."""
        tasks: dict[str, asyncio.Task[None]] = {}
        await self._show_in_windows(session, shown, turn)
        for audience in [*audiences(session), *leavers(session, shown)]:
            last, adapter = shown.get(audience, NOTHING), self._platforms.adapters.get(platform_at(audience))
            if adapter is None or (session.ref, audience) in self._slow:
                continue
            lacking = await turn.lacking(audience, last, adapter)
            if lacking is not None:
                person = person_of(audience)
                if person and lacking.update.card.hands and await self._host.safe.of(person):
                    lacking = replace(lacking, on_page_alone=True)
                bring = self._bring(session, adapter, lacking, last, fresh)
                tasks[audience] = asyncio.get_running_loop().create_task(bring, name=f"show {session.code}")
        return tasks

    async def _show_in_windows(self, session: Session, shown: Mapping[str, Shown], turn: "_Pass") -> None:
        """To whoever looks on elsewhere, and once more to who left; who comes later looks for themselves."""
        now, left = audiences(session), leavers(session, shown)
        looking = {audience: self._windows_on(audience) for audience in {*now, *left, *self._seen.get(session.ref, ())}}
        for audience, windows in looking.items():
            for window in windows:
                window.show_also(await turn.seen(audience, shown.get(audience, NOTHING)))
        self._seen[session.ref] = {audience for audience, windows in looking.items() if windows and audience in now}
        if not self._seen[session.ref]:
            del self._seen[session.ref]

    def _windows_on(self, audience: str) -> list[Window]:
        platform = platform_at(audience)
        return [
            window for window in self._platforms.windows if window.platform != platform and window.looks_on(audience)
        ]

    async def _wait_for(
        self,
        ref: TableRef,
        tasks: Mapping[str, asyncio.Task[None]],
        fresh: dict[str, Shown],
    ) -> None:
        """For a moment; whoever takes longer is followed up apart."""
        if not tasks:
            return
        done, slow = await asyncio.wait(tasks.values(), timeout=PATIENCE)
        for task in done:
            task.result()  # one that was cancelled showed nothing: nothing is noted then
        for audience, task in tasks.items():
            if task in slow:
                self._follow(ref, audience, task, fresh)

    async def _bring(
        self, session: Session, adapter: Adapter, lacking: Lacking, last: Shown, fresh: dict[str, Shown]
    ) -> None:
        """Show one audience what it lacks; what became of it is put down in `fresh`."""
        fresh[lacking.update.audience] = unreached(lacking, last, Reach.AGAIN)  # for as long as it is under way
        try:
            if lacking.on_page_alone:
                raise Unreachable("on their page alone", Reach.WAITS)  # noqa: TRY301 - as if there were no other way
            handle = await adapter.show(lacking.update)
            became = after(session, adapter, lacking, last, handle)
        except Unreachable as gone:
            seen = person_of(lacking.update.audience) and self._windows_on(lacking.update.audience)
            if seen:  # what could not be sent stands on their page
                became = after(session, adapter, lacking, last, last.handle)
            else:
                became = unreached(lacking, last, gone.reach)
            if not seen and gone.reach in {Reach.AGAIN, Reach.SHUT}:
                self._retry[session.ref] = min(gone.after, self._retry.get(session.ref, gone.after))
        except Exception as error:  # noqa: BLE001 - one audience's trouble is not another's
            log.error("an audience could not be shown", kind=type(error).__name__)  # noqa: TRY400 - views in frames
            became = unreached(lacking, last, Reach.AGAIN)
        fresh[lacking.update.audience] = became

    def _follow(self, ref: TableRef, audience: str, task: asyncio.Task[None], fresh: dict[str, Shown]) -> None:
        """Note what a slow audience was shown when it is done, and bring it what it has missed since."""
        follow = asyncio.get_running_loop().create_task(self._when_done(ref, audience, task, fresh))
        self._slow[ref, audience] = follow

    async def _when_done(self, ref: TableRef, audience: str, task: asyncio.Task[None], fresh: dict[str, Shown]) -> None:
        try:
            await task
            became = fresh[audience]
            if became is not LEFT:
                became = replace(became, behind=True)
            if ref in self._shown:
                self._shown[ref][audience] = became
            await self._host.store.show(ref, {audience: msgspec.json.encode(became)})
        except StoreTrouble as trouble:
            log.warning("what was shown could not be noted", table=ref.table, kind=trouble.kind)
        finally:
            task.cancel()
            self._slow.pop((ref, audience), None)
        self.wake(ref)

    async def _note(self, ref: TableRef, version: int, session: Session, fresh: Mapping[str, Shown]) -> None:
        """Note what was shown. While anybody is behind the mark stays: another process goes on if this one ends."""
        noted = {name: msgspec.json.encode(one) for name, one in fresh.items()}
        shown = self._shown.get(ref, {})
        closed = isinstance(session.phase, Closed)
        of_ours = [shown.get(audience, NOTHING) for audience in (*audiences(session), *leavers(session, shown))]
        of_ours = [one for one in of_ours if not (closed and one.shut)]  # nobody waits for it any more
        now = self._host.store.clock.now()
        fading = min((at for one in of_ours if (at := one.fades_at) is not None and at > now), default=None)
        behind = any(one.behind for one in of_ours)
        after = self._retry.pop(ref, AGAIN_AFTER)
        if behind and not self._is_slow(ref):
            self._come_back(ref, after)
        if fading is not None:
            self._come_back(ref, (fading - now) / 1000)
        if behind or fading is not None:
            await self._host.store.show(ref, noted)
        else:
            await asyncio.gather(self._host.store.show(ref, noted), self._host.store.delivered(ref, version))
        if closed and not behind:
            self._shown.pop(ref, None)

    async def _keep_the_clock(self, session: Session, shown: Mapping[str, Shown]) -> None:
        """Nobody's time runs while nobody can act (threats F17, F18)."""
        if isinstance(session.phase, Closed):
            return
        open_to = {platform_of(place) for place in session.places if not shown.get(f"place:{place}", NOTHING).shut}
        away = frozenset(platform_of(place) for place in session.places) - open_to
        if not open_to:
            if session.paused is None or session.paused.why == PLATFORM:
                await self._host.pause_place(session.ref)
            return
        if session.paused is not None and session.paused.why == PLACE:
            await self._host.resume_place(session.ref)
        if away != set(session.cut_off):
            await self._host.cut_off(session.ref, away)

    async def _shown_of(self, ref: TableRef) -> dict[str, Shown]:
        if ref not in self._shown:
            stored = await self._host.store.shown(ref)
            read = {name: _SHOWN.decode(content) for name, content in stored.items()}
            return self._shown.setdefault(ref, read)  # somebody else may have been faster
        return self._shown[ref]

    # What somebody may see who asks

    async def hand(self, person: Person, session: Session, locale: str) -> Update:
        """What somebody may see of their own at a table, with the news that wait for them."""
        audience, ref = f"person:{person.id}", session.ref
        shown = await self._shown_of(ref)
        last, since = shown.get(audience, NOTHING), shown.get(TABLE, NOTHING).upto
        words = self._words_of(locale, audience, session)
        start = last.upto if last.has_own_start else max(since, session.log_length)
        news = news_for(audience, lines_of(session, start, await self._host.sessions.batches(session, start), words))
        update = update_for(session, audience, last, news, words)
        recent = recent_for(session, audience, await recent_lines(self._host, session, words), None)
        return replace(update, recent=recent)

    async def hand_was_shown(self, person: Person, ref: TableRef, update: Update) -> None:
        """The news of this update were told: they wait no longer."""
        audience, shown = f"person:{person.id}", await self._shown_of(ref)
        last = shown.get(audience, NOTHING)
        upto = max((news.number + 1 for news in update.news), default=0)
        if last.waits and upto > last.upto:
            shown[audience] = replace(last, upto=upto, owed=False)
            await self._host.store.show(ref, {audience: msgspec.json.encode(shown[audience])})

    async def look(self, person: Person, venue: str, place: str, locale: str) -> tuple[Update, ...]:
        """Everything a person may see now: the tables of the place, and the tables where they sit, with recent news."""
        here = await self._host.tables.at(venue, place, fresh=True)
        sits = await self._host.tables.of(person.id) if person.id else []
        mine = [one for one in sits if venue in venues(one) or not place]
        noted = {one.ref for one in mine}
        for one in here:  # a seat whose note was lost: it was read before it was taken
            if one.seat_of(person.id) is not None and one.ref not in noted:
                await self._host.store.note_seat(person.id, one.ref)
                mine.append(one)
        updates = [await self._look_at(one, f"place:{place}", "", locale) for one in here]
        updates += [await self._look_at(one, f"person:{person.id}", person.id, locale) for one in mine]
        return tuple(updates)

    async def _look_at(self, session: Session, audience: str, person: str, locale: str) -> Update:
        words = self._words_of(locale, audience, session)
        lines = await recent_lines(self._host, session, words)
        kept = Lines(lasting(lines.public), {seat: lasting(own) for seat, own in lines.private.items()})
        seen = card(session, person, words)
        if not person:
            waiting = hands_undelivered(session, await self._shown_of(session.ref))
            seen = with_hands_told(seen, session, waiting, words)
        return Update(session.table, session.code, audience, news_for(audience, kept), seen)

    async def commentary(self, session: Session, locale: str) -> tuple[str, ...]:
        """What was told in the last game, to whom: only when it is over."""
        if not isinstance(session.phase, Between):
            return ()
        first, batches = await self._host.sessions.last_told(session, COMMENTED)
        return commentary(session, first, batches, self._host.words(locale))

    def _words_of(self, locale: str, audience: str, session: Session) -> Words:
        return self._host.words(locale, platform_at(audience), venue_of(session, audience))

    async def page_was_opened(self, person: Person) -> None:
        """Somebody looks at a page of theirs: what waited for them has been read, and their tables are told so."""
        audience = f"person:{person.id}"
        for session in await self._host.tables.of(person.id):
            shown = await self._shown_of(session.ref)
            last = shown.get(audience, NOTHING)
            if last.has_own_start:
                shown[audience] = Shown(session.log_length, handle=last.handle, ask=last.ask)
                await self._host.store.show(session.ref, {audience: msgspec.json.encode(shown[audience])})
                self.wake(session.ref)


async def recent_lines(host: Dispatcher, session: Session, words: Words) -> Lines:
    first, batches = await host.sessions.last_told(session, RECENT_NEWS)
    return lines_of(session, first, batches, words)


class _Pass:
    """One delivery of one table: what each audience lacks, each line of the log put into words once a language."""

    def __init__(self, host: Dispatcher, session: Session, since: int, hands_waiting: int) -> None:
        self._host, self._session, self._since, self._hands_waiting = host, session, since, hands_waiting
        self._lines: dict[tuple[int, Words], Lines] = {}
        self._recent: dict[Words, Lines] = {}
        self._now = host.store.clock.now()

    async def lacking(self, audience: str, last: Shown, adapter: Adapter) -> Lacking | None:
        """None: it lacks nothing, or is not to be shown this."""
        start = last.upto if last.has_own_start else self._since
        words = self._words(audience)
        lines = await self._lines_from(start, words)
        news = news_for(audience, lines)
        wanted = adapter.wants_card(audience) or (adapter.stands and self._has_a_hand(audience, last))
        called = await self._is_called(audience, last, adapter)
        if not (news or wanted or called or last.has_own_start):
            return None
        update = update_for(self._session, audience, last, news, words)
        if not person_of(audience):
            update = self._with_hands(update, words)
        lacking = Lacking(
            update, digest_of(update.card), self._session.log_length, start, self._now, public=bool(lines.public)
        )
        if is_up_to_date(lacking, last) and not called:
            return None
        return replace(lacking, update=await self._with_recent(update, last, words)) if adapter.stands else lacking

    async def seen(self, audience: str, last: Shown) -> Update:
        """For a page that is open anyway: what happened since the table was delivered last."""
        words = self._words(audience)
        update = update_for(
            self._session, audience, last, news_for(audience, await self._lines_from(self._since, words)), words
        )
        return update if person_of(audience) else self._with_hands(update, words)

    def _with_hands(self, update: Update, words: Words) -> Update:
        return replace(update, card=with_hands_told(update.card, self._session, self._hands_waiting, words))

    def _words(self, audience: str) -> Words:
        return self._host.words("en", platform_at(audience), venue_of(self._session, audience))

    async def _is_called(self, audience: str, last: Shown, adapter: Adapter) -> bool:
        """Whether this is somebody whose turn it is, and who wants to be told so by direct message."""
        person = person_of(audience)
        if not person or not adapter.stands or person not in notified(self._session, last):
            return False
        return await self._host.pings.of(person) == "dm"

    def _has_a_hand(self, audience: str, last: Shown) -> bool:
        """Where the game keeps secrets each seat has a message of its own; where it stands it is kept current."""
        return bool(person_of(audience)) and (bool(last.handle) or keeps_secrets(self._session.rules))

    async def _lines_from(self, start: int, words: Words) -> Lines:
        if (start, words) not in self._lines:
            batches = await self._host.sessions.batches(self._session, start)
            self._lines[start, words] = lines_of(self._session, start, batches, words)
        return self._lines[start, words]

    async def _with_recent(self, update: Update, last: Shown, words: Words) -> Update:
        if words not in self._recent:
            self._recent[words] = await recent_lines(self._host, self._session, words)
        fresh = [line.number for line in update.news if line.fades is not None]
        still = [last.fading] if last.fades_at is not None and last.fades_at > self._now else []
        fading = min([*fresh, *still], default=None)
        return replace(update, recent=recent_for(self._session, update.audience, self._recent[words], fading))
