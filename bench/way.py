"""Follow one line through the program: `python -m bench.way` counts its modules, and what one command visits.

Rooms are the direct children of a package; floors are the longest chain of imports among them. A traced run counts
Python calls within the three packages, their files, and how often the file changes from one call to the next.
"""

import asyncio
import dis
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import click
import grimp
from msgspec import Struct

from bench.house import People, a_house, a_server
from bot.adapters.console import LoadedFairness, SeededBytes
from bot.app.application import Application
from bot.table.document import Session
from bot.table.fairness import Keys
from bot.table.phases import Playing
from games.kit.seats import Seat, all_seats
from persistence import HandClock, Store

PACKAGES: Final = ("games", "persistence", "bot")
HERE: Final = Path(__file__).parents[1]
TESTS: Final = HERE / "tests"
WARM: Final = 2
"""How many commands of the same kind come first."""


class Plan(Struct, frozen=True):
    """The structure of a package. `circles`: pairs of rooms that import each other."""

    rooms: int
    floors: int
    arrows: int
    circles: int


class Visited(Struct, frozen=True):
    files: int
    calls: int
    changes: int


def plan_of(package: str) -> Plan:
    """Return the rooms of a package and the imports between them."""
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
    """Return the number of rooms on the longest chain of imports; a room that comes up again ends its chain."""

    def height(room: str, above: tuple[str, ...]) -> int:
        if room in known:
            return known[room]
        below = [to for start, to in sorted(arrows) if start == room and to not in above]
        known[room] = 1 + max((height(one, (*above, room)) for one in below), default=0)
        return known[room]

    known: dict[str, int] = {}
    return max(height(room, ()) for room in rooms)


class Trace:
    """Records the files of all Python calls within the three packages, in order."""

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
    """Return whether a coroutine or generator is resumed, which is not a call."""
    return frame.f_lasti > first_step(frame.f_code)


@cache
def first_step(code: CodeType) -> int:
    """Return where a call of this code begins: at its first `RESUME`, after the instructions that create a
    generator.
    """
    return next(step.offset for step in dis.get_instructions(code) if step.opname == "RESUME")


ROOTS: Final = tuple(f"{HERE / package}/" for package in PACKAGES)


async def a_split() -> Visited:
    """Trace the third `!split` in a warm process, from its message until everybody was shown the result."""
    async with a_house(pages=True, random_bytes=SeededBytes("way")) as (house, _):
        people, splits = People(house), 0
        await people.say("pete", "room", "!open halflings cooldown=0 stack=1000000")
        while True:
            line = await next_line(house)
            splits += line == "!split"
            if splits > WARM:
                return await Trace().of(saying(house, people, line))
            await saying(house, people, line)()


async def a_secret() -> Visited:
    """Trace the third reroll at a table of Headache: only its owner is told the new die."""
    async with a_house(pages=True, random_bytes=SeededBytes("way")) as (house, _):
        people, (host, *others) = People(house), ("ann", "ben", "cid", "dan", "eve")
        await people.say(host, "room", "!open headache")
        for name in others:
            await people.say(name, "room", "!join")
        await people.say(host, "room", "!start")
        rerolls = 0
        while True:
            session = await the_table(house)
            seat = next(seat for seat in all_seats(len(session.seats)) if may(session, seat, "reroll"))
            rerolls += 1
            reroll = saying(house, people, "!reroll", session.seats[seat].name)
            if rerolls > WARM:
                return await Trace().of(reroll)
            await reroll()


async def a_deadline() -> Visited:
    """Trace the third time that somebody's time runs out, until everybody was shown the result."""
    clock = HandClock()
    async with a_house(clock, pages=True, random_bytes=SeededBytes("way")) as (house, _):
        people, fired = People(house), 0
        await people.say("pete", "room", "!open halflings cooldown=0 stack=1000000")

        async def fire() -> None:
            await house.scheduler.fire_due()
            await house.delivery.settle()

        while True:
            phase = (await the_table(house)).phase
            if not isinstance(phase, Playing):
                await saying(house, people, "!halflings 10")()
                continue
            clock.now_ms = house.scheduler.next_at() or clock.now_ms
            fired += phase.clock.ends_at <= clock.now_ms
            if fired > WARM:
                return await Trace().of(fire)
            await fire()


