"""Define the moves of Cones. Spaces are typed by their names, `2b` or `x3`."""

from typing import Final

from games.kit.moves import Move


class Pop(Move, frozen=True):
    """Press the dome: the dice pop."""

    examples = ("pop",)
    offered_openly = True


class Enter(Move, frozen=True):
    """Put a new cone on your start; it does not move this turn."""

    examples = ("enter",)
    offered_openly = True


class MoveCone(Move, frozen=True, tag="move"):
    """Move a cone or a stack from one space to another; or `move 2`, by the numbered list."""

    examples = ("move 2b 3z", "move x1 2a")
    offered_openly = True

    start: str
    to: str


class LiftCone(Move, frozen=True, tag="lift"):
    """Lift your own cone out of a stack to its top; cones are counted from the bottom."""

    examples = ("lift 2b 1",)
    offered_openly = True

    space: str
    cone: int


class Pass(Move, frozen=True):
    """Do not move, or do without your bonus."""

    examples = ("pass",)
    offered_openly = True


MOVES: Final = (Pop, Enter, MoveCone, LiftCone, Pass)
