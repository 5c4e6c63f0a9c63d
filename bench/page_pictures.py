"""The pictures of the page that the README shows, and films in rows of frames: `python -m bench.page_pictures FOLDER`.

Each is taken of the real page as it shows a game at random. A film stops all that moves between two boards, and
puts it forward by hand: what stands there is what people see, whatever the machine is busy with.
"""

# ruff: noqa: E402 - the rooms of the tests are found first

import asyncio
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from chromium import started
from e2e.conftest import Visitors
from e2e.phases import Sight, Tables, careful, playing, sights, told
from e2e.staged import Staged, staged
from msgspec.structs import replace
from PIL import Image
from playwright.async_api import Page

from bench.folders import folder_and_names
from bot.table.phases import Playing
from games.catalogue import catalogue
from games.kit.seats import Seat
from games.proof import fair
from potluck.testing.positions import Opening, Position, positions

DESK: Final = (1280, 800)
PHONE: Final = (400, 800)
PAGES: Final = {
    "page-headache": ("headache-swapping-pass+swap-5", DESK, False),
    "page-rogues": ("rogues-declaring-draw+drop+flee+trip-4-early", DESK, True),
    "page-lobby": ("rogues-lobby-3", DESK, False),
    "page-poohead": ("poohead-to-play-play-4-early", PHONE, False),
    "page-cones": ("cones-to-move-move-4-full", PHONE, True),
}
"""By the picture's name: how the name of the table begins that it shows, the size of the window, whether it is dark."""
FRAMES: Final = (0, 0.25, 0.5, 0.75)
"""Of the time that all that moves takes; the last one is the end."""
STOP: Final = """() => {
  const moving = document.getAnimations().filter((one) => one.effect?.target?.closest?.('.board'));
  moving.forEach((one) => one.pause());
  return Math.max(0, ...moving.map((one) => one.effect.getComputedTiming().endTime));
}"""
FORWARD: Final = (
    "(at) => document.getAnimations().forEach((one) => { if (one.playState === 'paused') one.currentTime = at; })"
)
END: Final = "() => document.getAnimations().forEach((one) => { if (one.playState === 'paused') one.finish(); })"
HELD: Final = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    if (this.closest('.board')) made.pause();
    return made;
  };
}"""
"""What begins to move on the board stands still at once, until it is put forward."""


class Film(NamedTuple):
    """What is filmed: a game, how many play it, and whether this is the step."""

    game: str
    seats: int
    shows: Callable[[Any], bool]


FILMS: Final = {
    "film-capture": Film("cones", 4, lambda event: bool(getattr(event, "captured", "")) and len(event.stack) > 1),
    "film-roll": Film("halflings", 1, lambda event: type(event).__name__ == "Rolled"),
    "film-cards": Film("poohead", 3, lambda event: type(event).__name__ == "Played" and event.seat == 0),
}


def steps(film: Film) -> Iterator[tuple[Position, Position]]:
    game = catalogue()[film.game]
    options = game.options_from({})
    for number in range(9):
        opening = Opening(game, options, (game.stack(options),) * film.seats, fair.lp(f"film {number}"))
        before = None
        for position in positions(opening, 300, careful):
            if before is not None and game.asks(position.state) and any(map(film.shows, position.came[1])):
                yield before, position
            before = position


def as_sight(position: Position, tables: Tables, name: str) -> Sight:
    session = playing(position, Seat(0), tables, {})
    return Sight(name, session, told([position], session.seats, over=False), Seat(0), mark=session.code)


async def filmed(room: Staged, page: Page, film: Film) -> Image.Image:
    """Return a row of frames of the first step that the film shows."""
    before, after = (as_sight(one, Tables(), "film") for one in next(steps(film)))
    await room.show(before, page)
    await page.evaluate(HELD)
    again = replace(after.session, table=before.session.table, code=before.session.code)
    if isinstance(again.phase, Playing):
        again = replace(again, phase=replace(again.phase, clock=replace(again.phase.clock, ask="1-next")))
    await room.bot.lay(after._replace(session=again))
    await page.wait_for_function("() => document.getAnimations().some((one) => one.playState === 'paused')")
    lasts = await page.evaluate(STOP)
    frames = []
    for part in FRAMES:
        await page.evaluate(FORWARD, lasts * part)
        frames.append(await frame(page))
    await page.evaluate(END)
    return in_a_row([*frames, await frame(page)])


async def frame(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(await page.locator(".board").first.screenshot()))


def in_a_row(frames: list[Image.Image], gap: int = 8) -> Image.Image:
    width, height = frames[0].size
    row = Image.new("RGB", (len(frames) * (width + gap) - gap, height), "white")
    for at, frame in enumerate(frames):
        row.paste(frame, (at * (width + gap), 0))
    return row


async def main(folder: Path, only: str) -> None:
    async with started() as browser, staged() as room:
        visitors = Visitors(browser, [])
        for name, (beginning, (width, height), dark) in PAGES.items():
            if only and not name.startswith(only):
                continue
            sight = next(one for one in sights(beginning.partition("-")[0]) if one.name.startswith(beginning))
            context = await visitors.context(dark=dark, width=width, height=height)
            page = await visitors.sit(room.url, "andy", context=context)
            await room.show(sight, page)
            await page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=82)
            await context.close()
        for name, film in FILMS.items():
            if only and not name.startswith(only):
                continue
            context = await visitors.context(width=420, height=800)
            page = await visitors.sit(room.url, "andy", context=context)
            (await filmed(room, page, film)).save(folder / f"{name}.jpg", quality=82)
            await context.close()


if __name__ == "__main__":
    into, wanted = folder_and_names(__doc__, "the picture, or how the names of several begin", most=1)
    asyncio.run(main(into, "".join(wanted)))
