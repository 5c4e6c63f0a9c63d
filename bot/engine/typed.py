"""The lines that people typed at a table: kept sealed and bounded, for whoever must settle a dispute."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from bot.ports.ids import PersonId
from bot.ports.messages import Message

LONGEST: Final = 300
"""Letters of a line: no move has as many."""


class TypedLine(Struct, frozen=True, omit_defaults=True):
    """One line, or what a press stood for. `at`: in ms; `refused`: why nothing came of it, empty where it counted."""

    at: int
    by: PersonId
    name: str
    text: str
    private: bool
    refused: str = ""


_TYPED: Final = msgspec.json.Decoder(TypedLine)


def typed(message: Message, at: int, refused: str = "") -> bytes:
    """Return a message as it is kept."""
    sender = message.sender
    unseen = message.private or bool(message.table)  # a press: nobody sees what it stands for
    line = TypedLine(at, sender.id, kept(sender.name), kept(message.text), unseen, kept(refused))
    return msgspec.json.encode(line)


def kept(text: str) -> str:
    """Return as much of a text as is kept, with a question mark for half a letter (a surrogate): JSON holds none."""
    return text[:LONGEST].encode(errors="replace").decode()


def read_typed(contents: Iterable[bytes]) -> list[TypedLine]:
    """Return lines in the order of their times; one that can't be read is left out (threats F23)."""
    found = [line for content in contents if (line := _read(content)) is not None]
    return sorted(found, key=lambda line: line.at)


def _read(content: bytes) -> TypedLine | None:
    try:
        return _TYPED.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
