"""Test that every sentence of a page is in its words file, and nowhere else; its scripts parse no markup
(threats T18).
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from fluent.syntax import FluentParser, ast

from bot.adapters.web.outbound.files import TYPES
from bot.adapters.web.outbound.pages import HOLE, STATIC
from bot.adapters.web.outbound.words import PAGE_WORDS
from bot.adapters.web.overlay.words import OVERLAY_WORDS, SETUP_WORDS
from bot.adapters.web.replay.words import REPLAY_WORDS
from bot.adapters.web.verify.words import VERIFY_WORDS
from bot.render.symbols.colours import DARK
from bot.wings.archive.page_words import ARCHIVE_WORDS
from bot.wings.desk.page_words import DESK_WORDS
from bot.wings.setup.page_words import SETUP_PAGE_WORDS
from bot.wings.streams.page_words import CONTROL_WORDS

WEB = STATIC.parent
WINGS = WEB.parents[1] / "wings"
PARTS = ("overlay", "replay", "verify")
"""The folders with their own words file."""
MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function")
NO_ADDRESS = re.compile(r"http://www\.w3\.org/[a-zA-Z0-9/]+|https\?:")
"""Names of kinds of drawings, or patterns to find in a text."""
INLINE = re.compile(r"<[^>]+\s(style|on[a-z]+)=(?!\$\{)")
"""What a template fills in (`style=${…}`) is set by script, property by property, so no attribute is written."""


class Pages(NamedTuple):
    """The pages of a folder. `words`: the values of each word, `known`: what its scripts may use besides. `said`: how
    words begin in its scripts. `composed`: the beginnings of those that a script completes.
    """

    folder: Path
    begins: str
    words: Mapping[str, tuple[str, ...]]
    known: frozenset[str] = frozenset()
    said: str = ""
    composed: tuple[str, ...] = ("\0",)

    @property
    def sentences(self) -> dict[str, ast.Message]:
        found = FluentParser().parse(next(self.folder.glob("[wp]*.en.ftl")).read_text("utf-8")).body
        assert not [entry for entry in found if isinstance(entry, ast.Junk)], self.folder
        messages = [entry for entry in found if isinstance(entry, ast.Message)]
        by_name = {entry.id.name: entry for entry in messages}
        assert len(by_name) == len(messages), f"a sentence stands twice in {self.folder}"
        return by_name

    @property
    def scripts(self) -> str:
        return "".join(path.read_text("utf-8") for path in (self.folder / "static").glob("*.js"))

    def texts(self, kind: str) -> Iterator[str]:
        """Yield its files of this kind; the room's files belong to no other part."""
        for path in self.folder.rglob(f"*{kind}"):
            if self.folder != WEB or not {*PARTS} & {*path.relative_to(WEB).parts}:
                yield path.read_text("utf-8")


def pages() -> tuple[Pages, ...]:
    overlay = ("phase-", "at-", "part-", "theme-", "form-")
    presses = tuple(f"desk-{press}" for press in ("close", "end", "forgive", "pause", "reset", "resume", "skip"))
    return (
        Pages(WEB, "web-", PAGE_WORDS, composed=("phase-",)),
        Pages(WINGS / "archive", "web-archive-", ARCHIVE_WORDS),
        Pages(WINGS / "desk", "web-desk-", DESK_WORDS, said="desk-", composed=presses),
        Pages(WINGS / "setup", "web-setup-", SETUP_PAGE_WORDS, said="setup-", composed=("setup-rule-",)),
        Pages(WINGS / "streams", "web-control-", CONTROL_WORDS, frozenset(PAGE_WORDS), "control-"),
        Pages(WEB / "overlay", "web-overlay-", OVERLAY_WORDS | SETUP_WORDS, composed=overlay),
        Pages(WEB / "replay", "web-replay-", REPLAY_WORDS),
        Pages(
            WEB / "verify", "web-verify-", VERIFY_WORDS, composed=("hash-", "did-", "wrong-", "ok-posted-", "in-short-")
        ),
    )


ALL = pages()
each_folder = pytest.mark.parametrize("of", ALL, ids=lambda of: of.folder.name)


def variables(node: object) -> set[str]:
    if isinstance(node, ast.VariableReference):
        return {node.id.name}
    parts = vars(node).values() if isinstance(node, ast.BaseNode) else node if isinstance(node, list) else ()
    return set().union(*(variables(part) for part in parts))


