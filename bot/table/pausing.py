"""A pause: the table's own clock stands still, and everybody has the time they had when it goes on."""

from typing import Final

from msgspec.structs import replace

from bot.session import Between, BotDue, Closed, Lobby, Paused, Playing, Session
from bot.table.change import Change, Refused

STAFF: Final = "staff"
PLACE: Final = "place"


def refuse_while_paused(change: Change) -> None:
    """Raises Refused: no move counts and no game begins while the clock stands still."""
    match change.session.paused:
        case None:
            return
        case Paused(why="place"):
            raise Refused("paused-by-place", code=change.session.code)
        case Paused(by=by):
            raise Refused("paused-by-staff", code=change.session.code, who=by)


def pause_table(change: Change, why: str, by: str = "") -> None:
    """`why`: STAFF, or PLACE where nobody can be told anything now. Nothing where it is paused or closed already."""
    session = change.session
    if session.paused is not None or isinstance(session.phase, Closed):
        return
    change.set(paused=Paused(change.now, by, why))
    change.touched()
    if why == PLACE:
        change.say("place-pauses")


def resume_table(change: Change) -> None:
    """Every stored time moves by the span of the pause, to the millisecond. Nothing where there is no pause."""
    session, paused = change.session, change.session.paused
    if paused is None:
        return
    change.session = later(replace(session, paused=None), change.now - paused.at)
    change.touched()
    if paused.why == PLACE:
        change.say("place-resumes")


def later(session: Session, span: int) -> Session:
    """The same table with all its times so many ms later."""
    match session.phase:
        case Playing(clock=clock) as playing:
            moved = replace(
                clock,
                ends_at=clock.ends_at + span,
                warn_at=None if clock.warn_at is None else clock.warn_at + span,
                bots=tuple(BotDue(bot.seat, bot.at + span) for bot in clock.bots),
            )
            return replace(session, phase=replace(playing, clock=moved))
        case (Lobby(starts_at=int(starts_at)) | Between(starts_at=int(starts_at))) as waiting:
            return replace(session, phase=replace(waiting, starts_at=starts_at + span))
        case Lobby() | Between() | Closed():
            return session
