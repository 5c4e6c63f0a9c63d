"""Every sentence of the check is in its words file, and its scripts read no markup (threats T18)."""

import re

import pytest
from fluent.syntax import FluentParser, ast
from web.test_words import variables

from bot.adapters.web.outbound.pages import HOLE
from bot.adapters.web.verify.check_page import STATIC
from bot.adapters.web.verify.words import VERIFY_WORDS

RESOURCE = FluentParser().parse((STATIC.parent / "words.en.ftl").read_text("utf-8"))
SENTENCES = {entry.id.name: entry for entry in RESOURCE.body if isinstance(entry, ast.Message)}
SCRIPTS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}


def test_each_sentence_is_used_and_each_used_one_is_there() -> None:
    assert not [entry for entry in RESOURCE.body if isinstance(entry, ast.Junk)]
    page = set(HOLE.findall((STATIC / "verify.html").read_text("utf-8")))
    python = (STATIC.parent / "check_page.py").read_text("utf-8")
    used = {hole for hole in page if hole.startswith("web-verify-")} | {f"web-verify-{word}" for word in VERIFY_WORDS}
    used |= set(re.findall(r'"(web-verify-[a-z-]+)"', python))
    assert used == set(SENTENCES)


MADE = ("hash-", "did-", "wrong-", "ok-posted-")
"""Words that the script makes out of such a beginning and what it has found."""


def test_the_script_uses_the_words_that_it_is_given() -> None:
    script = "".join(SCRIPTS.values())
    assert {word for word in VERIFY_WORDS if f'"{word}"' not in script and not word.startswith(MADE)} == set()
    assert set(re.findall(r'\b(?:say|refuse)\("([a-z0-9-]+)"', script)) <= set(VERIFY_WORDS)
    found = set(re.findall(r'Mismatch\([^,]+, (?:found\.stamp \? )?"([a-z-]+)"', script))
    assert {f"wrong-{word}" for word in found} <= set(VERIFY_WORDS)
    assert len(found) > 10


@pytest.mark.parametrize("word", VERIFY_WORDS)
def test_the_values_of_a_sentence_are_named(word: str) -> None:
    assert variables(SENTENCES[f"web-verify-{word}"]) == set(VERIFY_WORDS[word])


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_reads_markup(name: str) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", SCRIPTS[name])


@pytest.mark.parametrize("name", ["verify.html", "verify.css", *SCRIPTS])
def test_nothing_is_fetched_from_elsewhere_and_nothing_stands_inline(name: str) -> None:
    text = (STATIC / name).read_text("utf-8")
    assert not re.search(r"https?://", text)
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text)
