"""Name who sits where, and who looks on."""

from collections.abc import Collection
from enum import Enum
from functools import lru_cache
from typing import Final, NewType

from msgspec import Struct

Seat = NewType("Seat", int)
"""A place at the table, counted from 0. Seats are the only people the rules know."""


class Spectator(Enum):
    """Stand for the viewer who has no seat and knows less than any seat."""

    SPECTATOR = "spectator"

    __hash__ = object.__hash__  # that of Enum is a call of Python for each view that is looked up


SPECTATOR: Final = Spectator.SPECTATOR
Viewer = Seat | Spectator


Die = NewType("Die", int)
"""A die, by its number of sides: written `d12`."""


class Spot(Struct, frozen=True, array_like=True, order=True):
    """Name something that lies before a seat: the `index`-th from the left, counted from 1 (a cup, a card, a stack)."""

    seat: Seat
    index: int

    def __str__(self) -> str:
        return f"{self.seat + 1}.{self.index}"


@lru_cache(maxsize=1024)
def all_seats(count: int) -> tuple[Seat, ...]:
    """Return all seats of a table of this size, in the order of play."""
    return tuple(Seat(number) for number in range(count))


def after(seat: Seat, count: int, gone: Collection[Seat] = ()) -> Seat:
    """Return the next seat in the order of play at a table of `count`. Seats in `gone` are passed over."""
    for step in range(1, count + 1):
        if (found := Seat((seat + step) % count)) not in gone:
            return found
    return seat
