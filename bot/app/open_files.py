"""The limit of connections and files that this process may have open at once."""

import contextlib
import sys
from typing import Final

if sys.platform != "win32":
    import resource

WANTED: Final = 65_536
STEPS: Final = (WANTED, 10_240, 4_096)
"""Values to try: macOS reports no limit, but refuses values above the kernel's own limit."""
RESERVED: Final = 256
"""Files for the store, the platforms, the logs and everything else besides connections of pages."""


def raise_open_files() -> int:
    """Raise the limit as far as the system allows and we need; return how many may be open now."""
    if sys.platform == "win32":  # Windows has no such limit
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
