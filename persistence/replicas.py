"""The replicas that follow a server, as it tells of them."""

import re
from typing import Final

from persistence.wire import Reply

REPLICATION: Final = ("INFO", "replication")
LONGEST_LAG: Final = 10
"""Seconds since a replica was heard last, after which it counts as gone; the same as Redis' min-replicas-max-lag."""
_REPLICA: Final = re.compile(rb"^slave\d+:.*state=online.*lag=(\d+)", re.MULTILINE)


def following(told: Reply) -> int:
    """Return how many replicas follow a server and were heard lately. `told`: the section of INFO."""
    lags = _REPLICA.findall(told) if isinstance(told, bytes) else []
    return sum(int(lag) <= LONGEST_LAG for lag in lags)
