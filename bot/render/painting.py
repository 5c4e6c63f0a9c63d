"""The program that draws boards, beside the bot: `python -m bot.render.painting`. It knows no game, and logs nothing.

A board comes in, a picture goes out, as many bytes as four before them say; at the end of what comes in it is over.
"""

import signal
import sys
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from bot.ports.shown import ShownBoard
from bot.render.picture import png_within

LENGTH: Final = 4
"""Bytes that say how long the rest is, the most significant first."""


class BoardWanted(Struct, frozen=True, array_like=True):
    """A board to be drawn so many pixels wide, of at most so many bytes."""

    board: ShownBoard
    width: int
    most: int


WANTED: Final = msgspec.msgpack.Decoder(BoardWanted)


def framed(content: bytes) -> bytes:
    """Return bytes with their length before them."""
    return len(content).to_bytes(LENGTH, "big") + content


def drawn(content: bytes) -> bytes:
    """Return the picture that is asked for as PNG; nothing, where it can't be drawn."""
    try:
        wanted = WANTED.decode(content)
        return png_within(wanted.board, wanted.width, wanted.most)
    except Exception:  # noqa: BLE001 - whatever is wrong with one picture, the next is drawn
        return b""


def serve(orders: BinaryIO, pictures: BinaryIO) -> None:
    """Draw one after the other until no more is asked for."""
    while len(head := orders.read(LENGTH)) == LENGTH:
        content = orders.read(int.from_bytes(head, "big"))
        pictures.write(framed(drawn(content)))
        pictures.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the bot's: it ends this one by closing the pipe
    serve(sys.stdin.buffer, sys.stdout.buffer)
