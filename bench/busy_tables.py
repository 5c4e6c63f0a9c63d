"""Play at many tables where everybody acts at the same moment, and all are told."""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from bench.house import People
from bot.app.application import Application
from bot.ports.messages import Message
from bot.table.document import Session
from bot.table.phases import Playing
from games.kit.notation import write
from games.kit.seats import all_seats


class Kind(NamedTuple):
    """A game, its options, and its number of seats."""

    game: str
    given: str
    seats: int


KINDS: Final = (
    Kind("halflings", "mode=duel cooldown=0 stack=1000000", 2),
    Kind("cones", "", 4),
    Kind("poohead", "", 4),
    Kind("rogues", "", 4),
)
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
        """Return what somebody says here next, a secret move in private; None: nobody can act before the clock."""
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
    """Let somebody act at each table; return how many did, and the CPU seconds until all were told."""
    messages = [message for table in tables if (message := await table.next(chance)) is not None]
    began = time.process_time()
    answers = await asyncio.gather(*map(house.hear, messages))
    await house.delivery.settle()
    return sum(answer.ok for answer in answers), time.process_time() - began
