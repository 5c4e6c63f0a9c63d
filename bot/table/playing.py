"""The current game: moves and other deeds, and people who leave, are away, or come back."""

import msgspec
from msgspec.structs import replace

from bot.table import chatter, crowd, hosting, seating
from bot.table.ask_clock import rearm
from bot.table.change import Change, Refused
from bot.table.document import OfTournament, Session
from bot.table.ending import finish
from bot.table.opening import wait_for_cooldown
from bot.table.pausing import asker_leaves, keep_clock
from bot.table.phases import Playing, PrivateTold
from bot.table.seats import Seated
from games.kit.codec import codec
from games.kit.contract import Event, PrivateEvent
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat
from games.proof.record import Deed, Left, Moved, Returned, TakenOver, moved_by, perform


def private_of(session: Session, events: tuple[Event, ...]) -> tuple[PrivateTold, ...]:
    encode, private = codec(session.rules).encode, [event for event in events if isinstance(event, PrivateEvent)]
    return tuple([PrivateTold(event.to, msgspec.Raw(encode(event))) for event in private])


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
    """Do a deed in the running game, and all that follows from it. `move`: a person's, as it was read."""
    playing, rules = change.playing, change.session.rules
    dice = change.fairness.dice_of(playing)
    legal = change.session.legal_moves(deed.seat) if isinstance(deed, Moved) else None
    step = perform(rules, change.session.state, deed, dice, legal, move)
    played = replace(
        playing,
        state=msgspec.Raw(codec(rules).encode(step.state)),
        draws=dict(dice.counts),
        told=(*playing.told, *private_of(change.session, step.events)),
    )
    change.session = change.session.with_game(played, step.state)
    change.happened(deed, step.events, dice.drawn)
    change.fairness.thrown(dice)
    result = rules.result(step.state)
    chatter.speak_up(change, change.playing, step.events, result)
    after_step(change, stamp, told=bool(step.events))


def after_step(change: Change, stamp: str, *, told: bool = True) -> None:
    state = change.session.state
    result = change.session.rules.result(state)
    if result is None:
        rearm(change, told=told)
    else:
        finish(change, result, stamp)
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
            change.happened(Returned(seat), ())
            clock = change.playing.clock
            bots = tuple(due for due in clock.bots if due.seat != seat)
            change.set(phase=replace(change.playing, clock=replace(clock, bots=bots)))


def take_over(change: Change, seat: Seat) -> None:
    seated = change.session.seats[seat]
    change.session = change.session.with_seat(seat, replace(seated, away=True))
    change.say("taken-over", who=change.called[seat])
    change.happened(TakenOver(seat), ())
