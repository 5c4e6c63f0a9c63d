"""The dispatcher takes a message, and lets the right command or move answer it."""

import contextlib
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import structlog
from msgspec.structs import replace

from bot.commands.command import Command
from bot.commands.fair_play import FairPlay
from bot.commands.lines import OwnWords, as_kept, is_game, is_known, is_move, known_words, ours, read_line
from bot.commands.moves import MoveCommands, SaidInPublic
from bot.commands.new_tables import NewTables
from bot.commands.opening import OpeningCommands
from bot.commands.own_page import OwnPage
from bot.commands.passwords import CUT, nearly_says_password, passwords_in, shortened
from bot.commands.table import COMMANDS, DONE, FamilyOf
from bot.commands.ways_on import ways_on
from bot.commands.wings_out import WingsOut
from bot.commands.word_lists import BY_NAME
from bot.engine import logs
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.taken import RepeatedError, heard_of
from bot.people.arrivals import Arrivals, Standing
from bot.people.languages import Languages
from bot.people.venues import Venues, VenueSettings
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId, is_alone, platform_of
from bot.ports.messages import Answer, Message, PrivateAnswer, Reply, Rights, Unreachable
from bot.ports.said import CODE, Said
from bot.render.menu import OF_A_HAND
from bot.table import hosting, playing
from bot.table.change import Change, Exposed, Refused
from bot.table.document import Session
from bot.table.fairness import LostKeyError
from bot.table.hooks import Hooks
from bot.table.pausing import platform_name
from bot.table.phases import Between, Lobby
from bot.text.reader import nearest
from games.catalogue import catalogue
from games.kit.contract import Illegal
from games.kit.dice import LoadedDiceError
from games.kit.notation import Unreadable
from persistence import Heard, StoreTrouble

MOVE, OPENING, UNKNOWN = "move", "opening", "unknown"
"""The kinds of lines that are no command."""
JOIN: Final = "join"
FOR_ALL: Final = frozenset(
    {
        "no-table",
        "no-table-yet",
        "no-crowd-yet",
        "no-stakes-here",
        "may-not-open",
        "one-table-here",
        "most-tables-here",
    }
)
"""Reasons to refuse a line that are the same for everybody: in a chat one answer serves all who said it."""
log = structlog.get_logger()


