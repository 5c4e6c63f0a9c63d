"""Define the moves of Headache."""

from typing import Final

from games.kit.money import Suckers
from games.kit.moves import Move
from games.kit.seats import Die, Seat, Spot

NONE: Final = "none"
"""Stands for no option in a vote."""
CALLED: Final = Suckers(-1)
"""Stands for the called price, if `bid` is typed alone."""
AS_OFFERED: Final = -1
"""Stands for the share as colin offered it, if `ally colin` is typed alone; without an offer it is half."""


class Roll(Move, frozen=True):
    """Roll your dice."""

    examples = ("roll",)
    offered_openly = True


class Reroll(Move, frozen=True):
    """Pay 1 sucker to roll again; the better roll counts."""

    examples = ("reroll",)
    offered_openly = True


class Stay(Move, frozen=True):
    """Stay with your roll."""

    examples = ("stay",)
    offered_openly = True


class Draw(Move, frozen=True):
    """Take this die out of the bag and put it under a cup before you."""

    examples = ("draw d12",)
    secret = True

    die: Die


class Vote(Move, frozen=True):
    """Vote so many suckers for an option, by its name or number; at a table that declares, the suckers alone."""

    examples = ("vote 3 2", "vote 4 blind", "vote 0")
    offered_openly = True
    secret = True

    amount: Suckers
    option: str = NONE


class Order(Move, frozen=True):
    """As chairman, say in which order the votes are shown."""

    examples = ("order 3 4 5 1 2",)
    offered_openly = True

    seats: tuple[Seat, ...]


class For(Move, frozen=True):
    """Say what your suckers are for."""

    examples = ("for 2", "for blind")
    offered_openly = True

    option: str


class Abstain(Move, frozen=True):
    """Show an empty fist, for no option (`for none`). Not before all: it would say whose fist is empty."""

    examples = ("abstain",)


class Cast(Move, frozen=True):
    """As chairman, decide between options with the same number of suckers."""

    examples = ("cast 1",)
    offered_openly = True

    option: str


class Swap(Move, frozen=True):
    """Swap two cups, before whomever they stand; cups are numbered from the left."""

    examples = ("swap 5.1 3.2",)
    offered_openly = True

    cups: tuple[Spot, ...]


class Pass(Move, frozen=True):
    """Leave it as it is."""

    examples = ("pass",)
    offered_openly = True


class Lot(Move, frozen=True):
    """As chairman, say which cup is sold next."""

    examples = ("lot 3.1",)
    offered_openly = True

    cup: Spot


class Bid(Move, frozen=True):
    """Bid so many suckers for the cup on sale; while a price falls, the word alone takes it."""

    examples = ("bid 12", "bid")
    offered_openly = True

    amount: Suckers = CALLED


class Drop(Move, frozen=True):
    """Bid no more for this cup."""

    examples = ("drop",)
    offered_openly = True


class Award(Move, frozen=True):
    """As chairman, give the cup to one of those who bid the same."""

    examples = ("award 2",)
    offered_openly = True

    seat: Seat


class Ally(Move, frozen=True):
    """Play as one with somebody; the share, in percent, is the other's part of the pot."""

    examples = ("ally 5", "ally 5 60")
    offered_openly = True

    seat: Seat
    share: int = AS_OFFERED


class Keep(Move, frozen=True):
    """Play with this die, and discard your others."""

    examples = ("keep d12",)

    die: Die


MOVES: Final = (
    Roll,
    Reroll,
    Stay,
    Draw,
    Vote,
    Order,
    For,
    Abstain,
    Cast,
    Swap,
    Lot,
    Bid,
    Drop,
    Award,
    Ally,
    Keep,
    Pass,
)
