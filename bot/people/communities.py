"""Venues that form one community: a server and a channel that share purses, staff and lists.

One of them is the home, which keeps purses, games, seasons and the staff's log; the others lead to it. Each place keeps
its own sign, words and rules of opening. What a person had at a venue is moved home when they next say something there,
each amount once. The venue's games are copied; a restart finishes that.
"""

import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable
from typing import Final

import msgspec
import structlog
from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from bot.people.expiring_cache import ExpiringCache
from bot.ports.ids import NOBODY, PersonId, VenueId
from bot.table.stacks import START_OF_PURSE, welcome_gift
from persistence import Heard, Short, Store, StoreTrouble, Transfer

CHANGED: Final = b"community-changed"
COMMUNITY: Final = "community"
MEMBERS: Final = "community-of"
COMING: Final = "coming-home"
LOCK: Final = "community-lock"
LOCKED: Final = 15
MOST_MEMBERS: Final = 4
TRUSTED: Final = 60.0
MOST_KEPT: Final = 4096
TRIES: Final = 5
log = structlog.get_logger()


class Home(Struct, frozen=True):
    """The venue that a member of a community belongs to: its purses, games and staff log are kept there.

    `link`: new each time the member is linked. `copied`: the member's earlier games are already in the home's lists.
    """

    venue: VenueId
    link: str
    copied: bool = False


class Member(Struct, frozen=True):
    """A venue that leads here. `name`: of its owner (`by`) when it was linked."""

    venue: VenueId
    name: str
    by: PersonId = NOBODY


class Coming(Struct, frozen=True):
    """Suckers that are being moved from a person's purse at a venue to that at home. `once`: the key of the move."""

    once: str
    amount: int


_HOME: Final = msgspec.json.Decoder(Home)
_MEMBERS: Final = msgspec.json.Decoder(tuple[Member, ...])
_COMING: Final = msgspec.json.Decoder(Coming)


class CommunityError(Exception):
    """Two venues can't become one community now; `args[0]` is the id of the sentence that says why."""


