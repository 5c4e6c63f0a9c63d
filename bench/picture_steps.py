"""How long each step of drawing holds up everything else: `python -m bench.picture_steps [GAME …]`.

A picture is drawn in a thread, but Pillow and resvg let nothing else run meanwhile: what counts is the longest single
call, in CPU time, first with no sprite kept (the first table after a start), then with all of them.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from PIL import Image

from bench.boards import boards
from bot.adapters.discord.outbound.pictures import MOST_BYTES, WIDTH
from bot.render import picture
from games.catalogue import catalogue

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
    """Return a step that notes how many milliseconds of CPU it took."""

    def wrapped(*given: Any, **named: Any) -> Any:
        before = time.thread_time()
        try:
            return step(*given, **named)
        finally:
            taken.append((time.thread_time() - before) * 1000)

    return wrapped


def main(names: list[str]) -> None:
    taken = defaultdict[str, list[float]](list)
    for owner, name in STEPS:
        setattr(owner, name, timed(getattr(owner, name), taken[name]))
    for game in (catalogue()[name] for name in names or catalogue()):
        seats = game.seats(game.options_from({}))
        drawn = [one for count in {seats[0], min(seats[-1], 8)} for _, one in boards(game, count)]
        for kept in ("no sprite kept", "all kept"):
            for steps in taken.values():
                steps.clear()
            whole = list[float]()
            sizes = [len(timed(picture.png_within, whole)(one, WIDTH, MOST_BYTES)) for one in drawn]
            longest, name = max((max(steps, default=0.0), name) for name, steps in taken.items())
            whole.sort()
            print(
                f"{game.name}, {kept}: {len(drawn)} pictures of {max(sizes):,} bytes at most,",
                f"{whole[len(whole) // 2]:.1f} ms each (p50), {whole[-1]:.1f} ms (most),",
                f"the longest step {longest:.1f} ms ({name})",
            )


if __name__ == "__main__":
    main(sys.argv[1:])
