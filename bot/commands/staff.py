"""The commands of moderators, and of whoever sets a venue up. What undoes something for good asks first, and says how.

A right is what the platform says of the sender in this venue; nobody has any at another venue's tables.
"""

import hashlib
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.answers import staff_words
from bot.commands.context import Context
from bot.commands.fair_places import fair_place
from bot.commands.looks import Looks
from bot.commands.moves import stamped
from bot.commands.public_log import count_of, in_a_line, in_all
from bot.engine.taken import heard_of
from bot.people.calls import WAYS, way_of
from bot.people.finished_games import FinishedGames, Wanted
from bot.people.flows import flows_of
from bot.people.statistics import names_of
from bot.people.venues import NONE, OFF, VenueSettings, prefix_of, roles_of
from bot.ports.ids import NOBODY, PersonId, TableCode
from bot.ports.messages import Answer, Lacks, Message, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.render.panel import names
from bot.table import motions, playing, staffing
from bot.table.audit import AuditEntry, read_entry
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.phases import Closed, Playing
from bot.table.seats import Newcomer, Seated
from bot.table.staffing import Moderator
from bot.text.reader import ChatReader, whole_from
from bot.text.safe_text import bare, fenced, safe_name, safe_text, skeleton, unlinked
from games.kit.seats import Seat, all_seats

LONGEST_REASON: Final = 52
"""So that a confirmation with it goes into a button, which on Discord holds 100 signs."""
FEWEST_DAYS: Final = 7
MOST_DAYS: Final = 3650
MOST_ALLOWANCE: Final = 1000
MOST_GIFTS: Final = 100_000
MOST_A_DAY: Final = {"allowance": MOST_ALLOWANCE, "gifts": MOST_GIFTS, "corrections": MOST_GIFTS}
OF_COMMUNITY: Final = frozenset({"archive", "allowance", "gifts", "corrections"})
"""Settings that a community of several venues has but once."""
LOG_SHOWN: Final = 10
LOG_MOST: Final = 50
FLOWS_SHOWN: Final = 10
ENTRIES: Final = 10_000
"""Entries of the ledger, the newest, that are looked through for gifts."""
YES: Final = "yes"
MOST_NUMBER: Final = 10**9
MOMENT: Final = re.compile(r"[0-9]{1,16}([.][0-9]{1,16})?-\S+")
"""The moment of a table that somebody confirms something for: see `moment_of`."""
MARKED: Final = re.compile(r"[0-9]{1,4}-[0-9a-f]{6}")
"""The person whom a confirmed removal was meant for: seats move up when somebody leaves."""


class Order(Struct, frozen=True):
    """A line of staff about a table, as it is stored now. `moment`: it confirms what was asked about at this one."""

    said: Said
    session: Session
    moment: str
    rest: tuple[str, ...]

    def by(self, why: tuple[str, ...]) -> Moderator:
        """Return the moderator who says so, and why. Raises Refused for a reason that is too long."""
        return moderator(self.said, why)


class MovedOn(Exception):  # noqa: N818 - as `Refused`
    """The table stands otherwise than when somebody was asked whether they are sure."""


class Would(NamedTuple):
    """Say what an order would do, and hold the words that follow the confirmed moment in the line that does it."""

    text: str
    rest: tuple[str, ...]


Deed = Callable[[Change, Moderator], None]
"""Something that a moderator does to a table."""


