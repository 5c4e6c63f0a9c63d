"""A board as one viewer sees it. What draws boards imports nothing else of the messages."""

from msgspec import Struct

from games.kit.seats import Seat


class ShownPiece(Struct, frozen=True, omit_defaults=True):
    """A piece of a board as one viewer sees it (`games.kit.board`): its box in units of a board that is 400 wide.

    `name`: for those who can't see it; empty: it is for the eye alone. `label`: letters on it. `word`: what it stands
    for, as the notation takes it; `fills`: the fields of moves, as `play.cards`, or moves for which it can be pressed.
    `seat`: where its owner sits now; None: it is nobody's. `way`: the steps between by which it came.
    """

    kind: str
    face: str
    left: int
    top: int
    width: int
    height: int
    name: str = ""
    label: str = ""
    seat: Seat | None = None
    word: str = ""
    fills: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    key: str = ""
    way: tuple[tuple[int, int], ...] = ()


class ShownBoard(Struct, frozen=True):
    """A board in words of one language. `name`: the whole of it in a sentence. `height`: in units; it is 400 wide."""

    height: int
    name: str
    pieces: tuple[ShownPiece, ...]
