"""Find the installed games: those with an entry point in the group `potluck.games`."""

from functools import cache, cached_property
from importlib.metadata import entry_points
from typing import Any

from games.kit.game import Game
from games.kit.moves import verb

AnyGame = Game[Any, Any, Any]


class Catalogue(dict[str, AnyGame]):
    """Map each game's name to the game, with indexes by alias and by the command words of moves."""

    @cached_property
    def by_word(self) -> dict[str, AnyGame]:
        """Map every name and alias to its game. Where two games share a word, the first one has it."""
        found: dict[str, AnyGame] = {}
        for game in self.values():
            for word in (game.name, *game.aliases):
                found.setdefault(word, game)
        return found

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Return the command words of all moves of all games."""
        return frozenset(verb(move) for game in self.values() for move in game.moves)

    @cached_property
    def opening_verbs(self) -> frozenset[str]:
        """Return the command words of the moves with which games open."""
        return frozenset(verb(game.opening) for game in self.values() if game.opening is not None)

    @cached_property
    def secret_verbs(self) -> frozenset[str]:
        """Return the command words of the moves that are made in private only."""
        return frozenset(verb(move) for game in self.values() for move in game.moves if move.secret)


@cache
def catalogue() -> Catalogue:
    """Return every installed game, in the order of the names."""
    found = [point.load() for point in entry_points(group="potluck.games")]
    return Catalogue({game.name: game for game in sorted(found, key=lambda game: str(game.name))})


def by_word(word: str) -> AnyGame | None:
    """Return the game of this name or alias."""
    return catalogue().by_word.get(word.lower())


def with_tournaments() -> tuple[AnyGame, ...]:
    """Return the games that can be played as a tournament."""
    return tuple(game for game in catalogue().values() if game.tournaments)
