"""Say lines on Twitch one at a time, and handle those that it does not accept (threats F14, F18)."""

import asyncio
import math
import re
import time
from collections import deque
from collections.abc import Callable
from typing import Final

import structlog
import twitchio
from cachetools import FIFOCache
from twitchio.exceptions import MessageRejectedError

from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.connection.errors import LOST, TooManyTokensError, status_of, told
from bot.adapters.twitch.limits import RateLimits
from bot.adapters.twitch.outbound.chat_text import LONGEST, cut
from bot.adapters.twitch.port import SharedRoom
from bot.ports.messages import Reach, Unreachable
from bot.ports.rate import OWN, REFUSED

WITHIN: Final = 8.0
"""Seconds for one call."""
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Superscript digits mark a repeated line, so that they can't be taken for a seat's number."""
MOST_UNSURE: Final = 500
AGAIN: Final = 3.0
SAID_ALREADY: Final = "msg_duplicate"
TOO_FAST: Final = {"msg_ratelimit": 10.0, "msg_slowmode": 30.0}
"""Seconds until another try, if Twitch does not say."""
SO_MANY_SECONDS: Final = re.compile(r"(\d{1,4}) second")
OF_THE_LINE: Final = frozenset({"msg_rejected_mandatory", "msg_r9k", "msg_bad_characters", "msg_requires_links"})
"""The channel accepts other lines: this one has a forbidden address or word."""
WAITS_FOR_MODS: Final = "msg_rejected"
"""Twitch's moderation checks the line first, so it appears later or never. A table does not wait for that."""
REFUSES: Final = frozenset({401, 403})
log = structlog.get_logger()


class NotTakenError(Exception):
    """A channel rejects this line for its content, but accepts others."""


