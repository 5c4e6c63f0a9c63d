"""The acts of moderators: move a table on, take somebody off it, stop its clock, call the game off, close it.

Each is told to the table and noted in the audit log (threats T8). None reveals a secret or changes a result: after a
skip or a removal the rules decide, and a void gives every stake back.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.table import crowd, deadlines, ending, hosting, options, playing, seating, stacks
from bot.table.audit import REMOVED, SKIPPED, AuditEntry, Cause
from bot.table.change import Change, Refused, people
from bot.table.commitments import open_all
from bot.table.document import OfTournament, Session
from bot.table.pausing import (
    PLACE,
    PLATFORM,
    STAFF,
    decline,
    keep_clock,
    made_staffs,
    pause_table,
    refuse_while_paused,
    resume_table,
)
from bot.table.phases import Between, Closed, Hosting, Lobby, Playing
from bot.table.seats import Newcomer, Removed, Seated
from bot.text.safe_text import bare
from games.kit.seats import Seat
from games.kit.telling import Say, say

MOST_NAMED: Final = 10


class Moderator(Struct, frozen=True):
    """A moderator who acts, and the reason. `name` and `reason` are safe to show.

    `others`: their other selves.
    """

    id: PersonId
    name: str
    reason: str = ""
    others: tuple[PersonId, ...] = ()

    @property
    def ids(self) -> frozenset[PersonId]:
        """Return all known ids of this moderator."""
        return frozenset((self.id, *self.others))


def moment_of(session: Session) -> str:
    """Return one word for the present moment of a table: its game, and its open question.

    What a moderator confirms is confirmed for that moment alone (threats T34).
    """
    match session.phase:
        case Playing(clock=clock):
            return clock.ask
        case Between():
            return f"{session.pledge.n if session.match is None else session.match.playing.name}-next"
        case Hosting(pledge=pledge):
            return f"{pledge.n}-t"
        case Lobby():
            return f"{session.pledge.n}-lobby"
        case Closed():
            return f"{session.pledge.n}-closed"


def plays_for_purses(session: Session, by: Moderator) -> bool:
    """Tell whether a moderator has own suckers here: a void would return them even after leaving."""
    here = (*(one.player for one in session.seats), *(one.player for one in session.newcomers))
    return session.options.money == "purse" and not by.ids.isdisjoint(here)


def stands_in(change: Change, by: Moderator, line: str) -> None:
    """Do what a host may do: the table and the log are told who does it."""
    change.say("staff-says", moderator=moderator(change, by), line=line)
    note(change, by, line)


def set_options(change: Change, by: Moderator, given: Mapping[str, str], *, generous: bool) -> None:
    """Set options in the host's place. Raises Refused as for the host."""
    options.set_options(change, moderator(change, by), given, generous=generous)
    note(change, by, " ".join(("options", *(f"{key}={value}" for key, value in given.items()))))


def skip(change: Change, by: Moderator) -> None:
    """End the time of the awaited seats."""
    check_skip(change, by)
    seats = playing.awaited(change.session)
    if 0 < len(seats) <= MOST_NAMED:
        who = people(change.called[seat] for seat in seats)
        change.say("staff-skips", moderator=moderator(change, by), who=who)
    else:
        change.say("staff-moves-on", moderator=moderator(change, by))
    tell_reason(change, by)
    named = ", ".join(bare(change.called[seat]) for seat in seats[:MOST_NAMED])
    note(change, by, f"skip {named}".strip(), counts=SKIPPED)
    deadlines.time_is_up(change)


def check_skip(change: Change, by: Moderator) -> None:
    """Raise Refused if no game is on, its clock stands still, or the moderator plays there for purses."""
    if isinstance(change.playing, Playing):
        refuse_while_paused(change)
    if plays_for_purses(change.session, by):
        raise Refused("skip-plays", code=change.session.code)


def remove(change: Change, seat: Seat, by: Moderator, stamp: str, also: tuple[PersonId, ...] = ()) -> None:
    """Take somebody off the table for good, as if they left: the rules decide what becomes of the seat.

    `also`: their other selves. None of them may sit down here again, unless a moderator lets them in. The same holds
    for somebody who left the current game, and whose stack stays here until its end.
    """
    check_remove(change, seat)
    seated = change.session.seats[seat]
    take_off(change, seated, change.called[seat], by, also)
    if not seated.gone:
        playing.leave(change, seat, stamp)


def turn_away(change: Change, newcomer: Newcomer, by: Moderator, also: tuple[PersonId, ...] = ()) -> None:
    """Take somebody off the table for good who waits to sit down; their buy-in goes back to them."""
    take_off(change, newcomer, bare(newcomer.name), by, also)
    crowd.take_back(change, newcomer.player)


def take_off(change: Change, one: Seated | Newcomer, who: str, by: Moderator, also: tuple[PersonId, ...]) -> None:
    """Tell the table and the log that somebody is taken off; a person may not sit down here again. `who`: the name."""
    if isinstance(one, Newcomer) or not one.is_bot:
        change.set(removed=(*change.session.removed, Removed(one.player, bare(one.name), also)))
    change.say("staff-removes", moderator=moderator(change, by), who=who)
    tell_reason(change, by)
    note(change, by, f"remove {bare(who)}", whom=one.player, counts=REMOVED)


