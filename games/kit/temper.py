"""Say how a house bot plays: how well, and in what manner."""

import hashlib
from enum import StrEnum
from itertools import cycle, islice
from typing import Final, NamedTuple


class Manner(StrEnum):
    """Say what somebody is like at a table. `PLAIN`: like nobody in particular, as who plays on for somebody away."""

    PLAIN = "plain"
    BOLD = "bold"
    WARY = "wary"
    SLY = "sly"
    CHATTY = "chatty"


EVERY_MANNER: Final = (Manner.BOLD, Manner.WARY, Manner.SLY, Manner.CHATTY)
"""The manners that house bots have for an evening."""


LEVELS: Final = (0, 1, 2, 3)
"""How well house bots play, the weakest first."""


class Temper(NamedTuple):
    """Hold how well a house bot plays, from 0, the weakest, to 3, the strongest; and its manner, which changes what it
    likes and risks, and not how far it looks.
    """

    level: int
    manner: Manner = Manner.PLAIN


def drawn(luck: bytes, count: int, before: int = 0) -> tuple[Manner, ...]:
    """Return the manners of so many house bots, by public luck of their table; four in a row differ.

    `before`: how many house bots sit there already.
    """
    order = sorted(EVERY_MANNER, key=lambda manner: hashlib.sha256(luck + manner.encode()).digest())
    return tuple(islice(cycle(order), before, before + count))
