"""A crowd's stakes during a round: they are kept for the next one, told in one line, and played when it begins (HG-16).

Newcomers buy in at once, and sit down when the round is over. Nothing that is kept is in the current game.
"""

from typing import Final

from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.ports.messages import Person
from bot.table import stacks
from bot.table.change import Change, Refused, people, refuse_removed
from bot.table.document import Session
from bot.table.opening import Start, check_offered, cooled, gather, gathers_by_itself, refuse_empty, start_with
from bot.table.pausing import refuse_while_paused
from bot.table.phases import Playing
from bot.table.seats import HOUSE, Kept, Newcomer, Seated, Untold
from bot.text.safe_text import safe_name, told_apart
from games.kit.money import Suckers
from games.kit.moves import LegalMove
from games.kit.seats import Seat, all_seats
from games.kit.telling import Listed, say

TELL_AFTER: Final = 5
"""Seconds for which stakes are collected for one line."""
MOST_TOLD: Final = 3
"""How many people such a line names; the others are counted."""


def stack_for_next(session: Session, person: PersonId) -> int:
    """Return this person's stack for the next round, as far as it is known during this one."""
    seat, newcomer = session.seat_of(person), session.newcomer(person)
    if newcomer is not None:
        return newcomer.stack
    if seat is not None and isinstance(session.phase, Playing):
        return session.phase.before[seat]
    return stacks.stack_of_a_seat(session)


def openings_after(session: Session, person: PersonId) -> tuple[LegalMove, ...]:
    """Return the stakes that this person may make for the next round, as far as they are known during this one."""
    start = start_after(session, person)
    return () if start is None else start.opening_moves(session)


def start_after(session: Session, person: PersonId) -> Start | None:
    """Return the next round, as far as it is known during this one, and this person's seat in it."""
    if not isinstance(session.phase, Playing):
        return None
    seat, before = session.seat_of(person), session.phase.before
    staying = [one for one in all_seats(len(session.seats)) if not session.seats[one].gone]
    before_each = [before[one] for one in staying] + [one.stack for one in session.newcomers]
    waits = [one.player for one in session.newcomers]
    if seat is not None:
        mine = staying.index(seat)
    elif person in waits:
        mine = len(staying) + waits.index(person)
    else:
        mine, before_each = len(before_each), [*before_each, stacks.stack_of_a_seat(session)]
    now_at = tuple(Seat(staying.index(one)) if one in staying else None for one in all_seats(len(session.seats)))
    carry = session.rules.reseated(session.rules.carried(session.state), now_at)
    return start_with(session, tuple(map(Suckers, before_each)), Seat(mine), carry)


def keep(change: Change, person: Person, stake: Kept) -> str:
    """Keep this stake for the next round. Return the stake that it replaces; empty for none.

    Raises Refused and Illegal.
    """
    refuse_while_paused(change)
    session, seat = change.session, change.session.seat_of(person.id)
    refuse_empty(session, stack_for_next(session, person.id))
    check_offered(session, stake.opening, start_after(session, person.id))
    if seat is not None:
        cooled(change, seat)
    before = kept_by(session, person.id)
    if before is None:
        put_by(change, person, stake)
    elif before.opening != stake.opening:
        exchange(change, person.id, stake)
    if before is None or before.opening != stake.opening:
        to_tell(change, person.id, changed=before is not None)
        change.touched()
    return "" if before is None else before.opening


def kept_by(session: Session, person: PersonId) -> Kept | None:
    """Return what this person has staked for the next round."""
    seat = session.seat_of(person)
    if seat is not None:
        return session.seats[seat].next
    newcomer = session.newcomer(person)
    return None if newcomer is None else newcomer.next


def put_by(change: Change, person: Person, stake: Kept) -> None:
    """Keep a first stake for the next round; a person without a seat buys in for it now."""
    session, seat = change.session, change.session.seat_of(person.id)
    if seat is not None:
        change.session = session.with_seat(seat, replace(session.seats[seat], next=stake))
        return
    refuse_removed(session, person)
    if any(one.player in person.ids for one in session.owing):
        raise Refused("turn-first", code=session.code)
    change.set(queue=tuple(one for one in session.queue if one.player not in person.ids))
    refuse_full(change.session)
    stack = stacks.buy_in(change, f"purse:{person.id}", person.id)
    newcomer = Newcomer(person.id, safe_name(person.name), stack, stake, person.face)
    change.set(newcomers=(*session.newcomers, newcomer))


def exchange(change: Change, person: PersonId, stake: Kept) -> None:
    session, seat = change.session, change.session.seat_of(person)
    if seat is not None:
        change.session = session.with_seat(seat, replace(session.seats[seat], next=stake))
        return
    waiting = (replace(one, next=stake) if one.player == person else one for one in session.newcomers)
    change.set(newcomers=tuple(waiting))


