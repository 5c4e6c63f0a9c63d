"""Opening tables, and opening moves: a game's name opens, sits down, starts and plays at once."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from bot.commands import Said, split_options
from bot.entry import Entry
from bot.fairness import Fairness
from bot.manners import Manners
from bot.messages import NO_GAME, Answer, Message
from bot.moves import Moves, WordsOf, can_now, most_of, seat_of, stamp_of
from bot.reader import ChatReader, nearest
from bot.session import Between, Lobby, OfTournament, Playing, Session, TableOptions, TournamentRules
from bot.sessions import Sessions
from bot.table import playing as games
from bot.table import seating
from bot.table.change import Change, Refused, no_game
from bot.table.seating import Opening, new_session
from bot.tables import AbilitiesOf, Tables, code_of
from games.catalogue import AnyGame, by_word, catalogue
from games.contract import Abilities, Illegal
from games.dice import SeededDice
from games.money import Suckers
from games.moves import Move, verb
from games.notation import Unreadable, read_arguments, write
from games.seats import Seat
from games.telling import Told, say
from persistence import Store, TableRef

MOST_OF_ONE: Final = 5
"""Tables that one person may have open in one place."""


class Openings:
    """`abilities_of`: what the adapter of a place can do."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that a new table needs
        self,
        store: Store,
        sessions: Sessions,
        tables: Tables,
        moves: Moves,
        fairness: Fairness,
        manners: Manners,
        words: WordsOf,
        abilities_of: AbilitiesOf,
        entry: Entry,
    ) -> None:
        self._entry = entry
        self._store, self._sessions, self._tables, self._moves = store, sessions, tables, moves
        self._fairness, self._manners, self._words, self._abilities_of = fairness, manners, words, abilities_of

    async def play_at(self, session: Session, said: Said) -> Answer:
        kind = next((move for move in session.rules.moves if verb(move) == said.word), None)
        if kind is None:
            raise Refused("not-now", verb=said.word)
        if kind is session.rules.opening and not kind.secret:
            return await self._open_at(session.ref, kind, said)
        if isinstance(session.phase, Playing):
            return await self._moves.play(session, kind, said)
        raise no_game(session, self._store.clock.now())

    async def open_and_play(self, said: Said) -> Answer:
        game = by_word(said.word)
        if game is None or game.opening is None:
            return await self.open(replace(said, word="open", rest=(said.word, *said.rest)))
        given, rest = split_options(said.rest)
        said = replace(said, word=verb(game.opening), rest=rest)
        if not rest:
            return await self._open_or_sit(game, given, said)
        person = said.message.sender.id
        around = [one for one in await self._tables.around(said) if one.game == game.name]
        mine = [one for one in around if one.seat_of(person) is not None] if not given else []
        if mine:
            best = next((one for one in mine if can_now(one, said)), mine[0])
            return await self.play_at(best, said)
        free = [one for one in around if has_room(one)] if not given else []
        line = opening_line(game, given, said)
        if free:
            return await self._sit_and_play(free[0], line, said)
        return await self._open_table(game, given, said, lambda change: self._begin_with(change, line, said))

    async def _open_or_sit(self, game: AnyGame, given: dict[str, str], said: Said) -> Answer:
        """A game's name alone: sit down at the table that waits for people, else open one."""
        around = [one for one in await self._tables.around(said) if one.game == game.name]
        if any(one.seat_of(said.message.sender.id) is not None for one in around):
            raise Refused("you-sit-already", code=around[0].code)
        free = [one for one in around if has_room(one)] if not given else []
        if free:
            return await self._sit_and_play(free[0], "", said)
        return await self._open_table(game, given, said, lambda _: None)

    async def _sit_and_play(self, table: Session, line: str, said: Said) -> Answer:
        await self._entry.check(table, said.message)

        def act(change: Change) -> None:
            seating.sit(change, said.message.sender, own_text(said.message), "")
            if line:
                self._begin_with(change, line, said)

        try:
            session = await self._sessions.alter(table.ref, (said.message.id,), act)
        except Illegal as wrong:
            return await self._moves.explain(table.ref, wrong, said)
        welcome = self._words(said.message).text("welcome", code=session.code)
        return Answer(f"{welcome} {self._kept(session, said)}".strip(), told=True)

    async def _open_at(self, ref: TableRef, opening: type[Move], said: Said) -> Answer:
        """An opening move while no game is on: it starts the next one, or is kept for the start.

        Judged on the table as it is by then: two may speak at once, and the first of them starts the game.
        """
        silent: list[bool] = []

        def act(change: Change) -> None:
            silent.clear()
            if isinstance(change.session.phase, Playing):
                silent.append(not self._moves.act(change, opening, said))
                return
            if said.message.ask not in {"", NO_GAME}:
                raise Refused("moved-on")
            seat = seat_of(change.session, said)
            line = write(read_arguments(opening, said.rest, self._moves.reader(change.session, seat, said)))
            games.come_back(change, seat)
            self._begin_with(change, line, said)

        try:
            session = await self._sessions.alter(ref, (said.message.id,), act)
        except (Illegal, Unreadable) as wrong:
            return await self._moves.explain(ref, wrong, said)
        if any(silent):
            return self._moves.taken(said)
        return Answer(self._kept(session, said))

    def _kept(self, session: Session, said: Said) -> str:
        """That an opening move is kept for the start; empty where it was played."""
        if not isinstance(session.phase, Lobby | Between) or not session.seats[seat_of(session, said)].opening:
            return ""
        return self._words(said.message).text("kept-for-start", verb=said.word)

    def _begin_with(self, change: Change, line: str, said: Said) -> None:
        """Keep the opening move; begin at once where nobody is waited for, else when the lobby's time is up."""
        session = change.session
        seat = seat_of(session, said)
        games.check_opening(change, seat, line)
        seated = session.seats[seat]
        allowed, gathers = session.seats_allowed, session.rules.gathers(session.game_options)
        text = seated.text if gathers is None else seated.text or own_text(said.message)
        change.session = session.with_seat(seat, replace(seated, opening=line, text=text))
        if gathers is not None:
            games.gather(change, gathers)
        elif len(session.seats) == allowed[-1] or (
            isinstance(session.phase, Between) and len(session.seats) in allowed
        ):
            games.begin(change, stamp_of(said.message))
        change.touched()

    async def open(self, said: Said) -> Answer:
        given, rest = split_options(said.rest)
        games_here = ", ".join(catalogue())
        if not rest:
            raise Refused("which-game", games=games_here)
        game = by_word(rest[0])
        if game is None:
            close = nearest(rest[0], list(catalogue()))
            raise Refused("no-such-game", word=rest[0], games=", ".join(close) or games_here)
        if len(rest) > 1:
            raise Refused("option-form", word=rest[1], example=seating.option_example(game))
        return await self._open_table(game, given, said, lambda _: None)

    async def open_tournament(
        self, said: Said, game: AnyGame, given: dict[str, str], tournament: TournamentRules
    ) -> Answer:
        """A lobby in which people gather; its host starts the tournament. Raises Refused."""
        return await self._open_table(game, given, said, lambda _: None, tournament)

    async def _open_table(
        self,
        game: AnyGame,
        given: dict[str, str],
        said: Said,
        then: Callable[[Change], None],
        tournament: TournamentRules | None = None,
    ) -> Answer:
        message = said.message
        if not message.place:
            raise self._tables.no_table()
        around = await self._tables.around(said)
        if sum(one.host == message.sender.id for one in around) >= MOST_OF_ONE:
            raise Refused("too-many-of-yours", most=MOST_OF_ONE)
        ref, now = await self._tables.claim(message.venue), self._store.clock.now()
        opening = Opening(ref.table, code_of(ref), message.venue, message.place, message.sender, now)
        pledge = self._fairness.pledge(message.venue, message.place, 0)
        plain = TableOptions(pace=self._manners.pace)
        session = new_session(game, given, opening, pledge, self._abilities_of(message.place), plain)
        session = replace(session, tournament=tournament)

        def act(change: Change) -> None:
            seat = seating.sit(change, message.sender, "", "")
            change.batches.clear()
            change.set(told_to_all=0)
            self._tell_opened(change, change.called[seat])
            then(change)

        opened = await self._sessions.open(session, (message.id,), act)
        await self._tables.kept(opened)
        return Answer(self._kept(opened, said))

    def _tell_opened(self, change: Change, host: str) -> None:
        session = change.session
        seats, title = session.seats_allowed[-1], say("game-title")
        named: dict[str, Told] = {"code": session.code, "game": title, "seats": seats, "host": host}
        if session.tournament is None:
            change.tell(say("table-opened", **named, dice="none" if seats == 1 else "text"))
        else:
            change.tell(say("tournament-opened", **named))
        tell_commitment(change)
        for message, options in lacks(session):
            change.say(message, options=options)
        if session.options.money == "purse":
            change.say("money-purse", buyin=session.options.buyin)
            if session.given.get("pay") != "banker" and "pay" in session.rules.options.model_fields:
                change.say("purse-suggests-banker")


