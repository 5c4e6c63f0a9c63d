"""Test what an operator does to Redis, and what happens to it (threats F2, F3, F4, T19)."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ResponseError
from structlog.testing import capture_logs

from persistence import Commit, Committed, EmbeddedServer, Seen, Stale, Store, StoreTrouble, TableRef, Transfer, pipe
from persistence.scripts import COMMIT

StartOther = Callable[..., Awaitable[Any]]
PASSWORD = "pa55-w0rd-that-nobody-may-see"


async def trouble_with(url: str, **options: Any) -> StoreTrouble:
    with pytest.raises(StoreTrouble) as raised:
        await Store.connect(url, **options)
    sentence = str(raised.value)
    assert PASSWORD not in sentence + repr(raised.value) + repr(raised.value.__cause__)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    return raised.value


async def until(store: Store, reached: Callable[[], Awaitable[bool]], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while True:
            try:
                if await reached():
                    return
            except StoreTrouble:
                pass
            await asyncio.sleep(0.02)


async def test_nobody_there() -> None:
    trouble = await trouble_with("unix:///tmp/pl-nothing-here.sock")
    assert trouble.kind == "unreachable"
    assert not trouble.pending
    assert str(trouble) == (
        "Redis at /tmp/pl-nothing-here.sock can't be reached: No such file or directory. "
        "Start it, or correct REDIS_URL."
    )


async def test_a_closed_port() -> None:
    trouble = await trouble_with(f"redis://someone:{PASSWORD}@127.0.0.1:1/0")
    assert trouble.kind == "unreachable"
    assert "Redis at 127.0.0.1:1 can't be reached" in str(trouble)


@pytest.mark.parametrize(
    "url",
    [
        "localhost:6379",
        f"http://:{PASSWORD}@localhost",
        f"redis://:{PASSWORD}@localhost:notaport",
        f"redis://:{PASSWORD}@localhost:99999999",
        f"redis://localhost?retry_on_timeout=1&x={PASSWORD}",
        f"redis://[{PASSWORD}",
        "",
    ],
)
async def test_an_address_that_is_none(url: str) -> None:
    assert (await trouble_with(url)).kind == "unsuitable"


@pytest.mark.parametrize("url", ["redis://10.1.2.3", "rediss://redis.example.org:6380", "redis://0.0.0.0:6379"])
async def test_a_server_on_the_network_needs_a_password(url: str) -> None:
    """Threats T19: it is refused before anything is sent."""
    trouble = await trouble_with(url)
    assert trouble.kind == "unsuitable"
    assert "without a password" in str(trouble)


async def test_an_open_server_is_taken_when_told_so(start_other: StartOther) -> None:
    other = await start_other(tcp=True)
    store = await Store.connect(f"redis://127.0.0.1:{other.port}/1", allow_open=True)
    assert await store.pipe.read("PING") == b"PONG"
    await store.close()


async def test_a_password_is_asked_for_and_checked(start_other: StartOther) -> None:
    class Secret:
        def get_secret_value(self) -> str:
            return PASSWORD

    other = await start_other("--requirepass", PASSWORD)
    none = await trouble_with(other.url)
    assert (none.kind, "Set REDIS_PASSWORD" in str(none)) == ("refused", True)
    wrong = await trouble_with(other.url, password=PASSWORD + "x")
    assert (wrong.kind, "Correct REDIS_PASSWORD" in str(wrong)) == ("refused", True)
    for right in (PASSWORD, Secret()):
        store = await other.store(password=right)
        await store.close()


async def test_a_password_where_none_is_set_is_refused(start_other: StartOther) -> None:
    other = await start_other()
    assert (await trouble_with(other.url, password=PASSWORD)).kind == "refused"


@pytest.mark.parametrize("read_only", ["yes", "no"])
async def test_a_replica_is_refused_even_one_that_would_take_writes(start_other: StartOther, read_only: str) -> None:
    other = await start_other("--replicaof", "127.0.0.1 1", "--replica-read-only", read_only)
    trouble = await trouble_with(other.url)
    assert trouble.kind == "read_only"
    assert "Point REDIS_URL at the primary" in str(trouble)


async def test_a_primary_that_becomes_a_replica_takes_no_more_writes(start_other: StartOther) -> None:
    """Threats F4: there is no false success, and views stay; later it works again without our restart."""
    other = await start_other()
    store, ref = await other.store(), TableRef("v", "t")
    await store.commit(Commit(ref, 0, b""))
    await other.command("REPLICAOF", "127.0.0.1", "1")
    with pytest.raises(StoreTrouble, match="is a replica") as raised:
        await store.commit(Commit(ref, 1, b""))
    assert (raised.value.kind, raised.value.pending) == ("read_only", False)
    assert await store.version(ref) == 1
    await other.command("REPLICAOF", "NO", "ONE")
    assert isinstance(await store.commit(Commit(ref, 1, b"")), Committed)
    await store.close()


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl"])
async def test_a_server_that_throws_keys_away_is_refused(start_other: StartOther, policy: str) -> None:
    other = await start_other("--maxmemory-policy", policy)
    trouble = await trouble_with(other.url)
    assert trouble.kind == "unsuitable"
    assert f"maxmemory-policy {policy}" in str(trouble)


async def test_a_full_server_takes_no_commit_and_loses_none(start_other: StartOther) -> None:
    """Threats F4: OOM."""
    other = await start_other("--maxmemory", "4mb", "--maxmemory-policy", "noeviction")
    store, ref, acknowledged = await other.store(), TableRef("v", "t"), 0

    async def fill() -> None:
        nonlocal acknowledged
        while True:
            step = Commit(ref, acknowledged, b"d", log=(b"x" * 20_000,), seen=(str(acknowledged),))
            assert isinstance(await store.commit(step), Committed)
            acknowledged += 1

    with pytest.raises(StoreTrouble, match="no memory left") as raised:
        await fill()
    assert (raised.value.kind, raised.value.pending) == ("full", False)
    assert await store.version(ref) == acknowledged == len(await store.log(ref)) > 0
    await other.command("CONFIG", "SET", "maxmemory", "1mb")  # At the limit a small write may still succeed.
    assert (await trouble_with(other.url)).kind == "full"
    await store.close()


async def test_a_server_that_cannot_write_its_disk_takes_no_commit(start_other: StartOther) -> None:
    """Threats F6: MISCONF, after a failed save."""
    other = await start_other("--save", "1000 1")
    store, ref = await other.store(), TableRef("v", "t")
    await store.commit(Commit(ref, 0, b""))
    await asyncio.to_thread(Path(other.folder, "dump.rdb").mkdir)
    await other.command("BGSAVE")

    async def failed() -> bool:
        return b"rdb_last_bgsave_status:err" in await store.pipe.read("INFO", "persistence")

    await until(store, failed)
    with pytest.raises(StoreTrouble, match="can't write its data to disk") as raised:
        await store.commit(Commit(ref, 1, b""))
    assert (raised.value.kind, raised.value.pending) == ("full", False)
    assert await store.version(ref) == 1
    await store.close()


async def test_a_user_with_too_few_rights_is_refused_at_the_start(start_other: StartOther) -> None:
    """Threats T19: an ACL user limited to our keys and commands is enough; a missing command shows at once."""
    other = await start_other()
    rights = ("on", f">{PASSWORD}", "~pl:*", "+@all", "-@dangerous", "-@admin")
    await other.command("ACL", "SETUSER", "bot", *rights)
    url = other.url.replace("unix://", f"unix://bot:{PASSWORD}@")
    store = await Store.connect(url)
    assert isinstance(await store.commit(Commit(TableRef("v", "t"), 0, b"", closed=True)), Committed)
    await store.close()
    await other.command("ACL", "SETUSER", "bot", "-pexpire")
    trouble = await trouble_with(url)
    assert trouble.kind == "refused"
    assert "access list" in str(trouble)


async def test_a_server_without_an_append_only_file_is_a_warning(start_other: StartOther) -> None:
    other = await start_other()
    with capture_logs() as logs:
        await (await other.store()).close()
    assert [line["event"] for line in logs] == ["store.not_durable"]
    await other.command("CONFIG", "SET", "appendonly", "yes")
    with capture_logs() as logs:
        await (await other.store()).close()
    assert logs == []


async def is_busy(other: Any) -> bool:
    try:
        await other.command("PING")
    except ResponseError as error:
        return str(error).startswith("BUSY")
    return False


async def test_a_busy_script_is_told_as_busy(start_other: StartOther) -> None:
    other = await start_other("--lua-time-limit", "20")
    store = await other.store()
    endless = asyncio.ensure_future(other.command("EVAL", "while true do end", "0"))
    async with asyncio.timeout(60):
        while not await is_busy(other):  # noqa: ASYNC110 - the server only answers when asked
            await asyncio.sleep(0.02)
    with pytest.raises(StoreTrouble, match="busy with a script") as raised:
        await store.commit(Commit(TableRef("v", "t"), 0, b""))
    assert (raised.value.kind, raised.value.pending) == ("busy", False)
    await other.command("SCRIPT", "KILL")
    await asyncio.gather(endless, return_exceptions=True)
    assert isinstance(await store.commit(Commit(TableRef("v", "t"), 0, b"")), Committed)
    await store.close()


async def test_a_hung_server_leaves_the_outcome_open_and_the_repeat_is_harmless(
    start_other: StartOther, passing: Any
) -> None:
    """Threats F3: after a time-out the outcome is unknown; the message's id tells it."""
    other = await start_other()
    store, ref = await other.store(), TableRef("v", "t")
    await store.commit(Commit(TableRef("v", "other"), 0, b""))  # the script is known
    other.signal(signal.SIGSTOP)
    step = Commit(ref, 0, b"", seen=("m",))
    steps = asyncio.gather(store.commit(step), *(store.version(ref) for _ in range(5)), return_exceptions=True)
    for _ in range(100):
        await asyncio.sleep(0)  # until the commit is under way
    passing.skipped += 61.0
    troubles = await steps  # each at the same moment, because they wait in parallel
    assert [(each.kind, each.pending) for each in troubles if isinstance(each, StoreTrouble)] == [
        ("timeout", True),
        *[("timeout", False)] * 5,
    ]
    other.signal(signal.SIGCONT)

    async def answered() -> bool:
        return await store.version(ref) == 1

    await until(store, answered)
    assert await store.commit(step) == Seen(("m",))
    await store.close()