def admit(change: Change, by: Moderator, one: Removed) -> None:
    """Let somebody sit down here again who was taken off the table. Raises Refused for the moderator themselves."""
    if one.is_one_of(by.ids):
        raise Refused("admit-yourself", code=change.session.code)
    change.set(removed=tuple(other for other in change.session.removed if other != one))
    change.say("staff-admits", moderator=moderator(change, by), who=one.name, code=change.session.code)
    tell_reason(change, by)
    note(change, by, f"admit {one.name}", whom=one.player)


def check_remove(change: Change, seat: Seat) -> None:
    seated = change.session.seats[seat]
    if seated.gone and change.session.is_removed(frozenset((seated.player,))):
        raise Refused("gone-already", who=change.called[seat])
    if seated.is_bot and isinstance(change.session.phase, Playing):
        raise Refused("bots-stay", who=change.called[seat])


def pause(change: Change, by: Moderator) -> None:
    """Pause the table until staff let it go on, for an hour at most. A pause of the place can be made one by staff.

    Raises Refused without a reason, which the table is told (threats T30).
    """
    paused = change.session.paused
    if paused is not None and paused.why == STAFF:
        raise Refused("paused-already", code=change.session.code, who=paused.by)
    if not by.reason:
        raise Refused("pause-needs-reason", code=change.session.code)
    if paused is not None:
        made_staffs(change, paused, by.name)
    pause_table(change, STAFF, by.name)
    change.say("staff-pauses", moderator=moderator(change, by))
    tell_reason(change, by)
    note(change, by, "pause")


def resume(change: Change, by: Moderator) -> None:
    """Let the table go on; a motion by a moderator who plays is over then. Raises Refused."""
    if change.session.paused is None or change.session.paused.why == PLATFORM:
        raise Refused("not-paused", code=change.session.code)
    change.say("staff-resumes", moderator=moderator(change, by))
    tell_reason(change, by)
    change.set(paused=replace(change.session.paused, why=STAFF))  # the place that is still away says nothing
    decline(change)
    resume_table(change)
    keep_clock(change)
    note(change, by, "resume")


def reset(change: Change, by: Moderator) -> None:
    """Void the current game and end the series. The same people are in the lobby, and a pause by staff is over."""
    check_reset(change, by)
    change.say("staff-resets", moderator=moderator(change, by))
    was_on = was_called_off(change, by, "reset")
    if isinstance(change.session.phase, Lobby | Between) and not isinstance(change.session.tournament, OfTournament):
        stacks.break_up(change)
        if not was_on:  # stakes that waited for the next round were not in it
            options.drop_openings(change)
        change.set(phase=Lobby(), queue=())
        open_all(change)
    if change.session.paused is not None and change.session.paused.why != PLACE:
        resume_table(change)


def was_called_off(change: Change, by: Moderator, did: str) -> bool:
    """Void the current game; return whether there was one. If not, tell and note the reason all the same."""
    if isinstance(change.session.phase, Playing):
        call_off(change, by, did)
        return True
    tell_reason(change, by)
    note(change, by, did)
    return False


def check_reset(change: Change, by: Moderator) -> None:
    if isinstance(change.session.phase, Lobby):
        raise Refused("in-lobby-already", code=change.session.code)
    if not isinstance(change.session.phase, Playing):
        refuse_in_tournament(change.session)
    need_reason(change, by, "reset")


def end(change: Change, by: Moderator) -> None:
    """Close the table; the current game is void first, even one for purses."""
    check_end(change, by)
    change.say("staff-ends", moderator=moderator(change, by))
    was_called_off(change, by, "end")
    if not isinstance(change.session.phase, Closed):
        seating.close(change)


def check_end(change: Change, by: Moderator) -> None:
    refuse_in_tournament(change.session)
    need_reason(change, by, "end")


def refuse_in_tournament(session: Session) -> None:
    """Raise Refused for a running tournament and its tables, which end only all together."""
    if not isinstance(session.phase, Hosting):
        hosting.refuse_in_tournament(session)
    elif not session.phase.over:
        raise Refused("tournament-ends-so", code=session.code)


def need_reason(change: Change, by: Moderator, word: str) -> None:
    """Refuse a void without a reason, which the table, the log and the game's record keep (threats T8)."""
    if isinstance(change.session.phase, Playing) and not by.reason:
        raise Refused("reason-needed", code=change.session.code, command=word)


def call_off(change: Change, by: Moderator, did: str) -> None:
    ending.void(change, Cause(did, by.reason, by.id, by.name))
    change.touched()


def moderator(change: Change, by: Moderator) -> Say:
    """Return the moderator's name for the table, with a note if they play here."""
    seat = change.session.seat_of(by.id)
    if seat is None:
        return say("moderator", name=by.name)
    return say("moderator-who-plays", name=change.called[seat])


def tell_reason(change: Change, by: Moderator) -> None:
    if by.reason:
        change.say("staff-reason", reason=by.reason)


def note(change: Change, by: Moderator, did: str, whom: str = "", counts: str = "") -> None:
    """Note an act in the audit log, in the same step. `counts`: the kind of public act."""
    session = change.session
    where = (session.code, session.table, by.reason, whom, counts)
    change.audit.append(AuditEntry(change.now, by.id, bare(by.name), did, *where))
    change.touched()


def in_phase(session: Session) -> str:
    """Return what a reset or an end would end: `playing`, `series` or `lobby`."""
    match session.phase:
        case Playing():
            return "playing"
        case Between() | Hosting():
            return "series"
        case Lobby() | Closed():
            return "lobby"
