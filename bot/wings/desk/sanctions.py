"""The sanctions of a venue: warnings, silences, bans, and notes on people, with what they forbid.

They are stored under keyed hashes of people's ids, as tombstones are. So what must hold survives when somebody is
forgotten, and nobody finds in their own file what others said about whom (threats T27).
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, TypeVar

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.people.changed_notes import changed
from bot.people.communities import Communities
from bot.people.expiring_cache import ExpiringCache
from bot.people.rewording import SOMEBODY
from bot.people.tombstones import Tombstones
from bot.ports.ids import NO_VENUE, PersonId, VenueId, is_alone
from bot.ports.messages import Person, Rights
from bot.render.ago import DAY
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.wings.desk.durations import ALWAYS, left
from games.kit.telling import Listed, Told, say
from persistence import Heard, Store, StoreTrouble

SANCTIONS: Final = "sanctions"
CHANGED: Final = b"sanctions-changed"
WARN, MUTE, BAN, NOTE, LEFT = "warn", "mute", "ban", "note", "left"
KEPT: Final = 90 * DAY
"""How long a sanction is listed after its end, in ms."""
POINTS: Final = 1
COUNTED: Final = 30 * DAY
"""How long the points of a warning count, unless its moderator says otherwise."""
TRUSTED: Final = 60.0
MOST_VENUES: Final = 4096
MOST_OF_ONE: Final = 100
"""How many notes are kept on a person, of more the latest; and how many warnings of theirs may be unread."""
log = structlog.get_logger()


class Sanction(Struct, frozen=True, omit_defaults=True):
    """A sanction, or a note on a person. `who`: keyed hashes of their ids; `name`: what they were called. Times in ms.

    `until`: when it ends (of a warning: when its points expire); 0: never. `by`: the hash of the moderator's id, or
    empty if it followed by itself. `by_owner`: an owner gave it, so it holds for moderators, too. `read`: when the
    person acknowledged a warning. `lifted`: when it was forgiven, by `lifted_by`; `lifter`: the hash of that id.
    `silent`: until when the platform's own time-out was asked for beside it, in the venue `silent_in`; 0: it was not.
    `mark`: of the message that gave it, so that two of the same moment are told apart; of a game that was left, its
    id.
    """

    number: int
    kind: str
    who: tuple[str, ...]
    name: str
    at: int
    until: int = ALWAYS
    points: int = 0
    reason: str = ""
    by: str = ""
    by_name: str = ""
    by_owner: bool = False
    read: int = 0
    lifted: int = 0
    lifted_by: str = ""
    mark: str = ""
    lifter: str = ""
    silent: int = 0
    silent_in: VenueId = NO_VENUE

    def holds(self, now: int) -> bool:
        """Tell whether it is in force, or, of a warning, its points count."""
        return not self.lifted and (self.until == ALWAYS or self.until > now)

    @property
    def is_unread(self) -> bool:
        """Tell whether it is a warning that the person has not acknowledged; this never expires."""
        return self.kind == WARN and not self.read and not self.lifted


class Record(Struct, frozen=True, omit_defaults=True):
    """All sanctions of a venue that are still listed, the oldest first. `last`: the number of the latest ever."""

    last: int = 0
    sanctions: tuple[Sanction, ...] = ()

    def of(self, who: Collection[str]) -> tuple[Sanction, ...]:
        """Return those of a person, by the hashes of their ids."""
        return tuple(one for one in self.sanctions if not frozenset(one.who).isdisjoint(who))

    def points(self, who: Collection[str], now: int) -> int:
        """Return the points of a person's warnings that count now."""
        return sum(one.points for one in self.of(who) if one.kind == WARN and one.holds(now))

    def added(self, *new: Sanction) -> "Record":
        """Return the record with these sanctions, under the next numbers."""
        numbered = tuple(replace(one, number=self.last + place) for place, one in enumerate(new, 1))
        return Record(self.last + len(new), (*self.sanctions, *numbered))

    def with_room_for(self, note: Sanction) -> "Record":
        """Return the record without the oldest notes on this person, so that one more is not too many."""
        notes = [one.number for one in self.of(note.who) if one.kind == NOTE]
        dropped = notes[: max(0, len(notes) + 1 - MOST_OF_ONE)]
        return self.changed(lambda one: None if one.number in dropped else one)

    def changed(self, alter: Callable[[Sanction], Sanction | None]) -> "Record":
        """Return the record with each sanction as `alter` returns it, without those for which it returns None."""
        altered = (alter(one) for one in self.sanctions)
        return replace(self, sanctions=tuple(one for one in altered if one is not None))

    def without_old(self, now: int) -> "Record":
        """Return the record without what ended long ago, and games that were left yesterday.

        A warning that nobody has read stays, and so does a note.
        """
        return self.changed(lambda one: None if is_over(one, now if one.kind == LEFT else now - KEPT) else one)


