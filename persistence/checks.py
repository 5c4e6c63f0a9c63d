"""The checks of a server before a table is entrusted to it (threats T19, F4; "Measured lessons")."""

from secrets import token_hex
from typing import Final

import structlog
from redis.exceptions import NoPermissionError

from persistence.keys import scratch_keys
from persistence.pipe import Pipe
from persistence.scripts import CHECK
from persistence.troubles import StoreTrouble

_log: Final = structlog.get_logger("persistence")


async def check_server(pipe: Pipe) -> int:
    """The server's time in ms, if it will do. Raises StoreTrouble."""
    facts = await look_at_server(pipe)
    now = await _try_commands(pipe)
    if facts.get("aof_enabled") == "0":
        _log.warning(
            "store.not_durable",
            where=pipe.where,
            advice="Redis keeps no append-only file: a crash there loses tables. Set appendonly yes.",
        )
    return now


async def look_at_server(pipe: Pipe) -> dict[str, str]:
    """Return what the server says of itself, and note how many replicas it has; as often as one likes.

    Raises StoreTrouble where it is no primary, or would throw keys away.
    """
    facts = await _facts(pipe)
    pipe.replicas = int(facts.get("connected_slaves", "0"))
    if facts.get("role", "master") != "master":
        sentence = f"Redis at {pipe.where} is a replica and takes no writes. Point REDIS_URL at the primary."
        raise StoreTrouble("read_only", sentence)
    policy = facts.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        raise StoreTrouble(
            "unsuitable",
            f"Redis at {pipe.where} throws keys away when its memory is full (maxmemory-policy {policy}), and tables "
            "and purses with them. Set maxmemory-policy to noeviction.",
        )
    return facts


async def _try_commands(pipe: Pipe) -> int:
    try:
        return int(await pipe.run(CHECK, scratch_keys(token_hex(8)), []))
    except StoreTrouble as trouble:
        if trouble.kind != "broken":
            raise
        sentence = f"Redis at {pipe.where} lacks commands that Potluck needs. Use Redis 6.2 or newer, or Valkey."
        raise StoreTrouble("unsuitable", sentence) from trouble


async def _facts(pipe: Pipe) -> dict[str, str]:
    """Return what INFO says. A server that doesn't let us ask is judged by what it does (the commands tried)."""
    facts: dict[str, str] = {}
    for section in ("replication", "memory", "persistence"):
        try:
            text: bytes = await pipe.read("INFO", section)
        except StoreTrouble as trouble:
            if not isinstance(trouble.__cause__, NoPermissionError):
                raise
            continue
        facts.update(_fact(line) for line in text.decode().splitlines())
    return facts


def _fact(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name, value
