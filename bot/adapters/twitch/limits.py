"""Limit what is said and heard: 20 lines in 30 seconds over all channels, 100 over those that we moderate.

There is no queue here. A sender without room is told when to come back, and then says what is newest. Answers without
room are combined (`outbound/answers.py`).
"""

import math
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from cachetools import FIFOCache

from bot.ports.messages import Reach, Unreachable
from bot.ports.rate import Buckets, Waits

SECONDS: Final = 30.0
PLAIN: Final = 18
"""Of the 20 that Twitch accepts; any more vanish silently."""
AS_MODERATOR: Final = 90
"""Of 100."""
KEPT_FOR_NEWS: Final = 8
"""How many of them are kept for tables: an answer can be read on a page, or asked for again."""
KEPT_FOR_SEATED: Final = 2
KEPT_FOR_OTHERS: Final = 1
"""And how many are kept for answers whatever happens at the tables: to players, and to all others."""
KEPT_FOR_ANSWERS: Final = KEPT_FOR_SEATED + KEPT_FOR_OTHERS
TIGHT: Final = 9
"""If no more lines than this are left, more is said together."""
A_MOMENT: Final = 1.0
"""Seconds: what happens closer together is said together."""
ASIDES_WAIT: Final = 4
"""How many times longer news of people who sit down or get up wait, so that a table fills in a line or two."""
SAME_TEXT: Final = 30.0
"""Seconds in which Twitch does not accept the same line again."""
PROBE: Final = 10.0
"""Seconds until a channel that refused us is tried again, doubled each time. Most time-outs are short."""
LONGEST_PROBE: Final = 3600.0
MOST_CHANNELS: Final = 10_000
MOST_TEXTS: Final = 40


