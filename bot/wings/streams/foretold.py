"""Decide from the record of a game what viewers predicted: who wins, who loses most, or whether something happens."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.people.finished_games import FinishedGame
from bot.text.safe_text import bare
from bot.text.words import Words

WINNER: Final = "winner"
LOSER: Final = "loser"
HOUSE: Final = "house"
ALONE: Final = "alone"
BROKE: Final = "broke"
FEAT: Final = "feat"
FEWEST: Final = 2
MOST: Final = 10
LONGEST_OUTCOME: Final = 25


def winner(game: FinishedGame) -> int | None:
    """Return the seat that won alone; None if several won, or nobody."""
    won = [seat for seat, sat in enumerate(game.seats) if sat.won]
    return won[0] if len(won) == 1 else None


def loser(game: FinishedGame) -> int | None:
    """Return the seat that lost more than all others; None if there is none."""
    gains = [sat.gain for sat in game.seats]
    least = min(gains, default=0)
    return gains.index(least) if least < 0 and gains.count(least) == 1 else None


def house(game: FinishedGame) -> int | None:
    """Return 0 if the House won on the whole, 1 if it paid; None: neither."""
    return None if game.bank == 0 else int(game.bank < 0)


def alone(game: FinishedGame) -> int:
    """Return 0 if one player won alone, 1 if several won, or nobody."""
    return int(winner(game) is None)


def broke(game: FinishedGame) -> int | None:
    """Return 0 if somebody lost all their suckers, 1 if nobody did; None if nobody had any."""
    had = [sat for sat in game.seats if sat.before > 0]
    return int(all(sat.after > 0 for sat in had)) if had else None


def feat(game: FinishedGame) -> int:
    """Return 0 if somebody did a feat, 1 if nobody did."""
    return int(not any(sat.feats for sat in game.seats))


DECIDED: Final[Mapping[str, Callable[[FinishedGame], int | None]]] = {
    WINNER: winner,
    LOSER: loser,
    HOUSE: house,
    ALONE: alone,
    BROKE: broke,
    FEAT: feat,
}
"""By kind of prediction, a function that returns the number of the true outcome; None: the prediction is called off."""


def outcomes(foretold: str, names: Sequence[str], words: Words) -> list[str]:
    """Return the outcomes to choose from, in order; empty if this can't be predicted with this many players."""
    if foretold not in {WINNER, LOSER}:
        return [words.text("foretold-yes"), words.text("foretold-no")]
    return [outcome(name, seat) for seat, name in enumerate(names)] if FEWEST <= len(names) <= MOST else []


def outcome(name: str, seat: int) -> str:
    """Return a player as a choice: with their number, and cut to the allowed length."""
    number = f"{seat + 1}. "
    return number + bare(name)[: LONGEST_OUTCOME - len(number)]
