"""The end of a stream, and its return: the tables of its channel wait, or play their last round, as the venue chose.

The end of a stream ends no game at once, and a game for purses only by a void. Past the venue's limit every stake goes
back, the table is told whose stream it was, and the void counts with those by staff (threats T8).
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.table import ending
from bot.table.audit import STREAM_AWAY, Cause
from bot.table.change import Change
from bot.table.document import Offline, Session
from bot.table.pausing import PLACE, PLATFORM, STREAM, keep_clock, pause_table, resume_table
from bot.table.phases import Between, Closed, Playing

HOUR: Final = 3_600_000
LATE: Final = 60_000
"""If a limit turns out to have passed more than this (ms) ago, the bot was away then, and the stream may be back."""
GRACE: Final = 300_000
"""So long (ms) the table then waits for news of the stream."""


class Broadcaster(Struct, frozen=True):
    """The owner of the stream; `name` is safe to show."""

    id: PersonId
    name: str


def pause(change: Change, by: Broadcaster, hours: int, *, tables: int) -> bool:
    """Pause a table until the stream is back, for `hours` at most. Do nothing if this was done before.

    `tables`: how many tables of its places are affected, to be told; 0: it was already told there. Return whether it is
    told here.
    """
    if change.session.offline is not None or isinstance(change.session.phase, Closed):
        return False
    paused = change.session.paused
    until = change.now + hours * HOUR
    change.set(offline=Offline(change.now, until, by.id, by.name, hours))
    if paused is None or paused.why == PLATFORM:
        pause_table(change, STREAM, by.name)
    elif paused.why == PLACE:  # it can't be told now; when it can, it still waits for the stream
        change.set(paused=replace(paused, by=by.name, why=STREAM))
    else:
        return False  # the moderators there let it go on
    playing = "yes" if isinstance(change.session.phase, Playing) else "no"
    if tables:
        change.say("stream-pauses", who=by.name, hours=hours, playing=playing, tables=tables)
    return bool(tables)


def last_round(change: Change, by: Broadcaster, *, tables: int) -> bool:
    """Let no further game begin by itself until the stream is back. A tournament's tables end with the tournament.

    `tables`, and what is returned: as in `pause`.
    """
    session = change.session
    if session.offline is not None or isinstance(session.phase, Closed) or session.tournament is not None:
        return False
    change.set(offline=Offline(change.now, 0, by.id, by.name, had_enough=session.enough), enough=True)
    if isinstance(session.phase, Between):  # in a lobby people asked for the game that is to begin
        change.stop_countdown()
    tells = tables > 0 and isinstance(session.phase, Playing | Between)
    if tells:
        change.say("stream-last-round", who=by.name)
    return tells


def come_back(change: Change, *, tables: int) -> bool:
    """Let everything go on: the clock, with the time that was left, and the games that begin by themselves.

    `tables`, and what is returned: as in `pause`.
    """
    session, offline = change.session, change.session.offline
    if offline is None:
        return False
    change.set(offline=None)
    tells = tables > 0
    if offline.until == 0:
        change.set(enough=offline.had_enough)
        tells = tells and not offline.had_enough and isinstance(session.phase, Playing | Between)
        if tells:
            change.say("stream-plays-on")
        go_on(change)
        return tells
    if session.paused is None or session.paused.why != STREAM:
        return False
    resume_table(change)
    if tells:
        change.say("stream-is-back", tables=tables)
    keep_clock(change)
    return tells


def go_on(change: Change) -> None:
    """Announce the next game of a series, if it would have begun by itself."""
    session = change.session
    if not isinstance(session.phase, Between) or session.phase.starts_at is not None or session.gathers is not None:
        return
    result = session.result
    if result is None or result.next_after is None or not ending.goes_on_by_itself(session, session.carry, result):
        return
    ending.starts_next(change, change.table_time + result.next_after * 1000)
    ending.call_next(change, result.next_after)


def waits(session: Session) -> bool:
    """Tell whether a table is paused until the stream is back."""
    return session.offline is not None and session.paused is not None and session.paused.why == STREAM


def give_up(change: Change) -> None:
    """Stop waiting for a stream whose time is up: the game is void, and its people are in the lobby."""
    offline = change.session.offline
    if offline is None or offline.until > change.now:
        return
    if change.now > offline.until + LATE:
        change.set(offline=replace(offline, until=change.now + GRACE))
        return
    change.set(offline=None)
    resume_table(change)
    if isinstance(change.session.phase, Playing):
        change.say("stream-gives-up", who=offline.name, hours=offline.hours)
        away = f"offline for {offline.hours} h"
        ending.void(change, Cause("stream offline", STREAM_AWAY, offline.by, offline.name, away))
    else:
        change.say("stream-waits-no-more", who=offline.name)
