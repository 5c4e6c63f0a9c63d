"""Look for cycles of objects seldom: with Python's own setting that is a third of what a command costs.

A command makes thousands of small objects, nearly all of which are gone with their last user. Those that are left are
looked at after every 700 by default, and again and again among all tables that are open.
"""

import gc
from typing import Final

EVERY: Final = 10_000
"""New objects between two looks at the youngest: a look takes less than a millisecond."""
OLDER: Final = 10
"""Looks at the younger ones between two at the older ones, as Python has it."""


def collect_seldom() -> None:
    """Look for cycles seldom, in this process."""
    gc.set_threshold(EVERY, OLDER, OLDER)


def set_aside_what_stays() -> None:
    """Look no more at what is there by now, games and libraries: it stays for as long as the process does."""
    gc.freeze()
