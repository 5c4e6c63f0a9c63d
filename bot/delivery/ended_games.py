"""See the end of a game in a table's commits."""

from typing import Final

from bot.table.document import Session
from bot.table.phases import Closed

MOST_FOLLOWED: Final = 4096
"""So many tables are followed at once; the longest unchanged are given up first."""


class EndedGames:
    """Remember the last record of each table, so that a game's end is seen once in this process."""

    def __init__(self) -> None:
        self._noted: dict[str, str] = {}

    def ends(self, session: Session, *, unseen: bool) -> bool:
        """Note a committed session; return whether its last game has just ended.

        `unseen`: what to say of a table that is seen for the first time, whose game may have ended long ago.
        """
        known = self._noted.pop(session.table, None)
        if not isinstance(session.phase, Closed):
            if len(self._noted) >= MOST_FOLLOWED:
                self._noted.pop(next(iter(self._noted)))
            self._noted[session.table] = session.record
        return session.record not in {"", known} and (unseen or known is not None)
