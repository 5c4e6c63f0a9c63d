"""What follows a game outside its last step: its luck is computed, and feats done for the first time are announced."""

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import structlog
from msgspec.structs import replace

from bot.delivery.evenings import Evenings
from bot.delivery.postings import mark_of, was_posted
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.finished_games import FinishedGame, FinishedGames, Sat, Wanted, listing, read
from bot.people.languages import Languages
from bot.people.venues import Venues
from bot.ports.ids import VenueId, platform_of
from bot.ports.messages import Posting
from bot.ports.platforms import Platforms
from bot.render.archive import REMARKABLE
from bot.render.luck import largest_pot, lows_in, luck_in, tells_chances
from bot.render.seat_lines import feat_title
from bot.table.change import Change
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.phases import Between
from games.catalogue import catalogue
from games.kit.seats import Seat
from games.proof.record import Mismatch
from games.proof.verifying import replayed
from persistence import ADDED, Store, StoreTrouble

TOLD: Final = "feats-told"
FEATS: Final = "feats"
"""A topic of which a channel that can be tidied keeps only the last message; profiles keep every feat."""
KEPT: Final = 2 * 24 * 3600
PATIENCE: Final = 30.0
"""Seconds after which feats are announced even if the result may not have been."""
MOST_NAMED: Final = 4
TRIES: Final = 4
MOST_SEATS: Final = 20
"""The most seats for which luck is computed; for a crowd that would keep a core busy for a while."""
log = structlog.get_logger()


