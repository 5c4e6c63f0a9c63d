"""What people do at a table besides playing: sit down, leave, fill seats, start, set options, close; and ask."""

import asyncio
import time
from collections.abc import Callable

from bot.commands import queries
from bot.commands.context import Context
from bot.commands.lines import split_options
from bot.commands.moves import seat_of, stamp_of
from bot.commands.opening import has_room
from bot.commands.tournaments import TournamentCommands
from bot.engine.taken import heard_of
from bot.people.entry import Entry
from bot.people.pings import ALL, Pings, ping_of
from bot.ports.messages import Answer, Rights
from bot.ports.said import CODE, Said
from bot.table import (
    beginning,
    crowd,
    ending,
    hosting,
    options,
    playing,
    readiness,
    seating,
    stacks,
    staffing,
)
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.hosting import Role
from bot.table.pausing import refuse_while_paused
from bot.table.phases import Between, Hosting, Lobby, Playing
from bot.table.staffing import Moderator
from bot.text.safe_text import quoted, safe_name
from games.catalogue import by_word, catalogue
from games.kit.notation import PLAIN
from games.kit.seats import Seat


class LobbyCommands:
    def __init__(self, context: Context, tournaments: TournamentCommands, pings: Pings, entry: Entry) -> None:
        self._store, self._repository, self._directory = context.store, context.repository, context.directory
        self._defaults, self._words = context.defaults, context.words
        self._tournaments, self._pings, self._entry = tournaments, pings, entry

    async def join(self, said: Said) -> Answer:
        if said.code:
            session, text = await self._directory.coded(said.message, said.code), " ".join(said.rest)
        else:
            session, text = await self._to_join(said)
        seated = session.seat_of(said.message.sender.id) is not None
        if not seated:
            await self._entry.check(session, said.message)

        def act(change: Change) -> None:
            if seated and text:
                seating.set_text(change, seat_of(change.session, said), text)
            else:
                seating.sit(change, said.message.sender, text)

        session = await self._repository.update(session.ref, (said.message.id,), act)
        if seated:
            return Answer(self._words(said.message).text("text-kept", code=session.code))
        return self._welcome(session, said)

    async def _to_join(self, said: Said) -> tuple[Session, str]:
        """`join`, `join K7Q`, `join my text for the dice` (for the next game, from who sits here already)."""
        here = await self._directory.around(said, fresh=True)
        if said.rest and CODE.fullmatch(said.rest[0]):
            return await self._directory.coded(said.message, said.rest[0]), " ".join(said.rest[1:])
        person = said.message.sender.id
        mine = [one for one in here if one.seat_of(person) is not None]
        if said.rest and len(mine) == 1:
            return mine[0], " ".join(said.rest)
        free = [one for one in here if one.seat_of(person) is None and has_room(one)]
        others = [one for one in here if one.seat_of(person) is None] or here
        candidates = free or others
        if not candidates:
            raise self._directory.no_table()
        on = next((one for one in here if isinstance(one.phase, Hosting)), None)
        if not free and on is not None:
            raise Refused("tournament-is-on", code=on.code)
        if not free and len(candidates) > 1:
            raise Refused("all-full", prefix=self._defaults.prefix)
        if len(candidates) > 1:
            raise Refused("which-table", codes=", ".join(session.code for session in candidates))
        return candidates[0], " ".join(said.rest)

    def _welcome(self, session: Session, said: Said) -> Answer:
        return Answer(self._words(said.message).text("welcome", code=session.code), told=True)

    async def leave(self, said: Said) -> Answer:
        session, person = await self._directory.one(said), said.message.sender.id

        def act(change: Change) -> bool:
            waited = change.session.newcomer(person) is not None
            if waited:
                crowd.take_back(change, person)
            else:
                playing.leave(change, seat_of(change.session, said), stamp_of(said.message))
            return waited

        _, waited = await self._repository.changed(session.ref, (said.message.id,), act)
        await self._directory.left(person, session)
        words = self._words(said.message)
        return Answer(words.text("stake-taken-back")) if waited else Answer(words.text("you-left"), told=True)

    async def _change(self, said: Said, act: Callable[[Change, Seat], None]) -> Answer:
        session = await self._directory.one(said)

        def checked(change: Change) -> None:
            seat = seat_of(change.session, said)
            playing.come_back(change, seat)
            act(change, seat)

        await self._repository.update(session.ref, (said.message.id,), checked)
        return Answer()

    async def _host(self, said: Said, act: Callable[[Change], None], *, says: bool = True) -> Answer:
        """What the host may say, and moderators in the host's place. `says`: the table is told that they say it."""
        session, message = await self._hosted(said), said.message

        def checked(change: Change) -> None:
            role = hosting.role_of(change.session, message)
            if role is Role.PLAYER:
                seat_of(change.session, said)
                raise Refused("only-the-host", host=hosting.host_name(change.session), verb=said.word)
            self._says(change, said, role if says else Role.HOST)
            act(change)

        session = await self._repository.update(session.ref, (message.id,), checked)
        return self._done(session, said)

    async def _hosted(self, said: Said) -> Session:
        """The table that a host's word means: where the sender sits, or for moderators the one here."""
        if said.message.rights < Rights.STAFF:
            return await self._directory.one(said)
        if said.code:
            return await self._directory.coded(said.message, said.code)
        mine = await self._directory.mine(said)
        return mine[0] if len(mine) == 1 else await self._directory.meant(said)

    @staticmethod
    def _says(change: Change, said: Said, role: Role) -> None:
        """Whoever sits here is back; what a moderator says in the host's place is told and logged."""
        sender = said.message.sender
        seat = change.session.seat_of(sender.id)
        if seat is not None:
            playing.come_back(change, seat)
        if role is Role.STAFF:
            staffing.stands_in(change, moderator_of(said), quoted(" ".join((said.word, *said.rest))))

    def _done(self, session: Session, said: Said) -> Answer:
        """Who said it elsewhere, and sees nothing of the table there, is answered."""
        seen = said.message.place in session.places or session.has(said.message.sender.id)
        return Answer() if seen else Answer(self._words(said.message).text("staff-done", code=session.code))

    async def bots(self, said: Said) -> Answer:
        count = 1
        if said.rest:
            count = PLAIN.number(said.rest[0]) if said.rest[0].isdigit() and len(said.rest[0]) < 4 else 0
        if not 1 <= count <= seating.MOST_BOTS:
            raise Refused("out-of-range", field="bots", low=1, high=seating.MOST_BOTS)
        called = tuple(self._words(said.message).text("house-bot-names").split())
        allowed = self._defaults.bots_from_bank
        return await self._host(said, lambda change: seating.add_bots(change, count, called, allowed=allowed))

    async def start(self, said: Said) -> Answer:
        """Start the next game of a table; in the lobby of a tournament all of it. Raises Refused."""
        try:
            return await self._start(said)
        except beginning.GathersForTournament:
            return await self._tournaments.start(said)

    async def _start(self, said: Said) -> Answer:
        """Start by the host's word, a moderator's, or where nobody hosts by a vote of those who sit here."""
        session, message = await self._hosted(said), said.message

        def act(change: Change) -> tuple[int, int] | None:
            hosting.refuse_in_tournament(change.session)
            beginning.refuse_gathering(change.session)
            role = hosting.role_of(change.session, message)
            if role is Role.PLAYER:
                seat_of(change.session, said)
            self._check_start(change)
            self._says(change, said, role)
            if role is Role.PLAYER and not hosting.vote_for_start(change, message.sender.id, said.word):
                return len(hosting.votes_given(change.session)), hosting.votes_needed(change.session)
            change.set(enough=False)
            beginning.begin_or_gather(change, stamp_of(message))
            return None

        session, votes = await self._repository.changed(session.ref, (message.id,), act)
        if votes is not None:
            count, needed = votes
            text = self._words(message).text("votes-for-start", count=count, needed=needed, left=needed - count)
            return Answer(text, told=needed <= hosting.MOST_VOTES_TOLD)
        return self._done(session, said)

    @staticmethod
    def _check_start(change: Change) -> None:
        """Raises Refused where a game is on, too few sit, or the next game begins by itself: no vote helps there."""
        if not isinstance(change.session.phase, Lobby | Between):
            raise Refused("game-is-on", code=change.session.code)
        refuse_while_paused(change)
        readiness.check_seats(change.session)
        hosting.refuse_cut_short(change)

    async def rebuy(self, said: Said) -> Answer:
        try:
            return await self._change(said, stacks.rebuy)
        except Refused as wrong:
            if wrong.reason.id not in {"not-seated", "not-seated-there"}:
                raise
            raise await self._no_seat_to_fill(said) from None

    async def _no_seat_to_fill(self, said: Said) -> Refused:
        """New chips are for a seat: how who has none comes to one here."""
        if said.code:
            here = [await self._directory.coded(said.message, said.code)]
        else:
            here = await self._directory.around(said)
        best = next((one for one in here if has_room(one)), here[0])
        seats = best.seats_allowed[-1]
        way = "on" if isinstance(best.phase, Playing) else "full" if len(best.seats) >= seats else "free"
        return Refused("rebuy-without-seat", prefix="!", code=best.code, way=way, seats=seats)

    async def enough(self, said: Said) -> Answer:
        def act(change: Change) -> None:
            hosting.refuse_in_tournament(change.session)
            ending.enough(change)

        return await self._host(said, act)

    async def close(self, said: Said) -> Answer:
        def act(change: Change, _: Seat) -> None:
            if change.session.host != said.message.sender.id:  # a moderator says `end`, with a reason
                raise Refused("only-the-host", host=hosting.host_name(change.session), verb=said.word)
            hosting.refuse_in_tournament(change.session)
            if isinstance(change.session.phase, Playing):
                if change.purse_table:  # a void gives the stakes back: it must not be the way out of a lost round
                    raise Refused("close-later", code=change.session.code)
                ending.void(change, f"closed by {hosting.host_name(change.session)}")
            seating.close(change)

        return await self._change(said, act)

    async def options(self, said: Said) -> Answer:
        given, rest = split_options(said.rest)
        if rest:
            session = await self._directory.meant(said)
            raise Refused("option-form", word=rest[0], example=options.option_example(session.rules))
        if not given:
            return await self.ask_about(said)

        def act(change: Change) -> None:
            if hosting.role_of(change.session, said.message) is Role.HOST:
                options.set_options(change, hosting.host_name(change.session), given)
            else:
                staffing.set_options(change, moderator_of(said), given)

        return await self._host(said, act, says=False)

    async def wallet(self, said: Said) -> Answer:
        person, venue = said.message.sender.id, said.message.venue
        at_tables = sum(
            stack_of(session, person)
            for session in await self._directory.of(person)
            if session.venue == venue and session.options.money == "purse"
        )
        return await queries.wallet(self._store, said.message, at_tables, self._words(said.message))

    async def pings(self, said: Said) -> Answer:
        """`pings on`, `off`, `dm`; alone, what is set."""
        person, words = said.message.sender.id, self._words(said.message)
        wish = ping_of(said.rest[0]) if said.rest else await self._pings.of(person)
        if wish is None:
            raise Refused("not-among", field="pings", values=", ".join(ALL))
        if said.rest:
            await self._pings.set(person, wish, heard_of(said.message))
        match wish:
            case "on":
                return Answer(words.text("pings-on"))
            case "off":
                return Answer(words.text("pings-off"))
            case "dm":
                return Answer(words.text("pings-dm"))

    async def lag(self, said: Said) -> Answer:
        """How long a word takes from the platform to us, and from us to the store and back; in ms."""
        message, words = said.message, self._words(said.message)
        began, now = time.monotonic(), self._store.clock.now()
        await self._store.balance(message.venue, "bank")
        took = round((time.monotonic() - began) * 1000)
        if not message.at:
            return Answer(words.text("lag-store", store=took))
        return Answer(words.text("lag-is", heard=max(0, now - message.at), store=took))

    async def ask_about(self, said: Said) -> Answer:
        """Commands that only tell: to the sender alone."""
        words, person = self._words(said.message), said.message.sender.id
        if said.word in {"help", "tables"}:
            return queries.general(said, words, await self._directory.around(said, fresh=True))
        if said.word == "rules":
            return await self._rules(said)
        session = await self._directory.meant(said)
        if said.word == "verify":
            return await queries.record_of(self._store, session, words)
        if said.word == "history":
            _, recent = await self._repository.last_told(session, queries.BATCHES_OF_HISTORY)
            return Answer(queries.history(session, recent, words))
        if said.word == "odds":
            return await asyncio.to_thread(queries.about, said.word, session, person, words)
        return queries.about(said.word, session, person, words)

    async def _rules(self, said: Said) -> Answer:
        """`rules`, `rules more`, `rules the reveal` of the table here; with a game's name before it, of that game."""
        words = self._words(said.message)
        game = by_word(said.rest[0]) if said.rest else None
        if game is not None:
            return queries.rules_of(game, said.rest[1:], words)
        try:
            session = await self._directory.meant(said)
        except Refused as wrong:
            if not said.rest or wrong.reason.id != "no-table":
                raise
            raise Refused("no-such-game", word=said.rest[0], games=", ".join(catalogue())) from None
        return queries.rules_here(session, said.rest, words)


def stack_of(session: Session, person: str) -> int:
    """What somebody has before them at a table, or has bought in with and waits to sit down."""
    newcomer = session.newcomer(person)
    waits = 0 if newcomer is None else newcomer.stack
    return waits + sum(seated.stack for seated in session.seats if seated.player == person)


def moderator_of(said: Said) -> Moderator:
    return Moderator(said.message.sender.id, safe_name(said.message.sender.name))
