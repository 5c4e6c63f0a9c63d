"""Define a call to Helix, and the table of the functions that answer calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from multidict import MultiDict, MultiMapping

from standins.twitch.errors import TwitchError

if TYPE_CHECKING:
    from standins.twitch.people import Person
    from standins.twitch.tokens import Token
    from standins.twitch.world import TwitchWorld

Answer = tuple[int, Any]
Handler = Callable[["TwitchWorld", "Call"], Answer | Awaitable[Answer]]


@dataclass
class Call:
    """A call. `path`: without host and query, as `/helix/users`; `token`: set before a Helix handler sees it."""

    method: str
    path: str
    query: MultiMapping[str]
    body: dict[str, Any] = field(default_factory=dict)
    headers: MultiMapping[str] = field(default_factory=MultiDict)
    token: Token | None = None

    def need(self, name: str) -> str:
        """Return a required parameter from the query or the body."""
        value = self.query.get(name) or self.body.get(name)
        if value is None or value == "":
            raise TwitchError(400, f'Missing required parameter "{name}"')
        return str(value)

    def form(self, name: str) -> str:
        return str(self.query.get(name) or self.body.get(name) or "")

    def number(self, name: str, otherwise: int) -> int:
        text = self.form(name)
        if not text:
            return otherwise
        if not text.isdecimal():
            raise TwitchError(400, f'The parameter "{name}" was malformed: the value must be a number')
        return int(text)

    @property
    def bearer(self) -> Token:
        if self.token is None:
            raise TwitchError(401, "OAuth token is missing")
        return self.token

    def by_app(self) -> None:
        if self.bearer.user is not None:
            raise TwitchError(401, "Must provide an app access token.")

    def by_user(self, *scopes: str) -> Person:
        """Return the token's user; one of the scopes is enough."""
        user = self.bearer.user
        if user is None:
            raise TwitchError(401, "Missing User OAUTH Token")
        if scopes and not self.bearer.scopes.intersection(scopes):
            raise TwitchError(401, f"Missing scope: {' or '.join(scopes)}")
        return user

    def merged(self) -> dict[str, Any]:
        """Return query and body together, for the log: Helix uses both for its parameters."""
        query: dict[str, Any] = {}
        for key in dict.fromkeys(self.query):
            values = self.query.getall(key)
            query[key] = values[0] if len(values) == 1 else list(values)
        return query | self.body


class TwitchRoutes:
    """The handlers by method and path, since Helix has no variables in its paths."""

    def __init__(self) -> None:
        self._handlers: dict[tuple[str, str], Handler] = {}

    def add(self, method: str, path: str) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            self._handlers[method, path] = handler
            return handler

        return keep

    def find(self, method: str, path: str) -> Handler | None:
        return self._handlers.get((method, path))


TWITCH_ROUTES = TwitchRoutes()


def page(found: list[Any], call: Call, most: int = 100, usual: int = 20) -> dict[str, Any]:
    """Return one page of a list; the cursor is a plain number."""
    first = min(call.number("first", usual), most)
    start = call.number("after", 0)
    more = start + first < len(found)
    return {"data": found[start : start + first], "pagination": {"cursor": str(start + first)} if more else {}}
