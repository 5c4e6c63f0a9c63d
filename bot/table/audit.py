"""The deeds of staff, as the venue's audit log keeps them: stored with the step that did them (threats T8, F28)."""

from typing import Final

import msgspec
from msgspec import Struct

CALLED_OFF: Final = "called-off"
"""The venue's counter of games that staff have called off: the log is cut one day, the count is not."""


class AuditEntry(Struct, frozen=True):
    """`at` in ms; `by` and `name`: whose deed; `did`: in words; `code`, `table`: where, empty for the venue itself.

    `whom`: the id of who was concerned. No hand, seed or token is in it: it may be read by all moderators.
    """

    at: int
    by: str
    name: str
    did: str
    code: str = ""
    table: str = ""
    reason: str = ""
    whom: str = ""


_ENTRY: Final = msgspec.json.Decoder(AuditEntry)


def written(entry: AuditEntry) -> bytes:
    return msgspec.json.encode(entry)


def read_entry(line: bytes) -> AuditEntry | None:
    """Return an entry; None for one that can't be read: the others must not wait for it (threats F23)."""
    try:
        return _ENTRY.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
