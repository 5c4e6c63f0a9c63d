"""A tournament over several tables, as far as it is the same in every game: who sits where.

Entrants are numbered from 0 in the order in which they entered. Nothing here knows a game, a clock or a name.
"""

from collections.abc import Sequence
from typing import Final, NewType

from games.dice import Draw

Entrant = NewType("Entrant", int)
Tables = tuple[tuple[Entrant, ...], ...]
"""Who sits at each table, in the order of the seats; a table that was broken stays as an empty one."""

MOST_TABLES: Final = 10
MOST_ENTRANTS: Final = 60
FEWEST_ENTRANTS: Final = 2
FEWEST_SEATS: Final = 3
"""With so many seats at a table, nobody is ever left alone at one of several."""


def tables_for(entrants: int, seats: int) -> int:
    """The fewest tables with so many seats each that these entrants need."""
    return -(-entrants // seats)


def drawn(entrants: Sequence[Entrant], seats: int, draw: Draw) -> Tables:
    """Seats by lot, at as few tables as can be, none with two more than another."""
    order = draw.shuffle(entrants)
    count = tables_for(len(order), seats)
    return tuple(order[table::count] for table in range(count))


def must_be_reseated(sizes: Sequence[int], seats: int) -> bool:
    """Whether a table is to be broken, or one has two players more than another."""
    sitting = [size for size in sizes if size]
    if not sitting:
        return False
    return len(sitting) > tables_for(sum(sitting), seats) or max(sitting) - min(sitting) > 1


def reseated(tables: Tables, seats: int, draw: Draw) -> Tables:
    """Break the smallest tables until as few stand as can be, then balance the others; who moves, and where, is drawn.

    Where one table is left, it is the final one, and all its seats are drawn anew.
    """
    sitting = [list(table) for table in tables]
    wanted = tables_for(sum(map(len, sitting)), seats)
    while sum(map(bool, sitting)) > wanted:
        broken = smallest(sitting, last=True)
        moving, sitting[broken] = draw.shuffle(sitting[broken]), []
        for entrant in moving:
            sitting[smallest(sitting)].append(entrant)
    if wanted == 1:
        return tuple(draw.shuffle(table) for table in sitting)
    while must_be_reseated([len(table) for table in sitting], seats):
        fullest = max(range(len(sitting)), key=lambda table: len(sitting[table]))
        entrant = draw.pick(sitting[fullest])
        sitting[fullest].remove(entrant)
        sitting[smallest(sitting)].append(entrant)
    return tuple(map(tuple, sitting))


def smallest(tables: Sequence[Sequence[Entrant]], *, last: bool = False) -> int:
    """The table at which the fewest sit, of several the first or the last."""
    standing = [table for table in range(len(tables)) if tables[table]]
    return min(reversed(standing) if last else standing, key=lambda table: len(tables[table]))
