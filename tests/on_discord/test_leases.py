"""Test how two processes share out Discord's shards: each is held by one, and goes over without a word lost (F10)."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import night
import pytest
from discord.shard import EventItem, EventType
from gatherings import DUEL
from moved_time import StoreClock
from night import PromptClient
from slashes import gives
from standins.discord.stand_in import DiscordStandIn

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.adapters.discord import DiscordAdapter, point_to
from bot.adapters.discord.connection import sessions, supervisor
from bot.adapters.discord.connection.sessions import NewSessions as Turns
from bot.adapters.discord.connection.shards import LostShard
from bot.adapters.discord.limits import RateLimits
from bot.app.application import Application
from bot.app.on_discord import Boxes, OnDiscord, SharedDivision
from bot.engine import shares
from bot.ports.serving import Service
from bot.render.painter import PainterHere
from bot.table.defaults import Defaults
from bot.table.fairness import Keys
from persistence import EmbeddedServer, Store

PATIENCE = 300.0
"""In seconds of moved time, which pass quickly while Redis is slow."""
SHARDS = 4
EVERY = 0.2


class Process:
    """A bot with its own connection to the store and to Discord."""

    def __init__(self, store: Store, fixed: Service | None = None) -> None:
        self.house = Application(store, LoadedFairness(Keys({1: bytes(32)}), SeededBytes("dice")), Defaults(pace=0))
        self.store = store
        self.adapter = DiscordAdapter(
            OnDiscord(self.house),
            Boxes(store),
            "a-token",
            RateLimits(limited=False),
            painter=PainterHere(),
            division=SharedDivision(self.house, fixed),
        )
        self.house.add(self.adapter)

    async def start(self, *, connects: bool = True) -> None:
        """Start it. `connects`: it reaches Discord."""
        await self.house.start()
        self.running = asyncio.create_task(self.adapter.run() if connects else asyncio.sleep(PATIENCE))

    @property
    def held(self) -> frozenset[int]:
        return self.adapter.service().shards

    @property
    def connected(self) -> set[int]:
        client = self.adapter.supervisor.client
        return set() if client is None else client.connected

    async def die(self) -> None:
        """End without a word, as a kill does."""
        if self.running.done():
            return
        self.running.cancel()
        client = self.adapter.supervisor.client
        if client is not None:
            await client.http.close()
            for shard in client._AutoShardedClient__shards.values():  # type: ignore[attr-defined]
                shard._cancel_task()
                await shard.ws.socket.close(code=4000)
        beating = self.house.shares._beating
        if beating is not None:
            beating.cancel()
        self.house.shares._beating = None
        await asyncio.gather(self.running, return_exceptions=True)
        await self.house.stop()
        await self.store.close()

    async def stop(self) -> None:
        if not self.running.done():
            await self.house.stop()
            await self.adapter.stop()
            self.running.cancel()
            await asyncio.gather(self.running, return_exceptions=True)
            await self.store.close()


class Line:
    """A line to Redis that can be cut. `url`: where it begins."""

    def __init__(self, folder: Path) -> None:
        self._socket, self._redis = folder / "line.sock", ""
        self.url, self.is_cut = f"unix://{self._socket}", False
        self._ends: set[asyncio.StreamWriter] = set()

    async def open(self, server: EmbeddedServer) -> asyncio.Server:
        self._redis = server.url.removeprefix("unix://")
        return await asyncio.start_unix_server(self._led_on, self._socket)

    def cut(self, *, so: bool = True) -> None:
        self.is_cut = so
        for end in self._ends if so else ():
            end.close()

    async def _led_on(self, answers: asyncio.StreamReader, asks: asyncio.StreamWriter) -> None:
        reads, writes = await asyncio.open_unix_connection(self._redis)
        self._ends |= {asks, writes}
        if self.is_cut:
            self.cut()
        await asyncio.gather(passed_on(answers, writes), passed_on(reads, asks))
        self._ends -= {asks, writes}


async def passed_on(reads: asyncio.StreamReader, writes: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while content := await reads.read(2**16):
            writes.write(content)
    writes.close()


Start = Callable[..., "asyncio.Future[Process]"]


@pytest.fixture
async def start(
    discord_server: DiscordStandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Start]:
    """Yield a way to start processes on one store, at a Discord of four shards."""
    monkeypatch.setattr(supervisor, "TableClient", PromptClient)
    monkeypatch.setattr(supervisor, "NewSessions", lambda gate: Turns(EVERY, gate))
    monkeypatch.setattr(sessions, "PROMPT", 0.1)
    monkeypatch.setattr(shares, "BEAT", 0.1)
    discord_server.limits.off()
    discord_server.world.application.shards = SHARDS
    before = night.discord.http.Route.BASE, night.discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    point_to(discord_server.api_base, discord_server.gateway_url)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(await EmbeddedServer.start(tmp_path))

        clocks = list[StoreClock]()

        async def started(fixed: Service | None = None, *, connects: bool = True, over: Line | None = None) -> Process:
            if over is not None:
                await stack.enter_async_context(await over.open(server))
            store = await Store.connect(server.url if over is None else over.url, timeout=60)
            clocks.append(clocks[0] if clocks else StoreClock(store))
            store._hand_clock = clocks[0]
            store.news.name = f"process-{len(clocks)}"  # by luck, one in eight pairs of names gives one all shards
            made = Process(store, fixed)
            await made.start(connects=connects)
            stack.push_async_callback(made.stop)
            return made

        yield started  # type: ignore[misc]  # a coroutine function
    night.discord.http.Route.BASE, night.discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = before


async def until(wanted: Callable[[], bool]) -> None:
    """Wait until something is so. Moved time passes quickly while Redis is slow, so it bounds nothing here."""
    while not wanted():  # noqa: ASYNC110 - it is a look at a fact, not at a clock
        await asyncio.sleep(0.01)


def are_divided(*processes: Process) -> bool:
    """Tell whether each shard is held by one process, which hears it."""
    held = [one.held for one in processes]
    return (
        sum(map(len, held)) == SHARDS
        and frozenset[int]().union(*held) == frozenset(range(SHARDS))
        and all(one.held == one.connected for one in processes)
    )


async def test_shards_go_over_to_whoever_comes_and_back_when_it_is_gone(
    start: Start, discord_server: DiscordStandIn
) -> None:
    one = await start()
    await until(lambda: are_divided(one))
    other = await start()
    await until(lambda: bool(other.held) and are_divided(one, other))
    taken = other.held
    resumes = discord_server.gateway.resumes
    await other.stop()
    await until(lambda: are_divided(one))
    assert discord_server.gateway.resumes - resumes >= len(taken), "their sessions were still there"


async def test_a_killed_process_is_replaced_on_its_shards(start: Start, discord_server: DiscordStandIn) -> None:
    """Its servers are heard again once it counts as gone and the shards have their sessions."""
    one, other = await start(), await start()
    await until(lambda: bool(one.held) and bool(other.held) and are_divided(one, other))
    began, lost = time.monotonic(), other.held
    await other.die()
    await until(lambda: are_divided(one))
    assert time.monotonic() - began < 5.0 + len(lost) * (EVERY + 0.2) + 2.0
    await asyncio.sleep(0)


async def test_a_process_that_is_cut_off_from_the_store_hears_nobody_until_it_is_back(
    start: Start, tmp_path: Path
) -> None:
    """Its gateway lives, but what people say there is heard by those who can take it: nobody is told otherwise."""
    line = Line(tmp_path)
    one, other = await start(), await start(over=line)
    await until(lambda: bool(one.held) and bool(other.held) and are_divided(one, other))
    line.cut()
    await until(lambda: are_divided(one) and not other.connected)
    line.cut(so=False)
    await until(lambda: bool(other.held) and are_divided(one, other))


async def test_all_processes_take_turns_to_begin_sessions(
    start: Start, discord_server: DiscordStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At one gate in the store, which lets one through at a time."""
    asked, taken = SharedDivision.gate, Counter[tuple[str, SharedDivision]]()

    async def counted(division: SharedDivision, name: str, seconds: float) -> float:
        assert seconds == EVERY
        after = await asked(division, name, seconds)
        taken[name, division] += not after
        return after

    monkeypatch.setattr(SharedDivision, "gate", counted)
    halves = frozenset({0, 1}), frozenset({2, 3})
    one, other = [await start(Service("discord", half, SHARDS, fixed=True)) for half in halves]
    await until(lambda: are_divided(one, other))
    assert {name for name, _ in taken} == {"identify-0"}
    assert taken.total() >= discord_server.gateway.identifies >= SHARDS
    assert min(taken.values()) >= SHARDS // 2


