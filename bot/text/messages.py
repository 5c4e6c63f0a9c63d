"""Format the messages of Fluent files; each is parsed and compiled when it is first used.

The results are those of fluent.runtime, many times as fast: a message becomes one Python expression, a choice between
variants a lookup in a dict. Files are split into messages first, for parsing them whole takes half a second.
"""

import re
from collections import ChainMap
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from fluent.syntax import FluentParser, ast

PLURAL_FORMS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
MOST_KEPT: Final = 4096
"""How many numbers of a language are cached, as written and with their plural form."""
Value = str | int
Format = Callable[[Mapping[str, Value]], str]
"""A function from values to the sentence of a message. It raises LookupError if a value is missing."""
Function = Callable[[Any], Value]
"""A function that words files can call, besides Fluent's own."""
ENTRY: Final = re.compile(r"^(-?[A-Za-z][A-Za-z0-9_-]*) *=", re.MULTILINE)
"""The beginning of a message: at the start of a line, where other parts of a message never look like it."""


class MissingWordsError(Exception):
    """There is no message of this id, or one of its values is missing."""


in_english: Final = "{:,}".format
"""Return a number as English writes it."""


ONE_IN_ENGLISH: Final = frozenset({1, -1})
"""The numbers whose plural form is "one" there; that of all others is "other"."""


def form_in_english(number: float) -> str:
    return "one" if number in ONE_IN_ENGLISH else "other"


class Numbers:
    """The numbers of one language. `grouped` writes a number; `form` gives its plural form, of PLURAL_FORMS.

    English, which nearly everybody plays in, does without babel, which is slow to load.
    """

    def __init__(self, locale: str) -> None:
        self.grouped: Callable[[float], str] = in_english
        self.form: Callable[[float], str] = form_in_english
        if locale != "en":
            babel: Any = import_module("babel.numbers")
            known = babel.Locale.parse(locale.replace("-", "_"))
            self.grouped = lru_cache(MOST_KEPT)(lambda number: str(babel.format_decimal(number, locale=known)))
            self.form = lru_cache(MOST_KEPT)(lambda number: str(known.plural_form(number)))


@lru_cache(maxsize=256)
def entries(text: str) -> Mapping[str, str]:
    """Return the messages of a words file by id, each with all its lines."""
    found = list(ENTRY.finditer(text))
    if not found:
        return {}
    ends = [*(one.start() for one in found[1:]), len(text)]
    return {one[1]: text[one.start() : end] for one, end in zip(found, ends, strict=True)}


@lru_cache(maxsize=8192)
def parsed(entry: str) -> ast.Message | ast.Term | None:
    """Parse one message; None if it is malformed, since Fluent would drop it."""
    first = FluentParser(with_spans=False).parse(entry).body[0]
    return first if isinstance(first, ast.Message | ast.Term) else None


class Messages:
    """All messages of one language that belong together. Where two have the same id, that of the later text counts."""

    def __init__(self, locale: str, texts: Sequence[str], functions: Mapping[str, Function]) -> None:
        self.functions, self.numbers = functions, Numbers(locale)
        self._entries: MutableMapping[str, str] = {
            name: entry for text in texts for name, entry in entries(text).items()
        }
        self._formats: dict[tuple[str, str], Format | None] = {}
        """By message and attribute, at most as many as the texts have."""

    def with_own(self, text: str) -> "Messages":
        """Return these messages with those of a text in their place; the others are shared."""
        made = Messages("en", (), self.functions)
        made.numbers = self.numbers
        made._entries = ChainMap(dict(entries(text)), self._entries)
        return made

    def entry(self, message: str) -> str:
        """Return a message as its file has it; empty if there is none."""
        return self._entries.get(message, "")

    def has(self, message: str) -> bool:
        """Tell whether there is a message of this id."""
        return message in self._entries and parsed(self._entries[message]) is not None

    def having(self, attribute: str) -> list[str]:
        """Return the ids of all messages with this attribute."""
        mark = re.compile(rf"^ +\.{attribute} *=", re.MULTILINE)
        return [name for name, entry in self._entries.items() if mark.search(entry)]

    def format(self, message: str, attribute: str = "") -> Format | None:
        """Return the function that formats a message or its attribute; None if there is none.

        Raises MissingWordsError if it can't be made.
        """
        key = message, attribute
        if key not in self._formats:
            pattern = self.pattern(message, attribute)
            if pattern is None and not self.has(message):
                return None
            self._formats[key] = None if pattern is None else Compiler(self).compiled(pattern, message)
        return self._formats[key]

    def pattern(self, message: str, attribute: str = "") -> ast.Pattern | None:
        """Return a message or its attribute as written; None if there is none."""
        entry = parsed(self._entries[message]) if message in self._entries else None
        if entry is None or not attribute:
            return None if entry is None else entry.value
        return next((one.value for one in entry.attributes if one.id.name == attribute), None)


