"""The messages of Fluent files, each parsed and compiled when it is first said.

They say what fluent.runtime says, many times as fast: a message becomes one expression of Python, a choice between
variants a look into a dict. A file is parted at its messages: parsed whole, all files would take half a second.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from fluent.syntax import FluentParser, ast

from bot.text.numbers import PLURAL_FORMS, Numbers

Value = str | int
Format = Callable[[Mapping[str, Value]], str]
"""Make the sentence of a message out of its values. Raises LookupError where one is missing."""
Function = Callable[[Any], Value]
"""A function for words files, besides Fluent's own."""
ENTRY: Final = re.compile(r"^(-?[A-Za-z][A-Za-z0-9_-]*) *=", re.MULTILINE)
"""How a message begins: at the beginning of a line, where no part of another message looks like it."""


class MissingWordsError(Exception):
    """There are no words for a message id, or a value of it is missing."""


@lru_cache(maxsize=256)
def entries(text: str) -> Mapping[str, str]:
    """Return the messages of a words file, each with all its lines, by its id."""
    found = list(ENTRY.finditer(text))
    ends = [*(one.start() for one in found[1:]), len(text)]
    return {one[1]: text[one.start() : end] for one, end in zip(found, ends, strict=True)}


@lru_cache(maxsize=8192)
def parsed(entry: str) -> ast.Message | ast.Term | None:
    """Parse one message; None: it is written wrongly, and Fluent would drop it."""
    first = FluentParser(with_spans=False).parse(entry).body[0]
    return first if isinstance(first, ast.Message | ast.Term) else None


class Messages:
    """All messages of one language that go together; of two with one id the one in the later text is said."""

    def __init__(self, locale: str, texts: Sequence[str], functions: Mapping[str, Function]) -> None:
        self.functions, self.numbers = functions, Numbers(locale)
        self._entries = {name: entry for text in texts for name, entry in entries(text).items()}
        self._formats: dict[tuple[str, str], Format | None] = {}
        """By message and attribute: at most as many as the texts have."""

    def has(self, message: str) -> bool:
        """Tell whether there is a message of this id."""
        return message in self._entries and parsed(self._entries[message]) is not None

    def format(self, message: str, attribute: str = "") -> Format | None:
        """Return what makes the sentence of a message, or of its attribute; None: it has none.

        Raises MissingWordsError where it can't be made.
        """
        key = message, attribute
        if key not in self._formats:
            pattern = self.pattern(message, attribute)
            if pattern is None and not self.has(message):
                return None
            self._formats[key] = None if pattern is None else Compiler(self).compiled(pattern, message)
        return self._formats[key]

    def pattern(self, message: str, attribute: str = "") -> ast.Pattern | None:
        """Return what a message or its attribute says, as it is written; None: there is no such thing."""
        entry = parsed(self._entries[message]) if message in self._entries else None
        if entry is None or not attribute:
            return None if entry is None else entry.value
        return next((one.value for one in entry.attributes if one.id.name == attribute), None)


class Compiler:
    """Make one message a function of its values.

    What words files need, and nothing else: no dates, no ordinal numbers, no values for terms.
    """

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._called: dict[str, Any] = {"number": messages.numbers.grouped, "plain": "{:d}".format}
        """What the expression calls, by the names that it has there."""
        self._names = 0
        self._open: list[ast.Pattern] = []
        """The patterns that are being compiled, each within the one before."""

    def compiled(self, pattern: ast.Pattern, message: str) -> Format:
        """Raise MissingWordsError where this can't be said."""
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
        """Return an expression that gives a text or a number, to be written or chosen by. Raises MissingWordsError."""
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
        """Return the variant that is chosen, by its place among them."""
        keys = [key_of(one) for one in select.variants]
        default = next(place for place, one in enumerate(select.variants) if one.default)
        choose, chosen = self._name(), self._name()
        self._called[choose] = choice(keys, default, self._messages.numbers)
        *before, last = [self._pattern(one.value) for one in select.variants]
        taken = f"{choose}({self._value(select.selector)})"
        tests = [f"({chosen} := {taken}) == 0", *(f"{chosen} == {place}" for place in range(1, len(before)))]
        cases = "".join(f"{case} if {test} else " for case, test in zip(before, tests, strict=False))
        return f"({cases}{last})"

    def _name(self) -> str:
        """Return a new name in the expression, for something that it calls or for a value that it holds."""
        self._names += 1
        return f"x{self._names}"


class Key(NamedTuple):
    """What a variant is for: a text or the form of a number, or one number."""

    word: str = ""
    number: float | None = None


def key_of(variant: ast.Variant) -> Key:
    if isinstance(variant.key, ast.NumberLiteral):
        return Key(number=float(variant.key.value))
    return Key(variant.key.name)


def choice(keys: Sequence[Key], default: int, numbers: Numbers) -> Callable[[Value], int]:
    """Return what gives the place of the first variant for a value: a number has its plural form, too."""
    by_text: dict[str, int] = {}
    by_number: dict[float, int] = {}
    by_form: dict[str, int] = {}
    for place, key in enumerate(keys):
        by_text.setdefault(key.word if key.number is None else numbers.form(key.number), place)
        if key.number is not None:
            by_number.setdefault(key.number, place)
        elif key.word in PLURAL_FORMS:
            by_form.setdefault(key.word, place)
    nowhere, form = len(keys), numbers.form
    if not by_number:  # as nearly all are

        def choose_by_form(value: Value) -> int:
            if isinstance(value, str):
                return by_text.get(value, default)
            return by_form.get(form(value), default) if by_form else default

        return choose_by_form

    def choose(value: Value) -> int:
        if isinstance(value, str):
            return by_text.get(value, default)
        found = by_number.get(value, nowhere)
        if by_form:
            found = min(found, by_form.get(form(value), nowhere))
        return default if found == nowhere else found

    return choose
