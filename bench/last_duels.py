"""Measure how matches of Rogues end: `python -m bench.last_duels` tells by seats how often a duel for a pot comes, and
how long a match is.
"""

from collections import Counter
from typing import Final

import click

from bench.goals import percentile
from bench.series import Evening
from bot.app.cli.games import OPTIONS
from games.rogues import GAME

DUELS: Final = ("final-won", "final-lost")
"""How a match ends that had a duel; by `final=pot`, the default, none is without a pot."""
SEATS: Final = (2, 4, 6)
MOST_ROUNDS: Final = 2000


@click.command()
@click.option("--level", type=click.IntRange(0, 3), default=2, show_default=True)
@click.option("--matches", type=click.IntRange(1), default=200, show_default=True, help="how many are played by seats")
@OPTIONS
def main(level: int, matches: int, given: dict[str, str]) -> None:
    """Print for 2, 4 and 6 house bots the share of duels, and the rounds and moves of a match: median, 90th percentile,
    and longest.
    """
    for seats in SEATS:
        found = [
            Evening(GAME, given, [level] * seats, f"duels/{number}").play(MOST_ROUNDS) for number in range(matches)
        ]
        ends = Counter(one.why for one in found)
        duels = sum(ends[why] for why in DUELS)
        click.echo(
            f"{seats} seats: a duel for a pot in {duels / matches:.0%}; rounds {spread([one.games for one in found])}; "
            f"moves {spread([one.moves for one in found])}; " + ", ".join(f"{why} {n}" for why, n in ends.most_common())
        )


def spread(values: list[int]) -> str:
    return f"{percentile(values, 0.5)}, {percentile(values, 0.9)}, {max(values)}"


if __name__ == "__main__":
    main()
