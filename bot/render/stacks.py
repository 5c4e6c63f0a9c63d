"""Draw what each seat has beside its name, on boards whose game draws only the names."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bot.ports.shown import ShownBoard, ShownPiece
from games.kit.board import Look, PieceKind, Zone

A_DIGIT: Final = 0.62
"""The width of a digit as a share of its height."""
LEFT_FOR_A_NAME: Final = 32
"""The least room that a name keeps."""
GAP: Final = 3


def with_stacks(board: ShownBoard, stacks: Mapping[str, int]) -> ShownBoard | None:
    """Return a board with each stack beside the name that it belongs to; None: a name is missing or has no room.

    `stacks`: by name.
    """
    found: dict[str, tuple[ShownPiece, ...]] = {}
    zones = []
    for zone in board.zones:
        pieces: list[ShownPiece] = []
        for piece in zone.pieces:
            named = piece.kind is PieceKind.TEXT and piece.label in stacks and piece.label not in found
            beside = split(piece, str(stacks[piece.label])) if named else None
            if beside is not None:
                found[piece.label] = beside
            pieces += beside or (piece,)
        zones.append(Zone(tuple(pieces), zone.left, zone.top, zone.name))
    return ShownBoard(board.height, tuple(zones), board.name) if len(found) == len(stacks) else None


def split(name: ShownPiece, stack: str) -> tuple[ShownPiece, ...] | None:
    """Return a name with less room, and a chip and the stack at its right; None: the room is not enough."""
    chip, wide = name.height, round(len(stack) * name.height * A_DIGIT) + 1
    left = name.width - wide - chip - 2 * GAP
    if left < LEFT_FOR_A_NAME:
        return None
    at = name.left + name.width - wide
    return (
        replace(name, width=left),
        ShownPiece(PieceKind.CHIP, "one", at - chip - 1, name.top, chip, chip),
        ShownPiece(PieceKind.TEXT, "right", at, name.top, wide, name.height, label=stack, looks=(Look.QUIET,)),
    )