class RateLimits:
    """The limits of this adapter for itself and for others. `clock`: a monotonic clock in seconds. `limited`: False for
    a server without limits, such as a test's; then only channels that refuse us hold anything back.

    `plain`, `as_moderator`: lines in the time span. `people`: how much one person may say, a bucket by id; `secrets`:
    how often somebody who typed a secret in public is told so at any cost; `whispers`: how much we whisper, one bucket
    for all.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        limited: bool = True,
        plain: int = PLAIN,
        as_moderator: int = AS_MODERATOR,
    ) -> None:
        self._clock, self._limited = clock, limited
        self.waits = Waits(clock)
        self.people = Buckets(most=6 if limited else math.inf, a_second=1, clock=clock)
        self.secrets = Buckets(most=1, a_second=1 / SECONDS, clock=clock)
        self.whispers = Buckets(most=3, a_second=1.5, clock=clock)
        self._plain: deque[float] = deque(maxlen=plain)
        self._as_moderator: deque[float] = deque(maxlen=as_moderator)
        kept = {True: KEPT_FOR_SEATED, False: KEPT_FOR_OTHERS}
        self._answers: dict[tuple[bool, bool], deque[float]] = {
            (moderated, seated): deque(maxlen=most) for moderated in (False, True) for seated, most in kept.items()
        }
        """When the last answers were given, by whether we moderate the channel, and whether it was to somebody
        seated.
        """
        self._moderated: set[str] = set()
        self._last: FIFOCache[str, float] = FIFOCache(MOST_CHANNELS)
        self._texts: FIFOCache[str, deque[tuple[str, float]]] = FIFOCache(MOST_CHANNELS)
        self._shut: dict[str, tuple[float, float]] = {}
        """For each channel that refused us, when to try it again, and the seconds between two tries."""
        self._held_off: dict[bool, FIFOCache[str, float]] = {so: FIFOCache(MOST_CHANNELS) for so in (False, True)}
        """Until when nothing is tried in a channel, whatever happens at its tables; by whether answers are held off,
        too.
        """

    def moderates(self, channel: str, *, so: bool) -> bool:
        """Note whether we moderate this channel, as our own lines show; return whether we have just lost that."""
        lost = channel in self._moderated and not so
        (self._moderated.add if so else self._moderated.discard)(channel)
        return lost

    def is_moderated(self, channel: str) -> bool:
        """Return whether we moderate this channel, and may say more there."""
        return channel in self._moderated

    def take(self, channel: str, lines: int = 1, *, asides: bool = False) -> int:
        """Reserve up to this many lines of news in a channel; return how many.

        Raises Unreachable if there is no room, with when to come back. `asides`: they change nothing in a game, and
        wait for each other or for news that do.
        """
        now = self._clock()
        at, _ = self._shut.get(channel, (now, 0.0))
        if at > now:
            raise Unreachable("the channel refuses us", Reach.SHUT, after=at - now)
        held_off = max(by_channel.get(channel, now) for by_channel in self._held_off.values()) - now
        if held_off > 0:
            raise Unreachable("held off", after=held_off, held_up=held_off)
        if not self._limited:
            self._spend(channel, lines, now)
            return lines
        left = self._left(self._window(channel), now) - self._kept(channel, now)
        moment = max(self.moment(left), A_MOMENT * ASIDES_WAIT if asides else 0.0)
        last = self._last.get(channel, now - moment)
        if last > now - moment:
            raise Unreachable("a moment ago", after=last + moment - now, held_up=last + moment - now)
        if left <= 0:
            after = self.room_after(channel)
            self.waits.begin(channel, after)
            raise Unreachable("Twitch's limit", after=after, held_up=after)
        self.waits.end(channel)
        taken = min(left, lines)
        self._spend(channel, taken, now)
        return taken

    def shared_window(self, channel: str) -> tuple[str, float, int] | None:
        """Return the limit that our processes share for a channel: its name, its seconds, and the most lines."""
        if not self._limited:
            return None
        name = "twitch-moderator" if self.is_moderated(channel) else "twitch-plain"
        return name, SECONDS, self._window(channel).maxlen or 0

    def room_after(self, channel: str) -> float:
        """Return the seconds until there is room for another line of news."""
        now, window = self._clock(), self._window(channel)
        spent = [said for said in window if said > now - SECONDS]
        free = (window.maxlen or 0) - self._kept(channel, now) - len(spent)
        return max(0.0, spent[-free] + SECONDS - now) if free <= 0 and spent else 0.0

    def is_tight(self, channel: str) -> bool:
        """Return whether few lines of news are left for this channel."""
        now = self._clock()
        return self._limited and self._left(self._window(channel), now) - self._kept(channel, now) <= TIGHT

    @staticmethod
    def moment(left: int) -> float:
        """Return the seconds in which news are combined: longer when little room is left."""
        return A_MOMENT if left > TIGHT else A_MOMENT * 2 if left > TIGHT // 2 else A_MOMENT * 3

    def has_room_for_an_answer(self, channel: str, *, spare: int = KEPT_FOR_NEWS, seated: bool = False) -> bool:
        """Reserve one answer to one person if `spare` lines are left for tables; return whether there was room.

        The few lines kept for answers can always be used. `seated`: it is for somebody at a table in the channel;
        strangers who ask much, or are refused much, use none of the lines kept for players.
        """
        now = self._clock()
        at, _ = self._shut.get(channel, (now, 0.0))
        spare = 0 if self._kept_for(channel, now, seated=seated) else spare
        if max(at, self._held_off[False].get(channel, now)) > now:
            return False
        if self._limited and self._left(self._window(channel), now) <= spare:
            return False
        self._window(channel).append(now)
        self._answers[self.is_moderated(channel), seated].append(now)
        return True

    def _kept(self, channel: str, now: float) -> int:
        """Return how many of the lines kept for answers are still unused."""
        return sum(self._kept_for(channel, now, seated=seated) for seated in (False, True))

    def _kept_for(self, channel: str, now: float, *, seated: bool) -> int:
        given = self._answers[self.is_moderated(channel), seated]
        return (given.maxlen or 0) - sum(1 for at in given if at > now - SECONDS)

    def _spend(self, channel: str, lines: int, now: float) -> None:
        self._window(channel).extend([now] * lines)
        self._last[channel] = now

    def _window(self, channel: str) -> deque[float]:
        return self._as_moderator if self.is_moderated(channel) else self._plain

    @staticmethod
    def _left(window: deque[float], now: float) -> int:
        return (window.maxlen or 0) - sum(1 for said in window if said > now - SECONDS)

    # The same line twice

    def said(self, channel: str, text: str) -> None:
        """Remember a line that is being sent to this channel."""
        texts = self._texts.get(channel, deque(maxlen=MOST_TEXTS))
        texts.append((text, self._clock()))
        self._texts[channel] = texts

    def unsaid(self, channel: str, text: str) -> None:
        """Forget a line of this channel: it was not accepted after all."""
        texts = self._texts.get(channel, deque())
        kept = [one for one in texts if one[0] != text]
        texts.clear()
        texts.extend(kept)

    def was_said(self, channel: str, text: str) -> bool:
        """Return whether a line was said within the last half minute, so that Twitch would not accept it again."""
        now = self._clock()
        return any(before == text and at > now - SAME_TEXT for before, at in self._texts.get(channel, ()))

    # Channels that refuse us

    def hold_off(self, channel: str, seconds: float, *, answers: bool = False) -> None:
        """Say no news in a channel for this many seconds, and no answers unless they may be: Twitch finds us
        too fast.
        """
        held_off = self._held_off[answers]
        held_off[channel] = max(self._clock() + seconds, held_off.get(channel, 0.0))

    def shut(self, channel: str) -> float:
        """Say nothing for a while in a channel that refused us, longer each time; return the seconds.

        Several refused lines at the same time count as one try.
        """
        now = self._clock()
        at, pause = self._shut.get(channel, (now, PROBE / 2))
        if at > now:
            return at - now
        pause = min(LONGEST_PROBE, pause * 2)
        self._shut[channel] = (now + pause, pause)
        return pause

    def open(self, channel: str) -> bool:
        """Speak again in a channel that accepted a line; return whether it was shut until now."""
        return self._shut.pop(channel, None) is not None
