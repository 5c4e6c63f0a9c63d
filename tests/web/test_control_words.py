"""Every sentence of the control room is in its words file, and its scripts read no markup (threats T18)."""

import re

import pytest
from fluent.syntax import FluentParser, ast
from web.test_words import variables

from bot.adapters.web.control.control_room import STATIC
from bot.adapters.web.control.words import CONTROL_WORDS
from bot.adapters.web.outbound.pages import HOLE
from bot.adapters.web.outbound.words import PAGE_WORDS

RESOURCE = FluentParser().parse((STATIC.parent / "words.en.ftl").read_text("utf-8"))
SENTENCES = {entry.id.name: entry for entry in RESOURCE.body if isinstance(entry, ast.Message)}
SCRIPTS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}


def test_each_sentence_is_used_and_each_used_one_is_there() -> None:
    assert not [entry for entry in RESOURCE.body if isinstance(entry, ast.Junk)]
    page = set(HOLE.findall((STATIC / "control.html").read_text("utf-8")))
    python = (STATIC.parent / "control_room.py").read_text("utf-8")
    used = {hole for hole in page if hole.startswith("web-control-")} | {
        f"web-control-{word}" for word in CONTROL_WORDS
    }
    used |= set(re.findall(r'"(web-control-[a-z-]+)"', python))
    assert used - {"web-control-title"} == set(SENTENCES)


def test_the_scripts_use_the_words_that_they_are_given() -> None:
    scripts = "".join(SCRIPTS.values())
    assert {word for word in CONTROL_WORDS if f'"control-{word}"' not in scripts} == set()
    known = {f"control-{word}" for word in CONTROL_WORDS} | set(PAGE_WORDS)
    assert set(re.findall(r'\bsay\("([a-z-]+)"', scripts)) <= known


@pytest.mark.parametrize("word", CONTROL_WORDS)
def test_the_values_of_a_sentence_are_named(word: str) -> None:
    assert variables(SENTENCES[f"web-control-{word}"]) == set(CONTROL_WORDS[word])


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_reads_markup(name: str) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", SCRIPTS[name])


@pytest.mark.parametrize("name", ["control.html", "control.css", *SCRIPTS])
def test_nothing_is_fetched_from_elsewhere_and_nothing_stands_inline(name: str) -> None:
    text = (STATIC / name).read_text("utf-8")
    assert not re.search(r"https?://", text)
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text)
