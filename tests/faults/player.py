"""Run a house in its own process, with files for everything said, answered and shown.

`run(FOLDER, SECONDS)` says every message of FOLDER/messages that has no known answer, each lane in order, and repeats
some answered ones. It can be killed at any point and started again, and ends when all is done. Its clock is SECONDS
ahead, and moves on while nothing else is awaited.
"""

import asyncio
import json
import os
import random
import secrets
from pathlib import Path
from typing import Any, Final

from ahead import Ahead
from msgspec.structs import replace

from bot.app.application import Application
from bot.ports.messages import Message, OneRoom, Person, Rights, Update
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from bot.table.phases import Playing
from games.kit.contract import Abilities
from persistence import EmbeddedServer, Seals, Store, server

VENUE: Final = "test:venue"
SALT: Final = 16
SAID_AGAIN: Final = 200
TROUBLE: Final = "One moment:"
KEYS: Final = {1: bytes(32)}
SEALS: Final = Seals(KEYS)
PATIENCE: Final = 60.0
"""Seconds to wait for the store to die or to answer, also on a busy machine."""


def random_bytes(count: int) -> bytes:
    """Return the same salt for every game, so that each run has the same dice; ids and codes are random."""
    return bytes(SALT) if count == SALT else secrets.token_bytes(count)


class Book:
    """A file of lines, each written by one system call, so that a killed process leaves no half line."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, **line: Any) -> None:
        os.write(self._file, json.dumps(line).encode() + b"\n")


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


class Scribe(OneRoom):
    platform = "test"
    abilities = Abilities()
    prefix = ""
    stands = False

    def __init__(self, book: Book) -> None:
        self._book = book

    def wants_card(self, audience: str) -> bool:  # noqa: ARG002 - nobody does
        return False

    async def show(self, update: Update) -> str:
        news = [(one.number, one.text) for one in update.news]
        self._book.write(table=update.table, audience=update.audience, news=news)
        return ""


class Player:
    def __init__(self, house: Application, folder: Path, ahead: Ahead) -> None:
        self._house, self._ahead = house, ahead
        self._messages = lines_of(folder / "messages")
        self._answered = lines_of(folder / "answers")
        self._answers, self._repeats = Book(folder / "answers"), Book(folder / "repeats")

    async def run(self) -> None:
        known = {line["id"] for line in self._answered}
        taken = {line["id"] for line in self._answered if line["ok"]}
        again = [one for one in self._messages if one["id"] in taken]
        for one in random.sample(again, min(SAID_AGAIN, len(again))):
            answer = await self._house.hear(message_of(one))
            self._repeats.write(id=one["id"], ok=answer.ok, repeated=answer.repeated)
        left = [one for one in self._messages if one["id"] not in known]
        places = dict.fromkeys(one["place"] for one in left)
        await asyncio.gather(*(self._say([one for one in left if one["place"] == place]) for place in places))
        await self._games_over()
        await self._house.delivery.settle()

    async def _say(self, lane: list[dict[str, Any]]) -> None:
        for one in lane:
            answer = await self._house.hear(message_of(one))
            for _ in range(600):
                if not answer.text.startswith(TROUBLE):
                    break
                await asyncio.sleep(0.05)  # Redis was killed a moment before us
                answer = await self._house.hear(message_of(one))
            self._answers.write(id=one["id"], ok=answer.ok, text=answer.text)
            await asyncio.sleep(one["pause"])

    async def _games_over(self) -> None:
        """Wait until the clock has ended every game."""
        for _ in range(600):
            if not await self._crowd_plays():
                return
            self._ahead.move(1)
            await self._house.scheduler.fire_due()
            await self._house.delivery.settle()
        raise TimeoutError

    async def _crowd_plays(self) -> bool:
        sessions = await self._house.directory.at(VENUE, "test:crowd", fresh=True)
        return any(isinstance(session.phase, Playing) for session in sessions)


def message_of(one: dict[str, Any]) -> Message:
    """Return the message; Mia is a moderator."""
    name = one["name"]
    message = Message(one["id"], Person(f"test:{name}", name), VENUE, one["place"], private=False, text=one["text"])
    return replace(message, rights=Rights.OWNER) if name == "mia" else message


async def main(folder: Path, seconds: float) -> None:
    server.FREE_WITHIN = PATIENCE  # type: ignore[misc]  # the store of the process that was killed may die slowly
    async with await EmbeddedServer.start(folder / "redis") as started:
        (folder / "pid").write_text(str(started.pid))
        store = await Store.connect(started.url, timeout=PATIENCE)
        ahead = Ahead(store)
        ahead.move(seconds)
        manners = Defaults(pace=0, bots_from_bank=True)
        house = Application(store, Fairness(Keys(KEYS), random_bytes), manners, random_bytes)
        house.add(Scribe(Book(folder / "shown")))
        await house.start()
        await Player(house, folder, ahead).run()
        await house.stop()
        await store.close()


def run(folder: Path, seconds: float) -> None:
    asyncio.run(main(folder, seconds))
