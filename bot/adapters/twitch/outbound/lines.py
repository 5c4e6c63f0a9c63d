"""A table's news as lines of chat: short, what matters first, and nothing that a site takes for a command."""

from itertools import groupby
from typing import Final

import regex

from bot.ports.messages import News, Panel, Update
from bot.text import Words

LONGEST: Final = 500
"""Signs that Twitch takes in one line."""
MOST_LINES: Final = 2
OPENING: Final = "🎲 "
"""All our lines begin so: then none begins with a slash, a point, a sign of another bot, or a name (threats T12)."""
BETWEEN: Final = " · "
MOST_NAMED: Final = 3
MOST_MOVES: Final = 4
MOST_NEWCOMERS: Final = 6
"""Named, of many who sit down at once."""
BREAKS: Final = regex.compile(r"\s*\n\s*")
ADDRESS: Final = regex.compile(r"https?://\S+")
SENTENCE: Final = regex.compile(r"(?<=[.!?…])\s+")


def as_line(text: str) -> str:
    """Return one line of chat that opens as ours do, cut to what Twitch takes."""
    flat = regex.sub(r"\s+", " ", BREAKS.sub(BETWEEN, text.strip()))
    return cut(OPENING + flat, LONGEST)


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


def lines_of(update: Update, words: Words, *, hands_at: str = "") -> list[str]:
    """Return what is said of an update: its news, who is to play, and last the fine print.

    `hands_at`: the address of people's own pages, where it is to be said now.
    """
    said = gathered(standing(update.news), words)
    after = [
        part for part in (turn(update, words), words.text("twitch-hands", address=hands_at) if hands_at else "") if part
    ]
    lines = packed(update.card.code, said, after) if said or after else []
    return with_proofs(lines, [one.text for one in update.news if one.fine])


def without_addresses(line: str) -> str:
    """Return a line for a chat that takes no addresses."""
    return ADDRESS.sub("…", line)


def standing(news: tuple[News, ...]) -> list[News]:
    """Return of lines that replace each other the last; nothing that is fine print."""
    plain = [one for one in news if not one.fine]
    last = max((place for place, one in enumerate(plain) if one.replaces), default=-1)
    return [one for place, one in enumerate(plain) if not one.replaces or place == last]


def gathered(news: list[News], words: Words) -> list[str]:
    """Return the news as sentences: of many who sit down one after the other, one."""
    found: list[str] = []
    for arrives, run in groupby(news, key=lambda one: bool(one.newcomer)):
        together = list(run)
        if arrives and len(together) > 1:
            called, more = [one.newcomer for one in together[:MOST_NEWCOMERS]], len(together) - MOST_NEWCOMERS
            who = ", ".join(called) if more > 0 else words.listed(called)
            found.append(words.text("sat-down-many", who=who, more=max(0, more)))
        else:
            found.extend(one.text for one in together)
    return found


def turn(update: Update, words: Words) -> str:
    """Return who is to play, and what they may do as everybody may know it; empty where nobody is awaited."""
    panel = update.card
    awaited = [seat.name for seat in panel.seats if seat.awaited and not seat.bot]
    if panel.phase != "playing" or not awaited or not update.notify:
        return ""
    who = words.listed(awaited) if len(awaited) <= MOST_NAMED else words.text("twitch-several", count=len(awaited))
    told = words.text("twitch-to-play", who=who)
    return f"{told} {moves(panel, words)}".strip()


def moves(panel: Panel, words: Words) -> str:
    """Return the open moves as they are typed: `!split, !stand`."""
    typed = [f"{words.prefix}{one.line or one.verb}" for one in panel.open_moves if not one.secret]
    return ", ".join(typed[:MOST_MOVES])


def packed(code: str, said: list[str], after: list[str]) -> list[str]:
    """Return two lines at most. What finds no room is the oldest of the news: it stands on the overlay and the page."""
    head, tail = f"{code}{BETWEEN}", " ".join(after)
    room = LONGEST - len(OPENING) - len(head)
    sentences = [one for text in said for one in SENTENCE.split(BREAKS.sub(BETWEEN, text.strip()))]
    whole = " ".join([*sentences, tail]).strip()
    if len(whole) <= room:
        return [as_line(head + whole)]
    last = newest(sentences, room - len(tail) - 1)
    first = newest(sentences[: len(sentences) - len(last)], room)
    if not last and not first:
        last = [cut(sentences[-1], room - len(tail) - 1)]
    lines = [" ".join(first), " ".join([*last, tail]).strip()]
    return [as_line(head + text) for text in lines if text]


def with_proofs(lines: list[str], proofs: list[str]) -> list[str]:
    """Return the lines and the proofs, each whole or it proves nothing: behind the last line, or on their own."""
    told = list(lines)
    for proof in proofs:
        if told and len(told[-1]) + 1 + len(proof) <= LONGEST:
            told[-1] = f"{told[-1]} {proof}"
        else:
            told.append(as_line(proof))
    return told


def newest(sentences: list[str], room: int) -> list[str]:
    """Return the last sentences that fit, in their order."""
    taken, length = 0, -1
    for sentence in reversed(sentences):
        length += len(sentence) + 1
        if length > room:
            break
        taken += 1
    return sentences[len(sentences) - taken :]
