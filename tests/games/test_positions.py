"""Test the number of positions some moves after an opening, and of the ways to them: golden counts (habit 20).

As in a chess engine's perft, one wrong rule shows as one wrong number, and its split by the first move is printed. All
falls of the dice are tried; of a range of stakes, the edges and the middle.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import highdie
import pytest

from games.catalogue import AnyGame
from games.halflings import GAME as HALFLINGS
from games.headache import GAME as HEADACHE
from games.kit.codec import codec
from games.kit.dice import every
from games.kit.money import Suckers
from games.kit.moves import Move
from games.kit.notation import write
from games.kit.seats import Seat, all_seats


class Reached(NamedTuple):
    """A position, and the number of ways of moves and dice to it."""

    ways: int
    state: Any


Level = dict[bytes, Reached]


def opened(opening: "Opening") -> Level:
    game, options = opening.game, opening.game.options_from(opening.options)
    stacks = (Suckers(opening.stack),) * opening.seats
    level: Level = {}
    for _, step in every(lambda dice: game.start(options, stacks, dice, None)):
        gather(game, level, step.state, 1)
    return level


def gather(game: AnyGame, level: Level, state: Any, ways: int) -> None:
    key = codec(game).encode(state)
    before = level.get(key)
    level[key] = Reached(ways + (before.ways if before else 0), state)


def onward(game: AnyGame, level: Level, seats: int) -> Level:
    """Return all positions one move later."""
    further: Level = {}
    for ways, state in level.values():
        for seat, move in moves(game, state, seats):
            for _, step in every(lambda dice, s=state, at=seat, m=move: game.play(s, at, m, dice)):  # type: ignore[misc]
                gather(game, further, step.state, ways)
    return further


def moves(game: AnyGame, state: Any, seats: int) -> Iterator[tuple[Seat, Move]]:
    for seat in all_seats(seats):
        for offer in game.legal_moves(state, seat):
            yield from ((seat, move) for move in offer.examples())


def counts(opening: "Opening") -> Iterator[tuple[int, int]]:
    """Yield the number of ways, and of the different positions they reach."""
    level = opened(opening)
    for depth in range(len(opening.golden.split())):
        level = onward(opening.game, level, opening.seats) if depth else level
        yield sum(reached.ways for reached in level.values()), len(level)


def by_first_move(opening: "Opening") -> str:
    """Return the number of ways of each first move, which shows where a wrong count comes from."""
    ways: Counter[str] = Counter()
    for reached in opened(opening).values():
        for seat, move in moves(opening.game, reached.state, opening.seats):
            found = every(lambda dice, s=reached.state, at=seat, m=move: opening.game.play(s, at, m, dice))  # type: ignore[misc]
            ways[f"seat {seat + 1}: {write(move)}"] += reached.ways * sum(1 for _ in found)
    return "\n".join(f"{count:>8}  {move}" for move, count in ways.items())


class Opening(NamedTuple):
    """`golden`: ways/positions after 0, 1, 2, … moves."""

    game: AnyGame
    stack: int
    seats: int
    options: dict[str, str]
    golden: str


REFUND = {"push": "refund"}
"""With `push = restart` a round of `auto` may never end: one of its ways is snake after snake."""
PLAIN_SIXES = {**REFUND, "sixes": "split", "snake_in_split": "plain"}
SNAKE_SAVES = {**REFUND, "snake_beats_kick": "yes", "split": "off"}
EXACT = {**REFUND, "split": "exact"}
ONCE = {**REFUND, "max_splits": "1", "pay": "banker"}
DUEL = {**REFUND, "mode": "duel", "split": "off"}
CROWD = {"mode": "crowd"}

NAMED: dict[str, Opening] = {
    "house": Opening(HALFLINGS, 10, 1, REFUND, "1/1 3945/3029 972/954 1332/1308 1332/990 444/327 0/0"),
    "house, sixes": Opening(HALFLINGS, 10, 1, PLAIN_SIXES, "1/1 8145/4905 972/954 2331/2331 3774/2370 1443/786 0/0"),
    "house, snake": Opening(HALFLINGS, 10, 1, SNAKE_SAVES, "1/1 1110/1090 1080/1060 0/0"),
    "house, exact": Opening(HALFLINGS, 10, 1, EXACT, "1/1 1005/984 972/954 2368/2368 17020/16300 1184/1184 0/0"),
    "house, once": Opening(HALFLINGS, 1, 1, ONCE, "1/1 755/754 324/324 444/444 0/0"),
    "duel": Opening(HALFLINGS, 1, 2, DUEL, "1/1 2/2 335/334 342/342 3033/352 5931/334 2916/324"),
    "crowd of one": Opening(HALFLINGS, 10, 1, CROWD, "1/1 4890/3038 1332/1308 1332/990 444/327 0/0"),
    "headache for three": Opening(HEADACHE, 5, 3, {"min_players": "3", "rolls": "hand"}, "1/1 60/60 2400/2400"),
    "high die for two": Opening(highdie.GAME, 6, 2, {}, "36/36 504/144 3528/72 0/0"),
    "high die, three poor": Opening(highdie.GAME, 5, 3, {}, "216/216 648/648 1296/648 1296/216 0/0"),
}
"""Some counts by hand.

Three stakes, each with or without `auto`, against ten Knees, are 3 x (10 + 360) = 1,110 ways without a split if every
Knee is rolled for, and then 3 x 10 x 36 = 1,080. Two High Dice fall in 36 ways, and either seat keeps (one way) or
rolls again (six): 36 x 2 x 7 = 504. Three roll a d20 by hand, in any order: 3 x 20, and then 60 x 2 x 20.
"""


@pytest.mark.parametrize("name", NAMED)
def test_so_many_positions_lie_so_many_moves_from_the_opening(name: str) -> None:
    opening = NAMED[name]
    found = " ".join(f"{ways}/{positions}" for ways, positions in counts(opening))
    assert found == opening.golden, f"{found}\nby the first move:\n{by_first_move(opening)}"
