"""A crowd that is late: `python -m bench.late_stakes` lets 300 viewers stake in the half minute after a round began.

Over real sockets to a Twitch of our own, with its limits: one line in twenty comes twice, one can't be read.
"""

import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import click

from bench.figures import Row, Section, markdown, milliseconds
from bot.engine import logs
from persistence import EmbeddedServer, Store

TESTS = Path(__file__).parents[1] / "tests"


@click.command()
@click.option("--people", type=click.IntRange(1, 499), default=300, show_default=True)
@click.option("--seconds", type=click.FloatRange(1), default=30.0, show_default=True, help="in which they stake")
def main(people: int, seconds: float) -> None:
    """Print what became of their stakes."""
    logs.set_up("people", "error")
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    found = asyncio.run(measured(people, seconds))
    title = f"{people} viewers who stake while a crowd's round is on, in {found.seconds:.0f} s"
    click.echo("\n".join(markdown(Section(title, tuple(rows(found)), found.seconds))))


def rows(found: Any) -> list[Row]:
    return [
        Row("lines in chat, of them doubled, of them garbled", f"{found.sent}, {found.doubled}, {found.garbled}"),
        Row("tables that stand here", str(found.tables)),
        Row("stakes not played as they were said", str(found.lost)),
        Row("stakes that the channel was told of", str(found.told)),
        Row("in so many lines", str(found.lines)),
        Row("the bot's lines that Twitch dropped", str(found.dropped)),
        Row("from the last line in chat to all stored", milliseconds(found.stored)),
        Row("… and to the line that counts the last of them", milliseconds(found.told_after)),
    ]


async def measured(people: int, seconds: float) -> Any:
    from on_twitch.late_crowd import a_late_crowd  # noqa: PLC0415 - the tests' own folder
    from on_twitch.night import Night  # noqa: PLC0415 - as above
    from standins.twitch.stand_in import TwitchStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pl-"))
        redis = await stack.enter_async_context(await EmbeddedServer.start(Path(folder)))
        store = await Store.connect(redis.url)
        stack.push_async_callback(store.close)
        twitch = await stack.enter_async_context(TwitchStandIn())
        night = await stack.enter_async_context(Night(twitch, store))
        return await a_late_crowd(night, people, seconds)


if __name__ == "__main__":
    main()
