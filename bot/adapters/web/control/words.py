"""The sentences that the scripts of the control room need: the id without `web-control-`, and the values they take."""

from typing import Final

CONTROL_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "call-off": (),
    "call-off-sure": (),
    "call-off-title": ("code",),
    "changed": ("what", "before", "now"),
    "changed-by-both": (),
    "failed": (),
    "hide": (),
    "is-hidden": (),
    "is-shown": (),
    "next": (),
    "no-tables": (),
    "none": (),
    "nothing-to-save": (),
    "options-set": ("count",),
    "options-usual": (),
    "pause": (),
    "paused": (),
    "resume": (),
    "seats": ("sitting", "most"),
    "show": (),
    "start": (),
    "to-move": ("names",),
    "unsaved": ("count",),
}
