"""Words for people whom others bother: `report`, `block`, `unblock`, `blocks`; and `mod reports`, `mod close`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter
from bot.commands.fair_play import fair_place
from bot.commands.named_people import NamedPeople, NamedPerson
from bot.commands.staff import need
from bot.delivery.owed_postings import OwedPosting, OwedPostings
from bot.delivery.queries import Queries
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.people.venues import Venues
from bot.ports.ids import NO_PLACE, NOBODY, PersonId, PlaceId, platform_of
from bot.ports.messages import Message, Person, PrivateAnswer, Reply, Rights
from bot.ports.offered import Choosable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.ago import ago
from bot.table.audit import AuditEntry, read_entry
from bot.table.change import Refused
from bot.text import Words
from bot.text.safe_text import bare, safe_name, safe_text, skeleton, unlinked
from bot.wings.desk.blocks import MOST, Blocked, Blocks
from bot.wings.desk.duty import Duty
from bot.wings.desk.judgements import Judgements
from bot.wings.desk.record_commands import number_in
from bot.wings.desk.reports import Report, Reports
from bot.wings.desk.sanctions import Sanctions
from persistence import Store

SEEN: Final = 8
"""How many of the last lines of a chat, and of each table, go with a report."""
TABLES: Final = 2
LONGEST_SEEN: Final = 200
SPAN: Final = 600_000
MOST_OF_ONE: Final = 3
MOST_IN_VENUE: Final = 30
"""How many reports are taken in `SPAN` ms."""
ACTED: Final = 200
"""Entries of the log in which moderators are looked for who can be told."""
MOST_TOLD: Final = 5
MOST_WAYS: Final = 8
"""How many of those whom somebody has blocked are let go by a button."""
LONGEST_MARK: Final = 4
NAME: Final = Parameter("name", "slash-or-name", needed=True)


@dataclass(eq=False)
class ReportCommands:
    """Take reports, and show moderators what is open. Each method raises Refused and StoreTrouble."""

    store: Store
    words: WordsOf
    venues: Venues
    platforms: Platforms
    queries: Queries
    owed: OwedPostings
    named: NamedPeople
    sanctions: Sanctions
    reports: Reports
    judgements: Judgements
    duty: Duty

    @Command(
        "report",
        Group.ME,
        parameters=(NAME, Parameter("reason", "slash-reason", needed=True)),
        apart=True,
        of_a_table=False,
        of_many=True,
    )
    async def report(self, said: Said) -> Reply:
        """Tell moderators about somebody, with the last public lines that the sender could see; no hand is among them.

        Raises Refused if too many reports came from the sender, or in the venue.
        """
        message, words = said.message, self.words(said.message)
        if len(said.rest) < 2:
            raise Refused("desk-how-report")
        whom = await self.named.named(message, said.rest)
        reason = await self.judgements.reason(message, said.rest[whom.taken :])
        if not reason:
            raise Refused("desk-how-report")
        if whom.id in message.sender.ids:
            raise Refused("desk-report-self")
        (by, *_) = self.sanctions.hashes((message.sender.id,))
        for name, most in ((by, MOST_OF_ONE), (message.community, MOST_IN_VENUE)):
            if await self.store.take_room(f"report:{name}", SPAN, most):
                raise Refused("desk-reports-too-many", minutes=SPAN // 60_000)
        report = await self._report(message, whom, by, reason)
        owed = await self._owe(message, whom, report, words)
        await self.reports.add(message.community, heard_of(message), report)
        for one in owed:
            self.owed.pay(one)
        return PrivateAnswer(words.text("desk-reported", who=whom.name))

    async def _report(self, message: Message, whom: NamedPerson, by: str, reason: str) -> Report:
        who, name = self.sanctions.hashes(whom.ids), bare(safe_name(message.sender.name))
        seen, named = await self._seen(message)
        return Report(0, who, whom.name, by, name, self.sanctions.now(), reason, seen, named=named)

    async def _seen(self, message: Message) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
        """Return the last public lines where this was said, and the hashes and names of the people in them.

        First come those of the room's chat, then those of its tables.
        """
        if not message.place:
            return (), ()
        said = (await self.platforms.said_in(message.place))[-SEEN:]
        chat = [f"{bare(safe_name(one.name))}: {one.text}" for one in said]
        nobody = Person(NOBODY, "")
        shown = await self.queries.look(nobody, message.venue, message.place, message.locale)
        told = [f"{one.code}: {news.text}" for one in shown[-TABLES:] for news in one.news[-SEEN:] if not news.fine]
        seen = tuple(unlinked(safe_text(line, LONGEST_SEEN)) for line in (*chat, *told))
        called = [*(await self.named.people.names(message.community)).items(), *((one.by, one.name) for one in said)]
        text = "\n".join(seen).casefold()
        names = [(one, bare(safe_name(name))) for one, name in called]
        found = [(self.sanctions.hashes((one,))[0], name) for one, name in names if name and name.casefold() in text]
        return seen, tuple(dict.fromkeys(found))

    async def _owe(self, message: Message, whom: NamedPerson, report: Report, words: Words) -> list[OwedPosting]:
        """Note what moderators have to be told: those on duty, each alone, and the place for reports.

        Without both, the first of those who acted last is told who is reachable alone. A place is not told who made
        the report: whom it is about may read there.
        """
        place = (await self.venues.settings(message.venue)).reports
        head = words.text("desk-report-posted", who=report.name, why=report.reason)
        posted = "\n".join([head, *(f"> {line}" for line in report.seen)])
        alone = words.text("desk-report-told", by=report.by_name, who=report.name, why=report.reason)
        told = [self._posting(message, (), posted, place)] if place else []
        duty = await self.duty.told_of(message, whom.ids)
        told += [self._posting(message, (one,), alone, part=one) for one in duty]
        if not told:
            told = [self._posting(message, await self._moderators(message, whom), alone)]
        for one in told:
            await self.owed.owe(one)
        return told

    def _posting(
        self, message: Message, people: tuple[PersonId, ...], text: str, place: PlaceId = NO_PLACE, part: str = ""
    ) -> OwedPosting:
        places, now = (place,) if place else (), self.sanctions.now()
        return OwedPosting("report", message.venue, message.id, places, text, now, people=people, part=part)

    async def _moderators(self, message: Message, whom: NamedPerson) -> tuple[PersonId, ...]:
        """Return the moderators who acted here last, without whom the report is about."""
        entries = [read_entry(line) for line in await self.store.audit(message.community, ACTED)]
        acted = dict.fromkeys(PersonId(one.by) for one in entries if isinstance(one, AuditEntry) and one.by)
        others = [one for one in acted if one not in message.sender.ids and one not in whom.ids]
        rights = {one: await self.named.rights_of(message, (one,)) for one in others[: 2 * MOST_TOLD]}
        return tuple(one for one, may in rights.items() if may >= Rights.STAFF)[:MOST_TOLD]

    # For moderators

    async def listed(self, said: Said) -> Reply:
        """Show the open reports; with `here` or `off` behind it, let the owner set the place for them."""
        message, words = said.message, self.words(said.message)
        if said.rest:
            return await self._set_place(said)
        shown, now = await self.reports.open_to(message.community, message.sender.id), self.sanctions.now()
        lines = [line for one in shown for line in lines_of(one, now, words)]
        return PrivateAnswer("\n".join(lines) or words.text("desk-no-reports"))

    async def _set_place(self, said: Said) -> Reply:
        message, words = said.message, self.words(said.message)
        need(replace(said, word="mod reports"), Rights.OWNER)
        place = await fair_place(self.platforms, said.rest[0].lower(), message, words)
        if place and platform_of(place) in self.platforms.broadcasts:
            raise Refused("desk-reports-public")
        by = bare(safe_name(message.sender.name))
        entry = AuditEntry(self.sanctions.now(), message.sender.id, by, f"mod reports {place or 'off'}")
        await self.venues.change(heard_of(message), lambda now: replace(now, reports=place), entry)
        return PrivateAnswer(words.text("desk-reports-at", on="yes" if place else "no"))

    async def close(self, said: Said) -> Reply:
        """Close a report by its number, with what came of it."""
        message, words = said.message, self.words(said.message)
        number = number_in(said.rest[0], needs_mark=False) if said.rest else None
        if number is None:
            raise Refused("desk-how-close")
        outcome = await self.judgements.reason(message, said.rest[1:])
        open_now = [one for one in (await self.reports.of(message.community)).open if one.number == number]
        if not open_now:
            raise Refused("desk-no-report", number=number)
        mine = frozenset(self.sanctions.hashes(message.sender.ids))
        if message.rights < Rights.OWNER and not mine.isdisjoint(open_now[0].who):
            raise Refused("desk-yourself")
        await self.judgements.log(message, f"close report #{number}", "", outcome)
        (by, *_) = self.sanctions.hashes((message.sender.id,))
        closer = by, bare(safe_name(message.sender.name))
        await self.reports.close(message.community, heard_of(message), number, closer, outcome)
        return PrivateAnswer(words.text("desk-report-closed", number=number))


@dataclass(eq=False)
class BlockCommands:
    """Keep people apart who want it. Each method raises Refused and StoreTrouble."""

    words: WordsOf
    named: NamedPeople
    sanctions: Sanctions
    blocks: Blocks
    judgements: Judgements

    @Command(
        "block",
        Group.ME,
        aliases=("blocks",),
        parameters=(Parameter("name", "slash-or-name"),),
        apart=True,
        of_a_table=False,
        of_many=True,
    )
    async def block(self, said: Said) -> Reply:
        """Block somebody: neither sits down with the other from now on; nobody is unseated, nor told. Alone, list whom
        the sender has blocked, for them alone.
        """
        message, words = said.message, self.words(said.message)
        if not said.rest:
            return await self._listed(message)
        whom = await self.named.named(message, said.rest)
        if whom.id in message.sender.ids:
            raise Refused("desk-block-self")
        known = await self.blocks.of(message.sender.ids)
        who = self.sanctions.hashes(whom.ids)
        if not any(frozenset(one.who).issuperset(who) for one in known):
            await self.blocks.add(message.sender.id, heard_of(message), Blocked(who, whom.name))
        told = [words.text("desk-blocked", who=whom.name)]
        for session, _ in await self.judgements.tables_of(message, whom):
            together = "yes" if session.has(message.sender.id) else "no"
            told.append(words.text("desk-blocked-sits", who=whom.name, code=session.code, together=together))
        return PrivateAnswer("\n".join(told))

    @Command("unblock", Group.ME, parameters=(NAME,), apart=True, of_a_table=False, of_many=True)
    async def unblock(self, said: Said) -> Reply:
        """Let the block of one person go, by the name under which they are listed; if several are, list these alone."""
        message, words = said.message, self.words(said.message)
        mine = await self.blocks.of(message.sender.ids)
        gone = named_by(said.rest, mine)
        if not gone:
            raise Refused("desk-not-blocked")
        if len({mark_of(one) for one in gone}) > 1:
            called, ways = _listed_with_ways(gone, words)
            text = words.text("desk-several-blocked", who=words.listed(called), example=called[0])
            return PrivateAnswer(text, ok=False, ways=ways)
        await self.blocks.drop(message.sender.ids, heard_of(message), gone)
        return PrivateAnswer(words.text("desk-unblocked", who=listed_name(gone[0], mine)))

    async def _listed(self, message: Message) -> Reply:
        words = self.words(message)
        names, ways = _listed_with_ways(await self.blocks.of(message.sender.ids), words)
        if not names:
            return PrivateAnswer(words.text("desk-no-blocks"))
        told = [words.text("desk-blocks", who=words.listed(names), count=len(names), most=MOST)]
        told += [words.text("desk-unblock-more")] if len(names) > len(ways) else []
        return PrivateAnswer("\n".join(told), ways=ways)


def _listed_with_ways(blocked: Sequence[Blocked], words: Words) -> tuple[Sequence[str], tuple[Choosable, ...]]:
    """Return the names of these people, and a button for each of the first, which lets nobody else go, however late it
    is pressed.
    """
    people = {mark_of(one): one for one in blocked}
    names = [listed_name(one, blocked) for one in people.values()]
    buttons = [(f"unblock {mark}", name) for mark, name in zip(people, names, strict=True)]
    return names, tuple(Choosable(line, words.text("desk-unblock", who=name)) for line, name in buttons[:MOST_WAYS])


def mark_of(one: Blocked) -> str:
    """Return the sign by which blocked people of the same name are told apart."""
    return f"#{one.who[0][:LONGEST_MARK]}"


def listed_name(one: Blocked, others: Sequence[Blocked]) -> str:
    """Return what somebody is called in the list of these: with their sign, if they could be taken for another."""
    looks = looks_of(one.name)
    alike = {mark_of(other) for other in others if looks_of(other.name) == looks}
    return one.name if looks and len(alike) == 1 else f"{one.name} {mark_of(one)}"


def named_by(typed: Sequence[str], blocked: Sequence[Blocked]) -> Sequence[Blocked]:
    """Return those of the blocked who are named: by a name, or a name and a sign, or a sign alone."""
    looks, whole = looks_of(" ".join(typed[:-1])), looks_of(" ".join(typed))
    marked = [one for one in blocked if mark_of(one) == typed[-1].lower() and looks in {"", looks_of(one.name)}]
    return marked or [one for one in blocked if whole and looks_of(one.name) == whole]


def looks_of(name: str) -> str:
    """Return what a name looks like, with or without the sign of a mention before it."""
    return skeleton(name.removeprefix("@"))


def lines_of(one: Report, now: int, words: Words) -> Sequence[str]:
    """Return an open report, for moderators."""
    when = ago(one.at, now, words)
    head = words.text("desk-report-line", number=one.number, by=one.by_name, who=one.name, when=when, why=one.reason)
    return [head, *(f"> {line}" for line in one.seen)]
