"""The limits of what is sent and heard: a window for each channel, one for all, breakers for channels that refuse us.

No message waits here. Who finds no room is told when to come back, keeps their place before those who come later, and
comes with what is newest by then.
"""

import math
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog
from cachetools import FIFOCache, LRUCache

from bot.ports.messages import Reach, Unreachable
from bot.ports.rate import Buckets

A_CHANNEL: Final = 5
"""Messages and edits of one channel in five seconds: what Discord is seen to let through (it documents nothing)."""
CHANNEL_SECONDS: Final = 5.0
DELETIONS: Final = 5
"""Of one channel in as many seconds: Discord counts them apart, and lets more of them through."""
THREADS: Final = 5
"""New ones of one channel in as many seconds."""
A_MOMENT: Final = 0.3
"""Seconds: what comes closer together is told together, so that a burst does not use up a channel's window."""
ALL_A_SECOND: Final = 45
"""Of the 50 that Discord allows a bot."""
KEPT_FOR_PRIVATE: Final = 15
"""Of those, what is left to direct messages and answers: a panel can wait, a secret or money can't."""
KEPT_FOR_NEWS: Final = 10
"""Of what is left to panels: those on which nothing new stands wait longer."""
SOON: Final = 0.2
"""Seconds until there may be room again."""
LATE: Final = 1.0
"""Seconds after the time to come back in which somebody's place is kept."""
PROBE: Final = 300.0
"""Seconds until the first try at a channel that refused us; each pause is twice as long as the last (threats F18)."""
LONGEST_PROBE: Final = 6 * 3600.0
KNOCK: Final = 60.0
"""Seconds after a refusal in which no sign is worth another try."""
MOST_INVALID: Final = 1_000
"""Of 10,000 refused requests in ten minutes Discord bans an address (threats T7)."""
INVALID_SECONDS: Final = 600.0
MOST_CHANNELS: Final = 10_000
INVALID: Final = frozenset({401, 403, 429})
log = structlog.get_logger()


