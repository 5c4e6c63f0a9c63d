"""List the sentences that the Activity's own scripts need, besides those of the room: their ids and values."""

from typing import Final

ACTIVITY_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "web-activity-around": (),
    "web-activity-asking": (),
    "web-activity-connecting": (),
    "web-activity-declined": (),
    "web-activity-invite": ("name",),
    "web-activity-outside": (),
    "web-activity-outside-title": (),
    "web-activity-signing-in": (),
    "web-activity-silent": (),
}
