"""News between processes: each tells the others what it stored, by the publish/subscribe of Redis.

News may be lost (Redis keeps none), so nothing depends on them: what they tell is in the store, and is looked up there
now and then. Each partition has a channel, and each process hears them all (docs/decisions/0039).
"""

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from math import inf
from secrets import token_hex
from typing import Final
from urllib.parse import unquote

import structlog
from msgspec import Struct
from msgspec.structs import replace
from redis import exceptions as redis_errors
from redis.asyncio.connection import AbstractConnection

from persistence.commits import TableRef
from persistence.keys import ALL_NEWS, NEWS_CHECK, member_ref, news_channel, news_scope
from persistence.pipe import Pipe, packed
from persistence.routing import Line, Router
from persistence.troubles import StoreTrouble
from persistence.wire import NOBODY, StepNews

SHARDED: Final = ("SPUBLISH", "SSUBSCRIBE")
PLAIN: Final = ("PUBLISH", "SUBSCRIBE")
"""For servers before Redis 7."""
HEARD: Final = frozenset({b"smessage", b"message"})
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds between two attempts to hear news; each is twice as long as the one before."""
QUIET: Final = 10.0
"""Seconds without a word after which the server is asked whether it is there, and then given up."""
GOODBYE: Final = 2.0
"""Seconds for what is still to be told in the end."""
MOST_WAITING, MOST_AT_ONCE = 10_000, 500
MOST_TABLES: Final = 4096
"""How many tables' names, and lists of places, are kept as they were read: each is told at every step."""
TABLE: Final = b"table"
"""The kind of news that a commit tells; all others are told by `tell`."""
_log: Final = structlog.get_logger("persistence")


class TableNews(Struct, frozen=True):
    """A step of a table that another process stored. `wake_at`: its next deadline, in ms; None: there is none.

    `places`: where the table was shown before and is shown now. `by`: that process.
    """

    ref: TableRef
    version: int
    wake_at: int | None
    places: frozenset[str]
    by: str = ""


