"""Sentences of a place's own: a Fluent file, checked against the sentences that it replaces."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final

import regex
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor
from msgspec import Struct

from bot.table.change import Refused
from bot.text import Words
from bot.text.messages import MissingWordsError, Value, entries, parsed
from bot.text.safe_text import NOT_FIRST, UNSEEN, safe_text, unlinked
from bot.text.words import DEFAULT_LOCALE, PAGE, SHORT, SLASH, messages
from games.catalogue import AnyGame, catalogue

MOST: Final = 200
MOST_BYTES: Final = 16 * 1024
MOST_BRACES: Final = 1000
BEGINS: Final = regex.compile(r"^[A-Za-z-]", regex.MULTILINE)
"""Where a sentence begins, or a line that can't be read."""
LONGEST: Final = 500
MOST_WAYS: Final = 200
"""In how many ways one sentence may come out, by the choices in it."""
KEPT: Final = (
    *("web-", "command-", "slash-", "menu-", "server-", "setup-", "control-", "desk-", "entry-", "balances-"),
    *("fair-", "seats-", "dice-loaded", "receipt", "verif", "withheld", "still-", "history-", "replay-", "key-lost"),
    *("staff-", "motion-", "put-out-", "would-", "confirm-", "void", "game-void", "correct", "generous-", "dispute-"),
    *("self-", "hand-code-", "forget", "mydata", "link", "unlinked", "show-how", "safe-", "secret", "page-"),
    *("community-", "sentences-"),
    # what a seat costs, and what becomes of suckers
    *(
        "stake-is-not-all",
        "stake-taken-back",
        "stakes-",
        "risk-",
        "money-",
        "named-money",
        "named-buyin",
        "not-for-money",
    ),
    *(
        "option-money-",
        "option-buyin",
        "option-entry",
        "named-entry",
        "entrance-paid",
        "option-admits-",
        "options-changed",
    ),
    *("purse-", "purses-", "your-purse", "buy-in-", "button-rebuy", "rebuy-", "rebought", "no-rebuy", "pot-paid-out"),
    *("bots-would-lose", "house-would-lose", "house-pays-no-more", "ledger-", "gift-", "reward-", "stream-stake"),
    *(
        "called-off",
        "practice-called-off",
        "ended-",
        "unsure-store",
        "busy-store",
        "taken-before",
        "tournament-for-chips",
    ),
    # who may come, who decides, and what was asked of oneself
    *("invited-only", "table-admits", "opened-", "own-", "password-", "made-public", "game-frozen", "operator-says"),
    *("button-agree", "moderator", "enough-plays", "skip-plays", "parting-", "night-course", "night-would"),
)
"""How sentences begin that stay the bot's: by them people agree, are proved something, or hold others to account."""
STAND_IN: Final = "xx"
"""What stands for a value where a sentence is looked at."""
INVISIBLE: Final = str.maketrans("", "", "\ufe0f\u200d")
"""Letters that only join or colour pictures."""
LIKE_A_LINK: Final = regex.compile(r"[\p{L}\p{N}]\.[\p{L}]{2,}")


class Example(Struct, frozen=True):
    """A sentence of one's own beside the bot's, both with made-up values."""

    id: str
    before: str
    now: str


class Placed(Visitor):
    """Collects what is placed in a sentence: values, other sentences, functions; and which values it selects by."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.keys: dict[str, str] = {}

    def visit_VariableReference(self, node: Any) -> None:  # noqa: N802 - as the library calls it
        self.names.add(f"${node.id.name}")

    def visit_MessageReference(self, node: Any) -> None:  # noqa: N802
        self.names.add(node.id.name + ("" if node.attribute is None else f".{node.attribute.name}"))

    def visit_TermReference(self, node: Any) -> None:  # noqa: N802
        self.names.add(f"-{node.id.name}")
        self.generic_visit(node)

    def visit_FunctionReference(self, node: Any) -> None:  # noqa: N802
        if node.id.name == "NUMBER":
            self.keys |= {
                one.id.name: "" for one in node.arguments.positional if isinstance(one, ast.VariableReference)
            }
        else:
            self.names.add(f"{node.id.name}()")
        self.generic_visit(node)

    def visit_SelectExpression(self, node: Any) -> None:  # noqa: N802
        if isinstance(node.selector, ast.VariableReference):
            key = node.variants[0].key
            numbers = isinstance(key, ast.NumberLiteral) or any(
                getattr(one.key, "name", "") in {"one", "many", "few"} for one in node.variants
            )
            self.keys.setdefault(node.selector.id.name, "" if numbers else key.name)
        self.generic_visit(node)


def placed(message: Any) -> Placed:
    """Return what is placed in a message and its attributes."""
    found = Placed()
    found.visit(message)
    return found


def owners(message: str) -> list[AnyGame | None]:
    """Return the games (None: the bot) that have this sentence; of the bot's alone, only the bot."""
    ours = messages(None, DEFAULT_LOCALE).entry(message)
    theirs = [game for game in catalogue().values() if messages(game, DEFAULT_LOCALE).entry(message) != ours]
    return [*theirs] if theirs and not ours else [None, *theirs] if ours else []


