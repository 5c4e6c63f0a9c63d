"""The checks that a server must pass before tables are kept on it (threats T19, F4; "Measured lessons")."""

import time
from collections.abc import Iterator, Sequence
from secrets import token_hex
from typing import Final

import structlog
from msgspec import Struct
from redis.exceptions import NoPermissionError

from persistence.address import SecretText, address
from persistence.cluster import pipe_to
from persistence.keys import ALL_DUE, LOOKED_AT, REPLICAS_KEY, scratch_keys
from persistence.pipe import Pipe
from persistence.replicas import following
from persistence.routing import Router
from persistence.scripts import CHECK
from persistence.troubles import StoreTrouble, without_replicas

NEARLY_FULL: Final = 0.9
"""The share of its memory from which the operator is told."""
APART: Final = 2
"""Seconds by which the clocks of several servers may differ."""
MS: Final = 1_000_000
"""ns."""
WRITES: Final = "aof_last_write_status"
NOT_DURABLE: Final = "keeps no append-only file: a crash there loses tables. Set appendonly yes."
_log: Final = structlog.get_logger("persistence")


class ServerFacts(Struct, frozen=True):
    """What a server tells of itself; what it doesn't tell us counts as good.

    `says_all`: it told all that we ask for. `fails`: what it can't write to its disk now. `used`, `most`: bytes of
    memory; `most` is 0 where there is no limit. `now`: its clock, in ms. `ahead`: by how many ms it is ahead of
    ours, at least and at most, since the answer takes its time.
    """

    where: str
    version: str
    is_primary: bool
    policy: str
    is_durable: bool
    fails: tuple[str, ...]
    replicas: int
    used: int
    most: int
    now: int
    ahead: tuple[int, int]
    says_all: bool

    @property
    def may_evict(self) -> bool:
        """Tell whether it throws keys away when its memory is full."""
        return self.policy != "noeviction"

    @property
    def is_nearly_full(self) -> bool:
        """Tell whether it has used up nearly all of the memory that it may use."""
        return self.most > 0 and self.used > NEARLY_FULL * self.most


async def inspected(
    url: str, *, password: str | SecretText | None = None, patience: float = 5.0, allow_open: bool = False
) -> tuple[ServerFacts, ...]:
    """Return the facts of a server, or of each primary of a Cluster, however unsuitable.

    Raises StoreTrouble if one can't be asked.
    """
    place = address(url, password, patience, allow_open=allow_open)
    pipe = pipe_to(place, patience, connections=1)
    try:
        await pipe.open()
        return tuple([await _facts(one) for one in pipe.primaries])
    finally:
        await pipe.close()


async def check_server(pipe: Pipe | Router) -> list[ServerFacts]:
    """Check a server, or all of them, and return its facts. Raises StoreTrouble if one is unsuitable."""
    facts = [await _suitable(one) for one in pipe.primaries]
    await _try_commands(pipe)
    await _expect_replicas(pipe)
    await pipe.read_all([("EXISTS", key) for key in ALL_DUE])  # one node of a Cluster has a part of them
    for one in facts:
        if not one.is_durable:
            _log.warning("store.not_durable", where=one.where, advice=f"Redis {NOT_DURABLE}")
    return facts


async def look_at_server(pipe: Pipe | Router, facts: list[ServerFacts]) -> tuple[str, ...]:
    """Check a server that tables are kept on, or all of them; it may be called at any time. Return a sentence for the
    operator about each thing that goes wrong, before anything is refused. `facts`: takes in those of all.

    Raises StoreTrouble if one is not suitable any more, or takes no writes now. The write that is tried changes
    nothing.
    """
    found = [(one, await _facts(one)) for one in pipe.primaries]
    facts[:] = [one for _, one in found]
    for one, told in found:
        _judge(told, one)
    known, least = await _expect_replicas(pipe), min(one.most_replicas for one, _ in found)
    if least > known:
        await pipe.write("SET", REPLICAS_KEY, least)
    for one, _ in found:
        if one.most_replicas and not one.replicas:
            raise without_replicas(one.where, one.most_replicas)
    await pipe.write_all([("SET", key, "", "XX") for key in pipe.one_at_each(LOOKED_AT)])
    wrong = [f"Redis at {one.where} {what}" for one, told in found for what in goes_wrong(told, one)]
    return (*wrong, *clocks_apart(facts))


async def _expect_replicas(pipe: Pipe | Router) -> int:
    """Expect as many replicas of each server as there were before this process began (threats F31); return how many
    that is.
    """
    known = int(await pipe.read("GET", REPLICAS_KEY) or 0)
    for one in pipe.primaries:
        one.most_replicas = max(one.most_replicas, known)
    return known


