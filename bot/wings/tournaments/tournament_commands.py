"""Commands of tournaments: open, show, start, raise the level, pause, resume and end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.commands.command import OPTIONS, Command, Group, Parameter
from bot.commands.moves import stamped
from bot.commands.new_tables import NewTables
from bot.commands.staff import MovedOn, confirmed, moderator
from bot.engine.directory import Directory, code_of
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.languages import WordsOf
from bot.ports.ids import NOBODY, PlaceId
from bot.ports.messages import Answer, Message, Reply, Rights, Unreachable
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.render.host_lines import RANKED_SHOWN
from bot.render.panel import TableView, panel_for, panel_in_words
from bot.table import calling_off, opening, options, seating, staffing
from bot.table import tournament as table
from bot.table.change import Change, Refused
from bot.table.document import OfTournament, Session, TournamentRules
from bot.table.hooks import Hooks
from bot.table.pausing import STAFF, keep_clock, made_staffs, pause_table, refuse_while_paused, resume_table
from bot.table.phases import Closed, Hosting, PlayedAt
from bot.text import Words
from bot.text.reader import split_options
from bot.text.safe_text import unlinked
from games.catalogue import AnyGame, by_word, with_tournaments
from games.tournament import tables_for
from persistence import TableRef

YES: Final = "yes"
TRIES: Final = 5
"""How often a start is tried while people come and go."""


@dataclass(eq=False)
class TournamentCommands:
    """Open tournaments, and run them for their host."""

    repository: Repository
    directory: Directory
    new_tables: NewTables
    words: WordsOf
    platforms: Platforms
    hooks: Hooks
    _starting: set[TableRef] = field(default_factory=set)
    _made: dict[TableRef, list[PlayedAt]] = field(default_factory=dict)
    """Rooms that were made for tables of tournaments that have not begun yet."""

    def __post_init__(self) -> None:
        self.hooks.gathered.append(self.start)

    # Before it begins

    @Command("tournament", Group.PLAY, parameters=(Parameter("what", "slash-tournament"), OPTIONS), of_many=True)
    async def tournament(self, said: Said) -> Reply:
        """Open a tournament, show how it stands, or do what its host says.

        `tournament GAME key=value…`, `tournament` alone, or with `level`, `pause`, `resume`, `end`. Raises Refused.
        """
        given, rest = split_options(said.rest)
        match [word.lower() for word in rest]:
            case [] if not given:
                return await self._standing(said)
            case ["level"]:
                return await self._order(said, "level", table.rise)
            case ["pause", *_]:
                return await self._pause(said, rest[1:])
            case ["resume"]:
                return await self._resume(said)
            case ["end", *_]:
                return await self._end(said, rest[1:])
            case [] if with_tournaments():
                return await self._open(said, with_tournaments()[0], given)
            case [word] if (game := by_word(word)) is not None:
                return await self._open(said, game, given)
            case _:
                raise Refused("tournament-how")

    async def _open(self, said: Said, game: AnyGame, given: dict[str, str]) -> Reply:
        rules, others = options.gathering_options(game, given)
        return await self.new_tables.open_tournament(said, game, others, rules)

    async def _standing(self, said: Said) -> Reply:
        """Show how a tournament stands. Raises Refused."""
        session, words = await self._meant(said), self.words(said.message)
        lines = [panel_in_words(panel_for(TableView(session, words), NOBODY, drawn=False), words)]
        if isinstance(session.phase, Hosting) and len(session.phase.ranked) > RANKED_SHOWN:
            lines.append(words.text("tournament-ranked", best=words.listed(ranked_lines(session.phase, words))))
        return Answer("\n".join(lines))

    async def start(self, session: Session, message: Message) -> Reply:
        """Start the tournament of this lobby, for its host. Raises Refused."""
        allow(session, message)
        self._check(session)
        if session.ref in self._starting:
            raise Refused("tournament-is-seated")
        self._starting.add(session.ref)
        try:
            return await self._start(session, message)
        finally:
            self._starting.discard(session.ref)

    async def _start(self, session: Session, message: Message) -> Reply:
        """Start with a room for each table; if people come or go meanwhile, try again with the number of tables needed
        then.

        Raises Refused if they do not stop.
        """
        made = self._made.setdefault(session.ref, [])
        for _ in range(TRIES):
            count = tables_for(len(session.seats), table.rules_of(session).seats)
            while len(made) < count:
                ref = await self.directory.claim(session.venue)
                room = await self._room(session, code_of(ref), message)
                made.append(PlayedAt(len(made) + 1, ref.table, code_of(ref), room, ()))
            tables = tuple(made[:count])
            try:
                await self.repository.update(session.ref, (message.id,), partial(begun, tables, message))
            except table.OtherTables:
                session = await self.repository.get(session.ref, fresh=True)
            else:
                del self._made[session.ref]
                return Answer()
        raise Refused("tournament-comes-and-goes")

    def _check(self, session: Session) -> None:
        """Raise Refused, before any room is made, if the table is paused, or too few or too many people sit."""
        refuse_while_paused(self.repository.draft(session))
        opening.check_seats(session)

    async def _room(self, session: Session, code: str, message: Message) -> PlaceId:
        """Make a room for one table and return it; if the platform has none, return the tournament's place."""
        words = self.words(message)
        try:
            return await self.platforms.side_room(
                session.places[0], words.text("room-title", code=code, game=words.title(session.rules))
            )
        except Unreachable:
            return session.places[0]

    # While it is on

    async def _meant(self, said: Said) -> Session:
        """Return the named tournament, or the only one here, or else that of the sender's tables, as stored now.

        Raises Refused if none is meant, or several are.
        """
        if said.code:
            named = await self.directory.coded(said.message, said.code, fresh=True)
            return await self._hosting(named)
        near = in_tournaments(await self.directory.around(said, fresh=True))
        near = near or in_tournaments(await self.directory.of(said.message.sender.id))
        found = list({one.ref: one for one in [await self._hosting(one) for one in near]}.values())
        if len(found) > 1:
            raise Refused("which-table", codes=", ".join(one.code for one in found))
        if not found:
            raise Refused("no-tournament")
        return found[0]

    async def _hosting(self, session: Session) -> Session:
        match session.tournament:
            case OfTournament(tournament=hosting):
                return await self.repository.get(TableRef(session.venue, hosting), fresh=True)
            case TournamentRules():
                return session
            case None:
                raise Refused("no-tournament")

    async def _order(self, said: Said, did: str, act: Callable[[Change], None], why: tuple[str, ...] = ()) -> Reply:
        """Do something to a tournament; what moderators do is in the audit log (threats T8). Raises Refused."""
        session, by = await self._meant(said), moderator(said, why)
        allow(session, said.message)

        def noted(change: Change) -> None:
            table.hosting_of(change)
            act(change)
            if change.session.host != by.id:
                staffing.note(change, by, f"tournament {did}")

        await self.repository.update(session.ref, (said.message.id,), noted)
        return Answer(self.words(said.message).text("staff-done", code=session.code))

    async def _everywhere(self, session: Session, act: Callable[[Change], None]) -> None:
        """Do something at each table of a tournament; tables that are gone or refuse are skipped."""
        hosting = session.phase
        if isinstance(hosting, Hosting):
            for one in hosting.tables:
                try:
                    await self.repository.update(TableRef(session.venue, one.table), (), act)
                except (GoneError, Refused):
                    continue

    async def _pause(self, said: Said, why: tuple[str, ...]) -> Reply:
        """Pause the whole tournament, for at most an hour.

        Raises Refused if a moderator gives no reason (threats T30).
        """
        staff = moderator(said, why)
        by = staff.name

        def act(change: Change) -> None:
            if not staff.reason and change.session.host != staff.id and isinstance(change.session.phase, Hosting):
                raise Refused("pause-needs-reason", code=f"{change.session.code} tournament")
            paused = change.session.paused
            if isinstance(change.session.phase, Closed) or (paused is not None and paused.why == STAFF):
                return
            if paused is not None:
                made_staffs(change, paused, by)
            pause_table(change, STAFF, by)
            change.say("tournament-pauses")
            staffing.tell_reason(change, staff)

        return await self._both(said, "pause", act, why)

    async def _resume(self, said: Said) -> Reply:
        def act(change: Change) -> None:
            if change.session.paused is not None and change.session.paused.why == STAFF:
                resume_table(change)
                keep_clock(change)
                change.say("tournament-resumes")

        return await self._both(said, "resume", act)

    async def _both(self, said: Said, did: str, act: Callable[[Change], None], why: tuple[str, ...] = ()) -> Reply:
        """Do something to the tournament itself, and to each of its tables."""
        answer = await self._order(said, did, act, why)
        await self._everywhere(await self._meant(said), act)
        return answer

    async def _end(self, said: Said, rest: tuple[str, ...]) -> Reply:
        """End a tournament; ask first, unless it is over.

        Raises Refused, as at any table, if a moderator would call games off without a reason.
        """
        session = await self._meant(said)
        allow(session, said.message)
        moment, why = confirmed(tuple(rest))
        by = moderator(said, why)
        staff = session.host != by.id
        on = not (isinstance(session.phase, Hosting) and session.phase.over)
        if staff and on and isinstance(session.phase, Hosting) and not by.reason:
            raise Refused("reason-needed", code=session.code, command="tournament end")
        if on and moment != staffing.moment_of(session):
            return self._ask(session, said, why, anew=bool(moment))

        def end(change: Change) -> None:
            if on and staffing.moment_of(change.session) != moment:
                raise MovedOn
            if isinstance(change.session.phase, Hosting):
                calling_off.call_off(change, by, staff=staff)
            elif staff:
                staffing.end(change, by)
            else:
                seating.close(change)

        try:
            await self.repository.update(session.ref, (said.message.id,), end)
        except MovedOn:
            return self._ask(await self._meant(said), said, why, anew=True)
        return Answer(self.words(said.message).text("staff-done", code=session.code))

    def _ask(self, session: Session, said: Said, why: tuple[str, ...], *, anew: bool) -> Reply:
        """Say what ending would do, and the line that does it.

        `anew`: an earlier confirmation was for another moment.
        """
        words = self.words(said.message)
        line = " ".join((session.code, "tournament", "end", YES, staffing.moment_of(session), *why))
        before = [words.text("moved-on-since", code=session.code)] if anew else []
        how = words.text("confirm-with", line=unlinked(line))
        text = " ".join((*before, words.text("would-end-tournament", code=session.code), how))
        return Answer(text, ok=not anew, confirm=line)


def allow(session: Session, message: Message) -> None:
    """Raise Refused for all except the host and the venue's staff."""
    staff = session.venue == message.community and message.rights >= Rights.STAFF
    if session.host != message.sender.id and not staff:
        raise Refused("not-the-tournaments-host")


def in_tournaments(sessions: Sequence[Session]) -> list[Session]:
    """Return the tables that belong to a tournament, or are the lobby of one."""
    return [one for one in sessions if one.tournament is not None]


def ranked_lines(hosting: Hosting, words: Words) -> list[str]:
    """Return a line for each person who has finished, the best first."""
    return [words.sentence(table.in_place(one)) for one in reversed(hosting.ranked)]


def begun(tables: tuple[PlayedAt, ...], message: Message, change: Change) -> None:
    """Begin a tournament at these tables; the line that starts it may be its stamp."""
    table.begin(change, tables, stamped(change, message))