def checked(text: str) -> tuple[Example, ...]:
    """Return an example of each sentence of a file. Raises Refused, with the line that is wrong and why.

    The first look at a file may take a second, and belongs in a thread; what came of it is cached.
    """
    found = looked_at(text)
    if isinstance(found, Refused):
        raise Refused(found.reason.id, **found.reason.args)
    return found


@lru_cache(maxsize=64)
def looked_at(text: str) -> tuple[Example, ...] | Refused:
    """Return an example of each sentence of a file, or why it is refused."""
    try:
        return examples_of(text)
    except Refused as wrong:
        return wrong.with_traceback(None)


def examples_of(text: str) -> tuple[Example, ...]:
    """Return an example of each sentence of a file. Raises Refused."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused("sentences-too-big", most=MOST_BYTES // 1024)
    if text.count("{") > MOST_BRACES:
        raise Refused("sentences-too-deep")
    if len(BEGINS.findall(text)) > MOST:
        raise Refused("sentences-too-many", most=MOST)
    try:
        body = FluentParser().parse(text).body
        found: list[Any] = [one for one in body if not isinstance(one, ast.BaseComment)]
        if len(found) > MOST:
            raise Refused("sentences-too-many", most=MOST)
        examples = tuple(example(one, text) for one in found)
    except RecursionError:
        raise Refused("sentences-too-deep") from None
    ids = [one.id for one in examples]
    for place, one in enumerate(ids):
        if one in ids[:place]:
            raise Refused("sentences-twice", number=line_at(text, found[place].span.start), word=one)
    if set(ids) != entries(text).keys():
        raise Refused("sentences-begin-lines")
    return examples


def line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def example(entry: Any, text: str) -> Example:
    """Check one sentence, and return an example of it. Raises Refused."""
    number = line_at(text, entry.span.start)
    if isinstance(entry, ast.Junk):
        wrong: Any = entry.annotations[0]
        raise Refused("sentences-unread", number=line_at(text, wrong.span.start), why=safe_text(wrong.message, 100))
    name = ("-" if isinstance(entry, ast.Term) else "") + entry.id.name
    games = owners(name)
    if not games or isinstance(entry, ast.Term):
        raise Refused("sentences-unknown", number=number, word=name)
    if name.startswith(KEPT):
        raise Refused("sentences-kept", number=number, word=name)
    originals: list[Any] = [parsed(messages(game, DEFAULT_LOCALE).entry(name)) for game in games]
    allowed = set.intersection(*(placed(one).names for one in originals)) | {"$prefix"}
    if odd := sorted(placed(entry).names - allowed):
        raise Refused("sentences-odd-value", number=number, word=odd[0], values=", ".join(sorted(allowed)))
    if entry.value is None or any(one.id.name not in {PAGE, SLASH, SHORT} for one in entry.attributes):
        raise Refused("sentences-odd-parts", number=number, word=name)
    for part, pattern in parts_of(entry).items():
        check_text(pattern, number)
        check_kept([parts_of(one).get(part, one.value) for one in originals], pattern, number)
    return said(name, entry, text, games[0], number)


def said(name: str, entry: Any, text: str, game: AnyGame | None, number: int) -> Example:
    """Return a sentence with made-up values, before and now. Raises Refused if it can't be said."""
    own = text[entry.span.start : entry.span.end] + "\n"
    ours = messages(game, DEFAULT_LOCALE)
    values = made_up(entry, parsed(ours.entry(name)))
    try:
        now = ours.with_own(own)
        for part in ("", *(one.id.name for one in entry.attributes)):
            now.format(name, part)
        made, before = now.format(name), ours.format(name)
        told = "" if before is None else before(values)
        return Example(name, told, "" if made is None else made(values))
    except (MissingWordsError, LookupError, ValueError, SyntaxError, MemoryError):
        raise Refused("sentences-unsaid", number=number, word=name) from None


