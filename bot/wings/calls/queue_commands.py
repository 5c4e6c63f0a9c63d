"""Commands of those who wait for a seat: `queue`, and `wait` for somebody who is on their way."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec

from bot.commands.command import Command, Group, Parameter
from bot.commands.moves import seat_of
from bot.commands.openings import one_at_a_time
from bot.commands.people_here import MENTION, PeopleHere, mentioned
from bot.commands.staff import moderator
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.entry import Entry
from bot.people.languages import WordsOf
from bot.ports.ids import PersonId, PlaceId, TableCode, platform_of
from bot.ports.messages import Answer, Choosable, Message, Person, Reply, Rights
from bot.ports.platforms import Platforms
from bot.ports.said import CODE, Said
from bot.table import playing, queueing, staffing
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.queueing import JOIN, may_queue, way_in
from bot.text.safe_text import bare, safe_name, skeleton
from persistence import Store, TableRef

QUEUED: Final = "queued"
KEPT: Final = 2 * 24 * 3600
"""Seconds for which it is noted at which table somebody queues."""
OFF: Final = "off"
_REF: Final = msgspec.json.Decoder(TableRef)


@dataclass(eq=False)
class QueueCommands:
    """Queue for a seat, and wait for people. Each method raises Refused and StoreTrouble."""

    store: Store
    directory: Directory
    repository: Repository
    entry: Entry
    words: WordsOf
    people: PeopleHere
    hooks: Hooks
    platforms: Platforms

    def __post_init__(self) -> None:
        self.hooks.forgets.append(self.forget)

    @Command("queue", Group.PLAY, parameters=(Parameter("off", "slash-queue-off", choices=lambda: (OFF,)),), apart=True)
    async def queue(self, said: Said) -> Reply:
        """Put the sender into the queue of a full table, say their place in it, or take them out: `queue off`."""
        if said.rest and said.rest[0].lower() == OFF:
            return await self._off(said)
        message, words, person = said.message, self.words(said.message), said.message.sender
        session = await self._meant(said)
        if not session.has(person.id):
            await self.entry.check(session, message)
        async with one_at_a_time(self.store, PlaceId(person.id)):  # of two lines at once, the later one counts
            await self.repository.get(session.ref, fresh=True)  # another process may have taken them out just now
            session, place = await self.repository.changed(
                session.ref, (message.id,), lambda change: queueing.enter(change, person)
            )
            left = await self._left_others(session, person) if place else []
        if not place:
            return Answer(words.text("queue-your-turn", code=session.code))
        told = [words.text("queue-place", code=session.code, place=place)]
        told += [words.text("queue-left", code=code) for code in left]
        leave = Choosable(f"queue {OFF}", words.text("queue-leave"))
        if message.page or self.platforms.is_pages(platform_of(person.id)):  # pages have one button, which asks
            told.append(words.text("queue-leave-it"))
            return Answer(" ".join(told), confirm=leave.word)
        return Answer(" ".join(told), ways=(leave,))

    async def _meant(self, said: Said) -> Session:
        """Return the table that is named, the one in view, or the only one here where people queue. Raises Refused."""
        code = said.code or (said.rest[0] if said.rest and CODE.fullmatch(said.rest[0]) else said.meant)
        if code:
            return await self.directory.coded(said.message, TableCode(code), fresh=True)
        around, person = await self.directory.around(said, fresh=True), said.message.sender.id
        others = [one for one in around if not one.has(person)]
        if not others:
            raise Refused("you-sit-already", code=around[0].code) if around else self.directory.no_table()
        if free := next((one for one in others if way_in(one) and not may_queue(one)), None):
            raise Refused("queue-seat-free", code=free.code, line=way_in(free) or JOIN)
        mine = [one for one in others if any(two.player in said.message.sender.ids for two in one.queue)]
        found = mine or [one for one in others if may_queue(one)] or others
        if len(found) > 1:
            raise Refused("queue-which", codes=", ".join(one.code for one in found), code=found[0].code)
        return found[0]

    async def _left_others(self, session: Session, person: Person) -> list[TableCode]:
        """Note where somebody queues now, and take them out of the queues before; return the codes of those tables."""
        before = [ref for ref in await self._refs(person.ids) if ref != session.ref]
        await self.store.put_note(QUEUED, person.id, msgspec.json.encode(session.ref), KEPT)
        return [code for ref in before if (code := await self._drop(ref, person.ids)) is not None]

    async def _refs(self, ids: Collection[PersonId]) -> list[TableRef]:
        """Return the tables where somebody queues, as noted for any of their selves."""
        contents = await asyncio.gather(*(self.store.note(QUEUED, one) for one in sorted(ids)))
        return list(dict.fromkeys(_REF.decode(content) for content in contents if content is not None))

    async def forget(self, ids: Sequence[PersonId]) -> None:
        """Take somebody who is being forgotten out of all queues."""
        for ref in await self._refs(ids):
            await self._drop(ref, frozenset(ids))

    async def _drop(self, ref: TableRef, ids: Collection[PersonId], *by: str) -> TableCode | None:
        """Take somebody out of a table's queue; None: they were not in it. `by`: the message that asks for it."""
        with suppress(GoneError):
            found = await self.repository.get(ref, fresh=True)
            if any(one.player in ids for one in found.queue):
                session, was = await self.repository.changed(ref, by, lambda change: queueing.drop(change, ids))
                return session.code if was else None
        return None

    async def _off(self, said: Said) -> Reply:
        """Take the sender out of the queue where they are."""
        person, words, left = said.message.sender, self.words(said.message), list[TableCode]()
        async with one_at_a_time(self.store, PlaceId(person.id)):
            refs = await self._refs(person.ids)
            refs += [one.ref for one in await self.directory.around(said, fresh=True) if one.ref not in refs]
            for ref in refs:
                by = () if left else (said.message.id,)  # the line is taken once
                left += [code for code in [await self._drop(ref, person.ids, *by)] if code is not None]
            for one in person.ids:
                await self.store.drop_note(QUEUED, one)
        if not left:
            raise Refused("queue-in-none")
        return Answer(" ".join(words.text("queue-left", code=code) for code in left))

    # Somebody is on their way

    @Command(
        "wait",
        Group.TABLE,
        parameters=(Parameter("name", "slash-or-name", needed=True),),
        hosts=True,
        of_many=True,
    )
    async def wait(self, said: Said) -> Reply:
        """Hold a seat for somebody, and let the start wait for them; `wait off` ends that, for moderators as well."""
        message = said.message
        if not said.rest:
            await self.directory.one(said)
            raise Refused("wait-how")
        if said.rest[0].lower() == OFF:
            return await self._wait_off(said)
        session, (player, name) = await self.directory.one(said), await self._named(message, said.rest)
        await self.hooks.check_text(session.venue, name)

        def act(change: Change) -> None:
            seat = seat_of(change.session, said)
            playing.come_back(change, seat)
            queueing.wait_for(change, seat, player, name)

        await self.repository.update(session.ref, (message.id,), act)
        return Answer()

    async def _wait_off(self, said: Said) -> Reply:
        """End a wait, for the host, for whoever asked for it, and for moderators, whose deed is logged."""
        message, staff = said.message, said.message.rights >= Rights.STAFF
        session = await (self.directory.meant(said, waits) if staff else self.directory.one(said))
        by = moderator(said, said.rest[1:]) if staff and session.venue == message.community else None

        def act(change: Change) -> None:
            if by is not None and not queueing.ends_wait(change.session, by.id):
                queueing.wait_no_more(change, by.id, by.name)
                staffing.tell_reason(change, by)
                staffing.note(change, by, "wait off")
                return
            playing.come_back(change, seat_of(change.session, said))
            queueing.wait_no_more(change, message.sender.id)

        await self.repository.update(session.ref, (message.id,), act)
        return Answer()

    async def _named(self, message: Message, typed: Sequence[str]) -> tuple[PersonId, str]:
        """Return who is meant: somebody known here, or else just a name. Raises Refused for what can't be a name."""
        mention = MENTION.fullmatch(typed[0])
        if mention is not None:
            one = mentioned(mention, message.venue)
            name = (await self.people.names(message.community)).get(one)
            if name is None:
                raise Refused("wait-by-name")
            return one, bare(safe_name(name))
        whole = bare(safe_name(" ".join(typed).removeprefix("@")))
        if not skeleton(whole):
            raise Refused("wait-by-name")
        try:
            one, name, taken = await self.people.named(message.community, typed)
        except Refused:
            return PersonId(""), whole
        return (one, bare(name)) if taken == len(typed) else (PersonId(""), whole)


def waits(session: Session) -> bool:
    """Tell whether a table waits for somebody who is on their way."""
    return any(one.by for one in session.queue)
