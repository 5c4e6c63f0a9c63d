"""Read spaces and moves as typed: `move 2b 3z`, `move 2b-3z`, `move B 3z` by the rulebook's letters, `move 3`."""

import re
from collections.abc import Sequence
from typing import Final

from games.cones.board import LETTERS
from games.cones.moves import LiftCone, MoveCone
from games.kit.moves import LegalMove, Move, OneOf, Range
from games.kit.notation import Unreadable
from games.kit.telling import say

SPACE: Final = re.compile(r"x[1-8]|[1-8][abcyz]")
NUMBER: Final = re.compile(r"[1-9][0-9]?", re.ASCII)
BETWEEN: Final = re.compile(r"->|→|-|>|,|:")
FILLERS: Final = frozenset({"to", "from", "on", "at", "cone", "stack", "the", "my", "#"})

AT_ANOTHER_TIME: Final = ("x1", "1")
"""Stands for a number typed while there is no list: the answer is then about the turn, not about a missing word."""


def implied(word: str, legal: Sequence[LegalMove] = ()) -> type[Move] | None:
    """Read a line that begins with a space, or a number alone, as one from the list of moves or of lifts."""
    if NUMBER.fullmatch(word):
        kinds = {offer.move for offer in legal}
        return LiftCone if LiftCone in kinds and MoveCone not in kinds else MoveCone
    first, *_ = BETWEEN.split(word.lower())
    return MoveCone if SPACE.fullmatch(first) else None


def spelled_out(kind: type[Move], words: Sequence[str], legal: Sequence[LegalMove]) -> tuple[str, ...]:
    if kind not in {MoveCone, LiftCone}:
        return tuple(words)
    parts = [part.lower() for word in words for part in BETWEEN.split(word) if part]
    said = tuple([space_of(part) for part in parts if part not in FILLERS])
    offered = [row(offer) for offer in legal if offer.move is kind]
    return meant(said, offered) or (said if offered else (*said, *AT_ANOTHER_TIME[len(said) :]))


def space_of(word: str) -> str:
    """Read the letters of the diagram examples as their spaces, and `1x` as `x1`."""
    turned = word[::-1]
    return turned if len(word) == 2 and SPACE.fullmatch(turned) else LETTERS.get(word, word)


def row(offer: LegalMove) -> tuple[str, ...]:
    """Return the words of an offer that leaves nothing to choose."""
    first = [
        choice.values[0] if isinstance(choice, OneOf) else choice.low
        for choice in offer.fields.values()
        if isinstance(choice, OneOf | Range)
    ]
    return tuple(map(str, first))


def meant(said: tuple[str, ...], offered: Sequence[tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return the move with that number, or the only one that begins or ends like this. Raises Unreadable.

    The function is not split: it tries these in order.
    """
    if len(said) > 1 or not offered:
        return None
    if said and said[0].isascii() and said[0].isdigit():
        return by_number(int(said[0][:4]), offered)
    for fitting in (
        [one for one in offered if one[:1] == said or not said],
        [one for one in offered if one[1:] == said],
    ):
        if len(fitting) == 1:
            return fitting[0]
    return None


def by_number(number: int, offered: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    if not 1 <= number <= len(offered):
        raise Unreadable(say("no-such-number", number=number, most=len(offered)))
    return offered[number - 1]
