"""A cache of venues' newest games: only what has come since is read again."""

import asyncio
from typing import Final

from cachetools import LRUCache
from msgspec import Struct

from bot.people.finished_games import FinishedGame, FinishedGames, Whose
from bot.ports.ids import VenueId
from persistence import ArchiveState, Store

LOOKED_AT: Final = 3000
"""The number of games cached for a venue, the newest first."""
MOST_VENUES: Final = 32
YOUNG: Final = 50
"""How many of the newest games are read again when some were extended, which happens soon after their end."""


class VenueArchive(Struct, frozen=True):
    """The games of a venue when they were read. `reading`: a count of complete readings."""

    state: ArchiveState
    whose: Whose
    games: tuple[FinishedGame, ...]
    reading: int


class VenueGames:
    """Read the archives of venues. All methods may raise StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store, self._games = store, FinishedGames(store)
        self._kept: LRUCache[str, VenueArchive] = LRUCache(MOST_VENUES)
        self._readings = 0

    async def latest(self, venue: VenueId) -> VenueArchive:
        """Return a venue's newest games; one packet if nothing has changed."""
        state, whose = await asyncio.gather(self._store.archive_state(venue), self._games.whose(venue))
        known = self._kept.get(venue)
        if known is not None and known.whose == whose and known.state.forgotten == state.forgotten:
            if known.state == state:
                return known
            fresh = await self._read_on(venue, known, state)
            if fresh is not None:
                self._kept[venue] = fresh
                return fresh
        self._readings += 1
        names = await self._store.records(venue, LOOKED_AT)
        games = tuple(await self._games.named(venue, names))
        self._kept[venue] = VenueArchive(state, whose, games, self._readings)
        return self._kept[venue]

    async def _read_on(self, venue: VenueId, known: VenueArchive, state: ArchiveState) -> VenueArchive | None:
        """Return the games with what has come since; None if some are gone, so that all must be read again."""
        names, goes_on = await self._games.names_since(venue, known.state.newest)
        if not goes_on or known.state.games + len(names) != state.games or len(names) > LOOKED_AT // 2:
            return None
        again = [game.record for game in known.games[:YOUNG]]
        read = {game.record: game for game in await self._games.named(venue, [*names, *again])}
        young = [read.get(game.record, game) for game in known.games[:YOUNG]]
        new = [read[name] for name in dict.fromkeys(names) if name in read]
        games = (*new, *young, *known.games[YOUNG:])[:LOOKED_AT]
        return VenueArchive(state, known.whose, games, known.reading)
