"""What a check has found: a mark, a line, and what is to be done."""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Mark(StrEnum):
    """How a thing stands."""

    GOOD = "✓"
    WRONG = "✗"
    NOTE = "·"


PLAIN: Final = {Mark.GOOD: "ok ", Mark.WRONG: "NO ", Mark.NOTE: " - "}
"""For terminals that have no such signs."""


class Finding(Struct, frozen=True):
    """One thing that was looked at. `about`: the same at each look; `todo`: what mends it, or is worth knowing."""

    about: str
    mark: Mark
    text: str
    todo: str = ""

    def line(self, encoding: str = "utf-8") -> str:
        """Return it as one line, in signs that this encoding has."""
        text = f"{self.text}. {sentence(self.todo)}" if self.todo else self.text
        try:
            "".join(Mark).encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return f"{PLAIN[self.mark]} {text.replace('…', '...')}"
        return f"{self.mark} {text}"


def sentence(words: str) -> str:
    """Return words as a sentence, with a capital and an end."""
    return f"{words[0].upper()}{words[1:]}{'' if words.endswith(('?', '.', ')')) else '.'}"


def good(about: str, text: str) -> Finding:
    """Return what stands as it should."""
    return Finding(about, Mark.GOOD, text)


def wrong(about: str, text: str, todo: str) -> Finding:
    """Return what has to be mended."""
    return Finding(about, Mark.WRONG, text, todo)


def note(about: str, text: str, todo: str = "") -> Finding:
    """Return what may stay as it is, or can't be known."""
    return Finding(about, Mark.NOTE, text, todo)
