"""The path of a move: find its table, read it, play it, commit; explain a refusal."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.ways_on import PLAY
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.languages import WordsOf
from bot.ports.messages import Answer, Message, PrivateAnswer, Reply
from bot.ports.said import Said
from bot.render.offers import offers_in_words
from bot.render.panel import legal_moves, names
from bot.render.posted import game_begun
from bot.table import crowd, playing
from bot.table.change import Change, NotSeated, Refused, no_game
from bot.table.document import Session
from bot.table.pausing import refuse_while_paused
from bot.table.phases import Playing
from bot.text import Words
from bot.text.reader import ChatReader, Meant
from games.catalogue import AnyGame, catalogue
from games.kit.contract import Illegal
from games.kit.kinds import keeps_secrets
from games.kit.moves import LegalMove, Move, Range, Value, by_verb, verb
from games.kit.notation import PLAIN, Unreadable, fields_of, read_arguments
from games.kit.seats import Seat, Spot
from games.kit.telling import Say
from persistence import Clock, TableRef


class SaidInPublic(Exception):  # noqa: N818 - named as `Illegal` is
    """Something that may only be said in private now (a blind bid) was said in public."""


class Proof(Struct, frozen=True):
    """The proof in a private answer: a receipt; for a seat's first receipt also the game, for its seal and more."""

    receipt: str = ""
    game: Playing | None = None


class Done(Struct, frozen=True):
    """A move that was played. `told`: the table, or the player's own hand, shows it. `passing`: what is told of it must
    not stay readable.
    """

    told: bool
    proof: Proof = Proof()
    passing: bool = False


