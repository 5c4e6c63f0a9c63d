"""One person's own limit: the most that they lose on one day at tables for purses, and a pause.

Less is allowed at once, more a week later; a pause is never shortened. So nobody lifts a limit in the heat of a game.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.table.stacks import DAY

WEEK: Final = 7 * DAY


class OwnLimit(Struct, frozen=True):
    """The most that may be lost on one day (`loss`), which becomes `later` at `later_at`; no purse table until
    `paused_until`. Times in ms; a loss of 0 is no limit.
    """

    loss: int = 0
    later: int = 0
    later_at: int = 0
    paused_until: int = 0

    def at(self, now: int) -> "OwnLimit":
        """Return the limit with what has come true by then."""
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
    """Return the lowest loss of several limits, and the longest pause."""
    lowest = min(limits, key=lambda one: one.loss or float("inf"), default=NO_LIMIT)
    return replace(lowest, paused_until=max((one.paused_until for one in limits), default=0))


def decoded(content: bytes | None) -> OwnLimit:
    """Return a limit as it is stored; none where nothing is."""
    return NO_LIMIT if content is None else _LIMIT.decode(content)
