"""Find leaks: lines and pictures shown to one player alone that somebody else saw.

It knows no game. Each player's own panel at each stored state gives the secrets, without what the table ever showed to
all. The stand-in's journal gives what was seen: every text in every version, and its viewers.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from night import Night
from on_discord.pressing import pages_of, panel_of
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.places import Channel
from standins.journal import Entry

from bot.adapters.discord.inbound.slash import as_slash
from bot.delivery.shown import NOTHING, update_for
from bot.engine.commits import Commits
from bot.ports.audience import of_key
from bot.ports.messages import News, Panel
from bot.render.offers import line_of, to_choose
from bot.render.panel import TableView
from bot.render.telling import lines_of
from bot.table.change import Change
from bot.table.document import Session
from bot.table.log import Batch
from bot.text import Words

MOST_BYTES = 30_000
WORDS = Words("en", "/", spelled=as_slash)
SHORTEST = 8
"""The letters a line needs to be unlike others."""


@dataclass
class Table:
    """The secrets at one table, their owners, and what everybody knew."""

    channel: Channel
    people: list[Person]
    own: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    known: set[str] = field(default_factory=set)
    pictures: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    shown: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Leak:
    """`line`: what somebody saw, although only `of` might."""

    line: str
    of: frozenset[int]
    entry: Entry


class Judge:
    """Sees every state of every table through `watching`, which stores changes."""

    def __init__(self, night: Night, watching: pytest.MonkeyPatch) -> None:
        self.night, self.tables, self.judged = night, list[Table](), 0
        store = Commits.store

        async def seen(commits: Commits, change: Change, *more: Any) -> Session | None:
            stored = await store(commits, change, *more)
            if stored is not None:
                self.stored(stored, change.batches)
            return stored

        watching.setattr(Commits, "store", seen)

    def watch(self, channel: Channel, people: list[Person]) -> Table:
        self.tables.append(Table(channel, people))
        return self.tables[-1]

    def stored(self, session: Session, batches: Sequence[Batch]) -> None:
        """Note the secrets at a table as it is stored now, and their owners."""
        table = next((one for one in self.tables if f"discord:{one.channel.id}" in session.places), None)
        if table is None:
            return
        told, view = lines_of(session, 0, batches, WORDS), TableView(session, WORDS)
        panel = update_for(view, of_key(f"place:{session.places[0]}"), NOTHING, ()).card
        table.known.update(public_lines(panel, tuple(told.public)))
        for one in session.seats:
            own = update_for(view, of_key(f"person:{one.player}"), NOTHING, ()).card
            for line in secret_lines(own, tuple(told.private.get(one.player, []))):
                table.own[line].add(int(one.player.removeprefix("discord:")))

    async def note(self, table: Table) -> None:
        """Let each player look at their own, as they would."""
        for person in table.people:
            await self.looks(table, person)
        for card in table.channel.from_bot:
            table.shown |= {digest(one.data) for one in card.attachments}
            assert {one.filename for one in card.attachments} <= {"table.png"}

    async def looks(self, table: Table, person: Person) -> None:
        card = next((one for one in reversed(table.channel.from_bot) if one.components and one.buttons), None)
        panel = None if card is None else await panel_of(person, card)
        if panel is None:
            return
        assert panel.ephemeral_to is person
        for one in panel.attachments:
            assert one.filename in {"hand.png", "board.png"}
            assert len(one.data) <= MOST_BYTES
            if one.filename == "hand.png":  # who holds nothing is shown the table, which all see
                table.pictures[digest(one.data)].add(person.id)
        async for _ in pages_of(person, panel):
            pass
        self.judged += 1

    # The judgement

    def leaks(self) -> list[Leak]:
        """Return every line of another's that somebody saw, oldest first."""
        tables = {one.channel.id: one for one in self.tables}
        seats = {person.id: one for one in self.tables for person in one.people}
        found: list[Leak] = []
        for entry in self.night.server.journal.entries:
            table = tables.get(entry.channel_id or 0) or table_of_the_dm(entry, seats)
            if table is not None and entry.way != "command":
                found += in_entry(entry, table)
        return found

    def pictures_leaked(self) -> list[str]:
        """Return pictures of a hand that were public, or in another's direct messages."""
        return [one for table in self.tables for one in pictures_of(table)]


def in_entry(entry: Entry, table: Table) -> Iterator[Leak]:
    last = entry.text.rpartition("|")[2] if entry.kind == "custom_id" else ""
    for line in (*lines_in(entry.text), last):
        of = table.own.get(line)
        if of is not None and line not in table.known and not entry.seen_by <= of:
            yield Leak(line, frozenset(of), entry)


def table_of_the_dm(entry: Entry, seats: dict[int, Table]) -> Table | None:
    return next((seats[one] for one in entry.seen_by if one in seats), None) if len(entry.seen_by) <= 2 else None


def pictures_of(table: Table) -> Iterator[str]:
    yield from table.shown & set(table.pictures)
    for person in table.people:
        for message in person.dms:
            yield from others_in(message, table, person)


def others_in(message: Message, table: Table, person: Person) -> Iterator[str]:
    for one in message.attachments:
        if person.id not in table.pictures.get(digest(one.data), {person.id}):
            yield digest(one.data)


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def secret_lines(panel: Panel, told: Iterable[News]) -> Iterator[str]:
    """Yield the secrets of a player's panel: their own lines, private news, and values that only they could play."""
    yield from lines_in("\n".join((*panel.own, *(one.text for one in told))))
    for offer in panel.offers:
        if offer.secret and not to_choose(offer):
            yield line_of(offer, {})


def public_lines(panel: Panel, told: Iterable[News]) -> Iterator[str]:
    yield from lines_in("\n".join((*panel.lines, *panel.by_board, *(one.text for one in told))))
    yield from (one.line for one in panel.open_moves)
    yield from (one.label for one in panel.open_moves)


def lines_in(text: str) -> Iterable[str]:
    """Return the meaningful lines of a text, in their form before a chat gets them."""
    plain = text.replace("\\", "").replace("\u2060", "").replace("\u200b", "")
    return [one for line in plain.splitlines() if len(one := line.removeprefix("-# ").strip("* ")) >= SHORTEST]
