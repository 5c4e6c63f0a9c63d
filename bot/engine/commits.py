"""Commits of changes: all of a change in one step of the store, or nothing of it."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter, is_
from typing import Final

import msgspec

from bot.engine.records import archived
from bot.engine.sessions import CachedSession, SessionCache
from bot.engine.taken import Acknowledged, RepeatedError, Taken, typed
from bot.people.finished_games import DAY
from bot.people.venues import Venues
from bot.ports.audience import at_place
from bot.ports.ids import AudienceKey, PersonId, PlaceId, VenueId
from bot.table.audit import COUNTERS, written
from bot.table.change import Change
from bot.table.codec import encode
from bot.table.document import Session
from bot.table.fairness import Fairness
from bot.table.hooks import Hooks
from bot.table.phases import Closed, Playing, Pledge, StandingSeal
from bot.table.seals import AtPlace
from bot.table.stacks import purse_too_small
from games.kit.kept import keep_latest
from persistence import Commit, Committed, Counter, Record, Seen, Short, Stale, Store, StoreTrouble, TableRef


class LastShown(msgspec.Struct):
    """What an audience was shown, as stored: the log was told up to here."""

    upto: int


GAMES: Final = "games:"
"""The beginning of a counter's name, before a place: of the games pledged there."""
BESIDE_THE_GAME: Final = attrgetter(
    "seats", "places", "mirrors", "queue", "pledge", "given", "options", "record", "withheld"
)
"""Return what of a table those follow who need not see every move."""
MOST_FOLLOWED: Final = 4096
"""So many tables are followed at once; the longest unchanged are given up first."""
SHOWN: Final = msgspec.json.Decoder(LastShown)
SEAL: Final = msgspec.json.Decoder(StandingSeal)