async def test_a_command_that_never_left_is_not_pending(start_other: StartOther) -> None:
    """All connections are in use; a command that waits for one was certainly not done."""
    other = await start_other()
    store = await other.store()
    pipe = store.pipe
    assert pipe._alarm is not None
    pipe._alarm.cancel()  # the alarm of the earlier calls, which had more time
    pipe._alarm, pipe._timeout = None, 0.1
    pipe._free.clear()
    with pytest.raises(StoreTrouble) as raised:
        await store.commit(Commit(TableRef("v", "t"), 0, b""))
    assert (raised.value.kind, raised.value.pending) == ("timeout", False)
    await store.close()


async def test_a_forgotten_script_is_sent_again(start_other: StartOther) -> None:
    other = await start_other()
    store = await other.store()
    await store.commit(Commit(TableRef("v", "a"), 0, b""))
    await other.command("SCRIPT", "FLUSH")
    steps = (store.commit(Commit(TableRef("v", f"b{number}"), 0, b"")) for number in range(20))
    assert all(isinstance(answer, Committed) for answer in await asyncio.gather(*steps))
    assert await store.pipe.read("SCRIPT", "EXISTS", COMMIT.digest) == [1]
    await store.close()


async def test_connections_cut_by_the_server_are_made_anew(start_other: StartOther) -> None:
    other = await start_other()
    store = await other.store()
    for version in range(5):
        await other.command("CLIENT", "KILL", "TYPE", "normal")
        await asyncio.sleep(0.1)
        assert isinstance(await store.commit(Commit(TableRef("v", "t"), version, b"")), Committed)
    await store.close()


