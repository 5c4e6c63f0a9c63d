"""Run a whole bot to measure: with real host, store, delivery and clock, and its own server, but nobody to send to."""

import asyncio
import contextlib
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

from bot.app.application import Application
from bot.app.collecting import collect_seldom
from bot.app.yielding import yield_soon
from bot.ports.messages import Message, OneRoom, Person, Update
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from games.kit.contract import Abilities
from persistence import Clock, EmbeddedServer, Store
from persistence.server import carried_server

PLATFORM: Final = "bench"
MOST_TRIES: Final = 100


class Nowhere(OneRoom):
    """An adapter that sends nothing. `pages`: whether everybody has a page open, rather than just a chat.

    It remembers when it last was to show something, and how often.
    """

    platform = PLATFORM
    abilities = Abilities(takes_back=False)
    prefix = ""
    stands = False
    at_once = True

    def __init__(self, *, pages: bool) -> None:
        self._pages = pages
        self.shown_at = 0.0
        self.updates = 0

    def wants_card(self, audience: str) -> bool:
        return self._pages or audience.startswith("place:")

    async def show(self, update: Update) -> str:  # noqa: ARG002 - nobody is there
        self.shown_at = time.perf_counter()
        self.updates += 1
        return ""


@contextlib.asynccontextmanager
async def a_server() -> AsyncIterator[EmbeddedServer]:
    """Run the server that the wheel brings for every machine, if there is one, with append-only file as in real use."""
    with tempfile.TemporaryDirectory(prefix="potluck-") as folder:
        server = await EmbeddedServer.start(Path(folder), binary=carried_server())
        try:
            yield server
        finally:
            await server.stop()


@contextlib.asynccontextmanager
async def a_store() -> AsyncIterator[Store]:
    """Yield a store on its own server, for benchmarks that use the stand-ins of the tests."""
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with await EmbeddedServer.start(Path(folder)) as server:
            store = await Store.connect(server.url)
            try:
                yield store
            finally:
                await store.close()


@contextlib.asynccontextmanager
async def a_house_on(
    server: EmbeddedServer,
    clock: Clock | None = None,
    *,
    pages: bool = True,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[tuple[Application, Nowhere]]:
    collect_seldom()
    yield_soon()
    store = await Store.connect(server.url, clock=clock)
    try:
        fairness = Fairness(Keys({1: random_bytes(32)}), random_bytes)
        house, adapter = Application(store, fairness, Defaults(), random_bytes), Nowhere(pages=pages)
        house.add(adapter)
        yield house, adapter
        await house.settle()
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def a_house(
    clock: Clock | None = None, *, pages: bool = True, random_bytes: Callable[[int], bytes] = secrets.token_bytes
) -> AsyncIterator[tuple[Application, Nowhere]]:
    """Run a bot and its server. `random_bytes`: the source of keys, salts and codes."""
    async with a_server() as server, a_house_on(server, clock, pages=pages, random_bytes=random_bytes) as both:
        yield both


class People:
    """Says things, each with a new id; the ids count on from `said`."""

    def __init__(self, house: Application, said: int = 0) -> None:
        self._house, self._said = house, said

    def message(self, name: str, place: str, text: str, *, private: bool = False) -> Message:
        self._said += 1
        sender = Person(f"{PLATFORM}:{name}", name)
        return Message(f"b{self._said}", sender, PLATFORM, f"{PLATFORM}:{place}", private=private, text=text)

    async def say(self, name: str, place: str, text: str) -> None:
        """Say something. Raises AssertionError if it is refused: measuring refusals would be worthless."""
        answer = await self._house.hear(self.message(name, place, text))
        assert answer.ok, f"{name}> {text}: {answer.text}"

    async def say_until_taken(self, name: str, place: str, text: str) -> None:
        """Repeat a line while the store is too slow for it, as on a busy machine. Raises AssertionError."""
        message = self.message(name, place, text)
        for _ in range(MOST_TRIES):
            answer = await self._house.hear(message)
            if answer.ok or answer.repeated:
                return
            await asyncio.sleep(0.2)
        raise AssertionError(f"{name}> {text}: {answer.text}")
