"""Codes that people type: digits and letters in turn, without signs that are easy to misread."""

from collections.abc import Callable
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
FIGURES: Final = "23456789"


def code_of(random_bytes: Callable[[int], bytes], length: int) -> str:
    """Return digits and letters in turn. The alternation keeps it different from words and the codes of tables."""
    signs = (FIGURES, LETTERS) * length
    return "".join(kind[one % len(kind)] for kind, one in zip(signs, random_bytes(length), strict=False))
