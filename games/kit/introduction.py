"""Introduce a game to who has never played it: for whom it is, how long it lasts, its cover, its rules in pictures."""

from msgspec import Struct

from games.kit.board import Board
from games.kit.telling import Say


class Lesson(Struct, frozen=True):
    """A rule in a picture. `says`: the rule, in a sentence or two; `board.says` tells what the picture shows."""

    says: Say
    board: Board


class Introduction:
    """Say what people choose a game by. Plainly: nothing but its title and `game-about` among its words."""

    minutes: tuple[int, int] | None = None
    """How long a game lasts at a human pace, at the least and at the most."""
    difficulty: int | None = None
    """How much there is to learn, from 1 to 3."""
    presets: str = ""
    """The option that is a preset of the whole game, if there is one. Each of its values has a name of its own:
    `preset-VALUE` among the game's words.
    """
    options_first: tuple[str, ...] = ()
    """The options that matter most to who opens a table; all others are folded away. Each option has a name:
    `named-KEY`.
    """

    def cover(self) -> Board | None:
        """Return the game's own pieces composed as art, about 220 units high; None: it has no cover."""
        return None

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the rules in five to eight pictures: the goal, a turn, the trick, the end. Plainly: none."""
        return ()
