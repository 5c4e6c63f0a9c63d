"""Fit text into a line of chat: short, in one line, and never a command for the site or another bot."""

from collections.abc import Sequence
from typing import Final

import regex

LONGEST: Final = 500
"""Characters that Twitch accepts in one line."""
OPENING: Final = "🎲 "
"""Begins all our lines, so that none begins with a slash, a dot, another bot's prefix or a name (threats T12)."""
BETWEEN: Final = " · "
BREAKS: Final = regex.compile(r"\s*\n\s*")
ADDRESS: Final = regex.compile(r"https?://\S+")


def as_line(text: str) -> str:
    """Return a line of chat with our opening, cut to what Twitch accepts."""
    return cut(OPENING + flat(text), LONGEST)


def flat(text: str) -> str:
    """Return a text without line breaks and repeated spaces."""
    return regex.sub(r"\s+", " ", BREAKS.sub(BETWEEN, text.strip()))


def cut(text: str, longest: int) -> str:
    """Return a text cut between graphemes, so that no emoji or letter breaks; the length counts code points, as on
    Twitch.
    """
    if len(text) <= longest:
        return text
    kept = ""
    for grapheme in regex.findall(r"\X", text):
        if len(kept) + len(grapheme) > longest - 1:
            break
        kept += grapheme
    return kept.rstrip() + "…"


def joined(lines: Sequence[str]) -> list[str]:
    """Return lines combined into as few lines of chat as hold them."""
    found: list[str] = []
    for one in map(flat, lines):
        together = f"{found[-1]} {one}" if found else one
        if found and len(OPENING + together) <= LONGEST:
            found[-1] = together
        else:
            found.append(one)
    return [as_line(one) for one in found]


def in_other_words(line: str, names: Sequence[str] = (), seats: Sequence[str] = ()) -> str:
    """Return a line that a chat rejected, without addresses, and with seats instead of people's names."""
    told = dict(zip(names, seats, strict=True))
    longest_first = sorted(filter(None, told), key=len, reverse=True)
    named = regex.compile(rf"(?<!\w)(?:{'|'.join(map(regex.escape, longest_first))})(?!\w)") if longest_first else None
    plain = ADDRESS.sub("…", line)
    return plain if named is None else cut(named.sub(lambda found: told[found[0]], plain), LONGEST)
