"""Limits on opening tables. They are counted in the store, so they hold for all processes.

A person may open one table a minute, and host three at a time, anywhere. A place has as many as it wants, or as is
usual on its platform. At a place with a cooldown tables are opened one after another.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from bot.commands.links import hashed
from bot.engine.directory import Directory, code_of
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.taken import RepeatedError, heard_of
from bot.people.opening_rules import OpeningRules
from bot.people.venue_space import VenueSpace
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.ports.messages import Message, Rights
from bot.ports.platforms import MOST_HOSTED
from bot.ports.said import Said
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.phases import Closed
from bot.table.seating import LEFT_ALONE, is_left_alone, make_room
from persistence import Store, StoreTrouble, TableRef

OPENING: Final = "opening"
OPENED: Final = "opened"
BY_PERSON: Final = "opened-by"
AT_PLACE: Final = "opened-at"
BY_NAME: Final = "opening-by-name"
LONGEST: Final = 15
"""Seconds after which an opening without a result no longer blocks others."""
BETWEEN: Final = 60
"""Seconds between two tables that one person opens, anywhere."""
KEPT: Final = 2 * 24 * 3600
"""Seconds for which openings are counted, from the first; a table without players is closed long before."""
TRIES: Final = 20
A_LOOK: Final = 0.05
"""Seconds between two checks whether another process has finished."""
T = TypeVar("T")


class Opened(Struct, frozen=True):
    """A table that a message opened or is about to open. `by`: a hash of the message's id; `at`: the time in ms."""

    venue: str
    table: str
    by: str
    at: int

    @property
    def ref(self) -> TableRef:
        return TableRef(self.venue, self.table)


_OPENED: Final = msgspec.json.Decoder(tuple[Opened, ...])


class Found(Struct, frozen=True):
    """An opening and its table. `session`: None if there is no table yet, or never will be."""

    opened: Opened
    session: Session | None

    @property
    def code(self) -> TableCode:
        return code_of(self.opened.ref)

    @property
    def game(self) -> str:
        """Return what is played there; "none" while it is being opened."""
        return "none" if self.session is None else self.session.game

    def stands(self, now: int) -> bool:
        """Tell whether the table is open or being opened."""
        if self.session is None:
            return now - self.opened.at < LONGEST * 1000
        return not isinstance(self.session.phase, Closed)

    def counts(self, now: int) -> bool:
        """Tell whether the opening still matters to any rule."""
        opened_now = self.session is not None and now - self.opened.at < BETWEEN * 1000
        return opened_now or self.stands(now)


class OpeningAtPlace(Struct, frozen=True):
    """A table that may be opened. `alone`: abandoned tables of its place, which have to make room for it first.

    `full`: the refusal in case somebody has come back to one of them meanwhile.
    """

    ref: TableRef
    alone: tuple[Session, ...]
    full: Refused | None

    def lies_there(self, person: PersonId) -> int:
        """Return the suckers that go back to somebody's purse when the abandoned tables close."""
        for_purses = [one for one in self.alone if one.options.from_purses]
        return sum(seated.stack for one in for_purses for seated in one.seats if seated.player == person)


