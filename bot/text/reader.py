"""Read typed words: numbers such as `10k`, `25%`, `half`, `all`; a player's name, a part of it, or a seat number."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.text.safe_text import bare, skeleton
from games.kit.money import MOST_SUCKERS, Suckers
from games.kit.moves import Value
from games.kit.notation import Field, Kind, Reader, Unreadable, written
from games.kit.seats import Seat, Spot
from games.kit.telling import say

AMOUNT: Final = re.compile(r"([0-9]{1,16}|[0-9]{1,3}(?:[,'][0-9]{3}){1,5})(?:(?:\.([0-9]{1,3}))?(k|m))?", re.IGNORECASE)
"""A point needs a unit after it: `1.5k`. Without one, `1.000` is a thousand to some and one to others."""
SHARE: Final = re.compile(r"([1-9][0-9]?|100)%")
SHARES: Final = re.compile(rf"half|all|allin|max|{SHARE.pattern}")
"""An amount that depends on how much one has."""
TIMES: Final = {"": 1, "k": 1000, "m": 1_000_000}
NEAREST: Final = 3
MOST_WORDS: Final = 4
"""The most words that a typed name or label may have."""
WHOSE: Final = re.compile(r"(?:['\u2019]s)?,?$")
"""What may follow a name in a sentence: `jack's`, with either apostrophe, or a comma."""
LIKE_ENOUGH: Final = 0.6
"""How alike two words must be: one minus the edits (changed, missing, swapped letters) per letter of the longer one."""


class Meant(NamedTuple):
    """What words can mean now: the words of a field by their labels, and the things on the table."""

    words: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    spots: Sequence[Spot] = ()


class ChatReader(Reader):
    """Read one person's words. `half`, `25%` and `all` are of their stack or purse; none exceeds `most`."""

    def __init__(
        self,
        names: Sequence[str],
        stack: int,
        most: int | None = None,
        meant: Meant = Meant(),  # noqa: B008
    ) -> None:
        self._given = names, stack, most, meant

    @property
    def names(self) -> Sequence[str]:
        """Return the name of each seat."""
        return self._given[0]

    @property
    def stack(self) -> int:
        return self._given[1]

    @property
    def most(self) -> int:
        """Return the amount that `all` means."""
        _, stack, most, _ = self._given
        return stack if most is None else min(stack, most)

    @property
    def meant(self) -> Meant:
        return self._given[3]

    def typed(self, kind: Kind, value: Value) -> str:
        """Write a value as people type it: a player by name, a thing by its owner's name, if that is unambiguous."""
        match kind, value:
            case Kind.SEAT, int(seat):
                name = self.names[seat]
                return name if self._reads(self.seat, name, value) else written(kind, value)
            case Kind.SPOT, Spot(seat=seat, index=index):
                name = f"{self.names[seat]}{index}"
                return name if self._reads(self.spot, name, value) else written(kind, value)
            case _:
                return written(kind, value)

    def _reads(self, read: Callable[[Sequence[str]], tuple[Value, int]], name: str, value: Value) -> bool:
        """Tell whether this typed name is read as this value, and is read to its end."""
        words = name.split()
        try:
            return read(words) == (value, len(words))
        except Unreadable:
            return False

    def read(self, field: Field, words: Sequence[str]) -> tuple[Value, int]:
        """Return the value at the start of `words`, and its number of words: two for `all in`. Raises Unreadable."""
        if field.kind is Kind.SUCKERS and [word.lower() for word in words[:2]] == ["all", "in"]:
            return Suckers(self.most), 2
        return super().read(field, words)

    def suckers(self, word: str) -> Suckers:
        match word.lower():
            case "all" | "allin" | "max":
                return Suckers(self.most)
            case "half":
                return Suckers(min(self.most, self.stack // 2))
            case share if found := SHARE.fullmatch(share):
                return Suckers(min(self.most, self.stack * int(found[1]) // 100))
            case plain:
                try:
                    return amount(plain)
                except Unreadable:
                    raise Unreadable(say("not-an-amount", word=plain[:30])) from None

    def number(self, word: str) -> int:
        """Read a number of 0 or more, plain or in percent (`60%`). Raises Unreadable."""
        return amount(word.removesuffix("%"))

    def seat(self, words: Sequence[str]) -> tuple[Seat, int]:
        """Read the longest run of words that is a name, else a seat number from 1; return the seat and how many words.

        Raises Unreadable if the words name nobody, or several players.
        """
        for taken in range(min(MOST_WORDS, len(words)), 0, -1):
            found = self._called(" ".join(words[:taken]))
            if len(found) == 1:
                return found[0], taken
            if found:
                who = ", ".join(numbered(self.names[seat], seat) for seat in found)
                raise Unreadable(say("which-seat", word=words[0], who=who))
        if words[0].isascii() and words[0].isdigit() and 1 <= int(words[0]) <= len(self.names):
            return Seat(int(words[0]) - 1), 1
        raise Unreadable(say("no-such-seat", word=words[0]))

    def word(self, field: str, words: Sequence[str]) -> tuple[str, int]:
        """Read one of the field's current words: by itself, by its label or number, or by its first letters.

        Return the word as in the notation, and the number of words read. If none fits, return the first word as typed.
        """
        known = self.meant.words.get(field, {})
        for taken in range(min(MOST_WORDS, len(words)), 0, -1):
            typed = " ".join(words[:taken]).lower()
            if typed in known:
                return known[typed], taken
            begun = {word for text, word in known.items() if len(typed) > 1 and text.startswith(typed)}
            if len(begun) == 1:
                return begun.pop(), taken
        return words[0].lower(), 1

    def spot(self, words: Sequence[str]) -> tuple[Spot, int]:
        """Read `pete2`, `big pete2`, `1.2`, or just a name if that player has only one thing on the table.

        A name that itself ends in digits is also tried as a whole. Raises Unreadable if both readings fit.
        """
        for taken in range(min(MOST_WORDS, len(words)), 0, -1):
            glued = self._glued(words[:taken])
            whole = self._one_name(words[:taken])
            if glued is not None and whole is not None and glued in self.meant.spots:
                clear = f"{whole + 1}.1, {glued.seat + 1}.{glued.index}"
                raise Unreadable(say("which-spot", word=words[0], spots=clear))
            if whole is not None:
                return self._only_one(whole, words[0]), taken
            if glued is not None:
                return glued, taken
        seat, taken = self.seat(words)
        return self._only_one(seat, words[0]), taken

    def _only_one(self, seat: Seat, word: str) -> Spot:
        """Return the only thing of this player; the first spot if there is none. Raises Unreadable for several."""
        before = [spot for spot in self.meant.spots if spot.seat == seat]
        if len(before) > 1:
            several = ", ".join(f"{word.lower()}{'.' if word[-1:].isdigit() else ''}{spot.index}" for spot in before)
            raise Unreadable(say("which-spot", word=word, spots=several))
        return before[0] if before else Spot(seat, 1)

    def _glued(self, words: Sequence[str]) -> Spot | None:
        """Read a name with a number at its end. Of two ways to split it, take the one that is on the table."""
        text = " ".join(words).removesuffix(",")
        parted = (re.fullmatch(rf"(.+?)[. ]?([0-9]{{{digits}}})", text) for digits in (2, 1))
        named = [(self._one_name(one[1].split()), int(one[2])) for one in parted if one]
        found = [Spot(seat, number) for seat, number in named if seat is not None]
        return next((spot for spot in found if spot in self.meant.spots), next(iter(found), None))

    def _one_name(self, words: Sequence[str]) -> Seat | None:
        """Return the seat that these words name together, by name or number; None if there is none."""
        try:
            seat, taken = self.seat(words)
        except Unreadable:
            return None
        return seat if taken == len(words) else None

    def _called(self, word: str) -> list[Seat]:
        looks = [skeleton(name) for name in self.names]
        exact = [Seat(seat) for seat, name in enumerate(self.names) if bare(name).casefold() == word.casefold()]
        alike = [Seat(seat) for seat, look in enumerate(looks) if look == skeleton(word)]
        found = exact if len(exact) == 1 else alike or [Seat(s) for s, look in enumerate(looks) if starts(look, word)]
        whose = WHOSE.sub("", word)
        return found if found or whose in {"", word} else self._called(whose)


def numbered(name: str, seat: Seat) -> str:
    """Return a name with the number of its seat, unless it has it already."""
    return name if bare(name).endswith(f"({seat + 1})") else f"{name} ({seat + 1})"


def starts(look: str, word: str) -> bool:
    return len(word) > 1 and look.startswith(skeleton(word))


def amount(word: str) -> Suckers:
    """Read a whole number of suckers as people type it. Raises Unreadable for anything else (threats T22)."""
    found = AMOUNT.fullmatch(word)
    if found is None:
        raise Unreadable(say("not-a-number", word=word[:30]))
    whole, part, unit = found[1], found[2] or "", TIMES[(found[3] or "").lower()]
    thousandths = int(whole.replace(",", "").replace("'", "")) * 1000 + int(part.ljust(3, "0") or "0")
    if thousandths * unit % 1000 or thousandths * unit // 1000 > MOST_SUCKERS:
        raise Unreadable(say("not-a-number", word=word[:30]))
    return Suckers(thousandths * unit // 1000)


def in_digits(word: str) -> str:
    """Return a typed amount (`10k`, `1,000`) in digits; return any other word unchanged."""
    if word.isdecimal() or not AMOUNT.fullmatch(word):
        return word
    try:
        return str(amount(word))
    except Unreadable:
        return word


def whole_from(word: str, low: int, high: int) -> int | None:
    """Read a typed amount (`10k`, `1,000`) within a range; None if it is no amount or out of range."""
    digits = in_digits(word)
    found = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 17 else -1
    return found if low <= found <= high else None


def nearest(word: str, known: Sequence[str], like: float = LIKE_ENOUGH) -> list[str]:
    """Return the known words that look like this one, the most similar first; none if none is similar enough."""
    from rapidfuzz import process  # noqa: PLC0415 - loaded when somebody mistypes
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - as above

    likeness = OSA.normalized_similarity
    found = process.extract(word.lower(), known, scorer=likeness, limit=NEAREST, score_cutoff=like)
    return [one for one, *_ in found]


def split_options(words: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Split words into those like `key=value` and the others. Keys and values are lower case, amounts in digits."""
    given: dict[str, str] = {}
    others = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key and value:
            given[key.lower().replace("-", "_")] = in_digits(value.lower())
        else:
            others.append(word)
    return given, tuple(others)
