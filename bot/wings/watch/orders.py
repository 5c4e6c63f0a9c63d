"""What an operator tells running processes: `potluck admin drain`, `potluck admin broadcast`."""

import asyncio
import signal
from typing import Final

import structlog

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.shares import Shares
from bot.ports.orders import BROADCAST, DRAIN, LONGEST
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.text.safe_text import safe_text
from persistence import Store, StoreTrouble, TableRef

log = structlog.get_logger()
FAR: Final = 2**52
"""A time in ms that is after all deadlines."""


class Orders:
    """Does what the operator tells. At each table one process says it, the one whose share the table is in."""

    def __init__(self, store: Store, repository: Repository, shares: Shares, hooks: Hooks) -> None:
        self._store, self._repository, self._shares = store, repository, shares
        self._saying: set[asyncio.Task[None]] = set()
        store.news.hear(DRAIN, lambda _, content: self._drain(content.decode()))
        store.news.hear(BROADCAST, lambda _, content: self._say(content.decode()))
        hooks.rests.append(self.stop)

    async def stop(self) -> None:
        """Say to the end what was begun."""
        await asyncio.gather(*self._saying, return_exceptions=True)

    def _drain(self, name: str) -> None:
        """Stop as by a signal: pages and shares go to other processes, and what is under way is done."""
        if name in {"", self._shares.name}:
            log.info("stopping, as the operator says")
            signal.raise_signal(signal.SIGTERM)

    def _say(self, text: str) -> None:
        said = safe_text(text, LONGEST).replace("@", "")  # it calls nobody
        task = asyncio.get_running_loop().create_task(self._say_everywhere(said), name="broadcast")
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def _say_everywhere(self, text: str) -> None:
        try:
            found = [await self._store.due(FAR, (number,)) for number in self._shares.partitions]
        except StoreTrouble as trouble:
            log.warning("the operator's words could not be said", kind=trouble.kind)
            return
        known = [one.ref for one in self._repository.known() if self._shares.has(one.ref)]
        for ref in dict.fromkeys([*(ref for tables in found for ref, _ in tables), *known]):
            await self._say_at(ref, text)

    async def _say_at(self, ref: TableRef, text: str) -> None:
        try:
            await self._repository.update(ref, (), lambda change: change.say("operator-says", text=text))
        except (GoneError, Refused, StoreTrouble) as trouble:
            log.info("the operator's words were not said at a table", table=ref.table, kind=type(trouble).__name__)
