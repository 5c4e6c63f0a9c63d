"""The colours of all boards by name, for a dark and for a light ground. What lies on the table hardly changes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PREFIX: Final = "board-"
DARK: Final[Mapping[str, str]] = MappingProxyType(
    {
        # the table and what is printed on it
        "felt": "#221b38",
        "table": "#2b2440",
        "raised": "#352c52",
        "track": "#3d4a72",
        "inner": "#2d3658",
        "crossing": "#4a5880",
        "plate": "#574a80",
        "rim": "#4b4170",
        "pale": "#f4effe",
        "bright": "#f4effe",
        "soft": "#d6cdf0",
        "last": "#d3b6ff",
        "lit": "#ffd34d",
        "alarm": "#c9252f",
        # what lies on it
        "ink": "#17122a",
        "paper": "#fffdf6",
        "paper-deep": "#e6d9bf",
        "paper-dark": "#c3ae88",
        "red-suit": "#c4183c",
        "black-suit": "#17122a",
        "gold": "#ffd34d",
        "gold-deep": "#c98a1b",
        "line": "#8d84ab",
        "leather": "#a9642f",
        "leather-light": "#cf8a4a",
        "leather-dark": "#66381a",
        "velvet": "#5b3f9c",
        "velvet-dark": "#3c2870",
        "skin": "#f2c79b",
        "skin-deep": "#d79b6b",
        "steel": "#b9c3d6",
        "glass": "#dcebff",
        "orange": "#ff8a2b",
        # the four colours, which differ in how light they are, too
        "yellow": "#ffd21f",
        "red": "#ff6a5c",
        "blue": "#2a62d4",
        "green": "#09643a",
    }
)
"""On dark felt; these stand in the symbols themselves, too."""

LIGHT: Final[Mapping[str, str]] = MappingProxyType(
    dict(DARK)
    | {
        "felt": "#f3ecdd",
        "table": "#e9dfca",
        "raised": "#dfd2ba",
        "track": "#c3cfe8",
        "inner": "#d7dff0",
        "crossing": "#b2c1e3",
        "plate": "#6a5a99",
        "rim": "#a9967a",
        "bright": "#221b38",
        "soft": "#463960",
        "last": "#6a2fc0",
        "lit": "#7d4a00",
        "glass": "#4d6a9a",
        "line": "#7d7299",
    }
)
"""On light felt."""


def paint(name: str) -> str:
    """Return a colour as it is written in SVG: `board-` tells it from the colours of a page around it."""
    return f"var(--{PREFIX}{name},{DARK[name]})"


def styled(colours: Mapping[str, str]) -> str:
    """Return colours as declarations for the style sheet of a page."""
    return "".join(f"--{PREFIX}{name}:{colour};" for name, colour in colours.items())


INK: Final = paint("ink")
PAPER: Final = paint("paper")
PAPER_DEEP: Final = paint("paper-deep")
PAPER_DARK: Final = paint("paper-dark")
GOLD: Final = paint("gold")
GOLD_DEEP: Final = paint("gold-deep")
LINE: Final = paint("line")
LEATHER: Final = paint("leather")
LEATHER_LIGHT: Final = paint("leather-light")
LEATHER_DARK: Final = paint("leather-dark")
VELVET: Final = paint("velvet")
VELVET_DARK: Final = paint("velvet-dark")
SKIN: Final = paint("skin")
SKIN_DEEP: Final = paint("skin-deep")
STEEL: Final = paint("steel")
GLASS: Final = paint("glass")
ORANGE: Final = paint("orange")
PALE: Final = paint("pale")
RED_SUIT: Final = paint("red-suit")
BLACK_SUIT: Final = paint("black-suit")
TEAMS: Final = {"Y": paint("yellow"), "B": paint("blue"), "R": paint("red"), "G": paint("green")}
"""The four colours by letter."""
ON_TEAMS: Final = {"Y": INK, "B": PAPER, "R": INK, "G": PAPER}
"""What is written in on each of them."""
