"""Batches of the log as lines for one audience, public and private ones apart; plain lines of a batch are joined."""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

import structlog
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.ports.messages import News
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
"""Ids of the bot's messages that are proofs, not news."""
IN_TIME: Final = frozenset({"fair-text"})
"""Those that prove something only if they are shown before somebody starts the next game."""
IN_BETWEEN: Final = frozenset({"place-pauses"})
"""Those about a state that is over before they could be read, since nothing could be said there meanwhile."""
ASIDES: Final = frozenset(
    {
        "bots-sat-down",
        "enough-said",
        "house-bot-says",
        "host-is-now",
        "overtime-given",
        "overtime-taken",
        "sat-down",
        "sat-down-with",
        "stood-up",
        "time-nearly-up",
        "votes-for-start",
    }
)
"""Ids of the bot's messages that change no game and no money."""
SAT_DOWN: Final = frozenset({"sat-down", "sat-down-with"})
SEAT_AND_PLAYER: Final = attrgetter("seat", "player")
MOST_KEPT: Final = 8
"""The number of languages and sets of names in which a batch's lines are cached."""


class Lines(NamedTuple):
    """The lines for everybody, and those for each player alone (by the id of who sat there then)."""

    public: list[News]
    private: dict[PersonId, list[News]]


def lines_of(
    session: Session,
    first: int,
    batches: Sequence[Batch],
    words: Words,
    *,
    again: bool = False,
    called: tuple[str, ...] = (),
) -> Lines:
    """Return the lines of these batches, of which `first` is the first number. Each is read once for all audiences.

    `again`: most of them will be asked for again, so they are cached as long as their batch is. `called`: the names of
    the seats, if they are known.
    """
    called = called or names(session, words)
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
    """Cache the lines of a batch in some words, and drop the oldest of too many."""
    while len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[known_by] = lines


def called_then(batch: Batch, called: Sequence[str]) -> Sequence[str]:
    """Return the name of each seat; those that the batch names have the names of that time."""
    if not batch.cast:
        return called
    found = list(called)
    for one in batch.cast:
        found += map(str, range(len(found) + 1, one.seat + 2))
        found[one.seat] = one.name
    return tuple(found)


def lasting(lines: Sequence[News], fading: int | None = None) -> list[News]:
    """Return the lines that may be read later: none that fades, and the last of those replacing each other (HA-14).

    `fading`: from this batch on, lines that will fade are included.
    """
    found, replaced = list[News](), False
    for line in reversed(lines):
        if line.fades is not None:
            stays = fading is not None and line.number >= fading
        else:
            stays = not (line.replaces and replaced)
        if stays:
            found.append(line)
        replaced = replaced or line.replaces
    return found[::-1]


def told(session: Session, number: int, batch: Batch, called: Sequence[str], words: Words) -> Lines:
    """Return the lines of one batch: those that stand alone, all other public news as one, then the fine print."""
    players = dict(map(SEAT_AND_PLAYER, batch.cast))
    public: list[News] = []
    private: dict[PersonId, list[News]] = {}
    for to, line in (
        *(event_lines(session, number, batch, called, words) if batch.events else ()),
        *(note_lines(session, number, batch, called, words) if batch.notes else ()),
    ):
        if to is None:
            public.append(line)
        elif to in players:
            private.setdefault(players[to], []).append(line)
    return Lines(in_order(public), private)


def in_order(public: Sequence[News]) -> list[News]:
    """Return the lines that stand alone, then all plain ones as one, then the fine print."""
    alone: list[News] = []
    plain: list[News] = []
    fine: list[News] = []
    for line in public:
        (fine if line.fine else alone if line.stands_alone else plain).append(line)
    return [*alone, *([joined(plain)] if plain else ()), *fine]


def joined(lines: Sequence[News]) -> News:
    """Join the plain lines of one batch."""
    text, short, shorter, aside = "", "", False, True
    cues: dict[str, None] = {}
    turn: tuple[str, ...] = ()
    for line in lines:
        gap = "\n" if line.opens else " "
        text, short = text + gap + line.text, short + gap + (line.short or line.text)
        cues.update(dict.fromkeys(line.cues))
        turn, aside, shorter = line.turn or turn, aside and line.aside, shorter or bool(line.short)
    return replace(
        lines[0],
        text=text.strip(),
        opens=False,
        newcomer=lines[0].newcomer if len(lines) == 1 else "",
        cues=tuple(cues),
        aside=aside,
        short=short.strip() if shorter else "",
        turn=turn,
    )


def spoken(told: Say, session: Session, called: Sequence[str], words: Words) -> str:
    """Return a sentence; if the game lacks the words, log that and return the bare id, so that the table goes on."""
    try:
        return words.sentence(told, called, session.rules)
    except MissingWordsError as missing:
        log.error("words are missing", game=session.game, lacking=str(missing))  # noqa: TRY400 - the id says it all
        return told.id


def event_lines(
    session: Session, number: int, batch: Batch, called: Sequence[str], words: Words
) -> list[tuple[Seat | None, News]]:
    """Return each event's sentence, and the seat that may read it (None: everybody)."""
    order, shared = batch.position.number, batch.position.public
    house, decode = frozenset([one.seat for one in batch.cast if one.house]), codec(session.rules).event
    found = list[tuple[Seat | None, News]]()
    for event in map(decode, batch.events):
        to, told = event.to if isinstance(event, PrivateEvent) else None, event.say_among(house)
        line = News(
            spoken(told, session, called, words),
            batch.at,
            event.fades,
            event.replaces,
            number,
            order=order,
            shared=shared,
            opens=event.opens_line,
            cues=event.cues(),
            short=words.in_short(told, called, session.rules) if to is None else "",
            in_view=isinstance(event, PrivateEvent) and event.in_view,
            glimpse=event.glimpse if isinstance(event, PrivateEvent) else None,
            turn=tuple(map(called.__getitem__, event.whose_turn())),
            in_between=event.in_between,
            of_game=True,
        )
        found.append((to, line))
    return found


def note_lines(
    session: Session, number: int, batch: Batch, called: Sequence[str], words: Words
) -> Iterator[tuple[Seat | None, News]]:
    order, shared = batch.position.number, batch.position.public
    for note in batch.notes:
        sentence = spoken(note.say, session, called, words)
        newcomer = str(note.say.args["who"]) if note.say.id in SAT_DOWN else ""
        fine, aside = note.say.id in FINE_PRINT, note.say.id in ASIDES
        soon = note.say.id in IN_TIME
        short = words.in_chat(note.say, called, session.rules) if fine else ""
        line = News(
            sentence,
            batch.at,
            number=number,
            order=order,
            shared=shared,
            fine=fine,
            newcomer=newcomer,
            aside=aside,
            short=short,
            soon=soon,
            in_between=note.say.id in IN_BETWEEN,
            stack=int(str(note.say.args.get("stack", 0))) if newcomer else 0,
        )
        yield note.to, line
