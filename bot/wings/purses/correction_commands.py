"""Corrections of purses by staff: never of their own, always announced, and above a limit only by two of them (T34)."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct

from bot.commands.codes import code_of
from bot.commands.command import REASON, Command, Group, Parameter, Who
from bot.commands.people_here import PeopleHere
from bot.commands.public_postings import PublicPostings
from bot.commands.staff import YES, need, reason_of
from bot.engine.repository import Repository
from bot.engine.taken import RepeatedError
from bot.people.languages import WordsOf
from bot.people.selves import Selves
from bot.people.venues import Venues
from bot.ports.chance import RandomBytes
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Answer, Message, Reply, Rights
from bot.ports.said import Said
from bot.table.audit import CORRECTED, COUNTERS, AuditEntry, read_entry, written
from bot.table.change import Refused
from bot.table.stacks import DAY, START_OF_PURSE, welcome_gift
from bot.text.reader import ChatReader
from bot.text.safe_text import bare, safe_name
from persistence import Seen, Short, Store, Transfer

ASKED: Final = "correction"
LOCK: Final = "correcting"
LOCKED: Final = 5
CODE_LENGTH: Final = 4
MINUTES: Final = 10
"""How long another moderator can agree to a correction."""


class Correction(Struct, frozen=True):
    """A correction of a purse: its amount and its reason. `by`, `others`, `name`: who wants it, and their other selves.

    `person`, `whom`: the owner of the purse. `until`: when it is too late to agree (ms).
    """

    venue: VenueId
    by: PersonId
    others: tuple[PersonId, ...]
    name: str
    person: PersonId
    whom: str
    change: int
    reason: str
    until: int

    @property
    def did(self) -> str:
        """Return what was done, in the words of the log."""
        return f"correct {bare(self.whom)} {self.change:+d}"


_CORRECTION: Final = msgspec.json.Decoder(Correction)


@dataclass(eq=False)
class Corrections:
    """Correct purses. Each method raises Refused and StoreTrouble."""

    store: Store
    words: WordsOf
    venues: Venues
    selves: Selves
    random_bytes: RandomBytes
    repository: Repository
    people: PeopleHere
    postings: PublicPostings

    @Command(
        "correct",
        Group.MOD,
        who=Who.STAFF,
        parameters=(
            Parameter("name", "slash-or-name", needed=True),
            Parameter("change", "slash-change", needed=True),
            REASON,
        ),
        apart=True,
        of_a_table=False,
    )
    async def correct(self, said: Said) -> Reply:
        """Correct a purse by an amount, for a reason: `correct pete +100 the stakes were wrong`; or agree to a
        correction.

        It stands in the ledger and in the public log, and is announced to everybody there.
        """
        need(said, Rights.STAFF)
        if len(said.rest) > 1 and said.rest[0].lower() == YES and said.rest[1][0] not in "+-":
            return await self._agreed(said, said.rest[1].upper())
        wanted = await self._read(said)
        limit = (await self.venues.settings(wanted.venue)).corrections
        async with self._held(wanted.by):
            today = await self._today(wanted)
            if today + abs(wanted.change) > limit:
                return await self._asked(said.message, wanted, limit, today)
            entry = self._entry(wanted, amount=abs(wanted.change))
            return await self._done(said.message, wanted, (entry,))

    async def _read(self, said: Said) -> Correction:
        """Read which correction is wanted. Raises Refused and Unreadable."""
        message = said.message
        if len(said.rest) < 3:
            raise Refused("correct-how")
        person, name, taken = await self.people.named(message.community, said.rest, by_id=True)
        rest = said.rest[taken:]
        if len(rest) < 2 or rest[0][0] not in "+-":
            raise Refused("correct-how")
        if person in await self._selves_of(message):
            raise Refused("correct-own")
        purse = await self.store.balance(message.community, f"purse:{person}")
        purse = START_OF_PURSE if purse is None else purse  # the correction opens it
        change = int(ChatReader((), purse).suckers(rest[0][1:])) * (1 if rest[0][0] == "+" else -1)
        reason = reason_of(rest[1:])
        if not change or not reason:
            raise Refused("correct-how")
        if purse + change < 0:
            raise Refused("correct-too-much", balance=purse)
        sender, by = message.sender, bare(safe_name(message.sender.name))
        until = self.store.clock.now() + MINUTES * 60_000
        return Correction(message.community, sender.id, sender.others, by, person, name, change, reason, until)

    async def _selves_of(self, message: Message) -> frozenset[PersonId]:
        """Return all ids of the sender, as stored now."""
        return message.sender.ids | {one.id for one in await self.selves.of(message.sender.id)}

    async def _today(self, wanted: Correction) -> int:
        """Return the sum of what this moderator corrected alone in the last 24 hours, in either direction, of any
        purse.
        """
        since, ids, whole = self.store.clock.now() - DAY, {wanted.by, *wanted.others}, 0
        async for page in self.store.audit_pages(wanted.venue):
            entries = [one for one in map(read_entry, page) if one is not None]
            whole += sum(one.amount for one in entries if one.at > since and one.by in ids)
            if entries and entries[-1].at <= since:
                break
        return whole

    @contextlib.asynccontextmanager
    async def _held(self, what: str) -> AsyncIterator[None]:
        """Hold a lock: a moderator makes one correction at a time, since two at once could each be within the limit;
        and only one moderator at a time agrees to the same one.
        """
        if not await self.store.claim_note(LOCK, what, b"", LOCKED):
            raise Refused("correct-busy")
        try:
            yield
        finally:
            await self.store.drop_note(LOCK, what)

    # By two

    async def _asked(self, message: Message, wanted: Correction, limit: int, today: int) -> Reply:
        """Ask another moderator, in public, to agree: this correction is above what one alone may do."""
        code = code_of(self.random_bytes, CODE_LENGTH)
        await self.store.put_note(ASKED, code, msgspec.json.encode(wanted), MINUTES * 60)
        text = self.words(message).text(
            "correct-asks",
            by=wanted.name,
            who=wanted.whom,
            change=f"{wanted.change:+d}",
            why=wanted.reason,
            limit=limit,
            today=today,
            code=code,
            minutes=MINUTES,
        )
        return await self._told(message, text)

    async def _agreed(self, said: Said, code: str) -> Reply:
        """Make the correction that another moderator asked for."""
        message, code = said.message, code[: CODE_LENGTH * 2]
        async with self._held(code):
            wanted = await self._waiting_for(message.community, code)
            ids = await self._selves_of(message)
            if not ids.isdisjoint((wanted.by, *wanted.others)):
                raise Refused("correct-another")
            if wanted.person in ids:
                raise Refused("correct-own")
            name = bare(safe_name(message.sender.name))
            now, agrees = self.store.clock.now(), f"agrees to {wanted.did} by {wanted.name}"
            yes = AuditEntry(now, message.sender.id, name, agrees, whom=wanted.by)
            answer = await self._done(message, wanted, (self._entry(wanted), yes), name, once_of(code))
            await self.store.drop_note(ASKED, code)
            return answer

    async def _waiting_for(self, venue: VenueId, code: str) -> Correction:
        """Return the correction that waits under this code. One that was made no longer waits, even if a killed process
        left its note.

        Raises Refused.
        """
        content = await self.store.note(ASKED, code)
        wanted = None if content is None else _CORRECTION.decode(content)
        if wanted is None or wanted.venue != venue or wanted.until <= self.store.clock.now():
            raise Refused("correct-unknown", word=code)
        if await self.store.is_spent(venue, once_of(code)):
            raise Refused("correct-unknown", word=code)
        return wanted

    # Done

    def _entry(self, wanted: Correction, amount: int = 0) -> AuditEntry:
        """Return the entry for the log. `amount`: what counts towards the limit; 0 when two agreed."""
        now, who = self.store.clock.now(), (wanted.by, wanted.name)
        return AuditEntry(
            now, *who, wanted.did, reason=wanted.reason, whom=wanted.person, counts=CORRECTED, amount=amount
        )

    async def _done(
        self,
        message: Message,
        wanted: Correction,
        entries: tuple[AuditEntry, ...],
        agreed: str = "",
        once: str | None = None,
    ) -> Reply:
        """Move the money and log it, in one step, and announce it. Raises RepeatedError if it was already done."""
        purse, venue = f"purse:{wanted.person}", wanted.venue
        source, target = ("bank", purse) if wanted.change > 0 else (purse, "bank")
        note = f"{wanted.name}: {wanted.reason}"
        moved = (
            welcome_gift(wanted.person),
            Transfer(source, target, abs(wanted.change), "corrected", once, note=note),
        )
        await self.repository.taken.bind(venue, [message.id])
        audit, counters = tuple(map(written, entries)), (COUNTERS[CORRECTED],)
        before = await self.store.balance(venue, purse)
        after = (START_OF_PURSE if before is None else before) + wanted.change
        await self.postings.owe(ASKED, message, self._corrected(message, wanted, after, agreed))
        balances = await self.store.transfer_for(message.id, venue, moved, audit, counters)
        if isinstance(balances, Short | Seen):
            await self.postings.forgive(message)
        if isinstance(balances, Short):
            raise Refused("correct-too-much", balance=balances.balance)
        if isinstance(balances, Seen):
            raise RepeatedError(frozenset(balances.ids))
        return await self._told(message, self._corrected(message, wanted, balances.get(purse, 0), agreed))

    def _corrected(self, message: Message, wanted: Correction, balance: int, agreed: str) -> str:
        """Return the announcement. `agreed`: who agreed to it; empty where one moderator did it alone."""
        return self.words(message).text(
            "corrected",
            who=wanted.whom,
            change=f"{wanted.change:+d}",
            by=wanted.name,
            why=wanted.reason,
            balance=balance,
            agreed=agreed,
            two="yes" if agreed else "no",
        )

    async def _told(self, message: Message, text: str) -> Reply:
        """Announce it to everybody."""
        if not await self.postings.tell(ASKED, message, text):
            return Answer(text)
        return Answer(self.words(message).text("correct-told"), told=True)


def once_of(code: str) -> str:
    """Return the key that makes sure that a correction which two agreed to is made once."""
    return f"{ASKED}:{code}"
