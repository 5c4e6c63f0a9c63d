"""Test the symbols of boards: all that a game may name exist and are drawn, with named colours and without letters."""

import ast
import gzip
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
import resvg_py

from bot.ports.messages import ShownPiece
from bot.render import drawing
from bot.render.symbols import SYMBOLIC, UNKNOWN, Symbol, coloured, defined, sheet, symbol, symbols
from bot.render.symbols.__main__ import page
from bot.render.symbols.colours import DARK, LIGHT, PREFIX, styled
from bot.render.symbols.faces import FACES
from games.kit import board as board_module
from games.kit.board import PieceKind
from games.kit.cards import deck

SPACE = "{http://www.w3.org/2000/svg}"
RAW, PACKED = 135_000, 16_000
"""The sizes in bytes of the sheet, which pages load once: unpacked and compressed."""
NUMBER = re.compile(r"\d*\.\d{2,}")
LITERAL = re.compile(r'(?:fill|stroke)="(?!var\(|none")')
VARIABLE = re.compile(r"var\(--([a-z-]+),(#[0-9a-f]{6})\)")
THEMES = pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
LEGIBLE = 4.5
"""WCAG 2.2, 1.4.3: the contrast of small letters with their background."""
SEEN = 3.0
"""WCAG 2.2, 1.4.11: the same for anything but letters."""


@cache
def told_faces() -> Mapping[PieceKind, frozenset[str]]:
    """Return the faces named in the docstrings of the kinds."""
    body = ast.parse(inspect.getsource(board_module)).body
    kinds = next(one for one in body if isinstance(one, ast.ClassDef) and one.name == "PieceKind").body
    told = [
        (PieceKind(ast.literal_eval(one.value)), ast.literal_eval(told.value))
        for one, told in pairwise(kinds)
        if isinstance(one, ast.Assign) and isinstance(told, ast.Expr)
    ]
    return {kind: frozenset(re.findall(r"`([\w-]+)`", words)) for kind, words in told}


def vocabulary() -> Iterator[str]:
    for kind in SYMBOLIC:
        yield from (f"{kind}-{face}" for face in told_faces()[kind])
    yield from (f"die-d6-{pips}" for pips in range(1, 7))
    yield from (f"card-{card}" for card in deck(1, 4))
    yield from (f"figure-start-{colour}" for colour in "YBRG")


def drawn(one: Symbol, colours: Mapping[str, str], width: int = 24) -> bytes:
    box = f'viewBox="0 0 {one.width} {one.height}"'
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{coloured(one.content, colours)}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=whole, width=width, skip_system_fonts=True))


def test_whatever_a_game_may_name_has_a_symbol_as_have_faces_and_nothing_else() -> None:
    assert {*vocabulary(), *(f"face-{name}" for name in FACES)} == set(symbols())


def test_each_symbol_is_drawn_and_no_two_look_alike() -> None:
    pictures = {drawn(one, DARK, 40): name for name, one in symbols().items()}
    assert len(pictures) == len(symbols())
    nothing = drawn(Symbol(40, 40, ""), DARK, 40)
    assert nothing not in pictures


def test_a_face_that_nobody_drew_is_a_disc() -> None:
    assert symbol("figure", "nobody") is UNKNOWN


def test_the_page_of_symbols_shows_each_in_all_sizes_on_both_grounds() -> None:
    uses = re.findall(r'<use href="#([\w-]+)"', page())
    assert all(uses.count(name) == 8 for name in symbols())


# The sheet


def test_the_sheet_is_sound_and_small() -> None:
    root = ET.fromstring(sheet())  # noqa: S314 - our own
    assert [one.get("id") for one in root] == list(symbols())
    assert all(one.tag == f"{SPACE}symbol" for one in root)
    assert len(sheet()) < RAW
    assert len(gzip.compress(sheet().encode())) < PACKED


def test_symbols_hold_no_letters_no_ids_and_nothing_from_elsewhere() -> None:
    root = ET.fromstring(sheet())  # noqa: S314 - our own
    tags = {part.tag.removeprefix(SPACE) for one in root for part in one.iter() if part is not one}
    assert tags == {"path", "circle", "ellipse", "rect", "g"}
    assert not any(part.get("id") or part.get("href") for one in root for part in one.iter() if part is not one)


