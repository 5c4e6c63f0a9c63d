"""A file with all that can settle a dispute about a table: what was told, typed, shown and done, and what the record
says.

While a game is on, or about to begin, it holds only what a spectator saw, because whoever asks may be a player's
friend. It holds what was private in games that have ended, as their records do.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from bot.delivery.one_pass import Worded
from bot.delivery.shown import ShownNotes
from bot.engine.repository import Repository
from bot.engine.taken import TypedLine, read_typed
from bot.ports.audience import at_place
from bot.ports.ids import VenueId
from bot.ports.messages import File
from bot.render.archive import title as titled
from bot.render.telling import lasting, lines_of
from bot.table.audit import AuditEntry, read_entry
from bot.table.document import Session
from bot.table.ending import number_of
from bot.table.log import Batch
from bot.table.phases import Closed, Playing
from bot.text import Words
from games.catalogue import catalogue
from games.proof.record import Mismatch, Moved
from games.proof.verifying import verify
from persistence import Store

MOST_TOLD: Final = 1000
"""How many batches of the log are in the file, the last ones."""
MOST_TYPED: Final = 500
"""How many typed lines are in the file, the last ones."""
MOST_DONE: Final = 1000


class Disputes:
    """Collects what is known about a table. Each method raises StoreTrouble."""

    def __init__(self, store: Store, repository: Repository, notes: ShownNotes, worded: Worded) -> None:
        self._store, self._repository, self._notes, self._worded = store, repository, notes, worded

    async def file(self, session: Session, locale: str) -> File:
        """Return the file about a table, with what may be known now."""
        words = self._worded.words(locale, "", session.venue)
        first = max(0, session.log_length - MOST_TOLD)
        batches = await self._repository.batches(session, first)
        open_until = ended_at(session, batches)
        parts = [
            ("The table", head(session, words)),
            ("What was told", timeline(session, first, batches, words)),
            ("What was typed", await self._typed(session, open_until)),
            ("The clock", clock(session)),
            ("Receipts of moves", receipts(session, batches)),
            ("What was shown, and to whom", await self._shown(session, first, batches)),
            ("What moderators did, and voids", await self._done(session)),
            ("The record of the last game that ended", await self._verdict(session)),
        ]
        text = "\n\n".join("\n".join([f"## {title}", *(lines or ["nothing"])]) for title, lines in parts)
        return File(f"dispute-{session.code}.txt", f"{text}\n".encode())

    async def _typed(self, session: Session, open_until: int | None) -> list[str]:
        """Return the typed lines.

        Until a game has ended, they do not show that anybody typed in private (threats T3).
        """
        found = read_typed(await self._store.typed(session.ref, MOST_TYPED))
        told = [one for one in found if not (one.private and is_late(one, open_until))]
        return [typed_line(one, open_until) for one in told[-MOST_TYPED:]]

    async def _shown(self, session: Session, first: int, batches: Sequence[Batch]) -> list[str]:
        """Return what each audience was last shown, and the platform's id of the message there.

        Seats are left out while that could show that they acted in private; for the same reason only public lines are
        counted.
        """
        shown = await self._notes.of(session.ref)
        places = {at_place(place).key for place in session.places}
        told = [(key, one) for key, one in sorted(shown.items()) if key in places or isinstance(session.phase, Closed)]
        lacks = {"behind": "could not be reached", "waits": "waits until they ask", "shut": "can't act there"}
        return [
            " · ".join(
                [
                    str(key),
                    f"told up to line {public_lines(one.upto - first, batches)}",
                    *([f"stands as {one.handle}"] if one.handle else []),
                    *(said for name, said in lacks.items() if getattr(one, name)),
                ]
            )
            for key, one in told
        ]

    async def _done(self, session: Session) -> list[str]:
        entries = [read_entry(line) for line in await self._store.audit(session.venue, MOST_DONE)]
        mine = [one for one in reversed(entries) if one is not None and one.table == session.table]
        return [done_line(one) for one in mine]

    async def _verdict(self, session: Session) -> list[str]:
        if session.match is not None or session.record in session.withheld:
            named = session.record if session.match is None else session.match.playing.record
            return [named, "stays closed until its series is over"]
        content = await self._store.record(VenueId(session.venue), session.record) if session.record else None
        if content is None:
            return ["no game has ended here, or its record is kept no more"]
        try:
            committed = verify(content.decode())
        except (Mismatch, UnicodeDecodeError) as wrong:
            return [session.record, f"DOES NOT CHECK OUT: {wrong}"]
        return [session.record, f"checks out: {committed.game} {committed.game_id}, commitment {committed.commitment}"]


def ended_at(session: Session, batches: Sequence[Batch]) -> int | None:
    """Return the time (ms) up to which everything may be known: the end of the last game; None: the table is closed, so
    no limit.
    """
    if isinstance(session.phase, Closed):
        return None
    secret = still_secret(session)
    return max((batch.at for batch in batches if batch.game and batch.game not in secret), default=0)


def still_secret(session: Session) -> frozenset[int]:
    """Return the numbers of games of which only what everybody saw may be known: the running one, and those of a
    running series that hides something (`bot/table/commitments.py`).
    """
    running = [] if session.game_on is None else [session.game_on.pledge.n]
    return frozenset((*running, *map(number_of, session.withheld)))


def public_lines(upto: int, batches: Sequence[Batch]) -> int:
    """Return the number of public lines in these batches up to `upto`, so that nobody can count the private ones."""
    before = batches[0].position.before if batches else 0
    return before + sum(batch.is_for_all for batch in batches[: max(0, upto)])


def head(session: Session, words: Words) -> list[str]:
    options = " ".join(f"{key}={value}" for key, value in sorted(session.given.items()))
    seats = [f"{number}. {seated.name} ({seated.player})" for number, seated in enumerate(session.seats, start=1)]
    return [
        f"{session.code} · {titled(session.game, words)} · {options or 'as usual'} · money={session.options.money}",
        *seats,
    ]


def timeline(session: Session, first: int, batches: Sequence[Batch], words: Words) -> list[str]:
    """Return the lines of the log; lines for one seat alone only of games that have ended."""
    running = session.phase.pledge.n if isinstance(session.phase, Playing) else 0
    secret = still_secret(session)
    game_of = {number: batch.game for number, batch in enumerate(batches, start=first)}
    closed = isinstance(session.phase, Closed)
    lines = lines_of(session, first, batches, words)
    public = lasting(lines.public) if running else lines.public  # nobody looks up what was taken back (HA-14)
    told = [(line.number, when(line.at), line.text) for line in public]
    for person, own in lines.private.items():
        for line in own:
            game = game_of[line.number]
            if closed or (game and game not in secret):
                told.append((line.number, when(line.at), f"[to {person} alone] {line.text}"))
    return [f"{at} · {text}" for _, at, text in sorted(told, key=lambda one: one[0])]


def receipts(session: Session, batches: Sequence[Batch]) -> list[str]:
    """Return the receipts of moves; those of secret moves only once their game has ended."""
    secret, closed = still_secret(session), isinstance(session.phase, Closed)
    known = [batch for batch in batches if closed or batch.is_for_all or batch.game not in secret]
    return [
        f"{when(batch.at)} · game {batch.game}, seat {batch.deed.seat + 1} · {batch.deed.move.split()[0]}"
        f" · {batch.receipt.digits}"
        for batch in known
        if isinstance(batch.deed, Moved) and batch.receipt is not None
    ]


def typed_line(line: TypedLine, open_until: int | None) -> str:
    """Return a line as it was typed; a secret move only once its game has ended.

    The same holds for its answer, which others need not have seen.
    """
    late = is_late(line, open_until)
    hidden = late and names_a_secret(line.text)
    where = "in private" if line.private else "before all"
    text = "(told when the game has ended)" if hidden else line.text
    refused = (" · refused" if late else f" · refused: {line.refused}") if line.refused else ""
    return f"{when(line.at)} · {line.name} ({line.by}) · {where} · {text}{refused}"


def is_late(line: TypedLine, open_until: int | None) -> bool:
    """Tell whether a line was typed after the time up to which everything may be known (`ended_at`)."""
    return open_until is not None and line.at > open_until


def names_a_secret(text: str) -> bool:
    """Tell whether a line has the verb of a secret move of any game."""
    return not catalogue().secret_verbs.isdisjoint(word.lstrip("!/?.").lower() for word in text.split()[:3])


def clock(session: Session) -> list[str]:
    """Return when the table's time is up, which everybody can see."""
    found = []
    if isinstance(session.phase, Playing):
        now = session.phase.clock
        found.append(f"question {now.ask} ends at {when(now.ends_at)}")
    if session.paused is not None:
        found.append(
            f"stands still since {when(session.paused.at)} ({session.paused.why}) {session.paused.by}".rstrip()
        )
    return found


def done_line(entry: AuditEntry) -> str:
    parts = (when(entry.at), entry.name or "by itself", entry.did, entry.reason)
    return " · ".join(part for part in parts if part)


def when(at: int) -> str:
    """Return a time (ms) in UTC, to the millisecond."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
