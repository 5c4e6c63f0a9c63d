"""Tells people of the queue, alone, that it is their turn, or that their table has closed: each once.

What counts is stored at the table. If a process is killed before it told somebody, another one does so when it
delivers what was left untold there.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from cachetools import FIFOCache

from bot.commands.links import hashed
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.taken import RepeatedError
from bot.people.doors import Doors
from bot.people.languages import Languages
from bot.people.selves import Selves
from bot.ports.ids import PersonId, PlaceId, platform_of
from bot.ports.messages import Choosable, Person, Rights
from bot.ports.platforms import Platforms
from bot.table import queueing
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.phases import Closed
from bot.table.queueing import JOIN
from bot.table.seats import Queued
from bot.wings.calls.calling_subscribers import safely, titled, told_alone
from persistence import Store, StoreTrouble, TableRef

TOLD: Final = "queue-told"
KEPT: Final = 24 * 3600
MOST_KNOWN: Final = 4_096


class QueueTurns:
    """Follows the tables with a queue."""

    def __init__(
        self,
        store: Store,
        repository: Repository,
        selves: Selves,
        platforms: Platforms,
        languages: Languages,
        doors: Doors,
        hooks: Hooks,
    ) -> None:
        self._store, self._repository, self._selves, self._hooks = store, repository, selves, hooks
        self._platforms, self._languages, self._doors = platforms, languages, doors
        self._known: FIFOCache[str, None] = FIFOCache(MOST_KNOWN)
        """Holds what this process has told, or is telling."""
        self._telling: set[asyncio.Task[None]] = set()
        hooks.turned_with_queue.append(self._look)
        hooks.undelivered.append(lambda ref: self._begin(lambda: self._look_again(ref)))
        hooks.settles.insert(0, self.settle)  # first, because its steps give the others work
        hooks.rests.append(self.stop)

    def _look(self, session: Session) -> None:
        """Begin to tell those whose turn it is, or all of them if the table has closed."""
        closed = isinstance(session.phase, Closed)
        for one in session.queue:
            if one.by or not (one.until or closed):
                continue
            key = hashed(f"{session.table} {one.player} {'closed' if closed else one.until}")
            if key not in self._known:
                self._known[key] = None
                self._begin(partial(self._tell, session, one, key, closed=closed))

    async def _look_again(self, ref: TableRef) -> None:
        """Look at a table of which something may be left untold."""
        try:
            self._look(await self._repository.get(ref, fresh=True))
        except GoneError:
            return

    def _begin(self, telling: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.get_running_loop().create_task(safely(telling), name="the queue told")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self, session: Session, one: Queued, key: str, *, closed: bool) -> None:
        """Tell somebody; who may not sit down by now is taken out, and the next is told."""
        ids = await self._selves.ids_of(one.player)
        try:
            if not closed and not await self._may_sit(session, one, ids):
                await self._repository.update(session.ref, (), lambda change: queueing.drop(change, (one.player,)))
                return
            seconds = 0 if closed else await self._told_here(session, one, key)
            if (closed or seconds) and await self._store.claim_note(TOLD, key, b"", KEPT):
                await self._told_alone(session, ids, key, seconds, closed=closed)
        except GoneError:
            return
        except StoreTrouble:  # whoever looks again tells them
            self._known.pop(key, None)
            self._repository.forget(session.ref)  # the next step is looked at, whatever it changes
            raise

    async def _told_here(self, session: Session, one: Queued, key: str) -> int:
        """Tell the table, once, for whom a seat is held; return for how many seconds; 0: it is not held any more."""
        try:
            _, seconds = await self._repository.changed(
                session.ref, (f"held {key}",), lambda change: queueing.tell_held(change, one)
            )
        except RepeatedError:  # whoever told it may have been stopped before they told the person
            now = self._repository.draft(await self._repository.get(session.ref, fresh=True)).table_time
            return max(0, (one.until - now) // 1000)
        return seconds or 0

    async def _may_sit(self, session: Session, one: Queued, ids: tuple[PersonId, ...]) -> bool:
        whole = Person(one.player, one.name, ids)
        if (
            session.options.by_invitation
            or session.is_removed(whole.ids)
            or await self._platforms.has_left(session.opened_in, one.player)
        ):
            return False
        try:
            await self._hooks.check_sitting(whole, session.venue, Rights.PLAYER, session.persons)
        except Refused:
            return False
        return True

    async def _told_alone(
        self, session: Session, ids: tuple[PersonId, ...], key: str, seconds: int, *, closed: bool
    ) -> None:
        """Tell a person by the first of their selves that is reached. All others read it at the table."""

        async def text(place: PlaceId) -> str:
            words = self._languages.words("en", platform_of(place), session.venue_at(place))
            if closed:
                return words.text("queue-closed", code=session.code)
            title = await titled(self._doors, place)
            return words.text("queue-turn", code=session.code, place=title, seconds=seconds)

        label = self._languages.words("en").text("button-join")
        ways = () if closed else (Choosable(f"{session.code} {JOIN}", label),)
        await told_alone(self._platforms, session, ids, text, f"queue {key}", ways)

    async def settle(self) -> None:
        """Wait until everybody is told."""
        while self._telling:
            await asyncio.gather(*self._telling, return_exceptions=True)
            await asyncio.sleep(0)

    async def stop(self) -> None:
        """Stop; who is not told yet reads it at the table."""
        for task in self._telling:
            task.cancel()
        await asyncio.gather(*self._telling, return_exceptions=True)
