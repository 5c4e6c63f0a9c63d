"""What every deed of moderators about people has in common: a reason, the log, and telling the person."""

from dataclasses import dataclass
from typing import Final

from bot.commands.named_people import NamedPeople, NamedPerson
from bot.delivery.owed_postings import OwedPosting, OwedPostings
from bot.engine.directory import Directory
from bot.people.languages import WordsOf
from bot.ports.ids import PersonId
from bot.ports.messages import Message, Rights
from bot.table.audit import AuditEntry, written
from bot.table.change import Refused
from bot.table.document import Session
from bot.text.safe_text import bare, fenced, safe_name, safe_text, unlinked
from bot.wings.desk.barred_words import BarredWords
from persistence import Store

LONGEST: Final = 200


@dataclass(eq=False)
class Judgements:
    """Log what moderators do about people, and tell the people. Each method raises StoreTrouble."""

    store: Store
    words: WordsOf
    directory: Directory
    owed: OwedPostings
    barred: BarredWords
    named: NamedPeople

    async def check_judge(self, message: Message, whom: NamedPerson) -> None:
        """Raise Refused for a moderator who would judge themselves, or without being an owner another moderator."""
        mine = message.sender.ids | {one.id for one in await self.named.selves.of(message.sender.id)}
        if not mine.isdisjoint(whom.ids):
            raise Refused("desk-yourself")
        if message.rights < Rights.OWNER and await self.named.rights_of(message, whom.ids) >= Rights.STAFF:
            raise Refused("desk-moderator", who=whom.name)

    async def reason(self, message: Message, words: tuple[str, ...]) -> str:
        """Return a reason, made safe for showing. Raises Refused if it is too long, or has a barred word."""
        text = safe_text(" ".join(words), LONGEST + 1)
        if len(text) > LONGEST:
            raise Refused("reason-too-long", most=LONGEST)
        await self.barred.check(message.community, text)
        return fenced(unlinked(text).rstrip(" ."))

    async def log(
        self, message: Message, did: str, whom: PersonId | str, reason: str = "", *, of: int = 0, part: str = ""
    ) -> None:
        """Log a deed in the venue, once for this message. `of`: the number of a sanction that follows by itself;
        `part`: which of several deeds it is.
        """
        sender = message.sender
        by, name = ("", "") if of else (sender.id, bare(safe_name(sender.name)))
        entry = AuditEntry(self.store.clock.now(), by, name, did, reason=reason, whom=whom)
        await self.store.note_audit_once(message.community, written(entry), f"audit:{message.id}:{part or of}")

    async def tables_of(self, message: Message, whom: NamedPerson) -> list[tuple[Session, PersonId]]:
        """Return the tables of the venue where somebody sits, or waits to, each with the id under which they do."""
        found = [(session, one) for one in whom.ids for session in await self.directory.of(one)]
        return [(session, one) for session, one in found if session.venue == message.community]

    async def owe(self, message: Message, whom: NamedPerson, text: str) -> OwedPosting:
        """Note, before a deed is stored, what the person has to be told: in private, or else where they are."""
        at_tables = [place for session, _ in await self.tables_of(message, whom) for place in session.places]
        here = [] if message.private or not message.place else [message.place]
        named = self.words(message).text("desk-to", who=whom.name, text=text)
        places = tuple(dict.fromkeys(at_tables or here))
        now = self.store.clock.now()
        owed = OwedPosting("judgement", message.venue, message.id, places, named, now, people=whom.ids)
        await self.owed.owe(owed)
        return owed

    def pay(self, owed: OwedPosting) -> None:
        """Tell the person now, beside what else is done."""
        self.owed.pay(owed)
