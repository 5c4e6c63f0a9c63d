"""List the sentences that the two pages' scripts need: their ids without `web-overlay-`, and the values that
they take.
"""

from typing import Final

from bot.adapters.web.overlay.looks import ATS, FORMS, PARTS, THEMES

OVERLAY_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "and-more": ("count",),
    "several": ("count",),
    "awaited": (),
    "away": (),
    "bot": (),
    "door": ("address",),
    "join-door": ("address",),
    "join-press": (),
    "join-typed": ("line",),
    "next-round": (),
    "nobody-won": (),
    "phase-between": (),
    "phase-closed": (),
    "phase-lobby": (),
    "pot": (),
    "sample-commentary": (),
    "sample-door": (),
    "sample-evening": (),
    "sample-evening-lines": (),
    "sample-line": (),
    "sample-names": (),
    "sample-news": (),
    "sample-season": (),
    "sample-season-lines": (),
    "sample-title": (),
    "seat-number": ("number",),
    "seats-left": ("count",),
    "seconds-left": ("seconds",),
    "starts-in": ("time",),
    "they-win": ("game",),
    "wins": ("game",),
    "sitting": ("count",),
}
SETUP_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "address-hidden": (),
    "copied": (),
    "failed": (),
    "hide": (),
    "hide-now": (),
    "percent": ("size",),
    "seconds": ("seconds",),
    "show": (),
    "show-again": (),
    "silent": (),
    "too-long": (),
    "unsaved": (),
    **{f"at-{one}": () for one in ATS},
    **{f"form-{one}": () for one in FORMS},
    **{f"part-{one}": () for one in PARTS},
    **{f"theme-{one}": () for one in THEMES},
}
