"""Take pictures of the page in every phase of every game, and find faults: `python -m bench.pages FOLDER [GAME]`.

It shows each table of `tests/e2e/phases.py` in the browser, at four sizes, light and dark, and with pieces selected;
then the pages beside the table. At the end it lists choices that are out of sight, and what axe finds. It takes some
minutes; with `POTLUCK_SHORT=1` it takes one picture of each phase, in the light scheme only.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
for place in ("tests", "examples/highdie"):
    sys.path.append(str(ROOT / place))

import highdie
from chromium import started
from e2e.conftest import Visitors
from e2e.phases import Sight, sights
from e2e.staged import (
    SIZES,
    Hidden,
    Measured,
    Staged,
    beside_the_table,
    measured,
    pressed,
    staged,
    told,
    uncovered,
    violations,
)
from playwright.async_api import Page

from bench.folders import folder_and_names
from games.catalogue import catalogue

SHORT: Final = os.environ.get("POTLUCK_SHORT") == "1"
SCHEMES: Final = ("light",) if SHORT else ("light", "dark")
DENSITIES: Final = {"zoomed": 2}
PHONES: Final = ("400x800", "360x640")
DRAWN_MS: Final = 120
"""Time for symbols and fonts that the browser fetches when it needs them."""


class Camera:
    """Takes the pictures, and notes what is wrong with each sight."""

    def __init__(self, folder: Path, room: Staged) -> None:
        self.folder, self.room = folder, room
        self.rows: list[tuple[str, str, str, Measured]] = []
        self.wrong: Counter[str] = Counter()

    async def look(self, sight: Sight, pages: dict[str, Page]) -> None:
        await self.room.show(sight, *pages.values())
        for size, page in pages.items():
            self._note(sight, size, "", await measured(page, sight, size, ""))
            await self._keep(page, sight.name, size)
            if size == PHONES[0]:
                await self._ask_axe(page, sight.name)
            async for state in pressed(page):
                self._note(sight, size, state, await measured(page, sight, size, state))
                if state == "1 picked":
                    await self._keep(page, f"{sight.name}-picked", size)
            await uncovered(page, sight)

    def _note(self, sight: Sight, size: str, state: str, found: Measured) -> None:
        self.rows.append((sight.name, size, state, found))

    async def _keep(self, page: Page, name: str, size: str) -> None:
        for scheme in SCHEMES:
            await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            await page.wait_for_timeout(DRAWN_MS)
            await page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png", animations="disabled")

    async def _ask_axe(self, page: Page, name: str) -> None:
        for scheme in SCHEMES:
            await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            for line in told(await violations(page)):
                self.wrong[line.partition(" ")[0]] += 1
                print(f"axe, {name}, {scheme}: {line}", flush=True)

    async def beside(self, pages: dict[str, Page], seat: str) -> None:
        """Take the pages beside the table."""
        for size, page in pages.items():
            async for name in beside_the_table(self.room, page, seat):
                await self._keep(page, name, size)
                await self._ask_axe(page, name)

    # The report at the end

    def tell(self) -> None:
        for name, size, state, found in self.rows:
            if found.hidden or found.wide:
                hidden = f"{len(found.hidden)} hidden of {found.choices}"
                print(" | ".join((name, size, state or "at first", hidden, reasons(found.hidden))))
        for size in SIZES:
            of_size = [found for _, at, _, found in self.rows if at == size]
            bad = sum(bool(found.hidden) for found in of_size)
            small = min((found.smallest for found in of_size if found.smallest is not None), default=0)
            print(f"{size}: {bad} of {len(of_size)} states hide something; what can be chosen has {small} px at least")
        for rule, times in self.wrong.most_common():
            print(f"axe, {times} times: {rule}")


def reasons(hidden: Iterable[Hidden]) -> str:
    first = next(iter(hidden), None)
    return "the page is too wide" if first is None else f"{first.what}: {first.why}"


async def opened(visitors: Visitors, room: Staged) -> tuple[dict[str, Page], str]:
    """Open the same seat at each size; return the pages, and the seat's address."""
    first = await visitors.sit(room.url, "andy", context=await visitors.context())
    kept: Any = await first.context.storage_state()
    pages = {"1280x800": first}
    for size, (width, height) in list(SIZES.items())[1:]:
        context = await visitors.browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=DENSITIES.get(size, 1),
            has_touch=size in PHONES,
            storage_state=kept,
        )
        visitors.contexts.append(context)
        pages[size] = await visitors.page(context)
        await pages[size].goto(first.url)
    return pages, first.url


async def main(folder: Path, only: str) -> None:
    catalogue()[highdie.GAME.name] = highdie.GAME  # the example game, as if it were installed
    async with started() as browser, staged() as room:
        visitors, camera = Visitors(browser, {}), Camera(folder, room)
        pages, seat = await opened(visitors, room)
        for sight in sights(only, short=SHORT):
            await camera.look(sight, pages)
        if not only:
            await camera.beside(pages, seat)
        camera.tell()
        await visitors.leave()


if __name__ == "__main__":
    into, wanted = folder_and_names(__doc__, "a game; all where none is named", most=1)
    asyncio.run(main(into, "".join(wanted)))