@dataclass(eq=False)
class Openings:
    """Let people open tables within the limits."""

    store: Store
    directory: Directory
    repository: Repository
    space: VenueSpace

    @contextlib.asynccontextmanager
    async def one(self, rules: OpeningRules, said: Said, most: int) -> AsyncIterator[OpeningAtPlace]:
        """Yield a table that may be opened: where fewer than `most` stand, or where enough of them are abandoned.

        For abandoned ones, call `make_room` once nothing else is in the way. If the body raises, the opening no longer
        counts, except on StoreTrouble, when it may have happened. Raises Refused and StoreTrouble, and RepeatedError
        for a message that was taken before, which counts nothing.
        """
        message = said.message
        if await self.repository.taken.asked(heard_of(message)):
            raise RepeatedError(frozenset({message.id}))
        if full := await self.space.refusal(message.community):
            raise full
        async with self._cooled_down(rules, message):
            ref = await self.directory.claim(message.community)
            try:
                yield await self._count(ref, message, most)
            except StoreTrouble:
                raise
            except Exception:
                await self._take_back(ref, message)
                raise

    async def make_room(self, allowed: OpeningAtPlace) -> None:
        """Close the abandoned tables. Raises Refused if somebody has come back to one of them."""
        for one in allowed.alone:
            with contextlib.suppress(GoneError):
                left = await self.repository.update(one.ref, (), make_room)
                if allowed.full is not None and not isinstance(left.phase, Closed):
                    raise allowed.full

    async def _count(self, ref: TableRef, message: Message, most: int) -> OpeningAtPlace:
        """Count a table that is about to be opened. Raises Refused if the rules don't allow it."""
        now, person = self.store.clock.now(), message.sender.id
        one = Opened(ref.venue, ref.table, hashed(message.id), now)
        alone, full = await self._add(AT_PLACE, message.place, one, lambda found: left_alone(found, most, now))
        await self._add(BY_PERSON, person, one, lambda found: check_person(found, person, now))
        return OpeningAtPlace(ref, alone, full)

    async def _add(self, kind: str, name: str, one: Opened, check: Callable[[Sequence[Found]], T]) -> T:
        """Add a table to the counted ones, and return what `check` returns for the others.

        If two processes add a table at once, the later one sees the other's.
        """
        for _ in range(TRIES):
            content = await self.store.note(kind, name)
            found = [each for each in await self._found(content) if each.counts(one.at)]
            checked = check([each for each in found if each.opened.by != one.by])
            if await self._put(kind, name, content, [*(each.opened for each in found), one]):
                return checked
        raise StoreTrouble("busy", "tables are opened faster than they can be counted")

    async def _take_back(self, ref: TableRef, message: Message) -> None:
        """Stop counting a table that was not opened after all."""
        for kind, name in ((AT_PLACE, message.place), (BY_PERSON, message.sender.id)):
            for _ in range(TRIES):
                content = await self.store.note(kind, name)
                opened = decoded(content)
                left = [one for one in opened if one.ref != ref]
                if len(left) == len(opened) or await self._put(kind, name, content, left):
                    break
        await self.store.drop_code(code_of(ref))

    async def _put(self, kind: str, name: str, before: bytes | None, opened: Sequence[Opened]) -> bool:
        content = msgspec.json.encode(opened)
        if before is None:
            return await self.store.claim_note(kind, name, content, KEPT)
        return await self.store.replace_note(kind, name, before, content)

    async def _found(self, content: bytes | None) -> list[Found]:
        """Return the tables in a note, each with its session as stored now."""
        return list(await asyncio.gather(*(self._looked_up(one) for one in decoded(content))))

    async def _looked_up(self, opened: Opened) -> Found:
        try:
            return Found(opened, await self.repository.get(opened.ref, fresh=True))
        except GoneError:
            return Found(opened, None)

    # A cooldown

    @contextlib.asynccontextmanager
    async def _cooled_down(self, rules: OpeningRules, message: Message) -> AsyncIterator[None]:
        """Hold the place while a table is opened, if it has a cooldown, and then begin the cooldown. Raises Refused."""
        if not rules.cooldown:
            yield
            return
        place = message.place
        if not await self.store.claim_note(OPENING, place, b"", LONGEST):
            raise Refused("opened-just-now")
        try:
            if message.rights < Rights.STAFF:
                until = int(await self.store.note(OPENED, place) or b"0")
                if (left := until - self.store.clock.now()) > 0:
                    raise Refused("opening-cools-down", seconds=-(-left // 1000))
            yield
            until = self.store.clock.now() + rules.cooldown * 1000
            await self.store.put_note(OPENED, place, str(until).encode(), rules.cooldown)
        finally:
            await self.store.drop_note(OPENING, place)


@contextlib.asynccontextmanager
async def one_at_a_time(store: Store, place: PlaceId) -> AsyncIterator[None]:
    """Hold a place while a table is opened there by a game's name: others who would open one wait, in any process.

    Raises Refused if the wait is too long, and StoreTrouble.
    """
    for _ in range(round((LONGEST + 1) / A_LOOK)):
        if await store.claim_note(BY_NAME, place, b"", LONGEST):
            break
        await asyncio.sleep(A_LOOK)
    else:
        raise Refused("opened-just-now")
    held_until = time.monotonic() + LONGEST - 1
    try:
        yield
    finally:
        if time.monotonic() < held_until:  # after that, somebody else may hold it
            await store.drop_note(BY_NAME, place)


def decoded(content: bytes | None) -> tuple[Opened, ...]:
    return () if content is None else _OPENED.decode(content)


def left_alone(found: Sequence[Found], most: int, now: int) -> tuple[tuple[Session, ...], Refused | None]:
    """Return the abandoned tables that have to make room if the place is full, oldest first, and the refusal.

    Raises Refused if too few are abandoned.
    """
    standing = [one for one in found if one.stands(now)]
    too_many = len(standing) - most + 1
    if too_many <= 0:
        return (), None
    sessions = [one.session for one in standing if one.session is not None]
    alone = sorted((one for one in sessions if is_left_alone(one, now)), key=lambda one: one.idle_at)
    full = no_room([one.code for one in standing], most)
    if len(alone) < too_many:
        raise full
    return tuple(alone[:too_many]), full


def no_room(codes: Sequence[TableCode], most: int) -> Refused:
    """Return the refusal that no more tables may be open here, with the codes of those that are."""
    if most == 1:
        return Refused("one-table-here", code=codes[0], minutes=LEFT_ALONE // 60)
    return Refused("most-tables-here", most=most, codes=", ".join(codes), code=codes[0])


def check_person(found: Sequence[Found], person: PersonId, now: int) -> None:
    """Raise Refused for somebody who opened a table within the last minute, or hosts as many as one person may."""
    last = max(found, key=lambda one: one.opened.at, default=None)
    if last is not None and (left := last.opened.at + BETWEEN * 1000 - now) > 0:
        ago, wait = -(-(now - last.opened.at) // 1000), -(-left // 1000)
        stands = "yes" if last.stands(now) else "no"
        raise Refused("opened-lately", code=last.code, ago=ago, wait=wait, stands=stands)
    mine = [one for one in found if one.stands(now) and hosted_by(one, person)]
    if len(mine) >= MOST_HOSTED:
        codes, games = [one.code for one in mine], [one.game for one in mine]
        listed = {"codes": ", ".join(codes), "games": ", ".join(games)}
        raise Refused("too-many-of-yours", most=MOST_HOSTED, code=codes[0], **listed)


def hosted_by(one: Found, person: PersonId) -> bool:
    return one.session is None or one.session.host == person
