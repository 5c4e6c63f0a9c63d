"""Define the look of a place's overlay, and which parts of the table it shows."""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

Form = Literal["panel", "scene"]
"""In a corner of the picture, or over all of it."""
Theme = Literal["felt", "night", "paper", "contrast", "plain"]
At = Literal["top-left", "top", "top-right", "left", "right", "bottom-left", "bottom", "bottom-right"]
Part = Literal[
    "table",
    "seats",
    "pot",
    "turn",
    "clock",
    "line",
    "code",
    "picture",
    "door",
    "join",
    "winner",
    "results",
    "evening",
    "night",
]
FORMS: Final[tuple[str, ...]] = get_args(Form)
THEMES: Final[tuple[str, ...]] = get_args(Theme)
ATS: Final[tuple[str, ...]] = get_args(At)
PARTS: Final[tuple[str, ...]] = get_args(Part)
LONGEST_DELAY: Final = 60
SIZES: Final = (50, 200)
LOUDEST: Final = 100
WIDEST_SAFE: Final = 10
LONGEST_CSS: Final = 8 * 1024
"""Bytes."""


class OverlaySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the streamer. `delay`: seconds that the broadcast lags behind. `size`: in percent.

    `safe`: percent of the picture that stay free at each edge. `sound`: loudness in percent; 0: silent. `calm`: nothing
    moves. The door is shown only on request: without it an overlay without a table is fully transparent, except for
    some minutes after an evening, and within the hour before a night.
    """

    delay: Annotated[int, Meta(ge=0, le=LONGEST_DELAY)] = 0
    theme: Theme = "felt"
    at: At = "bottom-left"
    size: Annotated[int, Meta(ge=SIZES[0], le=SIZES[1])] = 100
    show: Annotated[tuple[Part, ...], Meta(max_length=len(PARTS))] = (
        "table",
        "seats",
        "pot",
        "turn",
        "clock",
        "line",
        "code",
        "picture",
        "join",
        "winner",
        "results",
        "evening",
        "night",
    )
    form: Form = "panel"
    safe: Annotated[int, Meta(ge=0, le=WIDEST_SAFE)] = 2
    sound: Annotated[int, Meta(ge=0, le=LOUDEST)] = 0
    calm: bool = False
    css: Annotated[str, Meta(max_length=LONGEST_CSS)] = ""

    @property
    def fits(self) -> bool:
        """Return whether the CSS is short enough in bytes; its letters were counted before."""
        return len(self.css.encode("utf-8", "replace")) <= LONGEST_CSS
