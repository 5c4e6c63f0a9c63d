"""A board as one viewer sees it. Code that draws boards imports no other messages."""

from typing import Self

from msgspec import Struct

from games.kit.board import InZones, OnBoard, Zone
from games.kit.seats import Seat


class ShownPiece(OnBoard, frozen=True):
    """A piece of a board as one viewer sees it (`games.kit.board`).

    `name`: for those who can't see it; empty: decoration. `label`: the letters on it. `word`: its name in the notation.
    `fills`: the fields of moves, as `play.cards`, or moves for which it can be pressed. `seat`: where its owner sits
    now; None: it has no owner. `way`: the steps by which it came here. `about`: the id of what explains it
    (`GameChoice.explained`); empty: nothing does.
    """

    name: str = ""
    label: str = ""
    seat: Seat | None = None
    word: str = ""
    fills: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    key: str = ""
    way: tuple[tuple[int, int], ...] = ()
    about: str = ""


class ShownBoard(InZones[ShownPiece], frozen=True):
    """A board in one language. `name`: all of it in a sentence."""

    name: str

    @classmethod
    def of(cls, height: int, name: str, pieces: tuple[ShownPiece, ...]) -> Self:
        """Make a board of one zone."""
        return cls(height, (Zone(pieces),), name)


class ResultSeat(Struct, frozen=True, array_like=True):
    """Somebody who played a finished game. `gain`: what it brought them, in letters; empty: there was no money.

    `place`: 0: none. `mark`: the symbol of what befell whoever lost; empty: nothing did.
    """

    seat: Seat
    name: str
    face: str
    gain: str
    won: bool
    place: int = 0
    mark: str = ""


class ShownResult(Struct, frozen=True, array_like=True):
    """How a game ended, for a picture. `how`: in a sentence. `seats`: who won comes first. `more`: others, in words.

    `board`: how the table looked in the end; None: it has no board. `told`: what ended it, as everybody was told.
    `remark`: what was remarkable about the one who won; empty: nothing.
    """

    title: str
    how: str
    seats: tuple[ResultSeat, ...]
    more: str
    board: ShownBoard | None
    faces: tuple[str, ...] = ()
    told: str = ""
    remark: str = ""
