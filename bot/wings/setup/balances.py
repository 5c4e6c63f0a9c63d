"""Balances brought from another bot: a CSV file, read whole, paid by the bank in one step, and given back for a day."""

import asyncio
import csv
import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.people_here import PeopleHere
from bot.commands.staff import reason_of
from bot.people.languages import WordsOf
from bot.people.selves import Selves
from bot.people.tombstones import Tombstones
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Message
from bot.ports.platforms import Platforms
from bot.table.audit import CORRECTED, COUNTERS, AuditEntry, written
from bot.table.change import Refused
from bot.table.hooks import Hooks, NoteOfMany
from bot.table.stacks import DAY, welcome_gift
from bot.text.safe_text import bare, safe_name, safe_text
from bot.wings.setup.setup_commands import SetupCommands
from persistence import Seen, Short, Store, StoreTrouble, Transfer

BALANCES: Final = "balances"
BROUGHT, GIVEN_BACK = "brought", "given-back"
TURNS: Final = "balances"
"""The counter of what was brought or given back here; each such step happens at the number that it has read."""
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
    """What a file brought. `mark`: of this time alone. `at`: in ms.

    `people`: whose purses got what, and how often they had given such back before.
    """

    mark: str
    at: int
    by: str
    reason: str
    people: tuple[tuple[PersonId, int, int], ...]


