"""Note what audiences were last shown; find out what one of them lacks, and what it is shown now."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.ports.audience import Audience, of_key, of_person
from bot.ports.ids import AudienceKey, PersonId
from bot.ports.messages import NO_GAME, Adapter, News, Panel, Reach, Update
from bot.render.panel import TableView, panel_for
from bot.render.telling import Lines, lasting, lines_of
from bot.table.document import OfTournament, Session
from bot.table.ending import number_of
from bot.table.log import Batch
from bot.table.phases import Between, Lobby, Playing
from bot.table.playing import human_awaited
from bot.text import Words
from games.kit.kept import keep_latest
from persistence import Seals, Store, TableRef

MOST_RECENT: Final = 10
"""How many lines are below a panel that stays."""


SEATING: Final = "seating"
KEY: Final = attrgetter("key")


class Shown(Struct, frozen=True, gc=False, omit_defaults=True):
    """What an audience was last shown: the log up to here, a digest of the panel, the adapter's handle, its last call.

    `behind`: it could not be reached; its news begin at its own `upto`, not at the table's. `late`: the same, though it
    was reached: the table may have moved on while it was shown. `waits`: as `behind`, until somebody asks for them.
    `shut`: nobody there can act. `owed`: it lacks more than the answers to its own private acts, from which others
    could learn that it acted (threats T3). `fades_at`: in ms, when the fading lines from batch `fading` on are taken
    back. `version`: of the table, in the entries for those who are told together.
    """

    upto: int
    digest: str = ""
    handle: str = ""
    ask: str = ""
    behind: bool = False
    late: bool = False
    waits: bool = False
    shut: bool = False
    fades_at: int | None = None
    fading: int = 0
    owed: bool = False
    version: int = 0

    @property
    def has_own_start(self) -> bool:
        return self.behind or self.late or self.waits


NOTHING: Final = Shown(0)
LEFT: Final = Shown(0, "left")
"""The note of somebody who left and was shown so: no longer an audience of this table."""
TABLE: Final = AudienceKey("*")
"""The entry that says up to where the table was delivered; audiences with nothing new need no entry."""
PARTED: Final = "parted"
"""The digest of that entry where venues have entries of their own; without it, all of them were told so far."""
MOST_SEEN: Final = 4096
_SHOWN: Final = msgspec.json.Decoder(Shown)


class Lacking(Struct, frozen=True, gc=False):
    """An update for one audience. `start`: the first batch of its news; `at`: now, in ms.

    `on_page_alone`: for somebody who streams, whose hand is shown nowhere else. `public`: everybody was told something
    since then, too.
    """

    audience: Audience
    update: Update
    digest: str
    upto: int
    start: int
    at: int
    on_page_alone: bool = False
    public: bool = False


class ShownNotes:
    """Keeps the notes of tables that are being delivered; the names of audiences are those of `Update.audience`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[TableRef, dict[AudienceKey, Shown]] = {}
        self._on_pages: dict[TableRef, dict[AudienceKey, Shown]] = {}
        """Notes of audiences that have only open pages: these pages end with this program, and so do the notes."""
        self._seen: dict[TableRef, int] = {}
        self._versions: dict[TableRef, int] = {}
        """The version of each table that all pages of this process were shown."""
        store.news.when_missed(self._kept.clear)

    async def of(self, ref: TableRef) -> dict[AudienceKey, Shown]:
        """Return the notes by audience; change them in place once they are stored. Raises StoreTrouble."""
        if ref not in self._kept:
            stored = await self._store.shown(ref)
            read = {AudienceKey(name): _SHOWN.decode(content) for name, content in stored.items()}
            read |= self._on_pages.get(ref, {})
            return self._kept.setdefault(ref, read)  # another task may have been faster
        return self._kept[ref]

    async def note(
        self, ref: TableRef, fresh: Mapping[AudienceKey, Shown], *, all_delivered: int | None = None
    ) -> None:
        """Keep and store what these audiences were shown. Raises StoreTrouble.

        `all_delivered`: nobody lacks anything of this version; the mark "to be delivered" is then removed, unless the
        table has gone on.
        """
        if ref in self._kept:
            self._kept[ref].update(fresh)
        shown: dict[str, bytes] = {name: msgspec.json.encode(one) for name, one in fresh.items()}
        await self._store.show(ref, shown, delivered=all_delivered)

    async def anew(self, ref: TableRef) -> Mapping[AudienceKey, Shown]:
        """Return the notes as they are stored now: others may have noted more. Raises StoreTrouble."""
        self.forget(ref)
        return await self.of(ref)

    def seen(self, ref: TableRef, otherwise: int) -> int:
        """Return the log up to which the pages of this process were told; `otherwise` if nothing is known of them."""
        found = self._seen.get(ref)
        return keep_latest(self._seen, ref, otherwise, MOST_SEEN) if found is None else found

    def note_pages(self, ref: TableRef, fresh: Mapping[AudienceKey, Shown], upto: int, version: int) -> None:
        """Note that the pages of this process were told the log up to there, and shown this version.

        `fresh`: what these audiences were shown, for as long as this program runs.
        """
        if fresh:
            self._on_pages.setdefault(ref, {}).update(fresh)
        keep_latest(self._seen, ref, upto, MOST_SEEN)
        keep_latest(self._versions, ref, version, MOST_SEEN)

    def version_seen(self, ref: TableRef) -> int:
        """Return the version that the pages of this process were shown; 0 if that is not known."""
        return self._versions.get(ref, 0)

    def begin_here(self, ref: TableRef, upto: int, people: Iterable[AudienceKey] = ()) -> None:
        """Note that pages of these people here show a table up to there, unless more is known of them."""
        self.seen(ref, upto)
        for one in people:
            self._on_pages.setdefault(ref, {}).setdefault(one, Shown(upto))

    def let_go(self, ref: TableRef) -> None:
        """Drop everything that is kept about a table: it is closed, or no page of this process shows it."""
        self.forget(ref)
        self._on_pages.pop(ref, None)
        self._seen.pop(ref, None)

    def forget(self, ref: TableRef) -> None:
        """Drop the notes, so that they are read again: another process may have shown more."""
        self._kept.pop(ref, None)

    def now(self) -> int:
        """Return the time in ms."""
        return self._store.clock.now()


