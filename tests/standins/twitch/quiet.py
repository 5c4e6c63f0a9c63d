"""Import TwitchIO without the warning that its web adapter causes on import (aiohttp discourages its base class)."""

import warnings

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "Inheritance class", DeprecationWarning)
    import twitchio

__all__ = ["twitchio"]