async def test_what_was_acknowledged_survives_kill_9_and_the_store_comes_back(binary: Path, folder: Path) -> None:
    """Threats F2: twenty tables play on while the server is killed three times."""
    async with await EmbeddedServer.start(folder, binary=binary) as server:
        store = await Store.connect(server.url, timeout=10)
        acknowledged = dict.fromkeys(map(str, range(20)), 0)
        ended, kinds = asyncio.Event(), set()

        async def play(table: str) -> None:
            ref = TableRef("v", table)
            while not ended.is_set():
                version = acknowledged[table]
                step = Commit(ref, version, b"x" * 500, seen=(f"{table}-{version}",), log=(b"%d" % version,))
                try:
                    answer = await store.commit(step)
                except StoreTrouble as trouble:
                    kinds.add(trouble.kind)
                    await asyncio.sleep(0.005)
                    continue
                assert not isinstance(answer, Stale), f"{answer} but {version} was acknowledged"
                acknowledged[table] += 1

        players = [asyncio.ensure_future(play(table)) for table in acknowledged]
        for _ in range(3):
            await asyncio.sleep(0.2)
            before, count = server.pid, sum(acknowledged.values())
            assert before is not None
            os.kill(before, signal.SIGKILL)

            async def playing(count: int = count, before: int = before) -> bool:
                return server.pid != before and sum(acknowledged.values()) > count + 100

            await until(store, playing)
        ended.set()
        await asyncio.gather(*players)
        assert "unreachable" in kinds <= {"unreachable", "timeout", "loading"}
        for table, version in acknowledged.items():
            assert await store.version(TableRef("v", table)) == version
            assert len(await store.log(TableRef("v", table))) == version
        await store.close()


