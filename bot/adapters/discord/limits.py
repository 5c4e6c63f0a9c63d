"""How much is sent where: a lane for each channel, one bucket for all, and breakers for channels that refuse us.

Nothing waits in a queue here. Who finds no room is told when to come back, and comes with what is newest by then.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

import structlog

from bot.ports.messages import Reach, Unreachable

A_LANE: Final = 5
"""Posts and edits of one channel in five seconds: what Discord is seen to let through (it documents nothing)."""
LANE_SECONDS: Final = 5.0
A_MOMENT: Final = 0.3
"""Seconds: what comes closer together is told together, so that a burst does not use up the lane."""
ALL_A_SECOND: Final = 40
"""Of the 50 that Discord allows a bot."""
KEPT_FOR_HANDS: Final = 15
"""Of those, what is left to hands and answers: a card can wait, a secret or money can't."""
PROBE: Final = 300.0
"""Seconds until the first try at a channel that refused us; each pause is twice as long as the last (threats F18)."""
LONGEST_PROBE: Final = 6 * 3600.0
KNOCK: Final = 60.0
"""Seconds after a refusal in which no sign is worth another try."""
MOST_INVALID: Final = 1_000
"""Of 10,000 refused requests in ten minutes Discord bans an address (threats T7)."""
INVALID_SECONDS: Final = 600.0
MOST_LANES: Final = 10_000
INVALID: Final = frozenset({401, 403, 429})
log = structlog.get_logger()


class RateLimits:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._limited = clock, True
        self._lanes: OrderedDict[int, deque[float]] = OrderedDict()
        self._all: deque[float] = deque(maxlen=ALL_A_SECOND)
        self._shut: OrderedDict[int, tuple[float, float]] = OrderedDict()
        """When to try a channel again that refused us, and the seconds between two tries."""
        self._invalid: deque[float] = deque(maxlen=MOST_INVALID)

    def take(self, channel: int, *, urgent: bool = False) -> None:
        """Room for one call to this channel. Raises Unreachable, with when to come back."""
        now = self._clock()
        self._check_shut(channel, now)
        if self._too_many_refused(now):
            raise Unreachable("too many refused", after=INVALID_SECONDS / 10)
        if self._limited:
            self._check_room(channel, now, urgent=urgent)
            self._lane(channel).append(now)
            self._all.append(now)
        if channel in self._shut:
            self._shut[channel] = (now + self._shut[channel][1], self._shut[channel][1])

    def _check_room(self, channel: int, now: float, *, urgent: bool) -> None:
        room = ALL_A_SECOND if urgent else ALL_A_SECOND - KEPT_FOR_HANDS
        if sum(1 for at in self._all if at > now - 1.0) >= room:
            raise Unreachable("the bot's own limit", after=0.2)
        lane = self._lane(channel)
        if lane and lane[-1] > now - A_MOMENT:
            raise Unreachable("a moment ago", after=lane[-1] + A_MOMENT - now)
        if len(lane) == A_LANE and lane[0] > now - LANE_SECONDS:
            raise Unreachable("the channel's limit", after=lane[0] + LANE_SECONDS - now)

    def be_unlimited(self) -> None:
        """For a server without limits: a test, a benchmark, another house than Discord."""
        self._limited = False

    def is_quiet(self, channel: int, seconds: float) -> bool:
        """Nothing was sent there for so long."""
        lane = self._lanes.get(channel)
        return not lane or lane[-1] < self._clock() - seconds

    def _lane(self, channel: int) -> deque[float]:
        lane = self._lanes.pop(channel, None) or deque[float](maxlen=A_LANE)
        self._lanes[channel] = lane
        if len(self._lanes) > MOST_LANES:
            self._lanes.popitem(last=False)
        return lane

    # Breakers

    def shut(self, channel: int) -> None:
        """The channel refused us: no more calls there but a probe now and then, the longer the more seldom."""
        _, pause = self._shut.pop(channel, (0.0, PROBE / 2))
        pause = min(LONGEST_PROBE, pause * 2)
        if pause == PROBE:
            log.warning("a channel refuses us", channel=channel)
        self._shut[channel] = (self._clock() + pause, pause)
        if len(self._shut) > MOST_LANES:
            self._shut.popitem(last=False)

    def is_shut(self, channel: int) -> bool:
        return channel in self._shut

    def knock(self, channel: int) -> bool:
        """Something shows that a shut channel may be open again: whether it is worth a probe before its time."""
        if channel not in self._shut:
            return False
        at, pause = self._shut[channel]
        if at - pause > self._clock() - KNOCK:
            return False
        self._shut[channel] = (self._clock(), pause)
        return True

    def open(self, channel: int) -> None:
        self._shut.pop(channel, None)

    def _check_shut(self, channel: int, now: float) -> None:
        at, _ = self._shut.get(channel, (now, 0.0))
        if at > now:
            raise Unreachable("the channel is shut", Reach.SHUT, after=at - now)

    def answered(self, status: int) -> None:
        """What a call came to: refused ones are counted."""
        if status in INVALID:
            self._invalid.append(self._clock())

    def _too_many_refused(self, now: float) -> bool:
        return len(self._invalid) == MOST_INVALID and self._invalid[0] > now - INVALID_SECONDS
