"""What moderators see of sanctions, and how these end: `mod list`, `mod NAME`, `mod forgive`; and `understood`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter
from bot.commands.named_people import NamedPeople, NamedPerson
from bot.commands.public_log import Looks
from bot.engine.taken import heard_of
from bot.people.languages import WordsOf
from bot.ports.ids import NOBODY, is_alone
from bot.ports.messages import Answer, Message, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.table.change import Refused
from bot.text import Words
from bot.text.safe_text import bare, safe_name
from bot.wings.desk import durations
from bot.wings.desk.judgements import Judgements
from bot.wings.desk.sanctions import LEFT, NOTE, Record, Sanction, Sanctions, unread_refusal, why
from bot.wings.desk.time_outs import TimeOutsBeside

LISTED: Final = 20
MARK: Final = "#"
"""Begins the number of a sanction: `mod forgive #12`."""


@dataclass(eq=False)
class RecordCommands:
    """Show and end sanctions. Each method raises Refused and StoreTrouble."""

    words: WordsOf
    looks: Looks
    named: NamedPeople
    sanctions: Sanctions
    judgements: Judgements
    time_outs: TimeOutsBeside

    async def about(self, message: Message, whom: NamedPerson) -> Reply:
        """Show what holds of a person, what did, and what moderators noted."""
        words, now = self.words(message), self.sanctions.now()
        await self.looks.note(message, "sanctions", whom.id)
        record = await self.sanctions.stored(message.community)
        mine = record.of(self.sanctions.hashes(whom.ids))
        if not mine:
            return PrivateAnswer(words.text("desk-clean", who=whom.name))
        head = words.text("desk-about", who=whom.name, points=record.points(mine[0].who, now))
        return PrivateAnswer("\n".join([head, *(line_of(one, now, words) for one in mine[-LISTED:])]))

    async def listed(self, said: Said) -> Reply:
        """Show all that holds in the venue now."""
        words, now = self.words(said.message), self.sanctions.now()
        found = in_force((await self.sanctions.stored(said.message.community)).sanctions, now)
        held = [one for one in found if one.kind != LEFT]
        if not held:
            return PrivateAnswer(words.text("desk-list-empty"))
        lines = [f"{one.name} · {line_of(one, now, words)}" for one in held[-LISTED:]]
        return PrivateAnswer("\n".join([words.text("desk-list", count=len(held)), *lines]))

    async def forgive(self, said: Said) -> Reply:
        """Lift all that holds of somebody, or one sanction by its number: `forgive pete`, `forgive #12`."""
        message, now = said.message, self.sanctions.now()
        if not said.rest:
            raise Refused("desk-how-forgive")
        record, number = await self.sanctions.stored(message.community), number_in(said.rest[0])
        if number is None:
            whom = await self.named.named(message, said.rest)
            meant, taken = in_force(record.of(self.sanctions.hashes(whom.ids)), now), whom.taken
            if not meant:
                raise Refused("desk-nothing-holds", who=whom.name)
        else:
            meant, taken = in_force([one for one in record.sanctions if one.number == number], now), 1
            if not meant:
                raise Refused("desk-no-number", number=number)
            whom = await self._whose(message, meant[0])
        await self.judgements.check_judge(message, whom)
        self._check_lifter(message, meant)
        return await self._lift(message, whom, meant, await self.judgements.reason(message, said.rest[taken:]))

    async def _whose(self, message: Message, one: Sanction) -> NamedPerson:
        """Return the person of a sanction, which knows only hashes: without ids if nobody in the venue fits them."""
        found = [each for each in await self.named.people.names(message.community) if self.sanctions.is_of(one, each)]
        return NamedPerson(found[0], tuple(found), one.name, 0) if found else NamedPerson(NOBODY, (), one.name, 0)

    def _check_lifter(self, message: Message, meant: Sequence[Sanction]) -> None:
        """Raise Refused for moderators who would lift what holds of themselves, or what an owner gave."""
        mine = self.sanctions.hashes(message.sender.ids)
        if any(not frozenset(one.who).isdisjoint(mine) for one in meant):
            raise Refused("desk-yourself")
        if message.rights < Rights.OWNER and any(one.by_owner for one in meant):
            raise Refused("desk-owners")

    async def _lift(self, message: Message, whom: NamedPerson, meant: Sequence[Sanction], reason: str) -> Reply:
        words, now, by = self.words(message), self.sanctions.now(), bare(safe_name(message.sender.name))
        numbers, (lifter, *_) = {one.number for one in meant}, self.sanctions.hashes((message.sender.id,))
        owed = await self.judgements.owe(message, whom, words.text("desk-forgiven-told", by=by))
        marks = " ".join(f"{MARK}{one}" for one in sorted(numbers))
        await self.judgements.log(message, f"forgive {whom.name} {marks}", whom.id, reason)

        def alter(record: Record) -> Record:
            return record.changed(
                lambda one: (
                    replace(one, lifted=now, lifted_by=by, lifter=lifter)
                    if one.number in numbers and not one.lifted
                    else one
                )
            )

        after = await self.sanctions.change(message.community, heard_of(message), alter)
        self.judgements.pay(owed)
        told = words.text("desk-forgiven", who=whom.name, count=len(numbers))
        return Answer("\n".join([told, *await self.time_outs.take_back(message, whom, meant, after)]))

    # For whoever was warned

    @Command(
        "understood",
        Group.ME,
        parameters=(Parameter("number", "slash-understood", int),),
        apart=True,
        of_a_table=False,
    )
    async def understood(self, said: Said) -> Reply:
        """Acknowledge the warnings that the sender was shown, up to this number; without one, show them."""
        message, now = said.message, self.sanctions.now()
        if is_alone(message.community):
            raise Refused("desk-understood-where")
        who = self.sanctions.hashes(message.sender.ids)
        unread = [one for one in (await self.sanctions.stored(message.community)).of(who) if one.is_unread]
        if not unread:
            raise Refused("desk-nothing-unread")
        upto = number_in(said.rest[0], needs_mark=False) if said.rest else None
        read = [one.number for one in unread if upto is not None and one.number <= upto]
        if not read:
            raise unread_refusal(unread)
        await self.judgements.log(message, f"understood {MARK}{read[-1]}", message.sender.id)

        def alter(record: Record) -> Record:
            return record.changed(lambda one: replace(one, read=now) if one.number in read else one)

        await self.sanctions.change(message.community, heard_of(message), alter)
        words, left = self.words(message), unread[len(read) :]
        if not left:
            return Answer(words.text("desk-understood"))
        more = unread_refusal(left).reason
        return Answer(words.sentence(more), confirm=str(more.args["confirm"]))


def in_force(found: Sequence[Sanction], now: int) -> list[Sanction]:
    """Return those of these sanctions that hold or wait to be read, without notes."""
    return [one for one in found if one.kind != NOTE and (one.holds(now) or one.is_unread)]


def number_in(word: str, *, needs_mark: bool = True) -> int | None:
    """Return the number in `#12`; None for any other word."""
    figures = word.removeprefix(MARK)
    if (needs_mark and figures == word) or not (figures.isascii() and figures.isdigit() and len(figures) < 9):
        return None
    return int(figures)


def line_of(one: Sanction, now: int, words: Words) -> str:
    """Return a sanction in one line, for moderators."""
    held = "noted" if one.kind == NOTE else "holds" if one.holds(now) else "over"
    state = "lifted" if one.lifted else "unread" if one.is_unread else held
    return words.text(
        "desk-line",
        number=one.number,
        kind=one.kind,
        state=state,
        points=one.points,
        span=durations.left(one.until, now),
        why=why(one),
        by=one.by_name or words.text("the-bot-itself"),
    )
