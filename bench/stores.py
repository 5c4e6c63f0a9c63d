"""Start the Redis that processes share: one server, a Cluster, or servers under Sentinels."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from persistence import EmbeddedServer

TESTS: Final = Path(__file__).parents[1] / "tests"
if str(TESTS) not in sys.path:
    sys.path.append(str(TESTS))

from free_ports import free_port  # noqa: E402 - it is in tests
from several_servers import RunningCluster, Servers, Watched, started  # noqa: E402 - it is in tests

__all__ = ["Redis", "Servers", "free_port", "pids_of", "served"]
Redis = EmbeddedServer | Servers


@asynccontextmanager
async def served(kind: str, folder: Path) -> AsyncIterator[Redis]:
    """Start a store: "server", "cluster" or "sentinel"."""
    if kind == "server":
        async with await EmbeddedServer.start(folder / "redis") as redis:
            yield redis
    elif kind == "cluster":
        async with started(RunningCluster) as cluster:
            yield cluster
    else:
        async with started(Watched) as watched:
            yield watched


def pids_of(redis: Redis) -> list[int]:
    """Return the processes of a store, replicas too."""
    return [node.process.pid for node in redis.nodes] if isinstance(redis, Servers) else [redis.pid or 0]
