"""Decide by its record what viewers may foretell of a game: who wins, who loses most, or whether something happens."""

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


def alone(game: FinishedGame) -> int:
    """Return 0 where one player won alone, 1 where several did, or nobody."""
    return int(winner(game) is None)


def broke(game: FinishedGame) -> int | None:
    """Return 0 where somebody who had suckers has none left, 1 where nobody has; None: nobody had any to lose."""
    had = [sat for sat in game.seats if sat.before > 0]
    return int(all(sat.after > 0 for sat in had)) if had else None


def feat(game: FinishedGame) -> int:
    """Return 0 where somebody did a feat, 1 where nobody did."""
    return int(not any(sat.feats for sat in game.seats))


DECIDED: Final[Mapping[str, Callable[[FinishedGame], int | None]]] = {
    WINNER: winner,
    LOSER: loser,
    HOUSE: house,
    ALONE: alone,
    BROKE: broke,
    FEAT: feat,
}
"""By what is foretold, the number of the outcome that came true; None: it is called off."""


def outcomes(foretold: str, names: Sequence[str], words: Words) -> list[str]:
    """Return what viewers choose from, in the order that decides; none where a game of these can't be foretold so."""
    if foretold not in {WINNER, LOSER}:
        return [words.text("foretold-yes"), words.text("foretold-no")]
    return [outcome(name, seat) for seat, name in enumerate(names)] if FEWEST <= len(names) <= MOST else []


def outcome(name: str, seat: int) -> str:
    """Return a player as a choice: told apart by the number, cut to what a choice may hold."""
    number = f"{seat + 1}. "
    return number + bare(name)[: LONGEST_OUTCOME - len(number)]
