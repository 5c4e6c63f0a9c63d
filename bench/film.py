"""Film some moves on the real page, for the README: `python -m bench.film FILE.webp [TAKE …]`.

With `FILE.png` the frames of each take stand in a row, to look at: a roll that wins by one, a card that burns, a tower
that is captured, cups that are lifted, one that is sold, somebody's last card, a result. All motion on the page is
paused and advanced by hand, frame by frame, so the film shows what people see, however busy the machine is.
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
from bot.table.phases import Between, Playing
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
GAMES: Final = 200
LONG: Final = 400
"""Positions that are looked at in a game."""
ROW: Final = 8
"""Frames of a take in a row."""
STAGED: Final = 4
"""How many positions before the first filmed move are told as news."""
HELD: Final = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    made.pause();
    return made;
  };
  // To take a picture counts as a look away, which would skip what waits.
  window.addEventListener("visibilitychange", (event) => event.stopImmediatePropagation(), { capture: true });
  const later = window.setTimeout;
  window.waiting = [];
  window.setTimeout = (tell, ms = 0, ...more) =>
    (ms >= 100 && ms <= 1500 ? -window.waiting.push({ tell, ms }) : later(tell, ms, ...more));
}"""
"""Pauses each motion as soon as it begins, and holds what waits for it, until they are advanced."""
SHOWN: Final = "() => document.querySelector('#news').innerText + document.querySelector('.board')?.outerHTML"
STOP: Final = """() => {
  const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity);
  moving.forEach((one) => one.pause());
  return Math.max(0, ...moving.map((one) => one.effect.getComputedTiming().endTime));
}"""
FORWARD: Final = """(at) => {
  document.getAnimations().forEach((one) => { if (one.playState === 'paused') one.currentTime = at; });
  const due = window.waiting.filter(({ ms }) => ms <= at);
  window.waiting = window.waiting.filter(({ ms }) => ms > at);
  due.forEach(({ tell }) => tell());
}"""
END: Final = """() => {
  document.getAnimations().forEach((one) => { if (one.playState === 'paused') one.finish(); });
  window.waiting.splice(0).forEach(({ tell }) => tell());
}"""


class Take(NamedTuple):
    """Tell what to film: a game, its number of players, how to recognize the first step, by all that came so far, and
    the number of steps.
    """

    name: str
    game: str
    seats: int
    begins: Callable[[Sequence[Position]], bool]
    steps: int = 1


def of_kind(so_far: Sequence[Position], kind: str) -> list[Any]:
    """Return the events of this kind so far."""
    return [event for one in so_far for event in one.came[1] if type(event).__name__ == kind]


def wins_by_one(so_far: Sequence[Position]) -> bool:
    rolled, knees = of_kind(so_far[-1:], "Rolled"), of_kind(so_far, "Kneed")
    return bool(rolled and knees) and rolled[-1].total == knees[-1].knee + 1


def burns(so_far: Sequence[Position]) -> bool:
    return any("Burned(" in str(event.then) for event in of_kind(so_far[-1:], "Played"))


def plays_the_last(so_far: Sequence[Position]) -> bool:
    return any("IsOut(" in str(event.then) for event in of_kind(so_far[-1:], "Played"))


def captures(so_far: Sequence[Position]) -> bool:
    return any(getattr(event, "captured", "") and len(event.stack) > 1 for event in so_far[-1].came[1])


def is_played(so_far: Sequence[Position]) -> bool:
    return any(event.seat == 0 for event in of_kind(so_far[-1:], "Played"))


def is_over(so_far: Sequence[Position]) -> bool:
    return so_far[-1].game.asks(so_far[-1].state) is None