def told_entry(name: str) -> AudienceKey:
    """Return the key of the entry that says up to where those with this name (`one_pass.told_as`) were told."""
    return AudienceKey(f"{TABLE}{name}")


def untold_entry(name: str) -> AudienceKey:
    """Return the key of the entry that says where those begin whom a delivery left to other processes."""
    return AudienceKey(f"{TABLE}{TABLE}{name}")


def told_upto(shown: Mapping[AudienceKey, Shown], name: str) -> int:
    """Return the log up to which those with this name were told of the table."""
    table = shown.get(TABLE, NOTHING)
    own = shown.get(told_entry(name)) or shown.get(untold_entry(name)) or table
    return own.upto if table.digest == PARTED else max(own.upto, table.upto)


def is_told(shown: Mapping[AudienceKey, Shown], name: str, version: int) -> bool:
    """Tell whether those with this name were told this version of the table."""
    return shown.get(told_entry(name), NOTHING).version >= version


def leavers(session: Session, shown: Mapping[AudienceKey, Shown]) -> list[Audience]:
    """Return people who were shown this table as theirs and no longer sit here; they are shown that, once."""
    found = list[Audience]()
    for key, last in shown.items():
        noted = None if last == LEFT or key.startswith(TABLE) else of_key(key)
        if noted is not None and noted.person and session.seat_of(noted.person) is None:
            found.append(noted)
    return found


def goes_on(shown: Mapping[AudienceKey, Shown], here: Sequence[Audience]) -> bool:
    """Tell whether these alone were shown a table, and each gets what comes next: nobody has left, is behind, cut off,
    or sees lines that will be taken back.
    """
    keys = set(map(KEY, here))
    for key, last in shown.items():
        if last.behind or last.late or last.waits or last.shut or last.fades_at is not None:
            return False
        if not (key in keys or last == LEFT or key.startswith(TABLE)):
            return False
    return True


