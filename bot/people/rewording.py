"""Stored texts without a person: "somebody" replaces their id and their names."""

import re
from collections.abc import Collection
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.people.finished_games import listing, read
from bot.ports.ids import PersonId
from bot.table.audit import AuditEntry, read_entry, written
from bot.text.safe_text import bare

SOMEBODY: Final = "somebody"
NUMBERED: Final = re.compile(r" \([0-9]+\)$")


def names_of(called: Collection[str]) -> frozenset[str]:
    """Return all names of a person, with and without a seat's number."""
    found = {bare(name).strip() for name in called} | {NUMBERED.sub("", bare(name)).strip() for name in called}
    return frozenset(found - {"", SOMEBODY})


def reworded(text: str, names: Collection[str]) -> str:
    """Return a text with "somebody" for each of these names, where it is a whole word."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text, flags=re.IGNORECASE)
    return text


def shown_without(found: bytes, one: PersonId, somebody: str, names: Collection[str]) -> bytes:
    """Return the listing of a game with "somebody" for this player."""
    game = read(found)
    if game is None or game.of(one) is None:
        return found
    seats = tuple(
        replace(sat, player=PersonId(somebody), name=SOMEBODY) if sat.player == one else sat for sat in game.seats
    )
    return listing(replace(game, seats=seats, void=reworded(game.void, names)))


def entry_without(stored: bytes, ids: Collection[str], names: Collection[str]) -> bytes:
    """Return an entry of the audit log without this person, who did it or whom it concerned."""
    entry = read_entry(stored)
    if entry is None or not concerned(entry, ids):
        return stored
    by, name = (SOMEBODY, SOMEBODY) if entry.by in ids else (entry.by, entry.name)
    whom = "" if entry.whom in ids else entry.whom
    did, reason = reworded(entry.did, names), reworded(entry.reason, names)
    return written(replace(entry, by=by, name=name, did=did, reason=reason, whom=whom))


def concerned(entry: AuditEntry, ids: Collection[str]) -> bool:
    """Tell whether an entry is by a person or concerns them."""
    return not {entry.by, entry.whom}.isdisjoint(ids)


def note_without(line: bytes, notes: Collection[str]) -> bytes:
    """Return a ledger line without the person who corrected a purse, if its note is one of these: `mia: a reason`."""
    at, _, body = line.partition(b"[")
    *entry, note = msgspec.json.decode(b"[" + body)
    if note not in notes:
        return line
    return at + msgspec.json.encode([*entry, f"{SOMEBODY}: {note.partition(': ')[2]}"])


def settings_without(content: bytes, names: Collection[str]) -> bytes:
    """Return the settings of a venue without the name of who last changed them, if it is one of these."""
    settings = msgspec.json.decode(content)
    if settings.get("changed_by") not in names:
        return content
    return msgspec.json.encode({**settings, "changed_by": SOMEBODY})


def members_without(content: bytes, one: PersonId) -> bytes:
    """Return the venues of a community, without the name of this person who linked one."""
    members = msgspec.json.decode(content)
    for member in members:
        if member.get("by") == one:
            member |= {"by": "", "name": SOMEBODY}
    return msgspec.json.encode(members)


def winners_without(content: bytes, records: Collection[str], names: Collection[str]) -> bytes:
    """Return the results of an evening, without these names among the winners of those games."""
    endings = msgspec.json.decode(content)
    for ending in endings:
        if ending["id"] in records:
            ending["winners"] = [
                one | {"name": SOMEBODY} if bare(one["name"]) in names else one for one in ending["winners"]
            ]
    return msgspec.json.encode(endings)
