"""Test the pipe with a scripted server: what is sent, who is told what, and what is left behind."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any

import hiredis
import pytest
import pytest_asyncio

from persistence.address import address
from persistence.pipe import COUNTED_EVERY, LARGEST_LOAD, Pipe
from persistence.scripts import Script
from persistence.troubles import StoreTrouble

SCRIPT = Script("return 7", "d1ge57")
HANG_UP = b"hang up"
PATIENCE = 60.0
"""Seconds for what must happen in the end."""
SHORT = 0.05
"""Seconds to wait for a server that never answers."""


class Told:
    """A server on a unix socket. `answers`: by a command's first word; those in `mute` are not answered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heard: list[list[bytes]] = []
        self.connections = 0
        self.answers: dict[bytes, bytes] = {b"PING": b"+PONG\r\n", b"EVAL": b":7\r\n", b"WAIT": b":1\r\n"}
        self.mute: set[bytes] = set()
        self.writers: list[asyncio.StreamWriter] = []
        self.owed: dict[asyncio.StreamWriter, bytes] = {}
        self.replicas = 0
        self.counted = 0
        """How often we were asked how many replicas there are."""

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.writers.append(writer)
        parser = hiredis.Reader()
        while packet := await reader.read(65536):
            parser.feed(packet)
            while (command := parser.gets()) is not False:
                if command[0] == b"INFO":
                    self.counted += 1
                    writer.write(self._replication())
                    continue
                self.heard.append(command)
                if not self._answered(command, writer):
                    break
        writer.close()

    def _replication(self) -> bytes:
        lines = ["role:master", *(f"slave{n}:ip=::1,port=1,state=online,offset=1,lag=0" for n in range(self.replicas))]
        text = "\r\n".join(lines).encode()
        return b"$%d\r\n%b\r\n" % (len(text), text)

    def _answered(self, command: list[bytes], writer: asyncio.StreamWriter) -> bool:
        """Answer a command; return whether the connection goes on."""
        word = command[0]
        answer = command[1] if word == b"ECHO" else self.answers.get(word, b":7\r\n")
        if answer == HANG_UP:
            writer.close()
            return False
        said = b"$%d\r\n%b\r\n" % (len(answer), answer) if word == b"ECHO" else answer
        self.owed[writer] = self.owed.get(writer, b"") + said
        if word not in self.mute:
            writer.write(self.owed.pop(writer))
        return True

    def words(self) -> list[bytes]:
        return [command[0] for command in self.heard]

    def pipe(self, connections: int = 1, timeout: float = PATIENCE) -> Pipe:
        place = address(f"unix://{self.path}", None, PATIENCE, allow_open=False)
        return Pipe([place.connection() for _ in range(connections)], "here", timeout)


@pytest_asyncio.fixture
async def told(folder: Path) -> AsyncIterator[Told]:
    here = Told(folder / "s")
    async with await asyncio.start_unix_server(here.meet, here.path):
        yield here
        for writer in here.writers:
            writer.close()


async def trouble_of(call: asyncio.Future[Any]) -> StoreTrouble:
    """Return what a caller is told; they must be told in the end."""
    done, _ = await asyncio.wait({call}, timeout=PATIENCE)
    assert done, "nobody told the caller anything"
    error = call.exception()
    assert isinstance(error, StoreTrouble)
    return error


