"""Lay out a board: boxes cut into rows and columns, things in a row, and the pieces that most games have.

A game says what lies where: it gives the heights of its rows, cuts boxes out of them, and yields a piece for each
thing.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Final, NamedTuple, ParamSpec, TypeVar

from msgspec import Struct

from games.kit.board import WIDTH, Look, Piece, PieceKind, letters
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import Say, Who, say

P = ParamSpec("P")
T = TypeVar("T")
EDGE: Final = 8
"""The distance of everything from the edge of the board, in units."""
GAP: Final = 6
"""The gap between two places, and between the rows of a board."""
CLOSE: Final = 4
"""The gap between two things in a row."""
LINE: Final = 12
"""The height of a line of letters."""
MOST_LAID: Final = 2048
"""The most parts of boards, of each kind, that are kept ready."""


def known(answer: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function makes of a few numbers, as the boxes of a place: they are the same from move to move."""
    return lru_cache(maxsize=MOST_LAID)(answer)  # type: ignore[return-value]  # lru_cache takes whatever can be a key


# Boxes


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

    @property
    @known
    def size(self) -> "Box":
        """Return a box of the same size at the corner of a zone of its own."""
        return Box(0, 0, self.width, self.height)

    @property
    @known
    def square(self) -> "Box":
        """Return the square at the left end."""
        return self.start(self.height)

    @known
    def start(self, width: int) -> "Box":
        """Return the left end."""
        return Box(self.left, self.top, width, self.height)

    @known
    def end(self, width: int) -> "Box":
        """Return the right end."""
        return Box(self.right - width, self.top, width, self.height)

    @known
    def after(self, width: int) -> "Box":
        """Return what is right of the left end."""
        return Box(self.left + width, self.top, self.width - width, self.height)

    @known
    def before(self, width: int) -> "Box":
        """Return the box without a strip of this width at the right end."""
        return Box(self.left, self.top, self.width - width, self.height)

    @known
    def line(self, down: int, height: int = LINE) -> "Box":
        """Return a line that begins so far below the upper edge."""
        return Box(self.left, self.top + down, self.width, height)

    @known
    def centred(self, width: int, height: int) -> "Box":
        """Return a box of this size in the middle."""
        return Box(self.left + (self.width - width) // 2, self.top + (self.height - height) // 2, width, height)

    @known
    def beside(self, gap: int = CLOSE) -> "Box":
        """Return the line for letters beside the square at the left end."""
        return self.after(self.height + gap).line((self.height - LINE) // 2)

    def widths(self, count: int, widest: int = WIDTH, gap: int = GAP) -> int:
        """Return the width of each of so many columns."""
        return min(widest, (self.width - gap * (count - 1)) // count)

    @known
    def columns(self, count: int, width: int, gap: int = GAP) -> tuple["Box", ...]:
        """Return so many boxes of this width, centred, as high as this one; they overlap if there is little room."""
        lefts = in_a_row(count, self.left, self.right, width, gap)
        return tuple([Box(left, self.top, width, self.height) for left in lefts])

    @known
    def grid(self, count: int, across: int, height: int, gap: int = GAP) -> tuple["Box", ...]:
        """Return so many boxes of this height, in rows of so many that fill the width."""
        width = self.widths(across, gap=gap)
        rows = [divmod(at, across) for at in range(count)]
        return tuple([self.line(y * (height + gap), height).after(x * (width + gap)).start(width) for y, x in rows])


BOARD: Final = Box(EDGE, 0, WIDTH - 2 * EDGE, 0)
"""The left and the right edge of what lies on a board."""


class Rows(Struct, frozen=True, cache_hash=True, gc=False):
    """Hold the heights of rows from the top, the gap between two of them, and the distance from the edges around them.

    A row with the height 0 is not there.
    """

    heights: tuple[int, ...]
    gap: int
    pad: int

    @property
    @known
    def height(self) -> int:
        """Return the height of all, with their edges."""
        return sum([high + self.gap for high in self.heights if high]) - self.gap + 2 * self.pad

    @known
    def within(self, box: Box) -> tuple[Box, ...]:
        """Return a box for each row."""
        found, left, top, width = [], box.left + self.pad, box.top + self.pad, box.width - 2 * self.pad
        for high in self.heights:
            found.append(Box(left, top, width, high))
            top += high + self.gap if high else 0
        return tuple(found)


@known
def card_height(width: int) -> int:
    """Return the height of a card, whose sides are in the ratio five to seven."""
    return width * 7 // 5


@known
def card_box(left: int, top: int, width: int) -> Box:
    return Box(left, top, width, card_height(width))


@known
def rows_of_board(*heights: int) -> tuple[int, tuple[Box, ...]]:
    """Return the height of a board with these rows, and the box of each."""
    rows = Rows(heights, GAP, EDGE)
    return rows.height, rows.within(Box(0, 0, WIDTH, rows.height))


@known
def in_a_row(count: int, left: int, right: int, width: int, gap: int = CLOSE) -> tuple[int, ...]:
    """Return the left edges of pieces that stand in a row, centred between two edges. They overlap if there is too
    little room.
    """
    step = min(width + gap, (right - left - width) // max(1, count - 1)) if count > 1 else 0
    first = (left + right - step * (count - 1) - width) // 2
    return tuple([first + step * at for at in range(count)])


@known
def squares(count: int, box: Box, largest: int, *, centred: bool = False) -> tuple[Box, ...]:
    """Return so many equal squares in a row, as large as the box allows, from its left edge or centred."""
    size = min(largest, box.height, box.widths(count, WIDTH, CLOSE)) if count else 0
    row = box.line((box.height - size) // 2, size)
    return (row if centred else row.start(count * (size + CLOSE) - CLOSE)).columns(count, size, CLOSE)


def marked(mark: Piece, box: Box, label: Say | None, looks: tuple[Look, ...] = ()) -> tuple[Piece, ...]:
    """Return a mark, which is the square at the left end of a box, and letters beside it."""
    return (mark,) if label is None else (mark, text(box.beside(), label, looks))


# Parts


def once(lay: Callable[P, Iterable[Piece]]) -> Callable[P, tuple[Piece, ...]]:
    """Lay a part of a board only once for the same arguments, which must be all that it is made of.

    Most parts look alike to all viewers and stay the same through many moves, so whoever shows them recognizes them.
    """

    @lru_cache(maxsize=MOST_LAID)
    def laid(*given: P.args, **named: P.kwargs) -> tuple[Piece, ...]:
        return tuple(lay(*given, **named))

    return laid  # type: ignore[return-value]  # lru_cache takes whatever can be a key


_places: Final[dict[tuple[int, ...], tuple[Piece, ...]]] = {}
"""Tuples of pieces by the ids of these, which are kept with them, so that no other piece can have such an id."""


def as_before(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return the pieces of a zone: the same tuple as before if they are the very same pieces.

    Whoever shows them recognizes so what has not changed, though it was laid out once more.
    """
    found = tuple(pieces)
    if len(_places) >= MOST_LAID:
        _places.clear()
    return _places.setdefault(tuple(map(id, found)), found)


# Pieces

die: Final = partial(Piece, PieceKind.DIE)
card: Final = partial(Piece, PieceKind.CARD)
cup: Final = partial(Piece, PieceKind.CUP)
cone: Final = partial(Piece, PieceKind.CONE)
chip: Final = partial(Piece, PieceKind.CHIP)
space: Final = partial(Piece, PieceKind.SPACE)
figure: Final = partial(Piece, PieceKind.FIGURE)
badge: Final = partial(Piece, PieceKind.BADGE)
LOOKS: Final = {look.value: look for look in Look}


@known
def looks(**holds: bool) -> tuple[Look, ...]:
    """Return those looks that hold, in this order: `looks(lit=wins, turn=awaited)`."""
    return tuple([LOOKS[name] for name, so in holds.items() if so])


@known
def table(box: Box) -> Piece:
    """Return the area in the middle, around which the players sit."""
    return space("table", *box)


def text(box: Box, label: Say, looks: tuple[Look, ...] = (), face: str = "left") -> Piece:
    """Return letters for the eye alone; a piece beside them says the same in words."""
    return Piece(PieceKind.TEXT, face, *box, label=label, looks=looks)


@known
def seat_name(seat: Seat, box: Box, looks: tuple[Look, ...] = (), face: str = "left") -> Piece:
    """Return the name of a player; a page may put a face beside it."""
    return Piece(PieceKind.TEXT, face, *box, label=say("piece-seat", seat=Who(seat)), seat=seat, looks=looks)


PLATE: Final = 28
"""The height of the plate of a player: the face, and beside it the name above the stack."""
BESIDE_FACE: Final = 4
"""The gap between a face and the name."""
NARROW: Final = 34
"""Beside a chip, a number of two figures would be cut in less room than this: it stands alone."""


@once
def plate(seat: Seat, stack: Suckers, box: Box, looks: tuple[Look, ...] = (), *, told: bool = True) -> Iterator[Piece]:
    """Yield the plate of a player. `told`: the chip says what they have, which nothing else does."""
    yield seat_name(seat, box, looks, "plate")
    under = box.after(box.height + BESIDE_FACE).before(BESIDE_FACE).line(box.height * 6 // 11, box.height * 3 // 7)
    if not told and under.width < NARROW:
        yield text(under, letters(str(stack)))
        return
    yield chip("one", *under.square, say("piece-purse", seat=Who(seat), stack=stack) if told else None, seat=seat)
    yield text(under.after(under.height + 3), letters(str(stack)))


HEAD: Final = 26
"""The height of the headline and the pot."""
POT: Final = 104
"""The width of the pot."""


def headed(box: Box, now: Say, suckers: Suckers) -> tuple[Piece, ...]:
    """Return what happens now and, at the right edge, the amount in the pot and a heap; no pot once it is won."""
    if not suckers:
        return (text(box.line(5, 16), now, face="middle"),)
    return (text(box.before(POT + 8).line(5, 16), now), *heap(box.end(POT), suckers))


@once
def heap(box: Box, suckers: Suckers) -> Iterator[Piece]:
    """Yield the pot: the amount, and a heap at the right edge; nothing once it is won."""
    if suckers:
        yield text(box.before(box.height + 6).line(3, 20), letters(str(suckers)), (Look.LIT,), "right")
        yield chip("heap", *box.end(box.height), say("piece-pot", pot=suckers), key="pot")
