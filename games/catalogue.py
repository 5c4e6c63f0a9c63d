"""Find the games that there are: those with an entry point in the group `potluck.games`."""

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from games.kit.game import Game
from games.kit.moves import verb

AnyGame = Game[Any, Any, Any]


@cache
def catalogue() -> dict[str, AnyGame]:
    """Every installed game by its name, in the order of the names."""
    found = [point.load() for point in entry_points(group="potluck.games")]
    return {game.name: game for game in sorted(found, key=lambda game: str(game.name))}


def by_word(word: str) -> AnyGame | None:
    """Return the game of this name or alias."""
    word = word.lower()
    return next((game for game in catalogue().values() if word == game.name or word in game.aliases), None)


@cache
def verbs() -> frozenset[str]:
    """Return the command words of all moves of all games."""
    return frozenset(verb(move) for game in catalogue().values() for move in game.moves)


@cache
def secret_verbs() -> frozenset[str]:
    """Return those of moves that are made in private only."""
    return frozenset(verb(move) for game in catalogue().values() for move in game.moves if move.secret)


def with_tournaments() -> tuple[AnyGame, ...]:
    """Return the games of which a tournament can be played."""
    return tuple(game for game in catalogue().values() if game.tournaments)
