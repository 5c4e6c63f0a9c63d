"""Claim each line about a table before it is said, so that of all our processes one says it (docs/decisions/0060).

The note of a claim takes the place of the one that was read, or none: a process that was frozen, or knows less than
another, finds that it has come too late. After it is said, the note holds how far the table was told.
"""

import contextlib
import time
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec
from cachetools import FIFOCache

from bot.adapters.twitch.outbound.planning import Part
from bot.adapters.twitch.port import Bot, TwitchStore
from bot.ports.messages import News, Unreachable
from persistence import StoreTrouble

KEPT: Final = 24 * 3600
"""Seconds for which it is known how far a table was told: longer than a store is ever away."""
TO_BEGIN: Final = 2.5
"""Seconds after its claim within which a line is sent, since another process may take it over soon after that."""
TO_SPEAK: Final = 13.0
"""Seconds for which a line is left to the living process that claimed it: an announcement may take 10 of them."""
AGAIN: Final = 0.5
MOST: Final = 5_000


class Left(NamedTuple):
    """Hold what remains to be said of a table's news up to batch `upto`, which happened at `at` (ms) or before.

    `line`: it may have been said already; empty: none. `turn`: a digest of whose turn it is, if that was already told.
    `by`: the process that says the line; `tries`: how often it has claimed lines, so that no claim is like another.
    """

    line: str = ""
    parts: tuple[Part, ...] = ()
    upto: int = -1
    turn: str = ""
    at: int = 0
    by: str = ""
    tries: int = 0

    def has(self, one: News) -> bool:
        """Return whether this was told. If the store lost steps, new ones have their numbers, and are later."""
        return one.number <= self.upto and one.at <= self.at


NOTHING_LEFT: Final = Left()
_LEFT: Final = msgspec.json.Decoder(Left)


class Claims:
    """Knows how far each table was told in its channel, and who says a line of it now."""

    def __init__(self, bot: Bot, notes: TwitchStore) -> None:
        self._bot, self._notes, self._tries = bot, notes, 0
        self._read: FIFOCache[str, bytes | None] = FIFOCache(MOST)
        """The notes as they were read or written last."""
        self._said: FIFOCache[str, tuple[bytes | None, Left]] = FIFOCache(MOST)
        """The notes of lines that this process has surely said, and what remained after them."""
        self._seen: FIFOCache[str, tuple[bytes, float]] = FIFOCache(MOST)
        """Claims of others, and when they were seen first."""

    async def left(self, key: str, news: Iterable[News]) -> Left:
        """Return what remains to be said, also of what a process left that ended. Raises StoreTrouble, and Unreachable
        while another process says it.
        """
        content = self._read[key] = await self._notes.load(f"saying:{key}")
        note, left = self._said.get(key, (None, NOTHING_LEFT))
        if content is not None and content != note:
            left = decoded(content)
        if not any(left.has(one) for one in news):
            return NOTHING_LEFT._replace(at=left.at)
        if content is not None and left.line and left.by != self._bot.process and self._bot.lives(left.by):
            self._leave_to_it(key, content)
        return left

    def _leave_to_it(self, key: str, content: bytes) -> None:
        """Raise Unreachable until the process that claimed a line has had the time to say it."""
        now = time.monotonic()
        note, since = self._seen.get(key, (b"", now))
        if note != content:
            self._seen[key] = content, (since := now)
        if now < since + TO_SPEAK:
            raise Unreachable("another of ours says it", after=AGAIN, held_up=AGAIN)

    async def claim(self, key: str, left: Left) -> float:
        """Note that this process says a line; return until when it may begin, by the monotonic clock.

        Raises Unreachable if another one told more meanwhile; StoreTrouble.
        """
        until, self._tries = time.monotonic() + TO_BEGIN, self._tries + 1
        content = msgspec.json.encode(left._replace(by=self._bot.process, tries=self._tries))
        if not await self._notes.replace(f"saying:{key}", self._read.get(key), content, KEPT):
            raise Unreachable("another of ours tells it", after=AGAIN)
        self._read[key] = content
        return until

    def said(self, key: str, left: Left) -> None:
        """Remember that the claimed line was said, whatever happens to the store, and what remains."""
        self._said[key] = self._read[key], left

    async def ends(self, key: str, left: Left) -> None:
        """Note what remains, without the words of what was said. Whoever has claimed the next line knows it already."""
        with contextlib.suppress(StoreTrouble):  # this process knows; another one would repeat the last line
            await self._notes.replace(f"saying:{key}", self._read.get(key), msgspec.json.encode(left), KEPT)


def decoded(content: bytes) -> Left:
    """Return a note; one of another version says nothing."""
    try:
        return _LEFT.decode(content)
    except msgspec.MsgspecError:
        return NOTHING_LEFT


def digest(text: str) -> str:
    """Return a short digest of what was told; empty for nothing."""
    return blake2b(text.encode(), digest_size=8).hexdigest() if text else ""