class Compiler:
    """Compile one message to a function of its values.

    It knows what our words files need: no dates, no ordinal numbers, no arguments of terms.
    """

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._called: dict[str, Any] = {"number": messages.numbers.grouped, "plain": "{:d}".format}
        """What the expression refers to, by its names there."""
        self._names = 0
        self._open: list[ast.Pattern] = []
        """The patterns that are being compiled, each inside the one before."""

    def compiled(self, pattern: ast.Pattern, message: str) -> Format:
        """Compile a pattern. Raises MissingWordsError if that is impossible."""
        try:
            source = self._pattern(pattern)
        except MissingWordsError as missing:
            raise MissingWordsError(f"{message}: {missing}") from None
        made: Format = eval(f"lambda values: {source}", self._called)  # noqa: S307 - all that files say is quoted in it
        return made

    def _pattern(self, pattern: ast.Pattern) -> str:
        if any(one is pattern for one in self._open):
            raise MissingWordsError("it says itself")
        self._open.append(pattern)
        parts = [self._element(one) for one in pattern.elements]
        self._open.pop()
        return " + ".join(parts)

    def _element(self, element: ast.TextElement | ast.Placeable) -> str:
        return repr(element.value) if isinstance(element, ast.TextElement) else self._text(element.expression)

    def _text(self, expression: Any) -> str:
        """Return an expression that makes text. Raises MissingWordsError."""
        match expression:
            case ast.Placeable():
                return self._text(expression.expression)
            case ast.StringLiteral():
                return repr(expression.parse()["value"])
            case ast.MessageReference() | ast.TermReference():
                return f"({self._pattern(self._referred(expression))})"
            case ast.SelectExpression():
                return self._select(expression)
            case ast.FunctionReference(id=ast.Identifier(name="NUMBER")):
                ungrouped = [one for one in expression.arguments.named if one.value.value == "0"]
                return f"{'plain' if ungrouped else 'number'}({self._value(expression)})"
            case _:
                held = self._name()
                return f"({held} if isinstance({held} := {self._value(expression)}, str) else number({held}))"

    def _value(self, expression: Any) -> str:
        """Return an expression for a value, text or number, to be written or to select by. Raises MissingWordsError."""
        match expression:
            case ast.VariableReference(id=named):
                return f"values[{named.name!r}]"
            case ast.NumberLiteral(value=value) if value.lstrip("-").isdecimal():
                return repr(int(value))
            case ast.FunctionReference(id=ast.Identifier(name="NUMBER"), arguments=given) if len(
                given.positional
            ) == 1 and {one.name.name for one in given.named} <= {"useGrouping"}:
                return self._value(given.positional[0])
            case ast.FunctionReference(id=named, arguments=given) if (
                named.name in self._messages.functions and len(given.positional) == 1 and not given.named
            ):
                function = self._name()
                self._called[function] = self._messages.functions[named.name]
                return f"{function}({self._value(given.positional[0])})"
            case ast.StringLiteral() | ast.TermReference():
                return self._text(expression)
            case _:
                raise MissingWordsError(f"{type(expression).__name__} is not said here")

    def _referred(self, reference: ast.MessageReference | ast.TermReference) -> ast.Pattern:
        name = f"-{reference.id.name}" if isinstance(reference, ast.TermReference) else reference.id.name
        attribute = "" if reference.attribute is None else reference.attribute.name
        pattern = self._messages.pattern(name, attribute)
        if pattern is None or getattr(reference, "arguments", None) is not None:
            raise MissingWordsError(f"nothing is to be said of {name}")
        return pattern

    def _select(self, select: ast.SelectExpression) -> str:
        """Return an expression that picks a variant by its index, and the default where no other fits."""
        keys = [key_of(one) for one in select.variants]
        default = next(place for place, one in enumerate(select.variants) if one.default)
        choose, chosen = self._name(), self._name()
        self._called[choose] = choice(keys, default, self._messages.numbers)
        patterns = [self._pattern(one.value) for one in select.variants]
        taken, otherwise = f"({chosen} := {choose}({self._value(select.selector)}))", patterns.pop(default)
        others = [place for place in range(len(keys)) if place != default]
        tests = [f"{chosen if place != others[0] else taken} == {place}" for place in others]
        cases = "".join(f"{pattern} if {test} else " for pattern, test in zip(patterns, tests, strict=True))
        return f"({cases}{otherwise})"

    def _name(self) -> str:
        """Return a new name in the expression, for a function that it calls or a value that it holds."""
        self._names += 1
        return f"x{self._names}"


class Key(NamedTuple):
    """What a variant is for: a text, a plural form, or one number."""

    word: str = ""
    number: float | None = None


def key_of(variant: ast.Variant) -> Key:
    if isinstance(variant.key, ast.NumberLiteral):
        return Key(number=float(variant.key.value))
    return Key(variant.key.name)


def choice(keys: Sequence[Key], default: int, numbers: Numbers) -> Callable[[Value], int | None]:
    """Return a function from a value to the index of the first variant that fits; None: the default.

    For numbers, plural forms fit too. In English one look-up tells, since only 1 and -1 have a form of their own.
    """
    by_text: dict[str | float, int] = {}
    by_number: dict[float, int] = {}
    by_form: dict[str, int] = {}
    for place, key in enumerate(keys):
        by_text.setdefault(key.word if key.number is None else numbers.form(key.number), place)
        if key.number is not None:
            by_number.setdefault(key.number, place)
        elif key.word in PLURAL_FORMS:
            by_form.setdefault(key.word, place)
    nowhere, form = len(keys), numbers.form

    def choose(value: str | float) -> int:
        if isinstance(value, str):
            return by_text.get(value, default)
        found = min(by_number.get(value, nowhere), by_form.get(form(value), nowhere) if by_form else nowhere)
        return default if found == nowhere else found

    if not by_form or (form is form_in_english and by_form.get("other", default) == default):
        return (by_text | {number: choose(number) for number in (*by_number, *ONE_IN_ENGLISH)}).get
    return choose
