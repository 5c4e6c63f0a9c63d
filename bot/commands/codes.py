"""Codes that people type: figures and letters in turn, none of which can be misread."""

from collections.abc import Callable
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
FIGURES: Final = "23456789"


def code_of(random_bytes: Callable[[int], bytes], length: int) -> str:
    """Return figures and letters in turn, none of which can be misread; so it is no table's code and no word."""
    signs = (FIGURES, LETTERS) * length
    return "".join(kind[one % len(kind)] for kind, one in zip(signs, random_bytes(length), strict=False))
