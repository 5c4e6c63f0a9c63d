"""Every sentence of the page is in the words file, and nowhere else."""

import hashlib
import re
from itertools import product
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from web.small_bot import WORDS

from bot.adapters.web.outbound.files import TYPES
from bot.adapters.web.outbound.pages import HOLE, STATIC
from bot.adapters.web.outbound.words import PAGE_WORDS
from bot.render.symbols.colours import DARK

RESOURCE = FluentParser().parse(WORDS.read_text("utf-8"))
SENTENCES = {entry.id.name: entry for entry in RESOURCE.body if isinstance(entry, ast.Message)}
SCRIPTS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}


def variables(node: object) -> set[str]:
    if isinstance(node, ast.VariableReference):
        return {node.id.name}
    parts = vars(node).values() if isinstance(node, ast.BaseNode) else node if isinstance(node, list) else ()
    return set().union(*(variables(part) for part in parts))


def test_the_words_file_has_no_mistakes() -> None:
    assert not [entry for entry in RESOURCE.body if isinstance(entry, ast.Junk)]
    assert len(SENTENCES) == sum(isinstance(entry, ast.Message) for entry in RESOURCE.body)


def test_each_sentence_is_used_and_each_used_one_is_there() -> None:
    own = [
        path
        for path in STATIC.parent.rglob("*")
        if not {"overlay", "control", "replay", "archive", "verify"} & set(path.relative_to(STATIC.parent).parts)
    ]
    in_pages = {hole for path in own if path.suffix == ".html" for hole in HOLE.findall(path.read_text("utf-8"))}
    python = "".join(path.read_text("utf-8") for path in own if path.suffix == ".py")
    used = {hole for hole in in_pages if hole.startswith("web-")} | {f"web-{word}" for word in PAGE_WORDS}
    used |= set(re.findall(r'"(web-[a-z-]+)"', python))
    assert used == set(SENTENCES)


def test_the_scripts_use_the_words_that_they_are_given() -> None:
    scripts = "".join(SCRIPTS.values())
    unused = {word for word in PAGE_WORDS if f'"{word}"' not in scripts and not word.startswith("phase-")}
    assert unused == set()
    assert set(re.findall(r'\bsay\("([a-z-]+)"', scripts)) <= set(PAGE_WORDS)


@pytest.mark.parametrize("word", PAGE_WORDS)
def test_the_values_of_a_sentence_are_named(word: str) -> None:
    assert variables(SENTENCES[f"web-{word}"]) == set(PAGE_WORDS[word])


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_reads_markup(name: str) -> None:
    """T18: text nodes only."""
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", SCRIPTS[name])


SERVED = sorted(one for one in STATIC.rglob("*") if one.suffix in TYPES and one.suffix != ".woff2")


@pytest.mark.parametrize("path", SERVED, ids=lambda path: path.name)
def test_nothing_is_fetched_from_elsewhere_and_nothing_stands_inline(path: Path) -> None:
    """What a template fills in (`style=${…}`) is set by script, property by property: no attribute is written."""
    text = re.sub(r"http://www\.w3\.org/[a-zA-Z0-9/]+", "", path.read_text("utf-8"))
    assert not re.search(r"https?://", text)
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=(?!\$\{)", text)


def test_what_others_have_made_is_what_stands_in_the_list_with_its_licence() -> None:
    folder = STATIC / "vendor"
    told = (folder / "README.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| `([^`]+)` .* `([0-9a-f]{64})` \|$", told, re.MULTILINE))
    made = {path.name: path for path in folder.iterdir() if path.suffix in TYPES}
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in made.items()} == listed
    licences = set(re.findall(r"`(LICENSE-[a-z]+\.txt)`", told))
    assert licences == {path.name for path in folder.glob("LICENSE-*.txt")}


def test_a_board_has_the_colours_of_its_symbols() -> None:
    css = (STATIC / "board.css").read_text("utf-8")
    assert dict(re.findall(r"--board-([a-z-]+): (#[0-9a-f]{6});", css)) == DARK
    assert set(re.findall(r"var\(--board-([a-z-]+)\)", css)) - {"room"} <= set(DARK)


# Colours (WCAG AA: 4.5 for text)

GROUNDS = {
    "--ink": ("--paper", "--card"),
    "--ink-soft": ("--paper", "--card"),
    "--accent": ("--card", "--paper"),
    "--accent-ink": ("--accent", "--accent-deep"),
    "--bad": ("--card",),
    "--felt-ink": ("--felt-a", "--felt-b"),
    "--felt-soft": ("--felt-a", "--felt-b"),
    "--gold-ink": ("--gold",),
}


def palette(dark: bool) -> dict[str, str]:
    css = (STATIC / "colours.css").read_text("utf-8")
    light, night = css.split("@media (prefers-color-scheme: dark)")
    found = dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{6});", light))
    return found | (dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{6});", night)) if dark else {})


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("text", GROUNDS)
def test_text_can_be_read_on_its_ground(text: str, dark: bool) -> None:
    colours = palette(dark)
    for (_, shown), (ground, behind) in product(
        [(text, colours[text])], [(one, colours[one]) for one in GROUNDS[text]]
    ):
        high, low = sorted((luminance(shown), luminance(behind)), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5, (text, ground)


@pytest.mark.parametrize("number", range(10))
def test_initials_can_be_read_on_their_discs(number: int) -> None:
    css = (STATIC / "colours.css").read_text("utf-8")
    tone = re.findall(rf"\.hue-{number} {{ --tone: (#[0-9a-f]{{6}})", css)[0]
    assert 1.05 / (luminance(tone) + 0.05) >= 4.5