@dataclass(eq=False)
class MoveCommands:
    repository: Repository
    directory: Directory
    words: WordsOf
    clock: Clock

    async def find(self, said: Said, around: list[Session] | None = None) -> Session:
        """Return the one table where the sender can make this move now, or else the one where they sit.

        Raises Refused, and SaidInPublic for a secret move at a table that stands elsewhere.
        """
        sessions = await self.directory.mine(said, around)
        if len(sessions) == 1:
            return sessions[0]
        fitting = [one for one in sessions if can_now(one, said)]
        candidates = fitting or [one for one in sessions if said.word in by_verb(one.rules.moves)] or sessions
        if len(candidates) > 1:
            raise Refused("which-table", codes=", ".join(session.code for session in candidates))
        if not candidates and await self._is_a_secret_elsewhere(said):
            raise SaidInPublic
        if not candidates:
            raise await self.directory.not_seated(said)
        return candidates[0]

    async def _is_a_secret_elsewhere(self, said: Said) -> bool:
        """Tell whether this is a secret move at a table of another place: it must not be read here either."""
        if said.word not in catalogue().secret_verbs:
            return False
        seated = [(one, one.seat_of(said.message.sender.id)) for one in await self.directory.elsewhere(said)]
        return any(
            hidden(of_kind(legal_moves(one, seat), by_verb(one.rules.moves).get(said.word)))
            for one, seat in seated
            if seat is not None and isinstance(one.phase, Playing)
        )

    async def in_full(self, said: Said) -> Said:
        """Add the verb to a line that means a move without naming it (`7s`), at a table where the sender sits."""
        if not any(game.implied(said.word) for game in catalogue().values()):
            return said
        for session in await self.directory.mine(said):
            kind = session.rules.implied(said.word, legal_now(session, said))
            if kind is not None:
                return replace(said, word=verb(kind), rest=(said.word, *said.rest))
        return said

    async def play_hand(self, said: Said) -> Reply:
        """Make a move in the running game of the named table, where the sender sits; any other move is refused.

        Raises Refused.
        """
        session = await self.find(said)
        kind = by_verb(session.rules.moves).get(said.word)
        if kind is None or not isinstance(session.phase, Playing):
            raise Refused("hand-alone", code=session.code)
        return await self.play(session, said)

    async def play(self, session: Session, said: Said) -> Reply:
        """Make a move in the running game of this table. Raises Refused, and SaidInPublic for a secret said to all."""
        kind = by_verb(session.rules.moves).get(said.word)
        if kind is None and said.word == PLAY and not said.rest:
            raise Refused("which-game", games=", ".join(catalogue()))
        if kind is None:
            raise Refused("not-now", verb=said.word)
        if not isinstance(session.phase, Playing):
            raise no_game(session, self.clock.now())
        if kind.secret and not said.message.private:
            raise SaidInPublic
        act = partial(self.act, kind=kind, said=said)
        try:
            _, done = await self.repository.changed(session.ref, (said.message.id,), act)
        except (Illegal, Unreadable) as wrong:
            return await self.explain(session.ref, wrong, said)
        if done is None:
            return Answer()
        if not done.told:
            return self.taken(said, done.proof)
        if kind.secret and done.proof.receipt:
            return self._receipt_alone(said, done)
        return Answer(passing=done.passing)

    def say_it_in_private(self, said: Said) -> Reply:
        return PrivateAnswer(self.words(said.message).text("secret-in-public"), ok=False, exposed=True)

    def _receipt_alone(self, said: Said, done: Done) -> Reply:
        """Answer a secret move that the player's own hand shows: with its receipt."""
        proof, words = done.proof, self.words(said.message)
        told = words.text("receipt-of", verb=said.word, receipt=proof.receipt)
        text = " ".join((told, *game_of(proof, words)))
        return PrivateAnswer(text, passing=done.passing, receipt=proof.receipt)

    def taken(self, said: Said, proof: Proof) -> Reply:
        """Confirm a move that is not announced to the player who made it; in private with its receipt
        (`docs/fairness.md`).
        """
        words = self.words(said.message)
        text = words.text("move-taken", verb=said.word)
        if not (said.message.private and proof.receipt):
            return PrivateAnswer(text) if said.message.private else Answer(text)
        told = words.text("receipt", receipt=proof.receipt)
        return PrivateAnswer(" ".join((text, told, *game_of(proof, words))), receipt=proof.receipt)

    def act(self, change: Change, kind: type[Move], said: Said) -> Done:
        """Play this move in the running game. Raises Refused, SaidInPublic, Illegal and Unreadable."""
        rules, seat, secret = change.session.rules, seat_of(change.session, said), kind.secret
        legal = legal_moves(change.session, seat)
        mine = of_kind(legal, kind)
        if not said.message.private and hidden(mine):
            raise SaidInPublic
        if change.session.paused is not None:
            refuse_while_paused(change)
        if said.message.ask and change.playing.clock.ask != said.message.ask:
            raise Refused("moved-on")
        playing.come_back(change, seat)
        kind, words = rules.meant(kind, said.rest)
        words = rules.spelled_out(kind, words, legal)
        reader = self.reader(change.session, seat, said, mine) if words else PLAIN
        move = read_arguments(kind, words, reader)
        game, change.heard = change.playing, said.message.id
        playing.play(change, seat, move, stamped(change, said.message))
        told = any(batch.events or batch.notes for batch in change.batches)
        if not (change.receipt and said.message.private and (secret or not told)):
            return Done(told, passing=change.passing)
        first = seat not in game.answered
        if first and isinstance(change.session.phase, Playing):
            answered = (*change.session.phase.answered, seat)
            change.set(phase=replace(change.session.phase, answered=answered))
        return Done(told, Proof(change.receipt, game if first else None), change.passing)

    async def explain(self, ref: TableRef, wrong: Illegal | Unreadable, said: Said) -> Reply:
        """Return what was wrong, and what would be possible now."""
        session, words = await self.repository.get(ref), self.words(said.message)
        called, seat = names(session, words), session.seat_of(said.message.sender.id)
        text = words.sentence(in_words(wrong.reason, session.rules, words), called, session.rules)
        if wrong.reason.id == "out-of-range" and wrong.reason.args["high"] == before_them(session, said):
            text += " " + words.text("all-you-have")
        if seat is not None and isinstance(session.phase, Playing):
            legal = session.legal_moves(seat)
            if legal:
                text += " " + words.text("would-work", moves=offers_in_words(legal, session.rules, words, called))
        refused = Answer(text, ok=False)
        return PrivateAnswer.instead(refused) if keeps_secrets(session.rules) else refused

    def reader(self, session: Session, seat: Seat, said: Said, legal: Sequence[LegalMove]) -> ChatReader:
        """Return the reader of this seat's words. It knows the names, the stack, and the most that the move may be.

        `legal`: the legal moves of the kind that is read.
        """
        return SeatReader(session, seat, legal, partial(self.words, said.message))


def in_words(reason: Say, rules: AnyGame, words: Words) -> Say:
    """Return the reason against a move; a field in it is named as forms name it, if they do."""
    label = words.own(f"field-{reason.args['field']}", rules) if "field" in reason.args else ""
    return Say(reason.id, {**reason.args, "field": label.lower()}) if label else reason


def game_of(proof: Proof, words: Words) -> Iterator[str]:
    """Yield what a seat's first private answer says of the game: its seal, and what is mixed in."""
    if proof.game is not None:
        yield game_begun(proof.game, words)


def before_them(session: Session, said: Said) -> int:
    """Return what the sender can stake in the next game; 0 during a game, whose moves give their own limits."""
    person = said.message.sender.id
    if isinstance(session.phase, Playing):
        return 0 if session.gathers is None else crowd.stack_for_next(session, person)
    seat = session.seat_of(person)
    return 0 if seat is None else session.seats[seat].stack


