"""Provide a house without a store, which reads and judges a line at one moment of a table and keeps nothing.

It is the usual application, down to where something would be read or written. It reads one table. Any other question to
the store fails, and the line with it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar
from unittest.mock import patch

import regex

from bot.app.application import Application
from bot.commands import dispatcher
from bot.commands.lines import read_line
from bot.commands.table import COMMANDS, DONE, Done
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Answer, Message, Reply
from bot.ports.said import Said
from bot.table.change import Change, Refused
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Fairness, Keys
from games.catalogue import by_word
from games.kit.moves import verb
from games.kit.notation import read
from games.proof.record import Moved
from persistence import HandClock, Heard, News, TableRef
from persistence.pipe import Pipe

T = TypeVar("T")
SIGN: Final = "!"
KNOWN: Final = Answer("a command")
BROKE: Final = "Something broke"
NOT_FOR_US, COMMAND, REFUSED, MOVE, KEPT = (
    "not for us",
    "a command",
    "refused",
    "a legal move",
    "kept for the next round",
)


HARMFUL: Final = regex.compile(r"[^\P{C}\n\u2068\u2069]|@\w|://")
"""Finds invisible characters, pings and links, which an answer must not repeat from a typed line (T10, T11)."""


class OneTable:
    """Replaces the store: one table, no notes or purses, no message taken before, no free code."""

    def __init__(self, clock: HandClock) -> None:
        self.clock, self.news = clock, News(Pipe([], "nowhere", 1.0))
        self.session: Session

    async def note(self, _kind: str, _name: str) -> bytes | None:
        return None

    async def claim_note(self, _kind: str, _name: str, _content: bytes, _seconds: int | None) -> bool:
        return True

    async def drop_note(self, _kind: str, _name: str) -> None:
        return

    async def taken(self, _heard: Heard) -> bool:
        return False

    async def note_typed(self, _ref: TableRef, _line: bytes) -> None:
        return

    async def shown_at(self, places: Sequence[tuple[VenueId, PlaceId]]) -> list[list[TableRef]]:
        return [[self.session.ref] for _ in places]

    async def seats_of(self, person: PersonId) -> list[TableRef]:
        return [self.session.ref] if self.session.has(person) else []

    async def note_purse_venue(self, _person: PersonId, _venue: VenueId) -> None:
        return

    async def balance(self, _venue: VenueId, _account: str) -> int | None:
        return None

    async def written_today(self, _venue: VenueId) -> int:
        return 0

    async def held(self, _venue: VenueId) -> int:
        return 0

    async def find_code(self, code: TableCode) -> TableRef | None:
        return self.session.ref if code == self.session.code else None

    async def claim_code(self, _code: TableCode, _ref: TableRef) -> bool:
        return False


class Judge:
    """Lets a house judge lines, and tells the result of each."""

    def __init__(self, clock: HandClock) -> None:
        self._table = OneTable(clock)
        self.house = Application(self._table, Fairness(Keys({1: bytes(32)})), Defaults())  # type: ignore[arg-type]
        self._changes: list[Change] = []
        self.house.repository.get = self._get  # type: ignore[method-assign]
        self.house.repository.kept = lambda _: self._table.session  # type: ignore[method-assign]
        self.house.repository.changed = self._changed  # type: ignore[method-assign]

    async def _get(self, _ref: TableRef, *, fresh: bool = False) -> Session:  # noqa: ARG002 - it is as stored
        return self._table.session

    async def _changed(self, _ref: TableRef, _ids: tuple[str, ...], act: Callable[[Change], T]) -> tuple[Session, T]:
        """Do it to a draft that nobody commits."""
        change = self.house.repository.draft(self._table.session)
        value = act(change)
        self._changes.append(change)
        return change.session, value

    @contextmanager
    def at(self, session: Session) -> Iterator[None]:
        """Judge at this moment of a table. Commands are recognized but not carried out, since they need a store."""
        self._table.session = session
        with patch.object(dispatcher, "DONE", RECOGNIZED):
            yield

    async def judge(self, message: Message) -> tuple[str, str]:
        """Return the result of a line, and what is wrong with it, or an empty string."""
        self._changes.clear()
        answer = await self.house.hear(message)
        moves = [batch.deed for change in self._changes for batch in change.batches if isinstance(batch.deed, Moved)]
        said, too_long = taken_apart(message)
        session = self._table.session
        if BROKE in answer.text:
            return BROKE, answer.text
        if said is None and not too_long:
            return NOT_FOR_US, "" if answer == Answer() and not self._changes else f"it was answered: {answer.text}"
        if answer is KNOWN:
            return COMMAND, "" if said is not None and said.word in COMMANDS else "there is no such command"
        if not answer.ok:
            return REFUSED, wrong_refusal(answer, moves)
        if moves:
            legal = len(moves) == 1 and legal_for(session, message.sender.id, moves[0])
            return MOVE, "" if legal else f"it played {moves}"
        return KEPT, "" if said is not None and stakes(session, said) else f"it was taken: {answer.text}"


class Recognizer:
    async def recognized(self, _said: Said) -> Reply:
        return KNOWN


RECOGNIZED: Final = dict.fromkeys(DONE, Done(Recognizer, "recognized"))


def taken_apart(message: Message) -> tuple[Said | None, bool]:
    """Return what a line says (None: not for us), and whether only its length is refused."""
    try:
        return read_line(message, SIGN), False
    except Refused:
        return None, True


def wrong_refusal(answer: Reply, moves: list[Moved]) -> str:
    """Return what is wrong with a refusal: an empty or harmful text, or a move that was played all the same."""
    if moves:
        return f"it was refused, and played {moves}"
    if not answer.text.strip() or HARMFUL.search(answer.text):
        return f"that is no sentence to be shown: {answer.text!r}"
    return ""


def stakes(session: Session, said: Said) -> bool:
    """Tell whether a crowd's round is running, and these words are a stake for the next one."""
    opening = session.rules.opening
    is_stake = opening is not None and said.word == verb(opening)
    return session.gathers is not None and (is_stake or by_word(said.word) is session.rules)


def legal_for(session: Session, player: str, deed: Moved) -> bool:
    """Tell whether a move was played by the person on that seat, and was legal."""
    seat = session.seat_of(PersonId(player))
    move = read(deed.move, session.rules.moves)
    legal = [] if seat is None else session.legal_moves(seat)
    return seat == deed.seat and any(offer.covers(move) for offer in legal)
