"""A raid: another channel's viewers arrive together, and a table that takes more people asks them to sit down."""

from typing import Final

from msgspec.structs import replace

from bot.table.change import Change
from bot.table.crowd import has_room_after
from bot.table.document import OfTournament, Session
from bot.table.phases import Between, Lobby, Playing
from bot.table.ways_in import stake_line

WAITS: Final = 120_000
"""So long (ms) after a raid no game of a lobby begins by itself: who arrives sees the stream late."""


def takes_more(session: Session) -> bool:
    """Tell whether anybody who comes now may sit down, or stake in a crowd's next round."""
    if isinstance(session.tournament, OfTournament) or session.options.admits != "all":
        return False
    if session.paused is not None or session.offline is not None:
        return False
    if session.gathers is not None:
        return isinstance(session.phase, Lobby | Between | Playing) and has_room_after(session)
    return isinstance(session.phase, Lobby | Between) and len(session.seats) < session.seats_allowed[-1]


def invite(change: Change, raider: str) -> None:
    """Ask those who come from this channel to sit down; nothing where the table takes nobody by now.

    They can't be told apart from others, so no seat is kept; instead a game that would begin by itself waits for them.
    A crowd's round doesn't: who is late for it stakes for the next one.
    """
    session, phase = change.session, change.session.phase
    if not takes_more(session):
        return
    if session.gathers is not None:
        change.say("raid-crowd", who=raider, line=stake_line(session))
        return
    free = session.seats_allowed[-1] - len(session.seats)
    waits = isinstance(phase, Lobby | Between) and phase.starts_at is not None
    if isinstance(phase, Lobby | Between) and phase.starts_at is not None:
        change.set(phase=replace(phase, starts_at=max(phase.starts_at, change.table_time + WAITS)))
    change.say("raid-seats", who=raider, code=session.code, free=free, waits="yes" if waits else "no")