@each_folder
def test_each_sentence_is_used_and_each_used_one_is_there(of: Pages) -> None:
    in_pages = {hole for text in of.texts(".html") for hole in HOLE.findall(text) if hole.startswith(of.begins)}
    in_python = {name for text in of.texts(".py") for name in re.findall(rf'"({of.begins}[a-z-]+)"', text)}
    used = in_pages | in_python | {f"{of.begins}{word}" for word in of.words}
    reworded = set(ALL[0].sentences) if of.folder.parent == WINGS else set()
    assert used - {"web-control-title"} == set(of.sentences) - {"web-control-title"} - reworded


@each_folder
def test_the_scripts_use_the_words_that_they_are_given(of: Pages) -> None:
    given, scripts = {f"{of.said}{word}" for word in of.words}, of.scripts
    assert {word for word in given if f'"{word}"' not in scripts and not word.startswith(of.composed)} == set()
    assert set(re.findall(r'\b(?:say|refuse)\("([a-z0-9-]+)"', scripts)) <= given | of.known


def test_the_check_has_a_sentence_for_all_that_can_be_wrong() -> None:
    script = (WEB / "verify" / "static" / "verify.js").read_text("utf-8")
    found = set(re.findall(r'Mismatch\([^,]+, (?:found\.stamp \? )?"([a-z-]+)"', script))
    assert {f"wrong-{word}" for word in found} <= set(VERIFY_WORDS)
    assert len(found) > 10


@each_folder
def test_the_values_of_a_sentence_are_named(of: Pages) -> None:
    sentences = of.sentences
    named = {word: variables(sentences[f"{of.begins}{word}"]) for word in of.words}
    assert named == {word: set(values) for word, values in of.words.items()}


def test_no_script_reads_markup() -> None:
    """They write text nodes only."""
    scripts = [path for path in WEB.rglob("*.js") if "vendor" not in path.parts]
    assert [path.name for path in scripts if MARKUP.search(path.read_text("utf-8"))] == []


def test_nothing_is_fetched_from_elsewhere_and_nothing_stands_inline() -> None:
    served = [
        path for path in WEB.rglob("static/**/*") if path.suffix in TYPES and path.suffix not in (".png", ".woff2")
    ]
    texts = {path.name: NO_ADDRESS.sub("", path.read_text("utf-8")) for path in served}
    assert len(texts) > 60
    assert {name: found for name, text in texts.items() if (found := re.search(r"https?://", text))} == {}
    assert {name: found for name, text in texts.items() if (found := INLINE.search(text))} == {}


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
ON_AIR = {
    "felt": ("#1d5a41", "#123f2d"),
    "night": ("#0c0f1a", "#2a2d37"),
    "paper": ("#fdf6e6",),
    "contrast": ("#000000",),
}
"""What is behind the letters of the overlay; night's is drawn over the broadcast, which may be white."""


def palette(dark: bool) -> dict[str, str]:
    css = (STATIC / "colours.css").read_text("utf-8")
    light, night = css.split("@media (prefers-color-scheme: dark)")
    found = dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{6});", light))
    return found | (dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{6});", night)) if dark else {})


def theme(name: str) -> dict[str, str]:
    css = (WEB / "overlay" / "static" / "themes.css").read_text("utf-8")
    found = dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{3,6});", css.split("}")[0]))
    own = css.partition(f'[data-theme="{name}"]')[2].split("}")[0]
    return found | dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{3,6});", own))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(sign * 2 for sign in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_can_be_read_on_its_ground_by_day_and_by_night() -> None:
    for dark in (False, True):
        colours = palette(dark)
        for text, grounds in GROUNDS.items():
            for ground in grounds:
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground, dark)


def test_initials_can_be_read_on_their_discs() -> None:
    css = (STATIC / "colours.css").read_text("utf-8")
    tones = re.findall(r"\.hue-\d { --tone: (#[0-9a-f]{6})", css)
    assert len(tones) == 10
    assert [tone for tone in tones if contrast("#ffffff", tone) < 4.5] == []


def test_letters_can_be_read_on_air() -> None:
    """This holds in each theme that has a ground."""
    for name, grounds in ON_AIR.items():
        found = theme(name)
        for ground, ink in product(grounds, ("--ink", "--soft", "--accent", "--hurry")):
            assert contrast(found[ink], ground) >= 4.5, (name, ink, ground)
        assert contrast(found["--accent-ink"], found["--accent"]) >= 4.5, name
