"""Ratings: how well a person plays a game at a venue, computed from its archive (Weng-Lin 2011)."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from cachetools import LRUCache
from msgspec import Struct

from bot.people.finished_games import FinishedGame, FinishedGames, Whose
from bot.ports.ids import PersonId, VenueId
from bot.wings.archive.plackett_luce import MEAN, UNSURE, Strength, after
from bot.wings.archive.statistics import places_in
from persistence import Store, paged

FEWEST_GAMES: Final = 10
"""The number of rated games before a rating is shown, since it tells little until then."""
MOST_RATED: Final = 20
"""The most seats of a game that is rated; in a crowd nobody plays against anybody."""
MOST_KEPT: Final = 64
"""How many venues' ratings are cached."""
RATED_AT_ONCE: Final = 100
SHOWN: Final = 40
"""A beginner's rating is shown as 1,000: a mean of 25 times 40."""


class Rating(Struct, frozen=True):
    """A rating: its mean, its uncertainty, and the number of games."""

    mean: float
    unsure: float
    games: int = 0

    @property
    def settled(self) -> bool:
        return self.games >= FEWEST_GAMES

    @property
    def shown(self) -> int:
        """Return the rating as people see it; a beginner's is 1,000."""
        return round(self.mean * SHOWN)


BEGINNER: Final = Rating(MEAN, UNSURE)
HOUSE: Final = Rating(MEAN, 1.0)
"""The rating of every house bot: a beginner's, and fixed."""
Histories = Mapping[tuple[str, PersonId], Sequence[tuple[int, int]]]
"""By game and person: the time (ms) of each rated game's end, and the rating after it."""
OfGames = Mapping[str, Mapping[PersonId, Rating]]
"""Ratings of people, by game."""


def is_rated(game: FinishedGame) -> bool:
    """Tell whether a game shows who plays better: it was whole, with several seats, and not each against the House."""
    return game.counts and game.rates and 2 <= len(game.seats) <= MOST_RATED and bool(game.people)


def rated(before: OfGames, games: Iterable[FinishedGame]) -> OfGames:
    """Return the ratings in each game after these games, which are given oldest first."""
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
    """The ratings after each game of a venue, continued with each new game. `last`: the record of the last one."""

    def __init__(self) -> None:
        self.last = ""
        self.histories: dict[tuple[str, PersonId], list[tuple[int, int]]] = {}
        self._now: dict[str, dict[PersonId, Rating]] = {}

    def read_on(self, games: Iterable[FinishedGame]) -> None:
        """Rate these games as well, the oldest first."""
        for game in games:
            self.last = game.record
            if is_rated(game):
                of_game = self._now.setdefault(game.game, {})
                of_game.update(_after(of_game, game))
                for person in game.people:
                    self.histories.setdefault((game.game, person), []).append((game.ended, of_game[person].shown))


def settled(history: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return the part of a history in which the rating is shown."""
    return history[FEWEST_GAMES - 1 :]


class Known(Struct, frozen=True):
    """All ratings at a venue, as far as its archive was read. `last`: the last record. `whose`: owners of selves."""

    last: str
    ratings: OfGames
    whose: Whose


class Ratings:
    """Keep the ratings of each venue, computed from its archive, and read only new games."""

    def __init__(self, store: Store) -> None:
        self._games = FinishedGames(store)
        self._kept: LRUCache[str, Known] = LRUCache(MOST_KEPT)

    async def of(self, venue: VenueId) -> OfGames:
        """Return the ratings there, by game. Raises StoreTrouble."""
        known, whose = self._kept.get(venue, Known("", {}, {})), await self._games.whose(venue)
        if known.whose != whose:  # two selves were linked: their games now count together
            known = Known("", {}, whose)
        names, goes_on = await self._games.names_since(venue, known.last)
        fresh = (await self._games.named(venue, list(dict.fromkeys(names))))[::-1]
        ratings = known.ratings if goes_on else {}
        for some in paged(fresh, RATED_AT_ONCE):
            ratings = rated(ratings, some)
            await asyncio.sleep(0)  # let others run, since a year of games takes a moment
        self._kept[venue] = Known(names[0] if names else known.last, ratings, whose)
        return ratings