class SeatReader(ChatReader):
    """Reads the words of one seat for moves of one verb. What words may mean is looked up only when needed."""

    def __init__(self, session: Session, seat: Seat, legal: Sequence[LegalMove], words: Callable[[], Words]) -> None:
        super().__init__((), 0)
        self._session, self._seat, self._legal, self._words = session, seat, legal, words

    @cached_property
    def names(self) -> Sequence[str]:
        return names(self._session, self._words())

    @cached_property
    def stack(self) -> int:
        session, seat = self._session, self._seat
        if not isinstance(session.phase, Playing):
            return session.seats[seat].stack
        view = session.rules.view(session.state, seat)
        return int(view.stacks[seat]) if view.stacks else 0

    @cached_property
    def most(self) -> int:
        return min(self.stack, most_of(self._legal, self.stack))

    @cached_property
    def meant(self) -> Meant:
        return meant_by(self._legal, self._session.rules, self._words())


def meant_by(legal: Sequence[LegalMove], game: AnyGame, words: Words) -> Meant:
    """Return what people may call the words and things of these moves: by word, label or number in the list.

    The fields of several moves are merged: a word that two of them have counts once.
    """
    values: dict[str, list[Value]] = {}
    for name, choice in ((name, choice) for move in legal for name, choice in move.fields.items()):
        values.setdefault(name, []).extend(() if isinstance(choice, Range) else choice.values)
    plain = {field.name: field.default for move in legal for field in fields_of(move.move)}
    texts = {name: [value for value in found if isinstance(value, str)] for name, found in values.items()}
    spots = (value for found in values.values() for value in found if isinstance(value, Spot))
    meant = {name: called(found, plain[name], game, words) for name, found in texts.items()}
    return Meant(meant, tuple(dict.fromkeys(spots)))


def called(texts: Sequence[str], plain: object, game: AnyGame, words: Words) -> dict[str, str]:
    """Map what people may type for a word to it: its number in the list, its label, and the word itself.

    A word wins over a number or a label. The default of the field (`plain`) has no number. A number past the end means
    nothing.
    """
    listed = (value for value in dict.fromkeys(texts) if value != plain)
    numbers = {str(number): value for number, value in enumerate(listed, start=1)}
    labels = {words.own(f"value-{value}", game).lower(): value for value in texts}
    spaced = {value.replace("_", " "): value for value in texts}
    return {**numbers, **labels, **spaced, **{value: value for value in texts}}


def of_kind(legal: Sequence[LegalMove], kind: type[Move] | None) -> list[LegalMove]:
    """Return the moves of this kind."""
    return [move for move in legal if move.move is kind]


def hidden(mine: Sequence[LegalMove]) -> bool:
    """Tell whether there are legal moves, and all of them must be made in private."""
    for move in mine:
        if not (move.hidden or move.move.secret):
            return False
    return bool(mine)


def most_of(legal: Sequence[LegalMove], otherwise: int) -> int:
    """Return the largest number that may stand in one of these moves now."""
    choices = [choice for move in legal for choice in move.fields.values()]
    highs = [choice.high for choice in choices if isinstance(choice, Range)]
    return max(highs, default=otherwise)


def legal_now(session: Session, said: Said) -> tuple[LegalMove, ...]:
    """Return the sender's legal moves in the running game of this table; none if no game is on or they don't sit."""
    seat = session.seat_of(said.message.sender.id)
    return session.legal_moves(seat) if seat is not None and isinstance(session.phase, Playing) else ()


def can_now(session: Session, said: Said) -> bool:
    seat = session.seat_of(said.message.sender.id)
    kind = by_verb(session.rules.moves).get(said.word)
    if seat is None or kind is None:
        return False
    if not isinstance(session.phase, Playing):
        return session.rules.opening is kind
    return any(move.move is kind for move in session.legal_moves(seat))


def seat_of(session: Session, said: Said) -> Seat:
    """Return the sender's seat at this table. Raises Refused."""
    seat = session.seat_of(said.message.sender.id)
    if seat is not None:
        return seat
    if session.newcomer(said.message.sender.id) is not None:
        raise Refused("you-wait", code=session.code)
    raise NotSeated("not-seated-there", code=session.code)


def stamped(change: Change, message: Message) -> str:
    """Return the stamp of a message, and note where everybody can see it; empty if it came too early to count."""
    return change.stamped_by(stamp_of(message), message.place, message.link)


def stamp_of(message: Message) -> str:
    """Return the platform's own id of a public message, for the dice (`docs/fairness.md`); empty for other messages.

    Others are messages whose ids we make ourselves, private messages and pressed buttons: nobody but the sender could
    check their ids.
    """
    return message.id.rpartition(":")[2] if message.stamp and not message.private else ""
