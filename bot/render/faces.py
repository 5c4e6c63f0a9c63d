"""Give everybody at a table a face, drawn by `bot.render.symbols.faces`."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from zlib import crc32

from bot.ports.ids import PersonId
from bot.render.symbols.faces import FACES
from bot.table.seats import Seated

OF_BOTS: Final = "robot"
OF_PEOPLE: Final = tuple(name for name in FACES if name != OF_BOTS)


def faces_of(seats: Sequence[Seated]) -> tuple[str, ...]:
    """Return the face of each seat. A person's is the same at each table, unless somebody before them has it there."""
    return given_to(tuple([None if one.is_bot else one.player for one in seats]))


@lru_cache(maxsize=1024)
def given_to(people: tuple[PersonId | None, ...]) -> tuple[str, ...]:
    """Return a face for each person, and that of house bots where there is none; after fifteen they begin anew."""
    found: list[str] = []
    for person in people:
        first = 0 if person is None else crc32(person.encode())
        wanted = [OF_PEOPLE[(first + step) % len(OF_PEOPLE)] for step in range(len(OF_PEOPLE))]
        free = next((one for one in wanted if one not in found), wanted[0])
        found.append(OF_BOTS if person is None else free)
    return tuple(found)
