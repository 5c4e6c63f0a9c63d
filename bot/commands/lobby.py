"""Commands of the lobby: sit down, leave, fill seats with bots, buy in again, start, set options, close."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.commands.command import COUNT, OPTIONS, Command, Group, Parameter, Who
from bot.commands.moves import seat_of, stamped
from bot.commands.opening import has_room
from bot.commands.places import elsewhere
from bot.commands.questions import QuestionCommands, stack_of
from bot.commands.staff import moderator
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.arrivals import Arrivals
from bot.people.entry import Entry
from bot.people.languages import WordsOf
from bot.people.opening_rules import check_stakes
from bot.people.venues import Venues
from bot.ports.ids import PersonId, TableCode
from bot.ports.messages import Answer, Reply, Rights
from bot.ports.said import CODE, Said
from bot.render.panel import names
from bot.table import (
    beginning,
    crowd,
    ending,
    hosting,
    opening,
    options,
    overtime,
    playing,
    seating,
    stacks,
    staffing,
)
from bot.table.audit import HOST_CLOSED, Cause
from bot.table.change import Change, NotSeated, Refused
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.hosting import Role
from bot.table.pausing import refuse_while_paused
from bot.table.phases import Between, Hosting, Lobby, Playing
from bot.text import Words
from bot.text.reader import ChatReader, split_options
from bot.text.safe_text import quoted
from games.kit.notation import PLAIN
from games.kit.seats import Seat


@dataclass(eq=False)
class LobbyCommands:
    """Change who sits at a table, and what its host may set; each method answers the sender."""

    repository: Repository
    directory: Directory
    defaults: Defaults
    words: WordsOf
    venues: Venues
    hooks: Hooks
    questions: QuestionCommands
    entry: Entry
    arrivals: Arrivals

    @Command(
        "join",
        Group.PLAY,
        aliases=("sit",),
        parameters=(Parameter("text", "slash-dice-text"),),
        hosts=True,
        unkept=True,
    )
    async def join(self, said: Said) -> Reply:
        """Sit down, or set one's text for the dice if one sits already. Raises Refused."""
        if said.code:
            session, text = await self.directory.to_join(said.message, said.code), " ".join(said.rest)
        else:
            session, text = await self._to_join(said)
        if session.venue != said.message.community:  # nobody is given anything twice there
            await self.arrivals.come(replace(said.message, venue=session.opened_in, home=session.venue))
        seated = session.seat_of(said.message.sender.id) is not None
        check = self.entry.text_left if seated else self.entry.check
        text = await check(session, said.message, text)
        await self.hooks.check_text(session.venue, text)
        sitter = await self.entry.with_face(said.message.sender)

        def act(change: Change) -> str:
            choice, rest = choice_in(change.session, text)
            if seated and rest:
                seating.set_text(change, seat_of(change.session, said), rest)
            elif not (seated and choice):
                self.entry.check_still(change.session, session)
                seating.sit(change, sitter, rest, makes_way=said.message.makes_way)
            if choice:
                opening.choose_for_seat(change, seat_of(change.session, said), choice)
            return rest

        session, kept = await self.repository.changed(session.ref, (said.message.id,), act)
        words = self.words(said.message)
        if seated:
            return Answer(text_kept(session, words) if kept else "")
        welcome = self._welcome(session, said)
        return replace(welcome, text=f"{welcome.text} {words.text('text-stays')}", told=False) if kept else welcome

    async def _to_join(self, said: Said) -> tuple[Session, str]:
        """Return the table that a `join` means, and the text for the dice after it.

        `join`, `join K7Q`, `join my text for the dice` (for the next game, from somebody who already sits here). Raises
        Refused unless exactly one table is meant.
        """
        here = await self.directory.around(said, fresh=True)
        if said.rest and CODE.fullmatch(said.rest[0]):
            return await self.directory.to_join(said.message, TableCode(said.rest[0])), " ".join(said.rest[1:])
        if said.meant:
            return await self.directory.to_join(said.message, said.meant), " ".join(said.rest)
        mine = [one for one in here if one.seat_of(said.message.sender.id) is not None]
        if said.rest and len(here) > 1 and any(one.options.by_invitation for one in here if one not in mine):
            raise Refused("which-table", codes=", ".join(one.code for one in here))  # it may be a password
        if said.rest and len(mine) == 1:
            return mine[0], " ".join(said.rest)
        return self._one_with_room(here, said.message.sender.id), " ".join(said.rest)

    def _one_with_room(self, here: Sequence[Session], person: PersonId) -> Session:
        """Return the one table here where somebody may take a seat. Raises Refused if there is none, or several."""
        others = [one for one in here if one.seat_of(person) is None]
        roomy = [one for one in others if has_room(one)]
        free = [one for one in roomy if not one.options.by_invitation] or roomy
        candidates = free or others or here
        if not candidates:
            raise self.directory.no_table()
        if not free:
            self._refuse_full(here, candidates)
        if len(candidates) > 1:
            raise Refused("which-table", codes=", ".join(session.code for session in candidates))
        return candidates[0]

    def _refuse_full(self, here: Sequence[Session], full: Sequence[Session]) -> None:
        """Raise Refused if a tournament is on, or if several tables are full. A single full table itself says why it is
        full.
        """
        on = next((one for one in here if isinstance(one.phase, Hosting)), None)
        if on is not None:
            raise Refused("tournament-is-on", code=on.code)
        if len(full) > 1:
            raise Refused("all-full")

    def _welcome(self, session: Session, said: Said) -> Reply:
        words, left = self.words(said.message), opening.free_choices(session)
        text = words.text("welcome", code=session.code)
        seat = session.seat_of(said.message.sender.id)
        if left and seat is not None and not session.seats[seat].choice:
            text += " " + words.sentence(opening.how_to_choose(left))
        return Answer(text, told=True, stands_at=elsewhere(session, said.message))

    @Command(
        "choose", Group.TABLE, aliases=("colour", "color"), parameters=(Parameter("what", "slash-choice"),), hosts=True
    )
    async def choose(self, said: Said) -> Reply:
        """Choose something for one's own seat, for example a colour; alone, say what is free. Raises Refused."""

        def act(change: Change, seat: Seat) -> None:
            opening.choose_for_seat(change, seat, " ".join(said.rest))

        return await self._change(said, act)

    @Command("leave", Group.PLAY, hosts=True)
    async def leave(self, said: Said) -> Reply:
        """Leave a table, or take back a stake for the next round of a crowd. Raises Refused."""
        session, person = await self.directory.one(said), said.message.sender.id

        def act(change: Change) -> bool:
            waited = change.session.newcomer(person) is not None
            if waited:
                crowd.take_back(change, person)
            else:
                playing.leave(change, seat_of(change.session, said), stamped(change, said.message))
            return waited

        session, waited = await self.repository.changed(session.ref, (said.message.id,), act)
        words = self.words(said.message)
        if person in session.holders:
            return Answer(words.text("you-left-a-stack", stack=stack_of(session, person)))
        await self.directory.left(person, session)
        return Answer(words.text("stake-taken-back")) if waited else Answer(words.text("you-left"), told=True)

    async def _change(self, said: Said, act: Callable[[Change, Seat], None]) -> Reply:
        """Do something from the sender's own seat. Raises Refused if they have none."""
        session = await self.directory.one(said)

        def checked(change: Change) -> None:
            seat = seat_of(change.session, said)
            playing.come_back(change, seat)
            act(change, seat)

        await self.repository.update(session.ref, (said.message.id,), checked)
        return Answer()

    async def by_host(self, said: Said, act: Callable[[Change], None], *, says: bool = True) -> Reply:
        """Do what the host may do, and moderators in the host's place. `says`: the table is told when a moderator does
        it.

        Raises Refused for everybody else.
        """
        session, message = await self.hosted(said), said.message

        def checked(change: Change) -> None:
            role = hosting.role_of(change.session, message)
            if role is Role.PLAYER:
                seat_of(change.session, said)
                raise Refused("only-the-host", host=hosting.host_name(change.session), verb=said.word)
            refuse_who_plays(change, said, role)
            self._says(change, said, role if says else Role.HOST)
            act(change)

        session = await self.repository.update(session.ref, (message.id,), checked)
        return self._done(session, said)

    async def hosted(self, said: Said) -> Session:
        """Return the table that a host's command means: where the sender sits, or for moderators the one here."""
        if said.message.rights < Rights.STAFF:
            return await self.directory.one(said)
        if said.meant:
            return await self.directory.coded(said.message, said.meant)
        mine = await self.directory.mine(said)
        return mine[0] if len(mine) == 1 else await self.directory.meant(said)

    @staticmethod
    def _says(change: Change, said: Said, role: Role) -> None:
        """Bring the sender back to their seat, if they have one; announce and log what a moderator does in the host's
        place.
        """
        sender = said.message.sender
        seat = change.session.seat_of(sender.id)
        if seat is not None:
            playing.come_back(change, seat)
        if role is Role.STAFF:
            staffing.stands_in(change, moderator(said, ()), quoted(" ".join((said.word, *said.rest))))

    def _done(self, session: Session, said: Said) -> Reply:
        """Answer a sender who said it elsewhere and does not see the table there."""
        seen = said.message.place in session.places or session.has(said.message.sender.id)
        return Answer() if seen else Answer(self.words(said.message).text("staff-done", code=session.code))

    @Command("bots", Group.TABLE, aliases=("bot",), who=Who.HOST, parameters=(COUNT,), hosts=True)
    async def bots(self, said: Said) -> Reply:
        """Fill seats with house bots: one, or the given number. Raises Refused."""
        count = 1
        if said.rest:
            count = PLAIN.number(said.rest[0]) if said.rest[0].isdigit() and len(said.rest[0]) < 4 else 0
        if not 1 <= count <= seating.MOST_BOTS:
            raise Refused("out-of-range", field="bots", low=1, high=seating.MOST_BOTS)
        called = tuple(self.words(said.message).text("house-bot-names").split())
        await self.venues.settings(said.message.venue)

        def act(change: Change) -> None:
            allowed, generous = self.defaults.bots_from_bank, change.generous
            seating.add_bots(change, count, called, allowed=allowed, generous=generous)

        return await self.by_host(said, act)

    @Command("start", Group.TABLE, aliases=("begin",), who=Who.HOST, hosts=True)
    @Command("rematch", Group.TABLE, aliases=("next",), who=Who.HOST, hosts=True)
    async def start(self, said: Said) -> Reply:
        """Start the next game of a table; in the lobby of a tournament, start the tournament. Raises Refused."""
        try:
            return await self._start(said)
        except beginning.GathersForTournament:
            for start in self.hooks.gathered:
                return await start(await self.hosted(said), said.message)
            raise Refused("tournament-gone") from None

    async def _start(self, said: Said) -> Reply:
        """Start because the host or a moderator says so, or, if nobody hosts, by a vote of those who sit here.

        While somebody hosts, a player who says so is ready.
        """
        session, message = await self.hosted(said), said.message
        follows = hosting.follows_by_itself(session) and session.has(message.sender.id)
        if (follows or hosting.role_of(session, message) is Role.PLAYER) and hosting.says_ready(session):
            return await self._ready(said, session)

        def act(change: Change) -> tuple[int, int] | None:
            hosting.refuse_in_tournament(change.session)
            beginning.refuse_gathering(change.session)
            role = hosting.role_of(change.session, message)
            if role is Role.PLAYER:
                seat_of(change.session, said)
            refuse_who_plays(change, said, role)
            self._check_start(change)
            self._says(change, said, role)
            if role is Role.PLAYER and not hosting.vote_for_start(change, message.sender.id, said.word):
                return len(hosting.votes_given(change.session)), hosting.votes_needed(change.session)
            change.set(enough=False)
            beginning.begin_or_gather(change, stamped(change, message))
            return None

        session, votes = await self.repository.changed(session.ref, (message.id,), act)
        if votes is not None:
            count, needed = votes
            text = self.words(message).text("votes-for-start", count=count, needed=needed, left=needed - count)
            return Answer(text, told=needed <= hosting.MOST_VOTES_TOLD)
        return self._done(session, said)

    async def _ready(self, said: Said, session: Session) -> Reply:
        """Note that the sender is ready for the next game, which its host begins. Raises Refused."""

        def act(change: Change) -> None:
            seat = seat_of(change.session, said)
            hosting.refuse_in_tournament(change.session)
            self._check_waits(change)
            if hosting.follows_by_itself(change.session):  # if all are ready, it follows at once
                opening.check_seats(change.session)
            playing.come_back(change, seat)
            hosting.make_ready(change, seat)

        session = await self.repository.update(session.ref, (said.message.id,), act)
        count, of = hosting.count_ready(session)
        words = self.words(said.message)
        if hosting.follows_by_itself(session):
            return Answer(words.text("ready-for-next", count=count, of=of))
        return Answer(words.text("you-are-ready", count=count, of=of, host=hosting.host_name(session)))

    @staticmethod
    def _check_start(change: Change) -> None:
        """Raise Refused if a game is on, too few sit here, or the next game begins by itself: no vote helps then."""
        LobbyCommands._check_waits(change)
        opening.check_seats(change.session)
        hosting.refuse_cut_short(change)

    @staticmethod
    def _check_waits(change: Change) -> None:
        """Raise Refused if a game is on, or the table is paused."""
        if not isinstance(change.session.phase, Lobby | Between):
            raise Refused("game-is-on", code=change.session.code)
        refuse_while_paused(change)

    @Command("rebuy", Group.TABLE, hosts=True)
    async def rebuy(self, said: Said) -> Reply:
        """Buy new chips for the sender's seat. Raises Refused."""
        try:
            return await self._change(said, stacks.rebuy)
        except NotSeated:
            raise await self._no_seat_to_fill(said) from None

    async def _no_seat_to_fill(self, said: Said) -> Refused:
        """Return the refusal of a rebuy without a seat; it says how to get a seat here."""
        if said.meant:
            here = [await self.directory.coded(said.message, said.meant)]
        else:
            here = await self.directory.around(said)
        best = next((one for one in here if has_room(one)), here[0])
        seats = best.seats_allowed[-1]
        way = "on" if isinstance(best.phase, Playing) else "full" if len(best.seats) >= seats else "free"
        return Refused("rebuy-without-seat", code=best.code, way=way, seats=seats)

    @Command("time", Group.TABLE, parameters=(Parameter("name", "slash-or-name"),))
    async def time(self, said: Said) -> Reply:
        """Give more time to somebody whom the game waits for; alone, to the sender. Raises Refused and Unreadable."""

        def act(change: Change, seat: Seat) -> None:
            called = names(change.session, self.words(said.message))
            to, taken = ChatReader(called, seat).seat(said.rest) if said.rest else (seat, 0)
            if said.rest[taken:]:
                raise Refused("overtime-form", word=said.rest[taken])
            overtime.give(change, seat, to)

        return await self._change(said, act)

    @Command("enough", Group.TABLE, who=Who.HOST, hosts=True)
    async def enough(self, said: Said) -> Reply:
        """Stop further games from beginning by themselves. Raises Refused."""

        def act(change: Change) -> None:
            hosting.refuse_in_tournament(change.session)
            ending.enough(change)

        return await self.by_host(said, act)

    @Command("close", Group.TABLE, who=Who.HOST, hosts=True)
    async def close(self, said: Said) -> Reply:
        """Close the host's table, and void its game. Raises Refused for others, and during a game for purses."""
        table = await self.hosted(said)
        if hosting.role_of(table, said.message) is Role.STAFF:
            raise Refused("close-by-staff", host=hosting.host_name(table), code=table.code)

        def act(change: Change, _: Seat) -> None:
            if change.session.host != said.message.sender.id:
                raise Refused("only-the-host", host=hosting.host_name(change.session), verb=said.word)
            hosting.refuse_in_tournament(change.session)
            if isinstance(change.session.phase, Playing):
                if change.purse_table:  # a void gives the stakes back: it must not be a way out of a lost round
                    raise Refused("close-later", code=change.session.code)
                host = hosting.host_name(change.session)
                cause = Cause("close", f"closed by {host}", change.session.host, host, proof=HOST_CLOSED)
                ending.void(change, cause)
            seating.close(change)

        return await self._change(said, act)

    @Command("options", Group.TABLE, parameters=(OPTIONS,))
    async def options(self, said: Said) -> Reply:
        """Set a table's options, as its host or a moderator; alone, say what is set. Raises Refused."""
        given, rest = split_options(said.rest)
        if rest:
            session = await self.directory.meant(said)
            raise Refused("option-form", word=rest[0], example=options.option_example(session.rules))
        if not given:
            return await self.questions.ask(said)

        def act(change: Change) -> None:
            rules = self.venues.known(change.session.opened_in).opening
            if hosting.role_of(change.session, said.message) is Role.HOST:
                options.set_options(change, hosting.host_name(change.session), given, generous=change.generous)
            else:
                staffing.set_options(change, moderator(said, ()), given, generous=change.generous)
            if change.session.options != change.started.options:
                check_stakes(rules, change.session.options)

        await self.venues.settings(said.message.venue)
        return await self.by_host(said, act, says=False)


def text_kept(session: Session, words: Words) -> str:
    """Say for which game the new text of somebody who already sits here counts."""
    phase = session.phase
    late = isinstance(phase, Between) and phase.starts_at is not None and phase.stamp
    code = session.code
    kept = words.text("text-kept-for-later", code=code) if late else words.text("text-kept", code=code)
    return f"{kept} {words.text('text-stays')}"


def choice_in(session: Session, text: str) -> tuple[str, str]:
    """Return what somebody who sits down with this text chooses, and the rest of the text for the dice."""
    first, _, rest = text.partition(" ")
    return (first.lower(), rest.strip()) if first.lower() in opening.choices_now(session) else ("", text)


def refuse_who_plays(change: Change, said: Said, role: Role) -> None:
    """Raise Refused for a moderator who plays for purses here: they must not act in the place of another host."""
    if role is Role.STAFF and staffing.plays_for_purses(change.session, moderator(said, ())):
        raise Refused("enough-plays", code=change.session.code)
