"""Decide what is the same in a tournament of every game: who sits at which table, and with what.

Entrants are numbered from 0 in the order in which they entered. Nothing here knows a clock or a name.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, NewType

from games.catalogue import AnyGame
from games.kit.dice import Draw
from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat

Entrant = NewType("Entrant", int)
Tables = tuple[tuple[Entrant, ...], ...]
"""The entrants at each table, in the order of the seats. A broken table stays in the tuple as an empty one."""

MOST_TABLES: Final = 10
MOST_ENTRANTS: Final = 60
FEWEST_ENTRANTS: Final = 2
FEWEST_SEATS: Final = 3
"""The fewest seats a table may have: with so many, nobody is ever left alone at one of several tables."""


def tables_for(entrants: int, seats: int) -> int:
    """Return the fewest tables that hold these entrants, with so many seats each."""
    return -(-entrants // seats)


def drawn(entrants: Sequence[Entrant], seats: int, draw: Draw) -> Tables:
    """Seat the entrants by lot at as few tables as possible; no table has two more than another."""
    order = draw.shuffle(entrants)
    count = tables_for(len(order), seats)
    return tuple(order[table::count] for table in range(count))


def must_be_reseated(sizes: Sequence[int], seats: int) -> bool:
    """Return whether a table must be broken or a player moved: fewer tables would do, nobody is left at one, or one has
    two players more than another.
    """
    if not sum(sizes):
        return False
    return len(sizes) > tables_for(sum(sizes), seats) or max(sizes) - min(sizes) > 1


def reseated(tables: Tables, seats: int, draw: Draw) -> Tables:
    """Break the smallest tables until as few as possible are left, then balance the rest. Who moves where is drawn.

    If a single table is left, it is the final one, and all its seats are drawn anew.
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
    while must_be_reseated([len(table) for table in sitting if table], seats):
        fullest = max(range(len(sitting)), key=lambda table: len(sitting[table]))
        entrant = draw.pick(sitting[fullest])
        sitting[fullest].remove(entrant)
        sitting[smallest(sitting)].append(entrant)
    return tuple(map(tuple, sitting))


class Table(NamedTuple):
    """Hold a table between two games: who sits there, with what, and what its series carries on (None: it is new)."""

    sitting: tuple[Entrant, ...]
    stacks: Stacks
    carry: Any


def seated_anew(game: AnyGame, tables: Sequence[Table], seats: int, draw: Draw) -> tuple[Table, ...]:
    """Return the tables after a new seating, in their old order; a broken table is empty.

    Everybody keeps what is theirs. A pot that a broken table carried on goes to those who sat there. When the final
    table is drawn, this happens to the pots of all tables.
    """
    after = reseated(tuple(table.sitting for table in tables), seats, draw)
    final = sum(map(bool, after)) == 1
    stays = [bool(sitting) and not final for sitting in after]
    brings = what_they_bring(
        game, tables, [sitting if stay else () for stay, sitting in zip(stays, after, strict=True)]
    )
    found = []
    for table, stay, sitting in zip(tables, stays, after, strict=True):
        carry = kept(game, table, sitting) if stay else None
        anew = carry is None
        for entrant in sitting:
            if anew or entrant not in table.sitting:
                _, old, seat = brings[entrant]
                carry = game.joined(carry, old, seat)
        found.append(Table(sitting, tuple(brings[one][0] for one in sitting), carry))
    return tuple(found)


def what_they_bring(
    game: AnyGame, tables: Sequence[Table], staying: Sequence[Sequence[Entrant]]
) -> dict[Entrant, tuple[Suckers, Any, Seat]]:
    """Return for each entrant their stack, and the carry and the seat of the table that they come from.

    `staying`: who stays at each table; nobody if it is broken. Whoever moves takes along what is owed to them.
    """
    brings: dict[Entrant, tuple[Suckers, Any, Seat]] = {}
    for table, stay in zip(tables, staying, strict=True):
        theirs = table.stacks
        if table.carry is not None:
            series, stacks = table.carry, table.stacks
            theirs = game.owed(series, stacks).seats if stay else game.break_up(series, stacks)
        for seat, one in enumerate(table.sitting):
            brings[one] = table.stacks[seat] if one in stay else theirs[seat], table.carry, Seat(seat)
    return brings


def kept(game: AnyGame, table: Table, staying: Sequence[Entrant]) -> Any:
    """Return what a table's series carries on when only these stay, in this order. Others may join them later."""
    if table.carry is None:
        return None
    places = {one: Seat(place) for place, one in enumerate(one for one in staying if one in table.sitting)}
    return game.reseated(table.carry, tuple(places.get(one) for one in table.sitting))


def smallest(tables: Sequence[Sequence[Entrant]], *, last: bool = False) -> int:
    """Return the table with the fewest players; of several, the first or the last."""
    standing = [table for table in range(len(tables)) if tables[table]]
    return min(reversed(standing) if last else standing, key=lambda table: len(tables[table]))
