"""What everybody may read of the audit log: voids with their reasons, and what moderators did to somebody else."""

from datetime import UTC, datetime
from typing import Final

from bot.commands.context import Context
from bot.ports.ids import VenueId
from bot.ports.messages import Answer, Reply
from bot.ports.said import Said
from bot.table.audit import CALLED_OFF, CORRECTED, COUNTERS, LOOKED, REMOVED, SKIPPED, AuditEntry, is_public, read_entry
from bot.table.change import Refused
from bot.text import Words
from games.kit.notation import PLAIN
from persistence import Store

SHOWN: Final = 5
MOST_SHOWN: Final = 20
IN_WORDS: Final = frozenset({"broken", "key-lost", "stream-away", "unreachable", "unreadable"})
"""Reasons of the bot's own, which have a sentence each."""


class PublicLog:
    """Show what was called off here, by whom and why; not for moderators only."""

    def __init__(self, context: Context) -> None:
        self._store, self._words = context.store, context.words

    async def voids(self, said: Said) -> Reply:
        """Show the last public deeds: five, or as many as the line says. Raises Refused and StoreTrouble."""
        words, venue = self._words(said.message), said.message.community
        count = count_of(said.rest[0], MOST_SHOWN, "voids") if said.rest else SHOWN
        deeds, looks = await self._last(venue, count)
        head = await in_all(self._store, venue, words)
        return Answer("\n".join([head, *(in_a_line(one, words) for one in (*deeds, *looks))]))

    async def _last(self, venue: VenueId, count: int) -> tuple[list[AuditEntry], list[AuditEntry]]:
        """Return the last public deeds, however many settings and pauses stand between them; apart from them looks at
        what is others', so many as were met on the way: who looks at much pushes no void out of sight.
        """
        deeds: list[AuditEntry] = []
        looks: list[AuditEntry] = []
        async for page in self._store.audit_pages(venue):
            public = [one for one in map(read_entry, page) if one is not None and is_public(one)]
            deeds += [one for one in public if one.counts != LOOKED]
            looks += [one for one in public if one.counts == LOOKED]
            if len(deeds) >= count:
                break
        return deeds[:count], looks[:count]


async def in_all(store: Store, venue: str, words: Words) -> str:
    """Return how many public deeds there were in the venue, each kind by its counter. Raises StoreTrouble."""
    found = {name: await store.counter(venue, name) for name in COUNTERS.values()}
    kinds = {name: found[COUNTERS[name]] for name in (REMOVED, SKIPPED, CORRECTED, LOOKED)}
    return words.text("called-off", count=found[CALLED_OFF], **kinds)


def count_of(typed: str, most: int, field: str) -> int:
    """Read how many entries are wanted. Raises Refused."""
    count = PLAIN.number(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
    if not 1 <= count <= most:
        raise Refused("out-of-range", field=field, low=1, high=most)
    return count


def in_a_line(entry: AuditEntry | None, words: Words) -> str:
    """Return an entry as `2026-09-21 14:13 · mia · remove pete · K7Q · shouting`, in UTC; `?` for an unreadable one."""
    if entry is None:
        return "?"
    when = datetime.fromtimestamp(entry.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    name = entry.name or words.text("the-bot-itself")
    reason = words.text("void-reason", why=entry.reason) if entry.reason in IN_WORDS else entry.reason
    return " · ".join(part for part in (when, name, entry.did, entry.code, reason) if part)
