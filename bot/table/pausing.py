"""A pause: the table's own clock stands still, and people have the same time left when it goes on."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from bot.ports.ids import PersonId, platform_of
from bot.table.audit import AuditEntry
from bot.table.change import Change, Refused
from bot.table.document import PAUSE, Paused, Session
from bot.table.phases import Between, BotDue, Closed, Hosting, Lobby, Playing
from games.kit.telling import Listed, Say, say

STAFF: Final = "staff"
PLACE: Final = "place"
PLATFORM: Final = "platform"
STREAM: Final = "stream"
LOST: Final = "lost"
MOTION: Final = "motion"
FOR_MODERATORS: Final = 60
"""Seconds in which only other moderators decide on a motion."""
FOR_VOTES: Final = 120
"""Seconds after that in which those with something at stake decide."""
MINUTES_OF_A_MOTION: Final = (FOR_MODERATORS + FOR_VOTES) // 60
"""Minutes after which the pause of a motion is over in any case."""


def refuse_while_paused(change: Change) -> None:
    """Raise Refused: no move counts and no game begins while the clock stands still.

    If it waits only for people of one platform, all others may move.
    """
    match change.session.paused:
        case None | Paused(why="platform"):
            return
        case Paused(why="place"):
            raise Refused("paused-by-place", code=change.session.code)
        case Paused(why="lost"):
            raise Refused("paused-by-loss", code=change.session.code)
        case Paused(why="stream", by=by):
            raise Refused("paused-by-stream", code=change.session.code, who=by)
        case Paused(why="motion", by=by):
            raise Refused("paused-by-motion", code=change.session.code, who=by, minutes=MINUTES_OF_A_MOTION)
        case Paused(by=by):
            tournament = "no" if change.session.tournament is None else "yes"
            raise Refused("paused-by-staff", code=change.session.code, who=by, tournament=tournament)


def pause_table(change: Change, why: str, by: str = "") -> None:
    """Pause a table. `why`: STAFF, MOTION, LOST, PLACE (nobody there can be told anything), or STREAM (it is offline).

    Do nothing if it is paused or closed.
    """
    if change.session.paused is not None and change.session.paused.why == PLATFORM:
        resume_table(change)
    session = change.session
    if session.paused is not None or isinstance(session.phase, Closed):
        return
    change.set(paused=Paused(change.now, by, why, until_of(change, why)))
    change.touched()
    if why == PLACE:
        change.say("place-pauses")


def hold_for_staff(change: Change) -> None:
    """Pause a table that has lost steps which people were told: moderators decide what to do (threats F5)."""
    if isinstance(change.session.phase, Closed):
        return
    if change.session.paused is not None:
        resume_table(change)
    pause_table(change, LOST)
    change.say("store-went-back")
    where = (change.session.code, change.session.table)
    change.audit.append(AuditEntry(change.now, "", "", "steps lost, paused", *where))


def until_of(change: Change, why: str) -> int:
    """Return when a pause that begins now ends by itself; 0: it does not."""
    return change.now + PAUSE * 1000 if why == STAFF else 0


def made_staffs(change: Change, paused: Paused, by: str) -> None:
    """Turn a pause into one by staff: it ends when they say so, or an hour from now."""
    change.set(paused=replace(paused, by=by, why=STAFF, until=until_of(change, STAFF)))


def end_staffs_pause(change: Change, paused: Paused) -> None:
    """Let a table go on when the hour of a pause by staff is over (threats T30). Do nothing otherwise."""
    if paused.until <= change.now:
        change.say("pause-is-over", who=paused.by)
        resume_table(change)
        keep_clock(change)


def asker_leaves(change: Change, leaver: PersonId) -> None:
    """End the motion of somebody who leaves, with its pause, or a vote about them. Do nothing if there is neither."""
    motion = change.session.motion
    if motion is not None and motion.of_table and leaver in (*motion.people, motion.whom):
        lapse(change, say("put-out-over"))
    elif motion is not None and leaver in motion.people:
        lapse(change, say("motion-asker-left", who=motion.name))


def lapse(change: Change, why: Say) -> None:
    """End a motion without doing what it asked for, and tell why."""
    change.tell(why)
    decline(change)
    lift(change)
    change.touched()


def decline(change: Change) -> None:
    """Note that the current motion failed: at this moment of the table it may not be made again."""
    motion = change.session.motion
    if motion is not None:
        same = tuple(deed for deed in change.session.declined if deed[0] == motion.moment)
        change.set(motion=None, declined=(*same, motion.deed))


def lift(change: Change) -> None:
    """End a motion and its pause."""
    change.set(motion=None)
    if change.session.paused is not None and change.session.paused.why == MOTION:
        resume_table(change)
        keep_clock(change)


def resume_table(change: Change) -> None:
    """End a pause, and move all stored times by its span, to the millisecond. Do nothing if there is no pause."""
    session, paused = change.session, change.session.paused
    if paused is None:
        return
    change.session = later(replace(session, paused=None), change.now - paused.at)
    change.touched()
    if paused.why == PLACE:
        change.say("place-resumes")


def cut_off(change: Change, platforms: Iterable[str]) -> None:
    """Note that just these platforms can't be reached now; tell the table what has changed (threats F26)."""
    now, before = tuple(sorted(platforms)), change.session.cut_off
    gone, back = sorted(set(now) - set(before)), sorted(set(before) - set(now))
    change.set(cut_off=now)
    if gone:
        change.say("platforms-away", platforms=platform_names(gone))
    if back:
        change.say("platforms-back", platforms=platform_names(back))
    keep_clock(change)


def platform_names(platforms: Iterable[str]) -> Listed:
    return Listed(tuple(platform_name(one) for one in platforms))


def platform_name(platform: str) -> Say:
    return say(f"platform-{platform}")


def keep_clock(change: Change) -> None:
    """Stop the clock if the game waits for somebody whose platform is cut off; else let it run."""
    paused, waits = change.session.paused, bool(unreachable(change.session))
    if waits and paused is None:
        change.set(paused=Paused(change.now, "", PLATFORM))
    elif not waits and paused is not None and paused.why == PLATFORM:
        resume_table(change)


def unreachable(session: Session) -> tuple[str, ...]:
    """Return the platforms that are cut off now and have people whom the game waits for."""
    if not session.cut_off or not isinstance(session.phase, Playing):
        return ()
    ask = session.ask
    awaited = [session.seats[seat] for seat in (() if ask is None else ask.seats)]
    waited_for = {platform_of(one.player) for one in awaited if not one.played_by_house and not one.gone}
    return tuple(sorted(waited_for & set(session.cut_off)))


def later(session: Session, span: int) -> Session:
    """Return the same table with all its times `span` ms later."""
    untold, kept = session.untold, session.kept_seats
    session = replace(
        session,
        hosted_at=session.hosted_at + span,
        untold=None if untold is None else replace(untold, at=untold.at + span),
        kept_seats=None if kept is None else replace(kept, until=kept.until + span),
        queue=tuple(one.later(span) for one in session.queue),
    )
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
        case Hosting() as hosting:
            return replace(session, phase=replace(hosting, rises_at=hosting.rises_at + span))
        case Lobby() | Between() | Closed():
            return session
