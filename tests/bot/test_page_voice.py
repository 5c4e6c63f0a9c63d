"""Test the two voices of words: a chat may say what to type, but a page never does, since people press there."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from evening import Evening
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from msgspec.structs import replace
from one_evening import EVENINGS
from two_places import TwoPlaces

from bot.commands.lines import known_words
from bot.commands.table import ALIASES, COMMANDS
from bot.ports.messages import News, Update
from bot.text import Words
from bot.text.words import spelled
from games.catalogue import catalogue
from games.kit.telling import Say, say
from persistence import HandClock, Store
from potluck.testing.said import SIGN, to_type

ROOT = Path(__file__).parents[2]
VERBS = frozenset({*known_words(), *ALIASES})
FILES = [
    path
    for folder in ("bot", "games", "examples")
    for path in (ROOT / folder).rglob("*.en.ftl")
    if not path.name.startswith(("discord.", "twitch."))
] + [ROOT / "bot" / "text" / "en.ftl", *(ROOT / "bot" / "wings").glob("*/en.ftl")]
AS_TYPED = {"line", "usage", "alias", "example"}
"""Values of sentences that are lines to type."""
OPTIONS_AS_TYPED = {"options", "option", "field", "reason"}
"""Values of the bot's own sentences that hold option keys: a page shows them in words."""

TO_WHO_TYPES = {
    *("help-intro", "help-at-once", "help-host", "usage-is", "stands-for", "option-is", "mod-words"),
    *("unknown-verb", "missing-argument", "too-many-words", "no-such-option", "option-form"),
    *("odd-roles", "server-how", "stream-how", "link-how", "mirror-how", "tournament-how"),
    *("for-example",),
}
"""Answers that only a person who types can get: to a question about words, and to an unknown line."""
SAID_ELSEWHERE = {
    *("web-link-missing", "web-link-over", "web-comforts-connected", "web-staff-welcome"),
    "web-overlay-join-typed",
    "self-code",
    *("hand-code-asks", "hand-code-shows", "hand-code-no-hand", "show-how"),
    *("host-resumes", "who-is-generous", "who-else-opens"),
}
"""Lines for a chat of another platform, or without a button: the word for moderators; and parts of a chat's sentences.
"""
NOT_OURS = {"staff-reason"}
"""A moderator's own words are repeated unchanged."""
IN_WORDS = {"opened-cannot-take-back", "opened-with-delay", "opened-few-secrets"}
"""Their options are told in words (`rules.in_sentences`)."""


class Messages:
    """The messages of a words file as a page says them: every text that their choices allow."""

    def __init__(self, path: Path) -> None:
        entries = FluentParser(with_spans=False).parse(path.read_text("utf-8")).body
        self.found = {one.id.name: one for one in entries if isinstance(one, ftl.Message)}
        self.typed = AS_TYPED | (OPTIONS_AS_TYPED if "bot" in path.relative_to(ROOT).parts else set())

    def on_a_page(self, name: str) -> Iterator[str]:
        message = self.found[name]
        own = next((one.value for one in message.attributes if one.id.name == "page"), message.value)
        yield from self.texts(own)

    def texts(self, node: Any) -> Iterator[str]:
        """Yield the texts of a node; each way of a choice once, with the first ways of the others."""
        match node:
            case ftl.Pattern(elements=elements):
                parts = [list(self.texts(one)) for one in elements]
                most = max(map(len, parts), default=1)
                yield from ("".join(part[min(at, len(part) - 1)] for part in parts) for at in range(most))
            case ftl.TextElement(value=text):
                yield text
            case ftl.Placeable(expression=inner):
                yield from self.texts(inner)
            case ftl.SelectExpression(variants=variants):
                for variant in variants:
                    yield from self.texts(variant.value)
            case ftl.StringLiteral():
                yield node.parse()["value"]
            case ftl.VariableReference(id=value):
                yield SIGN if value.name in self.typed | {"prefix"} else "…"
            case ftl.MessageReference(id=other) if other.name in self.found:
                yield from self.texts(self.found[other.name].value)
            case _:
                yield "…"


def test_no_message_of_a_page_is_to_be_typed() -> None:
    """For everything a page may be told, `.page` replaces a chat sentence that names something to type."""
    wrong = {
        name: text
        for path in FILES
        for messages in [Messages(path)]
        for name in messages.found
        for text in messages.on_a_page(name)
        if to_type(text, VERBS)
    }
    known = TO_WHO_TYPES | SAID_ELSEWHERE | NOT_OURS | IN_WORDS
    assert {name: text for name, text in wrong.items() if name not in known} == {}
    assert known - set(wrong) == set(), "these are clean by now"