def test_numbers_have_one_decimal_at_most() -> None:
    assert {name: NUMBER.findall(one.content) for name, one in symbols().items() if NUMBER.search(one.content)} == {}


def test_a_symbol_of_any_name_is_defined_as_a_name() -> None:
    assert 'id="figure-&quot;&gt;&lt;x"' in defined('figure-"><x', UNKNOWN)


# Colours


def every_colour() -> Iterator[tuple[str, str]]:
    yield from VARIABLE.findall(sheet() + UNKNOWN.content)
    pieces = [
        ShownPiece(kind, face, 0, 0, 40, 40, label="x", looks=looks)
        for kind, faces in told_faces().items()
        for face in faces
        for looks in ((), ("lit",), ("last",), ("quiet",))
    ]
    parts = [drawing.body(piece) + drawing.frame(piece) for piece in pieces]
    inks = [written.ink for piece in pieces if (written := drawing.label(piece))]
    yield from VARIABLE.findall("".join(parts + inks) + drawing.FELT)


def test_every_colour_has_a_name_on_both_grounds_and_is_the_dark_ones() -> None:
    found = set(every_colour())
    assert found == {(PREFIX + name, colour) for name, colour in DARK.items()}
    assert set(LIGHT) == set(DARK)
    assert LITERAL.findall(sheet()) == []


@THEMES
def test_a_picture_has_no_variables(colours: Mapping[str, str]) -> None:
    pieces = tuple(
        ShownPiece(kind, face, 0, 0, 40, 40, label="7") for kind, faces in told_faces().items() for face in faces
    )
    parts = "".join(drawing.body(piece) + drawing.frame(piece) for piece in pieces)
    whole = coloured(f'<svg xmlns="http://www.w3.org/2000/svg">{parts}</svg>', colours)
    assert "var(" not in whole
    assert colours["raised"] in whole
    assert ET.fromstring(whole).tag == f"{SPACE}svg"  # noqa: S314 - our own


def test_a_page_gets_the_colours_of_a_ground_as_declarations() -> None:
    assert f"--board-felt:{LIGHT['felt']};" in styled(LIGHT)


def light(colour: str) -> float:
    """Return the luminance of a colour by the formula of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


LETTERS = {
    "soft": ("felt", "table", "raised", "track", "inner", "crossing"),
    "bright": ("felt", "table", "raised"),
    "lit": ("felt", "table", "raised"),
    "pale": ("plate", "alarm", "blue", "green"),
    "ink": ("gold", "yellow", "red", "paper"),
    "paper": ("blue", "green"),
    "red-suit": ("paper",),
    "black-suit": ("paper",),
}


@THEMES
def test_letters_are_legible_and_frames_are_seen(colours: Mapping[str, str]) -> None:
    faint = {
        (ink, ground): round(contrast(colours[ink], colours[ground]), 1)
        for ink, grounds in LETTERS.items()
        for ground in grounds
        if contrast(colours[ink], colours[ground]) < LEGIBLE
    }
    assert faint == {}
    grounds = ("felt", "table", "raised", "track", "inner", "crossing")
    assert all(contrast(colours[look], colours[ground]) >= SEEN for look in ("lit", "last") for ground in grounds)


@pytest.mark.parametrize("pair", [("yellow", "red"), ("red", "green"), ("yellow", "green"), ("blue", "green")])
def test_colours_taken_for_each_other_differ_in_how_light_they_are(pair: tuple[str, str]) -> None:
    assert contrast(DARK[pair[0]], DARK[pair[1]]) > 1.25


# Letters on pieces


@pytest.mark.parametrize("face", ["d4", "d6", "d8", "d10", "d12", "d20"])
def test_a_die_bears_its_letters_on_its_front_facet(face: str) -> None:
    one, three = (drawing.label(ShownPiece("die", face, 100, 50, 40, 40, label=label)) for label in ("7", "d12"))
    assert one is not None
    assert three is not None
    assert 100 < three.x < 140
    assert 50 < one.base - one.high * drawing.CAPITAL < one.base < 90
    assert three.high < one.high