class Sum(Struct, frozen=True):
    """A file in short. `unknown`: names that nobody here has, which get nothing; `nothing`: how many had no suckers.

    `before`: who got theirs from a file before, and gets nothing now. `greatest`: the name in the file, the name here
    and the amount of those who get most.
    """

    mark: str
    people: int
    amount: int
    unknown: tuple[str, ...] = ()
    nothing: int = 0
    before: tuple[str, ...] = ()
    greatest: tuple[tuple[str, str, int], ...] = ()


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
    setup: SetupCommands
    hooks: Hooks
    tombstones: Tombstones

    def __post_init__(self) -> None:
        self.hooks.notes_of_many[BALANCES] = NoteOfMany(without, own)

    def _check_rights(self, message: Message) -> None:
        """Raise Refused if the sender may not look here: the bank is where the community has its home."""
        self.setup.check_rights(message, (BALANCES,))
        if message.community != message.venue:
            raise Refused("setup-of-community", word=BALANCES)

    async def look_at(self, message: Message, content: bytes) -> tuple[Sum, tuple[tuple[PersonId, int, int], ...]]:
        """Return what a file would bring, in short and by person, with how often they gave such back before."""
        self._check_rights(message)
        rows, venue = rows_of(content), message.community
        names = await self.people.names(venue)
        found, unknown = await self._found(names, rows)
        self._check_once(rows, found)
        rounds = await self._rounds(venue, [found[row.number] for row in rows if row.number in found and row.amount])
        mine = [(row, rounds[one]) for row in rows if (one := found.get(row.number)) in rounds]
        due = [row for row, times in mine if times is not None]
        paid = tuple((found[row.number], row.amount, times) for row, times in mine if times is not None)
        before = [safe_name(row.name) for row, times in mine if times is None]
        if not paid:
            raise Refused("balances-twice") if before else Refused("balances-nobody", names=told_names(unknown))
        mark = short_of("\n".join(" ".join(map(str, one)) for one in sorted(paid)))
        most = sorted(due, key=lambda row: -row.amount)[:MOST_TOLD]
        greatest = tuple((safe_name(row.name), names.get(one := found[row.number], one), row.amount) for row in most)
        amount, nothing = sum(row.amount for row in due), sum(not row.amount for row in rows)
        return Sum(mark, len(paid), amount, tuple(unknown), nothing, tuple(before), greatest), paid

    async def _rounds(self, venue: VenueId, people: Sequence[PersonId]) -> dict[PersonId, int | None]:
        """Return how often each person has given balances back; None for those who have got some, and kept them."""
        found = dict[PersonId, int | None]()
        for place in range(0, len(people), AT_ONCE):
            chunk = people[place : place + AT_ONCE]
            ids = await asyncio.gather(*map(self.selves.stored_ids, chunk))
            names = await asyncio.gather(*map(self.tombstones.names_of, ids))
            gone = await self._times(venue, {one for each in names for one in each})
            has = await self.store.spent(venue, [once_of(one, times) for one, times in gone.items()])
            for person, each in zip(chunk, names, strict=True):
                kept = any(once_of(one, gone[one]) in has for one in each)
                found[person] = None if kept else gone[self.tombstones.name_of(person)]
        return found

    async def _times(self, venue: VenueId, names: Collection[str]) -> dict[str, int]:
        """Return how often those with these keyed hashes have given balances back."""
        gone, left = dict.fromkeys(names, 0), set(names)
        while left:
            back = await self.store.spent(venue, [back_of(one, gone[one]) for one in left])
            left = {one for one in left if back_of(one, gone[one]) in back}
            gone |= {one: gone[one] + 1 for one in left}
        return gone

    async def _found(self, names: Mapping[PersonId, str], rows: Sequence[Row]) -> tuple[dict[int, PersonId], list[str]]:
        """Return the person of each line that has one, and the names that nobody here has. Raises Refused."""
        called: dict[str, set[PersonId]] = {}
        for person, name in names.items():
            called.setdefault(folded(name), set()).add(person)
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
        return called.get(folded(word), set())

    def _check_once(self, rows: Sequence[Row], found: Mapping[int, PersonId]) -> None:
        """Raise Refused if two lines are of one person, or of one name that nobody has."""
        first: dict[str, int] = {}
        for row in rows:
            who = found.get(row.number) or f"name {folded(row.name)}"
            if who in first:
                raise Refused("balances-double", number=row.number, other=first[who], word=safe_name(row.name))
            first[who] = row.number

    async def bring(self, message: Message, content: bytes, mark: str, reason: str) -> Sum:
        """Pay what a file brings, in one step with its line in the log. `mark`: of what was shown before."""
        turn = await self.store.counter(message.community, TURNS)
        whole, paid = await self.look_at(message, content)
        why = reason_of(tuple(reason.split()))
        if not self.setup.owns(message):
            raise Refused("owners-only", verb="setup")
        if whole.mark != mark:
            raise Refused("balances-changed")
        if not why:
            raise Refused("balances-no-reason")
        venue, name = message.community, bare(safe_name(message.sender.name))
        brought = Brought(short_of(f"{mark} {message.id}"), self.store.clock.now(), name, why, paid)
        await self._note(venue, lambda known: (*known, brought))
        for place in range(0, len(paid), AT_ONCE):
            chunk = paid[place : place + AT_ONCE]
            await asyncio.gather(*(self.tombstones.keep_to(person, venue) for person, *_ in chunk))
        note = f"{name}: {why}"
        moved = [welcome_gift(person) for person, *_ in paid] + [
            Transfer("bank", f"purse:{person}", amount, BROUGHT, self._once(person, times), note=note)
            for person, amount, times in paid
        ]
        did = f"setup balances: {whole.people} people, {whole.amount} suckers"
        if not await self._move(message, moved, turn, (did, why), f"{BALANCES}-{brought.mark}"):
            await self.look_at(message, content)
            raise Refused("balances-changed")
        return whole

    async def give_back(self, message: Message, mark: str) -> tuple[int, tuple[str, ...]]:
        """Take back what a file brought within a day, except from those who have less by now.

        Return of how many, and the names of those who have less.
        """
        self._check_rights(message)
        if not self.setup.owns(message):
            raise Refused("owners-only", verb="setup")
        venue = message.community
        for _ in range(TRIES):
            turn = await self.store.counter(venue, TURNS)
            brought = next((one for one in await self.undoable(venue) if one.mark == mark), None)
            if brought is None:
                raise Refused("balances-too-late")
            moved, poor = await self._given_back(venue, brought)
            if not moved:
                raise Refused("balances-spent", names=told_names(poor))
            did = f"setup balances: given back by {len(moved)} people"
            if await self._move(message, moved, turn, (did, brought.reason)):
                return len(moved), tuple(poor)
        raise StoreTrouble("busy", "balances are brought and given back all the time")

    async def _given_back(self, venue: VenueId, brought: Brought) -> tuple[list[Transfer], list[str]]:
        """Return how what was brought is taken back, and the names of those who have less by now."""
        balances, names = await self.store.accounts(venue), await self.people.names(venue)
        moved, poor = list[Transfer](), list[str]()
        for one, amount, times in brought.people:
            person = await self.selves.person_of(one)
            purse = f"purse:{person}"
            if balances.get(purse, 0) < amount:
                poor.append(names.get(person, person))
                continue
            balances[purse] -= amount
            moved.append(Transfer(purse, "bank", amount, GIVEN_BACK, self._back(one, times)))
        return moved, poor

    async def _move(
        self, message: Message, moved: Sequence[Transfer], turn: int, told: tuple[str, str], *counted: str
    ) -> bool:
        """Move the money and log it, in one step; False: a purse can't pay, or another such step came in between.

        `turn`: how many steps there were before. `told`: what is done, and why. `counted`: counters raised besides.
        """
        venue, sender, (did, why) = message.community, message.sender, told
        entry = AuditEntry(
            self.store.clock.now(), sender.id, bare(safe_name(sender.name)), did, reason=why, counts=CORRECTED
        )
        counters = (COUNTERS[CORRECTED], TURNS, *counted)
        done = await self.store.transfer_for(f"{TURNS}:{turn}", venue, tuple(moved), (written(entry),), counters)
        return not isinstance(done, Short | Seen)

    async def undoable(self, venue: VenueId) -> tuple[Brought, ...]:
        """Return what was brought within a day, each with those who have not given it back, the oldest first."""
        found = list[Brought]()
        for one in recent(decoded(await self.store.note(BALANCES, venue)), self.store.clock.now()):
            if not await self.store.counter(venue, f"{BALANCES}-{one.mark}"):
                continue  # it was written down, and then not done
            back = await self.store.spent(venue, [self._back(person, times) for person, _, times in one.people])
            left = tuple(got for got in one.people if self._back(got[0], got[2]) not in back)
            found += [replace(one, people=left)] if left else []
        return tuple(found)

    def _once(self, person: PersonId, times: int) -> str:
        """Return the key of what a file brings a person, once until they give it back. It has the keyed hash of their
        id, and stays when they are forgotten, so that the same file does not pay them again.
        """
        return once_of(self.tombstones.name_of(person), times)

    def _back(self, person: PersonId, times: int) -> str:
        return back_of(self.tombstones.name_of(person), times)

    async def _note(self, venue: VenueId, alter: Callable[[tuple[Brought, ...]], tuple[Brought, ...]]) -> None:
        """Change the note of what was brought within a day; it stays for one."""
        for _ in range(TRIES):
            content = await self.store.note(BALANCES, venue)
            after = alter(recent(decoded(content), self.store.clock.now()))
            written_now = msgspec.json.encode(after)
            if await self.store.replace_note(BALANCES, venue, content, written_now, seconds=DAY // 1000):
                return
        raise StoreTrouble("busy", "what was brought changes faster than it can be read")


def once_of(name: str, times: int) -> str:
    return f"{BROUGHT}:{name}:{times}"


def back_of(name: str, times: int) -> str:
    return f"{GIVEN_BACK}:{name}:{times}"


def short_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def folded(name: str) -> str:
    """Return a name without what capitals and kinds of letters make of it; no letter counts as one that looks alike."""
    return unicodedata.normalize("NFKC", " ".join(bare(name).split())).casefold()


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
        tuple(replace(one, people=tuple(got for got in one.people if got[0] != person)) for one in known)
    )


def own(content: bytes, person: PersonId) -> bytes:
    """Return what of the note is a person's."""
    mine = [got for one in decoded(content) for got in one.people if got[0] == person]
    return msgspec.json.encode([{"amount": amount} for _, amount, _ in mine])