async def a_press() -> Visited:
    """Trace the third press of a move on Discord: from the gateway over real sockets until the table's message is
    edited.
    """
    for folder in (TESTS, TESTS / "on_discord"):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    from night import Night  # noqa: PLC0415 - the tests' own folder
    from slashes import gives  # noqa: PLC0415 - as above
    from standins.discord.stand_in import DiscordStandIn  # noqa: PLC0415 - as above

    async with a_server() as redis, AsyncExitStack() as stack:
        store = await Store.connect(redis.url)
        stack.push_async_callback(store.close)
        server = await stack.enter_async_context(DiscordStandIn())
        night = Night(server, store, unlimited=True)
        night.dice = LoadedFairness(Keys({1: bytes(32)}), SeededBytes("way"))
        await stack.enter_async_context(night)
        people, presses = night.people("ann", "ben"), 0
        await gives(people[0], "open", channel=night.channel, game="halflings", options="mode=duel cooldown=0")
        await gives(people[1], "join", channel=night.channel)
        await gives(people[0], "start", channel=night.channel)
        while True:
            await night.quiet()
            press = await next_press(night, people)
            presses += press is not None
            if press is not None and presses > WARM:
                return await Trace().of(press)
            if press is not None:
                await press()


async def next_press(night, people) -> Callable[[], Awaitable[None]] | None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Return the press of whoever is asked; None: they staked, or began the next game, by a command."""
    from slashes import gives  # noqa: PLC0415 - the tests' own folder

    session = await night.session()
    if not isinstance(session.phase, Playing):
        await gives(people[0], "rematch", channel=night.channel)
        return None
    seat = session.ask.seats[0]
    verb = session.legal_moves(seat)[0].verb
    if verb == "stake":
        await gives(people[seat], "stake", channel=night.channel, amount="20")
        return None

    label = verb.capitalize()
    while not any(one.label == label for card in night.cards[-1:] for one in card.buttons):  # a busy machine is slower
        await night.quiet()

    async def press() -> None:
        await people[seat].presses(night.cards[-1], label)
        await night.quiet()

    return press


async def the_table(house: Application) -> Session:
    (session,) = await house.directory.at("bench", "bench:room")
    return session


def may(session: Session, seat: Seat, verb: str) -> bool:
    return any(move.verb == verb for move in session.legal_moves(seat))


async def next_line(house: Application) -> str:
    """Return pete's next line: he splits if he can."""
    session = await the_table(house)
    if not isinstance(session.phase, Playing):
        return "!halflings 10"
    return "!split" if may(session, Seat(0), "split") else f"!{session.legal_moves(Seat(0))[0].verb}"


def saying(house: Application, people: People, line: str, name: str = "pete") -> Callable[[], Awaitable[None]]:
    async def act() -> None:
        await people.say(name, "room", line)
        await house.delivery.settle()

    return act


WAYS: Final = {
    "!split, the third of a warm process": a_split,
    "a press on Discord": a_press,
    "a secret to its owner": a_secret,
    "a deadline": a_deadline,
}


@click.command()
def main() -> None:
    """Print the structure of each package, and what some commands visit."""
    for package in PACKAGES:
        plan = plan_of(package)
        click.echo(
            f"{package}: {plan.rooms} rooms on {plan.floors} floors, {plan.arrows} arrows, {plan.circles} circles"
        )
    for name, way in WAYS.items():
        seen = asyncio.run(way())
        click.echo(f"{name}: {seen.files} files, {seen.calls} calls, {seen.changes} changes of file")


if __name__ == "__main__":
    main()
