"""The looks of a place's overlay, and what of the table it shows."""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

Form = Literal["panel", "scene"]
"""In a corner of the picture, or the whole of it."""
Theme = Literal["felt", "night", "paper", "contrast", "plain"]
At = Literal["top-left", "top", "top-right", "left", "right", "bottom-left", "bottom", "bottom-right"]
Part = Literal[
    "table", "seats", "pot", "turn", "clock", "line", "code", "picture", "door", "join", "winner", "results", "evening"
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
    """The settings of the streamer. `delay`: seconds by which the broadcast lags. `size`: in percent.

    `safe`: percent of the picture that are kept free at each edge. `sound`: how loud, in percent; 0: silent. `calm`:
    nothing moves.

    The door is shown on request alone: without it an overlay over no table is perfectly transparent,
    but for some minutes after an evening.
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
    )
    form: Form = "panel"
    safe: Annotated[int, Meta(ge=0, le=WIDEST_SAFE)] = 2
    sound: Annotated[int, Meta(ge=0, le=LOUDEST)] = 0
    calm: bool = False
    css: Annotated[str, Meta(max_length=LONGEST_CSS)] = ""

    @property
    def fits(self) -> bool:
        """Tell whether the CSS is short enough in bytes; its letters were counted before."""
        return len(self.css.encode("utf-8", "replace")) <= LONGEST_CSS
