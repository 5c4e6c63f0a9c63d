"""Run Python's garbage collector rarely: with its usual settings it takes a third of the time of a command.

A command makes thousands of small objects, nearly all of which are freed with their last reference. The collector looks
at the rest after every 700 new ones by default, again and again among all open tables.
"""

import gc
from typing import Final

EVERY: Final = 10_000
"""New objects between two collections of the youngest generation, each of which takes less than a millisecond."""
OLDER: Final = 10
"""Collections of a younger generation between two of the next older one, as is Python's default."""


def collect_seldom() -> None:
    """Run the garbage collector rarely in this process."""
    gc.set_threshold(EVERY, OLDER, OLDER)


def set_aside_what_stays() -> None:
    """Exclude existing objects, such as games and libraries, from collection: they stay until the process ends."""
    gc.freeze()