class MadeUp(dict[str, Value]):
    """Values for an example: of each that is not here, its name."""

    def __missing__(self, key: str) -> str:
        return f"[{key}]"


def made_up(*told: Any) -> MadeUp:
    """Return values for some messages: a number where they count, a word that they select by, or the value's name."""
    chosen = {name: key or 3 for one in told for name, key in placed(one).keys.items()}
    return MadeUp(chosen | {"prefix": Words().prefix})


def parts_of(message: Any) -> dict[str, ast.Pattern]:
    """Return the patterns of a message: its own, and those of its attributes by name."""
    return {"": message.value, **{one.id.name: one.value for one in message.attributes}}


def check_kept(originals: list[ast.Pattern], pattern: ast.Pattern, number: int) -> None:
    """Raise Refused for a text that hides what the original always says: a value, or anything at all."""
    lacks = set.intersection(*map(always, originals)) - always(pattern) - {"prefix"}
    if lacks:
        raise Refused("sentences-lacks", number=number, word=f"${min(lacks)}")
    if is_empty(pattern) and not any(map(is_empty, originals)):
        raise Refused("sentences-nothing", number=number)


def always(node: Any) -> set[str]:
    """Return the values that are placed in a text in each way in which it may come out."""
    match node:
        case ast.Pattern():
            return set[str]().union(*map(always, node.elements))
        case ast.Placeable():
            return always(node.expression)
        case ast.VariableReference():
            return {node.id.name}
        case ast.FunctionReference():
            return set[str]().union(*map(always, node.arguments.positional))
        case ast.SelectExpression():
            return set.intersection(*(always(one.value) for one in node.variants))
        case _:
            return set()


def is_empty(node: Any) -> bool:
    """Tell whether a text may come out without anything to see."""
    match node:
        case ast.Pattern():
            return all(map(is_empty, node.elements))
        case ast.Placeable():
            return is_empty(node.expression)
        case ast.TextElement():
            return not node.value.strip()
        case ast.StringLiteral():
            return not str(node.parse()["value"]).strip()
        case ast.SelectExpression():
            return any(is_empty(one.value) for one in node.variants)
        case _:
            return False


def check_text(pattern: ast.Pattern, number: int) -> None:
    """Raise Refused for a text that could not be shown safely, in any way in which it may come out."""
    for ways, told in enumerate(flat(pattern)):
        plain = unicodedata.normalize("NFC", told).translate(INVISIBLE)
        if ways >= MOST_WAYS:
            raise Refused("sentences-too-deep")
        if len(told) > LONGEST:
            raise Refused("sentences-too-long", number=number, most=LONGEST)
        if UNSEEN.search(plain) or safe_text(plain, LONGEST) != " ".join(plain.split()):
            raise Refused("sentences-odd-letters", number=number)
        if unlinked(plain) != plain or looks_like_a_link(plain) or NOT_FIRST.sub("", plain) != plain.lstrip():
            raise Refused("sentences-links", number=number)


def looks_like_a_link(text: str) -> bool:
    """Tell whether a chat would make a link of something in a text."""
    return LIKE_A_LINK.search(text) is not None


def flat(pattern: ast.Pattern) -> Iterator[str]:
    """Yield all texts that a pattern may come out as, with something in place of each value."""
    parts = [[one.value] if isinstance(one, ast.TextElement) else texts(one.expression) for one in pattern.elements]
    return ("".join(one) for one in product(*parts))


def texts(expression: Any) -> list[str]:
    """Return what an expression may come out as."""
    match expression:
        case ast.Placeable():
            return texts(expression.expression)
        case ast.StringLiteral():
            return [str(expression.parse()["value"])]
        case ast.SelectExpression():
            found: list[str] = []
            for variant in expression.variants:
                for told in flat(variant.value):
                    found.append(told)
                    if len(found) > MOST_WAYS:
                        raise Refused("sentences-too-deep")
            return found
        case ast.MessageReference() | ast.TermReference():
            return [" "]
        case _:
            return [STAND_IN]
