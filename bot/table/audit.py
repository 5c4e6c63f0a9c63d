"""The deeds of staff, and every void: as the venue's audit log keeps them, stored with the step that did them.

Voids, removals, skips, corrections of purses and looks at what is others' are public: anybody may read who did them,
and why, and they are counted (threats T8, T30, T34).
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
"""The venue's counter of games that were called off: the log is cut one day, the count is not."""
COUNTERS: Final = {
    VOID: CALLED_OFF,
    REMOVED: "removed",
    SKIPPED: "skipped",
    CORRECTED: "corrected",
    LOOKED: "looked",
}
"""What everybody may read, and the venue's counter of each."""
BROKEN: Final = "broken"
KEY_LOST: Final = "key-lost"
UNREADABLE: Final = "unreadable"
UNREACHABLE: Final = "unreachable"
STREAM_AWAY: Final = "stream-away"
HOST_CLOSED: Final = "host-closed"
TOURNAMENT_ENDED: Final = "tournament-ended"


class AuditEntry(Struct, frozen=True):
    """`at` in ms; `by` and `name`: whose deed, empty where the bot did it by itself; `did`: in words.

    `code`, `table`: where, empty for the venue itself. `whom`: the id of who was concerned. `counts`: as which public
    deed, empty for none. `amount`: by how much one moderator alone moved a purse. No hand, seed or token is in it: it
    may be read by all moderators.
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
    """Why a game is void. `did`: by which deed; `why`: as the table is told; `by`, `name`: empty where nobody did it.

    `reason`: as the log says it, where that is another sentence than the table is told. `proof`: as the game's record
    says it, where the table is told a name: a record is kept for ever, and its proof lets no name be taken out of it.
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
    """Return an entry; None for one that can't be read: the others must not wait for it (threats F23)."""
    try:
        return _ENTRY.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def is_public(entry: AuditEntry) -> bool:
    """Tell whether everybody may read it."""
    return entry.counts in COUNTERS
