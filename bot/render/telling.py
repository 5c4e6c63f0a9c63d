"""Batches of the log as lines for one audience: one line a batch, the public and the private apart."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.render.panel import names
from bot.table.document import Session
from bot.table.log import Batch
from bot.text import MissingWordsError, Words
from games.kit.codec import codec
from games.kit.contract import PrivateEvent
from games.kit.seats import Seat
from games.kit.telling import Say

log = structlog.get_logger()
FINE_PRINT: Final = frozenset(
    {
        "fair-begun",
        "fair-closed",
        "fair-opened",
        "fair-over",
        "fair-sealed",
        "fair-text",
        "fair-unrecorded",
        "fair-unused",
        "seats-revealed",
    }
)
"""Messages of the bot that are proofs, not news."""
IN_TIME: Final = frozenset({"fair-text"})
"""Those that prove nothing unless they stand there before somebody starts the next game."""
IN_BETWEEN: Final = frozenset({"place-pauses"})
"""Those of a state that is over by the time they could be read: nothing could be said there meanwhile."""
ASIDES: Final = frozenset(
    {
        "bots-sat-down",
        "enough-said",
        "host-is-now",
        "sat-down",
        "sat-down-with",
        "stood-up",
        "time-nearly-up",
        "votes-for-start",
    }
)
"""Messages of the bot that change nothing of a game, nor anybody's money."""
SAT_DOWN: Final = frozenset({"sat-down", "sat-down-with"})
MOST_KEPT: Final = 8
"""In so many languages and casts of names a line of the log is kept in words."""


class Line(Struct, frozen=True):
    """`number`: that of its batch in the log; `order`: its order there as a page may know it. `shared`: its batch tells
    everybody something. `fades`: after so many seconds.

    `opens`: of several in one batch it begins a new line.

    `short`: the same in fewer letters, where there is such a form; of fine print on a page, as a chat says it.
    `in_view`: its reader's view says the same.

    `turn`: the names of those whose turn it says it is; empty: it says nothing of that.

    `fine`: fine print, such as a commitment: it must stand there, and nobody need read it.
    `soon`: it must stand there before somebody starts the next game.
    `newcomer`: it says only that this one sat down, `stack`: with so much.
    `aside`: it changes nothing of a game, nor anybody's money.
    `of_game`: a game has told it, not the table.
    """

    number: int
    text: str
    at: int
    order: int
    shared: bool
    fades: int | None = None
    replaces: bool = False
    fine: bool = False
    opens: bool = False
    newcomer: str = ""
    cues: tuple[str, ...] = ()
    aside: bool = False
    short: str = ""
    in_view: bool = False
    turn: tuple[str, ...] = ()
    in_between: bool = False
    soon: bool = False
    of_game: bool = False
    stack: int = 0

    @property
    def stands_alone(self) -> bool:
        """Tell whether it can't be joined with other news of its batch."""
        return self.replaces or self.fades is not None


class Lines(NamedTuple):
    """The lines that some batches tell everybody, and those for each player alone (by the id of who sat there then)."""

    public: list[Line]
    private: dict[PersonId, list[Line]]


def lines_of(session: Session, first: int, batches: Sequence[Batch], words: Words, *, again: bool = False) -> Lines:
    """Return the lines of these batches, the first of which has this number: each is read once, for all audiences.

    `again`: most of them will be asked for again; each stays in these words for as long as its batch is kept.
    """
    called = names(session, words)
    known_by = words, called, session.rules
    lines = Lines([], {})
    for number, batch in enumerate(batches, start=first):
        found: Lines | None = batch.in_words.get(known_by)
        if found is None:
            found = told(session, number, batch, called_then(batch, called), words)
            if again:
                keep(batch.in_words, known_by, found)
        lines.public.extend(found.public)
        for person, own in found.private.items():
            lines.private.setdefault(person, []).extend(own)
    return lines


def keep(kept: dict[Any, Lines], known_by: object, lines: Lines) -> None:
    """Keep what a line of the log is in some words, beside the latest others."""
    while len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[known_by] = lines


