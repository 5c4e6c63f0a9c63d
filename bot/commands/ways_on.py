"""What can be said next where a line alone could not be done: a game to open, a table to speak of."""

from collections.abc import Iterable
from typing import Final

from bot.ports.messages import Choosable
from bot.ports.said import Said
from bot.text import Words
from games.catalogue import by_word
from games.kit.telling import Say

PLAY, OPEN = "play", "open"
"""What people say first who want a game, and the command that it means where a game's name follows."""
ABOUT_A_GAME: Final = frozenset({OPEN, "rules", "want"})
"""Commands that a game's name follows."""


def ways_on(wrong: Say, said: Said, words: Words) -> tuple[Choosable, ...]:
    """Return the lines that do what was refused for want of a game, or of a table's code; none for what else is wrong.

    Any refusal that lists games (`games`) leads to them, and any that lists codes (`codes`) to what was said, there.
    """
    games, codes = named(wrong, "games"), named(wrong, "codes")
    if codes:
        line = " ".join((said.typed, *said.rest))
        return tuple(Choosable(f"{code} {line}", code) for code in codes)
    if wrong.id == "no-such-game":
        return to_say(said.word if said.word in ABOUT_A_GAME else "", games, words)
    return to_say(OPEN, games, words)


def named(wrong: Say, key: str) -> list[str]:
    """Return what a refusal lists under this name."""
    listed = wrong.args.get(key, "")
    return listed.split(", ") if isinstance(listed, str) and listed else []


def to_say(word: str, names: Iterable[str], words: Words) -> tuple[Choosable, ...]:
    """Return this command with each of these games, called by the game's title; none without a command."""
    games = [game for name in names if word and (game := by_word(name)) is not None]
    return tuple(Choosable(f"{word} {game.name}", words.title(game)) for game in games)
