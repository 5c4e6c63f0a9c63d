"""Games of the archive in words: how each ended, and what they are called."""

from typing import Final

from bot.people.finished_games import FinishedGame
from bot.text import Words
from games.catalogue import catalogue

NAMED: Final = 4


def title(game: str, words: Words) -> str:
    """Return what a game is called; one that is installed no more by its name."""
    return words.title(catalogue()[game]) if game in catalogue() else game


def how_it_ended(game: FinishedGame, words: Words) -> str:
    """Say who won a game, how much, and against whom; or why it was called off."""
    if game.void:
        return words.text("ended-void", why=game.void)
    winners = [sat.name for sat in game.seats if sat.won]
    others = [sat.name for sat in game.seats if not sat.won]
    if not winners:
        return words.text("ended-house") if game.bank > 0 else words.text("ended-nobody")
    gain = max(0, sum(sat.gain for sat in game.seats if sat.won))
    who = words.listed(cut(winners, words))
    if not others:
        return words.text("ended-alone", who=who, gain=gain)
    return words.text("ended-won", who=who, gain=gain, others=words.listed(cut(others, words)))


def cut(names: list[str], words: Words) -> list[str]:
    """Return so many names as a line has room for, and how many more there are."""
    if len(names) <= NAMED:
        return names
    return [*names[:NAMED], words.text("so-many-more", count=len(names) - NAMED)]
