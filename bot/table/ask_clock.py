"""The clock of an Ask: when the awaited are out of time, when they are warned, and when house bots answer."""

from typing import Final

from msgspec.structs import replace

from bot.table.change import Change
from bot.table.document import Session
from bot.table.phases import AskClock, BotDue
from games.kit.contract import Ask
from games.kit.seats import Seat

BEFORE_THE_END: Final = 1000
"""A house bot acts at the latest so long (ms) before a deadline, whatever its pace."""
HURRY: Final = 300
"""How long (ms) a house bot takes where no person can do anything in the game any more (decision 0054)."""
LAST_WARNING: Final = 5000
"""So long (ms) before the end people are told what silence would cost."""
ALONE: Final = 600
"""Seconds for each choice of a person who plays house bots alone: nobody waits for them."""


def rearm(change: Change, *, told: bool = False) -> None:
    """Keep the deadline while the Ask's id stays (but no nearer than `extend_to`); set a new one for a new id or call.

    `told`: something was told that may be answered, so there is more time, and house bots that chose to wait think
    again. Nobody waits for those who left for good.
    """
    session, playing = change.session, change.playing
    ask = session.ask
    if ask is None:
        raise AssertionError("a game that is not over asks somebody, or the clock")
    clock, name = playing.clock, f"{playing.name}-{ask.id}"
    if (name, ask.call) != (clock.ask, clock.call):
        awaited = bool(human_awaited(session, ask))
        seconds = max(ask.seconds, ALONE) if awaited and session.is_solo else ask.seconds
        clock = fresh_clock(name, replace(ask, seconds=seconds), change.table_time, awaited)
        if ask.seats and all(session.seats[seat].gone for seat in ask.seats):
            clock = replace(clock, ends_at=change.table_time, warn_at=None)
    elif told:
        clock = replace(clock, ends_at=max(clock.ends_at, change.table_time + ask.extend_to * 1000), resting=())
    bots = bots_due(change, clock, ask)
    change.set(phase=replace(change.playing, clock=replace(clock, bots=bots)))


def fresh_clock(name: str, ask: Ask, now: int, warns: bool) -> AskClock:
    """Start a clock. It warns when a quarter of the time is left, at least 5 seconds; an Ask's own warning, at 5.

    `name`: the game's number and the Ask's id, so that a button of an earlier game is stale too (threats T14).
    """
    ends_at = now + ask.seconds * 1000
    warn_at = ends_at - (max(LAST_WARNING, ask.seconds * 250) if ask.warning is None else LAST_WARNING)
    return AskClock(name, ends_at, warn_at if warns and warn_at > now else None, call=ask.call)


def human_awaited(session: Session, ask: Ask) -> tuple[Seat, ...]:
    return tuple([seat for seat in ask.seats if seat not in session.of_house and not session.seats[seat].gone])


def bots_due(change: Change, clock: AskClock, ask: Ask) -> tuple[BotDue, ...]:
    """Return the stored times at which house bots act, at a human pace."""
    session = change.session
    kept = {due.seat: due for due in clock.bots}
    return tuple(
        kept.get(seat) or BotDue(seat, acts_at(change, seat, clock, ask))
        for seat in session.of_house
        if seat not in clock.resting and session.legal_moves(seat)
    )


def acts_at(change: Change, seat: Seat, clock: AskClock, ask: Ask) -> int:
    """Return when a house bot answers. If people have a head start, a draw decides how much later it acts."""
    now, wait = change.table_time, change.session.options.pace * 1000
    if is_left_to_bots(change.session):
        return now + min(wait, HURRY)
    if ask.head_start:
        dice = change.fairness.dice_of(change.playing)
        later = dice.draw("bot", seat).below(ask.head_start * 1000 + 1)
        wait = max(wait, ask.head_start * 1000 + later)
        change.set(phase=change.playing.having_drawn(dice))
    return min(now + wait, max(now, clock.ends_at - BEFORE_THE_END))


def is_left_to_bots(session: Session) -> bool:
    """Tell whether all people at the table are out of the game or have left it. Tables of a tournament keep the pace of
    the others.
    """
    if session.gathers is not None or session.tournament is not None:
        return False
    people = [Seat(seat) for seat, one in enumerate(session.seats) if not one.is_bot and not one.gone]
    return all(session.rules.is_out(session.state, seat) for seat in people)
