"""Classify Twitch's errors without their texts, which may hold secrets (threats T9)."""

from typing import Final

import aiohttp
import twitchio


class TooManyTokensError(Exception):
    """Twitch rejects every token that it issues, so asking again would never end."""


LOST: Final = (
    twitchio.HTTPException,
    TooManyTokensError,
    aiohttp.ClientError,
    TimeoutError,
    ConnectionError,
    OSError,
)
"""A call that failed, or whose answer never came."""


def status_of(error: BaseException) -> int:
    """Return the HTTP status; 0: there was no answer."""
    return error.status if isinstance(error, twitchio.HTTPException) else 0


def told(error: BaseException) -> str:
    """Return an error for the log: its kind and status, never its text."""
    status = status_of(error)
    return f"{type(error).__name__} {status}" if status else type(error).__name__
