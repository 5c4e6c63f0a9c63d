"""Ratings: how strong somebody plays one game at a venue, from the games that its archive keeps (Weng-Lin 2011)."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from cachetools import LRUCache
from msgspec import Struct

from bot.people.finished_games import FinishedGame, FinishedGames, Sat, Whose
from bot.ports.ids import PersonId, VenueId
from persistence import Store

FEWEST_GAMES: Final = 10
"""Before so many rated games a rating is not shown: it says little yet."""
MOST_RATED: Final = 20
"""Seats of the largest game that is rated; in a crowd nobody plays against anybody."""
HOUSE: Final = (25.0, 1.0)
"""The rating of every house bot, and how sure it is: the beginner's own, fixed."""
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


Histories = Mapping[tuple[str, PersonId], Sequence[tuple[int, int]]]
"""By game and person: when (ms) each rated game ended, and the rating after it."""
OfGames = Mapping[str, Mapping[PersonId, Rating]]
"""Ratings of people, by game."""


@cache
def model() -> Any:
    """Return the model of Plackett and Luce; read late, for most processes never rate anybody."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - see above

    return PlackettLuce()


def is_rated(game: FinishedGame) -> bool:
    """Tell whether a game says who plays better: it was whole, several sat, and not each against the House."""
    return game.counts and game.rates and 2 <= len(game.seats) <= MOST_RATED and bool(game.people)


def ranks(seats: Iterable[Sat]) -> list[int]:
    """Return the place of each seat from 0: winners first, then by what they won; who left for good comes last."""
    sat = list(seats)
    keys = [(one.left, not one.won, -one.gain if not one.won else 0) for one in sat]
    ordered = sorted(set(keys))
    return [ordered.index(key) for key in keys]


def rated(before: OfGames, games: Iterable[FinishedGame]) -> OfGames:
    """Return everybody's rating in each game after these, the oldest first."""
    now = {name: dict(ratings) for name, ratings in before.items()}
    for game in games:
        if is_rated(game):
            of_game = now.setdefault(game.game, {})
            of_game.update(_after(of_game, game))
    return now


def _after(now: Mapping[PersonId, Rating], game: FinishedGame) -> dict[PersonId, Rating]:
    of = model()
    fresh = of.rating()
    known = [now.get(sat.player, Rating(fresh.mu, fresh.sigma)) for sat in game.seats]
    teams = [
        [of.rating(mu=HOUSE[0], sigma=HOUSE[1]) if sat.house else of.rating(mu=one.mean, sigma=one.unsure)]
        for sat, one in zip(game.seats, known, strict=True)
    ]
    after = of.rate(teams, ranks=ranks(game.seats))
    return {
        sat.player: Rating(new.mu, new.sigma, one.games + 1)
        for sat, one, (new,) in zip(game.seats, known, after, strict=True)
        if not sat.house
    }


def histories(games: Iterable[FinishedGame]) -> Histories:
    """Return the rating of each person in each game after each time they played it, the oldest first."""
    now: OfGames = {}
    found: dict[tuple[str, PersonId], list[tuple[int, int]]] = {}
    for game in games:
        if is_rated(game):
            of_game = {**now.get(game.game, {}), **_after(now.get(game.game, {}), game)}
            now = {**now, game.game: of_game}
            for person in game.people:
                found.setdefault((game.game, person), []).append((game.ended, of_game[person].shown))
    return found


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
        for start in range(0, len(fresh), RATED_AT_ONCE):
            ratings = rated(ratings, fresh[start : start + RATED_AT_ONCE])
            await asyncio.sleep(0)  # a year of games is work for a moment, and others wait meanwhile
        self._kept[venue] = Known(names[0] if names else known.last, ratings, whose)
        return ratings
