"""A person's own limit: the most they may lose in one day at tables for purses, and a pause.

A lower limit holds at once, a higher one a week later; a pause is never shortened. So nobody can lift a limit in the
heat of a game.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.table.stacks import DAY

WEEK: Final = 7 * DAY


class OwnLimit(Struct, frozen=True):
    """A limit. `loss`: the most that may be lost in one day, 0 for no limit; at `later_at` it becomes `later`.

    Until `paused_until` the person may not sit at a table for purses. Times in ms.
    """

    loss: int = 0
    later: int = 0
    later_at: int = 0
    paused_until: int = 0

    def at(self, now: int) -> "OwnLimit":
        """Return the limit as it is at this time."""
        return replace(self, loss=self.later, later=0, later_at=0) if 0 < self.later_at <= now else self

    def lowered_to(self, loss: int, now: int) -> "OwnLimit":
        """Return the limit with another loss: a lower one at once, a higher one or none (0) in a week."""
        if loss and (not self.loss or loss <= self.loss):
            return replace(self, loss=loss, later=0, later_at=0)
        return replace(self, later=loss, later_at=now + WEEK) if self.loss else self

    def paused(self, until: int) -> "OwnLimit":
        return replace(self, paused_until=max(self.paused_until, until))


NO_LIMIT: Final = OwnLimit()
_LIMIT: Final = msgspec.json.Decoder(OwnLimit)


def strictest(limits: Sequence[OwnLimit]) -> OwnLimit:
    """Return a limit with the lowest loss and the longest pause of these."""
    lowest = min(limits, key=lambda one: one.loss or float("inf"), default=NO_LIMIT)
    return replace(lowest, paused_until=max((one.paused_until for one in limits), default=0))


def decoded(content: bytes | None) -> OwnLimit:
    """Return a limit as it is stored; without one, no limit."""
    return NO_LIMIT if content is None else _LIMIT.decode(content)
