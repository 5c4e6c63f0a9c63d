"""Limit what is sent and heard: for each channel, for the whole bot, and with breakers for channels that refuse us.

No message waits here. A sender without room is told when to come back, keeps its place in line, and then sends the
newest state.
"""

import math
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog
from cachetools import LRUCache

from bot.ports.messages import Reach, Unreachable
from bot.ports.rate import Buckets, Waits
from games.kit.kept import keep_latest

A_CHANNEL: Final = 5
"""Messages and edits in one channel in five seconds: what Discord seems to allow (it documents nothing)."""
CHANNEL_SECONDS: Final = 5.0
DELETIONS: Final = 5
"""Deletions in one channel in the same time: Discord counts them separately, and allows more of them."""
THREADS: Final = 5
"""New threads in one channel in the same time."""
A_MOMENT: Final = 0.3
"""Seconds: what happens closer together is sent together, so that a burst does not use up a channel's limit."""
ALL_A_SECOND: Final = 45
"""Calls in a second; Discord allows a bot 50."""
KEPT_FOR_PRIVATE: Final = 15
"""How many of them are kept for direct messages and answers: a panel can wait, a secret or money can't."""
KEPT_FOR_NEWS: Final = 10
"""How many of those for panels are kept for panels with news; the others wait longer."""
SOON: Final = 0.2
"""Seconds until a sender tries again."""
LATE: Final = 1.0
"""Seconds for which a late sender's place in line is kept."""
PROBE: Final = 300.0
"""Seconds until the first new try at a channel that refused us; each later pause is twice as long (threats F18)."""
LONGEST_PROBE: Final = 6 * 3600.0
KNOCK: Final = 60.0
"""Seconds after a try in which a sign of life brings no other one."""
MOST_INVALID: Final = 1_000
"""Discord bans an address for 10,000 refused requests in ten minutes (threats T7)."""
INVALID_SECONDS: Final = 600.0
MOST_CHANNELS: Final = 10_000
INVALID: Final = frozenset({401, 403, 429})
TOGETHER: Final = "a moment ago"
"""Why something waits that will be sent together with what comes in a moment: that is no limit."""
log = structlog.get_logger()


