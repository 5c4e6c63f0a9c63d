"""List the games here, and provide what their tests share with those of other packages (`potluck.testing`)."""

import coins
import highdie
import highest
import pig
import pytest

from games.catalogue import AnyGame, catalogue
from games.lab.simulation import simulate
from potluck.testing.positions import (
    MOST_DEEDS,
    Opening,
    Position,
    a_whole_game,
    openings,
    positions,
    texts_of,
    thoroughly,
)

__all__ = [
    "GAMES",
    "MOST_DEEDS",
    "Opening",
    "Position",
    "a_whole_game",
    "each_game",
    "nothing_is_wrong",
    "openings",
    "positions",
    "texts_of",
    "thoroughly",
]

GAMES: dict[str, AnyGame] = {
    **catalogue(),
    **{game.name: game for game in (highdie.GAME, highest.GAME, coins.GAME, pig.GAME)},
}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


# Whole games of house bots


def nothing_is_wrong(game: AnyGame, seats: int, given: dict[str, str], *, games: int, seed: bytes, level: int) -> None:
    """Play this many games and check each rule after every move: all must finish without a violation."""
    report = simulate(game, seats=seats, games=games, seed=seed, options=given, level=level)
    assert (report.violations, report.first) == (0, ())
    assert report.finished == games