class News:
    """Tells and hears news. `name`: of this process, for as long as it runs."""

    def __init__(self, pipe: Pipe | Router) -> None:
        self._pipe = pipe
        self.name = token_hex(4)
        self._own = f"{self.name} ".encode()
        self._publish = self._subscribe = self._scope = ""
        """The server's commands (empty: there are no news), and the end of our channels."""
        self._lines: Lines | None = None
        self.of_step = NOBODY
        """How each step of a table is told; it says so while news are heard."""
        self.is_alone = False
        """Tell whether there is nobody to be told anything, as far as is known."""
        self._hears: dict[bytes, Callable[[str, bytes], None]] = {}
        self._missed: list[Callable[[], None]] = []
        self._listening: asyncio.Task[None] | None = None
        self._to_tell: deque[tuple[str, bytes]] = deque(maxlen=MOST_WAITING)
        self._telling: asyncio.Task[None] | None = None

    async def open(self, lines: "Lines", database: int, *, sharded_alone: bool = False) -> None:
        """Find out how the server publishes. `sharded_alone`: plain channels won't do. Raises StoreTrouble."""
        self._lines, self._scope = lines, news_scope(database)
        for publish, subscribe in (SHARDED,) if sharded_alone else (SHARDED, PLAIN):
            try:
                await self._pipe.read(publish, NEWS_CHECK, b"")
            except StoreTrouble as trouble:
                if not isinstance(trouble.__cause__, redis_errors.ResponseError):
                    raise
            else:
                self._publish, self._subscribe = publish, subscribe
                self.of_step = StepNews(publish, self._scope, self.name)
                return
        _log.warning(
            "store.no_news",
            where=self._pipe.where,
            advice="Its user may not publish on channels pl:*, or it is a Cluster older than Redis 7. Other processes "
            "hear late what this one did.",
        )

    def hear(self, kind: bytes, told: Callable[[str, bytes], None]) -> None:
        """Hear news of a kind from others: who tells it, and what."""
        self._hears[kind] = told

    def hear_tables(self, told: Callable[[TableNews], None]) -> None:
        """Hear what others did at tables."""
        self.hear(TABLE, lambda by, content: told(_table_news(by, content)))

    def when_missed(self, told: Callable[[], None]) -> None:
        """Call this when news may have been missed, and are heard again."""
        self._missed.append(told)

    @property
    def is_heard(self) -> bool:
        """Tell whether news are heard now."""
        return bool(self.of_step.listens)

    def tell(self, kind: bytes, venue: str, content: bytes) -> None:
        """Tell the others something about a venue, or whatever else has this name, soon. If that fails, nobody is told.

        What is told of one name is heard in the order in which it was told.
        """
        if self._listening is None or self.is_alone:
            return
        self._to_tell.append((f"{news_channel(venue)}{self._scope}", b"%b%b %b" % (self._own, kind, content)))
        if self._telling is None:
            self._telling = asyncio.get_running_loop().create_task(self._tell(), name="news told")

    async def tell_now(self, kind: bytes, content: bytes) -> int:
        """Tell all processes something at once; return how many heard it. Raises StoreTrouble."""
        channel = f"{news_channel(self.name)}{self._scope}"
        return int(await self._pipe.read(self._publish, channel, b"%b%b %b" % (self._own, kind, content)))

    async def _tell(self) -> None:
        while self._to_tell:
            told = [(self._publish, *self._to_tell.popleft()) for _ in range(min(len(self._to_tell), MOST_AT_ONCE))]
            try:
                await self._pipe.read_all(told)
            except StoreTrouble:
                continue
            except Exception as error:  # noqa: BLE001 - what is told next must not stay behind
                _log.error("store.news_untold", kind=type(error).__name__)
        self._telling = None

    def start(self) -> None:
        """Begin to hear news."""
        if self._publish and self._lines is not None:
            self._listening = asyncio.get_running_loop().create_task(self._listen(self._lines), name="news")

    async def stop(self) -> None:
        """Hear nothing more, once all is told, or could not be told in time."""
        if self._telling is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE):
                    await self._telling
            self._telling = None
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None

    async def _listen(self, lines: "Lines") -> None:
        pause = FIRST_PAUSE
        channels = [f"{channel}{self._scope}" for channel in ALL_NEWS]
        while True:
            found: list[Line] = []
            try:
                found = await lines(channels)
                await asyncio.gather(*(self._subscribe_to(*line) for line in found))
                self._begin()
                pause = FIRST_PAUSE
                await self._hear_all([connection for connection, _ in found])
            except (redis_errors.RedisError, StoreTrouble, OSError) as error:
                if pause == FIRST_PAUSE:
                    _log.warning("store.news_lost", kind=type(error).__name__)
            except Exception as error:  # noqa: BLE001 - a process must not stay deaf
                _log.error("store.news_broke", kind=type(error).__name__)
            finally:
                self.of_step = replace(self.of_step, listens=0)
                for connection, _ in found:
                    await connection.disconnect(nowait=True)
            await asyncio.sleep(pause * (1 + random.random() / 2))  # noqa: S311 - jitter is no dice
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _subscribe_to(self, connection: AbstractConnection, channels: Sequence[str]) -> None:
        """Subscribe to channels, each by a command of its own: on a Cluster each has a slot of its own."""
        async with asyncio.timeout(QUIET):
            await connection.connect()  # type: ignore[no-untyped-call]  # redis-py's own gap
            await connection.send_packed_command([packed((self._subscribe, channel)) for channel in channels])
            for _ in channels:
                self._take(await connection.read_response(disconnect_on_error=False))

    def _begin(self) -> None:
        self.of_step = replace(self.of_step, listens=1)
        for told in self._missed:
            try:
                told()
            except Exception as error:  # noqa: BLE001 - one must not stop the others
                _log.error("store.news_missed", kind=type(error).__name__)

    async def _hear_all(self, connections: Sequence[AbstractConnection]) -> None:
        """Hear news on all connections until one breaks; then all are made anew, wherever the channels are by then."""
        hearing = [asyncio.ensure_future(self._hear_out(connection)) for connection in connections]
        try:
            done, _ = await asyncio.wait(hearing, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            for one in hearing:
                one.cancel()
            await asyncio.gather(*hearing, return_exceptions=True)

    async def _hear_out(self, connection: AbstractConnection) -> None:
        """Hear news until the connection breaks; one that is silent is tried."""
        while True:
            if not await self._hears_something(connection):
                async with asyncio.timeout(QUIET):
                    await connection.send_packed_command([packed(("PING",))])
                    self._take(await connection.read_response(disconnect_on_error=False))

    async def _hears_something(self, connection: AbstractConnection) -> bool:
        """Hear news for a while, with one timer for all of them; return whether there were any."""
        heard = False
        with suppress(TimeoutError):
            async with asyncio.timeout(QUIET):
                while (reply := await connection.read_response(timeout=inf, disconnect_on_error=False)) is not None:
                    heard = True
                    self._take(reply)
        return heard

    def _take(self, reply: list[bytes]) -> None:
        """Pass a message on to whoever hears this kind. Our own, and answers to commands, are none."""
        if reply[0] == b"sunsubscribe":
            raise redis_errors.ConnectionError("the channel's slot went to another node")
        if reply[0] not in HEARD or reply[2].startswith(self._own):
            return
        teller, _, rest = reply[2].partition(b" ")
        kind, _, content = rest.partition(b" ")
        told = self._hears.get(kind)
        if told is None:
            return
        try:
            told(teller.decode(), content)
        except Exception as error:  # noqa: BLE001 - whoever can publish there must not stop the news
            _log.error("store.odd_news", kind=type(error).__name__)


Lines = Callable[[Sequence[str]], Awaitable[list[Line]]]


def one_line(connect: Callable[[], AbstractConnection]) -> Lines:
    """Return how all channels are heard on one connection to the one server."""

    async def lines(channels: Sequence[str]) -> list[Line]:
        return [(connect(), channels)]

    return lines


def _table_news(by: str, content: bytes) -> TableNews:
    """Read what a commit tells. Raises ValueError if it is malformed."""
    found, version, wake_at, places = content.split(b" ", 3)
    return TableNews(_ref_of(found), int(version), int(wake_at) if wake_at else None, _places_of(places), by)


@lru_cache(maxsize=MOST_TABLES)
def _ref_of(found: bytes) -> TableRef:
    """Return the table that news name. Raises ValueError if they name none."""
    return member_ref(found)


@lru_cache(maxsize=MOST_TABLES)
def _places_of(told: bytes) -> frozenset[str]:
    """Return the places that news name."""
    return frozenset(unquote(place.decode()) for place in told.split(b" ") if place)
