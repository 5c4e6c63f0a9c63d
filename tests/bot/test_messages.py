"""Test that messages equal those of Fluent's own runtime for any values, errors included."""

import random
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import highdie
import pytest
from cases import case
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from bot.text import MissingWordsError
from bot.text.messages import Format, Messages, Value, entries
from bot.text.words import FUNCTIONS, sources
from games.catalogue import AnyGame, catalogue

ROOT: Final = Path(__file__).parents[2]
GAMES: Final[dict[str, AnyGame | None]] = {"the bot": None, **catalogue(), "highdie": highdie.GAME}
TRIES: Final = 2
NUMBERS: Final = (0, 1, 2, 3, 5, 11, 21, 100, 999, 1000, 12345, -1, -1234, 10**12)
TEXTS: Final = ("", "ann", "one", "other", "few", "5", "a=1 b_c=2", "é ☃", "{ x }", "it's \\ \" quoted")


resource = lru_cache(FluentResource)


def fluent(texts: list[str], locale: str) -> FluentBundle:
    bundle = FluentBundle([locale], functions=FUNCTIONS, use_isolating=False)
    for text in texts:
        bundle.add_resource(resource(text), allow_overrides=True)
    return bundle


def said_by_fluent(bundle: FluentBundle, message: str, attribute: str, values: dict[str, Value]) -> str | None:
    found = bundle.get_message(message)
    pattern = found.attributes.get(attribute) if attribute else found.value
    sentence, errors = bundle.format_pattern(pattern, values)
    return None if errors else str(sentence)


def said(made_by: Format | None, values: dict[str, Value]) -> str | None:
    assert made_by is not None
    try:
        return made_by(values)
    except (LookupError, ValueError):
        return None


def within(node: Any) -> Iterator[Any]:
    if isinstance(node, ftl.BaseNode):
        yield node
        for value in vars(node).values():
            yield from within(value)
    elif isinstance(node, list):
        for one in node:
            yield from within(one)


class Part(NamedTuple):
    """A message or an attribute: its variables, the words it selects by, and whether it includes others."""

    variables: frozenset[str]
    keys: tuple[str, ...]
    says_others: bool


@cache
def parts_of(text: str) -> dict[tuple[str, str], Part]:
    """Return every message and attribute of a file, with those of its whole message."""
    found = {}
    for entry in resource(text).body:
        if isinstance(entry, ftl.Message):
            nodes = list(within(entry))
            part = Part(
                frozenset(one.id.name for one in nodes if isinstance(one, ftl.VariableReference)),
                tuple(
                    {
                        one.key.name: 0
                        for one in nodes
                        if isinstance(one, ftl.Variant)
                        if isinstance(one.key, ftl.Identifier)
                    }
                ),
                any(isinstance(one, ftl.MessageReference | ftl.TermReference) for one in nodes),
            )
            voices = [""] * (entry.value is not None) + [one.id.name for one in entry.attributes]
            found |= {(entry.id.name, voice): part for voice in voices}
    return found


def parts(texts: list[str]) -> dict[tuple[str, str], Part]:
    return {name: part for text in texts for name, part in parts_of(text).items()}


def own_of(texts: list[str], name: str) -> list[str]:
    """Return the texts of a game alone, since the bot's are tested once."""
    return texts if GAMES[name] is None else texts[len(sources(None, "en")) :]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("locale", ["en", "pl"])
def test_every_message_says_what_fluent_says_with_any_values(name: str, locale: str) -> None:
    """The English files with other languages' rules, which have their own plurals and decimal signs."""
    texts, chance = sources(GAMES[name], "en"), random.Random(f"{name} {locale}")  # noqa: S311 - any will do
    bundle, messages, own = fluent(texts, locale), Messages(locale, texts, FUNCTIONS), parts(own_of(texts, name))
    of_all: dict[str, Value] = {one: 3 for part in parts(texts).values() for one in part.variables}
    for (message, attribute), part in own.items():
        for _ in range(TRIES if locale == "en" else 1):
            some = [*NUMBERS, *TEXTS, *part.keys, *part.keys]
            values = dict(of_all) if part.says_others else {}
            values |= {one: chance.choice(some) for one in sorted(part.variables)}
            expected = said_by_fluent(bundle, message, attribute, values)
            assert said(messages.format(message, attribute), values) == expected, (message, attribute, values)


