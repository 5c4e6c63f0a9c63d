"""Purses of guests who can't come back: closed, or anybody could fill the store (threats T36)."""

import asyncio
from typing import Final

import structlog

from bot.people.new_rooms import GUEST
from bot.people.selves import SELVES
from bot.ports.ids import PersonId
from bot.table.hooks import Hooks
from bot.table.stacks import once_a_person
from persistence import Store, StoreTrouble

GUESTS: Final = "purse:web:*"
"""The accounts of guests of the browser, who are known by a cookie alone."""
IDLE: Final = 90 * 24 * 3600 * 1000
"""Milliseconds without an entry after which a purse may be closed."""
EVERY: Final = 24 * 3600.0
AFTER: Final = 600.0
"""Seconds from the start to the first time, and to the next try when the store is away."""
log = structlog.get_logger()


class IdlePurses:
    """Closes purses of guests whose cookie lasts no more, once a day. What lay in them goes to the bank."""

    def __init__(self, store: Store, hooks: Hooks) -> None:
        self._store = store
        self._closing: asyncio.Task[None] | None = None
        hooks.starts.append(self.start)
        hooks.rests.append(self.stop)

    def start(self) -> None:
        """Close purses from now on, once a day."""
        self._closing = asyncio.create_task(self._close_daily(), name="idle purses")

    async def stop(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            await asyncio.gather(self._closing, return_exceptions=True)

    async def _close_daily(self) -> None:
        pause = AFTER
        while True:
            await asyncio.sleep(pause)
            pause = AFTER
            try:
                await self.close()
                pause = EVERY
            except StoreTrouble as trouble:
                log.info("idle purses could not be closed", kind=trouble.kind)
            except Exception as error:  # noqa: BLE001 - the next try may find it mended
                log.error("closing idle purses broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold names

    async def close(self) -> int:
        """Close the purses that are idle now; return how many. Raises StoreTrouble; it is safe to repeat."""
        closed, before = 0, self._store.clock.now() - IDLE
        for venue in await self._store.all_venues_with("purses"):
            async for found in self._store.idle(venue, GUESTS, before):
                person = PersonId(found.account.removeprefix("purse:"))
                if not await self._may_come_back(person):
                    welcome = once_a_person("welcome", person)
                    closed += await self._store.close_account(venue, found, "idle", (welcome,))
        return closed

    async def _may_come_back(self, person: PersonId) -> bool:
        """Tell whether a guest is still known by a cookie, or has other selves by which they may come back."""
        guest = person.partition(":")[2]
        return await self._store.note(GUEST, guest) is not None or await self._store.note(SELVES, person) is not None
