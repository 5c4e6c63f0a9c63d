"""Provide the rules of Cones a second time, in the simplest form, for counting, without the game's own code.

Spaces are words, the board is a dict, and every walk is tried step by step.
"""

from collections.abc import Iterator
from typing import NamedTuple

TURN = "YBRG"


class Placed(NamedTuple):
    """Stacks by their spaces, bottom to top, and the number of waiting cones of each colour."""

    stacks: tuple[tuple[str, str], ...]
    waiting: tuple[tuple[str, int], ...]


def laps(sections: int) -> tuple[list[str], list[str]]:
    outer = [f"{k}{at}" if at else f"x{k}" for k in range(1, sections + 1) for at in ("", "a", "b", "c")]
    inner = [f"{k}{at}" if at else f"x{k}" for k in range(1, sections + 1) for at in ("", "y", "z")]
    return outer, inner


def walks(sections: int, start: str, steps: int, direction: int) -> list[str]:
    """Return the ends of all walks of this many steps. At a crossover both laps are possible."""
    if steps == 0:
        return [start]
    ends = []
    for lap in laps(sections):
        if start in lap:
            following = lap[(lap.index(start) + direction) % len(lap)]
            ends += walks(sections, following, steps - 1, direction)
    return ends


class Naive:
    def __init__(self, sections: int, colours: str, edition: str) -> None:
        self.sections, self.colours, self.edition = sections, colours, edition
        apart = sections // 4
        self.starts = {colour: f"x{TURN.index(colour) * apart + 1}" for colour in colours}

    def begin(self) -> Placed:
        return Placed((), tuple((colour, 4) for colour in self.colours))

    def after(self, placed: Placed, colour: str, pop: int) -> Iterator[Placed]:
        """Yield every position that this pop leads to; none if no move is possible."""
        stacks, waiting = dict(placed.stacks), dict(placed.waiting)
        start = self.starts[colour]
        if self.edition == "kohner" and waiting[colour]:
            for end in walks(self.sections, start, pop, 1):
                if self.open(stacks, waiting, colour, end):
                    yield self.put(stacks, waiting, colour, end, colour)
            return
        if waiting[colour] and self.open(stacks, waiting, colour, start):
            yield self.put(stacks, waiting, colour, start, colour)
        for space, stack in stacks.items():
            if stack[-1] == colour:
                for direction in (1, -1) if len(stack) > 1 else (1,):
                    for end in walks(self.sections, space, pop, direction):
                        if self.open(stacks, waiting, colour, end):
                            yield self.put(stacks, waiting, colour, end, "", space)

    def open(self, stacks: dict[str, str], waiting: dict[str, int], colour: str, end: str) -> bool:
        if end in stacks and stacks[end][-1] == colour:
            return False
        if end in stacks and self.edition == "french" and waiting[colour]:
            return False
        return not any(self.starts[other] == end and waiting[other] for other in self.colours if other != colour)

    def put(
        self, stacks: dict[str, str], waiting: dict[str, int], colour: str, end: str, new: str, space: str = ""
    ) -> Placed:
        stacks, waiting = dict(stacks), dict(waiting)
        moving = new or stacks.pop(space)
        waiting[colour] -= bool(new)
        stacks[end] = stacks.get(end, "") + moving
        return Placed(tuple(sorted(stacks.items())), tuple(waiting.items()))

    def count(self, pops: tuple[int, ...]) -> list[int]:
        """Return the number of different positions after each of these turns, colour after colour."""
        here, counts = {self.begin()}, []
        for turn, pop in enumerate(pops):
            colour = self.colours[turn % len(self.colours)]
            here = {to for placed in here for to in self.after(placed, colour, pop)}
            counts.append(len(here))
        return counts
