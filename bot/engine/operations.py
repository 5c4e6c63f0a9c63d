"""The bot's own acts at a table: fire its deadlines, pause and resume it, call a broken game off."""

from typing import Final

import structlog

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.table import ending, motions
from bot.table.audit import BROKEN, Cause
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.pausing import PLACE, cut_off, later, pause_table, resume_table
from bot.table.phases import Playing
from persistence import StoreTrouble, TableRef

BROKE: Final = Cause("broken", BROKEN)
log = structlog.get_logger()


class Operations:
    """Each is one commit at one table."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    async def call_off(self, ref: TableRef) -> Session:
        """Void a game whose deadline breaks: everybody's stake goes back (threats F24)."""
        try:
            return await self._repository.update(ref, (), lambda change: ending.void(change, BROKE))
        except (GoneError, Refused, StoreTrouble):
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with its state, people get their stakes back
            log.error("a broken game leaves no record", table=ref.table, kind=type(error).__name__)  # noqa: TRY400
            return await self._repository.update(ref, (), lambda change: ending.void(change, BROKE, recorded=False))

    async def pause_place(self, ref: TableRef) -> Session:
        """Pause a table where nobody can be told anything now: its clock stands still (threats F26).

        Writes nothing where it is paused already. Raises GoneError, StoreTrouble.
        """
        return await self._repository.update(ref, (), lambda change: pause_table(change, PLACE))

    async def hold_up(self, ref: TableRef, span: int) -> Session:
        """Let all that is due at a table come so many ms later: its people are told late what happened.

        Writes nothing where no game is on, or its clock stands. Raises GoneError, StoreTrouble.
        """

        def act(change: Change) -> None:
            if isinstance(change.session.phase, Playing) and change.session.paused is None:
                change.session = later(change.session, span)

        return await self._repository.update(ref, (), act)

    async def resume_place(self, ref: TableRef) -> Session:
        """Let a table go on that can be told again. A pause of staff's stays: they end it themselves."""

        def act(change: Change) -> None:
            if change.session.paused is not None and change.session.paused.why == PLACE:
                resume_table(change)

        return await self._repository.update(ref, (), act)

    async def cut_off(self, ref: TableRef, platforms: frozenset[str]) -> Session:
        """Note that these platforms of the table can't be reached: nobody's time there runs (threats F26)."""
        return await self._repository.update(ref, (), lambda change: cut_off(change, platforms))

    async def fire(self, ref: TableRef) -> Session:
        """Do what is due at this table: one thing a call. Raises GoneError, StoreTrouble."""
        return await self._repository.update(ref, (), motions.fire)