def tell_commitment(change: Change) -> None:
    """The commitment to a new table's first game, before anybody sits down (`docs/fairness.md`)."""
    pledge, rules = change.session.pledge, change.session.rules.version
    change.say("fair-commitment", number=pledge.n, commitment=pledge.commitment, rules=rules, key=pledge.key)


def lacks(session: Session) -> Iterator[tuple[str, str]]:
    """The options that are not as they would be at a place that can do everything, and why: `memory=off`."""
    full = session.rules.defaults(session.given, Abilities())
    chosen = {key: seating.as_typed(value) for key, value in session.game_options.model_dump(mode="json").items()}
    lacking = {
        "opened-cannot-take-back": Abilities(takes_back=session.abilities.takes_back),
        "opened-with-delay": Abilities(equal_delay=session.abilities.equal_delay),
    }
    for message, abilities in lacking.items():
        here = session.rules.defaults(session.given, abilities)
        other = {key: seating.as_typed(value) for key, value in here.items() if full.get(key) != value}
        if options := ", ".join(f"{key}={value}" for key, value in other.items() if key not in session.given):
            yield message, options
        wished = {key: chosen[key] for key, value in other.items() if chosen[key] != value}
        if wished and not abilities.takes_back:
            yield "opened-all-the-same", ", ".join(f"{key}={value}" for key, value in wished.items())


