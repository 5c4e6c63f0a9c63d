"""A finished game as pages show it: who sat there, and the film of it."""

from msgspec import Struct

from bot.ports.ids import PlaceId
from bot.ports.messages import ShownBoard


class GameWithheld(Exception):  # noqa: N818 - a fact about a game
    """A game still hides something, because its series goes on, so it can't be watched yet."""


class FilmSeat(Struct, frozen=True):
    """Somebody who sat there. `before`, `after`: their stack. `house`: it is a house bot. `left`: they left for good.

    `luck`: what they won (0 or 1000) less their chance of it in thousandths, once only luck was left; None: unknown.
    `feats`: their names. `face`: as in `bot.render.seat_lines`; empty for who was forgotten. `place`: as in `SeatLine`.
    """

    name: str
    before: int
    after: int
    won: bool
    house: bool
    left: bool
    luck: int | None = None
    feats: tuple[str, ...] = ()
    face: str = ""
    place: int = 0


class FilmFrame(Struct, frozen=True):
    """One action, and the table after it. `who`: the seat that acted; None: several, or it is the start.

    `says`: what was told of it. `lines`: the table. `own`: what only these eyes saw there.
    """

    who: int | None
    says: tuple[str, ...]
    lines: tuple[str, ...]
    own: tuple[str, ...]
    board: ShownBoard | None
    stacks: tuple[int, ...]


class Film(Struct, frozen=True):
    """The frames of a game from one view. `eyes`: a seat's number, `table` for the public view, `all` for all hands.

    `whole`: how many frames the game has; the end of a very long one is left out.
    """

    eyes: str
    frames: tuple[FilmFrame, ...]
    whole: int


class FilmOdds(Struct, frozen=True):
    """The chances that a seat (`who`) could have computed before its move, one line each.

    `had`: how the main one turned out, as a sentence: "Pete had 41 %, and split". Empty if unknown.
    """

    who: int
    lines: tuple[str, ...]
    had: str = ""


class Course(Struct, frozen=True):
    """Where and when a game was played, to find what was said there meanwhile. Times in ms. It is never shown."""

    place: PlaceId
    began: int
    ended: int


class ShownReplay(Struct, frozen=True):
    """A game of the archive behind a link. Times in ms. `how`: who won, in words. `secret`: seats held secrets.

    `record`: the name of the file by which it can be checked. `options`: those that differed from the usual, as typed.
    `posted`: what was posted of it, in words; an address in it leads to a public message.
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
