"""The lines that people typed at a table, stored sealed and limited in number, for settling disputes."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from bot.ports.ids import PersonId
from bot.ports.messages import Message

LONGEST: Final = 300
"""How many characters of a line are kept; every move is shorter."""


class TypedLine(Struct, frozen=True, omit_defaults=True):
    """A typed line, or the line that a pressed button stands for. `at`: in ms; `refused`: why it had no effect; empty
    if it had one.
    """

    at: int
    by: PersonId
    name: str
    text: str
    private: bool
    refused: str = ""


_TYPED: Final = msgspec.json.Decoder(TypedLine)


def typed(message: Message, at: int, refused: str = "") -> bytes:
    """Return a message in the form in which it is stored."""
    sender = message.sender
    unseen = message.private or bool(message.table)  # a press: nobody sees its line
    line = TypedLine(at, sender.id, kept(sender.name), kept(message.text), unseen, kept(refused))
    return msgspec.json.encode(line)


def kept(text: str) -> str:
    """Return the part of a text that is kept, with question marks for lone surrogates, which JSON can't hold."""
    return text[:LONGEST].encode(errors="replace").decode()


def read_typed(contents: Iterable[bytes]) -> list[TypedLine]:
    """Return lines in order of time; unreadable ones are left out (threats F23)."""
    found = [line for content in contents if (line := _read(content)) is not None]
    return sorted(found, key=lambda line: line.at)


def _read(content: bytes) -> TypedLine | None:
    try:
        return _TYPED.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