@dataclass(eq=False)
class Dispatcher:
    """Find out what a line means, and let the command or the move answer it."""

    repository: Repository
    directory: Directory
    languages: Languages
    own_page: OwnPage
    own_words: OwnWords
    arrivals: Arrivals
    new_tables: NewTables
    opening: OpeningCommands
    moves: MoveCommands
    fair_play: FairPlay
    wings_out: WingsOut
    family: FamilyOf
    hooks: Hooks
    standing: Standing
    venues: Venues

    def is_foreign(self, venue: VenueId, place: PlaceId, person: PersonId, line: str) -> bool:
        """Tell whether a line of chat is certainly not for us. This is asked first of every line."""
        return self.own_words.is_foreign(venue, place, person, line)

    async def hear(self, message: Message) -> Reply:
        """Do what a message asks for, and return the answer to its sender. Never raises for what people do.

        Messages that are heard at the same time in one place act in the order in which they were heard.
        """
        turn = self.repository.place_turns.begin(message)
        before = logs.HEARD.set(message.text)
        try:
            settings = self.arrivals.settled_in(message)
            is_settled = settings is not None
            if settings is None:
                message = await self.arrivals.known(message)
                settings = await self.venues.settings(message.venue)
            message = self.standing.known(message)
            if settings.moderators:
                message = with_rights(message, settings.moderators)
            answer = await self._heard(message, settings, is_settled=is_settled)
        except LoadedDiceError:
            raise
        except Exception as error:  # noqa: BLE001 - one bad message must not stop the others (threats F24)
            log.error("a message broke something", kind=type(error).__name__, where=where(error))  # noqa: TRY400
            answer = Answer(self.languages.words_for(message).text("something-broke"), ok=False)
        finally:
            logs.HEARD.reset(before)
            self.repository.place_turns.end(message, turn)
        return answer if answer.ok and isinstance(answer, Answer) else await self._guarded(message, answer)

    async def _guarded(self, message: Message, answer: Reply) -> Reply:
        """Return an answer that not all may read, or to a line that may be secret, as its sender may be told it."""
        if not (message.private or answer.ok):
            sign = self.languages.sign_known_in(message.venue)
            if names_a_secret(message.text, sign):
                answer = PrivateAnswer.instead(answer)  # the line is secret, and so is what was wrong with it
        return await self.own_page.guard(message, answer) if isinstance(answer, PrivateAnswer) else answer

    async def _heard(self, message: Message, settings: VenueSettings, *, is_settled: bool) -> Reply:
        """Do what a message asks for in a venue with these settings. `is_settled`: its sender has nothing to bring."""
        began = perf_counter()
        try:
            said = read_line(message, settings.prefix or self.languages.own_sign)
        except Refused as wrong:
            return Answer(self.languages.words_for(message).sentence(wrong.reason), ok=False)
        if said is None:
            return Answer()
        try:
            concerns_us = said.is_addressed or await self.own_words.concern(said, settings)
        except StoreTrouble:  # only the words that are always ours count
            concerns_us = said.typed in ours()
        if not concerns_us:
            return await self._not_ours(said)
        for parsed in self.hooks.parsed:
            parsed(perf_counter() - began)
        heard = await self.repository.taken.begin(as_kept(said))
        try:
            answer = await self._answered(said, heard, is_settled=is_settled)
        finally:
            self.repository.taken.end(heard)
        for told in self.hooks.heard:
            told(kind_of(said.word), outcome_of(answer), perf_counter() - began)
        return answer

    async def _not_ours(self, said: Said) -> Reply:
        """Answer nothing to a line that is not for us; one that may say a password where all read it is deleted."""
        if not nearly_says_password(said):
            return Answer()
        try:
            return await self._overheard(said, Answer())
        except StoreTrouble:
            return Answer()

    async def _answered(self, said: Said, heard: Heard, *, is_settled: bool) -> Reply:
        """Do what a line asks for. Nobody is refused before the store says that this line was not taken yet (threats
        F29).
        """
        message = said.message
        try:
            if await self.repository.taken.knows(heard):
                return await self._taken_before(message)
            if not is_settled:
                await self.arrivals.come(message)
            for spoke in self.hooks.spoke:
                spoke(message)
            since = self.directory.dropped
            answer = await self._done_or_refused(said, heard)
            if answer.ok:
                return answer
            if not answer.exposed and is_known(said.word) and await self.directory.is_behind(said, since):
                answer = await self._done_or_refused(said, heard)  # nobody is refused by a stale copy (threats F30)
            if not answer.ok and await self.repository.taken.asked(heard):
                return await self._taken_before(message)
            return answer if answer.ok else await self._refused(said, answer)
        except RepeatedError:
            return await self._taken_before(message)
        except StoreTrouble as trouble:
            log.warning("the store could not serve a message", kind=trouble.kind, pending=trouble.pending)
            unsure = "unsure-store" if trouble.pending else "busy-store"
            return Answer(self.languages.words_for(message).text(unsure), ok=False)

    async def _refused(self, said: Said, answer: Reply) -> Reply:
        """Return the answer to a refused line, which is kept for disputes; one that may say a password is deleted."""
        answer = await self._overheard(said, answer)
        await self._note_refused(said, answer)
        return answer

    async def _overheard(self, said: Said, answer: Reply) -> Reply:
        """Return the answer to a refused line; one that may say a password where all read it is deleted."""
        message = said.message
        if message.private or message.table or (answer.exposed and said.word == JOIN):  # it was looked at there
            return answer
        words = passwords_in(said)
        if all(CODE.fullmatch(word) for word in words):
            return answer
        around, code = await self.directory.around(said), said.code or TableCode(words[0])
        with contextlib.suppress(Refused):
            around = [*around, await self.directory.coded(message, code)]
        closed = {one.ref: one for one in around if one.options.by_invitation}
        for session in closed.values():
            for overheard in self.hooks.overheard:
                await overheard(session, message, words)
        return replace(answer, exposed=True) if closed else answer

    async def _note_refused(self, said: Said, answer: Reply) -> None:
        """Keep a refused line of somebody who sits here, for settling a later dispute; of one that may say a password
        by mistake not what was wrong with it, which may repeat that.
        """
        message, person = said.message, said.message.sender.id
        for session in self.directory.glimpse(message.venue, message.place) or ():
            if session.has(person):
                short = shortened(said, session)
                line, why = (as_kept(said), answer.text) if short is None else (short, CUT)
                await self.repository.note_typed(session.ref, line, why)

    async def _done_or_refused(self, said: Said, heard: Heard) -> Reply:
        """Do what a line asks for, or return why it is refused. Raises RepeatedError and StoreTrouble."""
        command, games = COMMANDS.get(said.word), catalogue()
        try:
            if said.message.hand_alone:
                return await self._done_with_hand(said)
            if command is not None:
                return await self._command(command, said, heard)
            around = await self._take_back(said, heard)
            if said.word in games.by_word:
                return await self.opening.open_and_play(said)
            full = said if said.word in games.verbs else await self.moves.in_full(said)
            if full.word in games.opening_verbs:
                return await self.opening.play(full, around)
            if full.word in games.verbs:
                return await self.moves.play(await self.moves.find(full, around), full)
            return self._unknown(said)
        except SaidInPublic:
            return self.moves.say_it_in_private(said)
        except (Refused, Illegal, Unreadable) as wrong:
            return await self._reason_told(wrong, said)
        except (GoneError, LostKeyError, Unreachable) as trouble:
            return self._trouble_told(trouble, said)

    async def _reason_told(self, wrong: Refused | Illegal | Unreadable, said: Said) -> Reply:
        """Answer with the reason why a line is refused, and what may be said instead."""
        message = said.message
        reason, words = await self.new_tables.in_place_of(wrong.reason, message), self.languages.words_for(message)
        told, ways = words.sentence(reason), ways_on(reason, said, words)
        confirm = str(reason.args.get("confirm", ""))
        exposed, for_all = isinstance(wrong, Exposed), reason.id in FOR_ALL
        return Answer(told, ok=False, confirm=confirm, for_all=for_all, ways=ways, exposed=exposed)

    def _trouble_told(self, trouble: GoneError | LostKeyError | Unreachable, said: Said) -> Reply:
        """Answer that a table is gone, that its key is lost, or that another process knows what a line needs."""
        message, words = said.message, self.languages.words_for(said.message)
        match trouble:
            case GoneError():
                return Answer(words.text("no-such-table", code=message.table), ok=False)
            case LostKeyError():
                return Answer(words.text("game-frozen", decided="yes"), ok=False)
            case Unreachable():
                platform = platform_name(platform_of(message.community))
                return Answer(words.text("not-asked-there", platform=platform), ok=False)

    async def repeated(self, message: Message) -> Reply | None:
        """Return the answer to a repeated message, in place of an adapter's own refusal; None: the message was never
        taken.
        """
        try:
            taken = await self.repository.taken.asked(heard_of(message))
        except StoreTrouble:
            return Answer(self.languages.words_for(message).text("unsure-store"), ok=False)
        return await self._taken_before(message) if taken else None

    async def _taken_before(self, message: Message) -> Reply:
        """Return the answer to a message that was taken before: in private with the receipt that it got then."""
        words = self.languages.words_for(message)
        try:
            receipt = await self.fair_play.first_receipt(message) if message.private else ""
        except StoreTrouble:
            receipt = ""
        if not receipt:
            return Answer(words.text("taken-before"), repeated=True)
        return PrivateAnswer(words.text("taken-before-receipt", receipt=receipt), repeated=True, receipt=receipt)

    async def _command(self, command: Command, said: Said, heard: Heard) -> Reply:
        """Do what a command asks for, if it may be said here."""
        if command.in_company and is_alone(said.message.venue):
            raise Refused("in-company", verb=command.word)
        if command.apart:
            await self._refuse_a_repeat(heard)
        if said.word != "leave":
            await self._take_back(said, heard)
        if not command.hosts:
            await self._host_asks(said, heard)
        return await self._done(command, said)

    def _unknown(self, said: Said) -> Reply:
        """Answer to a word that is no command, game or move. Raises Refused for one of a wing that is taken out."""
        self.wings_out.refuse(said.word)
        words, close = self.languages.words_for(said.message), nearest(said.word, known_words())
        if close:
            return Answer(words.text("nearest-verbs", verb=said.word, nearest=words.listed(close, "or-list")), ok=False)
        return Answer(words.text("unknown-verb", verb=said.word), ok=False, unknown=True)

    async def _done(self, command: Command, said: Said) -> Reply:
        done = DONE[command]
        answer: Reply = await getattr(self.family(done.family), done.method)(said)
        return answer

    async def _done_with_hand(self, said: Said) -> Reply:
        """Do what a page with one hand at one table may ask for: that table's questions and moves (threats T33)."""
        if said.word in OF_A_HAND:
            return await self._done(COMMANDS[said.word], said)
        said = said if said.word in COMMANDS else await self.moves.in_full(said)
        if not is_move(said.word):
            raise Refused("hand-alone", code=said.code)
        return await self.moves.play_hand(said)

    async def _take_back(self, said: Said, heard: Heard) -> list[Session] | None:
        """Take the sender's seats back from the house bots (ruling ALL-3). Any line does so, except a repeat.

        Return the tables around the line; None if one of them was changed.
        """
        person = said.message.sender.id

        def act(change: Change) -> None:
            seat = change.session.seat_of(person)
            if seat is not None:
                playing.come_back(change, seat)

        around, came_back = await self.directory.around(said), False
        for session in around or await self.directory.of(person):
            seat = session.seat_of(person)
            if seat is not None and session.seats[seat].away:
                await self._refuse_a_repeat(heard)
                await self.repository.update(session.ref, (), act)
                came_back = True
        return None if came_back else around

    async def _refuse_a_repeat(self, heard: Heard) -> None:
        """Raise RepeatedError for a message that was taken before, so that what happens before its own step is not done
        again.
        """
        if await self.repository.taken.asked(heard):
            raise RepeatedError(frozenset({heard.id}))

    async def _host_asks(self, said: Said, heard: Heard) -> None:
        """Note that a host who only asks something is there, so that no vote is needed to start. A repeat does not
        count.
        """
        person = said.message.sender.id
        for session in await self.directory.around(said) or await self.directory.of(person):
            waits = isinstance(session.phase, Lobby | Between)
            if waits and session.host == person and (session.silent_at is not None or session.votes is not None):
                await self._refuse_a_repeat(heard)
                await self.repository.update(session.ref, (), hosting.heard)