def is_over(one: Sanction, before: int) -> bool:
    """Tell whether a sanction ended before this time."""
    if one.lifted:
        return one.lifted < before
    return one.until != ALWAYS and one.until < before and not one.is_unread


_RECORD: Final = msgspec.json.Decoder(Record)
Alter = Callable[[Record], Record]


class Sanctions:
    """Keep the sanctions of venues, and refuse what they forbid."""

    def __init__(self, store: Store, tombstones: Tombstones, communities: Communities, hooks: Hooks) -> None:
        self._store, self._tombstones, self._communities = store, tombstones, communities
        self._kept: ExpiringCache[Record] = ExpiringCache(MOST_VENUES, TRUSTED)
        store.news.hear(CHANGED, lambda _, venue: self._kept.drop(venue.decode()))
        hooks.sits.append(self.check_sitting)
        hooks.speaks.append(self.check_speaking)
        hooks.keeps.append(self.kept_of)
        hooks.forgets.append(self.forget)

    def hashes(self, ids: Collection[PersonId]) -> tuple[str, ...]:
        """Return the keyed hashes of these ids, by which what is kept of a person is found."""
        return tuple(self._tombstones.name_of(one) for one in sorted(ids))

    def is_of(self, one: Sanction, person: PersonId) -> bool:
        """Tell whether a sanction is of this person."""
        return self._tombstones.name_of(person) in one.who

    def now(self) -> int:
        """Return the time in ms."""
        return self._store.clock.now()

    # In the store

    async def stored(self, venue: VenueId) -> Record:
        """Return the sanctions of a venue as stored now. Raises StoreTrouble."""
        content, members = await asyncio.gather(self._store.note(SANCTIONS, venue), self._communities.members(venue))
        for member in members if read(content) is not None else ():
            brought = await self._store.note(SANCTIONS, member.venue)
            if decoded(brought).sanctions:
                return await self._brought_home(venue, member.venue, brought)
        return self._kept.keep(venue, decoded(content))

    async def _brought_home(self, home: VenueId, member: VenueId, content: bytes | None) -> Record:
        """Add to the sanctions of a community's home what a member had before it joined, under new numbers.

        If it is interrupted between the two notes, it is done again, and what was added already is not added twice.
        """
        brought = decoded(content)

        def alter(record: Record) -> Record:
            known = {replace(one, number=0) for one in record.sanctions}
            return record.added(*(one for one in brought.sanctions if replace(one, number=0) not in known))

        after = await self.change(home, None, alter)
        emptied = msgspec.json.encode(replace(brought, sanctions=()))
        await self._store.replace_note(SANCTIONS, member, content, emptied, None)
        return after

    async def known(self, venue: VenueId) -> Record:
        """Return the sanctions, at most a minute old. Never raises: while the store is away, the last known hold."""
        found = self._kept.good(venue)
        if found is not None:
            return found
        try:
            return await self.stored(venue)
        except StoreTrouble as trouble:
            log.warning("sanctions could not be read", kind=trouble.kind)
            return self._kept.last(venue) or Record()

    async def change(self, venue: VenueId, by: Heard | None, alter: Alter) -> Record:
        """Change the sanctions of a venue, for the message `by`, which is taken then; return what they became.

        `alter` gets them as they are, again if somebody else has changed them meanwhile. Raises what it raises,
        StoreTrouble, and Refused if they can't be read: what holds must not be lost.
        """
        after = await changed(
            self._store,
            SANCTIONS,
            venue,
            lambda content: to_change(read(content)),
            lambda record: alter(record).without_old(self._store.clock.now()),
            by,
        )
        self._store.news.tell(CHANGED, venue, venue.encode())
        return self._kept.keep(venue, after)

    # What they forbid

    async def check_sitting(self, person: Person, venue: VenueId, rights: Rights, _: Collection[PersonId]) -> None:
        """Raise Refused for somebody who is banned, or has not acknowledged a warning."""
        if is_alone(venue):
            return
        now, record = self._store.clock.now(), await self.stored(venue)
        mine = holding(record.of(self.hashes(person.ids)), rights)
        for one in mine:
            if one.kind == BAN and one.holds(now):
                raise Refused("desk-banned", span=left(one.until, now), why=why(one))
        unread = [one for one in mine if one.is_unread]
        if unread:
            raise unread_refusal(unread)

    async def check_speaking(self, person: Person, venue: VenueId, rights: Rights) -> None:
        """Raise Refused for somebody who is muted or banned."""
        now, home = self._store.clock.now(), await self._communities.home_of(venue)
        record = await self.known(home)
        if not record.sanctions:
            return
        for one in holding(record.of(self.hashes(person.ids)), rights):
            if one.kind in {MUTE, BAN} and one.holds(now):
                raise Refused("desk-muted", span=left(one.until, now), why=why(one))

    # One's own file, and being forgotten

    async def kept_of(self, ids: Sequence[PersonId]) -> dict[str, Any]:
        """Return what is kept of a person in all venues, without who else is concerned, and without notes: what
        moderators write for each other is theirs.
        """
        who, found = self.hashes(ids), list[Any]()
        async for name, content in self._store.notes_of_kind(SANCTIONS):
            for one in decoded(content).of(who):
                if one.kind != NOTE:
                    mine = replace(one, who=(), by="", by_name="", lifted_by="", lifter="")
                    found.append({"venue": name, **msgspec.to_builtins(mine)})
        return {"sanctions": found}

    async def forget(self, ids: Sequence[PersonId]) -> None:
        """Leave of a person only what still holds, without name and reason; and no name of a moderator."""
        who, now = frozenset(self.hashes(ids)), self._store.clock.now()

        def bare(one: Sanction) -> Sanction | None:
            one = replace(one, by="", by_name=SOMEBODY) if one.by in who else one
            one = replace(one, lifter="", lifted_by=SOMEBODY) if one.lifter in who else one
            if who.isdisjoint(one.who):
                return one
            holds = one.kind != NOTE and (one.holds(now) or one.is_unread)
            return replace(one, name=SOMEBODY, reason="") if holds else None

        def without(found: bytes) -> bytes:
            record = read(found)
            return found if record is None else msgspec.json.encode(record.changed(bare))

        await self._store.reword_notes(SANCTIONS, without)
        async for venue, _ in self._store.notes_of_kind(SANCTIONS):
            self._kept.drop(venue)
            self._store.news.tell(CHANGED, venue, venue.encode())


