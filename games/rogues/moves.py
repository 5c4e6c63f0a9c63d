"""Define the moves of Fearless Rogues Hold 'Em."""

from typing import Final

from games.kit.money import Suckers
from games.kit.moves import Move


class Keep(Move, frozen=True):
    """Choose the two of your dice that are your hand this round, by their numbers."""

    examples = ("keep 3 5",)
    secret = True

    dice: tuple[int, ...]


class Flee(Move, frozen=True):
    """Leave this round: what you paid stays in the pot, your dice are safe."""

    examples = ("flee",)
    offered_openly = True
    grave = True


class Trip(Move, frozen=True):
    """Go for the Knee with your hand as it is."""

    examples = ("trip",)
    offered_openly = True


class Draw(Move, frozen=True):
    """Take a shown die of the Party into your hand."""

    examples = ("draw 4",)
    offered_openly = True

    die: int


class Split(Move, frozen=True):
    """Show the double in your hand, gain a die and sit out this round; in the last duel, keep one and roll two more."""

    examples = ("split",)


class Drop(Move, frozen=True):
    """Choose the die of your hand that is set aside when you draw from the Party."""

    examples = ("drop 2",)
    secret = True
    reversible = True

    die: int


class Check(Move, frozen=True):
    """Bet nothing yet."""

    examples = ("check",)
    offered_openly = True


class Bet(Move, frozen=True):
    """Open the betting with so many suckers."""

    examples = ("bet 10",)
    offered_openly = True

    amount: Suckers


class Call(Move, frozen=True):
    """Match the standing bet."""

    examples = ("call",)
    offered_openly = True


class Raise(Move, frozen=True):
    """Raise the standing bet to so many suckers."""

    examples = ("raise 20",)
    offered_openly = True

    amount: Suckers


class Allin(Move, frozen=True):
    """Put in all you have."""

    examples = ("allin",)
    offered_openly = True
    grave = True


class Count(Move, frozen=True):
    """Say that so many dice of the Trips and the shown Party have this number."""

    examples = ("count 4 2",)
    offered_openly = True

    dice: int
    face: int


class Snake(Move, frozen=True):
    """Say that a Snake is among the Trips; if none is, you are Consumed."""

    examples = ("snake",)
    offered_openly = True


class Tumble(Move, frozen=True):
    """Say that the Giant is a Kick."""

    examples = ("tumble",)
    offered_openly = True


class Stake(Move, frozen=True):
    """Wager so many of your own suckers on the last duel; 0 for none."""

    examples = ("stake 50", "stake 0")
    offered_openly = True

    amount: Suckers


class Roll(Move, frozen=True):
    """Roll your dice against the Giant."""

    examples = ("roll",)
    offered_openly = True


class Pick(Move, frozen=True):
    """Choose two of your dice for the last duel."""

    examples = ("pick 3 5",)
    offered_openly = True

    dice: tuple[int, ...]


class Stand(Move, frozen=True):
    """In the last duel, take the roll as it lies."""

    examples = ("stand",)
    offered_openly = True


MOVES: Final = (
    Keep,
    Flee,
    Trip,
    Draw,
    Split,
    Drop,
    Check,
    Bet,
    Call,
    Raise,
    Allin,
    Count,
    Snake,
    Tumble,
    Stake,
    Roll,
    Pick,
    Stand,
)
