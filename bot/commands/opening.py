"""Opening tables, and opening moves: a game's name opens, sits down, starts and plays at once."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.commands.context import Context
from bot.commands.lines import split_options
from bot.commands.moves import MoveCommands, can_now, most_of, seat_of, stamp_of
from bot.engine.directory import code_of
from bot.people.entry import Entry
from bot.ports.messages import NO_GAME, Answer, Message
from bot.ports.said import Said
from bot.render.panel import names
from bot.table import beginning, crowd, hosting, options, playing, seating
from bot.table.change import Change, Refused, no_game
from bot.table.commitments import tell_commitment
from bot.table.document import NO_SEED, OfTournament, Session, TableOptions, TournamentRules
from bot.table.fairness import Fairness
from bot.table.hosting import Role
from bot.table.new_table import Opening, new_session
from bot.table.opening import check_opening, gather, gathers_by_itself
from bot.table.phases import Between, Lobby, Playing
from bot.table.seats import Kept
from bot.text.reader import ChatReader, nearest
from bot.text.safe_text import safe_text
from games.catalogue import AnyGame, by_word, catalogue
from games.kit.contract import Abilities, Illegal
from games.kit.dice import SeededDice
from games.kit.money import Suckers
from games.kit.moves import Move, verb
from games.kit.notation import Unreadable, read_arguments, write
from games.kit.seats import Seat
from games.kit.telling import Told, say

MOST_OF_ONE: Final = 5
"""Tables that one person may have open in one place."""


class Staked(NamedTuple):
    """What became of an opening move. `how`: played; taken (nobody is told of it); kept for the start, or the next.

    `line`, `before`: the stake that is kept, and the one that it replaces.
    """

    how: Literal["played", "taken", "start", "next"]
    line: str = ""
    before: str = ""


class OpeningCommands:
    """`abilities_of`: what the adapter of a place can do."""

    def __init__(self, context: Context, moves: MoveCommands, fairness: Fairness, entry: Entry) -> None:
        self._store, self._repository, self._directory = context.store, context.repository, context.directory
        self._defaults, self._words, self._platforms = context.defaults, context.words, context.platforms
        self._moves, self._fairness, self._entry = moves, fairness, entry
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One for each place where a table is being opened by a game's name."""

    async def play(self, said: Said) -> Answer:
        """A move where its sender sits. The opening move of somebody who sits nowhere is a stake at the crowd here."""
        try:
            session = await self._moves.find(said)
        except Refused:
            table = await self._crowd_at(
                said, lambda game: game.opening is not None and verb(game.opening) == said.word
            )
            if table is None or await self._directory.mine(said):
                raise
            return await self._stake(table, said)
        return await self._play_at(session, said)

    async def _play_at(self, session: Session, said: Said) -> Answer:
        kind = next((move for move in session.rules.moves if verb(move) == said.word), None)
        if kind is None:
            raise Refused("not-now", verb=said.word)
        if kind is session.rules.opening and not kind.secret:
            return await self._stake(session, said)
        if isinstance(session.phase, Playing):
            return await self._moves.play(session, kind, said)
        raise no_game(session, self._store.clock.now())

    async def open_and_play(self, said: Said) -> Answer:
        """A game's name. Where a crowd's table of that game stands it means that table, and opens no other."""
        game = by_word(said.word)
        if game is None or game.opening is None:
            return await self.open(replace(said, word="open", rest=(said.word, *said.rest)))
        given, rest = split_options(said.rest)
        staked = replace(said, word=verb(game.opening), rest=rest)
        table = await self._crowd_at(said, lambda other: other is game)
        if table is not None:
            return await self._at_crowd(table, given, said, staked)
        async with self._turns.setdefault(said.message.place, asyncio.Lock()):  # two may open a crowd's table at once
            table = await self._crowd_at(said, lambda other: other is game)
            if table is None and (answer := await self._known_here(game, given, staked)) is not None:
                return answer
            table = table or await self._crowd_at(said, lambda other: other is game, fresh=True)
            if table is None:
                return await self._open_with(game, given, staked)
        return await self._at_crowd(table, given, said, staked)

    async def _at_crowd(self, table: Session, given: dict[str, str], said: Said, staked: Said) -> Answer:
        refuse_other_options(table, given, said)
        return await (self._stake(table, staked) if staked.rest else self._sit(table, staked))

    async def _crowd_at(self, said: Said, wanted: Callable[[AnyGame], bool], *, fresh: bool = False) -> Session | None:
        """The table of a crowd that a line means: where its sender sits, or there is room, or any that stands here."""
        person, private = said.message.sender.id, said.message.private
        around = await self._directory.around(said, fresh=fresh) or (
            await self._directory.of(person) if private else []
        )
        crowds = [one for one in around if one.gathers is not None and wanted(one.rules)]
        if said.code:
            crowds = [one for one in crowds if one.code == said.code]
        mine = [one for one in crowds if one.has(person)]
        free = [one for one in crowds if crowd.has_room_after(one)]
        return next(iter((*mine, *free, *crowds)), None)

    async def _known_here(self, game: AnyGame, given: dict[str, str], said: Said) -> Answer | None:
        """The answer at one's own table of this game, or at one that waits for people; None where there is none."""
        person = said.message.sender.id
        around = [one for one in await self._directory.around(said) if one.game == game.name]
        mine = [one for one in around if one.seat_of(person) is not None]
        free = [one for one in around if has_room(one)]
        if mine and not said.rest:
            raise Refused("you-sit-already", code=mine[0].code)
        if given:
            return None
        if mine:
            return await self._play_at(next((one for one in mine if can_now(one, said)), mine[0]), said)
        if free:
            return await (self._stake(free[0], said) if said.rest else self._sit(free[0], said))
        return None

    async def _open_with(self, game: AnyGame, given: dict[str, str], said: Said) -> Answer:
        """A new table, with an opening move if one is given."""
        if not said.rest:
            return await self._open_table(game, given, said, lambda _: None)
        line = opening_line(game, given, said)
        return await self._open_table(game, given, said, lambda change: self._begin_with(change, line, said))

    async def _sit(self, table: Session, said: Said) -> Answer:
        """Sit down without a stake."""
        if not table.has(said.message.sender.id):
            await self._entry.check(table, said.message)

        def act(change: Change) -> None:
            seating.sit(change, said.message.sender, own_text(said.message))

        session = await self._repository.update(table.ref, (said.message.id,), act)
        return Answer(self._words(said.message).text("welcome", code=session.code), told=True)

    async def _stake(self, table: Session, said: Said) -> Answer:
        """An opening move: played, kept for the start, or while a crowd's round is on for the next one.

        Who does not sit here sits down with it. Judged on the table as it is by then: two may speak at once.
        """
        person, opening = said.message.sender, table.rules.opening
        if opening is None:
            raise Refused("not-now", verb=said.word)
        sits = table.has(person.id)
        if not sits:
            await self._entry.check(table, said.message)

        def act(change: Change) -> Staked:
            return self._staked(change, opening, said)

        try:
            session, staked = await self._repository.changed(table.ref, (said.message.id,), act)
        except (Illegal, Unreadable) as wrong:
            return await self._moves.explain(table.ref, wrong, said)
        return Answer() if staked is None else self._answer(session, said, staked, sits=sits)

    def _staked(self, change: Change, opening: type[Move], said: Said) -> "Staked":
        """Raises Refused, Illegal and Unreadable."""
        session = change.session
        seat = session.seat_of(said.message.sender.id)
        if not isinstance(session.phase, Playing):
            return self._staked_between(change, opening, said)
        may = seat is not None and any(one.move is opening for one in playing.legal(session, seat))
        if session.gathers is not None and not may:
            return self._staked_for_next(change, opening, said)
        if seat is None:
            raise Refused("game-is-on", code=session.code)
        return Staked("played" if self._moves.act(change, opening, said) else "taken")

    def _staked_between(self, change: Change, opening: type[Move], said: Said) -> "Staked":
        if said.message.ask not in {"", NO_GAME}:
            raise Refused("moved-on")
        seat = change.session.seat_of(said.message.sender.id)
        if seat is None:
            seat = seating.sit(change, said.message.sender, own_text(said.message))
        playing.come_back(change, seat)
        before = change.session.seats[seat].opening
        line = write(read_arguments(opening, said.rest, self._moves.reader(change.session, seat, said)))
        self._begin_with(change, line, said)
        waits = isinstance(change.session.phase, Lobby | Between) and change.session.seats[seat].opening
        return Staked("start" if waits else "played", line, before)

    def _staked_for_next(self, change: Change, opening: type[Move], said: Said) -> "Staked":
        """While a crowd's round is on, also by a button of the lobby before it."""
        seat = change.session.seat_of(said.message.sender.id)
        if seat is not None:
            playing.come_back(change, seat)
        line = write(read_arguments(opening, said.rest, self._reader_after(change.session, said)))
        before = crowd.keep(change, said.message.sender, Kept(line, own_text(said.message)))
        return Staked("next", line, before)

    def _reader_after(self, session: Session, said: Said) -> ChatReader:
        """How a stake for the next round is read."""
        person = said.message.sender.id
        stack, legal = crowd.stack_for_next(session, person), crowd.openings_after(session, person)
        return ChatReader(names(session, self._words(said.message)), stack, most_of(legal, stack))

    def _answer(self, session: Session, said: Said, staked: "Staked", *, sits: bool) -> Answer:
        words, changed = self._words(said.message), bool(staked.before) and staked.before != staked.line
        stakes: dict[str, str] = {"stake": staked.line, "before": staked.before}
        welcome = "" if sits else words.text("welcome", code=session.code)
        match staked.how:
            case "taken":
                return self._moves.taken(said)
            case "next" if changed:
                return Answer(words.text("changed-for-next", code=session.code, **stakes), told=True)
            case "next":
                return Answer(words.text("kept-for-next", code=session.code, stake=staked.line), told=True)
            case "start" if changed:
                return Answer(words.text("changed-for-start", **stakes))
            case "start":
                kept = words.text("kept-for-start", verb=said.word)
                return Answer(f"{welcome} {kept}".strip(), told=not sits)
            case "played":
                return Answer(welcome, told=not sits)

    def _kept(self, session: Session, said: Said) -> str:
        """That an opening move is kept for the start; empty where it was played."""
        if not isinstance(session.phase, Lobby | Between) or not session.seats[seat_of(session, said)].opening:
            return ""
        return self._words(said.message).text("kept-for-start", verb=said.word)

    def _begin_with(self, change: Change, line: str, said: Said) -> None:
        """Keep the opening move; begin at once where nobody is waited for, else when the lobby's time is up."""
        session = change.session
        seat = seat_of(session, said)
        check_opening(change, seat, line)
        seated = session.seats[seat]
        text = seated.text if session.gathers is None else seated.text or own_text(said.message)
        change.session = session.with_seat(seat, replace(seated, opening=line, text=text))
        if session.gathers is not None:
            if gathers_by_itself(session):
                gather(change, session.gathers)
        elif begins_at_once(session, said):
            beginning.begin(change, stamp_of(said.message))
        change.touched()

    async def open(self, said: Said) -> Answer:
        """A table of one's own: `open GAME`, with a first stake and options if one likes."""
        given, rest = split_options(said.rest)
        games_here = ", ".join(catalogue())
        if not rest:
            raise Refused("which-game", games=games_here)
        game = by_word(rest[0])
        if game is None:
            close = nearest(rest[0], list(catalogue()))
            raise Refused("no-such-game", word=rest[0], games=", ".join(close) or games_here)
        if len(rest) == 1:
            return await self._open_table(game, given, said, lambda _: None)
        if game.opening is None or not any(sign.isdigit() for sign in rest[1]):
            raise Refused("option-form", word=rest[1], example=options.option_example(game))
        return await self._open_with(game, given, replace(said, word=verb(game.opening), rest=rest[1:]))

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
            raise self._directory.no_table()
        around = await self._directory.around(said)
        if sum(one.host == message.sender.id for one in around) >= MOST_OF_ONE:
            raise Refused("too-many-of-yours", most=MOST_OF_ONE)
        ref, now = await self._directory.claim(message.venue), self._store.clock.now()
        opening = Opening(ref.table, code_of(ref), message.venue, message.place, message.sender, now)
        pledge = self._fairness.pledge(message.venue, message.place, 0)
        plain = TableOptions(pace=self._defaults.pace)
        session = new_session(game, given, opening, pledge, self._platforms.abilities_of(message.place), plain)
        session = replace(session, tournament=tournament)

        def act(change: Change) -> None:
            seat = seating.take_seat(change, message.sender)
            self._tell_opened(change, change.called[seat])
            then(change)

        opened = await self._repository.open(session, (message.id,), act)
        await self._directory.kept(opened)
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
        for message, lacking in lacks(session):
            change.say(message, options=lacking)
        if session.options.money == "purse":
            change.say("money-purse", buyin=session.options.buyin)
            if session.given.get("pay") != "banker" and "pay" in session.rules.options.model_fields:
                change.say("purse-suggests-banker")