def called_then(batch: Batch, called: Sequence[str]) -> Sequence[str]:
    """Return what each seat is called, those that a batch speaks of as they were called then."""
    if not batch.cast:
        return called
    found = dict(enumerate(called)) | {int(one.seat): one.name for one in batch.cast}
    return tuple(found.get(seat, str(seat + 1)) for seat in range(max(found) + 1))


def lasting(lines: Sequence[Line]) -> list[Line]:
    """Return lines to be read again later: none that fades, and the last of those that replace each other (HA-14)."""
    last = next((line for line in reversed(lines) if line.replaces), None)
    return [line for line in lines if line.fades is None and (not line.replaces or line is last)]


def told(session: Session, number: int, batch: Batch, called: Sequence[str], words: Words) -> Lines:
    """Add the lines of one batch: what stands alone first, then all other public news as one, then the fine print."""
    place = batch.position.number, batch.position.public
    players = {one.seat: one.player for one in batch.cast}
    public: list[Line] = []
    private: dict[PersonId, list[Line]] = {}
    for to, line in chain(
        event_lines(session, number, batch, called, words, place),
        note_lines(session, number, batch, called, words, place),
    ):
        if to is None:
            public.append(line)
        elif to in players:
            private.setdefault(players[to], []).append(line)
    return Lines(in_order(public), private)


def in_order(public: Sequence[Line]) -> list[Line]:
    """Return what stands alone, then all that is plain as one line, then the fine print."""
    alone: list[Line] = []
    plain: list[Line] = []
    fine: list[Line] = []
    for line in public:
        (fine if line.fine else alone if line.stands_alone else plain).append(line)
    return [*alone, *([joined(plain)] if plain else ()), *fine]


def joined(lines: Sequence[Line]) -> Line:
    """Return the plain lines of one batch as one."""
    cues = tuple(dict.fromkeys(cue for line in lines for cue in line.cues))
    text = "".join(("\n" if line.opens else " ") + line.text for line in lines).strip()
    turn = next((line.turn for line in reversed(lines) if line.turn), ())
    shorter = any(line.short for line in lines)
    short = "".join(("\n" if line.opens else " ") + (line.short or line.text) for line in lines).strip()
    newcomer, aside = lines[0].newcomer if len(lines) == 1 else "", all(line.aside for line in lines)
    return replace(
        lines[0],
        text=text,
        opens=False,
        newcomer=newcomer,
        cues=cues,
        aside=aside,
        short=short if shorter else "",
        turn=turn,
    )


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
    house, decode = frozenset(one.seat for one in batch.cast if one.house), codec(session.rules).event
    for event in map(decode, batch.events):
        to = event.to if isinstance(event, PrivateEvent) else None
        told = event.say_among(house)
        yield (
            to,
            Line(
                number,
                spoken(told, session, called, words),
                batch.at,
                *place,
                event.fades,
                event.replaces,
                opens=event.opens_line,
                cues=event.cues(),
                short=words.in_short(told, called, session.rules) if to is None else "",
                in_view=isinstance(event, PrivateEvent) and event.in_view,
                turn=tuple(called[seat] for seat in event.whose_turn()),
                in_between=event.in_between,
                of_game=True,
            ),
        )


def note_lines(
    session: Session, number: int, batch: Batch, called: Sequence[str], words: Words, place: tuple[int, bool]
) -> Iterator[tuple[Seat | None, Line]]:
    for note in batch.notes:
        sentence = spoken(note.say, session, called, words)
        newcomer = str(note.say.args["who"]) if note.say.id in SAT_DOWN else ""
        fine, aside = note.say.id in FINE_PRINT, note.say.id in ASIDES
        soon = note.say.id in IN_TIME
        short = words.in_chat(note.say, called, session.rules) if fine else ""
        line = Line(
            number,
            sentence,
            batch.at,
            *place,
            fine=fine,
            newcomer=newcomer,
            aside=aside,
            short=short,
            soon=soon,
            in_between=note.say.id in IN_BETWEEN,
            stack=int(str(note.say.args.get("stack", 0))) if newcomer else 0,
        )
        yield note.to, line
