"""Measure how much stronger one level of house bots is: `python -m bench.levels poohead --level 3 --against 0`.

One seat of the level plays among seats of the other level, each seat in turn; a fair share is one win in as many series
as there are seats.
"""

import math
import statistics
from collections.abc import Sequence
from typing import Final

import click

from bench.series import Evening
from bot.app.cli.games import OPTIONS, game_named
from games.catalogue import AnyGame
from games.kit.seats import Seat

MOST_GAMES: Final = 500
"""A series that has reached this many games is measured as it is."""


@click.command()
@click.argument("game", callback=game_named)
@click.option("--level", type=click.IntRange(0, 3), default=3, show_default=True)
@click.option("--against", type=click.IntRange(0, 3), default=0, show_default=True)
@click.option("--seats", type=click.IntRange(2, 10), default=4, show_default=True)
@click.option("--series", "count", type=click.IntRange(2), default=400, show_default=True, help="how many are played")
@click.option("--one-game", is_flag=True, help="measure single games, where series would follow")
@OPTIONS
def main(
    game: AnyGame, level: int, against: int, seats: int, count: int, one_game: bool, given: dict[str, str]
) -> None:
    """Print the share of wins, of last places and the net of the level's seat, each with its standard error."""
    wins, lasts, nets = [], [], []
    for number in range(count):
        seat = Seat(number % seats)
        levels = [level if other == seat else against for other in range(seats)]
        evening = Evening(game, given, levels, f"levels/{number}")
        ended = evening.play(1 if one_game else MOST_GAMES)
        wins.append(share(ended.winners, seat))
        lasts.append(share(ended.last, seat))
        nets.append(float(ended.stacks[seat] - game.stack(evening.options)))
    click.echo(
        f"{game.name}: one of level {level} among {seats - 1} of level {against}, {count} "
        f"{'games' if one_game else 'series'}: wins {mean(wins, 100)} %, "
        f"last {mean(lasts, 100)} % (fair: {100 / seats:.1f}), net {mean(nets)}"
    )


def share(seats: Sequence[Seat], seat: Seat) -> float:
    """Return the seat's part of a win, or of a last place, that several may share."""
    return 1 / len(seats) if seat in seats else 0.0


def mean(values: Sequence[float], times: float = 1) -> str:
    """Return the mean and its standard error: `31.2 ± 1.4`."""
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values) * times:.1f} ± {error * times:.1f}"


if __name__ == "__main__":
    main()
