"""Commands of moderators and owners. What can't be undone asks for a confirmation first.

Rights are what the platform says about the sender in this venue; they do not hold for tables of other venues.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from msgspec import Struct

from bot.commands.answers import staff_words
from bot.commands.command import COUNT, REASON, Command, Commands, Group, Parameter, Who
from bot.commands.moves import stamped
from bot.commands.public_log import Looks, count_of, in_a_line, in_all
from bot.commands.wing import orders
from bot.delivery.disputes import Disputes
from bot.engine.directory import Directory, Suits, only_suiting
from bot.engine.repository import Repository
from bot.people.finished_games import FinishedGames, Wanted, names_of
from bot.people.flows import flows_of
from bot.people.languages import WordsOf
from bot.people.selves import Selves
from bot.people.venues import Venues
from bot.ports.ids import NOBODY, PersonId, TableCode
from bot.ports.messages import Answer, Message, PrivateAnswer, Reply, Rights
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.panel import names
from bot.table import motions, playing, staffing
from bot.table.audit import read_entry
from bot.table.change import Change, Refused, UnknownTable
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.phases import Closed, Playing
from bot.table.seats import Newcomer, Removed, Seated
from bot.table.staffing import Moderator
from bot.text.reader import ChatReader, whole_from
from bot.text.safe_text import bare, fenced, safe_name, safe_text, skeleton, unlinked
from games.kit.notation import Unreadable
from games.kit.seats import Seat, all_seats
from persistence import Store

LONGEST_REASON: Final = 52
"""So short that a confirmation with it fits into a button, which holds 100 characters on Discord."""
LOG_SHOWN: Final = 10
LOG_MOST: Final = 50
FLOWS_SHOWN: Final = 10
ENTRIES: Final = 10_000
"""How many of the newest entries of the ledger are searched for gifts."""
YES: Final = "yes"
MOST_NUMBER: Final = 10**9
MOMENT: Final = re.compile(r"[0-9]{1,16}([.][0-9]{1,16})?-\S+")
"""The moment of a table for which somebody confirms something: see `moment_of`."""
MARKED: Final = re.compile(r"[0-9]{1,4}-[0-9a-f]{6}")
"""A word for the person whose removal is confirmed: a number would not do, since seats change when somebody leaves."""


class Order(Struct, frozen=True):
    """A line of staff about a table, as stored now. `moment`: the moment for which the line confirms something."""

    said: Said
    session: Session
    moment: str
    rest: tuple[str, ...]

    def by(self, why: tuple[str, ...]) -> Moderator:
        """Return the moderator who gave the order, and why. Raises Refused for a reason that is too long."""
        return moderator(self.said, why)


class MovedOn(Exception):  # noqa: N818 - named as `Refused` is
    """The table has changed since somebody was asked to confirm."""


class Would(NamedTuple):
    """What an order would do (`text`). `rest`: the words at the end of the line that confirms it."""

    text: str
    rest: tuple[str, ...]


Deed = Callable[[Change, Moderator], None]
"""What a moderator does to a table."""


@dataclass(eq=False)
class StaffCommands:
    """Do what moderators order at a table, and set up a venue."""

    store: Store
    repository: Repository
    directory: Directory
    words: WordsOf
    venues: Venues
    platforms: Platforms
    disputes: Disputes
    selves: Selves
    looks: Looks
    finished: FinishedGames
    commands: Commands
    hooks: Hooks

    # At a table

    @Command("skip", Group.MOD, who=Who.STAFF, parameters=(REASON,))
    async def skip(self, said: Said) -> Reply:
        """End the time of the seats that a table waits for, once confirmed. Raises Refused."""
        order = await self._order(said)
        by = order.by(order.rest)

        def would(session: Session) -> Would:
            change = self.repository.draft(session)
            staffing.check_skip(change, by)
            words, seats = self.words(said.message), playing.awaited(session)
            if 0 < len(seats) <= staffing.MOST_NAMED:
                who = words.listed([change.called[seat] for seat in seats])
                return Would(words.text("would-skip", code=session.code, who=who), order.rest)
            return Would(words.text("would-move-on", code=session.code), order.rest)

        return await self._once_sure(order, would, lambda change: staffing.skip(change, by))

    async def remove(self, said: Said) -> Reply:
        """Remove somebody from their seat, once confirmed. Raises Refused and Unreadable."""
        order = await self._order(said, lambda session: called_here(self._called(said, session), said))
        if not order.rest:
            raise Refused("remove-whom", code=order.session.code)
        also = await self._others_of(order) if order.moment else ()

        def would(session: Session) -> Would:
            seat, taken = self._whom(session, order)
            by, one = order.by(order.rest[taken:]), there(session)[seat]
            bot = isinstance(one, Seated) and one.is_bot
            kind = "bot" if bot else "playing" if plays(session, seat) else "waiting"
            if isinstance(one, Seated):
                staffing.check_remove(self.repository.draft(session), seat)
            named = {"who": self._called(said, session)[seat], "name": one.name, "code": session.code}
            text = self.words(said.message).text("would-remove", kind=kind, **named)
            text = self._alone(said, session, by, text, one.name)
            return Would(text, (mark_of(session, seat), *order.rest[taken:]))

        def act(change: Change) -> PersonId:
            seat, taken = self._whom(change.session, order)
            by, one = order.by(order.rest[taken:]), there(change.session)[seat]
            if isinstance(one, Newcomer):
                staffing.turn_away(change, one, by, also)
                return one.player
            if staffing.plays_for_purses(change.session, by):
                staffing.check_remove(change, seat)
                motions.put(change, by, "remove", one.player, also)
                return NOBODY
            staffing.remove(change, seat, by, stamped(change, said.message), also)
            return one.player

        return await self._once_sure(order, would, act)

    async def _others_of(self, order: Order) -> tuple[PersonId, ...]:
        """Return the other selves of the person to be removed. Raises StoreTrouble."""
        seat, _ = self._whom(order.session, order)
        return tuple(one.id for one in await self.selves.of(there(order.session)[seat].player))

    def _whom(self, session: Session, order: Order) -> tuple[Seat, int]:
        """Return the seat that is named, and how many words name it. Raises Refused and Unreadable."""
        if MARKED.fullmatch(order.rest[0]):
            for seat in all_seats(len(there(session))):
                if mark_of(session, seat).partition("-")[2] == order.rest[0].partition("-")[2]:
                    return seat, 1
            raise Refused("remove-too-late", code=session.code)
        return ChatReader(self._called(order.said, session), 0).seat(order.rest)

    def _called(self, said: Said, session: Session) -> tuple[str, ...]:
        """Return the names of those who sit at a table, then of those who wait to."""
        return (*names(session, self.words(said.message)), *(bare(one.name) for one in session.newcomers))

    async def admit(self, said: Said) -> Reply:
        """Let somebody who was removed sit down again; alone, say who was removed. Raises Refused."""
        name = " ".join(said.rest)
        order = await self._order(said, lambda session: bool(removed_from(session, name)))
        by = order.by(())
        if not name:
            return self.removed(said, order.session)

        def act(change: Change) -> None:
            found = removed_from(change.session, name)
            if not found:
                raise Refused("admit-nobody", code=change.session.code, who=bare(name))
            for one in found:
                staffing.admit(change, by, one)

        return await self._do(order, act)

    def removed(self, said: Said, session: Session) -> Reply:
        """Say who was removed from a table, and the line that admits the last of them. Raises Refused if nobody was."""
        words, names = self.words(said.message), [one.name for one in session.removed]
        if not names:
            raise Refused("admit-none", code=session.code)
        line = f"{session.code} admit {names[-1]}"
        text = words.text("admit-whom", code=session.code, who=words.listed(names), last=names[-1])
        return Answer(f"{text} {words.text('confirm-with', line=unlinked(line))}", confirm=line)

    @Command("agree", Group.TABLE, parameters=(Parameter("number", "slash-motion", int),))
    async def agree(self, said: Said) -> Reply:
        """Agree to what a moderator who plays at the table asks for, by its number; without a number, say what is
        asked.

        Raises Refused.
        """
        message = said.message
        session = await self.directory.meant(said)
        number = whole_from(said.rest[0], 0, MOST_NUMBER) if said.rest else None
        if number is None:
            return self._asked(said, session)

        def act(change: Change) -> None:
            at_home = message.community == change.session.venue and message.rights >= Rights.STAFF
            by = moderator(said, ()) if at_home else None
            seat = change.session.seat_of(message.sender.id)
            if seat is not None:
                playing.come_back(change, seat)
            motions.agree(change, number, message.sender, by, stamped(change, message))

        session = await self.repository.update(session.ref, (message.id,), act)
        seen = message.place in session.places or session.has(message.sender.id)
        return Answer() if seen else self._done(message, session)

    def _asked(self, said: Said, session: Session) -> Reply:
        """Say what is asked for, and the line that agrees to it. Raises Refused if nothing is."""
        motion, words = motions.asked(session, None), self.words(said.message)
        line = f"{session.code} agree {motion.number}"
        text = words.text("motion-stands", who=motion.name, deed=words.sentence(motions.deed_of(session, motion)))
        how = words.text("confirm-with", line=line)
        return Answer(f"{text} {how}", confirm=line)

    @Command("pause", Group.MOD, who=Who.STAFF, parameters=(REASON,))
    async def pause(self, said: Said) -> Reply:
        """Pause a table: no time runs out there. Raises Refused."""
        order = await self._order(said)
        by = order.by(order.rest)
        return await self._do(order, lambda change: staffing.pause(change, by))

    @Command("resume", Group.MOD, who=Who.STAFF, parameters=(REASON,))
    async def resume(self, said: Said) -> Reply:
        """Resume a paused table. Raises Refused."""
        order = await self._order(said)
        by = order.by(order.rest)
        return await self._do(order, lambda change: staffing.resume(change, by))

    @Command("reset", Group.MOD, who=Who.STAFF, parameters=(REASON,))
    async def reset(self, said: Said) -> Reply:
        """Call a game or series off, once confirmed; its people are back in the lobby. Raises Refused."""
        return await self._call_off(said, staffing.reset, staffing.check_reset, "would-reset")

    @Command("end", Group.MOD, who=Who.STAFF, parameters=(REASON,))
    async def end(self, said: Said) -> Reply:
        """Close a table and call its game off, once confirmed. Raises Refused."""
        return await self._call_off(said, staffing.end, staffing.check_end, "would-end")

    async def _call_off(self, said: Said, deed: Deed, check: Deed, name: str) -> Reply:
        """Call a game off once confirmed; before, say what it would do. Raises Refused."""
        order = await self._order(said)
        by = order.by(order.rest)

        def would(session: Session) -> Would:
            check(self.repository.draft(session), by)
            phase = staffing.in_phase(session)
            text = self.words(said.message).text(name, code=session.code, phase=phase)
            return Would(self._alone(said, session, by, text), order.rest)

        def act(change: Change) -> None:
            if staffing.plays_for_purses(change.session, by):
                check(change, by)
                motions.put(change, by, said.word)
            else:
                deed(change, by)

        return await self._once_sure(order, would, act)

    def _alone(self, said: Said, session: Session, by: Moderator, text: str, whom: str = "") -> str:
        """Return what would happen; tell a moderator who plays there for purses that others have to agree.

        Raises Refused if such a moderator gives no reason.
        """
        if not staffing.plays_for_purses(session, by):
            return text
        if not by.reason:
            raise Refused("motion-needs-reason", code=session.code, command=f"{said.word} {whom}".rstrip())
        return f"{text} {self.words(said.message).text('would-ask')}"

    async def _once_sure(
        self, order: Order, would: Callable[[Session], Would], act: Callable[[Change], PersonId | None]
    ) -> Reply:
        """Do what was confirmed, if the table has not changed since; otherwise say what it would do now, and ask.

        Raises Refused.
        """
        if not order.moment:
            return self._ask(order, order.session, would(order.session))

        def bound(change: Change) -> PersonId | None:
            if staffing.moment_of(change.session) != order.moment:
                raise MovedOn
            return act(change)

        ref, message = order.session.ref, order.said.message
        try:
            session, left = await self.repository.changed(ref, (message.id,), bound)
        except MovedOn:
            session = await self.repository.get(ref, fresh=True)
            return self._ask(order, session, would(session), anew=True)
        if left and left not in session.holders:
            await self.directory.left(left, session)
        return self._done(message, session)

    async def _order(self, said: Said, suits: Suits | None = None) -> Order:
        """Read an order to a table. Raises Refused if the sender is no moderator, or no single table is meant."""
        need(said, Rights.STAFF)
        moment, rest = confirmed(said.rest)
        return Order(said, await self._table(said, suits), moment, rest)

    async def _table(self, said: Said, suits: Suits | None) -> Session:
        """Return the named table, or else the only one of the place; moderators need not sit there.

        Raises Refused if it belongs to another venue, is closed, or is not the only one.
        """
        venue = said.message.community
        if said.meant:
            session = await self.directory.coded(said.message, said.meant, fresh=True)
            if session.venue != venue or isinstance(session.phase, Closed):
                raise UnknownTable("no-such-table", code=session.code)
            return session
        around = only_suiting(await self.directory.around(said, fresh=True), suits)
        if len(around) != 1:
            raise Refused("which-table", codes=", ".join(one.code for one in around)) if around else Refused("no-place")
        if around[0].venue != venue:
            raise Refused("staff-elsewhere", code=around[0].code)
        return around[0]

    def _ask(self, order: Order, session: Session, would: Would, *, anew: bool = False) -> Reply:
        """Say what would happen, and the line that does it, which begins with the table's code, so that it works
        anywhere.

        `anew`: an earlier confirmation was for another moment, and nothing was done.
        """
        words, moment = self.words(order.said.message), staffing.moment_of(session)
        line = " ".join((session.code, order.said.word, YES, moment, *would.rest))
        before = [words.text("moved-on-since", code=session.code)] if anew else []
        how = words.text("confirm-with", line=unlinked(line))
        return Answer(" ".join((*before, would.text, how)), ok=not anew, confirm=line)

    async def _do(self, order: Order, act: Callable[[Change], None]) -> Reply:
        """Do it in one step, which the table announces itself; answer a sender who said it elsewhere or in private."""
        message = order.said.message
        return self._done(message, await self.repository.update(order.session.ref, (message.id,), act))

    def _done(self, message: Message, session: Session) -> Reply:
        if not message.private and message.place in session.places:
            return Answer()
        return Answer(self.words(message).text("staff-done", code=session.code))

    # The log

    @Command(
        "mod",
        Group.MOD,
        who=Who.STAFF,
        parameters=(
            Parameter(
                "what",
                "slash-word",
                needed=True,
                choices=lambda: ("log", "flows", "dispute", *(one.word for one in orders())),
            ),
            COUNT,
        ),
        apart=True,
        of_a_table=False,
    )
    async def mod(self, said: Said) -> Reply:
        """Show the audit log (`mod log 30`), a table's file (`mod dispute K7Q`) or where suckers went (`mod flows`).

        Alone, list the commands of staff. Raises Refused and StoreTrouble.
        """
        need(said, Rights.STAFF)
        words = self.words(said.message)
        match [word.lower() for word in said.rest]:
            case ["dispute", code, *_]:
                return await self._dispute(said.message, TableCode(code))
            case ["dispute"] if said.code:
                return await self._dispute(said.message, said.code)
            case ["dispute"]:
                raise Refused("which-dispute")
            case ["flows", *_]:
                return await self._flows(said.message)
            case _:
                pass
        if not said.rest or said.rest[0].lower() != "log":
            for order in self.hooks.orders:
                if said.rest and (done := await order(said)) is not None:
                    return done
            return Answer(staff_words(self.commands, said.message.rights, words))
        count, venue = LOG_SHOWN, said.message.community
        if len(said.rest) > 1:
            count = count_of(said.rest[1], LOG_MOST, "log")
        lines = [in_a_line(read_entry(line), words) for line in await self.store.audit(venue, count)]
        head = await in_all(self.store, venue, words)
        return PrivateAnswer("\n".join([head, *(lines or [words.text("log-empty")])]))

    async def _dispute(self, message: Message, code: TableCode) -> Reply:
        """Give out, in private, a file with all that helps to settle a dispute about a table and may be known now.

        Raises Refused.
        """
        words = self.words(message)
        session = await self.directory.coded(message, code, fresh=True)
        if session.venue != message.community:
            raise UnknownTable("no-such-table", code=session.code)
        await self.looks.note(message, "dispute", code=session.code)
        file = await self.disputes.file(session, message.locale)
        state = "on" if isinstance(session.phase, Playing) else "over"
        return PrivateAnswer(words.text("dispute-is", code=session.code, game=state), files=(file,))

    async def _flows(self, message: Message) -> Reply:
        """Show where suckers went between pairs of people, striking ones first. Raises Refused if there are none."""
        venue, words = message.community, self.words(message)
        await self.looks.note(message, "flows")
        games, entries = await self.finished.all_of(venue, Wanted()), await self.store.ledger(venue, None, ENTRIES)
        flows = flows_of(games, entries)[:FLOWS_SHOWN]
        if not flows:
            raise Refused("flows-none")
        names = names_of(games)
        lines = [
            words.text(
                "flow-line",
                source=names.get(flow.source, flow.source),
                target=names.get(flow.target, flow.target),
                net=flow.net,
                games=flow.games,
                won=flow.won,
                swing=flow.swing,
                gifts=flow.gifts,
                far="yes" if flow.stands_out else "no",
            )
            for flow in flows
        ]
        return PrivateAnswer("\n".join([words.text("flows-are"), *lines]))


def need(said: Said, rights: Rights) -> None:
    """Raise Refused for a sender with fewer rights than these in the venue."""
    if said.message.rights >= rights:
        return
    if rights == Rights.OWNER:
        raise Refused("owners-only", verb=said.word)
    raise Refused("staff-only", verb=said.word)


def reason_of(words: tuple[str, ...]) -> str:
    """Return a reason of staff, made safe for showing. Raises Refused if it is too long."""
    text = safe_text(" ".join(words), LONGEST_REASON + 1)
    if len(text) > LONGEST_REASON:
        raise Refused("reason-too-long", most=LONGEST_REASON)
    return fenced(unlinked(text).rstrip(" ."))


def moderator(said: Said, why: tuple[str, ...]) -> Moderator:
    """Return the sender as a moderator with this reason. Raises Refused if it is too long."""
    sender = said.message.sender
    return Moderator(sender.id, safe_name(sender.name), reason_of(why), sender.others)


def confirmed(rest: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the moment that a line confirms ("yes 3-2"; empty for none), and the words after it.

    A "yes" without a moment confirms nothing, because nobody knows which question it answers.
    """
    if not rest or rest[0].lower() != YES:
        return "", rest
    if len(rest) > 1 and MOMENT.fullmatch(rest[1]):
        return rest[1].lower(), rest[2:]
    return "", rest[1:]


def called_here(called: Sequence[str], said: Said) -> bool:
    """Tell whether a line begins with what somebody of these is called."""
    try:
        return bool(said.rest and ChatReader(called, 0).seat(said.rest))
    except Unreadable:
        return False


def removed_from(session: Session, name: str) -> list[Removed]:
    """Return those removed from a table who have this name; of no name: all of them."""
    looks = skeleton(bare(name).removeprefix("@"))
    return [one for one in session.removed if not name or skeleton(one.name) == looks]


def there(session: Session) -> tuple[Seated | Newcomer, ...]:
    """Return who sits at a table, then who waits to."""
    return (*session.seats, *session.newcomers)


def plays(session: Session, seat: Seat) -> bool:
    """Tell whether this seat takes part in a running game."""
    return isinstance(session.phase, Playing) and seat < len(session.seats)


def mark_of(session: Session, seat: Seat) -> str:
    """Return a short word for a person at a table; it stays valid when seats change."""
    who = f"{session.table}/{there(session)[seat].player}"
    return f"{seat + 1}-{hashlib.sha256(who.encode()).hexdigest()[:6]}"
