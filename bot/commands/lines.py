"""Lines of chat, taken apart: a command of the bot, a move of a game, or nothing for us; and which of them may say a
password.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from bot.commands.table import ALIASES, COMMANDS
from bot.commands.ways_on import OPEN, PLAY
from bot.commands.word_lists import BY_NAME
from bot.ports.ids import TableCode
from bot.ports.messages import Message
from bot.ports.said import CODE, Said
from bot.table.change import Refused
from bot.table.document import Session
from bot.text.reader import nearest
from bot.text.safe_text import safe_text
from games.catalogue import catalogue
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
    line = message.text.strip()
    if line.startswith(prefix):
        line = line[len(prefix) :]
    elif not (message.private or message.table):  # on a button the sign may be left out, too
        return None
    if len(line) > LONGEST_LINE:
        raise Refused("too-long", most=LONGEST_LINE)
    is_plain = line.isascii() and line.isprintable()
    words = line.split() if is_plain else safe_text(line, LONGEST_LINE).split()
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
    if word == PLAY and opens_a_game(words):
        return Said(message, code, OPEN, tuple(words[1:]), OPEN, by_name)
    return Said(message, code, ALIASES.get(word, word), tuple(words[1:]), word, by_name)


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
    return word.lower() in catalogue().by_word


# Lines that say a password, or nearly do: what must be kept nowhere, and taken back where all read it

CUT: Final = "…"
"""Stands for words that may be a password, where a line is kept."""
LONG: Final = 6
"""Letters of a word that no other word is near to."""
MISTYPED: Final = 0.75
"""How much a word must look like one that a password may follow."""
IN_SHORT: Final = frozenset({"pass", "pw", "pwd", "psw", "passcode", "passphrase"})
"""Lists what people also say for a password."""
JOINED: Final = re.compile(r"(?P<word>\w+)[:=](?P<rest>.+)")
BESIDE: Final = frozenset({"is", "word", "to", "=", ":"})
"""Words that may stand between the command and the password."""


def is_known(word: str) -> bool:
    """Tell whether a word is a command, a game or a move."""
    moves = is_move(word) or any(game.implied(word) for game in catalogue().values())
    return word in COMMANDS or is_game(word) or moves


def may_say_password(said: Said) -> bool:
    """Tell whether something follows a word that a password may follow."""
    command = COMMANDS.get(said.word)
    return command is not None and command.unkept and bool(said.rest)


def passwords_in(said: Said) -> tuple[str, ...]:
    """Return the words of a line that may be a password, after a word for it or one nearly like it."""
    if may_say_password(said):
        return said.rest
    found = said.rest if said.word in IN_SHORT or is_slip(said.word) else ()
    if said.rest and is_said_for_it(said.word + said.rest[0]):
        found = said.rest[1:]
    if not is_known(said.word):
        found = found or glued(said.word)
    return tuple(word for word in after_word_for_it(said.rest) or found if word.lower() not in BESIDE)


def after_word_for_it(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what follows the first of these words that a password may follow, or is written in one with it."""
    for at, word in enumerate(words):
        if is_said_for_it(word):
            return words[at + 1 :]
        if rest := glued(word):
            return (*rest, *words[at + 1 :])
    return ()


def nearly_says_password(said: Said) -> bool:
    """Tell whether a line says a password by a word that is mistyped, or is not the one that is taken."""
    return not may_say_password(said) and bool(passwords_in(said))


def is_slip(word: str) -> bool:
    """Tell whether a word is a mistyped one that a password may follow. Many are near a short one: there only letters
    may be swapped.
    """
    return not is_known(word) and any(is_near(word, one) for one in before_passwords())


def is_near(word: str, of: str) -> bool:
    if len(of) < LONG:
        return word[:1] == of[0] and sorted(word) == sorted(of)
    return bool(nearest(word, (of,), MISTYPED))


def is_said_for_it(word: str) -> bool:
    """Tell whether a word is the long one that a password may follow, or nearly so."""
    return any(is_near(word.lower(), one) for one in before_passwords() if len(one) >= LONG)


def glued(word: str) -> tuple[str, ...]:
    """Return what is written in one with a word that a password may follow."""
    apart, lower = JOINED.fullmatch(word), word.lower()
    if apart is not None:
        before = apart["word"].lower()
        return (apart["rest"],) if before in {*before_passwords(), *IN_SHORT} or is_slip(before) else ()
    long = next((one for one in before_passwords() if len(one) >= LONG and lower.startswith(one)), "")
    return (word[len(long) :],) if long and not is_near(lower, long) else ()


@cache
def before_passwords() -> tuple[str, ...]:
    """Return the words that a password may follow."""
    return tuple(word for word, command in COMMANDS.items() if command.unkept)


def as_kept(said: Said) -> Message:
    """Return a message as it is kept for disputes: without what follows a word that a password may follow."""
    if said.word not in COMMANDS or not may_say_password(said):
        return said.message
    return replace(said.message, text=" ".join(filter(None, (said.code, said.typed))))


def shortened(said: Said, session: Session) -> Message | None:
    """Return what is kept of a refused line in which somebody may have mistyped a password: a word alone, which at a
    table by invitation may itself be one; None: it is kept as it is.
    """
    known, closed = is_known(said.word), session.options.by_invitation
    if known and not (closed and (said.message.private or nearly_says_password(said))):
        return None
    word = said.typed if known or not (closed or glued(said.word)) else CUT
    return replace(said.message, text=" ".join(filter(None, (said.code, word))))
