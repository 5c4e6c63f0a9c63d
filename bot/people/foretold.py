"""What viewers may foretell of a game: who wins, who loses most, or whether the House wins. A result decides it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.people.finished_games import FinishedGame
from bot.text.safe_text import bare
from bot.text.words import Words

WINNER: Final = "winner"
LOSER: Final = "loser"
HOUSE: Final = "house"
FEWEST: Final = 2
MOST: Final = 10
LONGEST_OUTCOME: Final = 25


def winner(game: FinishedGame) -> int | None:
    """Return the seat that won alone; None: several did, or nobody."""
    won = [seat for seat, sat in enumerate(game.seats) if sat.won]
    return won[0] if len(won) == 1 else None


def loser(game: FinishedGame) -> int | None:
    """Return the seat that lost more than every other one; None: none did."""
    gains = [sat.gain for sat in game.seats]
    least = min(gains, default=0)
    return gains.index(least) if least < 0 and gains.count(least) == 1 else None


def house(game: FinishedGame) -> int | None:
    """Return 0 where the House has won of them all, 1 where it has paid; None: neither."""
    return None if game.bank == 0 else int(game.bank < 0)


DECIDED: Final[Mapping[str, Callable[[FinishedGame], int | None]]] = {WINNER: winner, LOSER: loser, HOUSE: house}
"""By what is foretold, the number of the outcome that came true; None: it is called off."""


def outcomes(foretold: str, names: Sequence[str], words: Words) -> list[str]:
    """Return what viewers choose from, in the order that decides; none where a game of these can't be foretold so."""
    if foretold == HOUSE:
        return [words.text("foretold-yes"), words.text("foretold-no")]
    return [outcome(name, seat) for seat, name in enumerate(names)] if FEWEST <= len(names) <= MOST else []


def outcome(name: str, seat: int) -> str:
    """Return a player as a choice: told apart by the number, cut to what a choice may hold."""
    number = f"{seat + 1}. "
    return number + bare(name)[: LONGEST_OUTCOME - len(number)]
