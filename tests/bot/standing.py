"""Provide tables and log lines without a house, for code that needs only these."""

from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.delivery.shown import Lacking
from bot.ports.audience import Audience, at_place, of_person
from bot.ports.ids import PersonId
from bot.ports.messages import News, Update
from bot.render.panel import TableView, panel_for
from bot.table.codec import decode_session
from bot.table.document import OfTournament, Session
from bot.table.log import Batch, Cast, Note, Position
from bot.table.phases import Between, Closed, Lobby, Playing
from bot.text import Words
from games.kit.codec import codec
from games.kit.contract import Event
from games.kit.seats import Seat
from games.kit.telling import say
from persistence import Seals

SAMPLE: Final = Path(__file__).parent / "samples" / "session.json"
WORDS: Final = Words("en", "!")
SEALS: Final = Seals({1: bytes(32)})
NULL: Final = msgspec.Raw(b"null")
AT: Final = 1_790_000_000_000
ONE, TWO, OTHERS = Seat(0), Seat(1), Seat(2)


def duel(**fields: Any) -> Session:
    """Return the first game of Ann and Ben: Ann has staked, and Ben is to roll for the Giant."""
    return decode_session(SAMPLE.read_bytes()).changed(**fields)


def ann() -> PersonId:
    return duel().seats[0].player


def ben() -> PersonId:
    return duel().seats[1].player


def place() -> Audience:
    return at_place(duel().places[0])


def playing(**fields: Any) -> Session:
    """Return the duel, with these fields of its game changed."""
    session = duel()
    assert isinstance(session.phase, Playing)
    return session.changed(phase=replace(session.phase, **fields))


def between(**fields: Any) -> Session:
    """Return the table after the first game of the duel."""
    session = duel()
    assert isinstance(session.phase, Playing)
    ended = Between(session.phase.state, NULL, "", None, cast(session))
    return session.changed(**{"phase": ended, "record": "here-1.potluck.jsonl", **fields})


def closed(**fields: Any) -> Session:
    return duel(phase=Closed(), **fields)


def seated_for(seating: int, came: dict[PersonId, int]) -> Session:
    """Return a tournament's table before its next game, to which these people came with some seating."""
    return duel(phase=Lobby(), tournament=OfTournament("t", 1, seating, final=False, came=came))


def cast(session: Session) -> tuple[Cast, ...]:
    return tuple(Cast(Seat(at), one.player, one.name) for at, one in enumerate(session.seats))


def line(number: int = 0, text: str = "a line", **fields: Any) -> News:
    return News(text, AT + number, number=number, **{"order": 2 * number, **fields})


def news(number: int = 0, **fields: Any) -> News:
    return News(f"news {number}", AT, number=number, **fields)


def noted(message: str, *, to: Seat | None = None, at: int = AT, game: int = 0, **args: Any) -> Batch:
    """Return a log line in which the bot tells one thing to everybody, or to one seat."""
    return Batch(at, game, notes=(Note(say(message, **args), to),), cast=cast(duel()))


def happened(session: Session, *events: Event, game: int = 1, at: int = AT, **fields: Any) -> Batch:
    """Return a log line in which these events happened in a game."""
    raw = tuple(msgspec.Raw(codec(session.rules).encode(event)) for event in events)
    return Batch(at, game, None, raw, cast=cast(session), **fields)


def unseen(before: int = 1) -> Position:
    """Return the position of a line that tells nothing to everybody."""
    return Position(before, public=False)


def lacking(session: Session, audience: Audience, *lines: News, at: int = AT, **fields: Any) -> Lacking:
    """Return what an audience lacks, with these lines: the log from its fourth to its fifth batch."""
    update = Update(
        session.table,
        session.code,
        audience.key,
        lines,
        panel_for(TableView(session, WORDS), audience.person),
        called_for="1-now",
    )
    return Lacking(audience, update, "digest", 5, 4, at, **fields)


def to_ann() -> Audience:
    return of_person(ann())