def clocks_apart(found: Sequence[ServerFacts]) -> Iterator[str]:
    """Yield a sentence if the clocks of several servers differ: each judges the deadlines of its own tables."""
    apart = (max(one.ahead[0] for one in found) - min(one.ahead[1] for one in found)) // 1000
    if apart >= APART:
        yield f"The clocks of the servers of Redis differ by {apart} s. Have each set by the network (NTP)."


def goes_wrong(facts: ServerFacts, pipe: Pipe) -> Iterator[str]:
    """Yield what goes wrong with a server, as the end of a sentence that begins with its name."""
    if facts.is_nearly_full:
        yield (
            f"uses {facts.used * 100 // facts.most} % of the {facts.most // 2**20:,} MB that it may use, and takes no "
            "more steps when they are full. Give it more memory (maxmemory; our own server takes half of the "
            "machine's)."
        )
    if not facts.is_durable:
        yield NOT_DURABLE
    if WRITES in facts.fails:
        yield "could not write its append-only file. Look at its disk and its log."
    if pipe.replicas < pipe.most_replicas:
        yield f"has lost a replica: it has {pipe.replicas} of {pipe.most_replicas}. Start it again."


async def _suitable(pipe: Pipe) -> ServerFacts:
    """Return the facts of a server. Raises StoreTrouble, as `_judge` does."""
    facts = await _facts(pipe)
    _judge(facts, pipe)
    return facts


def _judge(facts: ServerFacts, pipe: Pipe) -> None:
    """Note how many replicas a server has. Raises StoreTrouble if it is not a primary, or may evict keys; where there
    are or were replicas, nothing is written there then.
    """
    pipe.has_replicas(facts.replicas)
    if not facts.is_primary:
        sentence = f"Redis at {pipe.where} is a replica and takes no writes. Point REDIS_URL at the primary."
        raise StoreTrouble("read_only", sentence)
    evicts = (
        f"Redis at {pipe.where} throws keys away when its memory is full (maxmemory-policy {facts.policy}), and "
        "tables and purses with them. Set maxmemory-policy to noeviction."
    )
    pipe.unfit = evicts if facts.may_evict and pipe.most_replicas else ""
    if facts.may_evict:
        raise StoreTrouble("unsuitable", evicts)


async def _try_commands(pipe: Pipe | Router) -> None:
    try:
        await pipe.run(CHECK, scratch_keys(token_hex(8)), [])
    except StoreTrouble as trouble:
        if trouble.kind != "broken":
            raise
        sentence = f"Redis at {pipe.where} lacks commands that Potluck needs. Use Redis 6.2 or newer, or Valkey."
        raise StoreTrouble("unsuitable", sentence) from trouble


async def _facts(pipe: Pipe) -> ServerFacts:
    """Ask INFO. A server that we may not ask is judged by the commands tried on it."""
    told: dict[str, str] = {}
    sections = ("replication", "memory", "persistence", "server")
    asked = [await _section(pipe, section) for section in sections]
    for lines in asked:
        told.update(lines or {})
    asked_at = time.time_ns()
    seconds, micros = await pipe.read("TIME")
    now, told_at = int(seconds) * 1000 + int(micros) // 1000, time.time_ns()
    failing = (WRITES, "aof_last_bgrewrite_status", "rdb_last_bgsave_status")
    return ServerFacts(
        where=pipe.where,
        version=f"Valkey {told['valkey_version']}"
        if "valkey_version" in told
        else f"Redis {told.get('redis_version')}",
        is_primary=told.get("role", "master") == "master",
        policy=told.get("maxmemory_policy", "noeviction"),
        is_durable=told.get("aof_enabled") != "0",
        fails=tuple(name for name in failing if told.get(name, "ok") != "ok"),
        replicas=following("\n".join(f"{name}:{value}" for name, value in told.items()).encode()),
        used=int(told.get("used_memory", "0")),
        most=int(told.get("maxmemory", "0")),
        now=now,
        ahead=(now - told_at // MS, now - asked_at // MS),
        says_all=None not in asked,
    )


async def _section(pipe: Pipe, section: str) -> dict[str, str] | None:
    """Return what INFO says in one section; None: we may not ask."""
    try:
        text: bytes = await pipe.read("INFO", section)
    except StoreTrouble as trouble:
        if not isinstance(trouble.__cause__, NoPermissionError):
            raise
        return None
    return dict(_fact(line) for line in text.decode().splitlines())


def _fact(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name, value
