"""Draw the boards of games in all their phases: `python -m bench.boards FOLDER [GAME [SEATS]]`.

It draws a picture for each phase and viewer (an onlooker, and the first seat that is awaited), from random games, and
prints how long they took at both widths, and how long the event loop was blocked. Pages show the same boards, drawn by
the browser.
"""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.folders import folder_and_names
from bot.ports.messages import ShownBoard
from bot.render.boards import board_shown
from bot.render.offers import Called
from bot.render.picture import png
from bot.text import Words
from games.catalogue import AnyGame, catalogue
from games.kit.seats import SPECTATOR, Viewer
from games.proof import fair
from potluck.testing.positions import Opening, positions

NAMES: Final = ("andy", "Bill the Bold of Bree", "Pete Best", "jack ♠", "Colin", "Dora", "Emil", "Fay", "Gus", "Hal")
GAMES: Final = 3
MOST_DEEDS: Final = 400
TICK: Final = 0.001
AGAIN: Final = 40
"""After this many further positions a phase is drawn again, because a table looks different late in a game."""
WIDTHS: Final = (400, 800)


def boards(game: AnyGame, seats: int) -> Iterator[tuple[str, ShownBoard]]:
    """Yield the boards of some games, each with a unique name."""
    words, seen = Words(), dict[str, int]()
    for number in range(GAMES):
        options = game.options_from({})
        opening = Opening(game, options, (game.stack(options),) * seats, fair.lp(f"boards {number}"))
        for at, position in enumerate(positions(opening, MOST_DEEDS)):
            ask = game.asks(position.state)
            viewers: tuple[Viewer, ...] = (SPECTATOR, *(() if ask is None else ask.seats[:1]))
            phase = game.view(position.state, SPECTATOR).phase
            if at - seen.get(phase, -AGAIN) < AGAIN:
                continue
            seen[phase] = at
            for viewer in viewers:
                shown = shown_to(game, position.state, viewer, words, seats)
                if shown is not None:
                    yield (
                        f"{game.name}-{seats}-{phase}-{number}-{at}-{'all' if viewer is SPECTATOR else viewer + 1}",
                        shown,
                    )


def shown_to(game: AnyGame, state: Any, viewer: Viewer, words: Words, seats: int) -> ShownBoard | None:
    scene = game.scene(game.view(state, viewer))
    return None if scene.board is None else board_shown(scene.board, Called(NAMES[:seats], game, words, scene))


def main(folder: Path, names: list[str], seats: list[int]) -> None:
    drawn: list[ShownBoard] = []
    folder.mkdir(parents=True, exist_ok=True)
    for game in (catalogue()[name] for name in names or catalogue()):
        allowed = game.seats(game.options_from({}))
        for count in seats or (allowed[0], min(allowed[-1], 8)):
            for name, board in boards(game, count):
                (folder / f"{name}.png").write_bytes(png(board, WIDTHS[-1]))
                drawn.append(board)
    asyncio.run(timed(drawn))


# How long it takes


class Taken(NamedTuple):
    """A picture that was drawn. `seconds`: CPU time of the thread that drew; `size`: in bytes."""

    seconds: float
    size: int


async def timed(drawn: list[ShownBoard]) -> None:
    """Print how long a picture takes once its sprites are cached, and the longest time that the event loop was
    blocked.
    """
    for width in WIDTHS:
        stalls = [0.0]
        watch = asyncio.create_task(watched(stalls))
        taken = [await asyncio.to_thread(once, board, width) for board in drawn]
        watch.cancel()
        times, sizes = sorted(one.seconds * 1000 for one in taken), sorted(one.size / 1024 for one in taken)
        middle = len(drawn) // 2
        print(f"{width} px, {len(drawn)} boards: {times[middle]:.1f} ms (p50), {times[-1]:.1f} ms (most),", end=" ")
        print(f"{sizes[middle]:.1f} kB (p50), {sizes[-1]:.1f} kB (most); the loop stood still for {max(stalls):.1f} ms")


def once(board: ShownBoard, width: int) -> Taken:
    png(board, width)
    before = time.thread_time()
    size = len(png(board, width))
    return Taken(time.thread_time() - before, size)


async def watched(stalls: list[float]) -> None:
    """Record how late the event loop came back, in milliseconds."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        stalls.append((time.perf_counter() - before - TICK) * 1000)


if __name__ == "__main__":
    into, wanted = folder_and_names(__doc__, "a game, and how many seats; all where none is named", most=2)
    main(into, wanted[:1], [int(one) for one in wanted[1:2]])
