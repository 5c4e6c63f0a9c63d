"""Define a call of the bot, and the table of the functions that answer calls."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from standins.discord.errors import ApiError
from standins.discord.posting import Upload

if TYPE_CHECKING:
    from standins.discord.world import World

Answer = tuple[int, Any]
Handler = Callable[["World", "Call"], Answer | Awaitable[Answer]]

MAJOR = ("channel_id", "guild_id", "webhook_id", "token")


@dataclass
class Call:
    """A call. `bearer`: a person's token, if the call is theirs and not the bot's. `channel_id` and `public` are kept
    for the log: whether the place was in a guild at that time.
    """

    method: str
    path: str
    route: str
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)
    bearer: str = ""

    @property
    def major(self) -> str:
        return "+".join(self.params[name] for name in MAJOR if name in self.params)

    def id(self, name: str) -> int:
        """Return an id in the path. Raises ApiError if it is not a number."""
        value = self.params[name]
        if not value.isdecimal() or len(value) > 20:
            raise ApiError(50035, message=f"Value {value!r} is not snowflake.")
        return int(value)

    def json(self) -> dict[str, Any]:
        if not isinstance(self.body, dict):
            raise ApiError(50035)
        return self.body


@dataclass(frozen=True)
class Route:
    method: str
    template: str
    pattern: re.Pattern[str]
    handler: Handler


class Routes:
    def __init__(self) -> None:
        self._routes: list[Route] = []

    def add(self, method: str, template: str) -> Callable[[Handler], Handler]:
        """Register a handler. The first route that fits answers, so `@me` comes before `{user_id}`."""

        def keep(handler: Handler) -> Handler:
            pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))
            self._routes.append(Route(method, template, pattern, handler))
            return handler

        return keep

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        for route in self._routes:
            if route.method == method and (match := route.pattern.fullmatch(path)):
                return route, match.groupdict()
        return None


ROUTES = Routes()