class Afterwards:
    """Follows up each game that has ended, one at a time, since the computation keeps a core busy."""

    def __init__(
        self,
        store: Store,
        venues: Venues,
        languages: Languages,
        platforms: Platforms,
        repository: Repository,
        evenings: Evenings,
        hooks: Hooks,
    ) -> None:
        self._repository, self._acknowledged = repository, repository.acknowledged
        self._store, self._venues, self._languages, self._platforms = store, venues, languages, platforms
        self._games = FinishedGames(store)
        self._closed: dict[str, tuple[str, ...]] = {}
        """The withheld records of each table, which are opened when its series is over."""
        self._at_work = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()
        evenings.follows.append(lambda session, game: self._start(session, game.record, game))
        hooks.turned.append(self.note)
        hooks.settles.append(self.settle)
        hooks.stops.append(self.stop)

    def note(self, session: Session) -> None:
        """Note a committed session: a game whose record is opened is followed up once more."""
        for record in self._closed.pop(session.table, ()):
            if record not in session.withheld:
                self._start(session, record)
        if session.withheld:
            self._closed[session.table] = session.withheld

    def _start(self, session: Session, record: str, game: FinishedGame | None = None) -> None:
        work = self._follow(session, record, game)
        task = asyncio.get_running_loop().create_task(work, name=f"after {session.code}")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _follow(self, session: Session, record: str, game: FinishedGame | None) -> None:
        """Announce a game's feats, once, and compute its luck. That would tell of hands, so for a withheld record it
        waits. `game`: None if it must be read.
        """
        try:
            game = game or next(iter(await self._games.named(session.venue, [record])), None)
            if game is None or not game.counts or game.game not in catalogue():
                return
            await self._tell_feats(session, game)
            if record in session.withheld:
                return
            async with self._at_work:
                await self._add_luck(session, game)
        except GoneError:
            return
        except StoreTrouble as trouble:
            log.warning("a game is not looked after", record=record, kind=trouble.kind)
        except Exception as error:  # noqa: BLE001 - the game is over, and others go on
            log.error("looking after a game broke", record=record, kind=type(error).__name__)  # noqa: TRY400 - as above

    # Luck

    async def _add_luck(self, session: Session, game: FinishedGame) -> None:
        """Compute everybody's luck and the largest pot, and add them to the listing of the game. Raises StoreTrouble,
        GoneError.

        After a restart most of it is already done.
        """
        if game.pot or any(sat.luck is not None for sat in game.seats):
            return
        if len(game.seats) > MOST_SEATS or not tells_chances(catalogue()[game.game]):
            return
        venue, content = session.venue, await self._store.record(session.venue, game.record)
        found = None if content is None else await asyncio.to_thread(looked_at, content.decode(), game)
        if found is None:
            return
        await self._list(venue, game, found)
        await self._tell_low(session, game.record, found.lows)

    async def _list(self, venue: VenueId, game: FinishedGame, found: "LuckFound") -> None:
        """Add to the listing of a game what was found in its record. Raises StoreTrouble."""
        if not (found.pot or any(found.lows) or any(luck is not None for luck in found.lucks)):
            return
        for _ in range(TRIES):  # somebody in it may be forgotten meanwhile
            (before,) = await self._store.listings(venue, [game.record]) or [b""]
            now = read(before)  # as it is listed: readers replace people who were linked since
            if now is None:
                return
            each = zip(now.seats, found.lucks, found.lows, strict=True)
            seats = tuple(replace(sat, luck=luck, low=low) for sat, luck, low in each)
            after = listing(replace(now, seats=seats, pot=found.pot))
            if await self._store.relist(venue, game.record, before, after, ADDED):
                return

    async def _tell_low(self, session: Session, record: str, lows: Sequence[int]) -> None:
        """Let the table tell whose chance had been remarkably low. Raises StoreTrouble, GoneError."""
        low, seat = min(((low, Seat(at)) for at, low in enumerate(lows) if low), default=(REMARKABLE, Seat(0)))
        if low < REMARKABLE:
            await self._repository.update(session.ref, (), partial(tell_low, record, (seat, low)))

    # Feats

    async def _tell_feats(self, session: Session, game: FinishedGame) -> None:
        """Announce, after the result, who did which feats for the first time here: once, in one line. Raises
        StoreTrouble.
        """
        venue = session.venue
        if (
            not any(sat.feats for sat in game.seats if not sat.house)
            or not (await self._venues.settings(venue)).evening
        ):
            return
        words, told = self._languages.words("en", platform_of(game.place), venue), list[str]()
        for sat in game.seats:
            titles = [feat_title(game.game, feat, words) for feat in await self._first_ones(venue, game, sat)]
            if named := ", ".join(filter(None, titles)):
                told.append(words.text("feats-of", name=sat.name, feats=named))
        if not told:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._acknowledged.told(session.table, game.place, session.log_length)
        if await self._store.claim_note(TOLD, game.record, b"1", KEPT):
            more = max(0, len(told) - MOST_NAMED)
            line = words.text("feats-done", all=" · ".join(told[:MOST_NAMED]), more=more)
            posting = Posting((line,), None, mark_of("feats", game.record), self._store.clock.now(), topic=FEATS)
            if not await was_posted(self._platforms, game.place, posting, "feats"):
                log.info("feats are not told")

    async def _first_ones(self, venue: VenueId, game: FinishedGame, sat: Sat) -> list[str]:
        """Return the feats of a seat in this game that its player did in no other game."""
        left = [] if sat.house else list(sat.feats)
        if not left:
            return []
        async for before in self._games.parts(venue, Wanted(person=sat.player, game=game.game)):
            others = [one for one in before if one.counts and one.record != game.record]
            had = {feat for one in others if (mine := one.of(sat.player)) is not None for feat in mine.feats}
            left = [feat for feat in left if feat not in had]
            if not left:
                break
        return left

    async def settle(self) -> None:
        """Wait until no game is being followed up."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; luck that is not computed yet is never told."""
        for task in tuple(self._under_way):
            task.cancel()
        await self.settle()


def tell_low(record: str, low: tuple[Seat, int], change: Change) -> None:
    """Let a table tell how low a winner's chance had been, unless it plays on by now."""
    phase = change.session.phase
    if isinstance(phase, Between) and change.session.record == record:
        change.set(phase=replace(phase, low=low))


class LuckFound(NamedTuple):
    """Hold what was found in a record: each one's luck, the largest pot, and how low the winners' chances had been."""

    lucks: tuple[int | None, ...]
    pot: int
    lows: tuple[int, ...]


def looked_at(record: str, game: FinishedGame) -> LuckFound | None:
    """Look through a game; None if its record does not verify."""
    try:
        found = replayed(record)
    except Mismatch:
        return None
    rules, seats = catalogue()[game.game], len(game.seats)
    return LuckFound(luck_in(rules, found, seats), largest_pot(rules, found), lows_in(rules, found, seats))
