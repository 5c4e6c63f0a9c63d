"""Read from annotations what a Struct can hold: this proves facts about types that no single value can prove."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct, inspect

from games.kit.contract import Options
from games.kit.game import Game
from games.kit.secret import Secret


def parts(kind: Any) -> tuple[inspect.Type, ...]:
    """Yield every type that a value of this type can hold, at any depth, beginning with the type itself."""
    found: dict[int, inspect.Type] = {}
    waiting: list[inspect.Type] = [inspect.type_info(kind)]
    while waiting:
        part = waiting.pop()
        if id(part) not in found:
            found[id(part)] = part
            waiting.extend(inside(part))
    return tuple(found.values())


def inside(part: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types one level further in."""
    match part:
        case inspect.StructType(fields=fields):
            yield from (field.type for field in fields)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            yield from types
        case inspect.VarTupleType(item_type=item) | inspect.FrozenSetType(item_type=item):
            yield item
        case inspect.ListType(item_type=item) | inspect.SetType(item_type=item):
            yield item
        case inspect.DictType(key_type=key, value_type=value):
            yield from (key, value)
        case _:
            pass


def struct(part: inspect.Type) -> type[Struct] | None:
    """Return the class of a Struct type; for a generic one, the class without its type arguments."""
    if isinstance(part, inspect.StructType):
        kind = part.cls
        return getattr(kind, "__origin__", kind)
    return None


def is_secret(part: inspect.Type) -> bool:
    """Return whether this type is a Secret."""
    found = struct(part)
    return found is not None and issubclass(found, Secret)


@cache
def holds_secret(kind: type[Struct]) -> bool:
    """Return whether a value of this type can hold a Secret, or something about which its annotation says nothing."""
    return any(is_secret(part) or isinstance(part, inspect.AnyType) for part in parts(kind))


@cache
def keeps_secrets(game: Game[Any, Any, Any]) -> bool:
    """Return whether anything in this game's state is hidden from somebody."""
    state: type[Struct] = game.state
    return holds_secret(state)


def changeable(kind: Any) -> tuple[str, ...]:
    """Return the names of what could be changed in place in this type. For a sound state there are none, so a refused
    move cannot touch it.
    """
    return tuple(name for part in parts(kind) if (name := changeable_part(part)))


def changeable_part(part: inspect.Type) -> str:
    match part:
        case inspect.StructType(cls=cls):
            kind = struct(part)
            return "" if kind is not None and kind.__struct_config__.frozen else str(cls)
        case inspect.CustomType(cls=cls):
            return "" if issubclass(cls, Options) else str(cls)
        case inspect.ListType() | inspect.SetType() | inspect.DictType() | inspect.ByteArrayType() | inspect.AnyType():
            return type(part).__name__
        case _:
            return ""