class RateLimits:
    """The limits of this adapter for itself and for others. `clock`: a monotonic clock in seconds. `limited`: False for
    a server without limits, such as a test's; then only breakers hold anything back. `processes`: how many share the
    limit of the whole bot; each takes an equal part.

    Buckets by an id: `people`, what one person may say or press, by Discord's own time; `completions`, how often a
    slash command is completed for them; `replies`, answers to plain chat in one channel of a server; `invitations`,
    how often one person is invited.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        limited: bool = True,
        processes: Callable[[], int] = lambda: 1,
    ) -> None:
        self._clock, self._limited, self._processes = clock, limited, processes
        self.waits = Waits(clock)
        self.people = Buckets(most=8 if limited else math.inf, a_second=2, clock=clock)
        self.completions = Buckets(most=10, a_second=3, clock=clock)
        self.replies = Buckets(most=4, a_second=0.8, clock=clock)
        self.invitations = Buckets(most=1, a_second=1 / 60, clock=clock)
        self._sent: LRUCache[int, deque[float]] = LRUCache(MOST_CHANNELS)
        """When something was last sent to each channel, the newest time last."""
        self._deleted: LRUCache[int, deque[float]] = LRUCache(MOST_CHANNELS)
        """The same for deletions."""
        self._threads: LRUCache[int, deque[float]] = LRUCache(MOST_CHANNELS)
        """The same for new threads."""
        self._all: deque[float] = deque(maxlen=ALL_A_SECOND)
        self._waiting: dict[int, dict[int, float]] = {}
        """By how many calls are kept from them: the channels that wait for room, in order of arrival, and when each is
        to come back.
        """
        self._shut: dict[int, tuple[float, float]] = {}
        """For each channel that refused us, when to try it again, and the seconds between two tries."""
        self._invalid: deque[float] = deque(maxlen=MOST_INVALID)

    def take(
        self, channel: int, *, urgent: bool = False, idle: bool = False, calls: int = 1, leads: bool = False
    ) -> None:
        """Reserve this many calls to a channel. Raises Unreachable, which says when to come back.

        `urgent`: it is for one person. `idle`: it shows nothing new, as when news fade. `leads`: another call follows
        at once and belongs to it.
        """
        now, kept = self._clock(), 0 if urgent else KEPT_FOR_PRIVATE + KEPT_FOR_NEWS * idle
        try:
            self._check(channel, now, kept, calls)
        except Unreachable as full:
            if full.reach is Reach.AGAIN:
                if str(full) != TOGETHER:
                    self.waits.begin(str(channel), full.after)
                full.still = partial(self._still_full, channel, kept, calls)
            raise
        self.waits.end(str(channel))
        self._waits(kept).pop(channel, None)
        if self._limited:
            self._sent_to(channel).extend([now - A_MOMENT if leads else now] * calls)
            self._all.extend([now] * calls)
        if channel in self._shut:
            self._shut[channel] = (now + self._shut[channel][1], self._shut[channel][1])

    def _room(self, kept: int) -> int:
        """Return how many calls this process may make in a second, if so many of all are kept."""
        return max(1, (ALL_A_SECOND - kept) // self._processes())

    def _check(self, channel: int, now: float, kept: int, calls: int) -> None:
        self._check_shut(channel, now)
        if self._too_many_refused(now):
            raise Unreachable("too many refused", after=INVALID_SECONDS / 10)
        if self._limited:
            self._check_room(channel, now, calls)
            self._check_all(channel, now, kept)

    def _still_full(self, channel: int, kept: int, calls: int) -> float:
        """Return the seconds until there may be room; 0: there is room now."""
        try:
            self._check(channel, self._clock(), kept, calls)
        except Unreachable as full:
            return full.after
        return 0.0

    def take_deletion(self, channel: int) -> None:
        """Reserve one deletion in a channel; deletions use up none of its messages. Raises Unreachable.

        Of the calls that all channels share, they leave those that are kept for news; a deletion that is put off keeps
        nobody waiting.
        """
        now = self._clock()
        if channel in self._shut:
            raise Unreachable("the channel is shut", Reach.SHUT)
        if self._too_many_refused(now):
            raise Unreachable("too many refused", after=INVALID_SECONDS / 10)
        if self._limited and self._lately(now) >= self._room(KEPT_FOR_PRIVATE + KEPT_FOR_NEWS):
            raise Unreachable("the bot's own limit", after=SOON)
        self._take_apart(self._deleted.setdefault(channel, deque(maxlen=DELETIONS)), now)

    def take_thread(self, channel: int) -> None:
        """Reserve one new thread in a channel. Raises Unreachable, which says when to come back."""
        now = self._clock()
        self._check_shut(channel, now)
        if self._too_many_refused(now):
            raise Unreachable("too many refused", after=INVALID_SECONDS / 10)
        self._take_apart(self._threads.setdefault(channel, deque(maxlen=THREADS)), now)

    def _take_apart(self, lately: deque[float], now: float) -> None:
        """Reserve a call in a separate limit, and in that of all calls."""
        if not self._limited:
            return
        if self._lately(now) >= self._room(KEPT_FOR_PRIVATE):
            raise Unreachable("the bot's own limit", after=SOON)
        if len(lately) == lately.maxlen and lately[0] > now - CHANNEL_SECONDS:
            raise Unreachable("the channel's limit", after=lately[0] + CHANNEL_SECONDS - now)
        lately.append(now)
        self._all.append(now)

    def _check_all(self, channel: int, now: float, kept: int) -> None:
        """Raise Unreachable if all calls are used up, or others have been waiting longer for them."""
        waiting, used, room = self._waits(kept), self._lately(now), self._room(kept)
        if not waiting and used < room:
            return
        before = self._before(channel, waiting, now)
        if used + before < room:
            return
        after = SOON + before / room
        waiting[channel] = now + after  # a channel that waits already keeps its place
        raise Unreachable("the bot's own limit", after=after)

    def _waits(self, kept: int) -> dict[int, float]:
        return self._waiting.setdefault(kept, {})

    def _before(self, channel: int, waiting: dict[int, float], now: float) -> int:
        """Return how many channels have waited longer; those that did not come back in time lose their place."""
        for gone in [one for one, at in waiting.items() if at < now - LATE]:
            del waiting[gone]
        return next((place for place, one in enumerate(waiting) if one == channel), len(waiting))

    def _lately(self, now: float) -> int:
        """Return how many calls were made to all channels in the last second."""
        return sum(1 for at in self._all if at > now - 1.0)

    def _check_room(self, channel: int, now: float, calls: int) -> None:
        sent = self._sent_to(channel)
        if sent and sent[-1] > now - A_MOMENT:
            raise Unreachable(TOGETHER, after=sent[-1] + A_MOMENT - now)
        lately = [at for at in sent if at > now - CHANNEL_SECONDS]
        too_many = len(lately) + calls - A_CHANNEL
        if too_many > 0:
            raise Unreachable("the channel's limit", after=lately[too_many - 1] + CHANNEL_SECONDS - now)

    def is_quiet(self, channel: int, seconds: float) -> bool:
        """Return whether nothing was sent to this channel for this many seconds."""
        sent = self._sent.get(channel)
        return not sent or sent[-1] < self._clock() - seconds

    def _sent_to(self, channel: int) -> deque[float]:
        return self._sent.setdefault(channel, deque(maxlen=A_CHANNEL))

    # Breakers

    def shut(self, channel: int) -> None:
        """Stop sending to a channel that refused us, except a try now and then, at growing intervals."""
        _, pause = self._shut.get(channel, (0.0, PROBE / 2))
        pause = min(LONGEST_PROBE, pause * 2)
        if pause == PROBE:
            log.warning("a channel refuses us", channel=channel)
        keep_latest(self._shut, channel, (self._clock() + pause, pause), MOST_CHANNELS)

    def is_shut(self, channel: int) -> bool:
        """Return whether this channel refused us at the last try."""
        return channel in self._shut

    def knock(self, channel: int) -> bool:
        """Allow a try at a shut channel before its time, because something shows that it may be open again.

        Return whether that is worthwhile: the channel is shut, and was not tried within the last minute.
        """
        if channel not in self._shut:
            return False
        at, pause = self._shut[channel]
        if at - pause > self._clock() - KNOCK:
            return False
        self._shut[channel] = (self._clock(), pause)
        return True

    def open(self, channel: int) -> None:
        """Lift the restriction on a channel: it accepted what was sent."""
        self._shut.pop(channel, None)

    def _check_shut(self, channel: int, now: float) -> None:
        at, _ = self._shut.get(channel, (now, 0.0))
        if at > now:
            raise Unreachable("the channel is shut", Reach.SHUT, after=at - now)

    def answered(self, status: int) -> None:
        """Count a call by its HTTP status: too many refused ones stop us."""
        if status in INVALID:
            self._invalid.append(self._clock())

    def _too_many_refused(self, now: float) -> bool:
        return len(self._invalid) == MOST_INVALID and self._invalid[0] > now - INVALID_SECONDS
