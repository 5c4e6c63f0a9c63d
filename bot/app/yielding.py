"""Have threads give way to the loop soon: what is worked out beside it would hold it up for 5 ms each time it wakes."""

import sys
from typing import Final

WAITED: Final = 0.0005
"""Seconds that the loop waits at most for a thread that runs Python."""


def yield_soon() -> None:
    """Have threads of this process give way soon."""
    sys.setswitchinterval(WAITED)
