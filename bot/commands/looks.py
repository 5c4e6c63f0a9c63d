"""Looks of staff at what is others' (threats T34): they stand in the log that staff and players can read."""

import hashlib
from typing import Final

from bot.ports.ids import PersonId, TableCode
from bot.ports.messages import Message
from bot.table.audit import COUNTERS, LOOKED, AuditEntry, written
from bot.text.safe_text import bare, safe_name
from persistence import Store

KIND: Final = "looked"
ONE_LOOK: Final = 3600
"""Seconds in which the same moderator looks at the same thing once, as the log has it."""


class Looks:
    """Note who looks at what. Each raises StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def note(self, message: Message, did: str, whom: PersonId | str = "", code: TableCode | str = "") -> None:
        """Note a look before anything is shown. `did`: at what, in words; `whom`: the id of who is looked at."""
        venue, by = message.community, message.sender
        mark = hashlib.sha256(f"{venue} {by.id} {did} {code} {whom}".encode()).hexdigest()[:32]
        if not await self._store.claim_note(KIND, mark, b"", ONE_LOOK):
            return
        name = bare(safe_name(by.name))
        entry = AuditEntry(self._store.clock.now(), by.id, name, did, code, whom=whom, counts=LOOKED)
        await self._store.note_audit(venue, written(entry), COUNTERS[LOOKED])
