"""A finished game as pages show it: who sat there, and its film."""

from msgspec import Struct

from bot.ports.ids import PlaceId
from bot.ports.messages import ShownBoard


class GameWithheld(Exception):  # noqa: N818 - a fact about a game
    """A game hides something from the rest of its series, which is on: it can't be looked into yet."""


class FilmSeat(Struct, frozen=True):
    """Somebody who sat there. `before`, `after`: their stack; `house`: a house bot; `left`: for good.

    `luck`: what they won (0 or 1000) less the chance they had, in thousandths, when all was left to fall out; None: it
    can't be told. `feats`: what they are called.
    """

    name: str
    before: int
    after: int
    won: bool
    house: bool
    left: bool
    luck: int | None = None
    feats: tuple[str, ...] = ()


class FilmFrame(Struct, frozen=True):
    """One thing that was done, and the table after it. `who`: the seat that did it; None: the start, or several.

    `says`: what was told of it; `lines`: what stands on the table, `own`: what these eyes alone saw there.
    """

    who: int | None
    says: tuple[str, ...]
    lines: tuple[str, ...]
    own: tuple[str, ...]
    board: ShownBoard | None
    stacks: tuple[int, ...]


class Film(Struct, frozen=True):
    """The frames of a game as somebody saw it. `eyes`: a seat's number, `table` for everybody's, `all` for all hands.

    `whole`: how many frames the game has; the last ones of a very long one are left out.
    """

    eyes: str
    frames: tuple[FilmFrame, ...]
    whole: int


class FilmOdds(Struct, frozen=True):
    """The chances that a seat (`who`) could have worked out before it moved, a line each.

    `had`: what came of the one that counts, as a sentence: "Pete had 41 %, and split". Empty where none can be told.
    """

    who: int
    lines: tuple[str, ...]
    had: str = ""


class Course(Struct, frozen=True):
    """Where and when a game was played, for what else was said there then. Times in ms; it is shown to nobody."""

    place: PlaceId
    began: int
    ended: int


class ShownReplay(Struct, frozen=True):
    """A game of the archive that a link leads to. Times in ms. `how`: who won, in words; `secret`: seats held secrets.

    `record`: the name of the file by which it can be checked. `options`: what was otherwise than usual, as typed.
    `posted`: what was posted of it, in words; an address in it leads to a message that all can see.
    """

    game: str
    title: str
    code: str
    number: int
    began: int
    ended: int
    how: str
    void: str
    seats: tuple[FilmSeat, ...]
    secret: bool
    money: bool
    record: str
    options: tuple[str, ...] = ()
    posted: tuple[str, ...] = ()
