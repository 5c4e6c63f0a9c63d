"""A motion: what a moderator who plays for purses at a table can't do alone, but must ask for there (threats T34).

Another moderator, who does not play there, agrees to it. If none has in a minute, more than half of the others with
something at stake decide. The clock stands still meanwhile, for three minutes at most. Whatever moves the table on
nevertheless ends the motion, and so does its asker by leaving.
"""

from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.ports.messages import Person
from bot.table import deadlines, putting_out, stacks, staffing
from bot.table.change import Change, Refused
from bot.table.document import Motion, Session
from bot.table.hosting import MOST_VOTES_TOLD
from bot.table.pausing import FOR_MODERATORS, FOR_VOTES, MINUTES_OF_A_MOTION, MOTION, lapse, lift, pause_table
from bot.table.phases import Between, Playing
from bot.table.staffing import Moderator, moderator, moment_of
from bot.text.safe_text import bare
from games.kit.seats import SPECTATOR, Seat
from games.kit.telling import Say, say


def put(change: Change, by: Moderator, did: str, whom: str = "", also: tuple[PersonId, ...] = ()) -> None:
    """Ask the others for a reset, an end or a removal.

    Raises Refused: without a reason, during another motion, and for a request that failed at this very moment, since
    each one stops the clock.
    """
    session = change.session
    if session.motion is not None:
        raise Refused("motion-on", code=session.code, who=session.motion.name)
    if not by.reason:
        raise Refused("motion-needs-reason", code=session.code, command=did)
    until = change.now + FOR_MODERATORS * 1000
    number, moment = session.told_to_all, moment_of(session)
    motion = Motion(number, did, by.id, by.others, by.name, by.reason, whom, moment, until, also)
    if motion.deed in session.declined:
        raise Refused("motion-declined", code=session.code)
    pause_table(change, MOTION, by.name)
    change.set(motion=motion)
    change.say(
        "motion-is",
        moderator=moderator(change, by),
        deed=deed_of(session, motion),
        code=session.code,
        number=number,
        seconds=FOR_MODERATORS,
        minutes=MINUTES_OF_A_MOTION,
    )
    staffing.tell_reason(change, by)
    staffing.note(change, by, f"asks for {did}", whom=whom)
    change.touched()


def asked(session: Session, number: int | None) -> Motion:
    """Return the motion. Raises Refused if there is none, or if it has another number by now."""
    if session.motion is None or number not in {None, session.motion.number}:
        raise Refused("no-motion", code=session.code)
    return session.motion


def agree(change: Change, number: int, person: Person, by: Moderator | None, stamp: str) -> None:
    """Agree to the motion with this number. `by`: a moderator here. Raises Refused for people who have no say in it."""
    session, motion = change.session, asked(change.session, number)
    if not person.ids.isdisjoint(motion.people):
        raise Refused("motion-own", code=session.code)
    if moved_on(session, motion):
        lapse(change, say("motion-too-late"))
    elif by is not None and not staffing.plays_for_purses(session, by):
        change.say("motion-agreed", moderator=moderator(change, by))
        staffing.note(change, by, f"agrees to {motion.did} by {bare(motion.name)}", whom=motion.by)
        carry(change, motion, stamp)
    else:
        vote(change, motion, person, stamp)


def vote(change: Change, motion: Motion, person: Person, stamp: str) -> None:
    """Count the vote of somebody with something at stake; votes of the first minute count when it is over."""
    if person.id == motion.whom and motion.of_table:
        raise Refused("put-out-is-you", code=change.session.code)
    if change.session.seat_of(person.id) is None:
        raise Refused("motion-not-yours", code=change.session.code)
    if person.id not in others(change.session, motion):
        raise Refused("motion-nothing-at-stake", code=change.session.code)
    if person.id not in motion.votes:
        motion = replace(motion, votes=(*motion.votes, person.id))
        change.set(motion=motion)
        count, needed = len(votes_given(change.session, motion)), votes_needed(change.session, motion)
        passes = motion.of_table and count >= needed  # which tells it itself
        if not passes and (needed <= MOST_VOTES_TOLD or count % MOST_VOTES_TOLD == 0):
            change.say("motion-votes", count=count, needed=needed, counts="yes" if motion.is_open else "no")
        change.touched()
    if motion.is_open and enough(change.session, motion):
        carry_by_vote(change, motion, stamp)


def moved_on(session: Session, motion: Motion) -> bool:
    """Tell whether the table has moved on since the motion; a vote about a person is not affected by that."""
    return not motion.of_table and moment_of(session) != motion.moment