class StaffCommands:
    """Do what moderators order at a table, and set a venue up."""

    def __init__(self, context: Context) -> None:
        self._store, self._repository, self._directory = context.store, context.repository, context.directory
        self._words, self._venues, self._platforms = context.words, context.venues, context.platforms
        self._disputes, self._selves, self._looks = context.disputes, context.selves, Looks(context.store)
        self._games, self._commands = FinishedGames(context.store), context.commands

    # At a table

    async def skip(self, said: Said) -> Reply:
        """End the time of the seats that a table waits for, once it is confirmed. Raises Refused."""
        order = await self._order(said)
        by = order.by(order.rest)

        def would(session: Session) -> Would:
            change = self._repository.draft(session)
            staffing.check_skip(change, by)
            words, seats = self._words(said.message), playing.awaited(session)
            if 0 < len(seats) <= staffing.MOST_NAMED:
                who = words.listed([change.called[seat] for seat in seats])
                return Would(words.text("would-skip", code=session.code, who=who), order.rest)
            return Would(words.text("would-move-on", code=session.code), order.rest)

        return await self._once_sure(order, would, lambda change: staffing.skip(change, by))

    async def remove(self, said: Said) -> Reply:
        """Take somebody out of their seat, once it is confirmed. Raises Refused and Unreadable."""
        order = await self._order(said)
        if not order.rest:
            raise Refused("remove-whom", code=order.session.code)
        also = await self._others_of(order) if order.moment else ()

        def would(session: Session) -> Would:
            seat, taken = self._whom(session, order)
            by, one = order.by(order.rest[taken:]), there(session)[seat]
            bot = isinstance(one, Seated) and one.is_bot
            kind = "bot" if bot else "playing" if plays(session, seat) else "waiting"
            if isinstance(one, Seated):
                staffing.check_remove(self._repository.draft(session), seat)
            named = {"who": self._called(said, session)[seat], "name": one.name, "code": session.code}
            text = self._words(said.message).text("would-remove", kind=kind, **named)
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
        """Return the other selves of whoever is to be removed. Raises StoreTrouble."""
        seat, _ = self._whom(order.session, order)
        return tuple(one.id for one in await self._selves.of(there(order.session)[seat].player))

    def _whom(self, session: Session, order: Order) -> tuple[Seat, int]:
        """Return the seat that is named, and how many words name it. Raises Refused and Unreadable."""
        if MARKED.fullmatch(order.rest[0]):
            for seat in all_seats(len(there(session))):
                if mark_of(session, seat).partition("-")[2] == order.rest[0].partition("-")[2]:
                    return seat, 1
            raise Refused("remove-too-late", code=session.code)
        return ChatReader(self._called(order.said, session), 0).seat(order.rest)

    def _called(self, said: Said, session: Session) -> tuple[str, ...]:
        """Return what those are called who sit at a table, and then those who wait to."""
        return (*names(session, self._words(said.message)), *(bare(one.name) for one in session.newcomers))

    async def admit(self, said: Said) -> Reply:
        """Let somebody sit down again who was taken off the table; alone, say who was. Raises Refused."""
        order = await self._order(said)
        by, name = order.by(()), " ".join(order.rest)
        if not name:
            return self.removed(said, order.session)

        def act(change: Change) -> None:
            removed, looks = change.session.removed, skeleton(bare(name).removeprefix("@"))
            found = [one for one in removed if skeleton(one.name) == looks]
            if not found:
                raise Refused("admit-nobody", code=change.session.code, who=bare(name))
            for one in found:
                staffing.admit(change, by, one)

        return await self._do(order, act)

    def removed(self, said: Said, session: Session) -> Reply:
        """Say who was taken off a table, and the line that lets the last of them in. Raises Refused for nobody."""
        words, names = self._words(said.message), [one.name for one in session.removed]
        if not names:
            raise Refused("admit-none", code=session.code)
        line = f"{session.code} admit {names[-1]}"
        text = words.text("admit-whom", code=session.code, who=words.listed(names), last=names[-1])
        return Answer(f"{text} {words.text('confirm-with', line=unlinked(line))}", confirm=line)

    async def agree(self, said: Said) -> Reply:
        """Say yes to what a moderator asks for who plays at the table, by its number; without one, say what that is.

        Raises Refused.
        """
        message = said.message
        session = await self._directory.meant(said)
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

        session = await self._repository.update(session.ref, (message.id,), act)
        seen = message.place in session.places or session.has(message.sender.id)
        return Answer() if seen else self._done(message, session)

    def _asked(self, said: Said, session: Session) -> Reply:
        """Say what is asked for, and the line that agrees to it. Raises Refused where nothing is."""
        motion, words = motions.asked(session, None), self._words(said.message)
        line = f"{session.code} agree {motion.number}"
        text = words.text("motion-stands", who=motion.name, deed=words.sentence(motions.deed_of(session, motion)))
        how = words.text("confirm-with", line=line)
        return Answer(f"{text} {how}", confirm=line)

    async def pause(self, said: Said) -> Reply:
        """Pause a table: no time runs out there. Raises Refused."""
        order = await self._order(said)
        by = order.by(order.rest)
        return await self._do(order, lambda change: staffing.pause(change, by))

    async def resume(self, said: Said) -> Reply:
        """Resume a paused table. Raises Refused."""
        order = await self._order(said)
        by = order.by(order.rest)
        return await self._do(order, lambda change: staffing.resume(change, by))

    async def reset(self, said: Said) -> Reply:
        """Call a game or series off, once it is confirmed; its people are in the lobby again. Raises Refused."""
        return await self._call_off(said, staffing.reset, staffing.check_reset, "would-reset")

    async def end(self, said: Said) -> Reply:
        """Close a table, once it is confirmed, and call its game off. Raises Refused."""
        return await self._call_off(said, staffing.end, staffing.check_end, "would-end")

    async def _call_off(self, said: Said, deed: Deed, check: Deed, name: str) -> Reply:
        """Call a game off once that is confirmed; before, say what it would do. Raises Refused."""
        order = await self._order(said)
        by = order.by(order.rest)

        def would(session: Session) -> Would:
            check(self._repository.draft(session), by)
            phase = staffing.in_phase(session)
            text = self._words(said.message).text(name, code=session.code, phase=phase)
            return Would(self._alone(said, session, by, text), order.rest)

        def act(change: Change) -> None:
            if staffing.plays_for_purses(change.session, by):
                check(change, by)
                motions.put(change, by, said.word)
            else:
                deed(change, by)

        return await self._once_sure(order, would, act)

    def _alone(self, said: Said, session: Session, by: Moderator, text: str, whom: str = "") -> str:
        """Return what would happen, and to a moderator who plays there for purses that it needs others.

        Raises Refused for one of these who gives no reason.
        """
        if not staffing.plays_for_purses(session, by):
            return text
        if not by.reason:
            raise Refused("motion-needs-reason", code=session.code, command=f"{said.word} {whom}".rstrip())
        return f"{text} {self._words(said.message).text('would-ask')}"

    async def _once_sure(
        self, order: Order, would: Callable[[Session], Would], act: Callable[[Change], PersonId | None]
    ) -> Reply:
        """Do what was confirmed for this very moment of the table; else say what it would do now, and ask.

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
            session, left = await self._repository.changed(ref, (message.id,), bound)
        except MovedOn:
            session = await self._repository.get(ref, fresh=True)
            return self._ask(order, session, would(session), anew=True)
        if left and left not in session.holders:
            await self._directory.left(left, session)
        return self._done(message, session)

    async def _order(self, said: Said) -> Order:
        """Read an order to a table. Raises Refused for whoever is no moderator, and where no single table is meant."""
        need(said, Rights.STAFF)
        moment, rest = confirmed(said.rest)
        return Order(said, await self._table(said), moment, rest)

    async def _table(self, said: Said) -> Session:
        """Return the table named, else the only one of the place; moderators need not sit there.

        Raises Refused where it is of another venue, closed, or not the only one.
        """
        venue = said.message.community
        if said.code:
            session = await self._directory.coded(said.message, said.code, fresh=True)
            if session.venue != venue or isinstance(session.phase, Closed):
                raise Refused("no-such-table", code=session.code)
            return session
        around = await self._directory.around(said, fresh=True)
        if len(around) != 1:
            raise Refused("which-table", codes=", ".join(one.code for one in around)) if around else Refused("no-place")
        if around[0].venue != venue:
            raise Refused("staff-elsewhere", code=around[0].code)
        return around[0]

    def _ask(self, order: Order, session: Session, would: Would, *, anew: bool = False) -> Reply:
        """Say what would happen, and the line that does it: with the code first, it means this table anywhere.

        `anew`: it was confirmed for another moment, and nothing was done.
        """
        words, moment = self._words(order.said.message), staffing.moment_of(session)
        line = " ".join((session.code, order.said.word, YES, moment, *would.rest))
        before = [words.text("moved-on-since", code=session.code)] if anew else []
        how = words.text("confirm-with", line=unlinked(line))
        return Answer(" ".join((*before, would.text, how)), ok=not anew, confirm=line)

    async def _do(self, order: Order, act: Callable[[Change], None]) -> Reply:
        """Do it, and answer a sender who said it elsewhere or in private; the table itself is told by the step."""
        message = order.said.message
        return self._done(message, await self._repository.update(order.session.ref, (message.id,), act))

    def _done(self, message: Message, session: Session) -> Reply:
        if not message.private and message.place in session.places:
            return Answer()
        return Answer(self._words(message).text("staff-done", code=session.code))

    # The log

    async def mod(self, said: Said) -> Reply:
        """Show the audit log (`mod log 30`), a table's file (`mod dispute K7Q`) or how suckers went (`mod flows`).

        Alone, say what there is. Raises Refused and StoreTrouble.
        """
        need(said, Rights.STAFF)
        words = self._words(said.message)
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
            return Answer(staff_words(self._commands, said.message.rights, words))
        count, venue = LOG_SHOWN, said.message.community
        if len(said.rest) > 1:
            count = count_of(said.rest[1], LOG_MOST, "log")
        lines = [in_a_line(read_entry(line), words) for line in await self._store.audit(venue, count)]
        head = await in_all(self._store, venue, words)
        return PrivateAnswer("\n".join([head, *(lines or [words.text("log-empty")])]))

    async def _dispute(self, message: Message, code: TableCode) -> Reply:
        """Give out, in private, all that settles a dispute about a table, as far as it may be known now.

        Raises Refused.
        """
        words = self._words(message)
        session = await self._directory.coded(message, code, fresh=True)
        if session.venue != message.community:
            raise Refused("no-such-table", code=session.code)
        await self._looks.note(message, "dispute", code=session.code)
        file = await self._disputes.file(session, message.locale)
        state = "on" if isinstance(session.phase, Playing) else "over"
        return PrivateAnswer(words.text("dispute-is", code=session.code, game=state), files=(file,))

    async def _flows(self, message: Message) -> Reply:
        """Show how suckers went between pairs, those first that stand out. Raises Refused where none did."""
        venue, words = message.community, self._words(message)
        await self._looks.note(message, "flows")
        games, entries = await self._games.all_of(venue, Wanted()), await self._store.ledger(venue, None, ENTRIES)
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

    # The venue

    async def server(self, said: Said) -> Reply:
        """Show the venue's settings to anybody, and how often staff called a game off; let its owner set them.

        Raises Refused and StoreTrouble.
        """
        venue, words = said.message.venue, self._words(said.message)
        settings = await self._venues.stored(venue)
        if not said.rest:
            return await self._settings(said, settings)
        if said.rest[0].lower() == "check":
            return await self._check(said)
        need(said, Rights.OWNER)
        alter, did = await self._altered(said)
        sender, now = said.message.sender, self._store.clock.now()
        entry = AuditEntry(now, sender.id, bare(safe_name(sender.name)), did)
        changed = said.message.community if said.rest[0].lower() in OF_COMMUNITY else venue
        if not await self._venues.change(heard_of(said.message), alter, entry, changed):
            return Answer(words.text("server-as-before"))
        return await self._settings(said, await self._venues.settings(venue))

    async def _altered(self, said: Said) -> tuple[Callable[[VenueSettings], VenueSettings], str]:
        """Return what a line makes of the settings, and its words for the log. Raises Refused."""
        match tuple(word if place else word.lower() for place, word in enumerate(said.rest)):
            case ("prefix", word):
                prefix = prefix_of(word)
                return (lambda now: replace(now, prefix=prefix)), f"server prefix {prefix or OFF}"
            case ("staff", _, *_):
                roles = roles_of(said.rest[1:], said.message.venue)
                return (lambda now: replace(now, staff=roles)), f"server staff {' '.join(roles) or NONE}"
            case ("calls", word):
                await self._lacks(said)
                way = way_of(word)
                if way is None:
                    raise Refused("not-among", field="calls", values=", ".join(WAYS))
                return (lambda now: replace(now, calls=way)), f"server calls {way}"
            case ("tables", ("threads" | "channel") as word):
                await self._lacks(said)
                return (lambda now: replace(now, threads=word == "threads")), f"server tables {word}"
            case ("fair", word):
                await self._lacks(said)
                fair = await fair_place(self._platforms, word.lower(), said.message, self._words(said.message))
                return (lambda now: replace(now, fair=fair)), f"server fair {fair or OFF}"
            case ("archive", word):
                days = days_of(word)
                return (lambda now: replace(now, archive_days=days)), f"server archive {days}"
            case ("evening", ("on" | "off") as word):
                return (lambda now: replace(now, evening=word == "on")), f"server evening {word}"
            case (("allowance" | "gifts" | "corrections") as field, word):
                amount = a_day(word, field, MOST_A_DAY[field])
                return (lambda now: replace(now, **{field: amount})), f"server {field} {amount}"
            case _:
                raise Refused("server-how")

    async def _of_places(self, said: Said, settings: VenueSettings) -> list[str]:
        """Return the settings that mean something only where the platform has places of several kinds."""
        words = self._words(said.message)
        if await self._platforms.lacks(said.message.place, words) is None:
            return []
        where = words.text("server-threads") if settings.threads else words.text("server-channel")
        fair = words.text("server-fair", own="yes" if settings.fair else "no")
        return [words.text("server-calls", way=settings.calls), where, fair]

    async def _check(self, said: Said) -> Reply:
        """Say what we lack here to show tables, and how it is given. Raises Refused where there is nothing to give."""
        if not said.message.place:
            raise Refused("no-place-here")
        lacks, words = await self._lacks(said), self._words(said.message)
        found = [text for text in (lacks.card, lacks.room, lacks.rest) if text]
        return Answer("\n".join(found) or words.text("server-lacks-nothing"), ok=not lacks.card)

    async def _lacks(self, said: Said) -> Lacks:
        """Return what we lack here. Raises Refused on a platform that gives and takes nothing."""
        lacks = await self._platforms.lacks(said.message.place, self._words(said.message))
        if lacks is None:
            raise Refused("server-not-here")
        return lacks

    async def _settings(self, said: Said, settings: VenueSettings) -> Reply:
        of_all = await self._venues.settings(said.message.community)
        words = self._words(said.message)  # by now with the sign that was just set
        lines = [
            words.text("server-prefix", sign=words.prefix),
            words.text("server-staff", roles=", ".join(settings.staff))
            if settings.staff
            else words.text("server-no-staff"),
            *await self._of_places(said, settings),
            words.text("server-archive", days=of_all.archive_days),
            words.text("server-evening", on="yes" if settings.evening else "no"),
            words.text("server-money", allowance=of_all.allowance, gifts=of_all.gifts),
            words.text("server-corrections", limit=of_all.corrections),
            await in_all(self._store, said.message.community, words),
        ]
        return Answer("\n".join(lines))


def days_of(word: str) -> int:
    """Read for how many days finished games are kept. Raises Refused."""
    days = int(word) if word.isascii() and word.isdigit() and len(word) < 5 else 0
    if not FEWEST_DAYS <= days <= MOST_DAYS:
        raise Refused("out-of-range", field="archive", low=FEWEST_DAYS, high=MOST_DAYS)
    return days


def a_day(word: str, field: str, most: int) -> int:
    """Read how many suckers a day are meant; `off` is none. Raises Refused."""
    if word.lower() == OFF:
        return 0
    found = whole_from(word, 0, most)
    if found is None:
        raise Refused("out-of-range", field=field, low=0, high=most)
    return found


def need(said: Said, rights: Rights) -> None:
    """Raise Refused for a sender who has less than these rights in the venue."""
    if said.message.rights >= rights:
        return
    if rights == Rights.OWNER:
        raise Refused("owners-only", verb=said.word)
    raise Refused("staff-only", verb=said.word)


def reason_of(words: tuple[str, ...]) -> str:
    """Return a reason that staff gave, safe to be shown. Raises Refused where it is too long."""
    text = safe_text(" ".join(words), LONGEST_REASON + 1)
    if len(text) > LONGEST_REASON:
        raise Refused("reason-too-long", most=LONGEST_REASON)
    return fenced(unlinked(text).rstrip(" ."))


def moderator(said: Said, why: tuple[str, ...]) -> Moderator:
    """Return the moderator who says so, and why. Raises Refused for a reason that is too long."""
    sender = said.message.sender
    return Moderator(sender.id, safe_name(sender.name), reason_of(why), sender.others)


def confirmed(rest: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the moment that a line confirms ("yes 3-2", empty: none), and the words after it.

    A "yes" without a moment confirms nothing: nobody can tell what it was the answer to.
    """
    if not rest or rest[0].lower() != YES:
        return "", rest
    if len(rest) > 1 and MOMENT.fullmatch(rest[1]):
        return rest[1].lower(), rest[2:]
    return "", rest[1:]


def there(session: Session) -> tuple[Seated | Newcomer, ...]:
    """Return who sits at a table, and then who waits to."""
    return (*session.seats, *session.newcomers)


def plays(session: Session, seat: Seat) -> bool:
    """Tell whether a game is on in which this seat has a part."""
    return isinstance(session.phase, Playing) and seat < len(session.seats)


def mark_of(session: Session, seat: Seat) -> str:
    """Return one short word for a person at a table, wherever they sit by the time it is read."""
    who = f"{session.table}/{there(session)[seat].player}"
    return f"{seat + 1}-{hashlib.sha256(who.encode()).hexdigest()[:6]}"
