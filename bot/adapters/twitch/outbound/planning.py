"""Plan the lines of chat: whole sentences in order, and what has to wait when there is little room.

Twitch accepts 20 lines in half a minute. Nothing that changes a game is left out: what finds no room is said as soon as
there is some. News of people who sat down or got up are dropped first.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import regex
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.twitch.outbound.chat_text import BETWEEN, BREAKS, LONGEST, OPENING, as_line, flat

SENTENCE: Final = regex.compile(r"(?<=[.!?…])\s+")
CLAUSE: Final = regex.compile(r"(?<=[,;:·])\s+")
MOST: Final = 100
"""More lines than are ever said of one table at once."""
ROOM: Final = LONGEST - len(OPENING) - 20
"""Characters of a sentence: a line also has its opening and the table's code."""


class Part(Struct, frozen=True):
    """One sentence to say. `aside`: it changes nothing in a game. `fine`: a proof, which is useless if cut.

    `short`: the same sentence in fewer letters; empty: there is none. `turn`: the players whose turn it announces.
    """

    text: str
    aside: bool = False
    fine: bool = False
    short: str = ""
    turn: tuple[str, ...] = ()

    @property
    def shortened(self) -> "Part":
        """Return the part in its short form, if it has one."""
        return replace(self, text=self.short, short="") if self.short else self


class Planned(Struct, frozen=True):
    """A line, the number of parts in it, and whether it says whose turn it is."""

    text: str
    parts: int = 0
    turn: bool = False


class Plan(NamedTuple):
    """The lines to say now, and all parts in order, including those that have to wait."""

    lines: tuple[Planned, ...]
    parts: tuple[Part, ...]


def parts_of(text: str, *, aside: bool = False, short: str = "") -> list[Part]:
    """Return the sentences of a text; one that is too long for a line is split at its clauses.

    `short`: the text in fewer letters. It is used only if it has as many sentences, so that they correspond.
    """
    sentences, shorter = sentences_of(text), sentences_of(short)
    if len(shorter) != len(sentences):
        shorter = [""] * len(sentences)
    return [
        Part(one, aside, short=brief if one == sentence != brief and len(brief) < len(one) else "")
        for sentence, brief in zip(sentences, shorter, strict=True)
        for one in fitting(sentence)
        if one
    ]


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text, each in one line."""
    return SENTENCE.split(BREAKS.sub(BETWEEN, text.strip()))


def fitting(sentence: str) -> list[str]:
    """Return a sentence whole, or if it is too long for a line, in pieces that fit."""
    if len(sentence) <= ROOM:
        return [sentence]
    found = [""]
    for clause in CLAUSE.split(sentence):
        longer = f"{found[-1]} {clause}".strip()
        if len(longer) <= ROOM:
            found[-1] = longer
        else:
            found += [clause[at : at + ROOM] for at in range(0, len(clause), ROOM)]
    return [one.strip() for one in found if one.strip()]


def planned(code: str, parts: Sequence[Part], turn: str, room: int = MOST, *, tight: bool = False) -> Plan:
    """Return the lines for these parts, as many as there is room for.

    `turn`: who is to play and what they may do; it follows the news, and waits with them. Fine print comes last.
    `tight`: few lines are left, so short forms are used if they save a line, as they are if there is not enough room.
    """
    said = [*(one for one in parts if not one.fine), *(one for one in parts if one.fine)]
    lines = packed(code, said, turn)
    if len(lines) > (1 if tight else room):
        briefly = [one.shortened for one in said]
        fewer = packed(code, briefly, turn)
        said, lines = (briefly, fewer) if len(fewer) < len(lines) else (said, lines)
    if len(lines) > room:
        said = [one for one in said if not one.aside]
        lines = packed(code, said, turn)
    return Plan(tuple(lines[:room]), tuple(said))


def packed(code: str, parts: Sequence[Part], turn: str) -> list[Planned]:
    """Return lines filled with whole sentences."""
    plain = sum(not one.fine for one in parts)
    said: list[Part | str] = [*parts[:plain], *([turn] if turn else []), *parts[plain:]]
    lines, head = list[Planned](), f"{code}{BETWEEN}"
    for one in said:
        text = flat(one if isinstance(one, str) else one.text)
        last = lines[-1] if lines else None
        together = f"{last.text} {text}" if last is not None else ""
        if last is None or len(together) > LONGEST:
            last, together = Planned(""), as_line(head + text)
            lines.append(last)
        lines[-1] = Planned(together, last.parts + (one is not turn), last.turn or one is turn)
    return lines
