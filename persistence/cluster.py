"""A Redis Cluster: a pipe to each primary, and the slots that each has (`redis+cluster://`).

Which node has which slot is known by redis-py's NodesManager. It is asked anew once for all calls that find it wrong.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, cast

from redis import exceptions as redis_errors
from redis.asyncio.cluster import ClusterNode, NodesManager
from redis.asyncio.connection import AbstractConnection, Connection
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from persistence.address import Address, check_host, settings_of
from persistence.pipe import Pipe, closed
from persistence.routing import CONNECTIONS, TOPOLOGY_WITHIN, Line, Primary, Router
from persistence.troubles import StoreTrouble, trouble_of, unreachable
from persistence.wire import Argument

LEARNT_FOR: Final = 0.1
"""Seconds for which nobody asks again who has which slot."""
_KEY_AT: Final = {"EVALSHA": 3, "EVAL": 3, "MEMORY": 2}
_WITHOUT_KEY: Final = frozenset({"TIME", "INFO", "PING", "ECHO", "SCRIPT", "CONFIG", "ACL", "CLUSTER", "PUBSUB"})


class Cluster(Router):
    """All primaries of a Cluster."""

    def __init__(self, place: Address, timeout: float, connections: int = CONNECTIONS) -> None:
        super().__init__(place.where, timeout)
        within = min(TOPOLOGY_WITHIN, timeout)
        self._place, self._connections = place, connections
        self._settings = {name: value for name, value in settings_of(place).items() if name != "db"}
        kind = {"connection_class": place.pool.connection_class}
        asked = self._settings | kind | {"socket_timeout": within, "socket_connect_timeout": within}
        self._nodes = NodesManager([ClusterNode(*host, **asked) for host in place.hosts], False, asked)
        self._pipes: dict[str, Pipe] = {}
        self._learning: asyncio.Task[None] | None = None
        self._learnt = 0.0  # when the nodes were asked last, in the loop's seconds

    @property
    def primaries(self) -> tuple[Pipe, ...]:
        return tuple(self._at(node) for node in self._nodes.get_nodes_by_server_type("primary"))

    async def open(self) -> None:
        try:
            await self._nodes.initialize()
        except (redis_errors.RedisClusterException, redis_errors.RedisError, OSError) as error:
            raise self._unknown(error) from error
        for node in self._nodes.nodes_cache.values():
            check_host(self._place, node.host)
        await asyncio.gather(*(pipe.open() for pipe in self.primaries))

    async def close(self) -> None:
        self._closed = True
        if self._learning is not None:
            self._learning.cancel()
            await asyncio.gather(self._learning, return_exceptions=True)
        await asyncio.gather(*(pipe.close() for pipe in self._pipes.values()))
        with suppress(redis_errors.RedisError, OSError):
            await self._nodes.aclose()
            await self._nodes.aclose("startup_nodes")

    async def lines(self, channels: Sequence[str]) -> list[Line]:
        """Return connections to the nodes that have these channels' slots now, with the channels of each."""
        await self._refresh()
        found: dict[ClusterNode, list[str]] = {}
        for channel in channels:
            found.setdefault(self._owner(key_slot(channel.encode())), []).append(channel)
        return [(self._connection(node), of_node) for node, of_node in found.items()]

    async def picture(self) -> frozenset[str]:
        """Return which slots each primary says that it has, takes over and gives away."""
        told = await asyncio.gather(*(pipe.read("CLUSTER", "NODES") for pipe in self.primaries))
        own = (line.split() for text in told for line in text.decode().splitlines() if "myself" in line)
        return frozenset(" ".join((words[0], *words[8:])) for words in own)

    def _pipe_for(self, command: Sequence[Argument]) -> Pipe:
        if self._closed:
            raise closed(self.where)
        key = key_of(command)
        return self.primaries[0] if key is None else self._at(self._owner(key_slot(key)))

    def _owner(self, slot: int) -> ClusterNode:
        nodes = self._nodes.slots_cache.get(slot)
        if not nodes:
            sentence = f"No node of {self.where} has slot {slot}. See redis-cli --cluster check."
            raise StoreTrouble("unreachable", sentence, passes=True)
        return nodes[0]

    def _at(self, node: ClusterNode) -> Pipe:
        pipe = self._pipes.get(node.name)
        if pipe is None:
            made = [self._connection(node) for _ in range(self._connections)]
            pipe = self._pipes[node.name] = Pipe(made, node.name, self._timeout)
            pipe.trips = self.trips
        return pipe

    def _connection(self, node: ClusterNode) -> AbstractConnection:
        return cast("type[Connection]", self._place.pool.connection_class)(
            host=node.host, port=node.port, **self._settings
        )

    async def _learn(self, trouble: StoreTrouble) -> Pipe | None:
        match trouble.__cause__:
            case redis_errors.MovedError() as moved:
                before = self._nodes.slots_cache.get(moved.slot_id)
                if before is None:
                    await self._refresh()
                else:
                    old = before[0]
                    await self._nodes.move_slot(moved)
                    self._inherit(old, self._owner(moved.slot_id))
            case redis_errors.AskError() as ask:
                return self._at(ClusterNode(ask.host, ask.port))
            case redis_errors.TryAgainError():
                pass
            case _:
                await self._refresh()
        return None

    async def _refresh(self) -> None:
        """Ask who has which slot, with whoever else wants to know just now."""
        loop = asyncio.get_running_loop()
        if self._learning is None and loop.time() - self._learnt >= LEARNT_FOR:
            self._learning = loop.create_task(self._ask_nodes(), name="slots")
        if self._learning is not None:
            await asyncio.shield(self._learning)

    async def _ask_nodes(self) -> None:
        before = {slot: nodes[0] for slot, nodes in self._nodes.slots_cache.items()}
        try:
            await self._nodes.initialize()
        except (redis_errors.RedisClusterException, redis_errors.RedisError, OSError):
            return  # what was known still holds, until somebody answers
        finally:
            self._learnt, self._learning = asyncio.get_running_loop().time(), None
        after = ((slot, self._nodes.slots_cache.get(slot)) for slot in range(REDIS_CLUSTER_HASH_SLOTS))
        for old, new in {(before[slot], nodes[0]) for slot, nodes in after if nodes and slot in before}:
            self._inherit(old, new)

    def _inherit(self, old: ClusterNode, new: ClusterNode) -> None:
        """Expect as many replicas of a node as the one had whose slots it took over (threats F31)."""
        if old.name != new.name and old.name in self._pipes:
            pipe = self._at(new)
            pipe.most_replicas = max(pipe.most_replicas, self._pipes[old.name].most_replicas)

    def _unknown(self, error: Exception) -> StoreTrouble:
        """Return why the slots can't be learnt at the start."""
        cause = error.__cause__ if isinstance(error, redis_errors.RedisClusterException) else error
        if isinstance(cause, redis_errors.RedisClusterException):  # a node answered, and refused
            trouble = trouble_of(cause.__context__ or cause, self.where)
            if trouble.kind != "broken":
                return trouble
            sentence = f"Redis at {self.where} is no node of a Cluster. Write redis:// in place of redis+cluster://."
            return StoreTrouble("unsuitable", sentence)
        return trouble_of(cause, self.where) if cause else unreachable(self.where, str(error))


def key_of(command: Sequence[Argument]) -> bytes | None:
    """Return the key by which a command is sent; None if any node can answer it."""
    word = str(command[0])
    if word in _WITHOUT_KEY:
        return None
    key = command[_KEY_AT.get(word, 1)]
    return key if isinstance(key, bytes) else str(key).encode()


def pipe_to(place: Address, timeout: float, connections: int = CONNECTIONS) -> Pipe | Router:
    """Return a pipe, or what stands in its place, to the servers at an address; to be opened."""
    match place.kind:
        case "cluster":
            return Cluster(place, timeout, connections)
        case "sentinel":
            return Primary(place, timeout, connections)
        case "server":
            return Pipe([place.connection() for _ in range(connections)], place.where, timeout)
