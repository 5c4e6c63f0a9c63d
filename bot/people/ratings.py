"""Ratings: how strong somebody plays one game at a venue, from the games that its archive keeps (Weng-Lin 2011)."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from cachetools import LRUCache
from msgspec import Struct

from bot.people.finished_games import FinishedGame, FinishedGames, Whose
from bot.people.plackett_luce import MEAN, UNSURE, Strength, after
from bot.people.statistics import places_in
from bot.ports.ids import PersonId, VenueId
from persistence import Store, paged

FEWEST_GAMES: Final = 10
"""Before so many rated games a rating is not shown: it says little yet."""
MOST_RATED: Final = 20
"""Seats of the largest game that is rated; in a crowd nobody plays against anybody."""
MOST_KEPT: Final = 64
"""Venues whose ratings are kept ready."""
RATED_AT_ONCE: Final = 100
SHOWN: Final = 40
"""A beginner is shown 1,000: mean 25 times 40."""


class Rating(Struct, frozen=True):
    """A rating: its mean, how unsure it is, and after how many games."""

    mean: float
    unsure: float
    games: int = 0

    @property
    def settled(self) -> bool:
        return self.games >= FEWEST_GAMES

    @property
    def shown(self) -> int:
        """Return it as people see it: a beginner has 1,000."""
        return round(self.mean * SHOWN)


BEGINNER: Final = Rating(MEAN, UNSURE)
HOUSE: Final = Rating(MEAN, 1.0)
"""The rating of every house bot: the beginner's own, fixed."""
Histories = Mapping[tuple[str, PersonId], Sequence[tuple[int, int]]]
"""By game and person: when (ms) each rated game ended, and the rating after it."""
OfGames = Mapping[str, Mapping[PersonId, Rating]]
"""Ratings of people, by game."""


def is_rated(game: FinishedGame) -> bool:
    """Tell whether a game says who plays better: it was whole, several sat, and not each against the House."""
    return game.counts and game.rates and 2 <= len(game.seats) <= MOST_RATED and bool(game.people)


def rated(before: OfGames, games: Iterable[FinishedGame]) -> OfGames:
    """Return everybody's rating in each game after these, the oldest first."""
    now = {name: dict(ratings) for name, ratings in before.items()}
    for game in games:
        if is_rated(game):
            of_game = now.setdefault(game.game, {})
            of_game.update(_after(of_game, game))
    return now


def _after(now: Mapping[PersonId, Rating], game: FinishedGame) -> dict[PersonId, Rating]:
    known = [HOUSE if sat.house else now.get(sat.player, BEGINNER) for sat in game.seats]
    fresh = after([Strength(one.mean, one.unsure) for one in known], places_in(game.seats))
    return {
        sat.player: Rating(new.mean, new.unsure, one.games + 1)
        for sat, one, new in zip(game.seats, known, fresh, strict=True)
        if not sat.house
    }


class RatedSoFar:
    """Ratings after each of a venue's games, read on from the last one. `last`: its record."""

    def __init__(self) -> None:
        self.last = ""
        self.histories: dict[tuple[str, PersonId], list[tuple[int, int]]] = {}
        self._now: dict[str, dict[PersonId, Rating]] = {}

    def read_on(self, games: Iterable[FinishedGame]) -> None:
        """Rate these games, too, the oldest first."""
        for game in games:
            self.last = game.record
            if is_rated(game):
                of_game = self._now.setdefault(game.game, {})
                of_game.update(_after(of_game, game))
                for person in game.people:
                    self.histories.setdefault((game.game, person), []).append((game.ended, of_game[person].shown))


def settled(history: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return a history from where on its rating is shown."""
    return history[FEWEST_GAMES - 1 :]


class Known(Struct, frozen=True):
    """Everybody's ratings at a venue, as far as the archive was read. `last`: the last record; `whose`: see there."""

    last: str
    ratings: OfGames
    whose: Whose


class Ratings:
    """Keep the ratings of each venue as they follow from the archive, and read only what is new."""

    def __init__(self, store: Store) -> None:
        self._games = FinishedGames(store)
        self._kept: LRUCache[str, Known] = LRUCache(MOST_KEPT)

    async def of(self, venue: VenueId) -> OfGames:
        """Return everybody's rating there, by game. Raises StoreTrouble."""
        known, whose = self._kept.get(venue, Known("", {}, {})), await self._games.whose(venue)
        if known.whose != whose:  # two people have become one: what they played is one record now
            known = Known("", {}, whose)
        names, goes_on = await self._games.names_since(venue, known.last)
        fresh = (await self._games.named(venue, list(dict.fromkeys(names))))[::-1]
        ratings = known.ratings if goes_on else {}
        for some in paged(fresh, RATED_AT_ONCE):
            ratings = rated(ratings, some)
            await asyncio.sleep(0)  # a year of games is work for a moment, and others wait meanwhile
        self._kept[venue] = Known(names[0] if names else known.last, ratings, whose)
        return ratings
