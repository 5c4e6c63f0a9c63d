"""Introduce a game to those new to it: whom it suits, how long it lasts, its cover, its rules in pictures."""

from msgspec import Struct

from games.kit.board import Board
from games.kit.telling import Say


class Lesson(Struct, frozen=True):
    """Show a rule in a picture. `says`: the rule, in a sentence or two; `board.says`: what the picture shows.

    `phases`: the phases of a game that it is about, as views name them, or messages that name pieces of its board.
    """

    says: Say
    board: Board
    phases: tuple[str, ...] = ()


class Introduction:
    """Give what people choose a game by. By default: only its title and the message `game-about`."""

    minutes: tuple[int, int] | None = None
    """How many minutes a game lasts at a human pace: the least and the most."""
    difficulty: int | None = None
    """How much there is to learn, from 1 to 3."""
    presets: str = ""
    """The option that selects a preset of the whole game, if there is one. Each value has a name among the game's
    words: `preset-VALUE`.
    """
    options_first: tuple[str, ...] = ()
    """The options that matter most when a table is opened; all others are folded away. Each option has a name:
    `named-KEY`.
    """

    def cover(self) -> Board | None:
        """Return a picture composed of the game's own pieces, about 220 units high; None: it has no cover."""
        return None

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the rules in five to eight pictures: the goal, a turn, the trick, the end. By default: none."""
        return ()
