"""Measure how much stronger one level of house bots is: `python -m bench.levels poohead --level 3 --against 0`.

One seat of the level plays among seats of the other level, each seat in turn; a fair share is one win in as many series
as there are seats. A level is worth offering if its share is at least five points above that against the level below.
"""

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import click

from bench.goals import percentile
from bench.series import Evening
from bot.app.cli.games import OPTIONS, game_named
from games.catalogue import AnyGame
from games.kit.seats import Seat

MOST_GAMES: Final = 500
"""A series that has reached this many games is measured as it is."""
ABOVE: Final = 5.0
"""The points that a level's share must be above a fair one to be worth offering."""
FEWEST: Final = 200
BATCH: Final = 50
SURE: Final = 2.6
"""So many standard errors from the points aimed at, the sign is clear; it is looked at often, so two are not enough."""


class Played(NamedTuple):
    """Hold what became of one series for the level's seat. `thought`: the CPU milliseconds of each of its decisions."""

    win: float
    last: float
    net: float
    thought: tuple[float, ...]


@click.command()
@click.argument("game", callback=game_named)
@click.option("--level", type=click.IntRange(0, 3), default=3, show_default=True)
@click.option("--against", type=click.IntRange(0, 3), default=0, show_default=True)
@click.option("--seats", type=click.IntRange(2, 10), default=4, show_default=True)
@click.option("--series", "count", type=click.IntRange(2), default=400, show_default=True, help="how many are played")
@click.option("--one-game", is_flag=True, help="measure single games, where series would follow")
@click.option("--until-sure", is_flag=True, help="stop as soon as the sign is clear")
@click.option("--seed", default="levels", show_default=True, help="another luck")
@OPTIONS
def main(game: AnyGame, count: int, given: dict[str, str], *, until_sure: bool, **asked: Any) -> None:
    """Print the share of wins, of last places and the net of the level's seat, each with its standard error."""
    match = Match(game, given, **asked)
    found: list[Played] = []
    for one in match.played():
        found.append(one)
        if len(found) == count or (until_sure and is_sure([one.win for one in found], match.fair)):
            break
    thought = [ms for one in found for ms in one.thought]
    options = " ".join(f"{key}={value}" for key, value in given.items())
    click.echo(
        f"{game.name} {options}: one of level {match.level} among {match.seats - 1} of level {match.against}, "
        f"{len(found)} {'games' if match.one_game else 'series'}: wins {mean([one.win for one in found], 100)} %, "
        f"last {mean([one.last for one in found], 100)} % (fair: {match.fair:.1f}), "
        f"net {mean([one.net for one in found])}, thinks {percentile(thought, 0.99):.0f} ms of CPU at p99"
    )


class Match(NamedTuple):
    """Hold who plays what: one seat of the level among seats of the other."""

    game: AnyGame
    given: Mapping[str, str]
    level: int
    against: int
    seats: int
    seed: str
    one_game: bool

    @property
    def fair(self) -> float:
        """Return a fair share of wins, in percent."""
        return 100 / self.seats

    def played(self) -> Iterator[Played]:
        """Play series without end, the level on each seat in turn."""
        number = 0
        while True:
            seat = Seat(number % self.seats)
            levels = [self.level if other == seat else self.against for other in range(self.seats)]
            evening = Evening(self.game, self.given, levels, f"{self.seed}/{number}")
            ended = evening.play(1 if self.one_game else MOST_GAMES)
            net = float(ended.stacks[seat] - self.game.stack(evening.options))
            yield Played(share(ended.winners, seat), share(ended.last, seat), net, tuple(evening.thought[seat]))
            number += 1


def is_sure(wins: Sequence[float], fair: float) -> bool:
    """Return whether it is clear on which side of the points aimed at the share lies."""
    if len(wins) < FEWEST or len(wins) % BATCH:
        return False
    error = 100 * statistics.stdev(wins) / math.sqrt(len(wins))
    return abs(100 * statistics.fmean(wins) - fair - ABOVE) > SURE * error


def share(seats: Sequence[Seat], seat: Seat) -> float:
    """Return the seat's part of a win, or of a last place, that several may share."""
    return 1 / len(seats) if seat in seats else 0.0


def mean(values: Sequence[float], times: float = 1) -> str:
    """Return the mean and its standard error: `31.2 ± 1.4`."""
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values) * times:.1f} ± {error * times:.1f}"


if __name__ == "__main__":
    main()
