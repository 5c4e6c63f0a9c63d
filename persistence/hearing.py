"""Read what a server sends unasked, each message as its bytes come, without waking a task for it.

redis-py connects, and its stream reads for a waiting task, which costs more than the message itself (CPU of a message
that comes alone: 210 us by redis-py, 90 this way, on a busy machine; 80 of them are the wait of the event loop).
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final, cast

import hiredis
from redis import exceptions as redis_errors
from redis.asyncio.connection import AbstractConnection

_GONE: Final = "the server has closed the connection"


class Hearing(asyncio.Protocol):
    """Hears all that comes on a connection from now on, in place of redis-py's stream, until it is lost.

    `take`: gets each message; what it raises ends the hearing.
    """

    def __init__(self, connection: AbstractConnection, take: Callable[[list[bytes]], None]) -> None:
        writer = connection._writer  # noqa: SLF001 - redis-py has no other way to its transport
        if writer is None:
            raise redis_errors.ConnectionError(_GONE)
        self._take, self._reader = take, hiredis.Reader(replyError=redis_errors.ResponseError)
        self._transport = cast("asyncio.Transport", writer.transport)
        self._stream = cast("asyncio.streams.FlowControlMixin", self._transport.get_protocol())
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.count, self._wanted, self._came = 0, 0, asyncio.Event()
        """How many messages came, how many are waited for, and whether they are here, or the connection is lost."""
        self._transport.set_protocol(self)

    async def heard(self, count: int) -> None:
        """Wait until so many messages came. Raises what ended the hearing before."""
        self._wanted = count
        if self.count < count and not self._lost.done():
            self._came.clear()
            await self._came.wait()
        if self._lost.done():
            self._lost.result()

    async def lost_within(self, seconds: float) -> None:
        """Wait so long. Raises what ended the hearing by then."""
        await asyncio.wait((self._lost,), timeout=seconds)
        if self._lost.done():
            self._lost.result()

    def data_received(self, data: bytes) -> None:
        if self._lost.done():
            return
        self._reader.feed(data)
        try:
            while (message := self._reader.gets()) is not False:
                if isinstance(message, Exception):
                    raise message  # noqa: TRY301 - ends the hearing as the others do
                self.count += 1
                self._take(cast("list[bytes]", message))
                if self.count == self._wanted:
                    self._came.set()
        except Exception as error:  # noqa: BLE001 - told to whoever waits
            self._ends(error)

    def eof_received(self) -> bool | None:
        self._ends(redis_errors.ConnectionError(_GONE))
        return None

    def connection_lost(self, error: Exception | None) -> None:
        self._ends(error or redis_errors.ConnectionError(_GONE))
        self._stream.connection_lost(error)

    def pause_writing(self) -> None:
        self._stream.pause_writing()

    def resume_writing(self) -> None:
        self._stream.resume_writing()

    def _ends(self, error: Any) -> None:
        if not self._lost.done():
            self._lost.set_exception(error)
            self._lost.exception()  # nobody may be waiting any more
            self._came.set()
