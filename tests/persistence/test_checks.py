"""Test what a server is asked before it gets any table, and again while we run (threats T19, F4)."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from persistence import EmbeddedServer, Store, StoreTrouble, inspected
from persistence.checks import clocks_apart
from persistence.server import memory_of_machine

StartOther = Callable[..., Awaitable[Any]]


async def test_a_server_that_lacks_a_command_is_refused_with_those_that_will_do(start_other: StartOther) -> None:
    """An old Redis, or a store that only resembles one, must not be discovered by the first commit."""
    other = await start_other("--rename-command", "ZMSCORE", "")
    with pytest.raises(StoreTrouble, match=r"lacks commands .* Redis 6\.2 or newer, or Valkey") as raised:
        await other.store()
    assert raised.value.kind == "unsuitable"


async def test_what_a_server_lets_us_ask_is_judged_even_where_it_refuses_the_rest(start_other: StartOther) -> None:
    other = await start_other("--maxmemory-policy", "allkeys-lru")
    await other.command("ACL", "SETUSER", "bot", "on", ">word", "~pl:*", "+@all", "-info", "+info|memory")
    with pytest.raises(StoreTrouble, match="maxmemory-policy allkeys-lru"):
        await Store.connect(other.url.replace("unix://", "unix://bot:word@"))


async def test_a_look_at_a_server_that_is_gone_finds_nothing_in_order(start_other: StartOther) -> None:
    other = await start_other()
    store = await other.store()
    await store.look()
    other.end()
    with pytest.raises(StoreTrouble) as raised:
        await store.look()
    assert raised.value.kind == "unreachable"
    await store.close()


async def test_a_look_tells_of_a_primary_that_became_a_replica(start_other: StartOther) -> None:
    other = await start_other()
    store = await other.store()
    await other.command("REPLICAOF", "127.0.0.1", "1")
    with pytest.raises(StoreTrouble, match="is a replica and takes no writes") as raised:
        await store.look()
    assert raised.value.kind == "read_only"
    await store.close()


async def test_clocks_are_told_apart_by_what_differs_for_certain_however_late_a_server_answers(
    start_other: StartOther,
) -> None:
    other = await start_other()
    [one] = await inspected(other.url)
    least, most = one.ahead
    assert least <= 0 <= most, "it is the clock of the same machine"
    assert not [*clocks_apart([one, replace(one, ahead=(most, most + 30_000)), replace(one, ahead=(-9_000, least))])]
    [sentence] = clocks_apart([one, replace(one, ahead=(most + 3_000, most + 9_000))])
    assert "differ by 3 s" in sentence


async def test_a_look_tells_of_memory_that_is_nearly_full(start_other: StartOther) -> None:
    other = await start_other("--maxmemory", "1gb", "--maxmemory-policy", "noeviction", "--appendonly", "yes")
    store = await other.store()
    assert await store.look() == ()
    [facts] = await inspected(other.url)
    await other.command("CONFIG", "SET", "maxmemory", str(facts.used * 21 // 20))
    [sentence] = await store.look()
    assert "MB that it may use, and takes no more steps when they are full. Give it more memory" in sentence
    await store.close()


@pytest.mark.parametrize(
    ("setting", "value", "kind", "told"),
    [
        ("maxmemory", "1mb", "full", r"has no memory left \(maxmemory\) and takes no writes. Give it more memory"),
        ("min-replicas-to-write", "1", "read_only", r"has too few replicas connected .* takes no writes"),
    ],
)
async def test_a_look_tells_of_a_server_that_answers_and_takes_no_writes(
    start_other: StartOther, setting: str, value: str, kind: str, told: str
) -> None:
    """Or /readyz would say "ok" where every move is refused."""
    other = await start_other("--maxmemory-policy", "noeviction", "--appendonly", "yes")
    store = await other.store()
    await store.look()
    await other.command("CONFIG", "SET", setting, value)
    with pytest.raises(StoreTrouble, match=told) as raised:
        await store.look()
    assert (raised.value.kind, store.is_suitable) == (kind, False)
    await other.command("CONFIG", "SET", setting, "0")
    await store.look()
    assert store.is_suitable
    assert await store.pipe.read("KEYS", "*looked-at*") == [], "nothing is written by looking"
    await store.close()


async def test_a_look_tells_of_persistence_that_was_switched_off(start_other: StartOther) -> None:
    other = await start_other("--appendonly", "yes")
    store = await other.store()
    assert await store.look() == ()
    await other.command("CONFIG", "SET", "appendonly", "no")
    [sentence] = await store.look()
    assert "keeps no append-only file: a crash there loses tables. Set appendonly yes." in sentence
    await store.close()


async def test_a_look_tells_of_a_disk_that_fills_while_our_own_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await EmbeddedServer.start(tmp_path) as server:
        store = await Store.connect(server.url)
        store.folder = tmp_path
        assert await store.look() == ()
        monkeypatch.setattr("persistence.server.LITTLE_SPACE", 10**18)
        [sentence] = await store.look()
        assert "MB left on its disk. Make room" in sentence
        await store.close()


async def test_our_own_server_takes_half_of_the_machine(tmp_path: Path) -> None:
    async with await EmbeddedServer.start(tmp_path) as server:
        store = await Store.connect(server.url)
        assert int((await store.pipe.read("CONFIG", "GET", "maxmemory"))[1]) == memory_of_machine() // 2 > 2**26
        await store.close()
