"""Games of the archive in words: titles, results, options."""

from typing import Final

from bot.people.finished_games import FinishedGame
from bot.text import MissingWordsError, Words
from games.catalogue import catalogue
from games.kit.telling import say

NAMED: Final = 4


def title(game: str, words: Words) -> str:
    """Return the title of a game; if it is no longer installed, its name."""
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
    """Return the names that a line has room for, and how many others there are."""
    if len(names) <= NAMED:
        return names
    return [*names[:NAMED], words.text("so-many-more", count=len(names) - NAMED)]


def options_of(game: FinishedGame) -> tuple[str, ...]:
    """Return the options of a game that differed from the usual, as typed."""
    return tuple(f"{key}={value}" for key, value in game.options.items())


def favourite_of(game: str, verb: str, words: Words) -> str:
    """Return a move as buttons name it; empty if there is none, or its game is no longer installed."""
    if not verb or game not in catalogue():
        return ""
    try:
        return words.sentence(say(f"move-{verb}"), (), catalogue()[game])
    except MissingWordsError:
        return verb