@pytest.mark.parametrize("lost", [1, 30, 150, 700])
async def test_half_a_step_in_the_log_is_never_played(binary: Path, folder: Path, lost: int) -> None:
    """It was killed while it wrote the third step: that step is repeated, and stored once, even after another start."""
    ref, server = TableRef("v", "t"), await EmbeddedServer.start(folder, binary=binary)

    async def stands(steps: int) -> None:
        async with await EmbeddedServer.start(folder, binary=binary) as server:
            store = await Store.connect(server.url)
            assert (await store.version(ref), await store.log(ref)) == (steps, [b"%d" % each for each in range(steps)])
            await store.commit(Commit(ref, steps, b"x" * 500, (str(steps),), log=(b"%d" % steps,)))
            await store.close()

    async with server:
        store = await Store.connect(server.url)
        for step in range(3):
            await store.commit(Commit(ref, step, b"x" * 500, (str(step),), log=(b"%d" % step,)))
        await store.close()
    file = next(iter([*folder.glob("appendonlydir/*.incr.aof"), *folder.glob("appendonly.aof")]))  # noqa: ASYNC240
    written = await asyncio.to_thread(file.read_bytes)
    whole = written.rindex(b"EXEC\r\n") + 6  # after the third step the server may have noted keys that expired
    await asyncio.to_thread(file.write_bytes, written[: whole - lost])
    for steps in (2, 3, 4):
        await stands(steps)


async def test_a_log_that_is_broken_elsewhere_is_left_as_it_is(binary: Path, folder: Path) -> None:
    ref = TableRef("v", "t")
    async with await EmbeddedServer.start(folder, binary=binary) as server:
        store = await Store.connect(server.url)
        for step in range(3):
            await store.commit(Commit(ref, step, b"x" * 500, log=(b"%d" % step,)))
        await store.close()
    file = next(iter([*folder.glob("appendonlydir/*.incr.aof"), *folder.glob("appendonly.aof")]))  # noqa: ASYNC240
    written = (await asyncio.to_thread(file.read_bytes)).replace(b"MULTI", b"MU\r\nI")
    await asyncio.to_thread(file.write_bytes, written)
    with pytest.raises(StoreTrouble, match="did not start"):
        await EmbeddedServer.start(folder, binary=binary)
    assert await asyncio.to_thread(file.read_bytes) == written


async def test_money_is_exact_after_kill_9(binary: Path, folder: Path) -> None:
    async with await EmbeddedServer.start(folder, binary=binary) as server:
        store = await Store.connect(server.url, timeout=60)
        win = Transfer("bank", "purse:web:a", 1, "win")
        payments = [asyncio.ensure_future(store.transfer("v", (win,))) for _ in range(500)]
        await asyncio.sleep(0)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        answers = await asyncio.gather(*payments, return_exceptions=True)
        sure = sum(isinstance(answer, dict) for answer in answers)
        maybe = sum(isinstance(answer, StoreTrouble) and answer.pending for answer in answers)

        async def back() -> bool:
            return await store.pipe.read("PING") == b"PONG"

        await until(store, back)
        accounts = await store.accounts("v")
        assert sum(accounts.values()) == 0
        assert sure <= accounts.get("purse:web:a", 0) <= sure + maybe
        assert len(await store.ledger("v", count=1000)) == accounts.get("purse:web:a", 0)
        await store.close()


# Replicas (F5)


