"""Change the lists of words that a channel leaves to its other bots (`bot/commands/word_lists.py`)."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from bot.commands.word_lists import BY_NAME, COMMON
from bot.people.venues import OFF, VenueSettings
from bot.table.change import Refused
from bot.text.safe_text import safe_text
from games.catalogue import catalogue

MOST_WORDS: Final = 100
LONGEST_WORD: Final = 25
ADD: Final = "add"
FREE: Final = "free"
LIST: Final = "list"


def kept() -> frozenset[str]:
    """Return the words that are never left to others: the bot's name, and the words that bring people to a game."""
    games = {word for game in catalogue().values() for word in (game.name, *game.aliases)}
    return frozenset((games - COMMON) | {BY_NAME, "join"})


def bare_word(word: str) -> str:
    """Return a word without the sign before it. Raises Refused if it can't be the command of a bot."""
    found = word.lower().strip(",;")
    while found and not found[0].isalnum():
        found = found[1:]
    plain = all(sign.isalnum() or sign in "_-" for sign in found)
    if not found or not plain or len(found) > LONGEST_WORD or found == OFF:
        raise Refused("odd-word", word=safe_text(word, 30), most=LONGEST_WORD)
    return found


def another_bots(word: str) -> str:
    """Return a word that can be left to other bots. Raises Refused for words that never are."""
    found = bare_word(word)
    if found in kept():
        raise Refused("word-is-kept", word=found)
    return found


def left_before(word: str, now: VenueSettings) -> str:
    """Return a word that is now left to other bots. Raises Refused for a word that is not."""
    found = bare_word(word)
    if found not in COMMON and found not in now.others:
        raise Refused("word-is-not-left", word=found)
    return found


def add(words: tuple[str, ...]) -> Callable[[VenueSettings], VenueSettings]:
    """Return a change of settings that leaves these words to other bots, too."""
    new = [another_bots(word) for word in words]
    return lambda now: with_lists(now, (*now.others, *new), tuple(one for one in now.freed if one not in new))


def free(words: tuple[str, ...]) -> Callable[[VenueSettings], VenueSettings]:
    """Return a change of settings that takes these words back; it raises Refused for a word that was not left to
    others.
    """

    def alter(now: VenueSettings) -> VenueSettings:
        taken = [left_before(word, now) for word in words]
        return with_lists(now, tuple(one for one in now.others if one not in taken), (*now.freed, *taken))

    return alter


def only(words: tuple[str, ...]) -> Callable[[VenueSettings], VenueSettings]:
    """Return a change of settings that leaves exactly these words to other bots, besides the usual ones."""
    new = tuple(another_bots(word) for word in words)
    return lambda now: with_lists(now, new, tuple(one for one in now.freed if one not in new))


def only_free(words: tuple[str, ...]) -> Callable[[VenueSettings], VenueSettings]:
    """Return a change of settings that takes back exactly these of the usual words."""
    taken = tuple(left_before(word, VenueSettings()) for word in words)
    return lambda now: with_lists(now, now.others, taken)


def with_lists(now: VenueSettings, others: tuple[str, ...], freed: tuple[str, ...]) -> VenueSettings:
    """Return settings with these lists, without entries that change nothing. Raises Refused if one is too long."""
    others = tuple(dict.fromkeys(one for one in others if one not in COMMON))
    freed = tuple(dict.fromkeys(one for one in freed if one in COMMON))
    if max(len(others), len(freed)) > MOST_WORDS:
        raise Refused("too-many-listed", most=MOST_WORDS)
    return replace(now, others=others, freed=freed)
