"""Delivery brings audiences up to date with what the store says; it does not send events.

For each audience the store knows what it was last shown. Delivery closes the difference: so many events while an
audience is slow become one update, and a crash between send and note repeats a step that can be told from a new one.
"""

import asyncio
import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from bot.cards import card
from bot.host import Host
from bot.messages import Adapter, News, Person, Unreachable, Update
from bot.session import Closed, Playing, Session, state_of
from bot.sessions import GoneError
from bot.table.playing import human_awaited
from bot.telling import Lines, lasting, lines_of
from persistence import StoreTrouble, TableRef

RECENT_NEWS: Final = 40
AGAIN_AFTER: Final = 5.0
"""Seconds until an audience that could not be reached is tried again."""
log = structlog.get_logger()


class Shown(Struct, frozen=True):
    """What an audience was last shown: the log up to here, a digest of the card, the adapter's handle, the Ask.

    `behind`: it could not be reached; its news begin at its own `upto`, not at that of the table.
    """

    upto: int
    digest: str = ""
    handle: str = ""
    ask: str = ""
    behind: bool = False


NOTHING: Final = Shown(0)
LEFT: Final = Shown(0, "left")
"""Somebody who left was shown so, and is no audience of this table any more."""
TABLE: Final = "*"
"""The entry that says up to where the whole table was delivered: audiences with nothing to be told need none."""
_SHOWN: Final = msgspec.json.Decoder(Shown)


