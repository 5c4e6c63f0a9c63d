"""Stakes: opening moves that are played, kept for the start, or while a crowd's round is on for the next one."""

from typing import Literal, NamedTuple

from msgspec.structs import replace

from bot.commands.context import Context
from bot.commands.moves import MoveCommands, Proof, most_of, seat_of, stamp_of, stamped
from bot.people.entry import Entry
from bot.ports.messages import NO_GAME, Answer, Reply
from bot.ports.said import Said
from bot.render.panel import legal_moves, names
from bot.table import beginning, crowd, hosting, options, playing, seating
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.hosting import Role
from bot.table.opening import check_opening, gather, gathers_by_itself
from bot.table.phases import Between, Lobby, Playing
from bot.table.seats import Kept
from bot.table.ways_in import besides_stake
from bot.text.reader import ChatReader
from games.kit.contract import Illegal
from games.kit.moves import Move
from games.kit.notation import Unreadable, read_arguments, write
from games.kit.telling import Say


class Staked(NamedTuple):
    """The fate of an opening move. `how`: played; taken (nobody is told of it); kept for the start, or the next round.

    `line`, `before`: the stake that is kept, and the one that it replaces. `proof`: of the move, where it was played.
    `bought`: what was taken out of a purse for it, while a crowd's round is on.
    """

    how: Literal["played", "taken", "start", "next"]
    line: str = ""
    before: str = ""
    proof: Proof = Proof()
    bought: int = 0


class NotStakeAlone(Exception):  # noqa: N818 - as `Refused`
    """Say that a stake, or a game's name, would sit its sender down with more to lose than they said (threats T4)."""

    def __init__(self, session: Session, risk: Say) -> None:
        super().__init__(session.code)
        self.session, self.risk = session, risk


class StakeCommands:
    """Sit people down, and take their opening moves."""

    def __init__(self, context: Context, moves: MoveCommands, entry: Entry) -> None:
        self._repository, self._words = context.repository, context.words
        self._moves, self._entry = moves, entry

    async def sit(self, table: Session, said: Said) -> Reply:
        """Seat the sender without a stake, who said a game's name alone. Raises Refused."""
        if not table.has(said.message.sender.id):
            await self._entry.check(table, said.message)

        def act(change: Change) -> None:
            refuse_unknowing(change.session, said)
            seating.sit(change, said.message.sender, makes_way=said.message.makes_way)

        try:
            session = await self._repository.update(table.ref, (said.message.id,), act)
        except NotStakeAlone as more:
            return self._warned(more, said)
        return Answer(self._words(said.message).text("welcome", code=session.code), told=True)

    async def stake(self, table: Session, said: Said) -> Reply:
        """Play an opening move, keep it for the start, or while a crowd's round is on for the next one.

        Whoever does not sit here sits down with it. It is judged on the table as it is by then: two may speak at once.
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
        except NotStakeAlone as more:
            return self._warned(more, said)
        except (Illegal, Unreadable) as wrong:
            return await self._moves.explain(table.ref, wrong, said)
        return Answer() if staked is None else self._answer(session, said, staked, sits=sits)

    def _warned(self, more: NotStakeAlone, said: Said) -> Reply:
        """Say what may be lost at a table besides a stake, and the line that sits its sender down all the same."""
        session, words = more.session, self._words(said.message)
        risk, chosen = words.sentence(more.risk, game=session.rules), options.in_a_line(options.special(session))
        buyin = session.options.from_purses
        text = words.text("stake-is-not-all", code=session.code, buyin=buyin, risk=risk, options=chosen)
        return Answer(text, ok=False, confirm=f"{session.code} join")

    def _staked(self, change: Change, opening: type[Move], said: Said) -> "Staked":
        """Stake in one step of a table, and return what became of it. Raises Refused, Illegal and Unreadable."""
        session = change.session
        refuse_unknowing(session, said)
        seat = session.seat_of(said.message.sender.id)
        if not isinstance(session.phase, Playing):
            return self._staked_between(change, opening, said)
        may = seat is not None and any(one.move is opening for one in playing.legal(session, seat))
        if session.gathers is not None and not may:
            return self._staked_for_next(change, opening, said)
        if seat is None:
            raise Refused("game-is-on", code=session.code)
        done = self._moves.act(change, opening, said)
        return Staked("played" if done.told else "taken", proof=done.proof)

    def _staked_between(self, change: Change, opening: type[Move], said: Said) -> "Staked":
        if said.message.ask not in {"", NO_GAME}:
            raise Refused("moved-on")
        if change.session.practice is not None:
            raise Refused("practice-begins-so", code=change.session.code)
        seat = change.session.seat_of(said.message.sender.id)
        if seat is None:
            seat = seating.sit(change, said.message.sender, makes_way=said.message.makes_way)
        playing.come_back(change, seat)
        before = change.session.seats[seat].opening
        reader = self._moves.reader(change.session, seat, said, legal_moves(change.session, seat))
        line = write(read_arguments(opening, said.rest, reader))
        begin_with(change, line, said)
        waits = isinstance(change.session.phase, Lobby | Between) and change.session.seats[seat].opening
        return Staked("start" if waits else "played", line, before)

    def _staked_for_next(self, change: Change, opening: type[Move], said: Said) -> "Staked":
        """Keep a stake for the next round while a crowd's is on; a button of the lobby before it counts, too."""
        seat = change.session.seat_of(said.message.sender.id)
        if seat is not None:
            playing.come_back(change, seat)
        line = write(read_arguments(opening, said.rest, self._reader_after(change.session, said)))
        person = said.message.sender
        sits = change.session.has(person.id)
        before = crowd.keep(change, person, Kept(line, stamp_of(said.message)))
        bought = change.session.options.from_purses if not sits else 0
        return Staked("next", line, before, bought=bought)

    def _reader_after(self, session: Session, said: Said) -> ChatReader:
        """Return the reader of a stake for the next round."""
        person = said.message.sender.id
        stack, legal = crowd.stack_for_next(session, person), crowd.openings_after(session, person)
        return ChatReader(names(session, self._words(said.message)), stack, most_of(legal, stack))

    def _answer(self, session: Session, said: Said, staked: "Staked", *, sits: bool) -> Reply:
        words, changed = self._words(said.message), bool(staked.before) and staked.before != staked.line
        stakes: dict[str, str] = {"stake": staked.line, "before": staked.before}
        welcome = "" if sits else words.text("welcome", code=session.code)
        match staked.how:
            case "taken":
                return self._moves.taken(said, staked.proof)
            case "next" if changed:
                return Answer(words.text("changed-for-next", code=session.code, **stakes), told=True)
            case "next":
                kept = words.text("kept-for-next", code=session.code, stake=staked.line)
                taken = words.text("bought-for-next", amount=staked.bought) if staked.bought else ""
                return Answer(f"{kept} {taken}".strip(), told=True)
            case "start" if changed:
                return Answer(words.text("changed-for-start", **stakes))
            case "start":
                kept = words.text("kept-for-start", verb=said.word)
                return Answer(f"{welcome} {kept}".strip(), told=not sits)
            case "played":
                return Answer(welcome, told=not sits)


