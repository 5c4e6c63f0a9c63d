"""The newest games of venues, kept read: whoever looks again reads only what has come since."""

import asyncio
from typing import Final

from cachetools import LRUCache
from msgspec import Struct

from bot.people.finished_games import FinishedGame, FinishedGames, Whose
from bot.ports.ids import VenueId
from persistence import ArchiveState, Store

LOOKED_AT: Final = 3000
"""Games of a venue that are kept, the newest first."""
MOST_VENUES: Final = 32
YOUNG: Final = 50
"""So many of the newest games are read again where more was added to some: it is added soon after they end."""


class VenueArchive(Struct, frozen=True):
    """What a venue's lists had when they were read. `reading`: counts up each time that all was read anew."""

    state: ArchiveState
    whose: Whose
    games: tuple[FinishedGame, ...]
    reading: int


class VenueGames:
    """Read the archives of venues. Each raises StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store, self._games = store, FinishedGames(store)
        self._kept: LRUCache[str, VenueArchive] = LRUCache(MOST_VENUES)
        self._readings = 0

    async def latest(self, venue: VenueId) -> VenueArchive:
        """Return a venue's newest games: one packet where all is as it was."""
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
        """Return it with what has come since; None where games have gone, and all has to be read again."""
        names, goes_on = await self._games.names_since(venue, known.state.newest)
        if not goes_on or known.state.games + len(names) != state.games or len(names) > LOOKED_AT // 2:
            return None
        again = [game.record for game in known.games[:YOUNG]]
        read = {game.record: game for game in await self._games.named(venue, [*names, *again])}
        young = [read.get(game.record, game) for game in known.games[:YOUNG]]
        new = [read[name] for name in dict.fromkeys(names) if name in read]
        games = (*new, *young, *known.games[YOUNG:])[:LOOKED_AT]
        return VenueArchive(state, known.whose, games, known.reading)
