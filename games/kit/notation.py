"""Write a move as a line and read it back: `stake 50 auto`. People type it in chat, and records hold it."""

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import repeat
from typing import Any, NamedTuple, get_args, get_origin

from msgspec import NODEFAULT
from msgspec.structs import fields as struct_fields

from games.kit.cards import NO_CARD, Rank, called, read_rank
from games.kit.money import MOST_SUCKERS, Suckers
from games.kit.moves import Move, Value, by_verb, verb
from games.kit.seats import Die, Seat, Spot
from games.kit.telling import Say, field_types, say


class Kind(Enum):
    """Say what one word of a move stands for."""

    SUCKERS = "suckers"
    NUMBER = "number"
    SEAT = "seat"
    SPOT = "spot"
    DIE = "die"
    CARD = "card"
    WORD = "word"
    FLAG = "flag"


class Field(NamedTuple):
    """Hold an argument of a move; `several`: it takes all the words that are left."""

    name: str
    kind: Kind
    several: bool
    default: Any

    @property
    def needed(self) -> bool:
        return self.default is NODEFAULT and self.kind is not Kind.FLAG


class Unreadable(Exception):  # noqa: N818 - a word that cannot be read, in the words of `Illegal`
    """Raised when words are not a move. The reason is a message id with values."""

    def __init__(self, reason: Say) -> None:
        super().__init__(reason.id)
        self.reason = reason


KINDS: dict[Any, Kind] = {
    Suckers: Kind.SUCKERS,
    Seat: Kind.SEAT,
    Spot: Kind.SPOT,
    Die: Kind.DIE,
    Rank: Kind.CARD,
    bool: Kind.FLAG,
    int: Kind.NUMBER,
    str: Kind.WORD,
}


@cache
def fields_of(move: type[Move]) -> tuple[Field, ...]:
    """Return the arguments of a move in order. Flags are typed by their own name, anywhere after them."""
    types = field_types(move)
    found = []
    for one in struct_fields(move):
        kind = types[one.name]
        several = get_origin(kind) is tuple
        found.append(Field(one.name, KINDS[get_args(kind)[0] if several else kind], several, one.default))
    return tuple(found)


@cache
def flags_of(move: type[Move]) -> tuple[str, ...]:
    """Return the names of a move's flags."""
    return tuple(field.name for field in fields_of(move) if field.kind is Kind.FLAG)


def usage(move: type[Move]) -> str:
    """Return how a move is typed: `stake AMOUNT [auto]`."""
    parts = [verb(move)]
    for field in fields_of(move):
        name = field.name if field.kind is Kind.FLAG else field.name.upper() + (" …" if field.several else "")
        parts.append(name if field.needed else f"[{name}]")
    return " ".join(parts)


def write(move: Move) -> str:
    """Return the line of a move; `read(write(move), …) == move`."""
    words = [verb(move)]
    for field in fields_of(type(move)):
        value = getattr(move, field.name)
        if field.kind is Kind.FLAG:
            words += [field.name] if value else []
        else:
            words += map(written, repeat(field.kind), value if field.several else (value,))
    return " ".join(words)


@lru_cache(maxsize=4096)
def written(kind: Kind, value: Value) -> str:
    if kind is Kind.DIE:
        return f"d{value}"
    if kind is Kind.CARD:
        return called(Rank(str(value)))
    return str(value + 1) if kind is Kind.SEAT and isinstance(value, int) else str(value)


class Reader:
    """Read single words as records have them. Chat overrides it to read more: names, `10k`, `half`."""

    def read(self, field: Field, words: Sequence[str]) -> tuple[Value, int]:
        """Return the value at the start of `words`, and how many of them it took. Raises Unreadable."""
        word = words[0]
        match field.kind:
            case Kind.SUCKERS:
                return self.suckers(word), 1
            case Kind.NUMBER:
                return self.number(word), 1
            case Kind.SEAT:
                return self.seat(words)
            case Kind.SPOT:
                return self.spot(words)
            case Kind.DIE:
                return self.die(word), 1
            case Kind.CARD:
                return self.card(word), 1
            case Kind.WORD:
                return self.word(field.name, words)
            case Kind.FLAG:
                return word.lower(), 1

    def number(self, word: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,16}", word) or abs(int(word)) > MOST_SUCKERS:
            raise Unreadable(say("not-a-number", word=word))
        return int(word)

    def suckers(self, word: str) -> Suckers:
        return Suckers(self.number(word))

    def die(self, word: str) -> Die:
        """Read `d12`, or only the number of sides."""
        return Die(self.number(word[1:] if word[:1] in {"d", "D"} else word))

    def card(self, word: str) -> Rank:
        rank = NO_CARD if word.lower() == NO_CARD else read_rank(word)
        if rank is None:
            raise Unreadable(say("not-a-card", word=word[:30]))
        return rank

    def word(self, field: str, words: Sequence[str]) -> tuple[str, int]:  # noqa: ARG002
        return words[0].lower(), 1

    def seat(self, words: Sequence[str]) -> tuple[Seat, int]:
        """Read a seat; written seats count from 1."""
        number = self.number(words[0])
        if number < 1:
            raise Unreadable(say("no-such-seat", word=words[0]))
        return Seat(number - 1), 1

    def spot(self, words: Sequence[str]) -> tuple[Spot, int]:
        seat, dot, index = words[0].partition(".")
        if not dot:
            raise Unreadable(say("not-a-spot", word=words[0]))
        return Spot(self.seat([seat])[0], self.number(index)), 1


PLAIN = Reader()


def read(line: str, moves: Sequence[type[Move]], reader: Reader = PLAIN) -> Move:
    """Return the move that a line stands for, legal or not. Raises Unreadable."""
    words = line.split()
    kind = by_verb(tuple(moves)).get(words[0].lower()) if words else None
    if kind is None:
        raise Unreadable(say("unknown-verb", verb=words[0] if words else ""))
    return read_arguments(kind, words[1:], reader)


def read_arguments(move: type[Move], words: Sequence[str], reader: Reader = PLAIN) -> Move:
    """Return the move of this kind with these words as its arguments. Raises Unreadable."""
    left, values = list(words), dict.fromkeys(flags_of(move), False)
    while left and left[-1].lower() in values:
        values[left.pop().lower()] = True
    for field in fields_of(move):
        if field.kind is Kind.FLAG:
            continue
        if not left:
            if field.needed:
                lacks = say(f"lacks-{field.name}", verb=verb(move))
                raise Unreadable(say("missing-argument", lacks=lacks, usage=usage(move)))
            continue
        values[field.name], left = _read_field(field, left, reader)
    if left:
        raise Unreadable(say("too-many-words", word=left[0], usage=usage(move)))
    return move(**values)


def _read_field(field: Field, words: list[str], reader: Reader) -> tuple[Any, list[str]]:
    if not field.several:
        value, taken = reader.read(field, words)
        return value, words[taken:]
    values = []
    while words:
        value, taken = reader.read(field, words)
        values.append(value)
        words = words[taken:]
    return tuple(values), []
