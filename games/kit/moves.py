"""Declare moves, and which of them are legal now: once for parser, buttons, forms, help and random player."""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import islice, product
from types import GenericAlias, MappingProxyType
from typing import ClassVar, Final

from msgspec import Struct, field
from msgspec.structs import fields as struct_fields

from games.kit.seats import Spot
from games.kit.telling import BY_TYPE, Say, field_types, kebab, say

ONLY_FIELD: Final = "none"
"""What a sentence is told as the name of a field if the move takes no other."""
Value = int | str | bool | Spot
"""A value that one field of a move can hold, by itself or in a tuple."""


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag=kebab):
    """Say what a seat does: one subclass a verb.

    The name is the command word, the docstring's first line the help, the fields the arguments; `examples` are
    shown in help and read in a test. A `secret` move must be made in private. `offered_openly`: who may make it now,
    and what it may hold, follows from what everybody knows; in a game that keeps secrets, only such a move may
    stand before all as a button. `reversible`: a secret one after which another puts all back as it was, so that a
    press may make it unasked.
    """

    examples: ClassVar[tuple[str, ...]] = ()
    secret: ClassVar[bool] = False
    offered_openly: ClassVar[bool] = False
    grave: ClassVar[bool] = False
    reversible: ClassVar[bool] = False


def verb(move: Move | type[Move]) -> str:
    """Return the command word of a move: `stake`."""
    return str(move.__struct_config__.tag)


@lru_cache(maxsize=256)
def by_verb(moves: tuple[type[Move], ...]) -> Mapping[str, type[Move]]:
    """Return the moves of a game by their command words."""
    return MappingProxyType({verb(move): move for move in moves})


class Range(Struct, frozen=True, gc=False, tag="range"):
    """Allow any whole number from `low` to `high`, both included. `suggest`: what a form may begin with.

    `left_out`: the value of a line without a number; below 0, so that nobody can type it.
    """

    low: int
    high: int
    suggest: int | None = None
    left_out: int | None = None

    def __contains__(self, value: object) -> bool:
        return type(value) is int and (self.low <= value <= self.high or value == self.left_out)

    def some(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys((self.low, self.high, (self.low + self.high) // 2)))


class OneOf(Struct, frozen=True, gc=False, tag="one"):
    values: tuple[Value, ...]

    def __contains__(self, value: object) -> bool:
        for allowed in self.values:  # noqa: SIM110 - `any` is a call for each of them
            if allowed == value and type(allowed) is type(value):
                return True
        return False

    def some(self) -> tuple[Value, ...]:
        return self.values


class Some(Struct, frozen=True, gc=False, tag="some"):
    """Allow a tuple of `least` to `most` different items out of these, in any order."""

    values: tuple[Value, ...]
    least: int
    most: int

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        left = typed(self.values)
        try:
            for one in typed(value):
                left.remove(one)
        except ValueError:
            return False
        return True

    def some(self) -> tuple[tuple[Value, ...], ...]:
        return tuple(dict.fromkeys((self.values[: self.least], self.values[: self.most])))


class Order(Struct, frozen=True, gc=False, tag="order"):
    """Allow all of these, in any order. `matters`: False if every order means the same move."""

    values: tuple[Value, ...]
    matters: bool = True

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) != len(self.values):
            return False
        if value == self.values and [*map(type, value)] == [*map(type, self.values)]:
            return True
        return len(value) > 1 and value in Some(self.values, len(value), len(value))

    def some(self) -> tuple[tuple[Value, ...], ...]:
        return tuple(dict.fromkeys((self.values, self.values[::-1])))


def typed(values: tuple[object, ...]) -> list[tuple[type, object]]:
    """Pair values with their types, so that only values of the same type are equal: `True` is not 1."""
    return [*zip(map(type, values), values, strict=True)]


Choice = Range | OneOf | Some | Order
FLAG = OneOf((False, True))


@cache
def plain_values(move: type[Move]) -> tuple[tuple[str, object], ...]:
    """Return each field with its default, the value that a field must have if an offer does not name it."""
    return tuple((field.name, field.default) for field in struct_fields(move))


class LegalMove(Struct, frozen=True, gc=False):
    """Offer a verb that a seat may use now, with what each of its fields may be. Dependent fields take several offers.

    `hidden`: now it must be made in private (a blind bid), whether or not it must at other times.
    """

    move: type[Move]
    fields: dict[str, Choice] = field(default_factory=dict)
    hidden: bool = False

    @property
    def verb(self) -> str:
        return str(self.move.__struct_config__.tag)

    @property
    def secret(self) -> bool:
        return self.hidden or self.move.secret

    def covers(self, move: Move) -> bool:
        """Return whether this offer includes exactly this move."""
        if type(move) is not self.move:
            return False
        for name, plain in plain_values(self.move):
            value, choice = getattr(move, name), self.fields.get(name)
            if value != plain if choice is None else value not in choice:
                return False
        return True

    def examples(self, most: int = 64) -> tuple[Move, ...]:
        """Return some of the moves it covers, among them the limits of every field."""
        if not self.fields:
            return (self.move(),)
        names = tuple(self.fields)
        chosen = islice(product(*[choice.some() for choice in self.fields.values()]), most)
        if names == self.move.__struct_fields__:
            return tuple([self.move(*values) for values in chosen])
        return tuple([self.move(**dict(zip(names, values, strict=True))) for values in chosen])


def refused_value(move: type[Move], name: str, choice: Choice) -> Say:
    """Return the sentence for a field with a value that is not allowed; the field is named if the move has others."""
    field = name if sum(kind is not bool for kind in field_types(move).values()) > 1 else ONLY_FIELD
    match choice:
        case Range(low=low, high=high) if low == high:
            return say("only-number", field=field, value=low)
        case Range(low=low, high=high):
            return say("out-of-range", field=field, low=low, high=high)
        case OneOf(values=values):
            kind = GenericAlias(tuple, (field_types(move)[name], ...))
            named = BY_TYPE[kind](values) if kind in BY_TYPE else ", ".join(map(str, values))
            return say("not-among", field=field, values=named)
        case Some(least=count, most=most) if count == most:
            return say("exactly-so-many", field=field, count=count)
        case Some(least=least, most=most):
            return say("not-so-many", field=field, least=least, most=most)
        case Order():
            return say("not-all", field=field)
