"""Keep the messages of ours that stand: write what the store keeps of one as its handle, know which ones somebody
deleted, and remove what is over: delete calls and old cards, and turn a card whose table moved away into a link.

Discord limits deletions separately, so they are done soon. A link is an edit, which waits for a quiet channel because
it matters least.
"""

import asyncio
import hashlib
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import discord
from cachetools import TTLCache
from msgspec import Struct

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.outbound.layout import moved_text, moved_view
from bot.ports.messages import Unreachable
from bot.text import Words
from games.kit.kept import keep_latest

CALL: Final = "c"
"""Begins the part of a handle for a call."""
PROVEN: Final = "p"
"""Begins the part of a handle that says how far fair play was posted."""


class Call(Struct, frozen=True):
    """A short message that calls people to a table. `people`: their ids; none: the call is over and must be deleted."""

    channel: int
    message: int
    people: tuple[int, ...] = ()

    @property
    def part(self) -> str:
        """Return the call as a part of a handle; `call_in` reads it."""
        return CALL + ".".join(map(str, (self.channel, self.message, *self.people)))


class Standing(Struct, frozen=True):
    """A message of ours as stored: where it is, and a digest of what it shows.

    `old`: earlier cards, as channel and id alternately; they are to be deleted, or in other channels to become links.
    `calls`: the messages that call people to it. `proven`: the number of the first line in the table's log whose fair
    play may not be posted yet.
    """

    channel: int
    message: int
    digest: str
    old: tuple[int, ...] = ()
    calls: tuple[Call, ...] = ()
    proven: int = 0

    @property
    def handle(self) -> str:
        """Return the handle to store; `standing` reads it."""
        own = map(str, (self.channel, self.message, self.digest, *self.old))
        proven = [f"{PROVEN}{self.proven}"] if self.proven else []
        return "/".join([*own, *(call.part for call in self.calls), *proven])

    @property
    def old_cards(self) -> tuple[tuple[int, int], ...]:
        """Return the channel and id of each earlier card."""
        return tuple(zip(self.old[::2], self.old[1::2], strict=True))


def standing(handle: str) -> Standing | None:
    """Return the message in a handle; None: the handle is not ours."""
    channel, _, rest = handle.partition("/")
    message, _, rest = rest.partition("/")
    digest, *parts = rest.split("/")
    if not (channel.isdecimal() and message.isdecimal()):
        return None
    if not parts:
        return Standing(int(channel), int(message), digest)
    calls = [call_in(part) for part in parts if part.startswith(CALL)]
    proven = [part.removeprefix(PROVEN) for part in parts if part.startswith(PROVEN)]
    old = [part for part in parts if not part.startswith((CALL, PROVEN))]
    if len(old) % 2 or None in calls or not all(map(str.isdecimal, (*old, *proven))):
        return None
    kept = tuple(one for one in calls if one)
    return Standing(int(channel), int(message), digest, tuple(map(int, old)), kept, max(map(int, proven), default=0))


def call_in(part: str) -> Call | None:
    """Return the call in a part of a handle; None: it is not a call."""
    numbers = part.removeprefix(CALL).split(".")
    if len(numbers) < 2 or not all(one.isdecimal() for one in numbers):
        return None
    channel, message, *people = map(int, numbers)
    return Call(channel, message, tuple(people))


LONGEST_NONCE: Final = 25


def nonce_for(what: str) -> str:
    """Return the nonce of a message that says this: a repeat after a crash has the same (threats F1)."""
    return hashlib.sha256(what.encode()).hexdigest()[:LONGEST_NONCE]


# What is over

AFTER: Final = 6.0
"""The channel must be quiet for this many seconds before a card becomes a link."""
LOOK_EVERY: Final = 0.25
TRIES: Final = 5
MOST: Final = 2_000
GONE: Final = frozenset({403, 404})


@dataclass
class Old:
    """A message that is over. `code`, `link`: of the table, for the line that remains if it can't be deleted.

    `deleted`: it is to be deleted; otherwise it becomes a link. `is_card`: it has components; otherwise it is text.
    """

    channel: int
    message: int
    code: str
    link: str
    words: Words
    deleted: bool = True
    is_card: bool = True
    tries: int = 0
    under_way: bool = False


