"""Every sentence of the overlay is in its words file, and its scripts read no markup (threats T18)."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from bot.adapters.web.outbound.pages import HOLE
from bot.adapters.web.overlay.pages import STATIC
from bot.adapters.web.overlay.words import OVERLAY_WORDS, SETUP_WORDS

RESOURCE = FluentParser().parse((STATIC.parent / "words.en.ftl").read_text("utf-8"))
SENTENCES = {entry.id.name: entry for entry in RESOURCE.body if isinstance(entry, ast.Message)}
SCRIPTS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}
WORDS = OVERLAY_WORDS | SETUP_WORDS


def variables(node: object) -> set[str]:
    if isinstance(node, ast.VariableReference):
        return {node.id.name}
    parts = vars(node).values() if isinstance(node, ast.BaseNode) else node if isinstance(node, list) else ()
    return set().union(*(variables(part) for part in parts))


def test_each_sentence_is_used_and_each_used_one_is_there() -> None:
    assert not [entry for entry in RESOURCE.body if isinstance(entry, ast.Junk)]
    pages = {hole for path in STATIC.glob("*.html") for hole in HOLE.findall(path.read_text("utf-8"))}
    python = "".join(path.read_text("utf-8") for path in STATIC.parent.glob("*.py"))
    used = {hole for hole in pages if hole.startswith("web-")} | {f"web-overlay-{word}" for word in WORDS}
    assert used | set(re.findall(r'"(web-overlay-[a-z-]+)"', python)) == set(SENTENCES)


def test_the_scripts_use_the_words_that_they_are_given() -> None:
    scripts = "".join(SCRIPTS.values())
    composed = ("phase-", "at-", "part-", "theme-", "form-")
    assert {word for word in WORDS if f'"{word}"' not in scripts and not word.startswith(composed)} == set()
    assert set(re.findall(r'\bsay\("([a-z-]+)"', scripts)) <= set(WORDS)


@pytest.mark.parametrize("word", WORDS)
def test_the_values_of_a_sentence_are_named(word: str) -> None:
    assert variables(SENTENCES[f"web-overlay-{word}"]) == set(WORDS[word])


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_reads_markup(name: str) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", SCRIPTS[name])


@pytest.mark.parametrize("path", sorted(STATIC.iterdir()), ids=lambda path: path.name)
def test_nothing_is_fetched_from_elsewhere_and_nothing_stands_inline(path: Path) -> None:
    text = path.read_text("utf-8").replace("https?:", "")
    assert not re.search(r"https?://", text)
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text)


def colours(theme: str) -> dict[str, str]:
    css = (STATIC / "themes.css").read_text("utf-8")
    found = dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{3,6});", css.split("}")[0]))
    own = css.partition(f'[data-theme="{theme}"]')[2].split("}")[0]
    return found | dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{3,6});", own))


GROUNDS = {
    "felt": ("#1d5a41", "#123f2d"),
    "night": ("#0c0f1a", "#2a2d37"),
    "paper": ("#fdf6e6",),
    "contrast": ("#000",),
}
"""What lies behind the letters; night's is laid over what is on air, which may be white."""


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(sign * 2 for sign in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", GROUNDS)
def test_letters_can_be_read_on_air(theme: str) -> None:
    """WCAG AA for text, in each theme that has a ground."""
    found = colours(theme)
    for ground in GROUNDS[theme]:
        for ink in ("--ink", "--soft", "--accent", "--hurry"):
            assert contrast(found[ink], ground) >= 4.5, (ink, ground)
    assert contrast(found["--accent-ink"], found["--accent"]) >= 4.5
