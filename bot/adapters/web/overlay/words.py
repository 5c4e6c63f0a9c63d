"""The sentences that the scripts of the two pages need: the id without `web-overlay-`, and the values that it takes."""

from typing import Final

from bot.adapters.web.overlay.looks import ATS, PARTS, THEMES

OVERLAY_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "and-more": ("count",),
    "several": ("count",),
    "awaited": (),
    "away": (),
    "bot": (),
    "door": ("address",),
    "phase-between": (),
    "phase-closed": (),
    "phase-lobby": (),
    "pot": (),
    "sample-commentary": (),
    "sample-door": (),
    "sample-line": (),
    "sample-names": (),
    "sample-news": (),
    "sample-title": (),
    "seat-number": ("number",),
    "sitting": ("count",),
}
SETUP_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "address-hidden": (),
    "copied": (),
    "failed": (),
    "hide": (),
    "percent": ("size",),
    "seconds": ("seconds",),
    "show": (),
    "too-long": (),
    "unsaved": (),
    **{f"at-{one}": () for one in ATS},
    **{f"part-{one}": () for one in PARTS},
    **{f"theme-{one}": () for one in THEMES},
}
