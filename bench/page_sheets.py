"""Take pictures of the table room in every kind of moment: `python -m bench.page_sheets FOLDER [BEGINNING …]`.

Each is a real page that shows a game played by chance. A moment has a picture for each window, and a sheet puts those
of one window side by side. BEGINNING: how the names of the moments begin (`cones`, `rogues-over`); without any, one
moment is taken for each game and phase.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import asyncio
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from chromium import started
from e2e.conftest import Visitors
from e2e.phases import Sight, sights
from e2e.staged import Staged, staged, uncovered
from PIL import Image

from bench.folders import folder_and_names
from games.catalogue import catalogue

COLUMNS: Final = 4
GAP: Final = 12
QUALITY: Final = 82


class Window(NamedTuple):
    name: str
    width: int
    height: int
    dark: bool = False


WINDOWS: Final = (
    Window("desk", 1280, 800),
    Window("desk-dark", 1280, 800, dark=True),
    Window("phone", 400, 800),
    Window("small", 360, 640),
)


def moments(beginnings: tuple[str, ...]) -> Iterator[Sight]:
    """Return the moments whose names begin so; of each game one for each of its phases, if none is named."""
    seen = set()
    for game in catalogue():
        for sight in sights(game):
            kind = sight.name.rpartition("-early")[0] or sight.name
            if beginnings and sight.name.startswith(beginnings):
                yield sight
            elif not beginnings and (game, sight.phase or kind) not in seen and not sight.name.endswith("full"):
                seen.add((game, sight.phase or kind))
                yield sight


def sheet(pictures: list[bytes]) -> Image.Image:
    """Put pictures of one size side by side, in rows."""
    images = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    width, height = images[0].size
    rows = -(-len(images) // COLUMNS)
    across = min(COLUMNS, len(images))
    whole = Image.new("RGB", (across * (width + GAP) - GAP, rows * (height + GAP) - GAP), "#777")
    for at, image in enumerate(images):
        whole.paste(image, ((at % COLUMNS) * (width + GAP), (at // COLUMNS) * (height + GAP)))
    return whole


async def taken(room: Staged, visitors: Visitors, window: Window, wanted: list[Sight], folder: Path) -> list[bytes]:
    """Take a picture of each moment in one window."""
    context = await visitors.context(dark=window.dark, width=window.width, height=window.height)
    page = await visitors.sit(room.url, "andy", context=context)
    pictures = []
    for sight in wanted:
        await room.show(sight, page)
        pictures.append(await page.screenshot(type="jpeg", quality=QUALITY))
        (folder / f"{sight.name}.{window.name}.jpg").write_bytes(pictures[-1])
        await uncovered(page, sight)
    await context.close()
    return pictures


async def main(folder: Path, beginnings: tuple[str, ...]) -> None:
    wanted = list(moments(beginnings))
    async with started() as browser, staged() as room:
        visitors = Visitors(browser, {})
        for window in WINDOWS:
            pictures = await taken(room, visitors, window, wanted, folder)
            sheet(pictures).save(folder / f"sheet.{window.name}.jpg", quality=QUALITY)
            print(f"{window.name}: {len(pictures)} moments")


if __name__ == "__main__":
    into, names = folder_and_names(__doc__, "how the names of moments begin")
    asyncio.run(main(into, tuple(names)))