def refuse_full(session: Session) -> None:
    """Raise Refused if nobody else can sit down for the next round."""
    if not has_room_after(session):
        raise Refused("table-full", code=session.code, seats=session.seats_allowed[-1])


def has_room_after(session: Session) -> bool:
    """Tell whether there will be a free seat after the current round."""
    staying = sum(not one.gone for one in session.seats) + len(session.newcomers) + len(session.queue)
    return staying < session.seats_allowed[-1]


def take_back(change: Change, person: PersonId) -> None:
    """Pay back the buy-in of somebody who waits to sit down and has changed their mind."""
    session, newcomer = change.session, change.session.newcomer(person)
    if newcomer is None:
        return
    stacks.pay_out(change, newcomer.player, newcomer.stack)
    change.set(newcomers=tuple(one for one in session.newcomers if one is not newcomer))
    forget(change, person)
    change.touched()


def drop(change: Change, seat: Seat) -> None:
    """Drop the stake of somebody who leaves for good."""
    seated = change.session.seats[seat]
    change.session = change.session.with_seat(seat, replace(seated, next=None))
    forget(change, seated.player)


# Told in one line


def to_tell(change: Change, person: PersonId, *, changed: bool) -> None:
    """Have a stake told to the table soon, together with all that come meanwhile."""
    untold = change.session.untold or Untold(change.now + TELL_AFTER * 1000)
    if person in (*untold.new, *untold.changed):
        return
    if changed:
        change.set(untold=replace(untold, changed=(*untold.changed, person)))
    else:
        change.set(untold=replace(untold, new=(*untold.new, person)))


def forget(change: Change, person: PersonId) -> None:
    """Drop a person's stake from those that are still to be told."""
    untold = change.session.untold
    if untold is None:
        return
    new = tuple(one for one in untold.new if one != person)
    changed = tuple(one for one in untold.changed if one != person)
    change.set(untold=Untold(untold.at, new, changed) if new or changed else None)


def tell(change: Change) -> None:
    """Tell of new and changed stakes: `12 stakes wait for the next round: pete, ann and 10 more.`"""
    session, untold = change.session, change.session.untold
    if untold is None:
        return
    change.set(untold=None)
    if untold.new:
        count, whole = len(untold.new), waiting(session)
        buyin = session.options.from_purses if any(map(session.newcomer, untold.new)) else 0
        more = whole if whole > count else 0
        change.say("stakes-wait", who=some_of(session, untold.new), count=count, all=more, buyin=buyin)
    if untold.changed:
        change.say("stakes-changed", who=some_of(session, untold.changed), count=len(untold.changed))


def some_of(session: Session, persons: tuple[PersonId, ...]) -> Listed:
    """Return the names of these people: `pete, ann and 10 more`."""
    sitting = [(one.player, one.name) for one in session.seats if not one.gone]
    there = [*sitting, *((one.player, one.name) for one in session.newcomers)]
    called = dict(
        zip((player for player, _ in there), told_apart(tuple(name for _, name in there), HOUSE), strict=True)
    )
    named = persons if len(persons) <= MOST_TOLD else persons[: MOST_TOLD - 1]
    more = len(persons) - len(named)
    return Listed((*people(called[one] for one in named).says, *([say("so-many-more", count=more)] if more else ())))


def waiting(session: Session) -> int:
    """Return how many stakes wait for the next round."""
    return len(session.newcomers) + sum([one.next is not None for one in session.seats])


# When the round is over


def sit_down(change: Change) -> None:
    """Turn the kept stakes into opening moves, and seat those who waited; pay back those who find no seat."""
    tell(change)
    session = change.session
    if not waiting(session):
        return
    room = max(0, session.seats_allowed[-1] - len(session.seats))
    seats = [one if one.next is None else staked(one, one.next) for one in session.seats]
    new = session.newcomers[:room]
    seats += [staked(Seated(one.player, one.name, one.stack, face=one.face), one.next) for one in new]
    for one in session.newcomers[room:]:
        stacks.pay_out(change, one.player, one.stack)
    change.set(seats=tuple(seats), newcomers=())


def staked(seated: Seated, stake: Kept) -> Seated:
    return replace(seated, opening=stake.opening, text=stake.text, bound="", next=None)


def go_on(change: Change) -> None:
    """If somebody has staked, start the clock of the next lobby, or tell that it waits for the host."""
    session = change.session
    seconds = session.gathers
    stakes = 0 if seconds is None else sum(bool(one.opening) for one in session.seats)
    if not stakes or seconds is None:
        return
    if gathers_by_itself(session):
        gather(change, seconds, stakes)
    else:
        change.say("stakes-kept", count=stakes)