@pytest.mark.parametrize("name", GAMES)
def test_a_value_that_is_missing_is_an_error_just_where_fluent_has_one(name: str) -> None:
    texts = sources(GAMES[name], "en")
    bundle, messages = fluent(texts, "en"), Messages("en", texts, FUNCTIONS)
    for (message, attribute), part in parts(own_of(texts, name)).items():
        for lacking in sorted(part.variables):
            values: dict[str, Value] = dict.fromkeys(part.variables - {lacking}, 1)
            expected = said_by_fluent(bundle, message, attribute, values)
            assert said(messages.format(message, attribute), values) == expected, (message, lacking)


def test_a_file_is_parted_at_just_the_messages_that_fluent_finds() -> None:
    for path in [one for folder in ("bot", "games", "examples") for one in (ROOT / folder).rglob("*.ftl")]:
        with case(path):
            text = path.read_text(encoding="utf-8")
            body = FluentParser(with_spans=False).parse(text).body
            whole = {one.id.name: one for one in body if isinstance(one, ftl.Message)}
            apart = {name: FluentParser(with_spans=False).parse(entry).body[0] for name, entry in entries(text).items()}
            assert list(apart) == list(whole)
            assert all(apart[name].equals(one, ignored_fields=["span", "comment"]) for name, one in whole.items())


AUTHORS = """
-brand = Potluck
    .long = The Potluck
# A comment
hello = { -brand } { "{" } { 1234567 } { greeted.who }
greeted = Hi
    .who = { $who }
count = { $n ->
    [0] none
    [one] one of { $m ->
        [1] one
       *[other] { $m }
    }
   *[other] { NUMBER($n, useGrouping: 0) }
}
    .page =
        Two
        lines, { NUMBER($n) }
mixed = { NUMBER($n) ->
    [other] many
    [1] exactly
   *[one] one
}
"""


@pytest.mark.parametrize("locale", ["en", "pl", "de", "fr", "ar"])
def test_what_authors_may_write_besides_is_said_as_fluent_says_it(locale: str) -> None:
    bundle, messages = fluent([AUTHORS], locale), Messages(locale, [AUTHORS], FUNCTIONS)
    for message, attribute in (("hello", ""), ("greeted", "who"), ("count", ""), ("count", "page"), ("mixed", "")):
        for n in NUMBERS:
            for m in NUMBERS:
                values: dict[str, Value] = {"who": "ann", "n": n, "m": m}
                expected = said_by_fluent(bundle, message, attribute, values)
                assert said(messages.format(message, attribute), values) == expected


@pytest.mark.parametrize(
    "wrong",
    [
        "x = { DATETIME($now) }",
        'x = { NUMBER($n, type: "ordinal") ->\n    [one] st\n   *[other] th\n }',
        "x = { y }",
        "x = { x }",
        "x = a { -brand }",
        "x = { SHOUT($n) }",
        "x = { $n.page }",
        "-brand = { $case }\nx = { -brand(case: 1) }",
        "x = { $n",
        "y = x",
    ],
)
def test_what_can_t_be_said_is_refused_and_never_half_said(wrong: str) -> None:
    messages = Messages("en", [wrong], FUNCTIONS)
    try:
        made_by = messages.format("x")
    except MissingWordsError:
        return
    assert made_by is None


def test_a_later_text_goes_before_an_earlier_one() -> None:
    messages = Messages("en", ["x = bot\ny = { x }", "x = game"], FUNCTIONS)
    assert said(messages.format("y"), {}) == "game"