async def until(reached: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not reached():  # noqa: ASYNC110 - it can only be asked
            await asyncio.sleep(0)


def called(pipe: Pipe, how: str) -> asyncio.Future[Any]:
    """Return a call of each kind; its last command is a PING or a script."""
    calls: dict[str, Callable[[], Any]] = {
        "read": lambda: pipe.read("PING"),
        "read_all": lambda: pipe.read_all([("ECHO", "a"), ("PING",)]),
        "write": lambda: pipe.write("PING"),
        "write_all": lambda: pipe.write_all([("ECHO", "a"), ("PING",)]),
        "run": lambda: pipe.run(SCRIPT, ["k"], ["a"]),
        "run confirmed": lambda: pipe.run(SCRIPT, ["k"], ["a"], confirmed=True),
    }
    return asyncio.ensure_future(calls[how]())


CALLS = [
    ("read", False),
    ("read_all", False),
    ("write", True),
    ("write_all", True),
    ("run", True),
    ("run confirmed", True),
]
"""Each kind of call, and whether it may change anything."""


# Calls whose answer is lost


@pytest.mark.parametrize(("how", "changes"), CALLS)
async def test_what_may_have_been_done_when_the_server_hangs_up_is_pending(told: Told, how: str, changes: bool) -> None:
    """Threats F3."""
    told.answers |= {b"PING": HANG_UP, b"EVALSHA": HANG_UP}
    pipe = told.pipe()
    told.replicas = 1
    pipe.has_replicas(1)
    trouble = await trouble_of(called(pipe, how))
    assert (trouble.kind, trouble.pending) == ("unreachable", changes)
    await pipe.close()


@pytest.mark.parametrize("confirmed", [False, True])
async def test_a_script_sent_in_full_whose_answer_is_lost_is_pending(told: Told, confirmed: bool) -> None:
    told.answers |= {b"EVALSHA": b"-NOSCRIPT No matching script.\r\n", b"EVAL": HANG_UP}
    pipe = told.pipe()
    told.replicas = 1
    pipe.has_replicas(1)
    trouble = await trouble_of(called(pipe, "run confirmed" if confirmed else "run"))
    assert (trouble.kind, trouble.pending) == ("unreachable", True)
    await pipe.close()


@pytest.mark.parametrize(("how", "changes"), CALLS)
async def test_of_a_closed_store_each_caller_is_told(told: Told, how: str, changes: bool) -> None:
    """What was sent may have been done; what waited for a connection was not."""
    told.mute |= {b"PING", b"EVALSHA"}
    pipe = told.pipe()
    told.replicas = 1
    pipe.has_replicas(1)
    left = called(pipe, how)
    await until(lambda: {b"PING", b"EVALSHA"} & set(told.words()))
    waiting = called(pipe, how)
    await asyncio.sleep(0)
    travels = list(pipe._travels)
    await pipe.close()
    for call, pending in ((left, changes), (waiting, False), (called(pipe, how), False)):
        trouble = await trouble_of(call)
        assert (trouble.kind, trouble.pending) == ("unreachable", pending)
        assert "the store was closed" in str(trouble)
    assert [travel.cancelled() for travel in travels] == [True]
    assert len(set(told.words()) & {b"PING", b"EVALSHA"}) == 1


@pytest.mark.parametrize(("how", "changes"), CALLS)
async def test_what_never_reached_a_server_was_not_done(folder: Path, how: str, changes: bool) -> None:
    pipe = Told(folder / "nobody").pipe()
    told.replicas = 1
    pipe.has_replicas(1)
    trouble = await trouble_of(called(pipe, how))
    assert (trouble.kind, trouble.pending) == ("unreachable", False)
    with pytest.raises(StoreTrouble, match="No such file") as raised:
        await pipe.open()
    assert not raised.value.pending
    await pipe.close()


async def test_an_answer_that_comes_too_late_goes_to_nobody_else(told: Told) -> None:
    told.mute.add(b"GET")
    pipe = told.pipe()
    await pipe.open()
    pipe._timeout = SHORT
    trouble = await trouble_of(asyncio.ensure_future(pipe.write("GET", "slow")))
    assert (trouble.kind, trouble.pending) == ("timeout", True)
    pipe._timeout = PATIENCE
    await until(lambda: pipe._free)
    assert await pipe.read("ECHO", "mine") == b"mine"
    await pipe.close()


async def test_each_caller_waits_as_long_as_was_said(told: Told, passing: Any) -> None:
    """This holds wherever its command is: the impatient one's hangs, the other one's waits behind it and then hangs,
    too.
    """
    told.mute.add(b"PING")
    pipe = told.pipe(timeout=100)
    for travelled in (1, 3):
        hasty = called(pipe, "write")
        await until(lambda travelled=travelled: len(told.heard) == travelled)
        passing.skipped += 50
        patient = called(pipe, "write")
        await asyncio.sleep(0)
        passing.skipped += 60
        assert (await trouble_of(hasty)).kind == "timeout"
        await until(lambda travelled=travelled: len(told.heard) == travelled + 1)
        assert not patient.done()
        passing.skipped += 45
        assert (await trouble_of(patient)).kind == "timeout"
        await asyncio.sleep(0)
        passing.skipped += 100
        await until(lambda: pipe._free)
    told.mute.clear()
    assert await pipe.read("PING") == b"PONG"
    await pipe.close()


# What is sent


async def test_its_connections_are_there_before_anybody_calls(told: Told) -> None:
    pipe = told.pipe(3)
    await pipe.open()
    assert await pipe.read("PING") == b"PONG"
    assert told.connections == 3
    await pipe.close()
    assert not any(connection.is_connected for connection in pipe._connections)


async def test_one_connection_serves_call_after_call(told: Told) -> None:
    pipe = told.pipe()
    for number in range(5):
        assert await pipe.read("ECHO", number) == b"%d" % number
    assert told.connections == 1
    await until(lambda: not pipe._travels)
    await pipe.close()


async def test_what_waits_for_a_connection_goes_when_one_is_free(told: Told) -> None:
    pipe = told.pipe()
    first = asyncio.ensure_future(pipe.read("ECHO", "first"))
    await until(lambda: not pipe._free)
    others = [asyncio.ensure_future(pipe.read("ECHO", number)) for number in range(LARGEST_LOAD + 1)]
    done, _ = await asyncio.wait([first, *others], timeout=PATIENCE)
    assert len(done) == LARGEST_LOAD + 2
    assert [one.result() for one in others] == [b"%d" % number for number in range(LARGEST_LOAD + 1)]
    await pipe.close()


async def test_no_load_is_larger_than_a_server_is_asked_to_bear(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, loads = told.pipe(), list[int]()
    await pipe.open()
    (connection,) = pipe._connections
    send = connection.send_packed_command

    async def counted(load: Iterable[bytes], check_health: bool = True) -> None:
        loads.append(len(list(load)))
        await send(load, check_health)

    monkeypatch.setattr(connection, "send_packed_command", counted)
    await asyncio.gather(*(pipe.read("PING") for _ in range(LARGEST_LOAD + 1)))
    assert loads == [LARGEST_LOAD, 1]
    await pipe.close()


async def test_the_command_of_a_caller_that_has_gone_stays_here(told: Told) -> None:
    pipe = told.pipe()
    gone, stays = asyncio.ensure_future(pipe.write("ECHO", "gone")), asyncio.ensure_future(pipe.write("ECHO", "here"))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == b"here"
    alone = asyncio.ensure_future(pipe.write("ECHO", "gone"))
    await asyncio.sleep(0)
    alone.cancel()
    assert await pipe.read("PING") == b"PONG"
    assert [command[-1] for command in told.heard] == [b"here", b"PING"]
    await pipe.close()


async def test_a_call_that_is_closed_before_it_leaves_never_does(told: Told) -> None:
    pipe = told.pipe()
    await pipe.open()
    call = called(pipe, "write")
    await asyncio.sleep(0)
    await pipe.close()
    assert (await trouble_of(call)).pending is False
    assert told.words() == []


# What is told of several commands


async def test_of_several_errors_the_first_is_told(told: Told) -> None:
    told.answers |= {b"BAD": b"-OOM command not allowed\r\n", b"WORSE": b"-BUSY a script runs\r\n"}
    pipe = told.pipe()
    for commands in ([("BAD",), ("WORSE",), ("PING",)], [("PING",), ("BAD",), ("WORSE",)]):
        with pytest.raises(StoreTrouble) as raised:
            await pipe.read_all(commands)
        assert (raised.value.kind, raised.value.pending) == ("full", False)
    await pipe.close()


@pytest.mark.parametrize("answer", [b"-LOADING it loads\r\n", b"-NOAUTH who are you?\r\n", b"-ERR no\r\n"])
async def test_an_error_that_is_an_answer_costs_nobody_the_connection(told: Told, answer: bytes) -> None:
    told.answers[b"BAD"] = answer
    pipe = told.pipe()
    bad, good = await asyncio.gather(pipe.read("BAD"), pipe.read("PING"), return_exceptions=True)
    assert isinstance(bad, StoreTrouble)
    assert (good, told.connections) == (b"PONG", 1)
    await pipe.close()


@pytest.mark.parametrize("confirmed", [False, True])
@pytest.mark.parametrize("before", [1, 2, 3])
async def test_what_becomes_of_what_travels_before_a_script_is_not_told(
    told: Told, before: int, confirmed: bool
) -> None:
    told.answers[b"BAD"] = b"-OOM command not allowed\r\n"
    pipe = told.pipe()
    told.replicas = 1
    pipe.has_replicas(1)
    first = [("BAD",)] * before
    assert await pipe.run(SCRIPT, ["k"], ["a"], first, confirmed=confirmed) == 7
    assert Counter(told.words()) == {b"BAD": before, b"EVALSHA": 1} | ({b"WAIT": 1} if confirmed else {})
    told.answers[b"GOOD"] = b"+OK\r\n"
    assert await pipe.run(SCRIPT, ["k"], ["a"], [("GOOD",)] * before, confirmed=confirmed) == 7
    await pipe.close()


@pytest.mark.parametrize("confirmed", [False, True])
async def test_an_error_of_the_script_itself_is_told(told: Told, confirmed: bool) -> None:
    told.answers[b"EVALSHA"] = b"-OOM command not allowed\r\n"
    pipe = told.pipe()
    told.replicas = 1
    pipe.has_replicas(1)
    with pytest.raises(StoreTrouble, match="no memory"):
        await pipe.run(SCRIPT, ["k"], ["a"], [("PING",)], confirmed=confirmed)
    await pipe.close()


async def test_a_script_is_sent_again_also_where_what_came_before_it_failed(told: Told) -> None:
    told.answers |= {b"BAD": b"-OOM command not allowed\r\n", b"EVALSHA": b"-NOSCRIPT No matching script.\r\n"}
    pipe = told.pipe()
    assert await pipe.run(SCRIPT, ["k"], ["a"], [("BAD",)]) == 7
    assert told.words()[-1] == b"EVAL"
    await pipe.close()


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("replicas", "confirmed", "waits"), [(0, False, 0), (0, True, 0), (1, False, 0), (1, True, 1), (2, True, 1)]
)
async def test_a_replica_is_waited_for_where_there_is_one_and_it_matters(
    told: Told, replicas: int, confirmed: bool, waits: int, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threats F5: at most for half of the time that an answer may take."""
    if not known:
        told.answers[b"EVALSHA"] = b"-NOSCRIPT No matching script.\r\n"
    told.answers[b"WAIT"] = b":%d\r\n" % replicas
    pipe = told.pipe()
    assert pipe.replicas == 0, "until the server was asked"
    told.replicas = replicas
    pipe.has_replicas(replicas)
    assert await called(pipe, "run confirmed" if confirmed else "run") == 7
    waited = [command for command in told.heard if command[0] == b"WAIT"]
    again = [] if known else [[b"WAIT", b"%d" % replicas, b"%d" % COUNTED_EVERY]]
    assert waited == ([[b"WAIT", b"1", b"%d" % COUNTED_EVERY], *again] if waits else []), "counted with each answer"
    told.answers[b"WAIT"] = b":0\r\n"
    monkeypatch.setattr("persistence.pipe.WAITS_AT_MOST", 0)
    if waits:
        with pytest.raises(StoreTrouble, match="not all replicas have it") as raised:
            await pipe.run(SCRIPT, ["k"], ["a"], confirmed=True)
        assert (raised.value.kind, raised.value.pending) == ("unconfirmed", True)
    await pipe.close()


async def test_a_replica_that_came_while_we_waited_is_waited_for_too(told: Told) -> None:
    """F5: after a failover any of them may be the primary."""
    pipe = told.pipe()
    told.replicas = 2
    pipe.has_replicas(1)
    step = asyncio.create_task(pipe.run(SCRIPT, ["k"], ["a"], confirmed=True))
    async with asyncio.timeout(PATIENCE):
        while [b"WAIT", b"2"] not in [command[:2] for command in told.heard]:  # noqa: ASYNC110 - it can only be asked
            await asyncio.sleep(0)
    assert not step.done()
    told.answers[b"WAIT"] = b":2\r\n"
    assert await step == 7
    await pipe.close()


async def test_nobody_waits_at_a_server_that_is_a_replica_itself_by_now(told: Told) -> None:
    told.answers[b"WAIT"] = b"-ERR WAIT cannot be used with replica instances.\r\n"
    pipe = told.pipe()
    told.replicas = 1
    pipe.has_replicas(1)
    with pytest.raises(StoreTrouble, match="not all replicas have it"):
        await pipe.run(SCRIPT, ["k"], ["a"], confirmed=True)
    assert told.words().count(b"WAIT") == 1
    await pipe.close()


@pytest.mark.parametrize("has_it", [True, False])
async def test_one_wait_confirms_all_that_travels_together(
    told: Told, has_it: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever only reads is answered at once, whether a replica has what was written or not."""
    monkeypatch.setattr("persistence.pipe.WAITS_AT_MOST", 0)
    told.replicas = 1
    told.answers[b"WAIT"] = b":1\r\n" if has_it else b":0\r\n"
    pipe = told.pipe()
    pipe.has_replicas(1)
    steps = [called(pipe, how) for how in ("run confirmed", "read", "run confirmed", "run", "run confirmed")]
    answers = await asyncio.gather(*steps, return_exceptions=True)
    confirmed = [answers[place] for place in (0, 2, 4)]
    assert (answers[1], answers[3]) == (b"PONG", 7)
    if has_it:
        assert confirmed == [7, 7, 7]
    else:
        assert all(isinstance(one, StoreTrouble) and one.kind == "unconfirmed" for one in confirmed)
        assert len({id(one) for one in confirmed}) == 3, "each has a trace of its own"
    assert told.words().count(b"WAIT") == 1
    await pipe.close()


# What is left behind


def impatient(connection: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make everybody who waits for a connection to close cleanly wait forever: its server accepts nothing."""
    disconnect = connection.disconnect

    async def disconnected(nowait: bool = False) -> None:
        if not nowait:
            await asyncio.get_running_loop().create_future()
        await disconnect(nowait=True)

    monkeypatch.setattr(connection, "disconnect", disconnected)


async def test_a_connection_that_failed_is_let_go_at_once(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    told.answers[b"BAD"] = HANG_UP
    pipe = told.pipe()
    with monkeypatch.context() as stuck:
        impatient(pipe._connections[0], stuck)
        assert (await trouble_of(asyncio.ensure_future(pipe.write("BAD")))).kind == "unreachable"
        assert await pipe.read("PING") == b"PONG"
    assert told.connections == 2
    await pipe.close()


async def test_a_connection_that_the_server_closed_meanwhile_is_made_anew(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's command is lost by that."""
    pipe = told.pipe()
    await pipe.open()
    await until(lambda: told.writers)
    told.writers[0].close()
    while not await pipe._connections[0].can_read():  # noqa: ASYNC110 - it can only be asked
        await asyncio.sleep(0)
    with monkeypatch.context() as stuck:
        impatient(pipe._connections[0], stuck)
        assert await pipe.write("PING") == b"PONG"
    assert (told.connections, told.words()) == (2, [b"PING"])
    await pipe.close()


async def test_when_it_is_closed_nothing_of_it_runs_on(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """This also holds while a connection is being opened."""
    pipe, before = told.pipe(), asyncio.all_tasks()
    connecting = asyncio.get_running_loop().create_future()
    monkeypatch.setattr(pipe._connections[0], "connect", lambda: connecting)
    call = called(pipe, "write")
    await until(lambda: pipe._travels)
    await asyncio.sleep(0)
    await pipe.close()
    assert asyncio.all_tasks() - before <= {call}
    assert not (await trouble_of(call)).pending


async def test_a_lost_connection_is_told_to_callers_and_to_nobody_else(told: Told) -> None:
    lost = list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
    told.answers[b"BAD"] = HANG_UP
    pipe = told.pipe()
    assert (await trouble_of(asyncio.ensure_future(pipe.write("BAD")))).kind == "unreachable"
    await until(lambda: not pipe._travels)
    assert lost == []
    await pipe.close()
