"""The host's job, done by the host or moderators of the table's venue, or if nobody hosts, by those who sit there.

A host who is silent for two minutes (`SILENT`) does not host until their next word. The job passes to another only when
its holder leaves.
"""

from enum import Enum

from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.ports.messages import Message, Rights
from bot.table.change import Change, Refused, no_game
from bot.table.document import OfTournament, Session
from bot.table.phases import Between, Hosting, Lobby
from games.kit.seats import Seat

MOST_VOTES_TOLD = 10
"""If more votes than this are needed, the table is told of every tenth vote."""


class Role(Enum):
    HOST = "host"
    STAFF = "staff"
    PLAYER = "player"


def role_of(session: Session, message: Message) -> Role:
    """Return the sender's role at this table."""
    if message.sender.id == session.host:
        return Role.HOST
    at_home = message.community == session.venue and message.rights >= Rights.STAFF
    return Role.STAFF if at_home else Role.PLAYER


def host_name(session: Session) -> str:
    return next((seated.name for seated in session.seats if seated.player == session.host), "")


def heard(change: Change) -> None:
    """Note that the host said something: nobody need vote in their place."""
    change.set(hosted_at=change.now, votes=None)


def asked_again(change: Change) -> None:
    """Give the host two minutes from the end of a game, in which there may have been nothing to say; not a host whose
    seat a house bot plays.
    """
    if not change.session.is_away(change.session.host):
        heard(change)


def open_vote(change: Change) -> None:
    """Let those who sit here vote for starting; whoever is ready has voted."""
    change.set(votes=ready_people(change.session))


def has_votes(session: Session) -> bool:
    """Tell whether enough have voted for starting."""
    return len(votes_given(session)) >= votes_needed(session)


def voted(change: Change) -> None:
    """End what has led to a game: nobody is ready for the next yet, late votes begin no other, and the next vote takes
    two minutes again.
    """
    if change.session.ready:
        change.set(ready=())
    if change.session.votes is not None:
        heard(change)


def votes_needed(session: Session) -> int:
    """Return half the number of people who sit here, rounded up; house bots don't vote."""
    return -(-len(session.people) // 2)


def votes_given(session: Session) -> tuple[str, ...]:
    """Return those still sitting here who have voted for starting."""
    return tuple(one.player for one in session.people if one.player in (session.votes or ()))


def vote_for_start(change: Change, person: PersonId, word: str) -> bool:
    """Count this vote; return whether there are enough. Raises Refused while a host is there to decide."""
    session = change.session
    if session.votes is None:
        raise Refused("start-is-the-hosts", host=host_name(session), verb=word)
    given = votes_given(session)
    if person not in given:
        given = (*given, person)
        change.set(votes=given)
        change.touched()
        tell_votes(change, len(given))
    return has_votes(change.session)


def recount(change: Change) -> None:
    """Let a game that was to begin because enough were ready wait, if too few of them are left."""
    session, phase = change.session, change.session.phase
    if not isinstance(phase, Lobby | Between) or not phase.by_vote or phase.starts_at is None:
        return
    if sum(one.player in session.ready for one in session.people) < votes_needed(session):
        change.stop_countdown()
        change.say("next-waits", one=session.next_is)


def says_ready(session: Session) -> bool:
    """Return whether a player who wants to begin is ready: for the host, or where the next round follows by itself,
    for all. In a crowd stakes say so; where nobody hosts, they vote.
    """
    plain = session.gathers is None and session.tournament is None
    return plain and (session.votes is None or follows_by_itself(session))


def waited_for(session: Session) -> tuple[PersonId, ...]:
    """Return whose readiness counts: that of all who are there, but the host where they begin."""
    if follows_by_itself(session):
        return tuple(one.player for one in session.people if not one.away)
    return tuple(one.player for one in session.people if one.player != session.host)


def ready_people(session: Session) -> tuple[PersonId, ...]:
    """Return those still sitting here who are ready."""
    return tuple(one for one in waited_for(session) if one in session.ready)


def count_ready(session: Session) -> tuple[int, int]:
    """Return how many are ready, and of how many."""
    return len(ready_people(session)), len(waited_for(session))


def make_ready(change: Change, seat: Seat) -> None:
    """Note that a seat is ready. That all are is told to everybody; the next round of a series then begins at once."""
    person = change.session.seats[seat].player
    if person in change.session.ready:
        return
    change.set(ready=(*ready_people(change.session), person))
    change.touched()
    count, of = count_ready(change.session)
    if count < of:
        return
    change.say("all-are-ready", count=count, who=change.called[seat])
    phase = change.session.phase
    if follows_by_itself(change.session) and isinstance(phase, Between):
        change.set(phase=replace(phase, starts_at=change.table_time))


def tell_votes(change: Change, count: int) -> None:
    needed = votes_needed(change.session)
    if count < needed and (needed <= MOST_VOTES_TOLD or count % MOST_VOTES_TOLD == 0):
        change.say("votes-for-start", count=count, needed=needed, left=needed - count)


def follows_by_itself(session: Session) -> bool:
    """Tell whether the next round begins by itself after a time that only all together may shorten; a person alone
    may.
    """
    phase = session.phase
    return isinstance(phase, Between) and phase.starts_at is not None and len(session.people) > 1


def refuse_cut_short(change: Change) -> None:
    """Raise Refused between two rounds that follow each other by themselves."""
    if follows_by_itself(change.session):
        raise no_game(change.session, change.table_time)


def refuse_in_tournament(session: Session) -> None:
    """Raise Refused at a tournament's table: the tournament decides who sits there, and what is played."""
    if isinstance(session.phase, Hosting):
        raise Refused("tournament-is-on", code=session.code)
    if isinstance(session.tournament, OfTournament):
        raise Refused("tournament-table", code=session.code)


def refuse_in_practice(session: Session) -> None:
    """Raise Refused in practice: the settings it began with are fixed."""
    if session.practice is not None:
        raise Refused("practice-is-fixed", code=session.code)
