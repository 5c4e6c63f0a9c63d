"""Suggestions after a line that could not be done: games to open, or tables to name."""

from collections.abc import Iterable
from typing import Final

from bot.ports.messages import Choosable
from bot.ports.said import Said
from bot.table.queueing import JOIN
from bot.text import Words
from games.catalogue import by_word, catalogue
from games.kit.telling import Say

PLAY, OPEN = "play", "open"
"""What people who want a game type, and the command that it means if the name of a game follows."""
ABOUT_A_GAME: Final = frozenset({OPEN, "rules", "want"})
"""Commands with the name of a game after them."""
CLOSE: Final = "close"
SAID_THERE: Final = {"most-tables-here": JOIN}
"""Says for a refusal what is typed at a table that it lists, where that is not the refused line itself."""


def ways_on(wrong: Say, said: Said, words: Words) -> tuple[Choosable, ...]:
    """Return lines that repeat a refused one with the missing game or table code; none for other refusals.

    If a refusal lists games (`games`), the lines open them; if it lists codes (`codes`), they repeat the line there.
    Who hosts too many tables can close one.
    """
    games, codes = named(wrong, "games"), named(wrong, "codes")
    if wrong.id == "too-many-of-yours":
        known = catalogue()
        each = [(code, known[game]) for code, game in zip(codes, games, strict=True) if game in known]
        return tuple(closing(code, words.title(game), words) for code, game in each)
    if codes:
        line = SAID_THERE.get(wrong.id) or " ".join((said.typed, *said.rest))
        return tuple(Choosable(f"{code} {line}", code) for code in codes)
    if wrong.id == "no-such-game":
        return to_say(said.word if said.word in ABOUT_A_GAME else "", games, words)
    return to_say(OPEN, games, words)


def closing(code: str, game: str, words: Words) -> Choosable:
    """Return the line that closes a table of one's own."""
    return Choosable(f"{code} {CLOSE}", words.text("close-this", code=code, game=game))


def named(wrong: Say, key: str) -> list[str]:
    """Return what a refusal lists in this argument."""
    listed = wrong.args.get(key, "")
    return listed.split(", ") if isinstance(listed, str) and listed else []


def to_say(word: str, names: Iterable[str], words: Words) -> tuple[Choosable, ...]:
    """Return this command with each of these games, labelled with the game's title; none without a command."""
    games = [game for name in names if word and (game := by_word(name)) is not None]
    return tuple(Choosable(f"{word} {game.name}", words.title(game)) for game in games)
