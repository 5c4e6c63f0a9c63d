"""The messages that were taken: a repeat gets an answer that says so, and changes nothing (threats F7, F29)."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

from bot.ports.ids import VenueId
from bot.ports.messages import Message
from persistence import Heard, Store

MOST_KEPT: Final = 10_000


class RepeatedError(Exception):
    """These messages were already taken, so nothing is changed (threats F7)."""

    def __init__(self, messages: frozenset[str]) -> None:
        super().__init__()
        self.messages = messages


def heard_of(message: Message) -> Heard:
    return Heard(message.venue, message.id)


class Taken:
    """Knows the messages that this process took lately. The store knows all, and is asked before anybody is refused.

    The id of a message names its platform, so it is unique across the venues of a process.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[Heard, None] = OrderedDict()
        self._doubted: set[Heard] = set()
        self._being_heard: dict[str, Message] = {}
        """Each message that is being heard, by its id."""
        self._repeats: dict[Heard, asyncio.Event | None] = {}
        """By message that is being heard: what its repeats wait for; None: there are none."""

    async def begin(self, message: Message) -> Heard:
        """Begin to hear a message, until `end`; a repeat that comes meanwhile waits until it is done."""
        heard = heard_of(message)
        while heard in self._repeats:
            done = self._repeats[heard] = self._repeats[heard] or asyncio.Event()
            await done.wait()
        self._repeats[heard], self._being_heard[message.id] = None, message
        return heard

    def end(self, heard: Heard) -> None:
        """Note that a message was heard."""
        done, _ = self._repeats.pop(heard), self._being_heard.pop(heard.id, None)
        if done is not None:
            done.set()

    @asynccontextmanager
    async def hearing(self, message: Message) -> AsyncIterator[Heard]:
        """Hear a message inside this block."""
        heard = await self.begin(message)
        try:
            yield heard
        finally:
            self.end(heard)

    def messages(self, names: Iterable[str]) -> tuple[Message, ...]:
        """Return the messages with these ids that are being heard now."""
        return tuple([self._being_heard[name] for name in names if name in self._being_heard])

    async def knows(self, heard: Heard) -> bool:
        """Tell whether this process took the message lately. After a lost answer the store is asked (F3)."""
        if heard in self._doubted:
            if await self._store.taken(heard):
                self._keep(heard)
            self._doubted.discard(heard)
        return heard in self._kept

    async def asked(self, heard: Heard) -> bool:
        """Tell whether any process took the message in the last day. Raises StoreTrouble."""
        if heard in self._kept:
            return True
        if not await self._store.taken(heard):
            return False
        self._keep(heard)
        return True

    async def any_asked(self, venue: VenueId, messages: Iterable[str]) -> bool:
        """Tell whether one of these messages, meant for a table of this venue, was taken. Raises StoreTrouble."""
        return any([await self.asked(self._heard(venue, name)) for name in messages])

    async def bind(self, venue: VenueId, messages: Iterable[str]) -> None:
        """Bind messages to this venue before one of its tables takes them, so that those sent elsewhere can be found
        there.

        Raises RepeatedError for a message that was taken at a table of another venue, and StoreTrouble.
        """
        for name in messages:
            heard = self._heard(venue, name)
            if heard.venue != venue and not await self._store.bind(heard, venue):
                raise RepeatedError(frozenset({name}))

    def remember(self, venue: VenueId, messages: Iterable[str]) -> None:
        """Remember that these messages were taken at a table of this venue."""
        for name in messages:
            self._keep(self._heard(venue, name))

    def doubt(self, venue: VenueId, messages: Iterable[str]) -> None:
        """Note that it is unknown for now whether these messages were taken."""
        self._doubted.update(self._heard(venue, name) for name in messages)

    def certain(self, venue: VenueId, messages: Iterable[str]) -> None:
        self._doubted.difference_update(self._heard(venue, name) for name in messages)

    def _heard(self, venue: VenueId, message: str) -> Heard:
        heard = self._being_heard.get(message)
        return Heard(venue if heard is None else heard.venue, message)

    def _keep(self, heard: Heard) -> None:
        self._kept[heard] = None
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