async def test_who_waits_long_for_its_turn_is_not_started_anew(
    start: Start, discord_server: DiscordStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "READY_WITHIN", 3.0)
    others = await start(Service("discord", frozenset({0}), SHARDS, fixed=True))
    await until(lambda: others.connected == {0})
    asked: list[float] = []
    began = time.monotonic()

    async def taken_by_others(_name: str, _seconds: float) -> float:
        asked.append(time.monotonic() - began)
        return 0.0 if asked[-1] > 4.0 else 0.1

    monkeypatch.setattr(SharedDivision, "gate", lambda _, name, seconds: taken_by_others(name, seconds))
    late = await start(Service("discord", frozenset({1}), SHARDS, fixed=True))
    await until(lambda: late.connected == {1})
    assert asked[-1] > supervisor.READY_WITHIN
    assert late.adapter.supervisor.starts == 1


async def test_a_fixed_range_is_left_to_its_process(start: Start) -> None:
    fixed = await start(Service("discord", frozenset({0, 1}), SHARDS, fixed=True))
    other = await start()
    await until(lambda: fixed.connected == {0, 1} and other.held == other.connected == {2, 3})
    await asyncio.sleep(0.5)
    assert fixed.connected == {0, 1}
    assert other.held == {2, 3}


async def test_a_table_is_played_on_while_its_shard_goes_over(start: Start, discord_server: DiscordStandIn) -> None:
    """People on the server notice nothing: who is about to leave a shard hears it until another one does."""
    one = await start()
    await until(lambda: are_divided(one))
    world, at = discord_server.world, discord_server.world.guild("the inn")
    channel = at.channel("table")
    people = [world.person(name) for name in ("ann", "ben")]
    for person in people:
        at.join(person)
    client = one.adapter.supervisor.client
    assert client is not None
    await until(lambda: client.get_channel(channel.id) is not None)
    await one.adapter.sync()
    await gives(people[0], "open", channel=channel, game="halflings", options=DUEL)
    await until(lambda: any("halflings" in text.lower() for text in texts(channel)))
    others = [await start() for _ in range(2)]
    shard = (at.id >> 22) % SHARDS
    await until(lambda: are_divided(one, *others))
    await gives(people[1], "join", channel=channel)
    await until(lambda: any("ben" in text for text in texts(channel)))
    (holder,) = [each for each in (one, *others) if shard in each.held]
    assert shard in holder.connected
    await asyncio.gather(*(each.house.settle() for each in (one, *others)))
    assert sum("1. ann" in text and "2. ben" in text for text in texts(channel)) == 1, "one card, told by one process"


