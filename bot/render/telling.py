"""Batches of the log as lines for one audience: one line a batch, the public and the private apart."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.render.panel import names
from bot.table.document import Session
from bot.table.log import Batch, Position
from bot.text import MissingWordsError, Words
from games.kit.codec import codec
from games.kit.contract import PrivateEvent
from games.kit.seats import Seat
from games.kit.telling import Say

log = structlog.get_logger()
FINE_PRINT: Final = frozenset({"fair-commitment", "fair-next", "fair-revealed", "fair-unused", "seats-revealed"})
"""Messages of the bot that are proofs, not news."""


class Line(Struct, frozen=True):
    """`number`: that of its batch in the log; `order`: its order there as a page may know it. `public`: everybody is
    told it; `shared`: its batch tells everybody something. `fades`: after so many seconds.

    `opens`: of several in one batch it begins a new line.

    `fine`: fine print, such as a commitment: it must stand there, and nobody need read it.
    `newcomer`: it says only that this one sat down.
    """

    number: int
    text: str
    at: int
    public: bool
    order: int
    shared: bool
    fades: int | None = None
    replaces: bool = False
    fine: bool = False
    opens: bool = False
    newcomer: str = ""
    cues: tuple[str, ...] = ()

    @property
    def stands_alone(self) -> bool:
        """Tell whether it can't be joined with others of its batch."""
        return not self.public or self.fine or self.replaces or self.fades is not None


class Lines(NamedTuple):
    """The lines that some batches tell everybody, and those for each player alone (by the id of who sat there then)."""

    public: list[Line]
    private: dict[PersonId, list[Line]]


def lines_of(session: Session, first: int, batches: Sequence[Batch], words: Words) -> Lines:
    """Return the lines of these batches, the first of which has this number: each is read once, for all audiences."""
    called = names(session, words)
    lines = Lines([], {})
    for number, batch in enumerate(batches, start=first):
        told(lines, session, number, batch, called_then(batch, called), words)
    return lines


def called_then(batch: Batch, called: Sequence[str]) -> Sequence[str]:
    """Return what each seat is called, those that a batch speaks of as they were called then."""
    if not batch.cast:
        return called
    found = dict(enumerate(called)) | {int(one.seat): one.name for one in batch.cast}
    return tuple(found.get(seat, str(seat + 1)) for seat in range(max(found) + 1))


def lasting(lines: Sequence[Line]) -> list[Line]:
    """Return lines to be read again later: none that fades, and the last of those that replace each other (HA-14)."""
    last = max((place for place, line in enumerate(lines) if line.replaces), default=-1)
    return [line for place, line in enumerate(lines) if line.fades is None and (not line.replaces or place == last)]


def told(lines: Lines, session: Session, number: int, batch: Batch, called: Sequence[str], words: Words) -> None:
    """Add the lines of one batch: what stands alone first, then all other public news as one, then the fine print."""
    place = placed(number, batch)
    found = [
        *event_lines(session, number, batch, called, words, place),
        *note_lines(session, number, batch, called, words, place),
    ]
    players = {one.seat: one.player for one in batch.cast}
    for to, line in found:
        if to is not None and to in players:
            lines.private.setdefault(players[to], []).append(line)
    lines.public.extend(in_order([line for to, line in found if to is None]))


def in_order(public: Sequence[Line]) -> Iterator[Line]:
    """Yield what stands alone, then all that is plain as one line, then the fine print."""
    plain: list[Line] = []
    for line in public:
        if not line.stands_alone:
            plain.append(line)
        elif not line.fine:
            yield line
    if plain:
        yield joined(plain)
    yield from (line for line in public if line.fine)


def joined(lines: Sequence[Line]) -> Line:
    """Return the plain lines of one batch as one."""
    cues = tuple(dict.fromkeys(cue for line in lines for cue in line.cues))
    text = "".join(("\n" if line.opens else " ") + line.text for line in lines).strip()
    return replace(lines[0], text=text, opens=False, newcomer=lines[0].newcomer if len(lines) == 1 else "", cues=cues)


def placed(number: int, batch: Batch) -> tuple[int, bool]:
    """Return its order as a page may know it, and whether it tells everybody something.

    A batch that was stored before it had a position goes by its number.
    """
    position = batch.position or Position(number, public=True)
    return position.number, position.public


def spoken(told: Say, session: Session, called: Sequence[str], words: Words) -> str:
    """Return a sentence; its bare id where a game lacks the words: the table goes on, the log says what is missing."""
    try:
        return words.sentence(told, called, session.rules)
    except MissingWordsError as missing:
        log.error("words are missing", game=session.game, lacking=str(missing))  # noqa: TRY400 - the id says it all
        return told.id


def event_lines(
    session: Session, number: int, batch: Batch, called: Sequence[str], words: Words, place: tuple[int, bool]
) -> Iterator[tuple[Seat | None, Line]]:
    """Yield each event's sentence, and whom it is for (None: everybody)."""
    house = frozenset(one.seat for one in batch.cast if one.house)
    for event in (codec(session.rules).event(bytes(raw)) for raw in batch.events):
        sentence = spoken(event.say_among(house), session, called, words)
        to = event.to if isinstance(event, PrivateEvent) else None
        plain = to is None, *place, event.fades, event.replaces
        yield to, Line(number, sentence, batch.at, *plain, opens=event.opens_line)


def note_lines(
    session: Session, number: int, batch: Batch, called: Sequence[str], words: Words, place: tuple[int, bool]
) -> Iterator[tuple[Seat | None, Line]]:
    for note in batch.notes:
        sentence = spoken(note.say, session, called, words)
        newcomer = str(note.say.args["who"]) if note.say.id == "sat-down" else ""
        fine = note.say.id in FINE_PRINT
        yield (
            note.to,
            Line(number, sentence, batch.at, note.to is None, *place, fine=fine, newcomer=newcomer),
        )
