"""Balances brought from another bot: a CSV file, read whole, paid by the bank in one step, and given back for a day."""

import asyncio
import csv
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.people_here import PeopleHere
from bot.commands.staff import reason_of
from bot.engine.repository import Repository
from bot.people.languages import WordsOf
from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Message
from bot.ports.platforms import Platforms
from bot.table.audit import CORRECTED, COUNTERS, AuditEntry, written
from bot.table.change import Refused
from bot.table.hooks import Hooks, NoteOfMany
from bot.table.stacks import DAY, welcome_gift
from bot.text.safe_text import bare, safe_name, safe_text, skeleton
from bot.wings.setup.setup_commands import SetupCommands
from persistence import Seen, Short, Store, StoreTrouble, Transfer

BALANCES: Final = "balances"
BROUGHT, GIVEN_BACK = "brought", "given-back"
MOST_LINES: Final = 10_000
MOST_BYTES: Final = 1024 * 1024
MOST_AMOUNT: Final = 10_000_000
MOST_SUM: Final = 1_000_000_000
MOST_TOLD: Final = 20
AN_ID: Final = re.compile(r"([a-z]{1,20}):[0-9]{1,20}")
AMOUNT: Final = re.compile(r"[0-9]{1,15}(?:\.0+)?")
TRIES: Final = 20
AT_ONCE: Final = 500


class Row(Struct, frozen=True):
    """A line of the file: its number, the name or id, and the amount."""

    number: int
    name: str
    amount: int


class Brought(Struct, frozen=True):
    """What a file brought. `mark`: of its content. `people`: whose purses got what. `at`: in ms."""

    mark: str
    at: int
    by: str
    reason: str
    people: tuple[tuple[PersonId, int], ...]


class Sum(Struct, frozen=True):
    """A file in short. `unknown`: names that nobody here has, which get nothing; `nothing`: how many had no suckers."""

    mark: str
    people: int
    amount: int
    unknown: tuple[str, ...] = ()
    nothing: int = 0

    @property
    def told(self) -> str:
        """Return some of the unknown names in words."""
        return told_names(self.unknown)


_BROUGHT: Final = msgspec.json.Decoder(tuple[Brought, ...])