class RateLimits:
    """Limits of this adapter for itself and others. `clock`: seconds that never go back. `limited`: False for a server
    that has no limits, such as a test's: then only breakers hold anything up.

    `people`: what one person may say or press; `completions`: ask of a slash command that they type; `replies`: what is
    replied to plain chat in one channel of a server; `invitations`: how often one person is invited. Each is a bucket
    by an id.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, limited: bool = True) -> None:
        self._clock, self._limited = clock, limited
        self.people = Buckets(most=8 if limited else math.inf, a_second=2, clock=clock)
        self.completions = Buckets(most=10, a_second=3, clock=clock)
        self.replies = Buckets(most=4, a_second=0.8, clock=clock)
        self.invitations = Buckets(most=1, a_second=1 / 60, clock=clock)
        self._sent: LRUCache[int, deque[float]] = LRUCache(MOST_CHANNELS)
        """The times when something was last sent to a channel, the newest last."""
        self._deleted: LRUCache[int, deque[float]] = LRUCache(MOST_CHANNELS)
        """The same of what was deleted there."""
        self._threads: LRUCache[int, deque[float]] = LRUCache(MOST_CHANNELS)
        """The same of threads that were opened there."""
        self._all: deque[float] = deque(maxlen=ALL_A_SECOND)
        self._waiting: dict[int, dict[int, float]] = {}
        """By how much room they have, the channels that found none, in the order of their coming, and when each is to
        come back.
        """
        self._shut: FIFOCache[int, tuple[float, float]] = FIFOCache(MOST_CHANNELS)
        """The time to try a channel again that refused us, and the seconds between two tries."""
        self._invalid: deque[float] = deque(maxlen=MOST_INVALID)

    def take(
        self, channel: int, *, urgent: bool = False, idle: bool = False, calls: int = 1, leads: bool = False
    ) -> None:
        """Take room for so many calls to this channel. Raises Unreachable, with when to come back.

        `urgent`: what is for one person; `idle`: nothing happened that it would show, such as where news fade.
        `leads`: another call follows at once, which is told with it.
        """
        now, room = self._clock(), ALL_A_SECOND - (0 if urgent else KEPT_FOR_PRIVATE + KEPT_FOR_NEWS * idle)
        try:
            self._check(channel, now, room, calls)
        except Unreachable as full:
            if full.reach is Reach.AGAIN:
                full.still = partial(self._still_full, channel, room, calls)
            raise
        self._waits(room).pop(channel, None)
        if self._limited:
            self._sent_to(channel).extend([now - A_MOMENT if leads else now] * calls)
            self._all.extend([now] * calls)
        if channel in self._shut:
            self._shut[channel] = (now + self._shut[channel][1], self._shut[channel][1])

    def _check(self, channel: int, now: float, room: int, calls: int) -> None:
        self._check_shut(channel, now)
        if self._too_many_refused(now):
            raise Unreachable("too many refused", after=INVALID_SECONDS / 10)
        if self._limited:
            self._check_room(channel, now, calls)
            self._check_all(channel, now, room)

    def _still_full(self, channel: int, room: int, calls: int) -> float:
        """Return the seconds until there may be room; 0: there is."""
        try:
            self._check(channel, self._clock(), room, calls)
        except Unreachable as full:
            return full.after
        return 0.0

    def take_deletion(self, channel: int) -> None:
        """Take room for one deletion in this channel: they use up no room of messages. Raises Unreachable.

        Of what all channels share they leave what news are told with, and nobody waits behind one that is put off.
        """
        now = self._clock()
        if channel in self._shut:
            raise Unreachable("the channel is shut", Reach.SHUT)
        if self._too_many_refused(now):
            raise Unreachable("too many refused", after=INVALID_SECONDS / 10)
        if self._limited and self._lately(now) >= ALL_A_SECOND - KEPT_FOR_PRIVATE - KEPT_FOR_NEWS:
            raise Unreachable("the bot's own limit", after=SOON)
        self._take_apart(self._deleted.setdefault(channel, deque(maxlen=DELETIONS)), now)

    def take_thread(self, channel: int) -> None:
        """Take room for one new thread of this channel. Raises Unreachable, with when to come back."""
        now = self._clock()
        self._check_shut(channel, now)
        if self._too_many_refused(now):
            raise Unreachable("too many refused", after=INVALID_SECONDS / 10)
        self._take_apart(self._threads.setdefault(channel, deque(maxlen=THREADS)), now)

    def _take_apart(self, lately: deque[float], now: float) -> None:
        """Take room in a bucket of its own, besides that of all calls."""
        if not self._limited:
            return
        if self._lately(now) >= ALL_A_SECOND - KEPT_FOR_PRIVATE:
            raise Unreachable("the bot's own limit", after=SOON)
        if len(lately) == lately.maxlen and lately[0] > now - CHANNEL_SECONDS:
            raise Unreachable("the channel's limit", after=lately[0] + CHANNEL_SECONDS - now)
        lately.append(now)
        self._all.append(now)

    def _check_all(self, channel: int, now: float, room: int) -> None:
        """Raises Unreachable where others have used up the room, or wait for it since an earlier time."""
        waiting, used = self._waits(room), self._lately(now)
        if not waiting and used < room:
            return
        before = self._before(channel, waiting, now)
        if used + before < room:
            return
        after = SOON + before / room
        waiting[channel] = now + after  # where it waits already, it keeps its place
        raise Unreachable("the bot's own limit", after=after)

    def _waits(self, room: int) -> dict[int, float]:
        return self._waiting.setdefault(room, {})

    def _before(self, channel: int, waiting: dict[int, float], now: float) -> int:
        """Return how many have waited for longer; whoever did not come back in time has lost their place."""
        for gone in [one for one, at in waiting.items() if at < now - LATE]:
            del waiting[gone]
        return next((place for place, one in enumerate(waiting) if one == channel), len(waiting))

    def _lately(self, now: float) -> int:
        """Return how many calls of all channels were made in the last second."""
        return sum(1 for at in self._all if at > now - 1.0)

    def _check_room(self, channel: int, now: float, calls: int) -> None:
        sent = self._sent_to(channel)
        if sent and sent[-1] > now - A_MOMENT:
            raise Unreachable("a moment ago", after=sent[-1] + A_MOMENT - now)
        lately = [at for at in sent if at > now - CHANNEL_SECONDS]
        too_many = len(lately) + calls - A_CHANNEL
        if too_many > 0:
            raise Unreachable("the channel's limit", after=lately[too_many - 1] + CHANNEL_SECONDS - now)

    def is_quiet(self, channel: int, seconds: float) -> bool:
        """Return whether nothing was sent to this channel for so long."""
        sent = self._sent.get(channel)
        return not sent or sent[-1] < self._clock() - seconds

    def _sent_to(self, channel: int) -> deque[float]:
        return self._sent.setdefault(channel, deque(maxlen=A_CHANNEL))

    # Breakers

    def shut(self, channel: int) -> None:
        """Send no more to a channel that refused us but a probe now and then, the longer the more seldom."""
        _, pause = self._shut.get(channel, (0.0, PROBE / 2))
        pause = min(LONGEST_PROBE, pause * 2)
        if pause == PROBE:
            log.warning("a channel refuses us", channel=channel)
        self._shut[channel] = (self._clock() + pause, pause)

    def is_shut(self, channel: int) -> bool:
        """Return whether this channel refused us when it was last tried."""
        return channel in self._shut

    def knock(self, channel: int) -> bool:
        """Let a shut channel be tried before its time, since something shows that it may be open again.

        Return whether it is worth that: the channel is shut, and was not tried within the last minute.
        """
        if channel not in self._shut:
            return False
        at, pause = self._shut[channel]
        if at - pause > self._clock() - KNOCK:
            return False
        self._shut[channel] = (self._clock(), pause)
        return True

    def open(self, channel: int) -> None:
        """Send to this channel as to any other: it took what was sent."""
        self._shut.pop(channel, None)

    def _check_shut(self, channel: int, now: float) -> None:
        at, _ = self._shut.get(channel, (now, 0.0))
        if at > now:
            raise Unreachable("the channel is shut", Reach.SHUT, after=at - now)

    def answered(self, status: int) -> None:
        """Count a call by the HTTP status it came to: too many refused ones stop us."""
        if status in INVALID:
            self._invalid.append(self._clock())

    def _too_many_refused(self, now: float) -> bool:
        return len(self._invalid) == MOST_INVALID and self._invalid[0] > now - INVALID_SECONDS
