"""Measure how long games are: `python -m bench.lengths rogues --seats 6` counts games, moves and lines of chat a
series, and the minutes that they take people who think for six seconds about each move.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import click

from bench.goals import percentile
from bench.series import Evening
from bot.app.cli.games import OPTIONS, game_named
from games.catalogue import AnyGame

MOST_GAMES: Final = 2000
PARTS: Final = (0.5, 0.9, 0.99)
NINE_OF_TEN: Final = (0.05, 0.5, 0.95)


@click.command()
@click.argument("game", callback=game_named)
@click.option("--seats", type=click.IntRange(1, 60), required=True, multiple=True, help="several times: all together")
@click.option("--series", "count", type=click.IntRange(1), default=200, show_default=True, help="how many are played")
@click.option("--level", type=click.IntRange(0, 3), default=2, show_default=True)
@click.option("--one-game", is_flag=True, help="measure single games, where series would follow")
@OPTIONS
def main(game: AnyGame, seats: tuple[int, ...], count: int, level: int, one_game: bool, given: dict[str, str]) -> None:
    """Print the median, the 90th and 99th percentile and the maximum, and why the series ended."""
    found = [
        Evening(game, given, [level] * sitting, f"lengths/{number}").play(1 if one_game else MOST_GAMES)
        for sitting in seats
        for number in range(count)
    ]
    sitting = ", ".join(map(str, seats))
    click.echo(f"{game.name}, {sitting} house bots of level {level}, {count} series; p50, p90, p99, longest:")
    click.echo(row("games", [one.games for one in found]))
    click.echo(row("moves", [one.moves for one in found]))
    click.echo(row("lines of chat", [one.lines for one in found]))
    click.echo(row("lines a hundred moves", [100 * one.lines // max(1, one.moves) for one in found]))
    minutes = [one.seconds / 60 for one in found]
    click.echo("  minutes, p5, p50, p95: " + ", ".join(f"{percentile(minutes, part):.1f}" for part in NINE_OF_TEN))
    ends = Counter(one.why for one in found)
    click.echo("  ended by: " + ", ".join(f"{why} {times / len(found):.1%}" for why, times in ends.most_common()))


def row(what: str, values: Sequence[int]) -> str:
    figures = [*(percentile(values, part) for part in PARTS), max(values)]
    return f"  {what}: " + ", ".join(f"{figure:.0f}" for figure in figures)


if __name__ == "__main__":
    main()
