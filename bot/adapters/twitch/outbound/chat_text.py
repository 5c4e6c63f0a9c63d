"""Text as a line of chat takes it: short, one line, and nothing that a site or another bot takes for a command."""

from collections.abc import Sequence
from typing import Final

import regex

LONGEST: Final = 500
"""Signs that Twitch takes in one line."""
OPENING: Final = "🎲 "
"""All our lines begin so: then none begins with a slash, a point, a sign of another bot, or a name (threats T12)."""
BETWEEN: Final = " · "
BREAKS: Final = regex.compile(r"\s*\n\s*")
ADDRESS: Final = regex.compile(r"https?://\S+")


def as_line(text: str) -> str:
    """Return one line of chat that opens as ours do, cut to what Twitch takes."""
    return cut(OPENING + flat(text), LONGEST)


def flat(text: str) -> str:
    """Return a text without breaks and double blanks."""
    return regex.sub(r"\s+", " ", BREAKS.sub(BETWEEN, text.strip()))


def cut(text: str, longest: int) -> str:
    """Return a text cut by graphemes, so that no emoji or letter is broken; counted as Twitch does, in code points."""
    if len(text) <= longest:
        return text
    kept = ""
    for grapheme in regex.findall(r"\X", text):
        if len(kept) + len(grapheme) > longest - 1:
            break
        kept += grapheme
    return kept.rstrip() + "…"


def joined(lines: Sequence[str]) -> list[str]:
    """Return lines put together into as few lines of chat as have room for them."""
    found: list[str] = []
    for one in map(flat, lines):
        together = f"{found[-1]} {one}" if found else one
        if found and len(OPENING + together) <= LONGEST:
            found[-1] = together
        else:
            found.append(one)
    return [as_line(one) for one in found]


def in_other_words(line: str, names: Sequence[str] = (), seats: Sequence[str] = ()) -> str:
    """Return a line for a chat that did not take it: without addresses, and with seats in place of people's names."""
    told = dict(zip(names, seats, strict=True))
    longest_first = sorted(filter(None, told), key=len, reverse=True)
    named = regex.compile(rf"(?<!\w)(?:{'|'.join(map(regex.escape, longest_first))})(?!\w)") if longest_first else None
    plain = ADDRESS.sub("…", line)
    return plain if named is None else cut(named.sub(lambda found: told[found[0]], plain), LONGEST)
