"""The sentences that the extension's own scripts need, besides those of the room: the ids, and the values they take."""

from typing import Final

EXTENSION_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "web-extension-finding": (),
    "web-extension-looking-on": (),
    "web-extension-share": (),
    "web-extension-share-first": (),
    "web-extension-sign-in-first": (),
    "web-extension-silent": (),
}
