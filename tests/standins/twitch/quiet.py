"""TwitchIO, imported without the warning that its web adapter gives on import (aiohttp frowns on its base class)."""

import warnings

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "Inheritance class", DeprecationWarning)
    import twitchio

__all__ = ["twitchio"]
