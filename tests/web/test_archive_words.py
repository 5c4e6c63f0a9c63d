"""Every sentence of the archive's pages is in their words file, and their scripts read no markup (threats T18)."""

import re

import pytest
from fluent.syntax import FluentParser, ast
from web.test_words import variables

from bot.adapters.web.archive.archive_pages import STATIC
from bot.adapters.web.archive.words import ARCHIVE_WORDS
from bot.adapters.web.outbound.pages import HOLE

RESOURCE = FluentParser().parse((STATIC.parent / "words.en.ftl").read_text("utf-8"))
SENTENCES = {entry.id.name: entry for entry in RESOURCE.body if isinstance(entry, ast.Message)}
SCRIPTS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}
PAGES = ("archive.html", "person.html")


def test_each_sentence_is_used_and_each_used_one_is_there() -> None:
    assert not [entry for entry in RESOURCE.body if isinstance(entry, ast.Junk)]
    page = {hole for name in PAGES for hole in HOLE.findall((STATIC / name).read_text("utf-8"))}
    python = (STATIC.parent / "archive_pages.py").read_text("utf-8")
    used = {hole for hole in page if hole.startswith("web-archive-")} | {f"web-archive-{one}" for one in ARCHIVE_WORDS}
    used |= set(re.findall(r'"(web-archive-[a-z-]+)"', python))
    assert used == set(SENTENCES)


def test_the_scripts_use_the_words_that_they_are_given() -> None:
    scripts = "".join(SCRIPTS.values())
    assert {word for word in ARCHIVE_WORDS if f'"{word}"' not in scripts} == set()
    assert set(re.findall(r'\bsay\("([a-z-]+)"', scripts)) <= set(ARCHIVE_WORDS)


@pytest.mark.parametrize("word", ARCHIVE_WORDS)
def test_the_values_of_a_sentence_are_named(word: str) -> None:
    assert variables(SENTENCES[f"web-archive-{word}"]) == set(ARCHIVE_WORDS[word])


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_reads_markup(name: str) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", SCRIPTS[name])


@pytest.mark.parametrize("name", [*PAGES, "archive.css", *SCRIPTS])
def test_nothing_is_fetched_from_elsewhere_and_nothing_stands_inline(name: str) -> None:
    text = (STATIC / name).read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://", text)
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text)
