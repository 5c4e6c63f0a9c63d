"""The current game: moves and other deeds, its clock, what house bots say, and people who leave, are away, or come
back.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bot.table import crowd, hosting, seating
from bot.table.change import Change, Refused
from bot.table.document import IDLE, OfTournament, Session
from bot.table.ending import finish
from bot.table.opening import wait_for_cooldown
from bot.table.pausing import asker_leaves, keep_clock
from bot.table.phases import AskClock, BotDue, Playing
from bot.table.seats import Seated
from games.kit.contract import Ask, Event, PrivateEvent, Result, phrases_of
from games.kit.cues import Cue
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat
from games.kit.temper import Manner
from games.proof.record import Deed, Left, Moved, Returned, TakenOver, moved_by, perform


def awaited(session: Session) -> tuple[Seat, ...]:
    ask = session.ask
    return () if ask is None else ask.seats


def legal(session: Session, seat: Seat) -> tuple[LegalMove, ...]:
    return session.legal_moves(seat)


def play(change: Change, seat: Seat, move: Move, stamp: str) -> None:
    """Play a person's move. Raises Illegal; raises Refused if no game is on."""
    if type(move) is change.session.rules.opening and any(one.covers(move) for one in legal(change.session, seat)):
        wait_for_cooldown(change, seat)
    do(change, moved_by(seat, move), stamp, move)


def do(change: Change, deed: Deed, stamp: str = "", move: Move | None = None) -> None:
    """Do a deed in the running game, and all that follows from it. `move`: a person's, as it was read; the table is
    not idle then.
    """
    playing, rules = change.playing, change.session.rules
    dice = change.fairness.dice_of(playing)
    legal = change.session.legal_moves(deed.seat) if isinstance(deed, Moved) else None
    step = perform(rules, change.session.state, deed, dice, legal, move)
    awake = {} if move is None else {"idle_at": change.now + IDLE * 1000}
    change.played(playing, deed, step, dice, **awake)
    change.fairness.thrown(dice)
    speak_up(change, step.events, change.session.result)
    after_step(change, stamp, told=bool(step.events))


def after_step(change: Change, stamp: str, *, told: bool = True) -> None:
    result = change.session.result
    if result is None:
        rearm(change, told=told)
    else:
        finish(change, result, stamp)
    if change.session.cut_off or change.session.paused is not None:
        keep_clock(change)


def leave(change: Change, seat: Seat, stamp: str) -> None:
    """Leave for good: between games at once; in a game, the rules decide what becomes of the seat.

    If only house bots are left, they finish the game: a void would be a way out of a lost round.
    """
    session = change.session
    change.touched()
    if not isinstance(session.phase, Playing):
        if isinstance(session.tournament, OfTournament) and session.tournament.waits:
            raise Refused("tournament-table-waits", code=session.code)  # a person being seated can't stand up now
        seating.stand_up(change, seat)
        return
    crowd.drop(change, seat)
    seated = change.session.seats[seat]
    out = session.rules.is_out(session.state, seat)
    change.session = change.session.with_seat(seat, replace(seated, gone=True, away=False, out=out))
    change.say("stood-up", who=change.called[seat])
    asker_leaves(change, seated.player)
    do(change, Left(seat), stamp)
    still_on = isinstance(change.session.phase, Playing) and change.session.people
    if still_on and change.session.host == seated.player:
        seating.hand(change, seated.player)


def come_back(change: Change, seat: Seat) -> None:
    """Let a player take the seat back from the house bot by any word (ruling ALL-3); a host hosts again, too."""
    seated: Seated = change.session.seats[seat]
    if seated.player == change.session.host:
        hosting.heard(change)
    if not seated.away and not seated.missed:
        return
    change.session = change.session.with_seat(seat, replace(seated, away=False, missed=0))
    if seated.away:
        change.say("returned", who=change.called[seat])
        if isinstance(change.session.phase, Playing):
            change.happened(Returned(seat))
            clock = change.playing.clock
            bots = tuple(due for due in clock.bots if due.seat != seat)
            change.set(phase=replace(change.playing, clock=replace(clock, bots=bots)))


