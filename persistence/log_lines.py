"""Store what one step adds to a table's log as one item: its lines, and what people typed for it.

They are packed and sealed together, since the lines repeat much, and each seal adds a nonce and a tag. The item stands
at the number of the step's first line; the other numbers hold ELSEWHERE.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from persistence.sealing import BrokenSealError

ELSEWHERE: Final = b""
"""The placeholder in the log for a line that is stored with the first one of its step."""


class StepLines(Struct, frozen=True, array_like=True):
    """The lines of one step, at least one, and what people typed for it, both unpacked."""

    lines: tuple[bytes, ...]
    typed: tuple[bytes, ...] = ()


_STEP: Final = msgspec.msgpack.Decoder(StepLines)


def joined(lines: Sequence[bytes], typed: Sequence[bytes]) -> bytes:
    """Join what one step adds to the log into one item."""
    return msgspec.msgpack.encode(StepLines(tuple(lines), tuple(typed)))


def parted(content: bytes) -> StepLines:
    """Read the item of one step. Raises BrokenSealError if it is none."""
    try:
        return _STEP.decode(content)
    except msgspec.DecodeError:
        raise BrokenSealError from None


def numbered(stored: Sequence[bytes], first: int) -> Iterator[tuple[int, bytes]]:
    """Yield each stored item with the number of its first line. `first`: the number at which `stored` begins."""
    return ((number, one) for number, one in enumerate(stored, first) if one != ELSEWHERE)