def rows_of(content: bytes) -> tuple[Row, ...]:
    """Read a whole file. Raises Refused, with the number of the line that is wrong."""
    if len(content) > MOST_BYTES:
        raise Refused("balances-too-big", most=MOST_BYTES // 1024)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Refused("balances-odd-line", number=content.count(b"\n", 0, wrong.start) + 1) from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MOST_LINES + 2:
        raise Refused("balances-too-many", most=MOST_LINES)
    rows = [row for number, line in enumerate(lines, 1) if line.strip() and (row := row_of(line, number))]
    if not rows:
        raise Refused("balances-empty")
    if sum(row.amount for row in rows) > MOST_SUM:
        raise Refused("balances-enormous", most=MOST_SUM)
    return tuple(rows)


def row_of(line: str, number: int) -> Row | None:
    """Read a line: a name or id, and an amount; None for the headings. Raises Refused."""
    apart = next((sign for sign in ("\t", ";", ",") if sign in line), ",")
    try:
        fields = [one.strip() for one in next(csv.reader([line], delimiter=apart, strict=True))]
    except (csv.Error, StopIteration):
        raise Refused("balances-odd-line", number=number) from None
    if number == 1 and len(fields) == 2 and not any(sign.isdigit() for sign in fields[1]):
        return None
    if len(fields) != 2 or not fields[0]:
        raise Refused("balances-odd-line", number=number)
    if fields[1].startswith("-") or not fields[1].isascii() or not AMOUNT.fullmatch(fields[1]):
        raise Refused("balances-odd-amount", number=number, word=safe_text(fields[1], 30))
    amount = int(fields[1].partition(".")[0])
    if amount > MOST_AMOUNT:
        raise Refused("balances-enormous-line", number=number, most=MOST_AMOUNT)
    return Row(number, fields[0].removeprefix("@"), amount)


@dataclass(eq=False)
class Balances:
    """Bring balances, and give them back. Each method raises Refused and StoreTrouble."""

    store: Store
    words: WordsOf
    platforms: Platforms
    people: PeopleHere
    selves: Selves
    repository: Repository
    setup: SetupCommands
    hooks: Hooks

    def __post_init__(self) -> None:
        self.hooks.notes_of_many[BALANCES] = NoteOfMany(without, own)

    async def look_at(self, message: Message, content: bytes) -> tuple[Sum, dict[PersonId, int]]:
        """Return what a file would bring, in short and by person."""
        self.setup.check_rights(message, (BALANCES,))
        rows, venue = rows_of(content), message.community
        found, unknown = await self._found(venue, rows)
        self._check_once(rows, found)
        paid = {found[row.number]: row.amount for row in rows if row.number in found and row.amount}
        if not paid:
            raise Refused("balances-nobody", names=told_names(unknown))
        lines = "\n".join(f"{person} {amount}" for person, amount in sorted(paid.items()))
        mark = hashlib.sha256(lines.encode()).hexdigest()[:20]
        if await self.store.is_spent(venue, once_of(mark, 0)):
            raise Refused("balances-twice")
        nothing = sum(not row.amount for row in rows)
        return Sum(mark, len(paid), sum(paid.values()), tuple(unknown), nothing), paid

    async def _found(self, venue: VenueId, rows: Sequence[Row]) -> tuple[dict[int, PersonId], list[str]]:
        """Return the person of each line that has one, and the names that nobody here has. Raises Refused."""
        called: dict[str, set[PersonId]] = {}
        names = await self.people.names(venue)
        for person, name in names.items():
            called.setdefault(skeleton(name), set()).add(person)
        found, unknown = dict[int, PersonId](), list[str]()
        for place in range(0, len(rows), AT_ONCE):
            chunk = rows[place : place + AT_ONCE]
            meant = [self._meant(row.name, names, called) for row in chunk]
            asked = list({one for ids in meant for one in ids})
            persons = dict(zip(asked, await asyncio.gather(*map(self.selves.person_of, asked)), strict=True))
            for row, ids in zip(chunk, meant, strict=True):
                people = {persons[one] for one in ids}
                if len(people) > 1:
                    raise Refused("balances-two-called-so", number=row.number, word=safe_name(row.name))
                if people:
                    found[row.number] = people.pop()
                else:
                    unknown.append(safe_name(row.name))
        return found, unknown

    def _meant(self, word: str, names: Mapping[PersonId, str], called: Mapping[str, set[PersonId]]) -> set[PersonId]:
        """Return the ids that a name or id of the file means."""
        found = AN_ID.fullmatch(word)
        if (found is not None and found[1] in self.platforms.adapters) or word in names:
            return {PersonId(word)}
        return called.get(skeleton(word), set())

    def _check_once(self, rows: Sequence[Row], found: Mapping[int, PersonId]) -> None:
        """Raise Refused if two lines are of one person, or of one name that nobody has."""
        first: dict[str, int] = {}
        for row in rows:
            who = found.get(row.number) or f"name {skeleton(row.name)}"
            if who in first:
                raise Refused("balances-double", number=row.number, other=first[who], word=safe_name(row.name))
            first[who] = row.number

    async def bring(self, message: Message, content: bytes, mark: str, reason: str) -> Sum:
        """Pay what a file brings, in one step with its line in the log. `mark`: of what was shown before."""
        whole, paid = await self.look_at(message, content)
        why = reason_of(tuple(reason.split()))
        if not self.setup.owns(message):
            raise Refused("owners-only", verb="setup")
        if whole.mark != mark:
            raise Refused("balances-changed")
        if not why:
            raise Refused("balances-no-reason")
        venue, name = message.community, bare(safe_name(message.sender.name))
        brought = Brought(mark, self.store.clock.now(), name, why, tuple(paid.items()))
        await self._note(venue, lambda known: (*known, brought))
        note = f"{name}: {why}"
        moved = [welcome_gift(person) for person in paid] + [
            Transfer("bank", f"purse:{person}", amount, BROUGHT, once_of(mark, place), note=note)
            for place, (person, amount) in enumerate(paid.items())
        ]
        did = f"setup balances: {whole.people} people, {whole.amount} suckers"
        await self._move(message, moved, did, why)
        return whole

    async def give_back(self, message: Message, mark: str) -> Brought:
        """Take back what a file brought within a day, from everybody, or from nobody if somebody has less by now."""
        self.setup.check_rights(message, (BALANCES,))
        if not self.setup.owns(message):
            raise Refused("owners-only", verb="setup")
        venue = message.community
        brought = next((one for one in await self.undoable(venue) if one.mark == mark), None)
        if brought is None:
            raise Refused("balances-too-late")
        moved = [
            Transfer(f"purse:{await self.selves.person_of(person)}", "bank", amount, GIVEN_BACK, back_of(mark, place))
            for place, (person, amount) in enumerate(brought.people)
        ]
        if not moved:
            raise Refused("balances-too-late")
        await self._check_purses(venue, moved)
        did = f"setup balances: given back by {len(moved)} people"
        await self._move(message, moved, did, brought.reason)
        await self._note(venue, lambda known: tuple(one for one in known if one.mark != mark))
        return brought

    async def _check_purses(self, venue: VenueId, moved: Sequence[Transfer]) -> None:
        """Raise Refused, and say whose, if purses hold less than they would give back."""
        balances, names = await self.store.accounts(venue), await self.people.names(venue)
        poor = [one.source for one in moved if balances.get(one.source, 0) < one.amount]
        if poor:
            who = [PersonId(one.partition(":")[2]) for one in poor]
            raise Refused("balances-spent", names=told_names([names.get(one, one) for one in who]))

    async def _move(self, message: Message, moved: Sequence[Transfer], did: str, why: str) -> None:
        """Move the money and log it, in one step. Raises Refused if a purse can't pay, or it was done before."""
        venue, sender = message.community, message.sender
        entry = AuditEntry(
            self.store.clock.now(), sender.id, bare(safe_name(sender.name)), did, reason=why, counts=CORRECTED
        )
        await self.repository.taken.bind(venue, [message.id])
        done = await self.store.transfer_for(message.id, venue, tuple(moved), (written(entry),), (COUNTERS[CORRECTED],))
        if isinstance(done, Short):
            who = PersonId(done.account.partition(":")[2])
            raise Refused("balances-spent", names=(await self.people.names(venue)).get(who, who))
        if isinstance(done, Seen):
            raise Refused("balances-twice")

    async def undoable(self, venue: VenueId) -> tuple[Brought, ...]:
        """Return what was brought within a day and not given back, the oldest first."""
        known = recent(decoded(await self.store.note(BALANCES, venue)), self.store.clock.now())
        spent = [
            await self.store.is_spent(venue, once_of(one.mark, 0))
            and not await self.store.is_spent(venue, back_of(one.mark, 0))
            for one in known
        ]
        return tuple(one for one, done in zip(known, spent, strict=True) if done)

    async def _note(self, venue: VenueId, alter: Callable[[tuple[Brought, ...]], tuple[Brought, ...]]) -> None:
        """Change the note of what was brought within a day; it stays for one."""
        for _ in range(TRIES):
            content = await self.store.note(BALANCES, venue)
            after = alter(recent(decoded(content), self.store.clock.now()))
            written_now = msgspec.json.encode(after)
            if await self.store.replace_note(BALANCES, venue, content, written_now, seconds=DAY // 1000):
                return
        raise StoreTrouble("busy", "what was brought changes faster than it can be read")


def once_of(mark: str, place: int) -> str:
    return f"{BROUGHT}:{mark}:{place}"


def back_of(mark: str, place: int) -> str:
    return f"{GIVEN_BACK}:{mark}:{place}"


def told_names(names: Sequence[str]) -> str:
    """Return some of the names, and how many others there are."""
    more = f" +{len(names) - MOST_TOLD}" if len(names) > MOST_TOLD else ""
    return ", ".join(names[:MOST_TOLD]) + more


def recent(known: Sequence[Brought], now: int) -> tuple[Brought, ...]:
    return tuple(one for one in known if one.at > now - DAY)


def decoded(content: bytes | None) -> tuple[Brought, ...]:
    return () if content is None else _BROUGHT.decode(content)


def without(content: bytes, person: PersonId) -> bytes:
    """Return the note without a person who is forgotten: what they got stays with their purse's entry."""
    known = decoded(content)
    return msgspec.json.encode(
        tuple(replace(one, people=tuple(pair for pair in one.people if pair[0] != person)) for one in known)
    )


def own(content: bytes, person: PersonId) -> bytes:
    """Return what of the note is a person's."""
    mine = [pair for one in decoded(content) for pair in one.people if pair[0] == person]
    return msgspec.json.encode([{"amount": amount} for _, amount in mine])