class Communities:
    """Know which venues form a community, and link and part them. `clock` in seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self.homes: ExpiringCache[VenueId] = ExpiringCache(MOST_KEPT, TRUSTED, clock)
        store.news.hear(CHANGED, lambda _, venue: self.homes.drop(venue.decode()))
        self._came: LRUCache[tuple[PersonId, VenueId], None] = LRUCache(10 * MOST_KEPT)

    # Where a venue leads

    def at_hand(self, venue: VenueId) -> VenueId | None:
        """Return the home of a venue, if it is cached."""
        return self.homes.good(venue)

    async def home_of(self, venue: VenueId) -> VenueId:
        """Return the venue that keeps purses and games for this one; mostly itself. Never raises."""
        found = self.homes.good(venue)
        if found is not None:
            return found
        try:
            home = await self._home(venue)
        except StoreTrouble as trouble:
            log.warning("where a venue leads could not be read", kind=trouble.kind)
            return self.homes.last(venue) or venue
        return self.homes.keep(venue, venue if home is None else home.venue)

    async def members(self, venue: VenueId) -> tuple[Member, ...]:
        """Return the venues that lead to this one. Raises StoreTrouble."""
        content = await self._store.note(MEMBERS, venue)
        return () if content is None else _MEMBERS.decode(content)

    async def _home(self, venue: VenueId) -> Home | None:
        content = await self._store.note(COMMUNITY, venue)
        return None if content is None else _HOME.decode(content)

    # Linking and parting

    async def join(self, home: VenueId, member: Member) -> None:
        """Make a venue lead to another from now on. It is safe to repeat. Raises CommunityError and StoreTrouble."""
        async with self._locked():
            known, members = await self._home(member.venue), await self.members(home)
            if known is not None and known.venue == home:
                await self._copy(member.venue, known)
                return
            if known is not None or await self._home(home) is not None or await self.members(member.venue):
                raise CommunityError("community-taken")
            if len(members) >= MOST_MEMBERS or member.venue == home:
                raise CommunityError("community-most")
            if await self._holds_stakes(home) or await self._holds_stakes(member.venue):
                raise CommunityError("community-stakes")
            kept = (*(one for one in members if one.venue != member.venue), member)
            await self._store.put_note(MEMBERS, home, msgspec.json.encode(kept))
            leads = Home(home, secrets.token_hex(6))
            await self._store.put_note(COMMUNITY, member.venue, msgspec.json.encode(leads))
            self._drop(member.venue)
            await self._copy(member.venue, leads)

    @contextlib.asynccontextmanager
    async def parting(self, home: VenueId, member: VenueId, by: Heard) -> AsyncIterator[None]:
        """Make a venue independent again, after the body of this context; what was moved home stays there.

        `by`: the message that asks for it, which is taken with it. It is safe to repeat after a crash.
        """
        async with self._locked():
            if await self._holds_stakes(home):
                raise CommunityError("community-stakes")
            yield
            leads = await self._home(member)
            rest = msgspec.json.encode(tuple(one for one in await self.members(home) if one.venue != member))
            if leads is not None and leads.venue == home:
                await self._store.exchange_notes(by, (COMMUNITY, member), MEMBERS, home, rest)
            else:
                await self._store.put_note(MEMBERS, home, rest, by=by)
            self._drop(member)

    def _drop(self, venue: VenueId) -> None:
        """Drop from the cache where a venue leads, here and in other processes."""
        self.homes.drop(venue)
        self._store.news.tell(CHANGED, venue, venue.encode())

    async def _holds_stakes(self, venue: VenueId) -> bool:
        """Tell whether there is money on a table of this venue."""
        return any(amount and name.startswith("stake:") for name, amount in (await self._store.accounts(venue)).items())

    @contextlib.asynccontextmanager
    async def _locked(self) -> AsyncIterator[None]:
        """Lock out other linking. Raises CommunityError if it is locked already."""
        if not await self._store.claim_note(LOCK, "all", b"", LOCKED):
            raise CommunityError("linking-busy")
        try:
            yield
        finally:
            await self._store.drop_note(LOCK, "all")

    # What a venue brings along

    async def _copy(self, venue: VenueId, leads: Home) -> None:
        """Copy the games of a venue into the lists of its home, and note that this is done."""
        if not leads.copied:
            await self._store.copy_games(venue, leads.venue)
            await self._store.put_note(COMMUNITY, venue, msgspec.json.encode(replace(leads, copied=True)))

    async def go_on(self) -> None:
        """Finish copies that were interrupted by a crash. Raises StoreTrouble."""
        async for names in self._store.keys_like(f"pl:note:{COMMUNITY}:*"):
            for name in names:
                venue = VenueId(self._store.note_named(name))
                leads = await self._home(venue)
                if leads is not None:
                    await self._copy(venue, leads)

    async def come_home(self, person: PersonId, venue: VenueId) -> None:
        """Move what a person has at a venue to its home, without the welcome, once. Raises StoreTrouble."""
        home = await self.home_of(venue)
        if home == venue or (person, venue) in self._came:
            return
        for _ in range(TRIES):
            if not await self._bring(person, venue, home):
                self._came[person, venue] = None
                return

    async def _bring(self, person: PersonId, venue: VenueId, home: VenueId) -> bool:
        """Move what is there now; return False if there is nothing."""
        kind, purse = f"{COMING} {venue}", f"purse:{person}"
        content = await self._store.note(kind, person)
        if not content:
            balance = await self._store.balance(venue, purse)
            if not balance:
                return False
            fresh = msgspec.json.encode(Coming(f"home:{secrets.token_hex(8)}", balance))
            if not await self._store.replace_note(kind, person, content, fresh, None):
                return True  # another process is moving it: look again
            content = fresh
        coming = _COMING.decode(content)
        taken = Transfer(purse, "bank", coming.amount, "went-home", once=coming.once)
        if not isinstance(await self._store.transfer(venue, (taken,)), Short):
            brought = [welcome_gift(person)]
            if (more := coming.amount - START_OF_PURSE) > 0:
                brought.append(Transfer("bank", purse, more, "came-home", once=coming.once))
            await self._store.transfer(home, tuple(brought))
        await self._store.replace_note(kind, person, content, b"", None)
        return True