def holding(mine: Collection[Sanction], rights: Rights) -> list[Sanction]:
    """Return those of a person's sanctions that apply to people with these rights: an owner's apply to moderators."""
    if rights == Rights.OWNER:
        return []
    return [one for one in mine if one.by_owner or rights < Rights.STAFF]


def why(one: Sanction) -> Told:
    """Return the reason of a sanction; what followed by itself has none of its own."""
    return one.reason or (say("desk-went-on") if one.kind == LEFT else say("desk-by-points"))


def unread_refusal(unread: Sequence[Sanction]) -> Refused:
    """Return the refusal for somebody who has not acknowledged these warnings; it shows them, and how to."""
    last, count = unread[-1], len(unread)
    line = f"understood {last.number}"
    return Refused("desk-unread", count=count, reasons=told_reasons(unread), number=last.number, confirm=line)


def told_reasons(warnings: Sequence[Sanction]) -> Listed:
    """Return the reasons of warnings, as a value of a sentence."""
    return Listed(tuple(say("desk-reason", why=one.reason) for one in warnings))


def read(content: bytes | None) -> Record | None:
    """Return the sanctions in a note; None if it can't be read."""
    try:
        return Record() if content is None else _RECORD.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.error("sanctions can't be read: none hold")  # noqa: TRY400 - the error may quote them
        return None


def decoded(content: bytes | None) -> Record:
    """Return the sanctions in a note; none if it can't be read."""
    return read(content) or Record()


T = TypeVar("T")


def to_change(found: T | None) -> T:
    """Return what was read to be changed. Raises Refused if it could not be read: it would be overwritten."""
    if found is None:
        raise Refused("desk-unreadable")
    return found
