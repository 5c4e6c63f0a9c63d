"""What people and staff may know of purses and do with them: the ledger in words, and corrections."""

from typing import Final

from bot.commands.context import Context
from bot.commands.people_here import PeopleHere
from bot.commands.staff import need, reason_of
from bot.engine.taken import heard_of
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Answer, Message, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.render.ledger import ledger_lines
from bot.table.audit import AuditEntry, written
from bot.table.change import Refused
from bot.table.stacks import welcome_gift
from bot.text.reader import amount
from bot.text.safe_text import bare, safe_name
from persistence import Entry, Short, Transfer

SHOWN: Final = 20
MOST: Final = 100
ALL: Final = "all"


class PurseCommands:
    """Tell what came of a purse, and let staff put one right."""

    def __init__(self, context: Context) -> None:
        self._store, self._words, self._platforms = context.store, context.words, context.platforms
        self._people = PeopleHere(context.store)

    async def ledger(self, said: Said) -> Reply:
        """List entries of the ledger: one's own; for staff somebody's, or all. Raises Refused and StoreTrouble."""
        message, rest = said.message, list(said.rest)
        count = int(rest.pop()) if rest and rest[-1].isascii() and rest[-1].isdigit() and len(rest[-1]) < 6 else SHOWN
        if not 1 <= count <= MOST:
            raise Refused("out-of-range", field="ledger", low=1, high=MOST)
        if not rest:
            return await self._told(message, message.sender.id, count)
        need(said, Rights.STAFF)
        if [word.lower() for word in rest] == [ALL]:
            return await self._told(message, None, count)
        person, _, _ = await self._people.named(message.venue, rest)
        return await self._told(message, person, count)

    async def _told(self, message: Message, person: PersonId | None, count: int) -> Reply:
        """Return entries of a purse in words, for whoever asked alone; of the whole venue where no purse is named."""
        words, venue = self._words(message), message.venue
        account = None if person is None else f"purse:{person}"
        entries: list[Entry] = await self._store.ledger(venue, account, count)
        if not entries:
            raise Refused("ledger-empty")
        names = await self._people.names(venue)
        lines = ledger_lines(entries, account, names, self._store.clock.now(), words)
        return PrivateAnswer("\n".join([words.text("ledger-is"), *lines]))

    async def correct(self, said: Said) -> Reply:
        """Correct a purse by an amount, for a reason: `correct pete +100 the stakes were wrong`.

        It stands in the ledger, in the audit log and before whoever is there. Raises Refused, Unreadable, StoreTrouble.
        """
        need(said, Rights.STAFF)
        message, words = said.message, self._words(said.message)
        if len(said.rest) < 3:
            raise Refused("correct-how")
        person, name, taken = await self._people.named(message.venue, said.rest)
        rest = said.rest[taken:]
        if len(rest) < 2 or rest[0][0] not in "+-":
            raise Refused("correct-how")
        by, reason = bare(safe_name(message.sender.name)), reason_of(rest[1:])
        change = int(amount(rest[0][1:])) * (1 if rest[0][0] == "+" else -1)
        if not change or not reason:
            raise Refused("correct-how")
        did = f"correct {bare(name)} {change:+d}"
        entry = AuditEntry(self._store.clock.now(), message.sender.id, by, did, "", "", reason)
        await self._store.note_audit(message.venue, written(entry))
        balance = await self._moved(message, person, change, f"{by}: {reason}")
        await self._store.note_taken(heard_of(message))
        return Answer(words.text("corrected", who=name, change=f"{change:+d}", by=by, why=reason, balance=balance))

    async def _moved(self, message: Message, person: PersonId, change: int, note: str) -> int:
        """Move a correction between a purse and the bank, once; return the purse. Raises Refused where it has less."""
        venue, purse = VenueId(message.venue), f"purse:{person}"
        source, target = ("bank", purse) if change > 0 else (purse, "bank")
        once = f"correct:{heard_of(message).id}"
        moved = Transfer(source, target, abs(change), "corrected", once=once, note=note)
        balances = await self._store.transfer(venue, (welcome_gift(person), moved))
        if isinstance(balances, Short):
            raise Refused("correct-too-much", balance=balances.balance)
        return balances.get(purse, 0)