def lacks(session: Session) -> Iterator[tuple[str, str]]:
    """The options that are not as they would be at a place that can do everything, and why: `memory=off`."""
    full = session.rules.defaults(session.given, Abilities())
    chosen = {key: options.as_typed(value) for key, value in session.game_options.model_dump(mode="json").items()}
    lacking = {
        "opened-cannot-take-back": Abilities(takes_back=session.abilities.takes_back),
        "opened-with-delay": Abilities(equal_delay=session.abilities.equal_delay),
    }
    for message, abilities in lacking.items():
        here = session.rules.defaults(session.given, abilities)
        other = {key: options.as_typed(value) for key, value in here.items() if full.get(key) != value}
        if plain := ", ".join(f"{key}={value}" for key, value in other.items() if key not in session.given):
            yield message, plain
        wished = {key: chosen[key] for key, value in other.items() if chosen[key] != value}
        if wished and not abilities.takes_back:
            yield "opened-all-the-same", ", ".join(f"{key}={value}" for key, value in wished.items())


def opening_line(game: AnyGame, given: dict[str, str], said: Said) -> str:
    """The opening move of somebody not seated yet, in the notation; `all` is the most that it will be allowed to be."""
    table, own = options.table_options(game, given, TableOptions())
    options.check_options(game, own, Abilities())
    stack = Suckers(table.buyin) if table.money == "purse" else game.stack(game.options_from(own))
    if game.opening is None:
        return ""
    chosen = game.options_from(own)
    step = game.start(chosen, (stack,) * game.seats(chosen)[0], SeededDice(NO_SEED, "", b""), None)
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


def begins_at_once(session: Session, said: Said) -> bool:
    """Whether an opening move begins the game: in the lobby at a full table, later the host's or of somebody alone.

    Not where the next game begins by itself.
    """
    sitting, allowed = len(session.seats), session.seats_allowed
    if not isinstance(session.phase, Between):
        return sitting == allowed[-1]
    hosts = hosting.role_of(session, said.message) is Role.HOST or len(session.people) == 1
    return sitting in allowed and hosts and session.phase.starts_at is None


def refuse_other_options(table: Session, given: dict[str, str], said: Said) -> None:
    """Raises Refused for options that the crowd's table here has not: another table is opened by another word."""
    chosen = {**table.game_options.model_dump(mode="json"), **options.hosts_options(table)}
    if all(key in chosen and options.as_typed(chosen[key]) == value for key, value in given.items()):
        return
    stake = options.opening_example(table.rules)
    other = " ".join((table.rules.name, stake, *(f"{key}={value}" for key, value in given.items())))
    line = f"{safe_text(said.word, 20)} {stake}"
    raise Refused("crowd-stands-here", code=table.code, line=line, other=safe_text(other, 120))