class Delivery:
    def __init__(self, host: Host, adapters: Mapping[str, Adapter]) -> None:
        self._host, self._adapters = host, adapters
        self._shown: dict[TableRef, dict[str, Shown]] = {}
        self._waiting: dict[TableRef, asyncio.Task[None]] = {}
        self._again: set[TableRef] = set()
        self._timers: dict[TableRef, asyncio.TimerHandle] = {}

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
        if ref not in self._waiting and ref not in self._timers:
            self._host.sessions.forget(ref)
            self._shown.pop(ref, None)
            self.wake(ref)

    def _done(self, ref: TableRef) -> None:
        self._waiting.pop(ref, None)
        if ref in self._again:
            self._again.discard(ref)
            self.wake(ref)

    def _try_again(self, ref: TableRef) -> None:
        """One timer a table, however many audiences are behind (threats T7)."""
        if ref not in self._timers:
            self._timers[ref] = asyncio.get_running_loop().call_later(AGAIN_AFTER, self._again_now, ref)

    def _again_now(self, ref: TableRef) -> None:
        self._timers.pop(ref, None)
        self.wake(ref)

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        while self._waiting:
            await asyncio.gather(*self._waiting.values(), return_exceptions=True)

    async def _deliver_all(self, ref: TableRef) -> None:
        try:
            await self.deliver(ref)
        except (GoneError, StoreTrouble) as trouble:
            log.warning("a table could not be delivered now", table=ref.table, kind=type(trouble).__name__)
        except Exception as error:  # noqa: BLE001 - one table's trouble is not another's
            log.error("a delivery broke", table=ref.table, kind=type(error).__name__)  # noqa: TRY400 - views in frames

    async def deliver(self, ref: TableRef) -> None:
        """Bring every audience of one table up to date, and note it."""
        session, version = await self._host.sessions.version(ref)
        shown = await self._shown_of(ref)
        since = shown.get(TABLE, NOTHING).upto
        lines = {since: await self._lines(session, since)}
        fresh = {TABLE: Shown(max(since, session.log_length))}
        for audience in [*audiences(session), *leavers(session, shown)]:
            last = shown.get(audience, NOTHING)
            start = last.upto if last.behind else since
            if start not in lines:
                lines[start] = await self._lines(session, start)
            shown_now = await self._bring(session, audience, last, start, lines[start])
            if shown_now != last:
                fresh[audience] = shown_now
        shown.update(fresh)
        noted = {name: msgspec.json.encode(one) for name, one in fresh.items()}
        if any(shown.get(audience, NOTHING).behind for audience in audiences(session)):
            self._try_again(ref)
            await self._host.store.show(ref, noted)  # the mark stays: another process goes on if this one ends
        else:
            await asyncio.gather(self._host.store.show(ref, noted), self._host.store.delivered(ref, version))
        if isinstance(session.phase, Closed):
            self._shown.pop(ref, None)

    async def _lines(self, session: Session, start: int) -> Lines:
        batches = await self._host.sessions.batches(session, start)
        return lines_of(session, start, batches, self._host.words("en"))

    async def _shown_of(self, ref: TableRef) -> dict[str, Shown]:
        if ref not in self._shown:
            stored = await self._host.store.shown(ref)
            self._shown[ref] = {name: _SHOWN.decode(content) for name, content in stored.items()}
        return self._shown[ref]

    async def _bring(self, session: Session, audience: str, last: Shown, start: int, lines: Lines) -> Shown:
        """Show one audience what it lacks, if it is one of this process's and lacks anything."""
        adapter = self._adapters.get(audience.split(":")[1])
        news = news_for(audience, lines)
        if adapter is None or not (news or adapter.wants_card(audience)):
            return last
        update = self._update(session, audience, last, news)
        digest = hashlib.sha256(msgspec.json.encode(update.card)).hexdigest()[:16]
        if not news and digest == last.digest:
            return last
        try:
            handle = await adapter.show(update)
        except Unreachable as gone:
            if not gone.lasting:
                return Shown(start, last.digest, last.handle, last.ask, behind=True)
            handle = last.handle
        except Exception as error:  # noqa: BLE001 - one audience's trouble is not another's
            log.error("an audience could not be shown", kind=type(error).__name__)  # noqa: TRY400 - views in frames
            return Shown(start, last.digest, last.handle, last.ask, behind=True)
        here = not person_of(audience) or session.seat_of(person_of(audience)) is not None
        return Shown(session.log_length, digest, handle, update.card.ask) if here else LEFT

    def _update(self, session: Session, audience: str, last: Shown, news: tuple[News, ...]) -> Update:
        return Update(
            table=session.table,
            code=session.code,
            audience=audience,
            news=news,
            card=card(session, person_of(audience), self._host.words("en")),
            notify=notified(session, last),
            handle=last.handle,
        )

    async def look(self, person: Person, venue: str, place: str, locale: str) -> tuple[Update, ...]:
        """Everything a person may see now: the tables of the place, and the tables where they sit, with recent news."""
        here = await self._host.tables.at(venue, place, fresh=True)
        mine = [one for one in await self._host.tables.of(person.id) if one.venue == venue]
        noted = {one.ref for one in mine}
        for one in here:  # a seat whose note was lost when we were killed
            if one.seat_of(person.id) is not None and one.ref not in noted:
                await self._host.store.note_seat(person.id, one.ref)
                mine.append(one)
        updates = [await self._look_at(one, f"place:{place}", "", locale) for one in here]
        updates += [await self._look_at(one, f"person:{person.id}", person.id, locale) for one in mine]
        return tuple(updates)

    async def _look_at(self, session: Session, audience: str, person: str, locale: str) -> Update:
        words = self._host.words(locale)
        first = max(0, session.log_length - RECENT_NEWS)
        lines = lines_of(session, first, await self._host.sessions.batches(session, first), words)
        kept = Lines(lasting(lines.public), {seat: lasting(own) for seat, own in lines.private.items()})
        news = news_for(audience, kept)
        return Update(session.table, session.code, audience, news, card(session, person, words))


def audiences(session: Session) -> list[str]:
    """The places first, then each person who sits here."""
    people = [f"person:{seated.player}" for seated in session.people]
    return [*(f"place:{place}" for place in session.places), *people]


def leavers(session: Session, shown: Mapping[str, Shown]) -> list[str]:
    """Who was shown this table as theirs and sits here no longer: they are shown that, once."""
    return [
        name
        for name, last in shown.items()
        if (person := person_of(name)) and last != LEFT and session.seat_of(person) is None
    ]


def person_of(audience: str) -> str:
    kind, _, name = audience.partition(":")
    return name if kind == "person" else ""


def news_for(audience: str, lines: Lines) -> tuple[News, ...]:
    """A place gets the public lines, a person those for that person alone."""
    person = person_of(audience)
    wanted = lines.private.get(person, []) if person else lines.public
    return tuple(News(one.text, one.at, one.fades, one.replaces, one.number, one.fine) for one in wanted)


def notified(session: Session, last: Shown) -> tuple[str, ...]:
    """Who is to be pinged: those awaited by an Ask that this audience has not been shown yet."""
    if not isinstance(session.phase, Playing) or session.phase.clock.ask == last.ask:
        return ()
    ask = session.rules.asks(state_of(session))
    seats = () if ask is None else human_awaited(session, ask)
    return tuple(session.seats[seat].player for seat in seats)
