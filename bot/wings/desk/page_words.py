"""The sentences that the script of the desk needs: the id without `web-desk-`, and the values they take."""

from typing import Final

DESK_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "close": (),
    "end": (),
    "failed": (),
    "forgive": (),
    "lost": (),
    "needs-reason": (),
    "pause": (),
    "pressed": (),
    "reason-usual": (),
    "reset": (),
    "resume": (),
    "skip": (),
    "stuck": (),
}