def votes_given(session: Session, motion: Motion) -> tuple[PersonId, ...]:
    """Return those of the others with something at stake who have agreed."""
    return tuple(one for one in others(session, motion) if one in motion.votes)


def votes_needed(session: Session, motion: Motion) -> int:
    """Return more than half the number of others with something at stake; to put somebody out, two at least."""
    return max(len(others(session, motion)) // 2 + 1, 2 if motion.of_table else 1)


def others(session: Session, motion: Motion) -> tuple[PersonId, ...]:
    """Return those with something at stake, except the asker; if there are none, all others who sit here."""
    if motion.of_table:
        return putting_out.voters(session, motion)
    here, at_stake = tuple(one.player for one in session.people), with_a_stake(session)
    sitting = tuple(one for one in here if one not in motion.people)
    return tuple(one for one in sitting if one in at_stake) or sitting


def with_a_stake(session: Session) -> frozenset[PersonId]:
    """Return those who care about the outcome of the game, or between two games about the series.

    In a game: those who are owed something that is not in their stack yet. Between two: those who played the last one.
    Those who only wait for the next one or watch don't count.
    """
    match session.phase:
        case Playing():
            lying = session.rules.view(session.state, SPECTATOR).stacks
            owed = zip(session.seats, stacks.owed(session).seats, lying, strict=True)
            return frozenset(one.player for one, theirs, before_them in owed if theirs > before_them)
        case Between(cast=cast):
            return frozenset(one.player for one in cast)
        case _:
            return session.persons


def enough(session: Session, motion: Motion) -> bool:
    """Tell whether enough of those with something at stake have agreed to a motion."""
    return len(votes_given(session, motion)) >= votes_needed(session, motion)


def fire(change: Change) -> None:
    """Do the one thing that is due first: end the motion's time, or what else the clock does here."""
    motion = change.session.motion
    if motion is None or motion.until > change.now:
        deadlines.fire(change)
    elif moved_on(change.session, motion):
        lapse(change, say("motion-too-late"))
    elif enough(change.session, motion):
        carry_by_vote(change, motion, "")
    elif motion.is_open or not others(change.session, motion):
        lapse(change, say("put-out-fails") if motion.of_table else say("motion-fails"))
    else:
        count, needed = len(others(change.session, motion)), votes_needed(change.session, motion)
        change.set(motion=replace(motion, is_open=True, until=change.now + FOR_VOTES * 1000))
        code, number = change.session.code, motion.number
        change.say("motion-to-vote", needed=needed, count=count, code=code, number=number, seconds=FOR_VOTES)


def carry_by_vote(change: Change, motion: Motion, stamp: str) -> None:
    """Do what those with something at stake have decided."""
    votes, count = len(votes_given(change.session, motion)), len(others(change.session, motion))
    passes = say("put-out-passes", votes=votes, count=count)
    change.tell(passes if motion.of_table else say("motion-passes", votes=votes, count=count))
    by = Moderator(motion.by, motion.name, motion.reason, motion.others)
    staffing.note(change, by, f"{motion.did}: {votes} of {count} agree")
    carry(change, motion, stamp)


def carry(change: Change, motion: Motion, stamp: str) -> None:
    """Do what was asked for."""
    lift(change)
    by = Moderator(motion.by, motion.name, motion.reason, motion.others)
    try:
        match motion.did:
            case "reset":
                staffing.reset(change, by)
            case "end":
                staffing.end(change, by)
            case "put out":
                putting_out.refuse_at_purses(change)
                putting_out.take_off(change, seat_to_clear(change, motion), by, stamp, motion.also)
            case _:
                staffing.remove(change, seat_to_clear(change, motion), by, stamp, motion.also)
    except Refused as refused:
        change.tell(refused.reason)


def seat_to_clear(change: Change, motion: Motion) -> Seat:
    """Return the seat of the person to be removed. Raises Refused if they have left."""
    seat = change.session.seat_of(PersonId(motion.whom))
    if seat is None:
        raise Refused("remove-too-late", code=change.session.code)
    return seat


def deed_of(session: Session, motion: Motion) -> Say:
    """Return the request in words."""
    match motion.did:
        case "reset":
            return say("motion-reset")
        case "end":
            return say("motion-end")
        case "put out":
            return say("motion-put-out", who=called_there(session, motion))
        case _:
            return say("motion-remove", who=called_there(session, motion))


def called_there(session: Session, motion: Motion) -> Say | str:
    """Return the name of the person concerned, as at the table."""
    seat = session.seat_of(PersonId(motion.whom))
    return say("somebody") if seat is None else session.called[seat]
