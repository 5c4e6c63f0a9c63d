"""For how long the bot's loop stands still while pictures are drawn, as the bot draws them."""

import asyncio
from collections.abc import Iterator

from bench.boards import TICK
from bench.goals import RUNS, Goal, Measured, Scale
from bench.picture_steps import Gap, boards_of, watched
from bot.adapters.discord.outbound.painter import PainterBeside
from bot.adapters.discord.outbound.pictures import MOST_BYTES, WIDTH
from bot.ports.messages import ShownBoard
from games.catalogue import catalogue

MOST_PICTURES = 30


def pictures_alone(scale: Scale) -> Iterator[Goal]:  # noqa: ARG001 - each is drawn once
    drawn = boards_of(catalogue()["poohead"])[:MOST_PICTURES]
    runs = [asyncio.run(longest(drawn)) for _ in range(RUNS)]
    yield Goal("the loop's longest stall by a picture (poohead)", Measured.of(runs), "ms", "<= 5")


async def longest(drawn: list[ShownBoard]) -> float:
    painter, gaps = PainterBeside(), list[Gap]()
    await painter.start()
    try:
        await painter.png(drawn[0], WIDTH - 1, MOST_BYTES)
        watch = asyncio.create_task(watched(gaps))
        await asyncio.sleep(10 * TICK)
        for one in drawn:
            await painter.png(one, WIDTH, MOST_BYTES)
        watch.cancel()
    finally:
        await painter.stop()
    return max(gap.ours for gap in gaps)