def refuse_unknowing(session: Session, said: Said) -> None:
    """Raise NotStakeAlone for whoever does not sit here, and would sit down with more at risk than they say."""
    risk = besides_stake(session)
    if risk is not None and not session.has(said.message.sender.id):
        raise NotStakeAlone(session, risk)


def begin_with(change: Change, line: str, said: Said) -> None:
    """Keep the opening move; begin at once where nobody is waited for, else when the lobby's time is up."""
    session = change.session
    seat = seat_of(session, said)
    check_opening(change, seat, line)
    seated = session.seats[seat]
    text = seated.text if session.gathers is None else seated.text or stamp_of(said.message)
    change.session = session.with_seat(seat, replace(seated, opening=line, text=text))
    if session.gathers is not None:
        if gathers_by_itself(session):
            gather(change, session.gathers)
    elif begins_at_once(session, said):
        beginning.begin(change, stamped(change, said.message))
    change.touched()


def open_with_stake(change: Change, line: str, said: Said) -> None:
    """Keep the opening move of who opens a table; who has nothing to stake there hears why, and has it without one.

    Raises Illegal for a stake that is wrong where another would do.
    """
    try:
        begin_with(change, line, said)
    except Illegal as wrong:
        if wrong.legal or change.session.gathers is None:
            raise
        change.say("opened-without-stake", to=seat_of(change.session, said), why=wrong.reason)


def begins_at_once(session: Session, said: Said) -> bool:
    """Tell whether an opening move begins the game: in the lobby at a full table, later the host's or a lone player's.

    Not where the next game begins by itself.
    """
    sitting, allowed = len(session.seats), session.seats_allowed
    if not isinstance(session.phase, Between):
        return sitting == allowed[-1]
    hosts = hosting.role_of(session, said.message) is Role.HOST or len(session.people) == 1
    return sitting in allowed and hosts and session.phase.starts_at is None
