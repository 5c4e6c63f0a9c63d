"""Store what one step adds to a table's log as one thing: its lines, and what people typed that led to it.

They are packed and sealed together: what a line says the next one often says again, and each seal bears a nonce and a
tag of its own. The first of a step's lines stands for all, and an empty one for each of the others, so that a line
still stands at its number.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from persistence.sealing import BrokenSealError

ELSEWHERE: Final = b""
"""Stands in the log at the number of a line that is stored with the first one of its step."""


class StepLines(Struct, frozen=True, array_like=True):
    """The lines of one step, at least one, and what people typed that led to it; both as they were given."""

    lines: tuple[bytes, ...]
    typed: tuple[bytes, ...] = ()


_STEP: Final = msgspec.msgpack.Decoder(StepLines)


def joined(lines: Sequence[bytes], typed: Sequence[bytes]) -> bytes:
    """Return what one step adds to the log, as one thing."""
    return msgspec.msgpack.encode(StepLines(tuple(lines), tuple(typed)))


def parted(content: bytes) -> StepLines:
    """Return what one step added. Raises BrokenSealError for what is none."""
    try:
        return _STEP.decode(content)
    except msgspec.DecodeError:
        raise BrokenSealError from None


def numbered(stored: Sequence[bytes], first: int) -> Iterator[tuple[int, bytes]]:
    """Yield what holds lines, by the number of its first one. `first`: the number of the first that is given."""
    return ((number, one) for number, one in enumerate(stored, first) if one != ELSEWHERE)
