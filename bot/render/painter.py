"""Draw pictures in a separate program, so that nothing else waits; if it can't run, in a thread.

Pillow and resvg block their whole process. The program ends with the bot in any case, because its pipe closes. If the
program can't be started, the bot draws pictures itself; a picture that crashes it twice is not drawn at all.
"""

import asyncio
import hashlib
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import msgspec
import structlog
from cachetools import LRUCache

import bot
from bot.ports.shown import ShownBoard, ShownPiece
from bot.render import painting
from bot.render.painting import BoardWanted, Wanted

PROGRAM: Final = (sys.executable, "-m", painting.__name__)
PATIENCE: Final = 5.0
"""If one picture takes longer than this many seconds, the program is considered stuck."""
STARTS_WITHIN: Final = 30.0
"""Seconds within which it must draw its first picture."""
TRIES: Final = 2
REST: Final = 60.0
"""Seconds until the next try to start it after it failed to start."""
KEPT: Final = 4_000_000
"""Bytes of pictures that are cached."""
FIRST: Final = BoardWanted(ShownBoard.of(40, "", (ShownPiece("die", "d6-1", 4, 4, 30, 30, label="a"),)), 400, KEPT)
"""The program draws this at its start; nobody sees it."""
ENDED: Final = (OSError, EOFError, TimeoutError)
"""The errors by which a program shows that it ended, is stuck, or did not start."""
log = structlog.get_logger()


class Painter(Protocol):
    """Draws boards, and how games ended."""

    async def start(self) -> None:
        """Get ready for the first picture."""
        ...

    async def drawn(self, wanted: Wanted) -> bytes | None:
        """Return what is wanted as PNG; None: it can't be drawn."""
        ...

    async def stop(self) -> None:
        """Release what it holds."""
        ...


class PainterHere:
    """Draws in a thread of this process."""

    async def start(self) -> None:
        """Do nothing: no preparation is needed."""

    async def drawn(self, wanted: Wanted) -> bytes | None:
        """Return what is wanted as PNG, as `Painter.drawn` says."""
        try:
            return await asyncio.to_thread(painting.png_of, wanted)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a picture, the table is shown
            log.error("a picture could not be drawn", kind=type(error).__name__)  # noqa: TRY400 - views in frames
            return None

    async def stop(self) -> None:
        """Do nothing: nothing is held."""


class PaintingProgram:
    """The running program. It draws one picture at a time, so that the one which crashes it is known."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> "PaintingProgram":
        """Start the program, and let it draw something, so that the loading delays no real picture. Raises ENDED."""
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        found = cls(
            await asyncio.create_subprocess_exec(
                *PROGRAM, stdin=pipe, stdout=pipe, stderr=nothing, env=surroundings(os.environ)
            )
        )
        try:
            async with asyncio.timeout(STARTS_WITHIN):
                await found.drawn(encoded(FIRST))
        except BaseException:
            await found.stop()
            raise
        return found

    async def drawn(self, content: bytes) -> bytes:
        """Return a picture; empty if it can't be drawn. Raises ENDED if the program has ended."""
        asked, answered = self._process.stdin, self._process.stdout
        if asked is None or answered is None:
            raise BrokenPipeError
        asked.write(painting.framed(content))
        await asked.drain()
        length = int.from_bytes(await answered.readexactly(painting.LENGTH), "big")
        return await answered.readexactly(length)

    async def stop(self) -> None:
        """End the program, and wait until it has ended."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


class PainterBeside:
    """Draws in a separate program. Each picture is drawn once and cached for a while."""

    def __init__(self) -> None:
        self._program: PaintingProgram | None = None
        self._here = PainterHere()
        self._turn = asyncio.Lock()
        """Held while the program is started, used or ended."""
        self._not_before = 0.0
        self._kept: LRUCache[bytes, bytes] = LRUCache(KEPT, getsizeof=len)
        self._drawing: dict[bytes, asyncio.Task[bytes | None]] = {}

    async def start(self) -> None:
        """Start the program before the first picture is needed."""
        async with self._turn:
            await self._running()

    async def drawn(self, wanted: Wanted) -> bytes | None:
        """Return what is wanted as PNG, as `Painter.drawn` says."""
        content = encoded(wanted)
        key = hashlib.blake2b(content, digest_size=16).digest()
        if (kept := self._kept.get(key)) is not None:
            return kept
        task = self._drawing.get(key)
        if task is None:
            task = self._drawing[key] = asyncio.create_task(self._draw(key, content), name="a picture")
            task.add_done_callback(lambda _: self._drawing.pop(key, None))
        return await asyncio.shield(task)

    async def _draw(self, key: bytes, content: bytes) -> bytes | None:
        async with self._turn:
            found = await self._by_program(content)
        if found is None:
            return await self._here.drawn(painting.WANTED.decode(content))
        if not found:
            log.error("a picture could not be drawn", kind="unknown")
            return None
        self._kept[key] = found
        return found

    async def _by_program(self, content: bytes) -> bytes | None:
        """Return the program's picture, empty if it crashes the program; None: the program can't be started."""
        for _ in range(TRIES):
            program = await self._running()
            if program is None:
                return None
            try:
                async with asyncio.timeout(PATIENCE):
                    return await program.drawn(content)
            except ENDED as error:
                log.warning("the program that draws has ended", kind=type(error).__name__)
                await self._end()
        return b""

    async def _running(self) -> PaintingProgram | None:
        """Return the program, started if necessary; None: it can't be started."""
        if self._program is None and time.monotonic() >= self._not_before:
            self._program = await self._started()
        return self._program

    async def _started(self) -> PaintingProgram | None:
        for _ in range(TRIES):
            try:
                return await PaintingProgram.start()
            except ENDED as error:
                log.warning("the program that draws did not start", kind=type(error).__name__)
        log.error("pictures are drawn by the bot itself for a while", seconds=REST)
        self._not_before = time.monotonic() + REST
        return None

    async def _end(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            await program.stop()

    async def stop(self) -> None:
        """End the program, and cancel what it was asked for."""
        asked = tuple(self._drawing.values())
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        async with self._turn:
            await self._end()


def encoded(wanted: Wanted) -> bytes:
    """Return a request for a picture in the program's format."""
    return msgspec.msgpack.encode(wanted)


def surroundings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the program's environment: it finds our code, and knows none of our secrets."""
    ours = str(Path(bot.__file__).parents[1])
    kept = {name: value for name, value in environment.items() if name in {"PATH", "LANG", "SYSTEMROOT", "TMPDIR"}}
    return kept | {"PYTHONPATH": os.pathsep.join(filter(None, (ours, environment.get("PYTHONPATH", ""))))}
