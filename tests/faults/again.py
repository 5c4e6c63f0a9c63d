"""Run a house in its own process, with people who make random legal moves at its tables.

`run(FOLDER, STEPS)` can be killed at any point and started again. It then repeats every line of FOLDER/said with its
id, writes the answers into FOLDER/repeats, and plays on, for this many lines at a table of each game.
"""

import asyncio
import hashlib
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec
from evening import START, Evening
from player import PATIENCE, Book, lines_of
from said_again import Everything, Rounds, stored

from bot.ports.messages import Message
from bot.table.phases import Lobby
from persistence import EmbeddedServer, HandClock, Store, server

TABLES: Final = {
    "halflings": ("mode=duel cooldown=0 money=purse buyin=500", 2),
    "headache": ("min_players=3 stack=2000 rebuy=on pace=quick", 3),
    "poohead": ("", 3),
    "cones": ("edition=french rolls=hand sectors=4", 2),
    "rogues": ("betting=thieves stack=2000", 3),
}


class Line(msgspec.Struct, frozen=True):
    """What was said, at which game's table, and when (ms)."""

    game: str
    at: int
    message: Message


class Written(Rounds):
    """Writes each line down before it is said, and its answer after it."""

    def __init__(self, evening: Evening, folder: Path) -> None:
        super().__init__(evening, seed=evening.clock.now())
        self._said, self._answers = Book(folder / "said"), Book(folder / "answers")
        self.game, self.count = "", Counter[str]()

    async def hear(self, message: Message) -> Message:
        self._said.write(**msgspec.to_builtins(Line(self.game, self.evening.clock.now(), message)))
        self.count[self.game] += 1
        heard = await super().hear(message)
        self._answers.write(id=message.id)
        return heard

    def turn_to(self, game: str) -> None:
        self.game, self.people = game, [f"{game}-{number}" for number in range(TABLES[game][1])]

    async def sit_down(self) -> None:
        """Sit down at a table of this game, wherever the killed process stopped."""
        if not await self.evening.sessions():
            await self.hear(self.evening.message(self.people[0], f"!open {self.game} {TABLES[self.game][0]}"))
        for name in self.people:
            if (await self.evening.table()).seat_of(self.evening.id_of(name)) is None:
                await self.hear(self.evening.message(name, "!join"))
        if isinstance((await self.evening.table()).phase, Lobby):
            await self.hear(self.evening.message(self.people[0], "!start"))

    async def stand_up(self) -> None:
        for name in self.people:
            for session in await self.evening.sessions():
                if session.seat_of(self.evening.id_of(name)) is not None:
                    await self.hear(self.evening.message(name, "!leave"))


async def digest(evening: Evening) -> str:
    return hashlib.sha256(repr(sorted((await stored(evening)).items())).encode()).hexdigest()


async def say_all_again(evening: Evening, folder: Path, said: list[Line]) -> None:
    """Repeat the answered lines in order, which must change nothing; then the line during which it was killed."""
    repeats, answered = Book(folder / "repeats"), {one["id"] for one in lines_of(folder / "answers")}
    before = await digest(evening)
    for line in said:
        if line.message.id in answered:
            answer = await evening.house.hear(line.message)
            repeats.write(text=line.message.text, known=True, ok=answer.ok, repeated=answer.repeated, said=answer.text)
    repeats.write(text="", known=True, ok=await digest(evening) == before, repeated=True)
    for line in said:
        if line.message.id not in answered:
            answer = await evening.hear(line.message)
            repeats.write(text=line.message.text, known=False, ok=answer.ok, repeated=answer.repeated, said=answer.text)
            Book(folder / "answers").write(id=line.message.id)


async def main(folder: Path, steps: int) -> None:
    server.FREE_WITHIN = PATIENCE  # type: ignore[misc]  # the store of the process that was killed may die slowly
    said = [msgspec.convert(one, Line) for one in lines_of(folder / "said")]
    async with await EmbeddedServer.start(folder / "redis") as started:
        (folder / "pid").write_text(str(started.pid))
        clock = HandClock(max([START, *(line.at for line in said)]))
        store = await Store.connect(started.url, timeout=PATIENCE, clock=clock)
        evening = Evening(store, clock, venue="test:again", place="test:here", tag="-x", witness=Everything())
        await evening.sweep()
        await say_all_again(evening, folder, said)
        rounds = Written(evening, folder)
        rounds.count.update(line.game for line in said)
        for game in TABLES:
            rounds.turn_to(game)
            while rounds.count[game] < steps:
                await rounds.sit_down()
                await rounds.step()
            await rounds.stand_up()  # also if the killed process stopped while they stood up
        await evening.end()
        await store.close()


def run(folder: Path, steps: int) -> None:
    asyncio.run(main(folder, steps))
