"""A raid: another channel's viewers arrive together, and a table with room for more asks them to sit down."""

from typing import Final

from msgspec.structs import replace

from bot.table.change import Change
from bot.table.crowd import has_room_after
from bot.table.document import OfTournament, Session
from bot.table.phases import Between, Lobby, Playing
from bot.table.queueing import seats_left, stake_line, takes_stakes
from bot.table.seats import KeptSeats
from games.kit.telling import say

WAITS: Final = 120_000
"""How long (ms) after a raid seats are kept, and no game of a lobby begins by itself: raiders see the stream late."""


def takes_more(session: Session) -> bool:
    """Tell whether people who come now may sit down, or stake in a crowd's next round."""
    if isinstance(session.tournament, OfTournament) or session.options.admits != "all":
        return False
    if session.paused is not None or session.offline is not None:
        return False
    if session.gathers is not None and takes_stakes(session):
        return isinstance(session.phase, Lobby | Between | Playing) and has_room_after(session)
    return isinstance(session.phase, Lobby | Between) and seats_left(session) > 0


def invite(change: Change, raider: str, viewers: int) -> None:
    """Ask those who come from this channel to sit down. Do nothing if the table takes nobody by now.

    For each of their viewers a free seat is kept from those who were here before, as far as there are enough, and a
    game that would begin by itself waits for them. A crowd's round does not: late-comers stake for the next one.
    """
    session, phase = change.session, change.session.phase
    if not takes_more(session):
        return
    if session.gathers is not None and takes_stakes(session):
        change.say("raid-crowd", who=raider, line=stake_line(session))
        return
    free = seats_left(session)
    waits = isinstance(phase, Lobby | Between) and phase.starts_at is not None
    if isinstance(phase, Lobby | Between) and phase.starts_at is not None:
        change.set(phase=replace(phase, starts_at=max(phase.starts_at, change.table_time + WAITS)))
    kept = min(free, viewers)
    change.set(kept_seats=KeptSeats(kept, change.table_time + WAITS) if kept > 0 else None)
    which = "none" if kept == 0 else "all" if kept == free else "some"
    seats = {"free": free, "kept": kept}
    change.tell(say("raid-seats", who=raider, code=session.code, which=which, waits="yes" if waits else "no", **seats))


def free_seats(change: Change) -> None:
    """Free the seats that were kept for raiders and that none of them took."""
    session = change.session
    change.set(kept_seats=None)
    free = seats_left(session)
    if free > 0:
        change.say("seats-kept-no-more", free=free, code=session.code)
