"""Count what was seen while people played, right or wrong, and tell it."""

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from bench.goals import percentile

NOT_TAKEN: Final = "this was not taken"
NOT_SURE: Final = "can't tell yet whether this was taken"
"""Says of a step that it is stored, and not on all replicas yet: neither yes nor no."""
HELD: Final = "were lost with a server"
"""Says of a table that it waits for its moderators."""


class Noted:
    """Counts what was seen while people played, right or wrong."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        """The ids of moves that were answered with yes."""
        self.refused: Counter[str] = Counter()
        """Sentences to people whose panel was no longer current, or while no primary of Redis took anything."""
        self.wrong: Counter[str] = Counter()
        self.stood: dict[str, list[float]] = defaultdict(list)
        """By how a process ended: the seconds until each of its pages was told something again."""
        self.stood_after: dict[str, list[float]] = defaultdict(list)
        """By chat: the seconds from what somebody did until it stood in the log, without what had to be done again."""
        self.late: list[float] = []
        """Seconds by which the latest deadline was overdue, each time that somebody looked."""
        self.kills: Counter[str] = Counter()
        self.verified = self.again = 0
        self.fails_over = self.failed_over = False
        """Tell whether a primary of Redis is being replaced, and whether one ever was."""
        self.held: Counter[str] = Counter()
        """Tables by game that wait for their moderators, as is right once a primary took steps with it."""
        self.more: list[str] = []
        """Hold what the stand-ins tell of themselves."""

    def is_true(self, refusal: str) -> bool:
        """Tell whether a refusal is true whatever the table shows: nothing is taken while a primary is replaced, nor
        afterwards where steps were lost with it.
        """
        return (self.fails_over and NOT_TAKEN in refusal) or (self.failed_over and HELD in refusal)

    def rows(self) -> Iterator[str]:
        """Yield the figures."""
        yield f"moves taken {len(self.taken)}, said again after a line broke or was late {self.again}"
        yield f"ended: {dict(self.kills)}; records verified {self.verified}"
        for way, stood in self.stood.items():
            yield f"pages stood still after {way}: {len(stood)}, {spread(stood)}"
        for chat, seconds in self.stood_after.items():
            yield f"moves on {chat}: {len(seconds)}, stored after {spread(seconds)}"
        if self.late:
            yield f"deadlines overdue: p99 {percentile(self.late, 0.99):.2f} s, max {max(self.late):.2f} s"
        if self.held:
            yield f"tables that wait for their moderators: {dict(self.held)}"
        yield from self.more
        yield f"refused with a panel that was no longer current: {self.refused.total()}"
        yield from (f"  {count:5} {sentence}" for sentence, count in self.refused.most_common(8))
        yield f"wrong: {self.wrong.total()}"
        yield from (f"  {count:5} {sentence}" for sentence, count in self.wrong.most_common(20) if count)


def spread(seconds: Sequence[float]) -> str:
    """Return how long it took, usually and at most."""
    return f"p50 {statistics.median(seconds):.2f} s, p99 {percentile(seconds, 0.99):.2f} s, max {max(seconds):.2f} s"


def masked(text: str) -> str:
    """Return a sentence without names and numbers, so that equal ones can be counted."""
    return re.sub(r"\d+", "#", re.sub(r"(?i)\b[pdt]\dx\d+", "NAME", text))[:110]
