"""Lines of chat, taken apart: a command of the bot, a move of a game, or nothing for us."""

from collections.abc import Sequence
from typing import Final

from bot.commands.table import ALIASES, COMMANDS
from bot.commands.ways_on import OPEN, PLAY
from bot.commands.word_lists import BY_NAME
from bot.ports.ids import TableCode
from bot.ports.messages import Message
from bot.ports.said import CODE, Said
from bot.table.change import Refused
from bot.text.safe_text import safe_text
from games.catalogue import by_word, catalogue
from games.kit.moves import verb

LONGEST_LINE: Final = 500
AFTER_A_WORD: Final = "!?.,;:"
"""Signs that people type after a command and that mean nothing."""
IN_A_THREAD: Final = ["table", "in", "a", "thread"]


def read_line(message: Message, prefix: str) -> Said | None:
    """Take a line apart; None if it is not for us, which is the common case and cheap. In private the sign may be left
    out.

    Raises Refused for a line that is too long.
    """
    line = for_us(message, prefix)
    if line is None:
        return None
    if len(line) > LONGEST_LINE:
        raise Refused("too-long", most=LONGEST_LINE)
    words = safe_text(line, LONGEST_LINE).split()
    by_name = bool(words) and words[0].lower().rstrip(AFTER_A_WORD) == BY_NAME
    words = (words[1:] or ["help"]) if by_name else words
    code = message.table
    if words and not code and CODE.fullmatch(words[0]):
        code, words = TableCode(words[0].upper()), words[1:]
    if not words:
        return Said(message, code, "table", (), "table", by_name) if code else None
    word = words[0].lower().rstrip(AFTER_A_WORD) or words[0]
    if len(words) >= len(IN_A_THREAD) and [one.lower() for one in words[:4]] == IN_A_THREAD:
        return Said(message, code, "thread", (), "thread", by_name)
    if opens_a_game(words):
        return Said(message, code, OPEN, tuple(words[1:]), OPEN, by_name)
    return Said(message, code, ALIASES.get(word, word), tuple(words[1:]), word, by_name)


def for_us(message: Message, prefix: str) -> str | None:
    """Return what follows the sign, which may be left out in private and on a button; None where it is missing."""
    line = message.text.strip()
    if line.startswith(prefix):
        return line[len(prefix) :]
    return line if message.private or message.table else None


def opens_a_game(words: Sequence[str]) -> bool:
    """Tell whether a line is `play GAME`, which opens that game. No card has the name of a game."""
    return len(words) > 1 and words[0].lower() == PLAY and is_game(words[1].rstrip(AFTER_A_WORD))


def known_words() -> list[str]:
    """Return all known words, for "did you mean"."""
    games = [word for game in catalogue().values() for word in (game.name, *game.aliases)]
    moves = [verb(move) for game in catalogue().values() for move in game.moves]
    return list(dict.fromkeys([*COMMANDS, *moves, *games]))


def is_move(word: str) -> bool:
    """Tell whether any game has a move of this name."""
    return word in catalogue().verbs


def is_game(word: str) -> bool:
    """Tell whether this is the name of a game."""
    return by_word(word) is not None
