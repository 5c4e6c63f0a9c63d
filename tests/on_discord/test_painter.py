"""Test that a program beside the bot draws boards: nobody waits for a picture, and it starts and ends with the bot."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from gatherings import opened
from night import Night

from bot.ports.messages import ShownBoard, ShownPiece
from bot.render import painter, painting, picture
from bot.render.painter import PainterBeside, PainterHere, PaintingProgram, surroundings
from bot.render.painting import BoardWanted
from games.kit.seats import Seat

PNG = b"\x89PNG"


def board(*, height: int = 300, face: str = "d6-4") -> ShownBoard:
    return ShownBoard.of(height, "All", (ShownPiece("die", face, 10, 10, 30, 30, name="a 4", seat=Seat(0)),))


@pytest.fixture
async def beside() -> AsyncIterator[PainterBeside]:
    found = PainterBeside()
    yield found
    await found.stop()


POISONED = """
import sys
from bot.render import painting, picture

drawn = painting.drawn
painting.drawn = lambda one: sys.exit() if painting.WANTED.decode(one).board.height == 666 else drawn(one)
painting.serve(sys.stdin.buffer, sys.stdout.buffer)
"""


def programs(of: int | None = None) -> list[int]:
    """Return the programs that draw for a process, or for any."""
    listed = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    parts = [line.split(None, 3) for line in listed]
    ours = [one for one in parts if painting.__name__ in one[3] and not one[2].startswith("Z")]
    return [int(one[0]) for one in ours if of is None or int(one[1]) == of]


def gone(pid: int) -> bool:
    return pid not in programs()


async def test_a_picture_is_the_same_wherever_it_is_drawn(beside: PainterBeside) -> None:
    here = await PainterHere().drawn(BoardWanted(board(), 400, 30_000))
    assert here is not None
    assert here.startswith(PNG)
    assert await beside.drawn(BoardWanted(board(), 400, 30_000)) == here
    assert len(programs(os.getpid())) == 1


async def test_the_same_board_is_drawn_once_however_many_ask(
    beside: PainterBeside, monkeypatch: pytest.MonkeyPatch
) -> None:
    await beside.start()
    asked = list[bytes]()
    drawn = PaintingProgram.drawn

    async def counted(program: PaintingProgram, content: bytes) -> bytes:
        asked.append(content)
        return await drawn(program, content)

    monkeypatch.setattr(PaintingProgram, "drawn", counted)
    found = await asyncio.gather(*(beside.drawn(BoardWanted(board(), 400, 30_000)) for _ in range(20)))
    assert len(set(found)) == 1
    assert await beside.drawn(BoardWanted(board(), 400, 30_000)) == found[0]
    assert len(asked) == 1
    await asyncio.gather(*(beside.drawn(BoardWanted(board(height=300 + at), 400, 30_000)) for at in range(8)))
    assert len(asked) == 8, "the first of them was kept"


async def test_a_program_that_was_killed_is_started_anew(beside: PainterBeside) -> None:
    assert await beside.drawn(BoardWanted(board(), 400, 30_000))
    (first,) = programs(os.getpid())
    os.kill(first, signal.SIGKILL)
    found = await asyncio.gather(*(beside.drawn(BoardWanted(board(height=310 + at), 400, 30_000)) for at in range(5)))
    assert all(one is not None and one.startswith(PNG) for one in found)
    (second,) = programs(os.getpid())
    assert second != first


async def test_a_program_that_is_stuck_is_ended_and_the_picture_still_comes(
    beside: PainterBeside, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await beside.drawn(BoardWanted(board(), 400, 30_000))
    (first,) = programs(os.getpid())
    monkeypatch.setattr(painter, "PATIENCE", 1.0)
    os.kill(first, signal.SIGSTOP)
    assert await beside.drawn(BoardWanted(board(height=320), 400, 30_000))
    assert gone(first)


async def test_a_board_that_ends_the_program_costs_its_own_picture_and_no_other(
    beside: PainterBeside, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever ended that program would end the bot too, if it drew pictures itself."""
    monkeypatch.setattr(painter, "PROGRAM", (sys.executable, "-c", POISONED))
    poison, *others = await asyncio.gather(
        *(beside.drawn(BoardWanted(board(height=height), 400, 30_000)) for height in (666, 300, 301, 302))
    )
    assert poison is None
    assert all(one is not None and one.startswith(PNG) for one in others)
    assert "drawn by the bot itself" not in capsys.readouterr().out