def test_a_page_says_what_the_message_has_for_it_and_a_chat_does_not() -> None:
    chat, page = Words(), Words(page=True)
    assert chat.text("only-the-host", verb="close", host="Ann") == '"!close" is for the host, Ann.'
    assert page.text("only-the-host", verb="close", host="Ann") == "That is for the host, Ann."
    assert chat.text("table-moved", code="K7Q") == page.text("table-moved", code="K7Q")
    assert page.text("command-join").endswith("if you like.")
    game = catalogue()["cones"]
    assert page.plain("help-move", game) == "Move a cone or a stack from one space to another."


def test_a_message_within_another_speaks_in_the_same_voice() -> None:
    game, row = catalogue()["headache"], say("scene-option", question="auction", number=1, option=Say("value-blind"))
    asked = say("scene-question", question="auction", options=row, voted=0)
    assert "1 blind" in Words().sentence(asked, (), game)
    assert "auctioned? blind." in Words(page=True).sentence(asked, (), game)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("pay=even max_splits=4", "pay: even, max splits: 4"),
        ("memory=off, lots=order", "memory: off, lots: order"),
        ("turn_seconds", "turn seconds"),
        ("with split=exact, max_splits is a number", "with split: exact, max splits is a number"),
        ("", ""),
    ],
)
def test_options_are_spelled_out(typed: str, said: str) -> None:
    assert spelled(typed) == said


# In the house


class Pages:
    """A platform of pages: its people and places see everything on pages."""

    platform = "test"

    def looks_on(self, audience: str, table: str = "") -> bool:  # noqa: ARG002 - its adapter shows it
        return False


def lines_of(update: Update) -> Iterator[str]:
    """Yield everything that a page may show of this, with fine print in words."""
    panel = update.card
    for news in (*update.news, *update.recent):
        yield fine(news) if news.fine else news.text
    yield from (*panel.lines, *panel.own, panel.title, panel.start)
    yield from (one.label for one in panel.commands)
    for offer in panel.offers:
        yield from (offer.label, offer.help, *(field.label for field in offer.fields))
        yield from (choice.label for field in offer.fields for choice in field.among)
    if panel.board is not None:
        yield panel.board.name
        yield from (text for piece in panel.board.pieces for text in (piece.name, piece.label))


def fine(news: News) -> str:
    return re.sub(r"[0-9a-f]{24,}", "…", news.text)


@pytest.mark.parametrize("name", EVENINGS)
async def test_no_line_of_an_evening_on_pages_is_to_be_typed(evening: Evening, name: str) -> None:
    evening.house.add_window(Pages())  # type: ignore[arg-type]  # it is shown nothing itself
    answers = []
    for line in EVENINGS[name]:
        who, _, text = line.partition(": ")
        answers.append(await evening.hear(replace(evening.message(who, text), page=True)))
    told = [line for update in evening.witness.updates for line in lines_of(update)]
    told += [answer.text for answer in answers]
    assert [line for line in told if to_type(line, VERBS)] == []
    assert len(told) > 500


UNPRESSED = {"help", "moves", "mod", "server", "stream", "mirror", "link"}
"""Words that are only typed, and answered in the same way."""


@pytest.mark.parametrize("lines", [[], ["ann: !open rogues pay=x", "ann: !open rogues"], EVENINGS["halflings"][:6]])
async def test_what_a_command_is_answered_on_a_page_is_not_to_be_typed(evening: Evening, lines: list[str]) -> None:
    """Without a table, in a lobby and in a game; by the host and by a stranger."""
    for line in lines:
        who, _, text = line.partition(": ")
        await evening.say(who, text)
    for word, who in product(COMMANDS, ("zoe", "ann")):
        if word not in UNPRESSED:
            answer = await evening.hear(replace(evening.message(who, f"!{word}"), page=True))
            told = "" if answer.marked_up else answer.text  # the rulebook is its own page
            assert to_type(re.sub(r"[0-9a-f]{24,}", "…", told), VERBS) == "", word


async def test_a_page_beside_a_chat_has_its_own_voice(store: Store, clock: HandClock) -> None:
    both = TwoPlaces(store, clock)
    both.page.open_for = {both.here, both.id_of("ann")}
    await both.lines("ann: !open halflings mode=duel")
    assert any('Sit down with "!join"' in line for line in both.discord.told(f"place:{both.here}"))
    on_page = both.page.told(f"place:{both.here}")
    assert any(" is open, up to " in line and line.endswith(" is the host.") for line in on_page)
    looked = await both.house.look(both.person("ann"), both.server, both.here, "en", page=True)
    told = [line for update in (*both.page.updates, *looked) for line in lines_of(update)]
    assert [line for line in told if to_type(line, VERBS)] == []
    in_chat = await both.house.look(both.person("ann"), both.server, both.here, "en")
    assert any("!join" in line for update in in_chat for line in lines_of(update)), "Discord looks, too"
    refused = await both.say("eve", "!close", page=True)
    assert refused.text == "You don't sit at a table here. Sit down at one, or open one."
    await both.end()
