"""Make people's text harmless to read: pages show it as text only, and this keeps its shape (threats T11, T13)."""

import unicodedata

JOINER = "\u200d"
"""It joins emoji; all other invisible characters are removed."""
DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
MARKS = frozenset({"Mn", "Me"})
MOST_MARKS = 2
"""Combining marks on one base (threats T11)."""


def plain(text: str, limit: int) -> str:
    """Return one line of at most `limit` characters: no controls, no bidi or zero-width characters, no stacked
    marks.
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", " ".join(text[: limit * 8].split())):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in MARKS else 0
        if (kind not in DROPPED or sign == JOINER) and marks <= MOST_MARKS:
            kept.append(sign)
    return _cut("".join(kept).strip(JOINER + " "), limit)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip(JOINER + " ") + "…"
