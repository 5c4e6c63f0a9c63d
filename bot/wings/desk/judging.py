"""Words of moderators that judge people: `mod warn`, `mod mute`, `mod ban`, `mod note`."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from bot.commands.named_people import NamedPeople, NamedPerson, is_unknown
from bot.delivery.postings import mark_of
from bot.engine.repository import Repository
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.ports.ids import PersonId
from bot.ports.messages import Answer, Choosable, Message, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.table import crowd
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.text.safe_text import bare, safe_name, skeleton
from bot.wings.desk import durations
from bot.wings.desk.barred_words import BarredWords
from bot.wings.desk.desk_link import DeskLink
from bot.wings.desk.judgements import Judgements
from bot.wings.desk.record_commands import RecordCommands
from bot.wings.desk.report_commands import ReportCommands
from bot.wings.desk.sanctions import (
    BAN,
    COUNTED,
    MOST_OF_ONE,
    MUTE,
    NOTE,
    POINTS,
    WARN,
    Record,
    Sanction,
    Sanctions,
)
from bot.wings.desk.steps import Step, Steps
from bot.wings.desk.time_outs import TimeOutsBeside, noted

USUAL: Final = {WARN: COUNTED, NOTE: durations.ALWAYS}
"""How long what needs no duration lasts."""


@dataclass(eq=False)
class JudgeCommands:
    """Judge people. Each method raises Refused and StoreTrouble."""

    words: WordsOf
    repository: Repository
    named: NamedPeople
    sanctions: Sanctions
    judgements: Judgements
    record: RecordCommands
    reports: ReportCommands
    desk: DeskLink
    barred: BarredWords
    steps: Steps
    time_outs: TimeOutsBeside
    hooks: Hooks

    def __post_init__(self) -> None:
        self.hooks.orders.append(self.order)

    async def order(self, said: Said) -> Reply | None:
        """Do what a word after `mod` asks for; None: it is no word of ours, and nobody is called so."""
        others: dict[str, Callable[[Said], Awaitable[Reply]]] = {
            "forgive": self.record.forgive,
            "list": self.record.listed,
            "reports": self.reports.listed,
            "duty": self.reports.duty.order,
            "close": self.reports.close,
            "desk": self.desk.give,
            "words": self.barred.order,
            "steps": self.steps.order,
        }
        word, inner = said.rest[0].lower(), replace(said, word=said.rest[0].lower(), rest=said.rest[1:])
        if word in {WARN, MUTE, BAN, NOTE}:
            return await self.judge(inner)
        if word in others:
            return await others[word](inner)
        if word == "person" and inner.rest:
            return await self.record.about(said.message, await self.named.named(said.message, inner.rest))
        try:
            whom = await self.named.named(said.message, said.rest)
        except Refused as wrong:
            if not is_unknown(wrong):
                raise
            return None
        return await self.record.about(said.message, whom)

    async def judge(self, said: Said) -> Reply:
        """Give a sanction, with what follows from it: `ban pete 7d cheating`, `warn pete 2 30d shouting`.

        The points of a warning count for its duration; it stands between the person and a seat until it is read.
        Whoever plays goes on playing: a ban counts at the next sitting down.
        """
        message, whom, given = said.message, *await self._read(said)
        if given.kind == NOTE:
            await self._store(message, whom, given, ())
            return PrivateAnswer(self.words(message).text("desk-noted", who=whom.name))
        steps = await self.steps.of(message.venue) if given.kind == WARN else ()
        now = await self.sanctions.stored(message.community)
        expected = followed(now, now.added(given), given, steps)
        owed = await self.judgements.owe(message, whom, self._told(message, given, expected))
        after = await self._store(message, whom, given, steps)
        if after[1:] and not expected:  # somebody else warned them in the same moment
            owed = await self.judgements.owe(message, whom, self._told(message, given, after[1:]))
        self.judgements.pay(owed)
        return await self._answered(message, whom, given, after)

    def _told(self, message: Message, given: Sanction, following: Sequence[Sanction]) -> str:
        """Return what the person is told: what is given, and what follows from it by itself."""
        words = self.words(message)
        span = durations.told(given.until and given.until - given.at)
        head = words.text("desk-told", kind=given.kind, by=given.by_name, span=span, why=given.reason)
        spans = [(one.kind, durations.told(one.until and one.until - one.at)) for one in following]
        return " ".join([head, *(words.text("desk-told-follows", kind=kind, span=span) for kind, span in spans)])

    async def _read(self, said: Said) -> tuple[NamedPerson, Sanction]:
        """Read whom a line judges, and how. Raises Refused if it is incomplete, or the sender may not."""
        kind, message = said.word, said.message
        if not said.rest:
            raise how(kind)
        whom = await self.named.named(message, said.rest)
        await self.judgements.check_judge(message, whom)
        rest, points = said.rest[whom.taken :], 0
        if kind == WARN:
            points, rest = points_in(rest)
        found = None if kind == NOTE else durations.duration_of(rest)
        if found is None and kind not in USUAL:
            raise how(kind)
        span, taken = (USUAL[kind], 0) if found is None else found
        reason = await self.judgements.reason(message, rest[taken:])
        if not reason:
            raise how(kind)
        if kind == WARN:
            await self._check_unread(message, whom)
        now, by_name = self.sanctions.now(), bare(safe_name(message.sender.name))
        who, (by, *_) = self.sanctions.hashes(whom.ids), self.sanctions.hashes((message.sender.id,))
        until = now + span if span else durations.ALWAYS
        owns = message.rights == Rights.OWNER
        return whom, Sanction(
            0,
            kind,
            who,
            whom.name,
            now,
            until,
            points,
            reason,
            by,
            by_name,
            by_owner=owns,
            mark=mark_of(kind, message.id),
        )

    async def _check_unread(self, message: Message, whom: NamedPerson) -> None:
        """Raise Refused if somebody has as many unread warnings as are kept."""
        mine = (await self.sanctions.stored(message.community)).of(self.sanctions.hashes(whom.ids))
        if sum(one.is_unread for one in mine) >= MOST_OF_ONE:
            raise Refused("desk-most-unread", who=whom.name, most=MOST_OF_ONE)

    async def _store(
        self, message: Message, whom: NamedPerson, given: Sanction, steps: Sequence[Step]
    ) -> tuple[Sanction, ...]:
        """Log and store a sanction, and what follows by itself; return what was stored."""
        await self.judgements.log(message, did(given), whom.id, given.reason)
        silent_in = await self.time_outs.where(message)
        stored: tuple[Sanction, ...] = ()

        def alter(record: Record) -> Record:
            nonlocal stored
            record = record.with_room_for(given) if given.kind == NOTE else record
            after = record.added(noted(given, silent_in))
            after = after.added(*(noted(one, silent_in) for one in followed(record, after, given, steps)))
            stored = after.sanctions[len(record.sanctions) :]
            return after

        await self.sanctions.change(message.community, heard_of(message), alter)
        for one in stored[1:]:
            await self.judgements.log(message, did(one), whom.id, of=one.number)
        return stored

    async def _answered(
        self, message: Message, whom: NamedPerson, given: Sanction, after: tuple[Sanction, ...]
    ) -> Reply:
        """Say what was done, and what the moderator may do now about the tables of somebody banned."""
        words, ways, told = self.words(message), list[Choosable](), list[str]()
        for number, one in enumerate(after):
            values: dict[str, Any] = {"kind": one.kind, "who": whom.name, "number": one.number}
            values["span"] = durations.told(one.until and one.until - one.at)
            if number:
                told.append(words.text("desk-follows", **values))
            else:
                told.append(words.text("desk-done", points=one.points, **values))
        told += await self.time_outs.put(message, whom, after)
        if any(one.kind == BAN for one in after):
            for session, seated in await self.judgements.tables_of(message, whom):
                if session.newcomer(seated) is not None:
                    await self.repository.update(session.ref, (), partial(out_of_queue, seated))
                    told.append(words.text("desk-out-of-queue", code=session.code))
                else:
                    seat = seat_word(session, seated, whom.name)
                    told.append(words.text("desk-still-sits", code=session.code, who=whom.name, seat=seat))
                    ways.append(Choosable(f"{session.code} remove {seat} {given.reason[:40]}", session.code))
        return Answer("\n".join(told), ways=tuple(ways), confirm=ways[0].word if ways else "")


def how(kind: str) -> Refused:
    """Return the refusal that says how a sanction of this kind is typed."""
    match kind:
        case "warn":
            return Refused("desk-how-warn")
        case "mute":
            return Refused("desk-how-mute")
        case "ban":
            return Refused("desk-how-ban")
        case _:
            return Refused("desk-how-note")


def points_in(rest: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Return the points before a reason, and the other words: a single digit that begins no duration."""
    if rest and len(rest[0]) == 1 and rest[0] in "123456789" and durations.duration_of(rest) is None:
        return int(rest[0]), rest[1:]
    return POINTS, rest