def take_over(change: Change, seat: Seat) -> None:
    seated = change.session.seats[seat]
    change.session = change.session.with_seat(seat, replace(seated, away=True))
    change.say("taken-over", who=change.called[seat])
    change.happened(TakenOver(seat))


# What house bots say

GLAD: Final = frozenset({Cue.WIN, Cue.CAPTURE})
"""Staking or bidding (`CHIPS`) is none of them: it is not yet known what comes of it."""
SORE: Final = frozenset({Cue.KICK, Cue.BITE, Cue.LOSE})
TALKS_BY_MANNER: Final = {Manner.PLAIN: 0, Manner.BOLD: 40, Manner.WARY: 20, Manner.SLY: 25, Manner.CHATTY: 75}
"""In how many of a hundred games somebody of this manner says something, if there is an occasion."""
WAYS_TO_SAY_IT: Final = 3
"""How many ways there are to say it, by manner and occasion: `house-bot-says`."""


def speak_up(change: Change, events: Sequence[Event], result: Result | None) -> None:
    """Let one house bot say something, if what just happened to it is an occasion.

    Who speaks, and when, follows from what everybody was told and from the game's public commitment: so it tells
    nothing of what is hidden, and draws no dice.
    """
    session = change.session
    if not session.of_house or session.options.chatter != "on" or session.practice is not None:
        return
    playing = change.playing
    for seat, feels in occasions(events, result):
        seated = session.seats[seat]
        if not seated.is_bot or seat in playing.spoke:
            continue
        luck = luck_of(playing, seat)
        if luck[0] % 100 < TALKS_BY_MANNER[seated.manner]:
            said = f"{seated.manner}-{feels}-{luck[1] % WAYS_TO_SAY_IT + 1}"
            change.set(phase=replace(playing, spoke=(*playing.spoke, seat)))
            change.say("house-bot-says", who=change.called[seat], said=said)
            return


def luck_of(playing: Playing, seat: Seat) -> bytes:
    """Return public luck of a seat in this game."""
    return hashlib.sha256(f"{playing.pledge.commitment}/{playing.round}/{seat}".encode()).digest()


def occasions(events: Sequence[Event], result: Result | None) -> Iterator[tuple[Seat, str]]:
    """Yield who is glad or sore about what everybody has been told, in the order in which it was."""
    for event in events:
        if not isinstance(event, PrivateEvent):
            for one in (event, *phrases_of(event)):
                yield from feeling(one)
    if result is not None:
        yield from ((seat, "glad") for seat in result.winners)


def feeling(told: Any) -> Iterator[tuple[Seat, str]]:
    seat, cue = getattr(told, "seat", None), told.cue
    if isinstance(seat, int) and cue in GLAD:
        yield Seat(seat), "glad"
    elif isinstance(seat, int) and cue in SORE:
        yield Seat(seat), "sore"


# The clock of an Ask

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
    session, playing, ask = change.session, change.playing, change.session.ask
    if ask is None:
        raise AssertionError("a game that is not over asks somebody, or the clock")
    clock, name = playing.clock, f"{playing.name}-{ask.id}"
    if (name, ask.call) != (clock.ask, clock.call):
        awaited = bool(human_awaited(session, ask))
        seconds = max(ask.seconds, ALONE) if awaited and session.is_solo else ask.seconds
        clock = fresh_clock(name, replace(ask, seconds=seconds), change.table_time, awaited)
        if ask.seats and not awaited and all(session.seats[seat].gone for seat in ask.seats):
            clock = replace(clock, ends_at=change.table_time, warn_at=None)
    elif told:
        clock = replace(clock, ends_at=max(clock.ends_at, change.table_time + ask.extend_to * 1000), resting=())
    if session.of_house or clock.bots:
        clock = replace(clock, bots=bots_due(change, clock, ask))
        playing = change.playing  # with what was drawn for them
    if clock is not playing.clock:
        change.set(phase=replace(playing, clock=clock))


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
