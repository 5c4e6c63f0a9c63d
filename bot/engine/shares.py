"""The share of work that falls to this process: of all partitions, those for which it ranks first among the living.

There is no lock. For a moment two processes may believe that a share is theirs, or a frozen one wakes and believes so
still: the version of a table lets only one of them do what is due (docs/decisions/0039).
"""

import asyncio
import contextlib
from collections.abc import Callable
from hashlib import blake2b
from typing import Final

import structlog

from bot.table.hooks import Hooks
from persistence import PARTITIONS, Store, StoreTrouble, TableRef, partition

BEAT: Final = 1.0
"""Seconds between two signs of life."""
COMES, GOES = b"comes", b"goes"
ALL: Final = frozenset(range(PARTITIONS))
log = structlog.get_logger()


class Shares:
    """Knows which processes live, and so which tables are this one's to look after. Alone, all of them are."""

    def __init__(self, store: Store, hooks: Hooks) -> None:
        self._store, self.name = store, store.news.name
        self.live = frozenset({self.name})
        self.partitions = ALL
        self.when_changed: list[Callable[[], None]] = []
        self._beating: asyncio.Task[None] | None = None
        self._now = asyncio.Event()
        for kind in (COMES, GOES):
            store.news.hear(kind, lambda _teller, _content: self._now.set())
        hooks.rests.append(self.stop)

    @property
    def is_alone(self) -> bool:
        """Tell whether no other process lives."""
        return len(self.live) == 1

    def has(self, ref: TableRef) -> bool:
        """Tell whether a table is in this process's share."""
        return partition(ref.venue) in self.partitions

    async def start(self) -> None:
        """Join the living; from now on say again and again that this process lives."""
        with contextlib.suppress(StoreTrouble):  # the next sign of life comes soon
            await self.beat()
        self._store.news.tell(COMES, self.name, b"")
        self._beating = asyncio.get_running_loop().create_task(self._beat_on(), name="shares")

    async def stop(self) -> None:
        """Leave the living, so that others take over at once."""
        if self._beating is None:
            return
        self._beating.cancel()
        await asyncio.gather(self._beating, return_exceptions=True)
        with contextlib.suppress(StoreTrouble):  # they notice by its silence
            await self._store.gone(self.name)
        self._store.news.tell(GOES, self.name, b"")

    async def beat(self) -> None:
        """Say that this process lives, and learn who else does. Raises StoreTrouble."""
        live = await self._store.here(self.name)
        if live != self.live:
            self.live, self.partitions = live, share_of(self.name, live)
            self._store.news.is_alone = self.is_alone
            for told in self.when_changed:
                told()

    async def _beat_on(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._now.wait()
            self._now.clear()
            try:
                await self.beat()
            except StoreTrouble as trouble:  # without the store nobody can do anything
                log.debug("no sign of life could be given", kind=trouble.kind)
            except Exception as error:  # noqa: BLE001 - who falls silent counts as gone
                log.error("a sign of life stumbled", kind=type(error).__name__)  # noqa: TRY400 - frames hold state


def share_of(name: str, live: frozenset[str]) -> frozenset[int]:
    """Return the partitions for which this process ranks first, by rendezvous hashing: whoever comes or goes moves no
    partition between two others.
    """
    return frozenset(number for number in ALL if max(live | {name}, key=lambda one: rank(one, number)) == name)


def rank(name: str, number: int) -> bytes:
    """Return the rank of a process for a partition."""
    return blake2b(f"{name} {number}".encode(), digest_size=8).digest()
