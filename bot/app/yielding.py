"""Let threads yield to the event loop soon: by default a computing thread delays it by 5 ms at each wake-up."""

import sys
from typing import Final

WAITED: Final = 0.0005
"""The most seconds that the event loop waits for a thread that runs Python code."""


def yield_soon() -> None:
    """Let threads of this process yield soon."""
    sys.setswitchinterval(WAITED)
