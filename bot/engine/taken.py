"""The lines that people say, on their way to a table: in which order they act, which were taken before, what is kept of
them, and what each place had been told when they came.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar, Token
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Message
from bot.table.seals import ToldBefore
from games.kit.kept import keep_latest
from games.proof.chain import InTime
from persistence import Clock, Heard, Store

# The order in which they were said

PATIENCE: Final = 0.05
"""Seconds for which a message may hold up those after it; then it acts whenever it is ready."""
_came: ContextVar[tuple[int, int] | None] = ContextVar("came", default=None)
"""When the line that is being handled came: how many acknowledgements there were by then, and the time in ms."""


class MessageTurn(Struct, eq=False):
    """The turn of a message that is being heard. It is over when it has come to its table, or is answered without one.

    `before`: the turn of the message before it in the same place, as long as this one may have to wait for that or for
    earlier ones. `came`: what ends the note of when it came. `patience`: until when others wait for it, in seconds of
    the monotonic clock. `waited_for`: set when it is over; None: nobody waits.
    """

    before: "MessageTurn | None"
    came: "Token[tuple[int, int] | None]"
    patience: float
    is_over: bool = False
    waited_for: asyncio.Event | None = None

    def earlier(self) -> "MessageTurn | None":
        """Return the latest earlier turn that is not over."""
        while self.before is not None and self.before.is_over:
            self.before = self.before.before
        return self.before

    def end(self) -> None:
        """Note that it is over, and wake whoever waits for that."""
        self.is_over = True
        if self.waited_for is not None:
            self.waited_for.set()

    async def wait(self, seconds: float) -> None:
        """Wait until it is over, but not for long."""
        self.waited_for = self.waited_for or asyncio.Event()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.waited_for.wait()


class PlaceTurns:
    """Lets messages come to their tables in the order in which they were said in a place, and notes when each came."""

    def __init__(self, clock: Clock, acknowledged: "Acknowledged") -> None:
        self._clock, self._acknowledged = clock, acknowledged
        self._last: dict[tuple[VenueId, PlaceId], MessageTurn] = {}
        self._heard: dict[str, MessageTurn] = {}

    def begin(self, message: Message) -> MessageTurn:
        """Give a message its turn, after all that are being heard in its place."""
        at = message.venue, message.place
        came = _came.set((self._acknowledged.count, self._clock.now()))
        turn = self._last[at] = MessageTurn(self._last.get(at), came, time.monotonic() + PATIENCE)
        if turn.before is not None:
            turn.earlier()
        self._heard.setdefault(message.id, turn)
        return turn

    def end(self, message: Message, turn: MessageTurn) -> None:
        """End the turn of a message that was heard."""
        at = message.venue, message.place
        if not turn.is_over:
            turn.end()
        if self._heard.get(message.id) is turn:
            del self._heard[message.id]
        if self._last.get(at) is turn:
            earlier = None if turn.before is None else turn.earlier()
            if earlier is not None:
                self._last[at] = earlier
            else:
                del self._last[at]
        _came.reset(turn.came)

    async def come(self, ids: tuple[str, ...]) -> None:
        """Wait until it is the turn of these messages: all earlier ones have come, or are no longer waited for."""
        for one in ids:
            turn = self._heard.get(one)
            if turn is None or turn.is_over:
                continue
            while turn.before is not None and (earlier := turn.earlier()) is not None:
                left = earlier.patience - time.monotonic()
                if left <= 0:  # those before it came sooner, so nobody waits for them either
                    break
                await earlier.wait(left)
            turn.before = None
            turn.end()


# Repeats: a repeat gets an answer that says so, and changes nothing (threats F7, F29)

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
        self.being_heard: dict[str, Message] = {}
        """Each message that is being heard, by its id."""
        self._repeats: dict[Heard, asyncio.Event | None] = {}
        """By message that is being heard: what its repeats wait for; None: there are none."""

    async def begin(self, message: Message) -> Heard:
        """Begin to hear a message, until `end`; a repeat that comes meanwhile waits until it is done."""
        heard = Heard(message.venue, message.id)
        while heard in self._repeats:
            done = self._repeats[heard] = self._repeats[heard] or asyncio.Event()
            await done.wait()
        self._repeats[heard], self.being_heard[message.id] = None, message
        return heard

    def end(self, heard: Heard) -> None:
        """Note that a message was heard."""
        done, _ = self._repeats.pop(heard), self.being_heard.pop(heard.id, None)
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
            message = self.being_heard.get(name)
            if message is None or message.venue == venue:
                continue
            if not await self._store.bind(Heard(message.venue, name), venue):
                raise RepeatedError(frozenset({name}))

    def remember(self, venue: VenueId, messages: Iterable[str]) -> None:
        """Remember that these messages were taken at a table of this venue."""
        for name in messages:
            message = self.being_heard.get(name)
            self._kept[Heard(venue if message is None else message.venue, name)] = None
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def doubt(self, venue: VenueId, messages: Iterable[str]) -> None:
        """Note that it is unknown for now whether these messages were taken."""
        self._doubted.update(self._heard(venue, name) for name in messages)

    def certain(self, venue: VenueId, messages: Iterable[str]) -> None:
        self._doubted.difference_update(self._heard(venue, name) for name in messages)

    def _heard(self, venue: VenueId, message: str) -> Heard:
        heard = self.being_heard.get(message)
        return Heard(venue if heard is None else heard.venue, message)

    def _keep(self, heard: Heard) -> None:
        self._kept[heard] = None
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


# What is kept of them, sealed and limited in number, for settling disputes

LONGEST: Final = 300
"""How many characters of a line are kept; every move is shorter."""


class TypedLine(Struct, frozen=True, omit_defaults=True):
    """A typed line, or the line that a pressed button stands for. `at`: in ms; `refused`: why it had no effect; empty
    if it had one.
    """

    at: int
    by: PersonId
    name: str
    text: str
    private: bool
    refused: str = ""


_TYPED: Final = msgspec.json.Decoder(TypedLine)


def typed(message: Message, at: int, refused: str = "") -> bytes:
    """Return a message in the form in which it is stored."""
    sender = message.sender
    unseen = message.private or bool(message.table)  # a press: nobody sees its line
    line = TypedLine(at, sender.id, kept(sender.name), kept(message.text), unseen, refused and kept(refused))
    return msgspec.json.encode(line)


def kept(text: str) -> str:
    """Return the part of a text that is kept, with question marks for lone surrogates, which JSON can't hold."""
    return text[:LONGEST].encode(errors="replace").decode()


