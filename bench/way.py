"""The way of one line through the house: `python -m bench.way` counts its rooms, and what one command visits.

Rooms are what lies directly in a package; floors, the longest chain of imports among them. A traced run counts Python
calls within the three packages, the files they are in, and how often the file changes from one call to the next.
"""

import asyncio
import dis
import sys
from collections.abc import Awaitable, Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import click
import grimp
from msgspec import Struct

from bench.house import People, a_house
from bot.app.application import Application
from bot.table.phases import Playing
from games.kit.seats import Seat

PACKAGES: Final = ("games", "persistence", "bot")
HERE: Final = Path(__file__).parents[1]
WARM: Final = 2
"""So many of the same command come first."""


class Plan(Struct, frozen=True):
    """`circles`: pairs of rooms that import each other."""

    rooms: int
    floors: int
    arrows: int
    circles: int


class Visited(Struct, frozen=True):
    files: int
    calls: int
    changes: int


def plan_of(package: str) -> Plan:
    """The rooms of a package and the imports between them."""
    graph = grimp.build_graph(*PACKAGES)
    rooms = sorted(graph.find_children(package))
    room_of = {module: room for room in rooms for module in {room, *graph.find_descendants(room)}}
    arrows = {
        (room_of[module], room_of[imported])
        for module in room_of
        for imported in graph.find_modules_directly_imported_by(module)
        if imported in room_of and room_of[imported] != room_of[module]
    }
    circles = {pair for pair in arrows if pair[::-1] in arrows}
    return Plan(len(rooms), floors(rooms, arrows), len(arrows), len(circles) // 2)


def floors(rooms: list[str], arrows: set[tuple[str, str]]) -> int:
    """The number of rooms on the longest chain of imports; a room that is met again ends its chain."""

    def height(room: str, above: tuple[str, ...]) -> int:
        if room in known:
            return known[room]
        below = [to for start, to in sorted(arrows) if start == room and to not in above]
        known[room] = 1 + max((height(one, (*above, room)) for one in below), default=0)
        return known[room]

    known: dict[str, int] = {}
    return max(height(room, ()) for room in rooms)


class Trace:
    """The files of all Python calls within the three packages, in their order."""

    def __init__(self) -> None:
        self.files: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            name = frame.f_code.co_filename
            if name.startswith(ROOTS) and not resumed(frame):
                self.files.append(name)

    async def of(self, act: Callable[[], Awaitable[None]]) -> Visited:
        sys.setprofile(self)
        try:
            await act()
        finally:
            sys.setprofile(None)
        changes = sum(one != other for one, other in pairwise(self.files))
        return Visited(len(set(self.files)), len(self.files), changes)


def resumed(frame: FrameType) -> bool:
    """Tell a coroutine or generator that goes on from one that begins; one that goes on is no call."""
    return frame.f_lasti > first_step(frame.f_code)


@cache
def first_step(code: CodeType) -> int:
    """Return where a call of this code begins: at its first `RESUME`, behind what made its generator, if it is one."""
    return next(step.offset for step in dis.get_instructions(code) if step.opname == "RESUME")


ROOTS: Final = tuple(f"{HERE / package}/" for package in PACKAGES)


async def a_split() -> Visited:
    """The third `!split` of a warm process, from its message until everybody was shown what came of it."""
    async with a_house(pages=True) as (house, _):
        people, splits = People(house), 0
        await house.start()
        try:
            await people.say("pete", "room", "!open halflings cooldown=0 stack=1000000")
            while True:
                line = await next_line(house)
                splits += line == "!split"
                if splits > WARM:
                    return await Trace().of(saying(house, people, line))
                await saying(house, people, line)()
        finally:
            await house.stop()


async def next_line(house: Application) -> str:
    """What pete says now: he splits where he can."""
    (session,) = await house.directory.at("bench", "bench:room")
    if not isinstance(session.phase, Playing):
        return "!halflings 10"
    verbs = [move.verb for move in session.legal_moves(Seat(0))]
    return "!split" if "split" in verbs else f"!{verbs[0]}"


def saying(house: Application, people: People, line: str) -> Callable[[], Awaitable[None]]:
    async def act() -> None:
        await people.say("pete", "room", line)
        await house.delivery.settle()

    return act


@click.command()
def main() -> None:
    """Print the plan of each package, and what one command visits."""
    for package in PACKAGES:
        plan = plan_of(package)
        click.echo(
            f"{package}: {plan.rooms} rooms on {plan.floors} floors, {plan.arrows} arrows, {plan.circles} circles"
        )
    split = asyncio.run(a_split())
    counts = f"{split.files} files, {split.calls} calls, {split.changes} changes of file"
    click.echo(f"!split, the third of a warm process: {counts}")


if __name__ == "__main__":
    main()
