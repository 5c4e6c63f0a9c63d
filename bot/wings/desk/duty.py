"""Duty: moderators who want to be told of reports themselves, in private, for as long as they look after a place."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from bot.commands.named_people import NamedPeople
from bot.delivery.postings import mark_of
from bot.engine.taken import heard_of
from bot.people.changed_notes import changed
from bot.people.languages import WordsOf
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Message, PrivateAnswer, Reply, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.ago import HOUR
from bot.table.change import Refused
from bot.table.hooks import Hooks, NoteOfMany
from bot.text.safe_text import bare, safe_name
from bot.wings.desk import durations
from persistence import Store

DUTY: Final = "duty"
LONGEST: Final = 12 * HOUR
"""How long somebody is on duty who does not say that it is over, in ms."""
MOST: Final = 10
"""How many people are on duty in a venue at a time."""
ON, OFF = "on", "off"
log = structlog.get_logger()


class OnDuty(Struct, frozen=True):
    """Somebody on duty: what they are called, and until when (ms)."""

    name: str
    until: int


People = dict[PersonId, OnDuty]
_PEOPLE: Final = msgspec.json.Decoder(People)


@dataclass(eq=False)
class Duty:
    """Keep who is on duty. Each method may raise StoreTrouble."""

    store: Store
    words: WordsOf
    named: NamedPeople
    platforms: Platforms
    hooks: Hooks

    def __post_init__(self) -> None:
        self.hooks.notes_of_many[DUTY] = NoteOfMany(without_person, own_part)

    async def order(self, said: Said) -> Reply:
        """Show who is on duty; put the sender on duty, or off it: `duty on`, `duty off`. Raises Refused."""
        message, word = said.message, " ".join(said.rest).lower()
        if word not in {"", ON, OFF}:
            raise Refused("desk-how-duty")
        if word == ON:
            await self._check_reached(message)
        if word:
            await self._set(message, on=word == ON)
        words, now, people = self.words(message), self.store.clock.now(), await self.of(message.community)
        if not people:
            return PrivateAnswer(words.text("desk-nobody-on-duty"))
        shown = [(one.name, durations.left(one.until, now)) for one in people.values()]
        return PrivateAnswer("\n".join([words.text("desk-on-duty", who=name, span=span) for name, span in shown]))

    async def _check_reached(self, message: Message) -> None:
        """Raise Refused for somebody whom nothing reaches in private: no report would."""
        text = self.words(message).text("desk-duty-begins", span=durations.told(LONGEST))
        for one in sorted(message.sender.ids, key=lambda one: one != message.sender.id):
            try:
                if await self.platforms.tell_alone(one, text, mark_of("duty", f"{message.id} {one}")):
                    return
            except Unreachable as away:
                log.info("somebody who goes on duty is not reached by one way", why=str(away))
        raise Refused("desk-duty-unreached")

    async def _set(self, message: Message, *, on: bool) -> None:
        now, mine = self.store.clock.now(), message.sender.ids

        def alter(people: People) -> People:
            others = {one: duty for one, duty in people.items() if one not in mine and duty.until > now}
            if on and len(others) >= MOST:
                raise Refused("desk-duty-many", most=MOST)
            mine_now = {message.sender.id: OnDuty(bare(safe_name(message.sender.name)), now + LONGEST)} if on else {}
            return others | mine_now

        await changed(self.store, DUTY, message.community, read, alter, heard_of(message), seconds=2 * LONGEST // 1000)

    async def of(self, venue: VenueId) -> People:
        """Return who is on duty now."""
        now = self.store.clock.now()
        found = read(await self.store.note(DUTY, venue))
        return {one: duty for one, duty in found.items() if duty.until > now}

    async def told_of(self, message: Message, about: Collection[PersonId]) -> list[PersonId]:
        """Return who on duty is told of a report: neither whom it is about, nor who made it, nor former moderators.

        Where the platform does not say who is a moderator now, the rights count by which they went on duty.
        """
        found = list[PersonId]()
        for one in await self.of(message.community):
            ids = (await self.named.selves.stored_ids(one)) or (one,)
            if not {*about, *message.sender.ids}.isdisjoint(ids):
                continue
            if await self._moderates_still(message, ids):
                found.append(one)
        return found

    async def _moderates_still(self, message: Message, ids: Sequence[PersonId]) -> bool:
        venue = message.venue
        asked = [one for one in ids if self.platforms.tells_rights(venue, one)]
        told = [await self.platforms.rights_in(venue, one) for one in asked]
        named = [self.named.standing.named(one, venue) for one in ids]
        return not asked or max(*told, *named) >= Rights.STAFF


def read(content: bytes | None) -> People:
    """Return who is on duty according to a note; nobody if it can't be read: they go on duty again."""
    try:
        return {} if content is None else _PEOPLE.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.error("who is on duty can't be read: nobody is")  # noqa: TRY400 - the error may quote names
        return {}


def without_person(content: bytes, person: PersonId) -> bytes:
    """Return a stored note without a person."""
    return msgspec.json.encode({one: duty for one, duty in _PEOPLE.decode(content).items() if one != person})


def own_part(content: bytes, person: PersonId) -> bytes:
    """Return what a note says about one person."""
    return msgspec.json.encode(_PEOPLE.decode(content).get(person))
