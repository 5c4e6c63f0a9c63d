"""Stakes: opening moves that are played, kept for the start, or kept for the next round of a crowd."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec.structs import replace

from bot.commands.moves import MoveCommands, Proof, most_of, of_kind, seat_of, stamp_of, stamped
from bot.engine.repository import Repository
from bot.people.entry import Entry
from bot.people.languages import WordsOf
from bot.ports.messages import NO_GAME, Answer, Reply
from bot.ports.said import Said
from bot.render.panel import legal_moves, names
from bot.table import beginning, crowd, hosting, options, playing, seating
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.hosting import Role
from bot.table.opening import check_opening, gather, gathers_by_itself
from bot.table.phases import Between, Lobby, Playing
from bot.table.queueing import besides_stake
from bot.table.seats import Kept
from bot.text.reader import ChatReader
from games.kit.contract import Illegal
from games.kit.moves import Move
from games.kit.notation import Unreadable, read_arguments, write
from games.kit.telling import Say


class Staked(NamedTuple):
    """What became of an opening move. `how`: played; taken (not announced); kept for the start, or for the next round.

    `line`, `before`: the stake that is kept, and the one that it replaces. `proof`: of the move, if it was played.
    `bought`: what was taken out of a purse for it during a crowd's round.
    """

    how: Literal["played", "taken", "start", "next"]
    line: str = ""
    before: str = ""
    proof: Proof = Proof()
    bought: int = 0


class NotStakeAlone(Exception):  # noqa: N818 - named as `Refused` is
    """Raised if a stake, or a game's name, would put more of its sender's money at risk than they said (threats T4)."""

    def __init__(self, session: Session, risk: Say) -> None:
        super().__init__(session.code)
        self.session, self.risk = session, risk


@dataclass(eq=False)
class StakeCommands:
    """Sit people down, and take their opening moves."""

    repository: Repository
    words: WordsOf
    moves: MoveCommands
    entry: Entry

    async def sit(self, table: Session, said: Said) -> Reply:
        """Seat the sender, who said only a game's name, without a stake. Raises Refused."""
        if not table.has(said.message.sender.id):
            await self.entry.check(table, said.message)
        sitter = await self.entry.with_face(said.message.sender)

        def act(change: Change) -> None:
            refuse_unknowing(change.session, said)
            self.entry.check_still(change.session, table)
            seating.sit(change, sitter, makes_way=said.message.makes_way)

        try:
            session = await self.repository.update(table.ref, (said.message.id,), act)
        except NotStakeAlone as more:
            return self._warned(more, said)
        return Answer(self.words(said.message).text("welcome", code=session.code), told=True)

    async def stake(self, table: Session, said: Said) -> Reply:
        """Play an opening move, or keep it for the start, or for the next round if a crowd's round is on.

        It also seats a sender who does not sit here. It is checked against the table as it is by then, since two people
        may act at once.
        """
        person, opening = said.message.sender, table.rules.opening
        if opening is None:
            raise Refused("not-now", verb=said.word)
        sits = table.has(person.id)
        if not sits:
            await self.entry.check(table, said.message)
            said = replace(said, message=replace(said.message, sender=await self.entry.with_face(person)))

        def act(change: Change) -> Staked:
            if not sits:
                self.entry.check_still(change.session, table)
            return self._staked(change, opening, said)

        try:
            session, staked = await self.repository.changed(table.ref, (said.message.id,), act)
        except NotStakeAlone as more:
            return self._warned(more, said)
        except (Illegal, Unreadable) as wrong:
            return await self.moves.explain(table.ref, wrong, said)
        return Answer() if staked is None else self._answer(session, said, staked, sits=sits)

    def _warned(self, more: NotStakeAlone, said: Said) -> Reply:
        """Say what may be lost at a table besides the stake, and the line that seats the sender anyway."""
        session, words = more.session, self.words(said.message)
        risk, chosen = words.sentence(more.risk, game=session.rules), options.in_a_line(options.special(session))
        buyin = session.options.from_purses
        text = words.text("stake-is-not-all", code=session.code, buyin=buyin, risk=risk, options=chosen)
        return Answer(text, ok=False, confirm=f"{session.code} join")

    def _staked(self, change: Change, opening: type[Move], said: Said) -> "Staked":
        """Make the stake in one step of a table, and return what became of it.

        Raises Refused, Illegal and Unreadable.
        """
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
        done = self.moves.act(change, opening, said)
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
        legal = of_kind(legal_moves(change.session, seat), opening)
        reader = self.moves.reader(change.session, seat, said, legal)
        line = write(read_arguments(opening, said.rest, reader))
        begin_with(change, line, said)
        waits = isinstance(change.session.phase, Lobby | Between) and change.session.seats[seat].opening
        return Staked("start" if waits else "played", line, before)

    def _staked_for_next(self, change: Change, opening: type[Move], said: Said) -> "Staked":
        """Keep a stake for the next round during a crowd's round; also from a button of the lobby before it."""
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
        return ChatReader(names(session, self.words(said.message)), stack, most_of(legal, stack))

    def _answer(self, session: Session, said: Said, staked: "Staked", *, sits: bool) -> Reply:
        words, changed = self.words(said.message), bool(staked.before) and staked.before != staked.line
        stakes: dict[str, str] = {"stake": staked.line, "before": staked.before}
        welcome = "" if sits else words.text("welcome", code=session.code)
        match staked.how:
            case "taken":
                return self.moves.taken(said, staked.proof)
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
    """Raise NotStakeAlone for somebody who does not sit here, and would put more at risk than they said."""
    risk = besides_stake(session)
    if risk is not None and not session.has(said.message.sender.id):
        raise NotStakeAlone(session, risk)


def begin_with(change: Change, line: str, said: Said) -> None:
    """Keep the opening move; begin at once if nobody is awaited, else when the lobby's time is up."""
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
    """Keep the opening move of the table's opener. If they have nothing to stake, tell them why and open without it.

    Raises Illegal for a wrong stake if another one would do.
    """
    try:
        begin_with(change, line, said)
    except Illegal as wrong:
        if wrong.legal or change.session.gathers is None:
            raise
        change.say("opened-without-stake", to=seat_of(change.session, said), why=wrong.reason)


def begins_at_once(session: Session, said: Said) -> bool:
    """Tell whether an opening move begins the game: in the lobby at a full table; later if it is the host's, or if they
    play alone.

    Never if the next game begins by itself.
    """
    sitting, allowed = len(session.seats), session.seats_allowed
    if not isinstance(session.phase, Between):
        return sitting == allowed[-1]
    hosts = hosting.role_of(session, said.message) is Role.HOST or len(session.people) == 1
    return sitting in allowed and hosts and session.phase.starts_at is None
