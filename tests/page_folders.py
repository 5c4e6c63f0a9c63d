"""List the folders whose pages are bundled, and which pages those are."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.adapters.web.outbound.pages import STATIC

WEB: Final = STATIC.parent
WINGS: Final = WEB.parents[1] / "wings"
FOLDERS: Final = {
    "/archive/static/": WINGS / "archive" / "static",
    "/control/static/": WINGS / "streams" / "static",
    "/desk/static/": WINGS / "desk" / "static",
    "/nights/static/": WINGS / "nights" / "static",
    "/overlay/static/": WEB / "overlay" / "static",
    "/replay/static/": WEB / "replay" / "static",
    "/setup/static/": WINGS / "setup" / "static",
}
"""Every folder with pages but the room's own, the Activity's door, and the page that is kept on a disk."""


def pages_in(folder: Path) -> Iterator[str]:
    """Yield the names of the whole pages in a folder; other files are parts of pages."""
    for path in folder.glob("*.html"):
        if "</head>" in path.read_text("utf-8"):
            yield path.name
