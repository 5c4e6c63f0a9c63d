"""Test what annotations say about a type: whether it can hold a secret, and whether it can change."""

from typing import Any, Generic, TypeVar

import coins
import msgspec
import pytest
from cases import case
from msgspec import Struct

from games.catalogue import catalogue
from games.kit.contract import Options
from games.kit.kinds import changeable, holds_secret, is_secret, keeps_secrets, parts, struct
from games.kit.secret import Sealed, Secret

T = TypeVar("T")


class Plain(Struct, frozen=True):
    number: int
    words: tuple[str, ...]


class Hides(Struct, frozen=True):
    die: Secret[int]


class Seals(Struct, frozen=True):
    vote: Sealed[int]


class InAUnion(Struct, frozen=True):
    one: Hides | None


class InAPair(Struct, frozen=True):
    two: tuple[int, Hides]


class InATuple(Struct, frozen=True):
    many: tuple[Hides, ...]


class InASet(Struct, frozen=True):
    some: frozenset[Hides]


class InAList(Struct, frozen=True):
    many: list[Hides]


class AsKey(Struct, frozen=True):
    by: dict[Hides, int]


class AsValue(Struct, frozen=True):
    by: dict[str, Hides]


class Anything(Struct, frozen=True):
    what: Any


class Generally(Struct, Generic[T], frozen=True):
    thing: T


class Around(Struct, frozen=True):
    thing: Generally[Hides]


class Loose(Struct):
    number: int


class WithLoose(Struct, frozen=True):
    number: int
    deep: tuple[Loose, ...]


class Chosen(Options):
    number: int = 1


class WithOptions(Struct, frozen=True):
    options: Chosen


class Own:
    """A class of which nobody knows whether it changes."""


class WithOwn(Struct, frozen=True):
    own: Own


class WithAList(Struct, frozen=True):
    many: list[int]


class WithASet(Struct, frozen=True):
    many: set[int]


class WithADict(Struct, frozen=True):
    many: dict[str, int]


class WithBytes(Struct, frozen=True):
    many: bytearray


def test_a_secret_is_found_however_deep_it_lies() -> None:
    for kind in [Hides, Seals, InAUnion, InAPair, InATuple, InASet, InAList, AsKey, AsValue, Anything, Around]:
        with case(kind):
            assert holds_secret(kind)


@pytest.mark.parametrize("kind", [Plain, Loose, WithLoose, WithAList, Generally[int]])
def test_what_is_open_holds_no_secret(kind: type[Struct]) -> None:
    assert not holds_secret(kind)


def test_a_secret_is_known_by_its_class_and_a_sealed_choice_is_one() -> None:
    def first(kind: Any) -> msgspec.inspect.Type:
        return parts(kind)[0]

    assert [is_secret(first(kind)) for kind in (Secret[int], Sealed[int], Plain, int)] == [True, True, False, False]
    assert [struct(first(kind)) for kind in (Secret[int], Plain, Generally[int], int)] == [
        Secret,
        Plain,
        Generally,
        None,
    ]


def test_each_part_is_named_once_though_it_comes_again() -> None:
    class Tree(Struct, frozen=True):
        branches: tuple["Tree", ...]

    globals()["Tree"] = Tree
    assert [type(part).__name__ for part in parts(Tree)] == ["StructType", "VarTupleType"]


def test_what_can_be_changed_in_place_is_named() -> None:
    for kind, names in [
        (Plain, []),
        (Hides, []),
        (Around, []),
        (WithOptions, []),
        (WithAList, ["ListType"]),
        (WithASet, ["SetType"]),
        (WithADict, ["DictType"]),
        (WithBytes, ["ByteArrayType"]),
        (Anything, ["AnyType"]),
        (Loose, [str(Loose)]),
        (WithLoose, [str(Loose)]),
        (WithOwn, [str(Own)]),
    ]:
        with case(kind, names):
            assert list(changeable(kind)) == names


def test_games_of_dice_that_lie_open_keep_no_secrets_and_the_others_do() -> None:
    kept = {name: keeps_secrets(game) for name, game in catalogue().items()}
    assert kept == {"cones": False, "halflings": False, "headache": True, "poohead": True, "rogues": True}
    assert keeps_secrets(coins.GAME)
