"""The errors of Twitch, told apart without a word of them: exception texts hold secrets (threats T9)."""

from typing import Final

import aiohttp
import twitchio


class TooManyTokensError(Exception):
    """Twitch takes none of the tokens that it gives: asking on would never end."""


LOST: Final = (
    twitchio.HTTPException,
    TooManyTokensError,
    aiohttp.ClientError,
    TimeoutError,
    ConnectionError,
    OSError,
)
"""A call that came to nothing, or whose answer never came."""


def status_of(error: BaseException) -> int:
    """Return the HTTP status; 0 where there was no answer."""
    return error.status if isinstance(error, twitchio.HTTPException) else 0


def told(error: BaseException) -> str:
    """Return an error for the log: the kind and the status, never the text."""
    status = status_of(error)
    return f"{type(error).__name__} {status}" if status else type(error).__name__
