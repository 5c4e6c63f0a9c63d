"""Read and hold the words that a place leaves to its other bots besides the usual ones, and those that it takes."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from bot.commands.other_bots import COMMON
from bot.people.venues import OFF, VenueSettings
from bot.table.change import Refused
from bot.text.safe_text import safe_text
from games.catalogue import catalogue

BY_NAME: Final = "potluck"
"""The word that calls the bot by its name: what follows is for it, whatever other bots have."""
MOST_WORDS: Final = 100
LONGEST_WORD: Final = 25
LISTS: Final = 256
"""How many places' lists are at hand; another one is made anew."""
ADD: Final = "add"
FREE: Final = "free"
LIST: Final = "list"


@lru_cache(LISTS)
def left_to_others(others: tuple[str, ...], freed: tuple[str, ...]) -> frozenset[str]:
    """Return the words that other bots of a place have, as its lists say."""
    return COMMON.union(others).difference(freed)


def common_at(settings: VenueSettings) -> frozenset[str]:
    """Return the words that other bots of a place have."""
    return left_to_others(settings.others, settings.freed)


def kept() -> frozenset[str]:
    """Return the words that are never left to others: the bot's name, and those with which the chat comes to a game."""
    games = {word for game in catalogue().values() for word in (game.name, *game.aliases)}
    return frozenset((games - COMMON) | {BY_NAME, "join"})


def bare_word(word: str) -> str:
    """Return a word without the sign before it. Raises Refused for what can't be one bot's command."""
    found = word.lower().strip(",;")
    while found and not found[0].isalnum():
        found = found[1:]
    plain = all(sign.isalnum() or sign in "_-" for sign in found)
    if not found or not plain or len(found) > LONGEST_WORD or found == OFF:
        raise Refused("odd-word", word=safe_text(word, 30), most=LONGEST_WORD)
    return found


def another_bots(word: str) -> str:
    """Return a word that other bots may have. Raises Refused for one that is never left to them."""
    found = bare_word(word)
    if found in kept():
        raise Refused("word-is-kept", word=found)
    return found


def left_before(word: str, now: VenueSettings) -> str:
    """Return a word that is left to other bots now. Raises Refused for one that is not."""
    found = bare_word(word)
    if found not in COMMON and found not in now.others:
        raise Refused("word-is-not-left", word=found)
    return found


def add(words: tuple[str, ...]) -> Callable[[VenueSettings], VenueSettings]:
    """Return what leaves these words to other bots, too."""
    new = [another_bots(word) for word in words]
    return lambda now: with_lists(now, (*now.others, *new), tuple(one for one in now.freed if one not in new))


def free(words: tuple[str, ...]) -> Callable[[VenueSettings], VenueSettings]:
    """Return what takes these words from other bots; it raises Refused where they have one of them not."""

    def alter(now: VenueSettings) -> VenueSettings:
        taken = [left_before(word, now) for word in words]
        return with_lists(now, tuple(one for one in now.others if one not in taken), (*now.freed, *taken))

    return alter


def only(words: tuple[str, ...]) -> Callable[[VenueSettings], VenueSettings]:
    """Return what makes these the words that are left to other bots besides the usual ones."""
    new = tuple(another_bots(word) for word in words)
    return lambda now: with_lists(now, new, tuple(one for one in now.freed if one not in new))


def only_free(words: tuple[str, ...]) -> Callable[[VenueSettings], VenueSettings]:
    """Return what takes these of the usual words from other bots, and no others."""
    taken = tuple(left_before(word, VenueSettings()) for word in words)
    return lambda now: with_lists(now, now.others, taken)


def with_lists(now: VenueSettings, others: tuple[str, ...], freed: tuple[str, ...]) -> VenueSettings:
    """Return settings with these lists, without what says nothing. Raises Refused where one is too long."""
    others = tuple(dict.fromkeys(one for one in others if one not in COMMON))
    freed = tuple(dict.fromkeys(one for one in freed if one in COMMON))
    if max(len(others), len(freed)) > MOST_WORDS:
        raise Refused("too-many-listed", most=MOST_WORDS)
    return replace(now, others=others, freed=freed)
