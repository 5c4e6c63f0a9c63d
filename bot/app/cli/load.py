"""`potluck load`: what this machine carries."""

import asyncio

import click

from bot.app.yielding import yield_soon
from bot.engine import logs


@click.command()
@click.option("--venues", type=click.IntRange(1, 100_000), default=1_000, show_default=True, help="each with one table")
@click.option("--minutes", type=click.FloatRange(0.1, 24 * 60), default=5.0, show_default=True)
@click.option(
    "--think",
    type=click.FloatRange(0.1, 3_600),
    default=8.0,
    show_default=True,
    help="seconds that a person takes for a move, on average",
)
@click.option("--unlimited", is_flag=True, help="as if the platforms took any number of messages")
def load(venues: int, minutes: float, think: float, *, unlimited: bool) -> None:
    """Play at so many tables with all games, crowds and house bots; print what is late, and what it costs.

    It has a store of its own and imitates the platforms with their latency and limits. Nothing is told to anybody.
    """
    from bot.app.load import Load, carried, rows  # noqa: PLC0415 - it loads the games, needed only here

    yield_soon()
    logs.set_up("people", "error")
    wanted = Load(venues, minutes, think, limited=not unlimited)
    for row in rows(wanted, asyncio.run(carried(wanted))):
        click.echo(row)