def seat_word(session: Session, one: PersonId, name: str) -> str:
    """Return what names a person at a table: their name, or where others there are called so, their seat's number."""
    alike = sum(skeleton(sat.name) == skeleton(name) for sat in session.seats)
    seat = session.seat_of(one)
    return name if seat is None or alike < 2 else str(seat + 1)


def out_of_queue(one: PersonId, change: Change) -> None:
    """Pay back somebody who waits for the next round, if they still do."""
    if change.session.newcomer(one) is not None:
        crowd.take_back(change, one)


def did(one: Sanction) -> str:
    """Return what was done, in the words of the log: `ban pete 7d`."""
    parts = [one.kind, one.name]
    if one.kind == WARN:
        parts.append(str(one.points))
    if one.kind != NOTE:
        parts.append(durations.as_typed(one.until and one.until - one.at))
    return " ".join(parts)


def followed(before: Record, after: Record, given: Sanction, steps: Sequence[Step]) -> list[Sanction]:
    """Return what follows by itself when a warning takes a person's points over a step: the highest one alone."""
    had, has = before.points(given.who, given.at), after.points(given.who, given.at)
    crossed = [step for step in steps if had < step.points <= has]
    if not crossed:
        return []
    step, at = crossed[-1], given.at
    until = at + step.span if step.span else durations.ALWAYS
    return [Sanction(0, step.kind, given.who, given.name, at, until, by_owner=given.by_owner)]
