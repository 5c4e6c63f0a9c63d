"""Define the moves of Halflings & Giants."""

from games.kit.money import Suckers
from games.kit.moves import Move


class Stake(Move, frozen=True):
    """Stake suckers on the Halflings; with `auto`, everything that follows rolls by itself."""

    examples = ("stake 50", "stake 20 auto")

    amount: Suckers
    auto: bool = False


class Roll(Move, frozen=True):
    """Roll your dice."""

    examples = ("roll",)


class Split(Move, frozen=True):
    """Keep one die of the double and roll two more (by the original card: a second stake, a new partner each)."""

    examples = ("split",)


class Stand(Move, frozen=True):
    """Take the roll as it lies."""

    examples = ("stand",)
