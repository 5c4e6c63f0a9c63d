"""Say what house bots of Headache like and risk by their manner; how well they play is their level's."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.headache.options import AuctionType, FailedBids, Reveal
from games.kit.temper import Manner


class Character(NamedTuple):
    """Hold what a manner means at this table.

    `likes`: options of the votes of phase 6, up to 1. `rounds`: how many rounds of swapping more, or fewer, than
    its memory likes. `puts`: the most that it gives for a vote whose result it can't reckon. `bids`: the part of
    what a cup is worth to it that it bids. `bluffs`: how often in a hundred it bids for a worthless cup. `recalls`:
    how many percent more, or less, it relies on what it was told. `passes`: how often in a hundred it swaps
    nothing. `keeps`: the part of what an alliance gains that it wants for itself. `shy`: the gain that it takes an
    alliance for. `raises`: in about how many raises it reaches its limit.
    """

    likes: Mapping[str, float]
    rounds: int = 0
    puts: int = 0
    bids: float = 1.0
    bluffs: int = 4
    recalls: int = 0
    passes: int = 25
    keeps: float = 0.5
    shy: float = 0.02
    raises: int = 5


PLAIN: Final = Character({})
"""Nobody in particular: it likes what its memory likes."""
BOLD: Final = Character(
    likes={
        AuctionType.STANDARD: 0.7,
        AuctionType.DUTCH: 1.0,
        FailedBids.FULL: 1.0,
        Reveal.LOOKS: 0.6,
        Reveal.ALL: 0.6,
        Reveal.HIDDEN: 0.6,
    },
    rounds=-1,
    puts=4,
    bids=1.1,
    bluffs=10,
    recalls=-10,
    passes=10,
    keeps=0.6,
    shy=0.0,
    raises=1,
)
WARY: Final = Character(
    likes={
        AuctionType.BLIND: 0.8,
        AuctionType.SECOND_PRICE: 1.0,
        FailedBids.NOTHING: 1.0,
        Reveal.LOOKS: 1.0,
    },
    puts=4,
    bids=0.9,
    bluffs=1,
    passes=40,
    raises=4,
    shy=0.06,
)
SLY: Final = Character(
    likes={AuctionType.BLIND: 1.0, FailedBids.HALF: 1.0, Reveal.HIDDEN: 1.0},
    rounds=1,
    puts=4,
    bluffs=20,
    recalls=10,
    passes=5,
    keeps=0.7,
    shy=0.0,
    raises=3,
)
CHATTY: Final = Character(
    likes={
        AuctionType.STANDARD: 1.0,
        FailedBids.NOTHING: 0.5,
        FailedBids.HALF: 0.5,
        FailedBids.FULL: 0.6,
        Reveal.ALL: 1.0,
    },
    puts=4,
    bluffs=6,
    recalls=-15,
    keeps=0.4,
    raises=2,
)
CHARACTERS: Final[Mapping[Manner, Character]] = {
    Manner.PLAIN: PLAIN,
    Manner.BOLD: BOLD,
    Manner.WARY: WARY,
    Manner.SLY: SLY,
    Manner.CHATTY: CHATTY,
}
MOOD: Final = 1.2
"""How much of what it likes is the mood of the moment: so the same table does not vote the same every game."""
