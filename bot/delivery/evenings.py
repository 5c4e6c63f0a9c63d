"""The results of an evening: the games that ended at a place in the last hours, and their winners."""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from bot.people.finished_games import FinishedGame, FinishedGames
from bot.people.languages import Languages
from bot.ports.browser import GameEnded, Winner
from bot.ports.ids import NO_VENUE, PlaceId, TableCode, VenueId
from bot.table.document import Session
from bot.table.hooks import Hooks
from games.catalogue import catalogue
from persistence import Store, StoreTrouble

EVENING: Final = "evening"
HOURS: Final = 12
KEPT: Final = HOURS * 3600
MOST: Final = 20
MOST_WINNERS: Final = 10
log = structlog.get_logger()


class Ending(Struct, frozen=True, omit_defaults=True):
    """A finished game. `id`: the name of its record; `house`: what the House won if it won alone, otherwise 0."""

    id: str
    code: TableCode
    game: str
    winners: tuple[Winner, ...]
    at: int
    house: int = 0
    venue: VenueId = NO_VENUE


_ENDINGS: Final = msgspec.json.Decoder(tuple[Ending, ...])


class Evenings:
    """Notes each game that ends, for every place where its table stands."""

    def __init__(self, store: Store, languages: Languages, hooks: Hooks) -> None:
        self._store, self._games, self._languages = store, FinishedGames(store), languages
        self.follows: list[Callable[[Session, FinishedGame], None]] = []
        """Follow up each game that has ended, as it is read from the archive."""
        self._writing = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()
        hooks.ended.append(self.note)
        hooks.settles.append(self.settle)
        hooks.stops.append(self.stop)

    def note(self, session: Session, _: bool) -> None:
        """Begin to store that a game has ended."""
        task = asyncio.get_running_loop().create_task(self._keep(session), name=f"evening {session.code}")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def of(self, place: PlaceId, locale: str) -> tuple[GameEnded, ...]:
        """Return the games that ended at a place, the newest first. Raises StoreTrouble."""
        await self.settle()
        words = self._languages.words(locale)
        return tuple(
            GameEnded(
                one.id,
                one.code,
                words.title(catalogue()[one.game]),
                (Winner(words.plain("the-house"), one.house),) if one.house else one.winners,
                one.at,
            )
            for one in reversed(await self._noted_at(place))
            if one.game in catalogue()
        )

    async def _keep(self, session: Session) -> None:
        try:
            game = next(iter(await self._games.named(session.venue, [session.record])), None)
            if game is None:
                return
            for follow in self.follows:
                follow(session, game)
            if game.void:
                return
            ending = ending_of(game, session.venue)
            async with self._writing:
                for place in session.places:
                    await self._add(place, ending)
        except StoreTrouble as trouble:
            log.warning("a result was not noted", table=session.table, kind=trouble.kind)
        except Exception as error:  # noqa: BLE001 - a note must not stop a table
            log.error("noting a result broke", table=session.table, kind=type(error).__name__)  # noqa: TRY400 - as above

    async def _add(self, place: PlaceId, ending: Ending) -> None:
        """Note a game at a place, once, among those of the last hours. A later repeat keeps the time when it ended."""
        noted, old = await self._noted_at(place), ending.at - KEPT * 1000
        if ending.at <= old or any(one.id == ending.id for one in noted):
            return
        kept = (*(one for one in noted if one.at > old), ending)[-MOST:]
        await self._store.put_note(EVENING, place, msgspec.json.encode(kept), KEPT)

    async def _noted_at(self, place: PlaceId) -> tuple[Ending, ...]:
        content = await self._store.note(EVENING, place)
        try:
            return () if content is None else _ENDINGS.decode(content)
        except msgspec.MsgspecError:
            return ()

    async def settle(self) -> None:
        """Wait until everything is stored."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def stop(self) -> None:
        """Wait until everything is stored, which takes only a packet or two."""
        await self.settle()


def ending_of(game: FinishedGame, venue: VenueId) -> Ending:
    """Return a game of this venue for the list."""
    winners = tuple([Winner(sat.name, max(0, sat.gain)) for sat in game.seats if sat.won])
    house = 0 if winners else max(0, game.bank)
    return Ending(game.record, game.code, game.game, winners[:MOST_WINNERS], game.ended, house, venue)