TAKES: Final = (
    Take("plays", "poohead", 4, is_played, 3),
    Take("captures", "cones", 4, captures, 3),
    Take("by-one", "halflings", 1, wins_by_one),
    Take("burns", "poohead", 3, burns),
    Take("lifted", "rogues", 4, lambda so_far: bool(of_kind(so_far[-1:], "Revealed"))),
    Take("sold", "headache", 5, lambda so_far: bool(of_kind(so_far[-1:], "LotSold"))),
    Take("last-card", "poohead", 3, plays_the_last),
    Take("result", "headache", 5, is_over),
)
FOR_THE_README: Final = ("plays", "captures")


class Frame(NamedTuple):
    picture: Image.Image
    lasts: int


def history(take: Take) -> Sequence[Position]:
    """Return some positions; the last ones are filmed."""
    game = catalogue()[take.game]
    options = game.options_from({})
    for number in range(GAMES):
        opening = Opening(game, options, (game.stack(options),) * take.seats, fair.lp(f"film {number}"))
        whole = list(itertools.islice(positions(opening, LONG, careful), LONG))
        for at in range(1, len(whole) - take.steps + 1):
            if take.begins(whole[: at + 1]):
                return whole[: at + take.steps]
    raise LookupError(f"no such step in {GAMES} games of {take.game}")


def session_of(position: Position, tables: Tables) -> Session:
    session = playing(position, Seat(0), tables, {})
    seats = tuple(replace(one, name=name) for one, name in zip(session.seats, NAMES, strict=False))
    if isinstance(session.phase, Between):
        cast = tuple(replace(one, name=name) for one, name in zip(session.phase.cast, NAMES, strict=False))
        session = replace(session, phase=replace(session.phase, cast=cast))
    return replace(session, seats=seats)


def sights_of(take: Take) -> list[Sight]:
    """Return the table before the first step and after each, as one continuous table."""
    whole, tables = history(take), Tables()
    first = session_of(whole[0], tables)
    found = []
    for at in range(max(0, len(whole) - take.steps - 1), len(whole)):
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


async def film(takes: Sequence[str]) -> list[list[Frame]]:
    """Return the frames of each take."""
    found: list[list[Frame]] = []
    async with started() as browser, staged() as room:
        visitors = Visitors(browser, {})
        for take in TAKES:
            if take.name not in takes:
                continue
            context = await visitors.context(width=WINDOW[0], height=WINDOW[1])
            page = await visitors.sit(room.url, NAMES[0], context=context)
            await page.emulate_media(reduced_motion="no-preference")
            found.append([one async for one in taken(room, page, take)])
            await context.close()
    return found


def save_rows(takes: Sequence[Sequence[Frame]], file: Path) -> None:
    """Write a row for each take, of frames with the same time between them; the last one always stands there."""
    wide, high = SIZE[0] // 2, SIZE[1] // 2
    sheet = Image.new("RGB", (ROW * wide, len(takes) * high))
    for row, frames in enumerate(takes):
        chosen = [frames[round(at * (len(frames) - 1) / (ROW - 1))] for at in range(ROW)]
        for column, one in enumerate(chosen):
            sheet.paste(one.picture.resize((wide, high), Image.Resampling.LANCZOS), (column * wide, row * high))
    sheet.save(file)


def save(frames: Sequence[Frame], file: Path) -> None:
    """Write the film, which plays in a loop, and print its size."""
    first, *others = [one.picture for one in frames]
    how: dict[str, Any] = {"quality": QUALITY, "method": 6, "minimize_size": True, "loop": 0}
    first.save(file, save_all=True, append_images=others, duration=[one.lasts for one in frames], **how)
    seconds = sum(one.lasts for one in frames) / 1000
    print(f"{len(frames)} frames, {seconds:.1f} s, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where the film goes, a .webp, or a .png for rows of frames")
    parser.add_argument("takes", nargs="*", help=f"of {', '.join(take.name for take in TAKES)}")
    asked = parser.parse_args()
    in_rows = asked.file.suffix == ".png"
    filmed = asyncio.run(film(asked.takes or ([take.name for take in TAKES] if in_rows else FOR_THE_README)))
    if in_rows:
        save_rows(filmed, asked.file)
    else:
        save([one for frames in filmed for one in frames], asked.file)
