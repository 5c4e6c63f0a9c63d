"""Build answers other than success, in Twitch's words and shape."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

Json = dict[str, Any]


def refusal(status: int, message: str, *, bare: bool = False) -> Json:
    """Return the body. Helix also names the status in words; the id server mostly does not (`bare`)."""
    named: Json = {} if bare else {"error": HTTPStatus(status).phrase}
    return named | {"status": status, "message": message}


class TwitchError(Exception):
    """A handler raises it, and `rest` writes it."""

    def __init__(self, status: int, message: str, *, bare: bool = False) -> None:
        self.status = status
        self.message = message
        self.bare = bare
        super().__init__(f"{status}: {message}")

    def body(self) -> Json:
        return refusal(self.status, self.message, bare=self.bare)
