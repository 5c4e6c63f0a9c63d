"""Describe a board of pieces: what a view looks like, independent of platform and drawing.

A game says which pieces lie where. `bot/render` has the symbols, and pages, overlays and Discord draw the same board. A
board is made from a view alone, so no piece knows more than its viewer. Lengths are in units; a board is 400 units
wide, like a phone's screen in pixels, and letters are legible from about 10 units on. `games.kit.lay` lays them out.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import Final, Generic, NamedTuple, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.kit.kept import known_once
from games.kit.moves import Value
from games.kit.seats import Seat
from games.kit.telling import Say

WIDTH: Final = 400
"""The width of every board, in units."""
BEFALLS: Final = frozenset({"knee", "maw", "snake", "kick", "fire", "poo"})
"""Figures of what befalls people."""


class PieceKind(StrEnum):
    """Say what a piece is. Spaces, badges and texts have any size; the others are symbols and keep their shape."""

    DIE = "die"
    """`d6-1` to `d6-6` with pips; `d4`, `d6`, `d8`, `d10`, `d12`, `d20` show what their label says."""
    CARD = "card"
    """`QH` as in `games.kit.cards`; jokers `J1` to `J4`; `back`."""
    CUP = "cup"
    """`down` (turned over, as on a die), `up` (set aside, its mouth above), `glass` for what lies open under it."""
    CONE = "cone"
    """A colour: `Y`, `B`, `R`, `G`."""
    CHIP = "chip"
    """`one` or a `heap`; the label says how many."""
    SPACE = "space"
    """An area: `seat`, `table`, `track`, `inner`, `crossing`, `slot` (a frame), `Y` … `G` (a colour's own).
    `crossing-1` to `crossing-4`: two squares joined at a corner, the labelled one lower left, upper left, upper right
    or lower right.
    """
    FIGURE = "figure"
    """People: `giant`, `fallen` (one of those), `halfling`, `rogue`, `prime` (a laurel), `chairman` (a chain); `hand`,
    `fist`. What befalls them: `knee`, `maw`, `snake`, `kick`, `fire`, `poo`. Things: `bag`, `clock`, `crown`, `dome`,
    `dot` (the red dot's die), `gavel`, `star`. Marks: `start-Y` … `start-G`, a corner each; `arrow-up`, `arrow-right`,
    `arrow-down`, `arrow-left`.
    """
    BADGE = "badge"
    """A small plate with a label: `plain`, `gold`, `red`, or a colour `Y` … `G`."""
    TEXT = "text"
    """Letters as high as the piece: `middle`, `left` or `right` in it. `plate`: who sits there: a face as high as the
    piece, and the name beside its upper half.
    """


class Look(StrEnum):
    """Say how a piece looks besides what it is. The lines also say in words what each look means."""

    LIT = "lit"
    """It is its turn now, or it has won."""
    DIM = "dim"
    """It no longer counts, or not now."""
    LAST = "last"
    """It was moved last, or the last move came from here."""
    TURN = "turn"
    """Its seat is awaited."""
    QUIET = "quiet"
    """It matters less."""


class Step(NamedTuple):
    """Say how far to the right and down something lies from a piece, in units."""

    right: int
    down: int


class Glimpse(NamedTuple):
    """Hold a piece that somebody sees for a moment, before it lies hidden under another.

    `letters`: on it, the same in every language. `under`: the key of the piece that hides it.
    """

    kind: PieceKind
    face: str
    letters: str
    under: str


class OnBoard(Struct, frozen=True, gc=False, omit_defaults=True):
    """Hold what lies on a board, and its box in units."""

    kind: str
    face: str
    left: int
    top: int
    width: int
    height: int


class Piece(OnBoard, frozen=True):
    """Hold something that can be seen on the board.

    `says`: its name for those who can't see it; None: it is for the eye alone, and the lines say the same. `label`:
    letters on it. `seat`: whose it is. `key`: identifies it while it moves, if all could follow it with their eyes.

    `fills`: the fields of moves for which it can be pressed, as `play.cards`, with the value `stands_for`. A move
    alone, as `roll`, is made by the press, or sent with other pieces that were chosen. What is not offered as a legal
    move cannot be pressed.

    `way`: the path of the last move if it went in steps: how far each space between lies from the piece's own place.
    """

    kind: PieceKind
    says: Say | None = None
    label: Say | None = None
    seat: Seat | None = None
    stands_for: Value | None = None
    fills: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()
    key: str = ""
    way: tuple[Step, ...] = ()


P = TypeVar("P", bound=OnBoard)


class Zone(Struct, Generic[P], frozen=True, gc=False, omit_defaults=True):
    """Hold pieces that lie together: the middle, a player's place, one hand. Positions count from the zone's corner.

    A zone that does not change should be the same tuple for all viewers, wherever it lies (`lay.once`), so that it is
    put into words and told once. `name`: the same from move to move.
    """

    pieces: tuple[P, ...]
    left: int = 0
    top: int = 0
    name: str = ""

    def on_the_board(self) -> Iterable[P]:
        """Return its pieces, placed relative to the board's corner."""
        if not (self.left or self.top):
            return self.pieces
        return [replace(one, left=self.left + one.left, top=self.top + one.top) for one in self.pieces]


class InZones(Struct, Generic[P], frozen=True, dict=True):
    """Hold the zones of a board and their pieces, in the order in which they overlap; they are read out in the same
    order. `height`: in units; the width is always 400.
    """

    height: int
    zones: tuple[Zone[P], ...]

    @known_once
    def pieces(self) -> tuple[P, ...]:
        """Return all pieces, placed relative to the board's corner."""
        return tuple(chain.from_iterable([zone.on_the_board() for zone in self.zones]))


class Board(InZones[Piece], frozen=True):
    """Hold a board. `says`: all of it in a sentence."""

    says: Say

    @classmethod
    def of(cls, height: int, pieces: tuple[Piece, ...], says: Say) -> Self:
        """Return a board with a single zone."""
        return cls(height, (Zone(pieces),), says)


LETTERS: Final = "letters"
"""The message for text that is written alike in every language."""


@lru_cache(maxsize=1024)
def letters(text: str) -> Say:
    """Return a label of figures or letters that are the same in every language."""
    return Say(LETTERS, {"text": text})
