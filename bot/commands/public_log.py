"""The part of the audit log that everybody may read: voids with their reasons, and what moderators did to others."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.commands.command import COUNT, Command, Group
from bot.people.languages import WordsOf
from bot.ports.ids import PersonId, TableCode, VenueId
from bot.ports.messages import Answer, Message, Reply
from bot.ports.said import Said
from bot.table.audit import (
    CALLED_OFF,
    CORRECTED,
    COUNTERS,
    LOOKED,
    REMOVED,
    SKIPPED,
    AuditEntry,
    is_public,
    read_entry,
    written,
)
from bot.table.change import Refused
from bot.text import Words
from bot.text.safe_text import bare, safe_name
from games.kit.notation import PLAIN
from persistence import Store

SHOWN: Final = 5
MOST_SHOWN: Final = 20
IN_WORDS: Final = frozenset({"broken", "key-lost", "stream-away", "unreachable", "unreadable"})
"""Reasons of the bot itself; each has a sentence."""
KIND_OF_LOOK: Final = "looked"
ONE_LOOK: Final = 3600
"""Seconds in which the log counts the same look by the same moderator once."""


@dataclass(eq=False)
class PublicLog:
    """Show everybody, not only moderators, what was called off here, who did it and why."""

    store: Store
    words: WordsOf

    @Command("voids", Group.ME, parameters=(COUNT,), of_a_table=False)
    async def voids(self, said: Said) -> Reply:
        """Show the last public deeds: five, or the given number. Raises Refused and StoreTrouble."""
        words, venue = self.words(said.message), said.message.community
        count = count_of(said.rest[0], MOST_SHOWN, "voids") if said.rest else SHOWN
        deeds, looks = await self._last(venue, count)
        head = await in_all(self.store, venue, words)
        return Answer("\n".join([head, *(in_a_line(one, words) for one in (*deeds, *looks))]))

    async def _last(self, venue: VenueId, count: int) -> tuple[list[AuditEntry], list[AuditEntry]]:
        """Return the last public deeds, however many other entries are between them, and separately the looks at other
        people's things found on the way. Separately, so that somebody who looks at many things hides no void.
        """
        deeds: list[AuditEntry] = []
        looks: list[AuditEntry] = []
        async for page in self.store.audit_pages(venue):
            public = [one for one in map(read_entry, page) if one is not None and is_public(one)]
            deeds += [one for one in public if one.counts != LOOKED]
            looks += [one for one in public if one.counts == LOOKED]
            if len(deeds) >= count:
                break
        return deeds[:count], looks[:count]


async def in_all(store: Store, venue: str, words: Words) -> str:
    """Return how many public deeds there were in the venue, by kind. Raises StoreTrouble."""
    found = {name: await store.counter(venue, name) for name in COUNTERS.values()}
    kinds = {name: found[COUNTERS[name]] for name in (REMOVED, SKIPPED, CORRECTED, LOOKED)}
    return words.text("called-off", count=found[CALLED_OFF], **kinds)


def count_of(typed: str, most: int, field: str) -> int:
    """Read the wanted number of entries. Raises Refused."""
    count = PLAIN.number(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
    if not 1 <= count <= most:
        raise Refused("out-of-range", field=field, low=1, high=most)
    return count


def in_a_line(entry: AuditEntry | None, words: Words) -> str:
    """Return an entry as `2026-09-21 14:13 · mia · remove pete · K7Q · shouting`, in UTC; `?` if it was unreadable."""
    if entry is None:
        return "?"
    when = datetime.fromtimestamp(entry.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    name = entry.name or words.text("the-bot-itself")
    reason = words.text("void-reason", why=entry.reason) if entry.reason in IN_WORDS else entry.reason
    return " · ".join(part for part in (when, name, entry.did, entry.code, reason) if part)


@dataclass(eq=False)
class Looks:
    """Log which moderators look at other people's things (threats T34). Raises StoreTrouble."""

    store: Store

    async def note(self, message: Message, did: str, whom: PersonId | str = "", code: TableCode | str = "") -> None:
        """Log a look before anything is shown. `did`: at what, in words; `whom`: the id of the person looked at."""
        venue, by = message.community, message.sender
        mark = hashlib.sha256(f"{venue} {by.id} {did} {code} {whom}".encode()).hexdigest()[:32]
        if not await self.store.claim_note(KIND_OF_LOOK, mark, b"", ONE_LOOK):
            return
        name = bare(safe_name(by.name))
        entry = AuditEntry(self.store.clock.now(), by.id, name, did, code, whom=whom, counts=LOOKED)
        await self.store.note_audit(venue, written(entry), COUNTERS[LOOKED])