def with_rights(message: Message, named: tuple[PersonId, ...]) -> Message:
    """Return a message with the rights of a moderator, if its sender is one of those whom the venue's owner named."""
    is_named = message.rights < Rights.STAFF and any(one in named for one in message.sender.ids)
    return replace(message, rights=Rights.STAFF) if is_named else message


def names_a_secret(line: str, prefix: str) -> bool:
    """Tell whether a line is a secret move or an attempt at one, of any game at any table."""
    words = [word for word in line.removeprefix(prefix).lower().split() if word != BY_NAME]
    return not catalogue().secret_verbs.isdisjoint(words[:2])


def where(error: BaseException) -> str:
    """Return the file and line of the last frame, without values, since those might be secret (threats T9)."""
    trace = error.__traceback__
    last = ""
    while trace is not None:
        last = f"{trace.tb_frame.f_code.co_filename.rsplit('/', 2)[-1]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return last


def kind_of(word: str) -> str:
    """Return what kind of line begins with this word: the command, or one of three other kinds. What people type does
    not appear in it.
    """
    if word in COMMANDS:
        return word
    return OPENING if is_game(word) else MOVE if is_move(word) else UNKNOWN


def outcome_of(answer: Reply) -> str:
    """Return what came of a line: done, refused, or repeated."""
    return "repeated" if answer.repeated else "done" if answer.ok else "refused"
