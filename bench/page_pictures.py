"""Take pictures of the table room's page: `python -m bench.page_pictures FOLDER`.

They show the real page with random games.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import asyncio
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from chromium import started
from e2e.conftest import Visitors
from e2e.phases import sights
from e2e.staged import staged

from bench.folders import folder_and_names

DESK: Final = (1280, 800)
PHONE: Final = (400, 800)
PAGES: Final = {
    "page-headache": ("headache-swapping-pass+swap-5", DESK, False),
    "page-rogues": ("rogues-declaring-draw+drop+flee+trip-4-early", DESK, True),
    "page-poohead": ("poohead-to-play-play-4-early", PHONE, False),
}
"""By the picture's name: how the name of its table begins, the size of the window, and whether it is dark."""


async def main(folder: Path, only: str) -> None:
    async with started() as browser, staged() as room:
        visitors = Visitors(browser, {})
        for name, (beginning, (width, height), dark) in PAGES.items():
            if only and not name.startswith(only):
                continue
            sight = next(one for one in sights(beginning.partition("-")[0]) if one.name.startswith(beginning))
            context = await visitors.context(dark=dark, width=width, height=height)
            page = await visitors.sit(room.url, "andy", context=context)
            await room.show(sight, page)
            await page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=82)
            await context.close()


if __name__ == "__main__":
    into, wanted = folder_and_names(__doc__, "the picture, or how the names of several begin", most=1)
    asyncio.run(main(into, "".join(wanted)))