async def test_a_program_that_ends_before_it_drew_anything_can_not_be_had(
    beside: PainterBeside, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(painter, "PROGRAM", (sys.executable, "-c", "import nothing_of_this_name"))
    for height in (300, 301):
        found = await beside.drawn(BoardWanted(board(height=height), 400, 30_000))
        assert found is not None
        assert found.startswith(PNG)
    assert capsys.readouterr().out.count("drawn by the bot itself") == 1


async def test_the_program_is_stopped_with_pictures_still_to_be_drawn(beside: PainterBeside) -> None:
    asked = [asyncio.create_task(beside.drawn(BoardWanted(board(height=300 + at), 400, 30_000))) for at in range(20)]
    await asyncio.sleep(0.01)
    await beside.stop()
    await asyncio.gather(*asked, return_exceptions=True)
    assert not programs(os.getpid())


async def test_where_no_program_can_be_had_pictures_come_all_the_same(
    beside: PainterBeside, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(painter, "PROGRAM", ("/nowhere/at/all",))
    for height in (300, 301, 302):
        found = await beside.drawn(BoardWanted(board(height=height), 400, 30_000))
        assert found is not None
        assert found.startswith(PNG)
    assert capsys.readouterr().out.count("drawn by the bot itself") == 1


def test_pieces_are_kept_by_the_bytes_that_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    picture.sprite.cache_clear()
    large = picture.size_of(picture.sprite(ShownPiece("die", "d6-4", 4, 4, 300, 300), 2.0))
    for side in range(300, 300 + 2 * picture.SPRITES // large):
        picture.sprite(ShownPiece("die", "d6-4", 4, 4, side, side), 2.0)
    kept = picture.sprite.cache_info()
    assert 0 < kept.currsize <= picture.SPRITES
    picture.sprite.cache_clear()


async def test_what_cant_be_drawn_is_nobodys_picture_and_the_next_one_is_drawn(beside: PainterBeside) -> None:
    assert await beside.drawn(BoardWanted(board(height=-5), 400, 30_000)) is None
    assert await beside.drawn(BoardWanted(board(), 400, 30_000)) is not None
    assert painting.drawn(b"no board") == b""


async def test_the_program_ends_with_the_bots_painter(beside: PainterBeside) -> None:
    assert await beside.drawn(BoardWanted(board(), 400, 30_000))
    (pid,) = programs(os.getpid())
    await beside.stop()
    assert gone(pid)


BOT = """
import asyncio, signal
from bot.render.painter import PainterBeside
from bot.ports.shown import ShownBoard
from bot.render.painting import BoardWanted

async def main():
    painter = PainterBeside()
    assert await painter.drawn(BoardWanted(ShownBoard.of(300, "All", ()), 400, 30_000))
    print("drawn", flush=True)
    await asyncio.sleep(60)

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_program_is_left_behind_however_the_bot_ends(how: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", BOT], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=surroundings(os.environ)
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"drawn\n"
        (pid,) = programs(running.pid)
        running.send_signal(how)
        running.wait(10)
    until = time.monotonic() + 10
    while not gone(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert gone(pid)


def test_the_program_knows_no_game_no_store_and_no_chat() -> None:
    asked = "import sys, bot.render.painting, bot.render.picture; print(*sorted(sys.modules), sep='\\n')"
    found = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=surroundings(os.environ)
    ).stdout.split()
    ours = {name for name in found if name.split(".")[0] in {"bot", "games", "persistence", "potluck"}}
    assert {name.split(".")[1] for name in ours if name.startswith("bot.")} == {"ports", "render"}
    assert {name for name in ours if name.startswith("bot.ports.")} == {"bot.ports.shown"}
    assert {name.split(".")[1] for name in ours if name.startswith("games.")} == {"kit"}
    assert not {"discord", "twitchio", "redis", "aiohttp", "structlog", "logging.handlers"} & set(found)


def test_the_program_is_told_nothing_of_our_surroundings() -> None:
    told = surroundings({"DISCORD_TOKEN": "secret", "PATH": "/bin", "POTLUCK_KEY": "secret"})
    assert set(told) == {"PATH", "PYTHONPATH"}


async def test_a_table_on_discord_shows_what_the_program_drew(night: Night, beside: PainterBeside) -> None:
    await night.stop()
    night.painter = beside
    await night.start()
    await night.until(lambda: programs(os.getpid()), lambda: "a program before the first picture")
    people = night.people("ann", "ben", "cid")
    await opened(night, people, "poohead", "swap_seconds=600", night.channel)
    card = await night.card("Cards may be swapped")
    await night.quiet()
    assert len(programs(os.getpid())) == 1
    (picture,) = night.cards[-1].attachments
    assert picture.data.startswith(PNG)
    pressed: Any = await people[0].presses(card, "My hand")
    assert pressed.answer.attachments[0].data.startswith(PNG)