def lines_for(audience: Audience, lines: Lines) -> Sequence[News]:
    """Return the public lines for a place; for a person, the lines for that person alone."""
    return lines.private.get(audience.person, []) if audience.person else lines.public


def recent_for(session: Session, audience: Audience, lines: Lines, fading: int | None) -> tuple[News, ...]:
    """Return the last lines that may be read now. `fading`: from this batch on also lines that will be taken back.

    A player gets only those of the running game: an earlier hand is no hand any more.
    """
    first = session.phase.log_start if audience.person and isinstance(session.phase, Playing) else 0
    since = [line for line in lines_for(audience, lines) if line.number >= first]
    return tuple(lasting(since, fading)[-MOST_RECENT:])


def proofs_in(lines: Lines) -> tuple[News, ...]:
    """Return the last public lines of fine print."""
    return tuple([line for line in lines.public if line.fine])


class TableCalls:
    """Tell what a table calls people for now, and who is awaited: the same for all of its audiences.

    `call`: a name for an Ask, or for a seat at another table of a tournament. `awaited`: who is asked something, or
    called to their seat. `came`: for which seating each of these was.
    """

    def __init__(self, session: Session) -> None:
        self.call, self.awaited = NO_GAME, tuple[PersonId, ...]()
        self.came: Mapping[PersonId, int] = {}
        match session.phase, session.tournament:
            case Playing(clock=clock), _:
                asked = () if session.ask is None else human_awaited(session, session.ask)
                self.call, self.awaited = clock.ask, tuple([session.seats[seat].player for seat in asked])
            case Lobby(), OfTournament(seating=seating, came=came):
                self.call, self.awaited, self.came = f"{SEATING}-{seating}", tuple(came), came
            case _:
                pass

    def notified(self, last: Shown) -> tuple[PersonId, ...]:
        """Return the people to call: awaited by an Ask, or given a new seat, if an audience was not shown that yet."""
        if self.call == last.ask:
            return ()
        if not self.came:
            return self.awaited
        called = seating_of(last.ask)
        return tuple([one for one, seating in self.came.items() if seating > called])


def seating_of(call: str) -> int:
    """Return the number of the seating that a call was for; 0 for other calls."""
    kind, _, number = call.partition("-")
    return int(number) if kind == SEATING and number.isdecimal() else 0


def hands_undelivered(session: Session, shown: Mapping[AudienceKey, Shown]) -> int:
    """Return how many people did not get what everybody knows that they were dealt."""
    waiting = 0
    for seated in session.people:
        one = shown.get(of_person(seated.player).key, NOTHING)
        waiting += one.owed and one.has_own_start
    return waiting


def with_hands_told(now: Panel, session: Session, waiting: int, words: Words) -> Panel:
    """Return the host's panel with `3 of 4 hands delivered`, never with names (threats F15); all others as they are."""
    if not (waiting and now.is_host and now.hands and isinstance(session.phase, Playing)):
        return now
    people = len(session.people)
    told = words.text("hands-delivered", delivered=people - waiting, hands=people)
    return replace(now, lines=(*now.lines, told), undelivered=told)


def digest_of(now: Panel, seals: Seals) -> str:
    """Return a digest that tells a panel from the next one. Without the key nobody can guess a hand from it."""
    return seals.digest(msgspec.json.encode(now))


def is_up_to_date(lacking: Lacking, last: Shown) -> bool:
    faded = last.fades_at is not None and last.fades_at <= lacking.at
    return not lacking.update.news and lacking.digest == last.digest and not faded and not last.behind


def after(session: Session, adapter: Adapter, lacking: Lacking, last: Shown, handle: str) -> Shown:
    """Return what the audience was shown, once the adapter has shown it."""
    if lacking.audience.person and session.seat_of(lacking.audience.person) is None:
        return LEFT
    now = Shown(lacking.upto, lacking.digest, handle, lacking.update.called_for)
    return with_fading(now, lacking, last) if adapter.stands else now