def read_typed(contents: Iterable[bytes]) -> list[TypedLine]:
    """Return lines in order of time; unreadable ones are left out (threats F23)."""
    found = [line for content in contents if (line := _read(content)) is not None]
    return sorted(found, key=lambda line: line.at)


def _read(content: bytes) -> TypedLine | None:
    try:
        return _TYPED.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


# What platforms have acknowledged by then. It is this process's knowledge, which may be less than what was told: a game
# then proves less, and says so.

MOST_PLACES: Final = 10_000
MOST_NOTED: Final = 16
"""How many acknowledgements of a table in a place are kept, the newest ones: a seal is asked for soon after it was
told.
"""


class Acknowledgement(Struct, frozen=True):
    """Hold what a place was told. `order`: how many acknowledgements came before. `upto`: the log was told up to here.
    `at`: in ms. `message`: its id.
    """

    order: int
    upto: int
    at: int
    message: str


class Acknowledged:
    """Puts acknowledgements and lines in order by counting them, since the clock may not move between them."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self.count = clock, 0
        self._noted: dict[tuple[str, PlaceId], deque[Acknowledgement]] = {}
        self._more: asyncio.Event | None = None
        """Is set when something is noted; None: nobody waits for that."""

    def note(self, table: str, place: PlaceId, upto: int, message: str) -> int:
        """Note that a place was told a table's log up to here; return up to where that was known before."""
        noted = self._of(table, place)
        known = noted[-1].upto if noted else 0
        if known < upto or not noted:
            noted.append(Acknowledgement(self.count, upto, self._clock.now(), message))
            self.count += 1
            if self._more is not None:
                self._more.set()
                self._more = None
        return known

    async def told(self, table: str, place: PlaceId, upto: int) -> None:
        """Wait until a place was told a table's log up to here."""
        while all(one.upto < upto for one in self._noted.get((table, place), ())):
            self._more = self._more or asyncio.Event()
            await self._more.wait()

    def knows(self, table: str, place: PlaceId) -> bool:
        """Tell whether anything is known about what a place was told of a table."""
        return (table, place) in self._noted

    def told_before(self) -> ToldBefore:
        """Return a function that tells what was acknowledged before the line that is being handled.

        If no line is being handled: before now.
        """
        return partial(self._before, *(_came.get() or (self.count, self._clock.now())))

    def note_earlier(self, table: str, place: PlaceId, upto: int) -> None:
        """Note that a place was told a table's log up to here before the line that is being handled."""
        heard, _ = _came.get() or (self.count, 0)
        self._of(table, place).append(Acknowledgement(heard - 1, upto, self._clock.now(), ""))

    def _of(self, table: str, place: PlaceId) -> deque[Acknowledgement]:
        found = self._noted.get((table, place))
        if found is None:
            found = keep_latest(self._noted, (table, place), deque(maxlen=MOST_NOTED), MOST_PLACES)
        return found

    def _before(self, heard: int, heard_at: int, table: str, place: PlaceId, number: int) -> InTime | None:
        """Return the message that told this line of the log there, if it was acknowledged before a line came."""
        for one in self._noted.get((table, place), ()):
            if one.upto > number and one.order < heard:
                return InTime(one.message, min(one.at, heard_at), heard_at)
        return None
