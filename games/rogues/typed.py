"""Read how people type moves: `four 2s`, `count four twos`, `all in`, `raise to 20`, `keep 3 and 5`, `call a snake`."""

import re
from collections.abc import Sequence
from typing import Final

from games.kit.moves import LegalMove, Move, OneOf
from games.kit.notation import Unreadable
from games.kit.telling import say
from games.rogues.moves import Allin, Bet, Call, Count, Draw, Drop, Flee, Keep, Pick, Raise, Snake, Tumble

NUMBERS: Final = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen"),
)
"""Number words, for as many dice as can lie on the table: six hands of two, and three of the Party."""
FACES: Final = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
FACE: Final = re.compile(r"([1-6])(?:'?s)?", re.ASCII)
COUNTED: Final = re.compile(r"1?[0-9]", re.ASCII)
FILLERS: Final = frozenset({"and", "the", "my", "a", "of", "to", "at", "on", "dice", "die", "&"})
TIMES: Final = "x"
"""Ignored in a count, `4 x 2`, but not in other moves."""
ALL: Final = frozenset({"all", "all-in"})
FOLD: Final = "fold"
BY: Final = "by"
CALLED: Final = {"snake": Snake, "tumble": Tumble}
EYES: Final = "eyes"


def implied(word: str, _legal: Sequence[LegalMove] = ()) -> type[Move] | None:
    """Return the move of a line that names none: with a number first it is a count; `all in` and `fold` are usual."""
    word = word.lower()
    if word in ALL:
        return Allin
    if word == FOLD:
        return Flee
    return Count if number(word) is not None else None


def meant(kind: type[Move], words: tuple[str, ...]) -> tuple[type[Move], tuple[str, ...]]:
    """Return the move that is meant: `call a snake` is a Snake, `bet four 2s` a count, and `raise all` goes all-in."""
    said = plain(words)
    if kind is Call and said[:1] != () and said[0] in CALLED and said[1:] in {(), (EYES,)}:
        return CALLED[said[0]], ()
    if kind in {Bet, Raise} and is_count(said):
        return Count, words
    if kind in {Bet, Raise, Call} and said and said[0] in {*ALL, "allin"}:
        return Allin, ()
    return kind, words


def is_count(words: Sequence[str]) -> bool:
    said = without_times(words)
    return len(said) == 2 and number(said[0]) is not None and face(said[1]) is not None


def spelled_out(kind: type[Move], words: Sequence[str], legal: Sequence[LegalMove]) -> tuple[str, ...]:
    """Return the words of the notation. Raises Unreadable for a raise by an amount, and for no number of a die."""
    if kind in {Allin, Flee}:
        return tuple(word for word in plain(words) if word not in {*ALL, FOLD, "in"})
    if kind is Count:
        return counted(without_times(plain(apart(words))))
    if kind in {Keep, Drop, Draw, Pick}:
        return faces(dice_in(plain(apart(words)))) or only_one(kind, legal)
    if kind is Snake:
        return tuple(word for word in plain(words) if word != EYES)
    if kind is Raise and BY in plain(words):  # by so much more than the bet, or than one has in? It is better to ask
        raise Unreadable(say("raise-is-to"))
    return plain(words)


def apart(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words with `3,5` and `3+5` taken apart."""
    return tuple(part for word in words for part in word.replace("+", ",").split(",") if part)


def plain(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words without those that only make a sentence of them."""
    return tuple(word for word in map(str.lower, words) if word not in FILLERS)


def without_times(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word != TIMES)


def dice_in(words: Sequence[str]) -> Sequence[str]:
    """Return these words if each of them is a number. Raises Unreadable."""
    for word in words:
        if face(word) is None and not word.removeprefix("d").isdecimal():
            raise Unreadable(say("not-a-die", word=word))
    return words


def counted(words: Sequence[str]) -> tuple[str, ...]:
    """Return the number of dice first, then the number on them; unreadable words stay as they are."""
    first, *rest = (*words, "")
    dice = number(first)
    told = [str(dice) if dice else first, *faces(rest)]
    return tuple(word for word in told if word)


def faces(words: Sequence[str]) -> tuple[str, ...]:
    """Return `four` and `4s` as `4`; unreadable words stay as they are."""
    return tuple(str(face(word) or word) for word in words)


def number(word: str) -> int | None:
    if word in NUMBERS:
        return NUMBERS.index(word) + 1
    return int(word) if COUNTED.fullmatch(word) else None


def face(word: str) -> int | None:
    """Return the number that `2s`, `2's`, `twos` or `two` means; None for other words."""
    found = FACE.fullmatch(word)
    if found:
        return int(found[1])
    return FACES.get(word) or FACES.get(f"{word}s") or FACES.get(f"{word}es")


def only_one(kind: type[Move], legal: Sequence[LegalMove]) -> tuple[str, ...]:
    """Return the only number that the Party shows, for `draw` alone; empty if there are several."""
    choices = [offer.fields["die"] for offer in legal if offer.move is kind and kind is Draw]
    values = [value for choice in choices if isinstance(choice, OneOf) for value in choice.values]
    return (str(values[0]),) if len(values) == 1 else ()
