"""Measure how long drawing blocks everything else: `python -m bench.picture_steps [GAME …]`.

First it measures how long the event loop is blocked while pictures are drawn, in a thread of the bot and by the
separate program. A gap counts only as far as the bot itself was using the CPU, since on a busy machine others cause
gaps too. In a thread Pillow and resvg let nothing else run, so it then measures the longest single call, in CPU time,
with no sprite cached (the first table after a start), and with all of them.
"""

import asyncio
import gc
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image

from bench.boards import TICK, boards
from bench.goals import percentile
from bot.adapters.discord.outbound.pictures import MOST_BYTES, WIDTH
from bot.ports.messages import ShownBoard
from bot.render import picture
from bot.render.painter import Painter, PainterBeside, PainterHere
from bot.render.painting import BoardWanted
from games.catalogue import AnyGame, catalogue

STEPS: Final[tuple[tuple[Any, str], ...]] = (
    (picture.resvg_py, "svg_to_bytes"),
    (Image.Image, "alpha_composite"),
    (Image.Image, "convert"),
    (Image.Image, "copy"),
    (Image.Image, "quantize"),
    (Image.Image, "resize"),
    (Image.Image, "save"),
)


def timed(step: Callable[..., Any], taken: list[float]) -> Callable[..., Any]:
    """Return a step that records how many milliseconds of CPU it took."""

    def wrapped(*given: Any, **named: Any) -> Any:
        before = time.thread_time()
        try:
            return step(*given, **named)
        finally:
            taken.append((time.thread_time() - before) * 1000)

    return wrapped


def main(names: list[str]) -> None:
    games = [catalogue()[name] for name in names or catalogue()]
    every = {game.name: boards_of(game) for game in games}
    for name, drawn in every.items():
        for painter in (PainterHere(), PainterBeside()):
            asyncio.run(stalled(name, drawn, painter))
    taken = defaultdict[str, list[float]](list)
    for owner, name in STEPS:
        setattr(owner, name, timed(getattr(owner, name), taken[name]))
    for name, drawn in every.items():
        picture.sprite.cache_clear()
        for kept in ("no sprite kept", "all kept"):
            steps(f"{name}, {kept}", drawn, taken)


def boards_of(game: AnyGame) -> list[ShownBoard]:
    seats = game.seats(game.options_from({}))
    return [one for count in {seats[0], min(seats[-1], 8)} for _, one in boards(game, count)]


class Gap(NamedTuple):
    """Milliseconds by which the event loop came back late, and the bot's CPU milliseconds meanwhile."""

    late: float
    spent: float

    @property
    def ours(self) -> float:
        return min(self.late, self.spent)


async def watched(gaps: list[Gap]) -> None:
    """Record how late the event loop comes back each millisecond."""
    while True:
        before, spent = time.perf_counter(), time.process_time()
        await asyncio.sleep(TICK)
        late = time.perf_counter() - before - TICK
        gaps.append(Gap(late * 1000, (time.process_time() - spent) * 1000))


async def stalled(name: str, drawn: list[ShownBoard], painter: Painter) -> None:
    """Print how long the event loop was blocked while these were drawn, and how long a picture took to arrive."""
    picture.sprite.cache_clear()
    await painter.start()
    await painter.drawn(BoardWanted(drawn[0], WIDTH - 1, MOST_BYTES))
    gc.collect()
    gaps, waited = list[Gap](), list[float]()
    watch = asyncio.create_task(watched(gaps))
    await asyncio.sleep(10 * TICK)
    for one in drawn:
        before = time.perf_counter()
        await painter.drawn(BoardWanted(one, WIDTH, MOST_BYTES))
        waited.append((time.perf_counter() - before) * 1000)
    watch.cancel()
    size = held()
    await painter.stop()
    print(
        f"{name}, {type(painter).__name__}: the loop stood still for {max(gap.ours for gap in gaps):.1f} ms at most,",
        f"{percentile([gap.ours for gap in gaps], 0.99):.1f} ms (p99); with what others did on this machine",
        f"{max(gap.late for gap in gaps):.1f} ms; a picture took {percentile(waited, 0.5):.1f} ms (p50),",
        f"{percentile(waited, 0.99):.1f} ms (p99)" + (f"; the program holds {size:.0f} MB" if size else ""),
    )


def held() -> float:
    """Return the private memory of this process's child programs, in MB; 0 if unknown."""
    try:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        lines = [line for one in children for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()]
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def steps(name: str, drawn: list[ShownBoard], taken: dict[str, list[float]]) -> None:
    """Print the longest step of drawing these, in CPU time."""
    for one in taken.values():
        one.clear()
    whole = list[float]()
    sizes = [len(timed(picture.png_within, whole)(one, WIDTH, MOST_BYTES)) for one in drawn]
    longest, step = max((max(one, default=0.0), step) for step, one in taken.items())
    print(
        f"{name}: {len(drawn)} pictures of {max(sizes):,} bytes at most, {percentile(whole, 0.5):.1f} ms each (p50),",
        f"{max(whole):.1f} ms (most), longest step {longest:.1f} ms ({step})",
    )


if __name__ == "__main__":
    main(sys.argv[1:])
