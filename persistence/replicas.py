"""The replicas that follow a server, as it tells of them."""

import re
from typing import Final

from persistence.wire import Reply

REPLICATION: Final = ("INFO", "replication")
LONGEST_LAG: Final = 10
"""Seconds since a replica was heard last, after which it counts as gone; the same as Redis' min-replicas-max-lag."""
HANGS_AFTER: Final = 2
"""Seconds since a replica was heard last, after which nothing waits for it. Replicas are heard each second."""
_CONNECTED: Final = re.compile(rb"^slave\d+:", re.MULTILINE)
_REPLICA: Final = re.compile(rb"^slave\d+:.*state=online.*lag=(\d+)", re.MULTILINE)


def connected(told: Reply) -> int:
    """Return how many replicas are connected to a server, also such as copy it yet. `told`: the section of INFO."""
    return len(_CONNECTED.findall(told)) if isinstance(told, bytes) else 0


def following(told: Reply, within: int = LONGEST_LAG) -> int:
    """Return how many replicas follow a server and were heard within so many seconds. `told`: the section of INFO."""
    lags = _REPLICA.findall(told) if isinstance(told, bytes) else []
    return sum(int(lag) <= within for lag in lags)
