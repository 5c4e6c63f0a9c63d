"""Log every call of the bot, in order, with its answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from standins.discord.places import Channel

PUBLIC = frozenset(
    {
        ("POST", "/channels/{channel_id}/messages"),
        ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
        ("DELETE", "/channels/{channel_id}/messages/{message_id}"),
        ("POST", "/channels/{channel_id}/threads"),
        ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
    }
)
INVALID = frozenset({401, 403, 404})


@dataclass(frozen=True)
class RestCall:
    """One call. `status`: what the server meant to answer, even if the answer was `lost`."""

    method: str
    route: str
    path: str
    major: str
    status: int
    code: int
    at: float
    body: Any
    lost: bool = False
    channel_id: int | None = None
    public: bool = False

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.status}{' lost' if self.lost else ''}"


class RestLog:
    def __init__(self) -> None:
        self.calls: list[RestCall] = []
        self.open = 0
        self.last_activity = 0.0

    def last(self, count: int) -> list[str]:
        return [str(call) for call in self.calls[-count:]]

    def statuses(self) -> Counter[int]:
        return Counter(call.status for call in self.calls)

    @property
    def too_many(self) -> int:
        """Return how often the bot was told 429."""
        return self.statuses()[429]

    @property
    def invalid_answers(self) -> int:
        """Return how many answers were 401, 403 or 404: for too many of them and 429s, Discord bans the address."""
        return sum(call.status in INVALID for call in self.calls)

    def to(self, method: str, route: str) -> list[RestCall]:
        return [call for call in self.calls if (call.method, call.route) == (method, route)]

    def public_calls(self, channel: Channel | None = None) -> list[RestCall]:
        """Return posts, edits and deletes in guild channels and threads, without callbacks, follow-ups or DMs."""
        return [c for c in self.calls if c.public and (channel is None or c.channel_id == channel.id)]
