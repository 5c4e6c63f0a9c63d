"""One audience: what it was last shown, what it lacks, and what it is to be shown now."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.ports.audience import Audience, of_key, of_person
from bot.ports.ids import AudienceKey, PersonId
from bot.ports.messages import NO_GAME, Adapter, News, Panel, Reach, Update
from bot.render.panel import TableView, panel_for
from bot.render.telling import Line, Lines, lasting, lines_of
from bot.table.ask_clock import human_awaited
from bot.table.document import OfTournament, Session
from bot.table.ending import number_of
from bot.table.log import Batch
from bot.table.phases import Between, Lobby, Playing
from bot.text import Words
from persistence import Seals

MOST_RECENT: Final = 10
"""Lines that stand under a panel which stays."""


SEATING: Final = "seating"


class Shown(Struct, frozen=True, omit_defaults=True):
    """The last view of an audience: the log up to here, a digest of the panel, the adapter's handle, its last call.

    `behind`: it could not be reached; its news begin at its own `upto`, not at that of the table.
    `waits`: so do they, until somebody asks for them. `shut`: nobody there can act. `owed`: it lacks more than the
    answer to what it did in private, by which others could learn that it did something (threats T3).
    `fades_at`: in ms, when what fades of the lines from batch `fading` on is taken back.
    """

    upto: int
    digest: str = ""
    handle: str = ""
    ask: str = ""
    behind: bool = False
    waits: bool = False
    shut: bool = False
    fades_at: int | None = None
    fading: int = 0
    owed: bool = False

    @property
    def has_own_start(self) -> bool:
        return self.behind or self.waits


NOTHING: Final = Shown(0)
LEFT: Final = Shown(0, "left")
"""Somebody who left was shown so, and is no audience of this table any more."""
TABLE: Final = AudienceKey("*")
"""The entry that says up to where the whole table was delivered: audiences with nothing to be told need none."""


class Lacking(Struct, frozen=True):
    """An update that one audience is to be shown. `start`: the first batch of its news; `at`: now, in ms.

    `on_page_alone`: to somebody who streams, whose hand is shown nowhere else. `public`: since then everybody was told
    something, too.
    """

    audience: Audience
    update: Update
    digest: str
    upto: int
    start: int
    at: int
    on_page_alone: bool = False
    public: bool = False


def leavers(session: Session, shown: Mapping[AudienceKey, Shown]) -> list[Audience]:
    """Return those who were shown this table as theirs and sit here no longer: they are shown that, once."""
    people = {seated.player for seated in session.people}
    noted = [of_key(key) for key, last in shown.items() if last != LEFT]
    return [one for one in noted if one.person and one.person not in people]


def news_for(audience: Audience, lines: Lines) -> tuple[News, ...]:
    """Return the public lines for a place, for a person those told to that person alone."""
    return as_news(lines_for(audience, lines))


def lines_for(audience: Audience, lines: Lines) -> Sequence[Line]:
    return lines.private.get(audience.person, []) if audience.person else lines.public


def as_news(lines: Sequence[Line]) -> tuple[News, ...]:
    return tuple(
        News(
            one.text,
            one.at,
            one.fades,
            one.replaces,
            one.number,
            one.fine,
            one.newcomer,
            one.order,
            one.shared,
            one.cues,
            one.aside,
            one.short,
            one.in_view,
            one.turn,
            one.in_between,
            one.soon,
            one.of_game,
            one.stack,
        )
        for one in lines
    )


def recent_for(session: Session, audience: Audience, lines: Lines, fading: int | None) -> tuple[News, ...]:
    """Return the last lines that may be read now; `fading`: from this batch on, also those that will be taken back.

    To one player, those of the running game alone: what was dealt before is no hand any more.
    """
    first = session.phase.log_start if audience.person and isinstance(session.phase, Playing) else 0
    all_of_them = [line for line in lines_for(audience, lines) if line.number >= first]
    last = {id(line) for line in lasting(all_of_them)}
    now = [
        line
        for line in all_of_them
        if id(line) in last or (fading is not None and line.fades is not None and line.number >= fading)
    ]
    return as_news(now[-MOST_RECENT:])


def proofs_in(lines: Lines) -> tuple[News, ...]:
    """Return the last fine print that everybody was told."""
    return as_news([line for line in lines.public if line.fine])


def call_of(session: Session) -> str:
    """Return what people are called for, by a name of its own: an Ask, or a seat at another table of a tournament."""
    match session.phase, session.tournament:
        case Playing(clock=clock), _:
            return clock.ask
        case Lobby(), OfTournament(seating=seating):
            return f"{SEATING}-{seating}"
        case _:
            return NO_GAME


def notified(session: Session, call: str, last: Shown) -> tuple[PersonId, ...]:
    """Return who is to be called: awaited by an Ask, or seated anew, of which this audience has not been shown yet."""
    if call == last.ask:
        return ()
    match session.phase, session.tournament:
        case Lobby(), OfTournament(came=came):
            return tuple(player for player, seating in came.items() if seating > seating_of(last.ask))
        case _:
            return awaited(session)


def awaited(session: Session) -> tuple[PersonId, ...]:
    """Return who is awaited now: asked something, or called to their seat at this table of a tournament."""
    match session.phase, session.tournament:
        case Playing(), _:
            ask = session.ask
            seats = () if ask is None else human_awaited(session, ask)
            return tuple(session.seats[seat].player for seat in seats)
        case Lobby(), OfTournament(came=came):
            return tuple(came)
        case _:
            return ()


def seating_of(call: str) -> int:
    """Return the number of the seating that a call was for; 0 for another."""
    kind, _, number = call.partition("-")
    return int(number) if kind == SEATING and number.isdecimal() else 0


def hands_undelivered(session: Session, shown: Mapping[AudienceKey, Shown]) -> int:
    """Return how many people could not be given what all know that they were dealt."""
    last = [shown.get(of_person(one.player).key, NOTHING) for one in session.people]
    return len([one for one in last if one.owed and one.has_own_start])


def with_hands_told(now: Panel, session: Session, waiting: int, words: Words) -> Panel:
    """Return the panel with `3 of 4 hands delivered`, and never more than that (threats F15)."""
    if not (waiting and now.hands and isinstance(session.phase, Playing)):
        return now
    people = len(session.people)
    told = words.text("hands-delivered", delivered=people - waiting, hands=people)
    return replace(now, lines=(*now.lines, told))


def digest_of(now: Panel, seals: Seals) -> str:
    """Return by what a panel is told from the next: of a hand, nobody without the key can try what it might be."""
    return seals.digest(msgspec.json.encode(now))


def is_up_to_date(lacking: Lacking, last: Shown) -> bool:
    faded = last.fades_at is not None and last.fades_at <= lacking.at
    return not lacking.update.news and lacking.digest == last.digest and not faded and not last.behind


def after(session: Session, adapter: Adapter, lacking: Lacking, last: Shown, handle: str) -> Shown:
    """Return what the audience has been shown once the adapter has done it."""
    if lacking.audience.person and session.seat_of(lacking.audience.person) is None:
        return LEFT
    now = Shown(lacking.upto, lacking.digest, handle, lacking.update.called_for)
    return with_fading(now, lacking, last) if adapter.stands else now


def with_fading(now: Shown, lacking: Lacking, last: Shown) -> Shown:
    """Return when what fades goes: so many seconds from when it was shown, not from when it happened."""
    fresh = [(lacking.at + line.fades * 1000, line.number) for line in lacking.update.news if line.fades is not None]
    if last.fades_at is not None and last.fades_at > lacking.at:
        fresh.append((last.fades_at, last.fading))
    if not fresh:
        return now
    return replace(now, fades_at=max(at for at, _ in fresh), fading=min(number for _, number in fresh))


def unreached(lacking: Lacking, last: Shown, reach: Reach) -> Shown:
    """Return what an audience that could not be reached was last shown, and what becomes of its news."""
    if reach is Reach.NEVER:
        return Shown(lacking.upto, lacking.digest, last.handle, lacking.update.called_for)
    news = lacking.update.news
    read_already = last.has_own_start and not last.owed
    owed = lacking.public or (not news and not read_already) or any(one.shared for one in news)
    kept = replace(last, upto=lacking.start, owed=owed, behind=False, waits=False, shut=False)
    if reach is Reach.WAITS:
        return replace(kept, waits=True)
    return replace(kept, behind=True, shut=reach is Reach.SHUT or last.shut)


def read_by_a_press(last: Shown, upto: int) -> Shown:
    """Return what becomes of an audience that read its own by a press: it is brought the message all the same.

    `upto`: the log, as far as it has read.
    """
    return replace(last, upto=max(upto, last.upto), owed=False) if last.has_own_start else last


def read_meanwhile(became: Shown, noted: Shown) -> Shown:
    """Return what became of an audience, where it may have read its own while it was being shown. `noted`: by then."""
    read = noted.has_own_start and not noted.owed and noted.upto > became.upto
    return read_by_a_press(became, noted.upto) if read else became


def update_for(
    table: TableView, audience: Audience, last: Shown, news: tuple[News, ...], *, drawn: bool = True
) -> Update:
    """Return what an audience is shown now. `drawn`: it sees the board; else the panel is in words alone."""
    session, call = table.session, call_of(table.session)
    return Update(
        table=session.table,
        code=session.code,
        audience=audience.key,
        news=news,
        card=panel_for(table, audience.person, drawn=drawn),
        notify=notified(session, call, last),
        called_for=call,
        awaited=awaited(session),
        handle=last.handle,
        place=session.place_on(audience.platform),
    )


def commentary(session: Session, first: int, batches: Sequence[Batch], words: Words) -> tuple[str, ...]:
    """Return the game that ended last, line by line; what one seat alone was told stands behind its name."""
    game = number_of(session.record) if session.record else 0
    numbers = {number for number, batch in enumerate(batches, start=first) if batch.game == game}
    lines = lines_of(session, first, batches, words)
    cast = session.phase.cast if isinstance(session.phase, Between) else ()
    called = {one.player: one.name for one in cast}
    own = [(line, f"{called.get(player, '?')}: {line.text}") for player, told in lines.private.items() for line in told]
    told = [*((line, line.text) for line in lines.public if not line.fine), *own]
    found = [(line.number, text) for line, text in told if line.number in numbers]
    return tuple(text for _, text in sorted(found, key=lambda one: one[0]))
