"""Give everybody at a table a face, drawn by `bot.render.symbols.faces`."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from zlib import crc32

from bot.people.finished_games import FinishedGame
from bot.ports.ids import PersonId
from bot.render.symbols.faces import FACES
from bot.table.seats import Seated

OF_BOTS: Final = "robot"
OF_PEOPLE: Final = tuple(name for name in FACES if name != OF_BOTS)
"""Those that people can choose."""


def faces_of(seats: Sequence[Seated]) -> tuple[str, ...]:
    """Return the face of each seat.

    Whoever chose one has it, unless somebody before them chose it too. Any other person's is the same at each table,
    unless it is taken there.
    """
    return given_to(tuple([None if one.is_bot else (one.player, one.face) for one in seats]))


def faces_in(game: FinishedGame, chosen: Sequence[str]) -> tuple[str, ...]:
    """Return the face of each seat of a finished game; empty for people who were forgotten. `chosen`: by seat."""
    seats = zip(game.seats, chosen, strict=True)
    given = given_to(tuple([None if sat.house else (sat.player, face) for sat, face in seats]))
    return tuple(face if sat.known or sat.house else "" for sat, face in zip(game.seats, given, strict=True))


@lru_cache(maxsize=1024)
def given_to(people: tuple[tuple[PersonId, str] | None, ...]) -> tuple[str, ...]:
    """Return a face for each person with their choice, and that of house bots for None; after all they begin anew."""
    taken = {chosen for person in people if person and (chosen := person[1]) in OF_PEOPLE}
    worn: set[str] = set()
    found: list[str] = []
    for person in people:
        if person is None:
            found.append(OF_BOTS)
            continue
        player, chosen = person
        if chosen not in OF_PEOPLE or chosen in worn:
            chosen = free_for(player, taken)
            taken.add(chosen)
        worn.add(chosen)
        found.append(chosen)
    return tuple(found)


def free_for(player: PersonId, taken: set[str]) -> str:
    """Return the first face that is free, counted from a person's own; their own if none is."""
    first = crc32(player.encode())
    wanted = [OF_PEOPLE[(first + step) % len(OF_PEOPLE)] for step in range(len(OF_PEOPLE))]
    return next((one for one in wanted if one not in taken), wanted[0])
