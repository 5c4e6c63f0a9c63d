"""The program that draws boards in its own process: `python -m bot.render.painting`. It knows no game and logs nothing.

It reads boards and writes pictures, each after its length in four bytes, until its input ends.
"""

import signal
import sys
from typing import BinaryIO, Final, assert_never

import msgspec
from msgspec import Struct

from bot.ports.shown import ShownBoard, ShownResult

LENGTH: Final = 4
"""The number of bytes that hold the length; the most significant comes first."""


class BoardWanted(Struct, frozen=True, array_like=True, tag="board"):
    """A board to draw, with its width in pixels and the most bytes that the picture may have.

    `faces`: those of the seats, beside their names.
    """

    board: ShownBoard
    width: int
    most: int
    faces: tuple[str, ...] = ()


class ResultWanted(Struct, frozen=True, array_like=True, tag="result"):
    """How a game ended, to draw for who shares a link to it, with the most bytes that the picture may have."""

    result: ShownResult
    most: int


Wanted = BoardWanted | ResultWanted
WANTED: Final[msgspec.msgpack.Decoder[Wanted]] = msgspec.msgpack.Decoder(Wanted)


def png_of(wanted: Wanted) -> bytes:
    """Return what is wanted as PNG."""
    from bot.render.picture import png_within  # noqa: PLC0415 - by whoever draws, and not by who asks for it
    from bot.render.result import result_png  # noqa: PLC0415 - the same

    match wanted:
        case BoardWanted(board, width, most, faces):
            return png_within(board, width, most, faces)
        case ResultWanted(result, most):
            return result_png(result, most)
        case _:
            assert_never(wanted)


def framed(content: bytes) -> bytes:
    """Return the content after its length."""
    return len(content).to_bytes(LENGTH, "big") + content


def drawn(content: bytes) -> bytes:
    """Return the picture asked for as PNG; empty if it can't be drawn."""
    try:
        return png_of(WANTED.decode(content))
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
