"""The sentences that the scripts of the replay need: the id without `web-replay-`, and the values they take."""

from typing import Final

REPLAY_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "all-eyes": (),
    "began": (),
    "chances-of": ("name",),
    "copied": (),
    "copy-failed": (),
    "cut": ("count",),
    "everybody": (),
    "eyes-of": ("name",),
    "failed": (),
    "loading": (),
    "luck": ("games",),
    "options": (),
    "pause": (),
    "play": (),
    "seat-left": (),
    "seat-bot": (),
    "step-of": ("at", "count"),
    "won": (),
}
