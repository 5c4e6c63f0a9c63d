"""The acts of staff, and all voids, as entries of the venue's audit log, stored with the step that they are part of.

Voids, removals, skips, corrections of purses and looks into other people's things are public: anybody may read who did
them, and why, and they are counted (threats T8, T30, T34).
"""

from typing import Final

import msgspec
from msgspec import Struct

VOID: Final = "void"
REMOVED: Final = "removed"
SKIPPED: Final = "skipped"
CORRECTED: Final = "corrected"
LOOKED: Final = "looked"
CALLED_OFF: Final = "called-off"
"""The venue's counter of games that were called off. Unlike the log, it is never cut."""
COUNTERS: Final = {
    VOID: CALLED_OFF,
    REMOVED: "removed",
    SKIPPED: "skipped",
    CORRECTED: "corrected",
    LOOKED: "looked",
}
"""What everybody may read, with the venue's counter of each."""
BROKEN: Final = "broken"
KEY_LOST: Final = "key-lost"
UNREADABLE: Final = "unreadable"
UNREACHABLE: Final = "unreachable"
STREAM_AWAY: Final = "stream-away"
HOST_CLOSED: Final = "host-closed"
TOURNAMENT_ENDED: Final = "tournament-ended"


class AuditEntry(Struct, frozen=True):
    """An act. `at`: in ms. `by`, `name`: who did it; empty if the bot itself. `did`: in words.

    `code`, `table`: where; empty: in the venue. `whom`: the id of the person concerned. `counts`: the kind of public
    act; empty: not public. `amount`: how much one moderator alone moved to or from a purse. It holds no hand, seed or
    token, since all moderators may read it.
    """

    at: int
    by: str
    name: str
    did: str
    code: str = ""
    table: str = ""
    reason: str = ""
    whom: str = ""
    counts: str = ""
    amount: int = 0


class Cause(Struct, frozen=True):
    """Why a game is void. `did`: the act. `why`: as the table is told. `by`, `name`: who did it; empty if nobody.

    `reason`: as the log says it, where it differs from `why`. `proof`: as the record says it, where `why` has a name:
    records are kept for ever, and no name could be taken out of one without breaking its proof.
    """

    did: str
    why: str
    by: str = ""
    name: str = ""
    reason: str = ""
    proof: str = ""


_ENTRY: Final = msgspec.json.Decoder(AuditEntry)


def written(entry: AuditEntry) -> bytes:
    return msgspec.json.encode(entry)


def read_entry(line: bytes) -> AuditEntry | None:
    """Return an entry; None if it is unreadable, so that it does not hold up others (threats F23)."""
    try:
        return _ENTRY.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def is_public(entry: AuditEntry) -> bool:
    """Tell whether everybody may read it."""
    return entry.counts in COUNTERS
