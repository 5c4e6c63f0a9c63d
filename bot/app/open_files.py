"""The limit on the connections and files that this process may have open at once."""

import contextlib
import sys
from typing import Final

if sys.platform != "win32":
    import resource

WANTED: Final = 65_536
STEPS: Final = (WANTED, 10_240, 4_096)
"""macOS calls its limit endless and refuses what is above the kernel's own."""
RESERVED: Final = 256
"""For the store, the platforms, the logs and everything else that is no connection of a page."""


def raise_open_files() -> int:
    """Raise the limit to what the system lets us have, within bounds; return how many may be open now."""
    if sys.platform == "win32":  # it has no such limit
        return WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for step in STEPS:
        wanted = step if hard == resource.RLIM_INFINITY else min(step, hard)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            break
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            break
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WANTED if now == resource.RLIM_INFINITY else min(now, WANTED)
