"""A board of pieces: what a view looks like, for no platform and no drawing in particular.

A game says which pieces lie where; `bot/render` has the symbols, and pages, overlays and Discord draw the same board.
It is made from a view alone: no piece knows more than its viewer. Lengths are units of which a board is 400 wide, which
is a phone's width in pixels: letters are legible from about 10 units on.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, ParamSpec

from msgspec import Struct

from games.kit.money import Suckers
from games.kit.moves import Value
from games.kit.seats import Seat
from games.kit.telling import Say

P = ParamSpec("P")
WIDTH: Final = 400
"""The width of every board, in units."""
MOST_LAID: Final = 2048
"""So many parts of boards lie ready, of each kind."""


class PieceKind(StrEnum):
    """Say what a piece is. Space, badge and text are drawn in any size; the others are symbols and keep their shape."""

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
    """An area: `seat`, `table`, `track`, `inner`, `crossing`, `slot` (a frame), `Y` … `G` (a colour's own)."""
    FIGURE = "figure"
    """People: `giant`, `halfling`, `rogue`, `prime` (a laurel), `chairman` (a chain); `hand`, `fist`. What befalls
    them: `knee`, `maw`, `snake`, `kick`, `fire`, `poo`. Things: `bag`, `clock`, `crown`, `dome`, `dot` (the red
    dot's die), `gavel`, `star`. Marks: `start-Y` … `start-G`, a corner each; `arrow-up`, `arrow-right`, `arrow-down`,
    `arrow-left`.
    """
    BADGE = "badge"
    """A small plate with a label: `plain`, `gold`, `red`, or a colour `Y` … `G`."""
    TEXT = "text"
    """Letters as high as the piece: `middle`, `left` or `right` in it."""


class Look(StrEnum):
    """Say how a piece looks besides what it is. What it means is said in words, too."""

    LIT = "lit"
    """It goes now, or it has won."""
    DIM = "dim"
    """It counts no more, or not now."""
    LAST = "last"
    """It was moved last, or the last move came from here."""
    TURN = "turn"
    """Its seat is awaited."""
    QUIET = "quiet"
    """Of lesser weight."""


class Step(NamedTuple):
    """How far to the right and down from where a piece lies, in units."""

    right: int
    down: int


class Box(NamedTuple):
    """A rectangle on a board, in units."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height


class Piece(Struct, frozen=True, omit_defaults=True):
    """Something to be seen at a place of the board. `left`, `top`, `width`, `height`: its box, in units.

    `says`: its name to those who can't see it; None: it is for the eye alone, and lines say it. `label`: letters on it.
    `seat`: whose it is. `key`: tells it apart while it moves, where all could follow it with their eyes; else empty.

    `fills`: which fields of moves it can be pressed for, as `play.cards`, and the value that it `stands_for` there; a
    move alone, as `roll`, is made by the press, or sent where it was chosen with other pieces. The legal moves
    stay the truth: what is not offered cannot be pressed.

    `way`: where it came by with the last move, if it came in steps: how far each place between lies from its own.
    """

    kind: PieceKind
    face: str
    left: int
    top: int
    width: int
    height: int
    says: Say | None = None
    label: Say | None = None
    seat: Seat | None = None
    stands_for: Value | None = None
    fills: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()
    key: str = ""
    way: tuple[Step, ...] = ()


class Board(Struct, frozen=True):
    """Pieces in the order in which they lie on each other, which is that in which they are read out.

    `says`: the whole board in a sentence. `height`: in units; its width is always 400.
    """

    height: int
    pieces: tuple[Piece, ...]
    says: Say


def laid_once(lay: Callable[P, Iterator[Piece]]) -> Callable[P, tuple[Piece, ...]]:
    """Lay a part of a board once for the same values, which are all that it is made of.

    Most parts lie there for all viewers alike, and through many moves: whoever shows them knows them again.
    """

    @lru_cache(maxsize=MOST_LAID)
    def laid(*given: P.args, **named: P.kwargs) -> tuple[Piece, ...]:
        return tuple(lay(*given, **named))

    return laid  # type: ignore[return-value]  # lru_cache takes whatever can be a key


LETTERS: Final = "letters"
"""The message of what is written alike in every language."""


def letters(text: str) -> Say:
    """Return figures or letters that are the same in every language, as a label."""
    return Say(LETTERS, {"text": text})


def text(box: Box, label: Say, looks: tuple[Look, ...] = (), face: str = "left") -> Piece:
    """Return letters for the eye alone: a piece beside them says it."""
    return Piece(PieceKind.TEXT, face, *box, label=label, looks=looks)


def pot(suckers: Suckers, box: Box, label: Say) -> Iterator[Piece]:
    """Yield a heap at the right of its box, and before it how much that is; nothing, once it is won."""
    if not suckers:
        return
    high = box.height
    yield text(Box(box.left, box.top + 3, box.width - high - 6, 18), letters(str(suckers)), (Look.LIT,), "right")
    yield Piece(PieceKind.CHIP, "heap", box.right - high, box.top, high, high, label, key="pot")


def in_a_row(count: int, left: int, right: int, width: int, gap: int = 4) -> Iterator[int]:
    """Yield the left edges of so many pieces of a width, in the middle between two edges; they overlap where there is
    too little room.
    """
    step = min(width + gap, (right - left - width) // max(1, count - 1)) if count > 1 else 0
    first = (left + right - step * (count - 1) - width) // 2
    return (first + step * at for at in range(count))