def with_fading(now: Shown, lacking: Lacking, last: Shown) -> Shown:
    """Return the note with the time when its fading lines go, counted from when they were shown, not from when it
    happened.
    """
    fresh = [(lacking.at + line.fades * 1000, line.number) for line in lacking.update.news if line.fades is not None]
    if last.fades_at is not None and last.fades_at > lacking.at:
        fresh.append((last.fades_at, last.fading))
    if not fresh:
        return now
    return replace(now, fades_at=max(at for at, _ in fresh), fading=min(number for _, number in fresh))


def unreached(lacking: Lacking, last: Shown, reach: Reach) -> Shown:
    """Return the note of an audience that could not be reached, with what becomes of its news."""
    if reach is Reach.NEVER:
        return Shown(lacking.upto, lacking.digest, last.handle, lacking.update.called_for)
    news = lacking.update.news
    read_already = last.has_own_start and not last.owed
    owed = lacking.public or (not news and not read_already) or any(one.shared for one in news)
    kept = replace(last, upto=lacking.start, owed=owed, behind=False, late=False, waits=False, shut=False)
    if reach is Reach.WAITS:
        return replace(kept, waits=True)
    return replace(kept, behind=True, shut=reach is Reach.SHUT or last.shut)


def read_by_a_press(last: Shown, upto: int) -> Shown:
    """Return what an audience was shown, once somebody read it by pressing a button. The message still gets the rest.

    `upto`: the log, as far as it was read.
    """
    return replace(last, upto=max(upto, last.upto), owed=False) if last.has_own_start else last


def read_meanwhile(became: Shown, noted: Shown) -> Shown:
    """Return the new note of an audience that may have read its own while it was being shown. `noted`: its note by
    then.
    """
    read = not noted.owed and noted.upto > became.upto and noted.has_own_start
    return read_by_a_press(became, noted.upto) if read else became


def apart(
    fresh: Mapping[AudienceKey, Shown],
    paged: Collection[AudienceKey],
    shown: Mapping[AudienceKey, Shown],
) -> tuple[dict[AudienceKey, Shown], dict[AudienceKey, Shown]]:
    """Return the new notes of open pages, and those that are stored. Pages end with the program, and start with the
    whole state, so notes of them need not be.
    """
    on_pages, told = dict[AudienceKey, Shown](), dict[AudienceKey, Shown]()
    for key, one in fresh.items():
        last = shown.get(key, NOTHING)
        lagged = last.has_own_start
        became = read_meanwhile(one, last) if lagged else one
        (on_pages if key in paged and not (lagged or became.has_own_start) else told)[key] = became
    return on_pages, told


def update_for(
    table: TableView,
    audience: Audience,
    last: Shown,
    news: Sequence[News],
    calls: TableCalls | None = None,
    *,
    drawn: bool = True,
    page: bool = False,
) -> Update:
    """Return the update for an audience. `drawn`: it sees the board; otherwise the panel is in words.

    `calls`: the table's, if they are known already. `page`: it is for an open page.
    """
    session = table.session
    calls = calls or TableCalls(session)
    return Update(
        table=session.table,
        code=session.code,
        audience=audience.key,
        news=tuple(news),
        card=panel_for(table, audience.person, drawn=drawn, page=page),
        notify=calls.notified(last),
        called_for=calls.call,
        awaited=calls.awaited,
        handle=last.handle,
        place=session.place_on(audience.platform),
    )


def commentary(session: Session, first: int, batches: Sequence[Batch], words: Words) -> tuple[str, ...]:
    """Return the last game line by line; lines for one seat alone have that player's name in front."""
    game = number_of(session.record) if session.record else 0
    numbers = {number for number, batch in enumerate(batches, start=first) if batch.game == game}
    lines = lines_of(session, first, batches, words)
    cast = session.phase.cast if isinstance(session.phase, Between) else ()
    called = {one.player: one.name for one in cast}
    own = [(line, f"{called.get(player, '?')}: {line.text}") for player, told in lines.private.items() for line in told]
    told = [*((line, line.text) for line in lines.public if not line.fine), *own]
    found = [(line.number, text) for line, text in told if line.number in numbers]
    return tuple(text for _, text in sorted(found, key=lambda one: one[0]))