class Tidying:
    """Removes what is over. `client`: returns the client; raises Unreachable if nobody is logged in."""

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client]) -> None:
        self._limits, self._client = limits, client
        self._waiting: dict[int, Old] = {}
        self._done: dict[int, None] = {}
        self._task: asyncio.Task[None] | None = None

    def is_done(self, message: int) -> bool:
        """Return whether this message was already deleted or turned into a link."""
        return message in self._done

    def forget(self, message: int) -> None:
        """Leave this message alone: it is the table's card again."""
        self._waiting.pop(message, None)
        self._done.pop(message, None)

    def want(self, old: Old) -> None:
        """Remove this message as soon as the limits allow."""
        if old.message in self._waiting or old.message in self._done:
            return
        keep_latest(self._waiting, old.message, old, MOST)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._tidy(), name="tidy old messages")

    async def delete_now(self, olds: Iterable[Old]) -> bool:
        """Delete at once those that are to be deleted; return whether none is left."""
        meant = [self._waiting.get(old.message, old) for old in olds if old.deleted]
        for old in meant:
            self.want(old)
            await self._try(old)
        return all(self.is_done(old.message) for old in meant if old.deleted)

    async def _tidy(self) -> None:
        while self._waiting:
            for old in [one for one in self._waiting.values() if self._is_time(one)]:
                await self._try(old)
            await asyncio.sleep(min(LOOK_EVERY, AFTER / 3))

    def _is_time(self, old: Old) -> bool:
        return old.deleted or self._limits.is_quiet(old.channel, AFTER)

    async def _try(self, old: Old) -> None:
        if old.under_way or self.is_done(old.message):
            return
        try:
            if old.deleted:
                self._limits.take_deletion(old.channel)
            else:
                self._limits.take(old.channel)
        except Unreachable:
            return  # this does not count as a try
        old.tries, old.under_way = old.tries + 1, True
        try:
            over = await self._taken_away(old)
        finally:
            old.under_way = False
        if over or old.tries >= TRIES:
            self._waiting.pop(old.message, None)
            keep_latest(self._done, old.message, None, MOST)

    async def _taken_away(self, old: Old) -> bool:
        """Delete it or make it a link; return False if another try is worthwhile."""
        try:
            message = self._client().get_partial_messageable(old.channel).get_partial_message(old.message)
            if old.deleted:
                await message.delete()
            elif old.is_card:
                await message.edit(view=moved_view(old.code, old.link, old.words).posted(), attachments=[])
            else:
                await message.edit(content=moved_text(old.code, old.link, old.words))
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            if old.deleted and refused.status != 404 and refused.status < 429:
                old.deleted = False  # turn it into a short line instead
                return False
            return refused.status in GONE
        except (Unreachable, *LOST):
            return False
        return True

    async def stop(self) -> None:
        """Stop. The stored handles still name the messages that were not tidied yet, so they are tidied later."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


# Messages that somebody deleted

MOST_REMEMBERED: Final = 10_000
MOST_BACK: Final = 3
"""How often a channel's cards come back within AWHILE; where a program deletes whatever is posted, no more often."""
AWHILE: Final = 60.0


class GoneMessages:
    """Remember deleted messages. `clock`: in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._deleted: dict[int, None] = {}
        self._showing: dict[int, set[asyncio.Event]] = {}
        """By channel: the ends of what is being shown there."""
        self._back: TTLCache[int, int] = TTLCache(MOST_REMEMBERED, AWHILE, timer=clock)
        """By channel: how often its cards came back lately."""

    def __contains__(self, message: int) -> bool:
        return message in self._deleted

    @contextmanager
    def showing(self, channel: int) -> Iterator[None]:
        """Note that a table is being shown in a channel: its card may be there before we know its id."""
        ended = asyncio.Event()
        self._showing.setdefault(channel, set()).add(ended)
        try:
            yield
        finally:
            ended.set()
            self._showing[channel].discard(ended)
            if not self._showing[channel]:
                del self._showing[channel]

    async def note(self, channel: int, messages: Collection[int]) -> None:
        """Note that messages were deleted, and wait until the cards of the channel are known."""
        for message in messages:
            keep_latest(self._deleted, message, None, MOST_REMEMBERED)
        for ended in tuple(self._showing.get(channel, ())):
            await ended.wait()

    def wants_back(self, channel: int, messages: Collection[int], cards: Collection[int]) -> bool:
        """Return whether the tables of a channel are to be shown again after these messages were deleted.

        `cards`: those known there. After a restart none is, until one is shown there.
        """
        if cards and not set(cards).intersection(messages):
            return False
        times = self._back.get(channel, 0) + 1
        self._back[channel] = times
        return times <= MOST_BACK
