"""Every sentence of the replay is in its words file, and its scripts read no markup (threats T18)."""

import re

import pytest
from fluent.syntax import FluentParser, ast
from web.test_words import variables

from bot.adapters.web.outbound.pages import HOLE
from bot.adapters.web.replay.replay_pages import STATIC
from bot.adapters.web.replay.words import REPLAY_WORDS

RESOURCE = FluentParser().parse((STATIC.parent / "words.en.ftl").read_text("utf-8"))
SENTENCES = {entry.id.name: entry for entry in RESOURCE.body if isinstance(entry, ast.Message)}
SCRIPTS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}


def test_each_sentence_is_used_and_each_used_one_is_there() -> None:
    assert not [entry for entry in RESOURCE.body if isinstance(entry, ast.Junk)]
    page = set(HOLE.findall((STATIC / "replay.html").read_text("utf-8")))
    python = (STATIC.parent / "replay_pages.py").read_text("utf-8")
    used = {hole for hole in page if hole.startswith("web-replay-")} | {f"web-replay-{word}" for word in REPLAY_WORDS}
    used |= set(re.findall(r'"(web-replay-[a-z-]+)"', python))
    assert used == set(SENTENCES)


def test_the_scripts_use_the_words_that_they_are_given() -> None:
    scripts = "".join(SCRIPTS.values())
    assert {word for word in REPLAY_WORDS if f'"{word}"' not in scripts} == set()
    known = set(REPLAY_WORDS)
    assert set(re.findall(r'\bsay\("([a-z-]+)"', scripts)) <= known


@pytest.mark.parametrize("word", REPLAY_WORDS)
def test_the_values_of_a_sentence_are_named(word: str) -> None:
    assert variables(SENTENCES[f"web-replay-{word}"]) == set(REPLAY_WORDS[word])


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_reads_markup(name: str) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", SCRIPTS[name])


@pytest.mark.parametrize("name", ["replay.html", "replay.css", *SCRIPTS])
def test_nothing_is_fetched_from_elsewhere_and_nothing_stands_inline(name: str) -> None:
    text = (STATIC / name).read_text("utf-8")
    assert not re.search(r"https?://", text)
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text)
