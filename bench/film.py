"""Film some moves of two games for the README, on the real page: `python -m bench.film FILE.webp [GAME …]`.

All motion on the page is paused and advanced by hand, frame by frame, so the film shows what people see, however busy
the machine is.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import argparse
import asyncio
import io
import itertools
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from chromium import started
from e2e.conftest import Visitors
from e2e.phases import Sight, Tables, careful, playing, told
from e2e.staged import Staged, staged
from msgspec.structs import replace
from PIL import Image
from playwright.async_api import Page

from bot.table.document import Session
from bot.table.phases import Playing
from games.catalogue import catalogue
from games.kit.seats import Seat
from games.proof import fair
from potluck.testing.positions import Opening, Position, positions

NAMES: Final = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")
WINDOW: Final = (1120, 700)
SIZE: Final = (880, 550)
STEP_MS: Final = 80
"""Between two frames of a motion."""
REST_MS: Final = 900
LONGEST_MS: Final = 1600
QUALITY: Final = 62
STAGED: Final = 4
"""How many positions before the first filmed move are told as news."""
HELD: Final = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    made.pause();
    return made;
  };
}"""
"""Pauses each motion as soon as it begins, until it is advanced."""
SHOWN: Final = "() => document.querySelector('#news').innerText + document.querySelector('.board')?.outerHTML"
STOP: Final = """() => {
  const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity);
  moving.forEach((one) => one.pause());
  return Math.max(0, ...moving.map((one) => one.effect.getComputedTiming().endTime));
}"""
FORWARD: Final = (
    "(at) => document.getAnimations().forEach((one) => { if (one.playState === 'paused') one.currentTime = at; })"
)
END: Final = "() => document.getAnimations().forEach((one) => { if (one.playState === 'paused') one.finish(); })"


class Take(NamedTuple):
    """Tell what to film: a game, its number of players, how to recognize the event of its first step, and the number
    of steps.
    """

    game: str
    seats: int
    begins: Callable[[Any], bool]
    steps: int


TAKES: Final = (
    Take("poohead", 4, lambda event: type(event).__name__ == "Played" and event.seat == 0, 3),
    Take("cones", 4, lambda event: bool(getattr(event, "captured", "")) and len(event.stack) > 1, 3),
)


class Frame(NamedTuple):
    picture: Image.Image
    lasts: int


def history(take: Take) -> Sequence[Position]:
    """Return some positions; the last ones are filmed."""
    game = catalogue()[take.game]
    options = game.options_from({})
    for number in range(20):
        opening = Opening(game, options, (game.stack(options),) * take.seats, fair.lp(f"film {number}"))
        whole = list(itertools.islice(positions(opening, 300, careful), 300))
        for at in range(STAGED, len(whole) - take.steps):
            shown = whole[at : at + take.steps]
            if any(map(take.begins, shown[0].came[1])) and all(game.asks(one.state) for one in shown):
                return whole[: at + take.steps]
    raise LookupError(f"no such step in 20 games of {take.game}")


def session_of(position: Position, tables: Tables) -> Session:
    session = playing(position, Seat(0), tables, {})
    seats = tuple(replace(one, name=name) for one, name in zip(session.seats, NAMES, strict=False))
    return replace(session, seats=seats)


def sights_of(take: Take) -> list[Sight]:
    """Return the table before the first step and after each, as one continuous table."""
    whole, tables = history(take), Tables()
    first = session_of(whole[0], tables)
    found = []
    for at in range(len(whole) - take.steps - 1, len(whole)):
        session = replace(session_of(whole[at], tables), table=first.table, code=first.code)
        if isinstance(session.phase, Playing):
            clock = replace(session.phase.clock, ask=f"1-{at}")
            session = replace(session, phase=replace(session.phase, clock=clock))
        log = told(whole[max(0, at - STAGED) : at + 1], session.seats, over=False)
        found.append(Sight(take.game, session, log, Seat(0), mark=session.code))
    return found


async def taken(room: Staged, page: Page, take: Take) -> AsyncIterator[Frame]:
    """Yield the frames of one take."""
    first, *others = sights_of(take)
    await room.show(first, page)
    await page.evaluate(HELD)
    yield await frame(page, REST_MS)
    for sight in others:
        before = await page.evaluate(SHOWN)
        await room.bot.lay(sight)
        await page.wait_for_function(f"(before) => ({SHOWN})() !== before", arg=before)
        lasts = min(await page.evaluate(STOP), LONGEST_MS)
        for at in range(0, int(lasts), STEP_MS):
            await page.evaluate(FORWARD, at)
            yield await frame(page, STEP_MS)
        await page.evaluate(END)
        yield await frame(page, REST_MS)


async def frame(page: Page, lasts: int) -> Frame:
    picture = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    return Frame(picture.resize(SIZE, Image.Resampling.LANCZOS), lasts)


async def film(games: Sequence[str]) -> list[Frame]:
    frames: list[Frame] = []
    async with started() as browser, staged() as room:
        visitors = Visitors(browser, {})
        for take in TAKES:
            if games and take.game not in games:
                continue
            context = await visitors.context(width=WINDOW[0], height=WINDOW[1])
            page = await visitors.sit(room.url, NAMES[0], context=context)
            await page.emulate_media(reduced_motion="no-preference")
            frames += [one async for one in taken(room, page, take)]
            await context.close()
    return frames


def save(frames: Sequence[Frame], file: Path) -> None:
    """Write the film, which plays in a loop, and print its size."""
    first, *others = [one.picture for one in frames]
    how: dict[str, Any] = {"quality": QUALITY, "method": 6, "minimize_size": True, "loop": 0}
    first.save(file, save_all=True, append_images=others, duration=[one.lasts for one in frames], **how)
    seconds = sum(one.lasts for one in frames) / 1000
    print(f"{len(frames)} frames, {seconds:.1f} s, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where the film goes, a .webp")
    parser.add_argument("games", nargs="*", help="the games; all that are filmed where none is named")
    asked = parser.parse_args()
    save(asyncio.run(film(asked.games)), asked.file)