async def test_a_shard_that_was_given_up_before_it_is_resumed_stays_with_the_other(start: Start) -> None:
    one = await start()
    await until(lambda: are_divided(one))
    client = one.adapter.supervisor.client
    assert client is not None
    shard = client._AutoShardedClient__shards[1]  # type: ignore[attr-defined]  # the library's own
    lost = client._shards._away[1] = LostShard()
    lost.tries = 4  # as after a while of a bad line: the next try is seconds away
    again = client._shards._start(client._shards._again(shard, EventItem(EventType.reconnect, shard, None)))
    fixed = await start(Service("discord", frozenset({1}), SHARDS, fixed=True))
    await until(lambda: fixed.connected == {1} and one.connected == {0, 2, 3})
    assert not again.done(), "it was given up while it waited"
    closed = shard.ws
    await until(again.done)
    assert shard.ws is closed
    assert one.connected == {0, 2, 3}


async def test_what_falls_to_a_process_that_does_not_reach_discord_is_held_by_others_until_it_does(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "IDLE", 0.5)
    one, mute = await start(), await start(connects=False)
    await until(lambda: not one.house.shares.is_alone and not mute.house.shares.is_alone)
    assert mute.house.shares.leased("discord", SHARDS), "it would hold some"
    await until(lambda: are_divided(one) and one.held == one.house.shares.leased("discord", SHARDS))
    mute.running.cancel()
    mute.running = asyncio.create_task(mute.adapter.run())
    await until(lambda: bool(mute.held) and are_divided(one, mute))


async def test_a_line_that_two_processes_hear_is_answered_once(start: Start, discord_server: DiscordStandIn) -> None:
    """As while a shard goes over."""
    every = Service("discord", frozenset(range(SHARDS)), SHARDS, fixed=True)
    both = await start(every), await start(every)
    await until(lambda: all(len(one.connected) == SHARDS for one in both))
    world, at = discord_server.world, discord_server.world.guild("the inn")
    channel, ann = at.channel("table"), world.person("ann")
    at.join(ann)
    await until(lambda: all(knows(one, channel.id) for one in both))
    heard: list[str] = []
    for one in both:
        one.house.hooks.heard.append(lambda _kind, outcome, _seconds: heard.append(outcome))
    await ann.says(channel, f"{world.bot.mention} halflings {DUEL}")
    await until(lambda: len(heard) == len(both))
    await asyncio.gather(*(one.house.settle() for one in both))
    assert sorted(heard) == ["done", "repeated"]
    assert not any("taken before" in text for text in texts(channel))


def knows(one: Process, channel: int) -> bool:
    client = one.adapter.supervisor.client
    return client is not None and client.get_channel(channel) is not None


def texts(channel: object) -> list[str]:
    return [one.text for one in channel.messages.values()]  # type: ignore[attr-defined]  # a stand-in's channel