class Sender:
    """Says lines on Twitch, none twice. `client`: returns the client; raises Unreachable if nobody is logged in."""

    def __init__(self, limits: RateLimits, client: Callable[[], Listening], room: SharedRoom) -> None:
        self.limits, self._client, self._room = limits, client, room
        self._came: deque[tuple[str, str, float]] = deque(maxlen=200)
        """Our own lines, as they came back to us."""
        self._unsure: FIFOCache[tuple[str, str], str] = FIFOCache(MOST_UNSURE)
        """Lines whose fate is unknown, with the text that was sent."""
        self.last_sent: FIFOCache[str, str] = FIFOCache(MOST_UNSURE)
        """The id of our last line in each channel."""

    def came(self, channel: str, text: str) -> None:
        """Note that a line of ours appeared in the chat."""
        self._came.append((channel, text, time.monotonic()))

    def doubts(self, channel: str, text: str) -> None:
        """Note that a line may have been said already, by whichever process: then it is repeated to the letter."""
        if (channel, text) not in self._unsure:
            self._unsure[channel, text] = text

    async def say(self, channel: str, text: str, reply_to: str = "", *, until: float = math.inf) -> None:
        """Say one line for which room is reserved; `until`: it is begun before that, by the monotonic clock, or not at
        all. Raises Unreachable, NotTakenError.
        """
        if self._came_after_all(channel, text):
            return
        await self._find_room(channel)
        if time.monotonic() > until:
            raise Unreachable("we came to a stand", after=AGAIN)
        wanted, text = text, fresh(self.limits, channel, text)
        self.limits.said(channel, text)  # note it now: the next line may be sent before this one arrives
        since = time.monotonic()
        try:
            async with asyncio.timeout(WITHIN):
                await self._send(channel, text, reply_to)
        except MessageRejectedError as rejected:
            self._rejected(channel, text, rejected.code or "", rejected.message or "")
        except TooManyTokensError:
            self.limits.unsaid(channel, text)
            raise Unreachable("no token is taken", Reach.SHUT, after=AGAIN * 10) from None
        except LOST as error:
            if not self._refused(channel, text, error, replies=bool(reply_to)):
                log.warning("a line may be lost", kind=told(error))
                self._unsure[channel, wanted] = text
                self.limits.hold_off(channel, AGAIN, answers=True)
                held_up = time.monotonic() - since + AGAIN
                raise Unreachable("no answer", after=AGAIN, held_up=held_up) from None
        else:
            if self.limits.open(channel):
                log.info("a channel can be written to again", channel=channel)

    async def _find_room(self, channel: str) -> None:
        """Reserve room for a line among all our processes. Raises Unreachable if the others have used it all."""
        window = self.limits.shared_window(channel)
        after = 0.0 if window is None else await self._room.wait_for(*window)
        if after > 0:
            self.limits.waits.add(OWN, after)
            raise Unreachable("others of ours spoke", after=after, held_up=after)

    async def _send(self, channel: str, text: str, reply_to: str) -> None:
        """Send with the application's token if the channel let us in, since that shows the badge of a bot."""
        client = self._client()
        place = client.create_partialuser(channel)
        ways = [None, client.me] if client.has_token(channel) else [client.me]
        for way in ways:
            try:
                sent = await place.send_message(text, client.me, token_for=way, reply_to_message_id=reply_to or None)
            except twitchio.HTTPException as error:
                if error.status not in REFUSES or way is ways[-1]:
                    raise
            else:
                self.last_sent[channel] = sent.id
                return

    def _rejected(self, channel: str, text: str, code: str, why: str) -> None:
        """Raise Unreachable or NotTakenError for a line that Twitch rejected; a duplicate counts as said.

        `why`: Twitch's sentence, which in slow mode tells the seconds to wait.
        """
        if code == SAID_ALREADY:
            log.info("a line was not shown", channel=channel, code=code)
            return
        self.limits.unsaid(channel, text)
        if code in TOO_FAST:
            said = SO_MANY_SECONDS.search(why)
            after = float(said[1]) if said is not None else TOO_FAST[code]
            self.limits.hold_off(channel, after)
            self.limits.waits.add(REFUSED, after)
            raise Unreachable("too fast for Twitch", after=after, held_up=after)
        if code in OF_THE_LINE or code == WAITS_FOR_MODS:
            log.warning("a line is not taken for what is in it", channel=channel, code=code)
            raise NotTakenError(code)
        pause = self.limits.shut(channel)
        log.warning("a channel takes no lines of ours", channel=channel, code=code)
        raise Unreachable(code or "dropped", Reach.SHUT, after=pause)

    def _refused(self, channel: str, text: str, error: BaseException, *, replies: bool) -> bool:
        """Return whether Twitch refused for good, so that another try is useless. Raises Unreachable for a temporary
        refusal.
        """
        status = status_of(error)
        if status in REFUSES or status == 429:
            self.limits.unsaid(channel, text)
        if status in REFUSES:
            pause = self.limits.shut(channel)
            log.warning("a channel refuses us", channel=channel, status=status)
            raise Unreachable("refused", Reach.SHUT, after=pause) from None
        if status == 429:
            self.limits.hold_off(channel, AGAIN * 3)
            self.limits.waits.add(REFUSED, AGAIN * 3)
            raise Unreachable("Helix's limit", after=AGAIN * 3, held_up=AGAIN * 3) from None
        if replies and status == 400:
            log.info("what was to be answered is gone", channel=channel)
        elif 400 <= status < 500:
            log.error("Twitch does not understand a line", channel=channel, status=status, length=len(text))
        return 400 <= status < 500

    def _came_after_all(self, channel: str, text: str) -> bool:
        """Return whether a line of unknown fate appeared in the chat since; if not, it was never said."""
        sent = self._unsure.pop((channel, text), "")
        came = bool(sent) and self._has_come(channel, sent)
        if sent and not came:
            self.limits.unsaid(channel, sent)
        return came

    def _has_come(self, channel: str, text: str) -> bool:
        now = time.monotonic()
        return any((where, what) == (channel, text) and at > now - 60 for where, what, at in self._came)


def fresh(limits: RateLimits, channel: str, text: str) -> str:
    """Return a line that differs from those of the last half minute, which Twitch would drop: if needed with a
    number.
    """
    found, times = text, 1
    while limits.was_said(channel, found):
        times += 1
        again = " " + str(times).translate(RAISED)
        found = cut(text, LONGEST - len(again)) + again
    return found
