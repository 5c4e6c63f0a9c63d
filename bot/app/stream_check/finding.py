"""The result of a check: a mark, a line, and what to do."""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Mark(StrEnum):
    """Whether something is good, wrong, or worth a note."""

    GOOD = "✓"
    WRONG = "✗"
    NOTE = "·"


PLAIN: Final = {Mark.GOOD: "ok ", Mark.WRONG: "NO ", Mark.NOTE: " - "}
"""Marks for terminals that can't show the others."""


class Finding(Struct, frozen=True):
    """The result of checking one thing. `about`: the same name at each check; `todo`: how to fix it, or what is worth
    knowing.
    """

    about: str
    mark: Mark
    text: str
    todo: str = ""

    def line(self, encoding: str = "utf-8") -> str:
        """Return the finding as one line, in characters that this encoding has."""
        text = f"{self.text}. {sentence(self.todo)}" if self.todo else self.text
        try:
            "".join(Mark).encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return f"{PLAIN[self.mark]} {text.replace('…', '...')}"
        return f"{self.mark} {text}"


def sentence(words: str) -> str:
    """Return words as a sentence, with a capital letter and a full stop."""
    return f"{words[0].upper()}{words[1:]}{'' if words.endswith(('?', '.', ')')) else '.'}"


def good(about: str, text: str) -> Finding:
    """Return a finding of something good."""
    return Finding(about, Mark.GOOD, text)


def wrong(about: str, text: str, todo: str) -> Finding:
    """Return a finding of something that has to be fixed."""
    return Finding(about, Mark.WRONG, text, todo)


def note(about: str, text: str, todo: str = "") -> Finding:
    """Return a finding of something that may stay as it is, or can't be known."""
    return Finding(about, Mark.NOTE, text, todo)
