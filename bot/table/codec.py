"""The stored form of a table and of its log: JSON. Anything of another form is refused and left alone (F21, F22)."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from bot.table.document import SCHEMA, Session
from bot.table.log import Batch
from bot.table.phases import StandingSeal
from games.catalogue import catalogue


class OtherFormError(Exception):
    """It is stored in another form than this bot's, or its game is not installed here; it is left as it is."""


_SCHEMA: Final = msgspec.json.Decoder(dict[str, Any])
_SESSION: Final = msgspec.json.Decoder(Session)
_BATCH: Final = msgspec.json.Decoder(Batch)
encode: Final[Callable[[Session | Batch | StandingSeal], bytes]] = msgspec.json.Encoder().encode
"""Return the stored form."""


def decode_session(content: bytes) -> Session:
    """Return a session. Raises OtherFormError, or msgspec.MsgspecError if it is no session (threats F23)."""
    if not is_text(content):
        raise msgspec.DecodeError("bytes that are no text")
    try:
        session = _SESSION.decode(content)
    except msgspec.MsgspecError:
        check_schema(_SCHEMA.decode(content).get("schema"))
        raise
    check_schema(session.schema)
    if session.game not in catalogue():
        raise OtherFormError(f"game {session.game}")
    if not session.places:
        raise msgspec.ValidationError("a table without a place")
    return session


def check_schema(schema: object) -> None:
    """Check the number of a form. Raises OtherFormError for another than ours."""
    if isinstance(schema, int) and schema != SCHEMA:
        raise OtherFormError(f"schema {schema}")


def is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def decode_batch(content: bytes) -> Batch:
    """Return a line of the log. Raises msgspec.MsgspecError."""
    return _BATCH.decode(content)
