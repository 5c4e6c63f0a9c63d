"""Take pictures of the overlay over dark and bright video, in both forms: `python -m bench.overlay_pictures FOLDER
[TABLE …]`.

Each game is shown in the middle of play, and besides a lobby and the end of a game, at 1920 x 1080 and upright, and as
somebody sees it who watches at 480 lines. It also prints the height of the smallest letters. `--sheet FILE`: combine
some into the picture of docs/stream.md.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import argparse
import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from chromium import started
from overlay.conftest import Stage, Visitor, staged
from overlay.letters import LETTERS
from overlay.tables import DOOR, closed, ended, just_now, on_tables
from PIL import Image
from playwright.async_api import Browser, Page

from bot.ports.messages import Update

WIDE: Final = (1920, 1080)
TALL: Final = (1080, 1920)
LINES: Final = 480
GROUNDS: Final = {
    "dark": "radial-gradient(circle at 70% 30%, #27304a, #05060a 70%), #05060a",
    "bright": "linear-gradient(120deg, #fff, #ffe9a8 40%, #bfe8ff)",
}
ON_SHEET: Final = (
    ("headache-panel-wide-dark", "lobby-panel-wide-bright", "rogues-over-scene-wide-dark"),
    ("rogues-scene-wide-bright", "cones-scene-wide-dark", "lobby-scene-wide-bright"),
)
CELL: Final = (720, 405)


class View(NamedTuple):
    form: str
    shape: str
    page: Page


class Camera:
    """Takes each table in each view, and notes the smallest letters."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: dict[str, Image.Image] = {}

    async def take(self, name: str, views: list[View], show: Callable[[], Awaitable[None]]) -> None:
        for form, shape, page in views:
            await show()
            await page.wait_for_timeout(900)
            found: Any = await page.evaluate(LETTERS)
            told = ", ".join(f"{one['px']:.0f} {one['what']}" for one in found["smallest"])
            print(f"{name} {form} {shape}: {told} | cut: {', '.join(found['cut']) or 'nothing'}", flush=True)
            for ground, colours in GROUNDS.items():
                await page.evaluate(f"document.documentElement.style.background = '{colours}'")
                self._keep(f"{name}-{form}-{shape}-{ground}", await page.screenshot(animations="disabled"))

    def _keep(self, name: str, png: bytes) -> None:
        picture = Image.open(io.BytesIO(png)).convert("RGB")
        picture.save(self.folder / f"{name}.jpg", quality=82)
        share = LINES / min(picture.size)
        small = picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.BILINEAR)
        small.save(self.folder / f"{name}-{LINES}.jpg", quality=70)
        self.taken[name] = picture

    def sheet(self, path: Path) -> None:
        """Combine some pictures into one."""
        sheet = Image.new("RGB", (CELL[0] * len(ON_SHEET[0]), CELL[1] * len(ON_SHEET)))
        for row, names in enumerate(ON_SHEET):
            for column, name in enumerate(names):
                sheet.paste(self.taken[name].resize(CELL, Image.Resampling.LANCZOS), (CELL[0] * column, CELL[1] * row))
        sheet.save(path, quality=74, optimize=True)


async def opened(browser: Browser, stage: Stage, key: str) -> list[View]:
    views = []
    for form in ("panel", "scene"):
        for shape, (width, height) in {"wide": WIDE, "tall": TALL}.items():
            page = await browser.new_page(viewport={"width": width, "height": height})
            await page.goto(f"{stage.url}/overlay?form={form}#{key}")
            await page.wait_for_selector("#overlay:not(.away-from-air)")
            views.append(View(form, shape, page))
    return views


async def main(folder: Path, tables: list[str], sheet: Path | None) -> None:
    stage = staged()
    stage.bot.door = DOOR
    await stage.room.start()
    ann, camera = Visitor(stage.url), Camera(folder)
    async with started() as browser:
        views = await opened(browser, stage, await ann.key(await ann.sit()))
        for name, update in on_tables(*tables):
            await camera.take(name, views, partial(show, stage, update))
    await ann.session.close()
    await stage.room.stop()
    if sheet is not None:
        camera.sheet(sheet)


async def show(stage: Stage, update: Update) -> None:
    """Show this table, and no other; if a game ends on it, it is the latest result of the evening."""
    for other in list(stage.bot.tables.values()):
        if other.table != update.table:
            del stage.bot.tables[other.table]
            await stage.room.show(closed(other))
    if update.card.phase == "between":
        stage.bot.ended["web:main"] = (ended(update, stage.bot.now()), *stage.bot.ended.get("web:main", ()))
    await stage.bot.put(just_now(update))


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("tables", nargs="*")
    asked.add_argument("--sheet", type=Path)
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(given.folder, given.tables, given.sheet))
