"""Provide people of the example chat: real sockets to a server in this process, whose bot has its own clock and
dice.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tcpchat import Room, serving

from bot.adapters.console import Cue, LoadedFairness, SeededBytes, seconds
from bot.app.application import Application
from bot.ports.messages import Answer, Message
from bot.table.defaults import Defaults
from bot.table.fairness import Keys
from persistence import HandClock, Store

PATIENCE = 60.0
FENCE = "-- so far"
EPOCH = 1_790_000_000_000


class Listening(Application):
    """Counts the lines heard, so that a test knows when a line has been answered."""

    def __init__(self, store: Store, fairness: LoadedFairness, random_bytes: SeededBytes) -> None:
        super().__init__(store, fairness, Defaults(pace=0), random_bytes)
        self.heard = 0
        self.answers: list[Answer] = []
        self._more = asyncio.Condition()

    async def hear(self, message: Message) -> Answer:
        answer = await super().hear(message)
        async with self._more:
            self.heard += 1
            self.answers.append(answer)
            self._more.notify_all()
        return answer

    async def has_heard(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE), self._more:
            await self._more.wait_for(lambda: self.heard >= count)


class Client:
    """One connection. `key`: the key with which its person returns."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer, self.key = reader, writer, ""

    def say(self, line: str) -> None:
        self.writer.write(f"{line}\n".encode())

    async def line(self) -> str:
        async with asyncio.timeout(PATIENCE):
            return (await self.reader.readline()).decode().removesuffix("\n")

    async def until(self, last: str) -> list[str]:
        lines: list[str] = []
        while (line := await self.line()) != last:
            assert line or not self.reader.at_eof(), lines
            lines.append(line)
        return lines

    async def until_line(self, part: str) -> str:
        """Read on to the first line that contains this text; return it."""
        while part not in (line := await self.line()):
            assert line or not self.reader.at_eof(), part
        return line

    async def ended(self) -> list[str]:
        async with asyncio.timeout(PATIENCE):
            return (await self.reader.read()).decode().splitlines()


class Chat:
    """The room, and the people in it."""

    def __init__(self, app: Listening, room: Room, port: int, fairness: LoadedFairness, clock: HandClock) -> None:
        self.app, self._room, self.port, self._fairness, self._clock = app, room, port, fairness, clock
        self.clients: dict[str, Client] = {}
        self._connected: list[Client] = []

    async def connect(self) -> Client:
        self._connected.append(Client(*await asyncio.open_connection("127.0.0.1", self.port)))
        return self._connected[-1]

    def close(self) -> None:
        for client in self._connected:
            client.writer.close()

    async def enter(self, name: str, key: str = "") -> list[str]:
        """Come in by this name; return the lines shown there, without the greeting."""
        client = await self.connect()
        client.say(f"hello {name} {key}".strip())
        shown: list[str] = []
        greeting = f"** Hello {name}. You come back with: hello {name} "
        while not (line := await client.line()).startswith(greeting):
            assert line, shown
            shown.append(line)
        client.key = line.removeprefix(greeting)
        self.clients[name] = client
        return shown

    async def drop(self, name: str) -> str:
        """Cut the connection in the middle of a line; return the key."""
        client = self.clients.pop(name)
        client.writer.write(b"!lea")
        client.writer.close()
        await client.writer.wait_closed()
        await self.until_here(name, here=False)
        return client.key

    def is_here(self, name: str) -> bool:
        return any(person.name == name for person in self._room.people())

    async def until_here(self, name: str, *, here: bool = True) -> None:
        for _ in range(6000):
            if self.is_here(name) == here:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(name)

    def tell_all(self, line: str) -> None:
        self._room.tell_all(line)

    async def say(self, name: str, line: str) -> dict[str, list[str]]:
        """Say a line, and return what each person reads until all is told."""
        heard = self.app.heard
        self.clients[name].say(line)
        await self.app.has_heard(heard + 1)
        return await self.so_far()

    async def so_far(self) -> dict[str, list[str]]:
        """Let everything due happen; return what each person has read since the last time."""
        await self._settle()
        self._room.tell_all(FENCE)
        return {name: await client.until(FENCE) for name, client in self.clients.items()}

    async def _settle(self) -> None:
        await self.app.settle()
        while await self.app.scheduler.fire_due():
            await self.app.settle()

    async def play(self, cue: Cue) -> dict[str, list[str]]:
        """Do what a line of a transcript asks for. A new speaker comes in first."""
        match cue.order:
            case "say" | "whisper":
                if cue.name not in self.clients:
                    await self.enter(cue.name)
                return await self.say(cue.name, ("@" if cue.order == "whisper" else "") + cue.text)
            case "wait":
                await self.wait(seconds(cue))
            case "dice":
                self._fairness.load(cue.text.split())
            case "deck":
                self._fairness.stack_deck(cue.text.split())
            case other:
                raise AssertionError(other)
        return await self.so_far()

    async def wait(self, moved: float) -> None:
        until = self._clock.now() + int(moved * 1000)
        await self.app.scheduler.sweep()
        while (at := self.app.scheduler.next_at()) is not None and at <= until:
            self._clock.move(max(0, at - self._clock.now()) / 1000)
            await self._settle()
        self._clock.move((until - self._clock.now()) / 1000)


@contextlib.asynccontextmanager
async def a_chat(url: str) -> AsyncIterator[Chat]:
    """Yield a room on this Redis, with the dice and codes of the console."""
    clock, random_bytes, room = HandClock(EPOCH), SeededBytes("00"), Room()
    fairness = LoadedFairness(Keys({1: bytes(32)}), random_bytes)
    store = await Store.connect(url, clock=clock, timeout=PATIENCE)
    app = Listening(store, fairness, random_bytes)
    try:
        async with serving(app, room, "127.0.0.1", 0) as port:
            chat = Chat(app, room, port, fairness, clock)
            yield chat
            chat.close()
    finally:
        await app.stop()
        await store.close()