def opening_line(game: AnyGame, given: dict[str, str], said: Said) -> str:
    """The opening move of somebody not seated yet, in the notation; `all` is the most that it will be allowed to be."""
    table, own = seating.table_options(game, given, TableOptions())
    seating.check_options(game, own, Abilities())
    stack = Suckers(table.buyin) if table.money == "purse" else game.stack(game.options_from(own))
    if game.opening is None:
        return ""
    options = game.options_from(own)
    step = game.start(options, (stack,) * game.seats(options)[0], SeededDice(games.NO_SEED, "", b""), None)
    offers = [move for move in game.legal_moves(step.state, Seat(0)) if move.move is game.opening]
    most = most_of(offers, stack)
    try:
        return write(read_arguments(game.opening, said.rest, ChatReader((), stack, most)))
    except Unreadable as wrong:
        raise Refused(wrong.reason.id, **wrong.reason.args) from None


def own_text(message: Message) -> str:
    """The text of somebody who sits down by an opening move: the platform's id of that message, if it made it."""
    return message.id if message.stamp else ""


def has_room(session: Session) -> bool:
    """Whether somebody may sit down now; the seats of a tournament's tables are drawn."""
    waits = isinstance(session.phase, Lobby | Between) and not isinstance(session.tournament, OfTournament)
    return waits and len(session.seats) < session.seats_allowed[-1]
