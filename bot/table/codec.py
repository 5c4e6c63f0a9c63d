"""The stored form of a table and of its log: JSON with a schema version.

A newer bot reads every older one, and refuses a newer one without touching it (threats F21, F22).
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.table.document import IDLE, SCHEMA, Session
from bot.table.log import Batch, Position
from games.catalogue import catalogue

COUNTED: Final = 4
"""From this schema on a session counts what it told everybody."""
HOSTED: Final = 5
"""From this schema on a session knows when its host said something last."""


class TooNewError(Exception):
    """Stored by a newer bot than this one, or of a game that is not installed here; it is left as it is."""


class StoredBatch(Batch, frozen=True):
    """A line as older bots stored it, too. `order`: its position as one number, before schema 6."""

    order: int | None = None


_SCHEMA: Final = msgspec.json.Decoder(dict[str, Any])
_SESSION: Final = msgspec.json.Decoder(Session)
_BATCH: Final = msgspec.json.Decoder(StoredBatch)
encode: Final[Callable[[Session | Batch], bytes]] = msgspec.json.Encoder().encode
"""Return the stored form."""


def decode_session(content: bytes) -> Session:
    """Raises TooNewError, or msgspec.MsgspecError for what is no session (threats F23)."""
    if not is_text(content):
        raise msgspec.DecodeError("bytes that are no text")
    try:
        session = _SESSION.decode(content)
    except msgspec.MsgspecError:
        schema = _SCHEMA.decode(content).get("schema")
        if isinstance(schema, int) and schema > SCHEMA:
            raise TooNewError(f"schema {schema}") from None
        raise
    if session.schema > SCHEMA:
        raise TooNewError(f"schema {session.schema}")
    if session.game not in catalogue():
        raise TooNewError(f"game {session.game}")
    if not session.places:
        raise msgspec.ValidationError("a table without a place")
    told_to_all = session.told_to_all if session.schema >= COUNTED else session.log_length
    hosted_at = session.hosted_at if session.schema >= HOSTED else session.idle_at - IDLE * 1000
    return replace(session, schema=SCHEMA, told_to_all=told_to_all, hosted_at=hosted_at)


def is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def decode_batch(content: bytes) -> Batch:
    """Return a line of the log. Raises msgspec.MsgspecError."""
    line = _BATCH.decode(content)
    position = line.position if line.order is None else position_of(line.order)
    return Batch(
        line.at,
        line.game,
        line.deed,
        line.events,
        line.notes,
        line.cast,
        position,
        line.draws,
        line.begun,
        line.receipt,
    )


def position_of(order: int) -> Position:
    """Return the position that was stored as one number: even for what everybody was told."""
    return Position(-(-order // 2), public=order % 2 == 0)
