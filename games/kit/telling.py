"""Carry what is said without its words, as message ids with values; `bot/text` makes the sentences."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, ClassVar, Final, get_args, get_type_hints

from msgspec import Struct, field

from games.kit.cards import Rank, row
from games.kit.cues import Cue
from games.kit.seats import Die, Seat


@lru_cache(maxsize=1024)
def kebab(name: str) -> str:
    """Return `giant-rolled` for `GiantRolled`: the name of a struct in stored text and in the words files."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Who(Struct, frozen=True, gc=False, tag="who"):
    """Hold a seat that is told by its player's name."""

    seat: Seat


class All(Struct, frozen=True, gc=False, tag="all"):
    """Hold several seats that are told by their players' names."""

    seats: tuple[Seat, ...]


class Listed(Struct, frozen=True, gc=False, tag="listed"):
    """Hold several sayings in a row, with commas between; `either`: with "or" before the last one."""

    says: tuple["Say", ...]
    either: bool = False


class Say(Struct, frozen=True, gc=False, tag="say"):
    """Hold a sentence without its words: a message's id in the words files, and its values. It may be a value."""

    id: str
    args: dict[str, "Told"] = field(default_factory=dict)


Told = int | str | Who | All | Listed | Say


@cache
def is_phrases(kind: Any) -> bool:
    """Return whether this type is a row of phrases, of one kind or of several."""
    args = get_args(kind)
    several = get_args(args[0]) or args[:1] if args else ()
    return bool(several) and all(isinstance(one, type) and issubclass(one, Phrase) for one in several)


def say(message: str, /, **args: Told) -> Say:
    """Return the sentence with this message id and these values."""
    return Say(message, args)


def yes(holds: object) -> str:
    """Return a yes or no, as a value for sentences."""
    return "yes" if holds else "no"


@cache
def field_types(struct: type[Struct]) -> dict[str, Any]:
    """Return the annotated type of each field, NewTypes as such."""
    hints = get_type_hints(struct)
    return {name: hints[name] for name in struct.__struct_fields__}


def said_by_fields(fact: Struct) -> Say:
    """Return the sentence of an event or a phrase: the message has its name, and its fields are the values."""
    message, fields = sentence_of(type(fact))
    values: dict[str, Told] = {}
    for name, kind, of_its_type in fields:
        value = getattr(fact, name)
        if of_its_type is not None:
            values[name] = of_its_type(value)
        else:
            values[name] = value if type(value) in PLAIN else told(kind, value)
    return Say(message, values)


@cache
def sentence_of(struct: type[Struct]) -> tuple[str, tuple[tuple[str, Any, Callable[[Any], Told] | None], ...]]:
    """Return the message of an event or a phrase, and its fields: name, type, and how that is told, if by its type."""
    fields = field_types(struct).items()
    return str(struct.__struct_config__.tag), tuple((name, kind, BY_TYPE.get(kind)) for name, kind in fields)


class Phrase(Struct, frozen=True, tag=kebab):
    """Form a part of a sentence with words of its own: the message has its name, and its fields are the values.

    `cue`: its sound; None: no sound.
    """

    cue: ClassVar[Cue | None] = None

    said = said_by_fields

    @property
    def whose_turn(self) -> Seat | None:
        """Return whose turn it is according to its words, so that nobody need repeat it; None: they don't say."""
        return None


class TurnPhrase(Phrase, frozen=True):
    """Say that it is a seat's turn."""

    seat: Seat

    @property
    def whose_turn(self) -> Seat:
        return self.seat


BY_TYPE: Final[dict[Any, Callable[[Any], Told]]] = {
    bool: yes,
    Seat: Who,
    tuple[Seat, ...]: All,
    Die: lambda die: f"d{die}",
    tuple[Die, ...]: lambda dice: ", ".join([f"d{die}" for die in dice]),
    Rank: lambda rank: row((rank,)),
    tuple[Rank, ...]: row,
}
"""Types that are told in their own way; most of their values look like a plain number or a row of numbers."""
PLAIN: Final = frozenset({int, str})
"""Types that are told as they are; bool is not among them."""


def told(kind: Any, value: Any) -> Told:
    """Return a value in a form that can be told, which depends on the declared type, not on the value's type alone."""
    match value:
        case bool():
            return yes(value)
        case Phrase():
            return value.said()
        case tuple() if is_phrases(kind):
            return Listed(tuple([one.said() for one in value]))
        case int() | str() | Say() | Listed():
            return value
        case tuple():
            return "-".join(map(str, value))
        case _:
            return str(value)
