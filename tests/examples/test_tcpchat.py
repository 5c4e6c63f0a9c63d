"""Test the example adapter of `docs/write-an-adapter.md`: whole games over sockets, secrets, and rude connections."""

import asyncio
import contextlib
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from tcp_people import PATIENCE, Chat, Client, a_chat
from tcpchat.limits import AT_ONCE, LONGEST

from bot.adapters.console.transcript import Cue, agrees, parse
from persistence import EmbeddedServer

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
SCENES = HOUSE / "tests" / "transcripts"


@pytest.fixture
async def room(redis: EmbeddedServer) -> AsyncIterator[Chat]:
    async with Redis.from_url(redis.url) as bare:
        await bare.flushall()
    async with a_chat(redis.url) as opened:
        yield opened


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the rate limit, since a test says a whole game faster than anybody types."""
    monkeypatch.setattr("tcpchat.glue.AT_ONCE", 10_000)


# Whole games


def cues_of(scene: Path) -> list[Cue]:
    return parse(scene.read_text(encoding="utf-8"))


def told(expected: tuple[str, ...], to: str) -> list[str]:
    """Return the lines a transcript shows to these people. `…` stands for lines to anybody."""
    lines = [line for line in expected if line.startswith(f"{to} | ") or line == "…"]
    return [line.removeprefix(f"{to} | ") for line in lines]


def read(lines: list[str], mark: str) -> list[str]:
    return [line.removeprefix(mark) for line in lines if line.startswith(mark)]


@pytest.mark.usefixtures("unhurried", "highdie_installed")
@pytest.mark.parametrize(
    "scene",
    [HERE / "highdie.txt", SCENES / "poohead-whole-game-of-two.txt", SCENES / "headache-the-example.txt"],
    ids=lambda path: path.stem,
)
async def test_a_whole_game_reads_as_in_the_console_and_each_secret_goes_to_its_owner_alone(
    room: Chat, scene: Path
) -> None:
    """A silent spectator reads only what everybody reads."""
    await room.enter("eve")
    secrets = 0
    for cue in cues_of(scene):
        read_by = await room.play(cue)
        expected = () if cue.expected in {None, ("(nothing)",)} else cue.expected or ()
        for name, lines in read_by.items():
            assert agrees(told(expected, "#table"), read(lines, "* ")), (cue.source, name, lines)
            assert agrees(told(expected, f"@{name}"), read(lines, "** ")), (cue.source, name, lines)
            assert read(lines, f"{cue.name}> ") == ([cue.text] if cue.order == "say" else [])
            secrets += sum(line.startswith("** ") for line in lines)
        assert not read(read_by["eve"], "** ")
    assert secrets > 5


# Identity, and dropped connections


async def dealt(room: Chat, *names: str) -> None:
    """Deal a game of High Die in which these people have the dice 1, 2, 3 …"""
    await room.play(parse(f"dice: {' '.join(str(face) for face, _ in enumerate(names, start=1))} 6")[0])
    for name in names:
        await room.enter(name)
        await room.say(name, "!open highdie" if name == names[0] else "!join")
    await room.say(names[0], "!start")


@pytest.mark.usefixtures("highdie_installed")
async def test_who_was_cut_off_comes_back_by_the_key_and_finds_their_die(room: Chat) -> None:
    await dealt(room, "ann", "bob")
    key = await room.drop("ann")
    await room.say("bob", "!keep")
    assert "** Your die shows 1." in await room.enter("ann", key)
    told_all = (await room.say("ann", "@keep"))["bob"]
    assert any("ann shows 1. bob shows 2." in line for line in told_all)


@pytest.mark.usefixtures("highdie_installed")
async def test_what_was_told_while_somebody_was_away_waits_for_them(room: Chat) -> None:
    await dealt(room, "ann", "bob", "cid")
    heard, client = room.app.heard, room.clients["ann"]
    client.say("!again")
    await room.app.has_heard(heard + 1)
    key = await room.drop("ann")
    await room.so_far()
    assert "** Your die shows 6." in await room.enter("ann", key)


@pytest.mark.usefixtures("highdie_installed")
async def test_a_name_without_its_key_is_somebody_else(room: Chat) -> None:
    await dealt(room, "ann", "bob")
    await room.drop("ann")
    assert not read(await room.enter("ann"), "** ")
    assert await room.say("ann", "@hand") == {"ann": ["** There is nothing in your hand."], "bob": []}


@pytest.mark.usefixtures("highdie_installed")
async def test_one_person_on_two_connections_reads_on_both(room: Chat) -> None:
    await dealt(room, "ann", "bob")
    first = room.clients["ann"]
    await room.enter("ann", first.key)
    assert (await room.say("ann", "@hand"))["ann"] == ["** Your die shows 1."]
    assert "** Your die shows 1." in await first.until("-- so far")


@pytest.mark.usefixtures("highdie_installed")
async def test_a_line_that_comes_again_with_its_number_changes_nothing(room: Chat) -> None:
    await dealt(room, "ann", "bob")
    await room.say("ann", "=1 !again")
    again = await room.say("ann", "=1 !again")
    assert [answer.repeated for answer in room.app.answers[-2:]] == [False, True]
    assert not read(again["bob"], "* ")


# Rude lines


@pytest.mark.parametrize(
    "line", [b"!open \xff\xfe", b"\x00\x1b[2J", b"=", b"=99999999999 !roll", b"@", b"", b"=1 ", "!\u202eopen".encode()]
)
async def test_a_garbled_line_does_no_harm_and_moves_nobodys_cursor(room: Chat, line: bytes) -> None:
    await room.enter("ann")
    await room.enter("bob")
    heard = room.app.heard
    room.clients["ann"].writer.write(line + b"\r\n")
    await room.app.has_heard(heard + 1)
    for lines in (await room.so_far()).values():
        assert all(text.isprintable() for text in lines), lines
    assert await room.say("ann", "@tables")


async def test_a_line_that_is_too_long_is_not_heard_and_neither_is_its_tail(room: Chat) -> None:
    await room.enter("ann")
    for length in (LONGEST, 2 * LONGEST, 20 * LONGEST):
        room.clients["ann"].say("x" * length + " !open poohead")
        assert (await room.clients["ann"].line()).startswith("** A line has 500 bytes at most")
    assert room.app.heard == 0
    room.clients["ann"].say("=5 " + "y" * (LONGEST - 3))
    await room.app.has_heard(1)


async def test_half_a_line_before_the_end_is_not_heard(room: Chat) -> None:
    await room.enter("ann")
    await room.enter("bob")
    await room.drop("ann")
    assert await room.say("bob", "@tables")
    assert room.app.heard == 1


async def test_who_talks_too_fast_is_told_so(room: Chat) -> None:
    await room.enter("ann")
    client = room.clients["ann"]
    for _ in range(AT_ONCE + 5):
        client.say("hello everybody")
    while "Too fast" not in await client.line():
        pass
    await room.app.has_heard(AT_ONCE)


@pytest.mark.parametrize("line", ["hi", "hello", "hello table:", "hello ann 123", f"hello {'a' * 17}", "!open poohead"])
async def test_who_does_not_say_hello_is_not_let_in(room: Chat, line: str) -> None:
    client = await room.connect()
    client.say(line)
    assert await client.ended() == ["** Say hello and your name first: hello ann"]
    assert room.app.heard == 0


async def test_who_reads_nothing_is_cut_off_and_holds_nobody_up(room: Chat) -> None:
    with socket.create_connection(("127.0.0.1", room.port)) as deaf:
        deaf.sendall(b"hello eve\n")
        await room.until_here("eve")
        for _ in range(2000):
            room.tell_all("x" * 10_000)
            await asyncio.sleep(0)
        assert not room.is_here("eve")
    await room.enter("ann")
    assert await room.say("ann", "@tables")


async def test_a_full_room_says_so(room: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tcpchat.connection.MOST_HERE", 1)
    await room.enter("ann")
    client = await room.connect()
    client.say("hello bob")
    assert await client.ended() == ["** The room is full."]


# As a program


@contextlib.asynccontextmanager
async def program(data: Path) -> AsyncIterator[int]:
    """Run `python -m tcpchat 0` with its data in this folder, until it is killed; yield the port."""
    path = os.pathsep.join((str(HOUSE), str(HOUSE / "examples" / "tcpchat")))
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tcpchat",
        "0",
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path, "POTLUCK_DATA": str(data)},
    )
    try:
        assert started.stdout is not None
        async with asyncio.timeout(PATIENCE):
            said = (await started.stdout.readline()).decode()
        yield int(said.split()[-1])
    finally:
        started.kill()
        await started.wait()


@contextlib.asynccontextmanager
async def connected(port: int, hello: str) -> AsyncIterator[Client]:
    client = Client(*await asyncio.open_connection("127.0.0.1", port))
    client.say(hello)
    yield client
    client.writer.close()


async def test_after_a_restart_the_key_brings_one_back_to_the_table() -> None:
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with program(Path(made)) as port, connected(port, "hello ann") as ann:
            key = (await ann.line()).rpartition(" ")[2]
            ann.say("!open poohead")
            ann.say("=7 !bots 1")
            await ann.until_line("sits down")
        async with program(Path(made)) as port, connected(port, f"hello ann {key}") as ann:
            ann.say("=7 !bots 1")
            await ann.until_line("taken before")
            ann.say("!start")
            await ann.until_line("** Your hand: ")
