"""Lines that say a password, or nearly do: what must be kept nowhere, and taken back where all read it."""

import re
from functools import cache
from typing import Final

from msgspec.structs import replace

from bot.commands.lines import is_known, may_say_password
from bot.commands.table import COMMANDS
from bot.ports.messages import Message
from bot.ports.said import Said
from bot.table.document import Session
from bot.text.reader import nearest

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


def shortened(said: Said, session: Session) -> Message | None:
    """Return what is kept of a refused line in which somebody may have mistyped a password: a word alone, which at a
    table by invitation may itself be one; None: it is kept as it is.
    """
    known, closed = is_known(said.word), session.options.by_invitation
    if known and not (closed and (said.message.private or nearly_says_password(said))):
        return None
    word = said.typed if known or not (closed or glued(said.word)) else CUT
    return replace(said.message, text=" ".join(filter(None, (said.code, word))))
