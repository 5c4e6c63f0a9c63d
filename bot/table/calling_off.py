"""Call a tournament off before its end: nobody wins, its tables are closed one by one, then the tournament."""

from msgspec.structs import replace

from bot.table import ending, seating, staffing
from bot.table.audit import TOURNAMENT_ENDED, Cause
from bot.table.change import Change
from bot.table.phases import CalledOff, Closed, Playing
from bot.table.staffing import Moderator
from bot.table.tournament import hosting_of


def call_off(change: Change, by: Moderator, *, staff: bool) -> None:
    """Call a tournament off: nobody else is ranked. If it is already over, close it at once."""
    hosting = hosting_of(change)
    if hosting.over:
        seating.close(change)
        return
    change.set(phase=replace(hosting, called_off=CalledOff(by.id, by.name, by.reason, staff)))
    change.say("tournament-ends", who=by.name)
    if staff:
        staffing.tell_reason(change, by)
        staffing.note(change, by, "tournament end")


def close_table(change: Change, by: CalledOff) -> None:
    """Close one table of a tournament that was called off; the current game there is void."""
    who = Moderator(by.by, by.name, by.reason)
    if isinstance(change.session.phase, Playing) and by.staff:
        staffing.call_off(change, who, "end")
    elif isinstance(change.session.phase, Playing):
        told = f"closed by {by.name}"
        ending.void(change, Cause("tournament end", told, by.by, by.name, by.reason, proof=TOURNAMENT_ENDED))
    if not isinstance(change.session.phase, Closed):
        seating.close(change)
