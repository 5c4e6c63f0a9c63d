"""Putting somebody out of a table without a moderator: the host may do it between games, a vote during a game.

The vote does not stop the clock, so that asking delays nobody; it is possible only once in a game about the same
person. That person may sit down again when the host, or a moderator, says so.
"""

from typing import Final

from bot.ports.ids import PersonId
from bot.table import playing, stacks
from bot.table.change import Change, Refused
from bot.table.document import Motion, Session
from bot.table.hosting import host_name, refuse_in_tournament
from bot.table.phases import Playing
from bot.table.seats import Removed
from bot.table.staffing import Moderator, check_remove, note, tell_reason
from bot.text.safe_text import bare
from games.kit.seats import Seat

SECONDS: Final = 120
"""How long a vote is open."""


def put_out(change: Change, seat: Seat, by: Moderator, stamp: str, also: tuple[PersonId, ...]) -> None:
    """Take somebody off the table, if the host says so between games; else ask the others. Raises Refused.

    `also`: their other selves.
    """
    session, one = change.session, change.session.seats[seat]
    refuse_in_tournament(session)
    if one.player == by.id:
        raise Refused("put-out-yourself", code=session.code)
    check_remove(change, seat)
    if isinstance(session.phase, Playing):
        ask(change, seat, by, also)
        return
    check_host(session, by.id, "remove")
    if change.purse_table and stacks.owed(session).pot:  # their share would go to the others
        raise Refused("put-out-pot", code=session.code)
    take_off(change, seat, by, stamp, also)


def refuse_at_purses(change: Change) -> None:
    """Raise Refused if suckers of purses are at stake: nobody votes on who owns them."""
    if change.purse_table:
        raise Refused("put-out-purses", code=change.session.code)


def check_host(session: Session, person: PersonId, word: str) -> None:
    """Raise Refused for everybody but the host."""
    if session.host != person:
        raise Refused("only-the-host", host=host_name(session), verb=word)


def take_off(change: Change, seat: Seat, by: Moderator, stamp: str, also: tuple[PersonId, ...]) -> None:
    """Take somebody off the table until its host or a moderator lets them in again."""
    one, who = change.session.seats[seat], change.called[seat]
    if not one.is_bot:
        change.set(removed=(*change.session.removed, Removed(one.player, bare(one.name), also, by_table=True)))
    change.say("table-puts-out", who=who)
    tell_reason(change, by)
    note(change, by, f"put out {bare(who)}", whom=one.player)
    playing.leave(change, seat, stamp)


def ask(change: Change, seat: Seat, by: Moderator, also: tuple[PersonId, ...]) -> None:
    """Ask those who sit here. Raises Refused if suckers of purses are at stake, or if nobody else could agree."""
    session, whom = change.session, change.session.seats[seat].player
    refuse_at_purses(change)
    if session.motion is not None:
        raise Refused("motion-on", code=session.code, who=session.motion.name)
    number, until = session.told_to_all, change.now + SECONDS * 1000
    moment = f"{session.pledge.n}-vote"
    motion = Motion(number, "put out", by.id, by.others, by.name, by.reason, whom, moment, until, also, True, (by.id,))
    if motion.deed in session.declined:
        raise Refused("put-out-declined", code=session.code, who=change.called[seat])
    count = len(voters(session, motion))
    if count < 2:
        raise Refused("put-out-alone", code=session.code, who=change.called[seat])
    change.set(motion=motion)
    change.say(
        "put-out-asked",
        by=by.name,
        who=change.called[seat],
        needed=count // 2 + 1,
        count=count,
        code=session.code,
        number=number,
        seconds=SECONDS,
    )
    tell_reason(change, by)
    change.touched()


def voters(session: Session, motion: Motion) -> tuple[PersonId, ...]:
    """Return those who may vote: all who sit here except the person concerned."""
    return tuple(one.player for one in session.people if one.player != motion.whom)


def admit(change: Change, by: Moderator, one: Removed) -> None:
    """Let somebody sit down again whom the table put out; for its host. Raises Refused."""
    check_host(change.session, by.id, "admit")
    if not one.by_table:
        raise Refused("put-out-by-staff", code=change.session.code, who=one.name)
    change.set(removed=tuple(other for other in change.session.removed if other != one))
    change.say("host-admits", who=one.name, code=change.session.code)
    note(change, by, f"admit {one.name}", whom=one.player)