class Commits:
    """Stores changes. `venues`: for how long games are kept."""

    def __init__(
        self,
        store: Store,
        fairness: Fairness,
        cache: SessionCache,
        taken: Taken,
        hooks: Hooks,
        venues: Venues,
        acknowledged: Acknowledged,
    ) -> None:
        self._acknowledged = acknowledged
        self._store, self._fairness, self._cache, self._taken = store, fairness, cache, taken
        self._hooks, self._venues = hooks, venues
        self._counters: dict[tuple[str, str], int] = {}
        self._last_records: dict[str, str] = {}
        """The last record of each table that is followed."""

    async def store(
        self, change: Change, before: CachedSession | None, ids: tuple[str, ...], counter: int
    ) -> Session | None:
        """Store a change, and return the session as it is now; None: another process was faster.

        `before`: the session as it was stored, None for a new one. `ids`: the messages that are taken with it.
        `counter`: how many games were pledged at its place. Raises RepeatedError, StoreTrouble, and Refused if a purse
        is too small.
        """
        commit = await self._commit_of(change, before, ids, counter)
        ref, session = commit.ref, change.session
        try:
            outcome = await self._store.commit(commit)
        except StoreTrouble as trouble:
            outcome = await self._after(trouble, commit, session.venue)
        match outcome:
            case Committed(version=version):
                self._taken.remember(session.venue, commit.seen)
                self._cache.keep(session, version, change.batches, ours=True)
                if commit.counters:
                    self._note_pledged(ref.venue, commit.counters)
                for told in self._hooks.committed:
                    told(session)
                if before is None or not before.ours or not goes_on(before.session, session):
                    self._tell_turned(None if before is None else before.session, session)
                    await self._forget_waited(change.before, session)
                return session
            case Stale():
                self._cache.forget(ref)
                for place in (change.started.places[0], *(one.name.removeprefix(GAMES) for one in commit.counters)):
                    self._counters.pop((ref.venue, place), None)
                return None
            case Seen(ids=repeated):
                self._cache.forget(ref)
                raise RepeatedError(frozenset(repeated))
            case Short(balance=balance):
                self._cache.forget(ref)
                raise purse_too_small(session, balance)

    def _note_pledged(self, venue: str, counters: tuple[Counter, ...]) -> None:
        games = (one for one in counters if one.name.startswith(GAMES))
        self._counters |= {(venue, one.name.removeprefix(GAMES)): one.becomes for one in games}

    def _tell_turned(self, before: Session | None, session: Session) -> None:
        """Tell those who follow more of a table than the steps of its game, and those who wait for a game's end."""
        known = self._last_records.pop(session.table, None)
        if not isinstance(session.phase, Closed):
            keep_latest(self._last_records, session.table, session.record, MOST_FOLLOWED)
        if session.record not in {"", known}:
            for ended in self._hooks.ended:
                ended(session, known is not None)
        queued = self._hooks.turned_with_queue if session.queue else ()
        entered = self._hooks.turned_in_tournament if session.tournament is not None else ()
        for told in (*queued, *self._hooks.turned, *entered, *self._hooks.turned_to[type(session.phase)]):
            told(session)
        if before is None or before.options is not session.options or before.given is not session.given:
            for told in self._hooks.options_set:
                told(session)

    async def _commit_of(
        self, change: Change, before: CachedSession | None, ids: tuple[str, ...], counter: int
    ) -> Commit:
        records = await self._records(change) if change.ended else ()
        session, at_place, being_heard = change.session, change.at_place, self._taken.being_heard
        stood = None if before is None else before.session
        came = session.persons if stood is None else session.persons - stood.persons
        shown, unmarked = list[tuple[AudienceKey, bytes]](), False
        for told in self._hooks.shows:
            notes = told(stood, session)
            unmarked = unmarked or notes is None
            shown += () if notes is None else notes.items()
        used = change.pledges_used + (before is None)
        return Commit(
            ref=session.ref,
            expected=0 if before is None else before.version,
            document=encode(session),
            seen=ids,
            seated=tuple(came),
            called=tuple((player, name) for player, name in names_at(session) if player in came) if came else (),
            log=tuple(map(encode, change.batches)),
            log_start=session.log_length - len(change.batches),
            typed=tuple([typed(being_heard[name], change.now) for name in ids if name in being_heard]),
            transfers=tuple(change.transfers),
            counters=await self._counters_of(change, counter, used) if used or at_place or change.audit else (),
            wake_at=session.wake_at,
            deliver=bool(change.batches) and not unmarked,
            places=session.places,
            records=records,
            game=session.phase.pledge.n if isinstance(session.phase, Playing) else 0,
            closed=isinstance(session.phase, Closed),
            audit=tuple(map(written, change.audit)),
            seals=() if at_place is None or at_place.left is None else ((at_place.place, encode(at_place.left)),),
            shown=tuple(shown),
        )

    async def _counters_of(self, change: Change, counter: int, used: int) -> tuple[Counter, ...]:
        """Return the new counters: of games pledged at the place, and of public deeds of staff in the venue."""
        venue, place, at_place = change.session.venue, change.session.places[0], change.at_place
        counters = [Counter(f"{GAMES}{place}", counter, counter + used)] if used else []
        if at_place is not None and at_place.left is not None and at_place.place != place:
            counters.append(Counter(f"{GAMES}{at_place.place}", at_place.counter, at_place.counter + 1))
        for counts, name in COUNTERS.items() if change.audit else ():
            if done := sum(entry.counts == counts for entry in change.audit):
                before = await self._store.counter(venue, name)
                counters.append(Counter(name, before, before + done))
        return tuple(counters)

    async def _forget_waited(self, before: Session | None, session: Session) -> None:
        """Drop the notes of people who left during a game, and whose suckers waited for its end.

        If that fails, the next reader of the index corrects it.
        """
        waited = frozenset[PersonId]() if before is None else before.holders - before.persons - session.holders
        with contextlib.suppress(StoreTrouble):
            for person in waited:
                await self._store.forget_seat(person, session.ref)

    async def _after(self, trouble: StoreTrouble, commit: Commit, venue: VenueId) -> Committed | Stale | Seen | Short:
        """Return what came of a commit after all, if that can be found out. Raises StoreTrouble."""
        self._cache.forget(commit.ref)
        if trouble.kind == "unconfirmed":  # it is stored, but may be lost with the server (threats F5)
            self._taken.doubt(venue, commit.seen)
            raise trouble
        if not trouble.pending or not commit.seen:
            raise trouble
        self._taken.doubt(venue, commit.seen)
        outcome = await self._after_doubt(commit)
        self._taken.certain(venue, commit.seen)
        return outcome

    async def _after_doubt(self, commit: Commit) -> Committed | Stale | Seen | Short:
        """Commit once more after a lost answer. That is safe, because the commit holds the ids of its messages (threats
        F3).
        """
        try:
            outcome = await self._store.commit(commit)
            stored = await self._store.load(commit.ref) if isinstance(outcome, Seen) else None
        except StoreTrouble as trouble:  # the second try failed, but the first may have been done
            raise StoreTrouble(trouble.kind, str(trouble), pending=True) from trouble
        ours = stored is not None and stored.version == commit.expected + 1 and stored.document == commit.document
        return Committed(commit.expected + 1, self._store.clock.now()) if ours else outcome

    async def pledged(self, venue: VenueId, place: PlaceId) -> int:
        """Return how many games were pledged at a place, as far as this process knows. Raises StoreTrouble."""
        if (venue, place) not in self._counters:
            self._counters[venue, place] = await self._store.counter(venue, f"{GAMES}{place}")
        return self._counters[venue, place]

    async def at_place(self, venue: VenueId, place: PlaceId) -> AtPlace:
        """Return the standing seal of a place where a table is opened. Raises StoreTrouble."""
        counter, found = await self.pledged(venue, place), await self._standing(venue, place)
        if found is not None and not self._fairness.holds(found.pledge):
            found = None  # its key is lost, which leaves a gap in the numbers of games
        return AtPlace(place, counter, found, partial(self._fairness.pledge, venue, place))

    def pledge(self, session: Session, n: int) -> Callable[[], Pledge]:
        """Draw the salt of the game with this number; its seed is pledged only if a step wants it."""
        return partial(self._fairness.pledge_with, self._fairness.salt(), session.venue, session.places[0], n)

    async def _standing(self, venue: VenueId, place: PlaceId) -> StandingSeal | None:
        stored = await self._store.standing_seal(venue, place)
        return None if stored is None else SEAL.decode(stored)

    async def look_up_standing(self, venue: VenueId, place: PlaceId) -> None:
        """Note whether any process has told a place of its standing seal by now. Raises StoreTrouble."""
        found = await self._standing(venue, place)
        if found is None or self._acknowledged.knows(found.table, place):
            return
        stored = (await self._store.shown(TableRef(venue, found.table))).get(at_place(place).key)
        if stored is not None:
            self._acknowledged.note_earlier(found.table, place, SHOWN.decode(stored).upto)

    async def _records(self, change: Change) -> tuple[Record, ...]:
        """Return the records of the games that this change ended, each from the game's whole log."""
        found, stored = list[Record](), change.started
        for ended in change.ended:
            start = ended.playing.record_start
            fresh = change.batches[max(0, start - stored.log_length) :]
            played = [*await self._cache.batches(stored, start), *fresh]
            kept = (await self._venues.settings(stored.venue)).archive_days * DAY
            found.append(archived(change, ended, played, kept))
        return tuple(found)


def goes_on(before: Session, session: Session) -> bool:
    """Tell whether in a step of a running game nothing else of the table has changed."""
    was, now = before.phase, session.phase
    same = isinstance(was, Playing) and isinstance(now, Playing) and was.pledge is now.pledge
    return same and all(map(is_, BESIDE_THE_GAME(before), BESIDE_THE_GAME(session)))


def names_at(session: Session) -> Iterator[tuple[PersonId, str]]:
    """Yield the people who sit at a table or wait to, with their names."""
    yield from ((one.player, one.name) for one in session.seats)
    yield from ((one.player, one.name) for one in session.newcomers)
