"""Test whom Sentinels name as the primary, with scripted ones: no real ones can be held at a moment of a failover."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import hiredis
import pytest
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import MasterNotFoundError
from redis.backoff import NoBackoff

from persistence.routing import Sentinels

OLD, NEW, THIRD = ("10.0.0.1", 1), ("10.0.0.2", 2), ("10.0.0.3", 3)
SERVICE = "potluck"
Host = tuple[str, int]


def state(host: Host, **more: object) -> list[str]:
    words = {"ip": host[0], "port": host[1], "flags": "master", "num-other-sentinels": 2, "config-epoch": 7} | {
        name.replace("_", "-"): told for name, told in more.items()
    }
    return [str(word) for pair in words.items() for word in pair]


class Scripted:
    """A Sentinel: what it tells of the primary, whom it names, and what it tells of replicas."""

    def __init__(self, primary: list[str], named: Host = OLD, replicas: Sequence[list[str]] = ()) -> None:
        self.told: dict[str, Any] = {"MASTER": primary, "SLAVES": list(replicas)}
        self.told["GET-MASTER-ADDR-BY-NAME"] = [named[0], str(named[1])]
        self.is_mute = False

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        parser = hiredis.Reader()
        while packet := await reader.read(65536):
            parser.feed(packet)
            while not self.is_mute and (command := parser.gets()) is not False:
                words = b" ".join(command[:2]).decode().split()
                writer.write(_packed(self.told[words[1]]) if words[0] == "SENTINEL" else b"+OK\r\n")
        writer.close()


def _packed(told: Any) -> bytes:
    if isinstance(told, str):
        return b"$%d\r\n%b\r\n" % (len(told), told.encode())
    return b"*%d\r\n" % len(told) + b"".join(map(_packed, told))


@asynccontextmanager
async def asked(*scripted: Scripted) -> AsyncIterator[Sentinels]:
    async with AsyncExitStack() as stack:
        servers = [await asyncio.start_server(one.meet, "127.0.0.1", 0) for one in scripted]
        for server in servers:
            stack.callback(server.close)
        hosts = [server.sockets[0].getsockname()[:2] for server in servers]
        kwargs = {"protocol": 2, "socket_timeout": 60.0, "retry": Retry(NoBackoff(), 0)}
        sentinels = Sentinels(hosts, sentinel_kwargs=kwargs)
        stack.push_async_callback(sentinels.aclose)
        yield sentinels


CHOSEN = Scripted(state(OLD, flags="master,failover_in_progress", config_epoch=8), NEW)
BEGUN = Scripted(state(OLD, flags="master,failover_in_progress"))
DOWN = Scripted(state(OLD, flags="master,s_down"))
WELL = Scripted(state(OLD))
AFTER = Scripted(state(NEW, config_epoch=8), NEW)


@pytest.mark.parametrize(
    ("scripted", "named"),
    [((WELL, WELL), OLD), ((DOWN, WELL), OLD), ((WELL, CHOSEN), NEW), ((AFTER, WELL, DOWN), NEW), ((WELL, AFTER), NEW)],
)
async def test_whoever_knows_of_the_latest_failover_is_believed(scripted: Sequence[Scripted], named: Host) -> None:
    async with asked(*scripted) as sentinels:
        assert await sentinels.discover_master(SERVICE) == named


@pytest.mark.parametrize("scripted", [(WELL, BEGUN, WELL), (DOWN, DOWN), (BEGUN,), (AFTER, WELL, Scripted(
    state(NEW, flags="master,failover_in_progress", config_epoch=8), NEW))])  # fmt: skip
async def test_nobody_is_the_primary_while_one_is_replaced(scripted: Sequence[Scripted]) -> None:
    """F5: one that was killed and started again would be named by the rest, and what it took would be lost."""
    async with asked(*scripted) as sentinels:
        with pytest.raises(MasterNotFoundError):
            await sentinels.discover_master(SERVICE)


async def test_one_that_does_not_answer_is_waited_for_only_once_until_it_does() -> None:
    """F3: its machine may be gone for days, and each step asks where a replica is gone with it."""
    mute = Scripted(state(NEW, config_epoch=8), NEW)
    mute.is_mute = True
    async with asked(WELL, mute) as sentinels:
        [_, client] = sentinels.sentinels
        client.connection_pool.connection_kwargs["socket_timeout"] = 0.05
        assert await sentinels.discover_master(SERVICE) == OLD
        client.connection_pool.connection_kwargs["socket_timeout"] = 10_000
        await client.connection_pool.disconnect()
        assert await sentinels.discover_master(SERVICE) == OLD
        mute.is_mute = False
        await client.connection_pool.disconnect()
        assert await sentinels.discover_master(SERVICE, patiently=True) == NEW


async def test_replicas_that_run_are_those_that_any_sentinel_could_choose() -> None:
    """Not one that is down or not reached, that copies everything yet, or that was the primary and was not told yet."""

    def replica(host: Host, flags: str = "slave", role: str = "slave", offset: int = 900) -> list[str]:
        return state(host, flags=flags, role_reported=role, slave_repl_offset=offset)

    gone = replica(("10.0.0.4", 4), flags="slave,disconnected")
    one = Scripted(WELL.told["MASTER"], replicas=[replica(NEW), replica(THIRD, flags="slave,s_down"), gone])
    other = Scripted(WELL.told["MASTER"], replicas=[replica(OLD, role="master", offset=0), replica(THIRD, offset=1)])
    async with asked(one, other) as sentinels:
        assert await sentinels.running_replicas(SERVICE) == {NEW}
