"""How people type: numbers like `10k`, `half` and `all`; a player's name, part of it, or a seat number."""

import re
from collections.abc import Sequence
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.safe_text import bare, skeleton
from games.money import MOST_SUCKERS, Suckers
from games.notation import Reader, Unreadable
from games.seats import Seat, Spot
from games.telling import say

AMOUNT: Final = re.compile(r"([0-9]{1,16}|[0-9]{1,3}(?:[,'][0-9]{3}){1,5})(?:(?:\.([0-9]{1,3}))?(k|m))?", re.IGNORECASE)
"""A point needs a unit behind it: `1.5k`, but `1.000` is a thousand to some and one to others."""
TIMES: Final = {"": 1, "k": 1000, "m": 1_000_000}
NEAREST: Final = 3
LIKE_ENOUGH: Final = 0.6
"""Of two words: one minus the letters that are other, missing or swapped, by the longer one's length."""


class ChatReader(Reader):
    """Reads the words of one person at one table. `half` is of the stack; `all` is the stack, at most `most`."""

    def __init__(self, names: Sequence[str], stack: int, most: int | None = None) -> None:
        self._names, self._stack = names, stack
        self._all = stack if most is None else min(stack, most)

    def suckers(self, word: str) -> Suckers:
        match word.lower():
            case "all" | "allin" | "max":
                return Suckers(self._all)
            case "half":
                return Suckers(self._stack // 2)
            case plain:
                return amount(plain)

    def seat(self, words: Sequence[str]) -> tuple[Seat, int]:
        """The longest run of words that is a name; else a seat number from 1. Ambiguous names are refused."""
        for taken in range(min(4, len(words)), 0, -1):
            found = self._called(" ".join(words[:taken]))
            if len(found) == 1:
                return found[0], taken
            if found:
                who = ", ".join(numbered(self._names[seat], seat) for seat in found)
                raise Unreadable(say("which-seat", word=words[0], who=who))
        if words[0].isascii() and words[0].isdigit() and 1 <= int(words[0]) <= len(self._names):
            return Seat(int(words[0]) - 1), 1
        raise Unreadable(say("no-such-seat", word=words[0]))

    def spot(self, words: Sequence[str]) -> tuple[Spot, int]:
        """`pete1`, `1.1`, or `pete` alone for the first from the left."""
        glued = re.fullmatch(r"(.*?)\.?([0-9]{1,2})", words[0])
        if glued and glued[1]:
            try:
                return Spot(self.seat([glued[1]])[0], int(glued[2])), 1
            except Unreadable:
                pass
        seat, taken = self.seat(words)
        return Spot(seat, 1), taken

    def _called(self, word: str) -> list[Seat]:
        looks = [skeleton(name) for name in self._names]
        exact = [Seat(seat) for seat, name in enumerate(self._names) if bare(name).casefold() == word.casefold()]
        alike = [Seat(seat) for seat, look in enumerate(looks) if look == skeleton(word)]
        return exact if len(exact) == 1 else alike or [Seat(s) for s, look in enumerate(looks) if starts(look, word)]


def numbered(name: str, seat: Seat) -> str:
    """A name with the number of its seat, once."""
    return name if bare(name).endswith(f"({seat + 1})") else f"{name} ({seat + 1})"


def starts(look: str, word: str) -> bool:
    return len(word) > 1 and look.startswith(skeleton(word))


def amount(word: str) -> Suckers:
    """A whole number of suckers as people type it; raises Unreadable (threats T22)."""
    found = AMOUNT.fullmatch(word)
    if found is None:
        raise Unreadable(say("not-a-number", word=word[:30]))
    whole, part, unit = found[1], found[2] or "", TIMES[(found[3] or "").lower()]
    thousandths = int(whole.replace(",", "").replace("'", "")) * 1000 + int(part.ljust(3, "0") or "0")
    if thousandths * unit % 1000 or thousandths * unit // 1000 > MOST_SUCKERS:
        raise Unreadable(say("not-a-number", word=word[:30]))
    return Suckers(thousandths * unit // 1000)


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """The known words that look most like this one."""
    likeness = OSA.normalized_similarity
    found = process.extract(word.lower(), known, scorer=likeness, limit=NEAREST, score_cutoff=LIKE_ENOUGH)
    return [one for one, *_ in found]