async def with_a_replica(start_other: StartOther) -> tuple[Any, Any, Store]:
    """Start a primary with a replica that has caught up, and a store that knows it."""
    primary = await start_other("--repl-diskless-sync-delay", "0", "--shutdown-timeout", "0", tcp=True)
    replica = await start_other("--replicaof", "127.0.0.1", str(primary.port))
    async with asyncio.timeout(60):
        while b"state=online" not in await primary.command("INFO", "replication"):  # noqa: ASYNC110 - it can only be asked
            await asyncio.sleep(0.05)
    store = await primary.store(timeout=4.0)
    assert store.pipe.replicas == 1
    return primary, replica, store


def paid(ref: TableRef, version: int) -> Commit:
    return Commit(ref, version, b"d", seen=(f"m{version}",), transfers=(Transfer("bank", "purse:web:a", 5, "won"),))


async def test_money_that_no_replica_has_is_never_called_done(
    start_other: StartOther, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F5: it is stored, but would be lost with the server. The same holds for a step without money."""
    _, replica, store = await with_a_replica(start_other)
    ref = TableRef("v", "t")
    assert isinstance(await store.commit(paid(ref, 0)), Committed)
    replica.signal(signal.SIGSTOP)
    try:
        with monkeypatch.context() as impatient:
            impatient.setattr(pipe, "WAITS_AT_MOST", 0.1)  # no waiting helps as long as the replica stands still
            with pytest.raises(StoreTrouble, match="not all replicas have it yet") as raised:
                await store.commit(paid(ref, 1))
            assert (raised.value.kind, raised.value.pending) == ("unconfirmed", True)
            with pytest.raises(StoreTrouble, match="not all replicas have it yet"):
                await store.commit(Commit(ref, 2, b"d"))
            with pytest.raises(StoreTrouble, match="not all replicas have it yet"):
                await store.transfer("v", (Transfer("bank", "purse:web:a", 1, "won", once="x"),))
    finally:
        replica.signal(signal.SIGCONT)
    assert await store.commit(paid(ref, 1)) == Seen(("m1",)), "the repeat finds it, once"
    assert await store.balance("v", "purse:web:a") == 11
    await store.close()


async def test_a_script_that_the_server_forgot_is_confirmed_too(start_other: StartOther) -> None:
    primary, _, store = await with_a_replica(start_other)
    await primary.command("SCRIPT", "FLUSH")
    assert isinstance(await store.commit(paid(TableRef("v", "t"), 0)), Committed)
    await store.close()


async def test_nothing_that_could_be_lost_is_taken_once_replicas_are_gone(start_other: StartOther) -> None:
    """F31: neither money nor a step; as soon as a replica is back all goes on."""
    primary, replica, store = await with_a_replica(start_other)
    ref = TableRef("v", "t")
    assert isinstance(await store.commit(Commit(ref, 0, b"d")), Committed)
    replica.process.terminate()
    async with asyncio.timeout(60):
        while b"connected_slaves:0" not in await primary.command("INFO", "replication"):  # noqa: ASYNC110 - it can only be asked
            await asyncio.sleep(0.05)
    for _ in range(2):  # whoever looks is told, until it is back
        with pytest.raises(StoreTrouble, match="has lost its replicas: it has 0 of 1"):
            await store.look()
    assert store.pipe.replicas == 0
    for step in (Commit(ref, 1, b"d"), paid(ref, 1)):
        with pytest.raises(StoreTrouble, match="has lost its replicas: it has 0 of 1") as raised:
            await store.commit(step)
        assert (raised.value.kind, raised.value.pending) == ("read_only", False)
    assert await store.version(ref) == 1
    await start_other("--replicaof", "127.0.0.1", str(primary.port))
    async with asyncio.timeout(60):
        while True:
            with suppress(StoreTrouble):
                assert isinstance(await store.commit(paid(ref, 1)), Committed)
                break
            await asyncio.sleep(0.05)
    await store.close()


async def test_a_policy_that_is_changed_while_we_run_is_told(start_other: StartOther) -> None:
    """F4."""
    other = await start_other()
    store = await other.store()
    await store.look()
    await other.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    with pytest.raises(StoreTrouble, match="maxmemory-policy allkeys-lru"):
        await store.look()
    await other.command("CONFIG", "SET", "maxmemory-policy", "noeviction")
    await store.look()
    await store.close()
