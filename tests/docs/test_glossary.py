"""Test that each word of the glossary is used, and that each word of a class name is in it, as ours or as plain
English.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "glossary.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!word \|)([a-z][a-z, -]*) \| (.+) \|$", re.MULTILINE)
CODE = [
    path
    for folder in ("bot", "persistence", "potluck", "games/kit", "games/proof", "games/lab")
    for path in (HOUSE / folder).rglob("*.py")
]


def ours() -> list[str]:
    return [word for words, _ in ROW.findall(PAGE) for word in words.split(", ")]


def section(title: str) -> str:
    return PAGE.partition(f"## {title}")[2].partition("\n## ")[0]


def plain() -> set[str]:
    return set(re.findall(r"[a-z]+", section("The field's words, and plain English").rpartition("everywhere.")[2]))


@cache
def given() -> tuple[frozenset[str], frozenset[str]]:
    """Return all names defined anywhere in the code, and those of classes. The files are read once."""
    found = [one for path in CODE for one in named_in(path)]
    return frozenset(name for name, _ in found), frozenset(name for name, is_class in found if is_class)


def named_in(path: Path) -> Iterator[tuple[str, bool]]:
    yield path.stem, False
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ClassDef(name=name):
                yield name, True
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, False
            case ast.arg(arg=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                yield name, False


def names() -> frozenset[str]:
    return given()[0]


def classes() -> frozenset[str]:
    return given()[1]


def words_of(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def alike(word: str, used: set[str]) -> bool:
    """Tell whether the word is used, in the singular or the plural."""
    return bool({word, f"{word}s", f"{word}es", f"{word[:-1]}ies", word.removesuffix("s")} & used)


def test_each_word_of_the_glossary_is_used() -> None:
    used = {word for name in names() for word in words_of(name)}
    assert [term for term in ours() if not all(alike(part, used) for part in re.findall("[a-z]+", term))] == []


def test_each_word_in_the_name_of_a_class_stands_in_the_glossary() -> None:
    known = {part for term in ours() for part in re.findall("[a-z]+", term)} | plain()
    found = {word: name for name in sorted(classes()) for word in words_of(name)}
    assert {word: name for word, name in found.items() if not alike(word, known)} == {}


def test_no_plain_word_is_listed_that_no_class_has() -> None:
    assert plain() - {word for name in classes() for word in words_of(name)} == set()


def test_no_word_has_two_meanings() -> None:
    terms = ours()
    assert sorted(set(terms)) == sorted(terms)
    assert plain().isdisjoint(terms)


def test_the_words_that_went_are_in_no_name() -> None:
    gone = set(re.findall("[a-z]+", section("Words that went").rpartition(":")[2]))
    assert len(gone) > 8
    found = {word: name for name in names() for word in words_of(name) if word in gone}
    assert found == {}
