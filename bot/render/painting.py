"""The program that draws boards in its own process: `python -m bot.render.painting`. It knows no game and logs nothing.

It reads boards and writes pictures, each after its length in four bytes, until its input ends.
"""

import signal
import sys
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from bot.ports.shown import ShownBoard

LENGTH: Final = 4
"""The number of bytes that hold the length; the most significant comes first."""


class BoardWanted(Struct, frozen=True, array_like=True):
    """A board to draw, with its width in pixels and the most bytes that the picture may have."""

    board: ShownBoard
    width: int
    most: int


WANTED: Final = msgspec.msgpack.Decoder(BoardWanted)


def framed(content: bytes) -> bytes:
    """Return the content after its length."""
    return len(content).to_bytes(LENGTH, "big") + content


def drawn(content: bytes) -> bytes:
    """Return the picture asked for as PNG; empty if it can't be drawn."""
    from bot.render.picture import png_within  # noqa: PLC0415 - by whoever draws, and not by who asks for it

    try:
        wanted = WANTED.decode(content)
        return png_within(wanted.board, wanted.width, wanted.most)
    except Exception:  # noqa: BLE001 - whatever is wrong with one picture, the next is drawn
        return b""


def serve(orders: BinaryIO, pictures: BinaryIO) -> None:
    """Draw boards one after the other until the input ends."""
    while len(head := orders.read(LENGTH)) == LENGTH:
        content = orders.read(int.from_bytes(head, "big"))
        pictures.write(framed(drawn(content)))
        pictures.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which ends this process by closing the pipe
    serve(sys.stdin.buffer, sys.stdout.buffer)
