"""Many tables at which everybody acts in the same moment, and all are told; and what one such command asks for."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from bench.goals import RUNS, Goal, Measured, Scale
from bench.house import People, a_house
from bot.adapters.console import SeededBytes
from bot.app.application import Application
from bot.ports.messages import Message
from bot.table.document import Session
from bot.table.phases import Playing
from bot.text import Words
from games.catalogue import catalogue
from games.kit.notation import write
from games.kit.seats import all_seats


class Kind(NamedTuple):
    """A game, how it is opened, how many sit there, and how many commands a second of CPU it is to reach."""

    game: str
    given: str
    seats: int
    goal: int


KINDS: Final = (
    Kind("halflings", "mode=duel cooldown=0 stack=1000000", 2, 2500),
    Kind("cones", "", 4, 1200),
    Kind("poohead", "", 4, 1200),
    Kind("rogues", "", 4, 1200),
)
COUNTED: Final = ("legal_moves", "asks", "view", "scene")
AT_ONCE: Final = 64


class Table:
    """One of the tables, and who acts there next."""

    def __init__(self, house: Application, people: People, kind: Kind, number: int) -> None:
        self._house, self._people, self._kind, self.place = house, people, kind, f"room{number}"
        self._names = [f"p{seat}x{number}" for seat in range(kind.seats)]

    async def open(self) -> None:
        first, *others = self._names
        await self._people.say(first, self.place, f"!open {self._kind.game} {self._kind.given}")
        for name in others:
            await self._people.say(name, self.place, "!join")
        await self._people.say(first, self.place, "!start")

    async def session(self) -> Session:
        (session,) = await self._house.directory.at("bench", f"bench:{self.place}")
        return session

    async def next(self, chance: random.Random) -> Message | None:
        """Return what somebody says here, a secret move in private; None: only the clock goes on here."""
        session = await self.session()
        if not isinstance(session.phase, Playing):
            return self._people.message(self._names[0], self.place, "!rematch")
        seats = list(all_seats(len(session.seats)))
        chance.shuffle(seats)
        for seat in seats:
            if legal := session.rules.legal_moves(session.state, seat):
                offer = chance.choice(legal)
                line = f"!{write(chance.choice(offer.examples()))}"
                return self._people.message(session.seats[seat].name, self.place, line, private=offer.secret)
        return None


async def opened(house: Application, kind: Kind, count: int) -> tuple[People, list[Table]]:
    people = People(house)
    tables = [Table(house, people, kind, number) for number in range(count)]
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(table.open() for table in tables[first : first + AT_ONCE]))
    await house.delivery.settle()
    return people, tables


async def act(house: Application, tables: Sequence[Table], chance: random.Random) -> tuple[int, float]:
    """Let somebody act at each table; return how many did, and the seconds of CPU until all were told."""
    messages = [message for table in tables if (message := await table.next(chance)) is not None]
    began = time.process_time()
    answers = await asyncio.gather(*map(house.hear, messages))
    await house.delivery.settle()
    return sum(answer.ok for answer in answers), time.process_time() - began


def busy_tables(scale: Scale) -> Iterator[Goal]:
    for kind in KINDS:
        yield asyncio.run(at_once(kind, scale.tables))
    yield from asyncio.run(asked_for(KINDS[2]))


async def at_once(kind: Kind, count: int) -> Goal:
    chance = random.Random(3)  # noqa: S311 - a benchmark's player, not a game's dice
    async with a_house(pages=True, random_bytes=SeededBytes("busy")) as (house, _):
        _, tables = await opened(house, kind, count)
        await act(house, tables, chance)
        runs = [await act(house, tables, chance) for _ in range(RUNS)]
    rates = [done / spent for done, spent in runs if done]
    what = f"commands committed and delivered, {count} tables at once: {kind.game} of {kind.seats}, pages open"
    return Goal(what, Measured.of(rates), "commands/s of CPU", f">= {kind.goal}")


@contextmanager
def counted(game: str) -> Iterator[Counter[str]]:
    """Count how often the rules of a game are asked, and how many sentences with values are made."""
    count, kind = Counter[str](), type(catalogue()[game])
    before = [(kind, name, kind.__dict__[name]) for name in COUNTED] + [(Words, "_made", Words._made)]  # noqa: SLF001

    def counting(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def also(*given: Any, **named: Any) -> Any:
            count[name] += 1
            return call(*given, **named)

        return also

    for name in COUNTED:
        setattr(kind, name, staticmethod(counting(name, getattr(kind, name))))
    Words._made = counting("sentence", Words._made)  # type: ignore[method-assign] # noqa: SLF001
    try:
        yield count
    finally:
        for owner, name, call in before:
            setattr(owner, name, call)


async def asked_for(kind: Kind) -> list[Goal]:
    """Return what one command at a table of four asks the rules and the words for, its delivery to all among it."""
    chance = random.Random(3)  # noqa: S311 - as above
    async with a_house(pages=True, random_bytes=SeededBytes("busy")) as (house, _):
        _, tables = await opened(house, kind, 8)
        runs: list[Counter[str]] = []
        for _ in range(RUNS * 2):
            with counted(kind.game) as count:
                messages = [message for table in tables if (message := await table.next(chance)) is not None]
                count.clear()
                answers = [await house.hear(message) for message in messages]
                await house.delivery.settle()
                done = sum(answer.ok for answer in answers)
                runs += [Counter({name: number / done for name, number in count.items()})] if done else []  # type: ignore[misc]
    goals = {"legal_moves": "<= 2", "asks": "<= 2", "view": f"<= {kind.seats + 2}", "sentence": "<= 12", "scene": ""}
    named = {
        "legal_moves": "legal moves listed",
        "asks": "asks looked for",
        "view": "views made",
        "scene": "scenes told",
    }
    return [
        Goal(
            f"{named.get(name, 'sentences with values made')}, a command of {kind.game} of {kind.seats}, five shown",
            Measured.of([one[name] for one in runs]),
            "a command",
            goal,
        )
        for name, goal in goals.items()
    ]
