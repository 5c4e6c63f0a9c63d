"""Play Fearless Rogues Hold 'Em, in the order of the rulebook: the start of a round, playing in turn, betting, the
reveal, the last duel. The rules of each have a module of their own.
"""

from typing import Final

from msgspec.structs import replace

from games.kit.contract import Ask, Places, Result, Step
from games.kit.dice import Dice
from games.kit.kept import once_a_state
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, all_seats
from games.rogues import deal, declare, den, final, thieves
from games.rogues.events import WonBefore
from games.rogues.options import RoguesOptions
from games.rogues.reveal import reveal
from games.rogues.state import Carry, Circuit, Declaring, Den, Duel, Held, Over, Picking, State, Wagering
from games.rogues.step import RoguesBuilder, clockwise, still_in

AT_ONCE: Final = 1
"""Seconds before a round in which nobody can do anything."""

# The start of a round


def start(options: RoguesOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
    """Begin a round if two or more can pay the ante, or the last duel if only one is left, who pays none (FR-35)."""
    carry = deal.NO_CARRY if carry is None else carry
    step = RoguesBuilder(deal.seated(options, stacks, carry), dice)
    for held in deal.held_back(carry, len(stacks)).held:
        step.tell(WonBefore(held.seat, held.amount))
    match step.state.playing:
        case [_, _, *_]:
            deal.begin(step, deal.cups_of(carry, len(stacks)), carry.unit)
        case _ if carry.match_is_over:
            deal.no_match(step)
        case [seat]:
            final.begin(step, seat)
        case _:
            deal.nobody_can_pay(step, carry)
    return step.build()


# What may be done now, and doing it


@once_a_state
def legal_moves(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    if seat in state.gone:
        return ()
    match state.phase:
        case Declaring() as phase:
            return declare.legal_moves(state, phase, seat)
        case Circuit() as phase:
            return thieves.legal_moves(state, phase, seat)
        case Den() as phase:
            return den.legal_moves(state, phase, seat)
        case Wagering() | Picking() | Duel() as phase:
            return final.legal_moves(state, phase, seat)
        case Over():
            return ()


def played(state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
    step = RoguesBuilder(state, dice)
    match state.phase:
        case Declaring():
            declare.play(step, seat, move)
        case Circuit() as phase:
            thieves.play(step, phase, seat, move)
        case Den() as phase:
            den.play(step, phase, seat, move)
        case Wagering() | Picking() | Duel() as phase:
            final.play(step, phase, move)
        case Over():
            raise AssertionError(f"{move} is not offered when the round is over")
    proceed(step)
    return step.build()


def proceed(step: RoguesBuilder) -> None:
    """Go on until somebody must be asked: for players who have left, act as for the silent. The Giant comes last."""
    while not step.giant_is_next:
        left = [seat for seat in step.state.gone if seat in awaited(step.state)]
        if not left:
            return
        silence(step, left[0])
    reveal(step)


# The clock, and who leaves


def asks(state: State) -> Ask | None:
    options, name = state.options, str(state.asked)
    match state.phase:
        case Declaring():
            return Ask(name, awaited(state), options.turn_seconds)
        case Circuit() | Den():
            return Ask(name, awaited(state), options.bet_seconds)
        case Wagering() | Picking() | Duel():
            return Ask(name, awaited(state), options.duel_seconds)
        case Over():
            return None


def awaited(state: State) -> tuple[Seat, ...]:
    match state.phase:
        case Declaring(seat=seat) | Wagering(seat=seat) | Picking(seat=seat) | Duel(seat=seat):
            return (seat,)
        case Circuit(waiting=waiting) | Den(waiting=waiting):
            return waiting[:1]
        case Over():
            return ()


def time_up(state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
    step = RoguesBuilder(state, dice)
    for seat in awaited(state):
        if seat in seats:
            silence(step, seat)
            proceed(step)
    return step.build()


def silence(step: RoguesBuilder, seat: Seat) -> None:
    """Act for the silent: flee if that is allowed (FR-22), check if nothing is bet, and play the duel to its end."""
    match step.state.phase:
        case Declaring():
            declare.silence(step, seat)
        case Circuit() as phase:
            thieves.silence(step, phase, seat)
        case Den() as phase:
            den.silence(step, phase, seat)
        case Wagering() | Picking() | Duel() as phase:
            final.silence(step, phase)
        case Over():
            pass


def leave(state: State, seat: Seat, dice: Dice) -> Step[State]:
    """Leave what a leaver paid in the pot; their Trip stays, and is bet on as silence does."""
    if seat in state.gone:
        return Step(state, ())
    step = RoguesBuilder(replace(state, gone=(*state.gone, seat)), dice)
    proceed(step)
    return step.build()


def is_out(state: State, seat: Seat) -> bool:
    """Tell whether a rogue has no dice left."""
    return seat not in still_in(state)


# How it ended, and the next round


def result(state: State) -> Result | None:
    phase = state.phase
    if not isinstance(phase, Over):
        return None
    soon = pause_after(state) if phase.goes_on else None
    return Result(phase.ended, phase.winners, state.stacks, state.bank, soon)


def places(state: State) -> Places | None:
    """Return the places: those who won, together. The rules tell no losers apart; who had no dice took no part.

    The last Halfling has won the match even if the duel is lost (FR-35).
    """
    phase = state.phase
    if not isinstance(phase, Over):
        return None
    seats = all_seats(len(state.rogues))
    won = still_in(state) if phase.ended == "final-lost" else phase.winners
    played = state.playing if phase.goes_on else [seat for seat in seats if seat not in state.late]
    return tuple(int(seat in won) if seat in played else None for seat in seats)


def pause_after(state: State) -> int:
    """Return how long the next round waits: not at all where one Halfling has dice, and nothing to duel for (FR-35)."""
    last = still_in(state)
    over = len(last) == 1 and not final.has_a_stake(state, last[0])
    return AT_ONCE if over else state.options.next_seconds


def carried(state: State) -> Carry:
    """Return the carry: "In subsequent rounds, the starting player moves by one to the right" (FR-7). After a match
    that is over nobody has any dice.
    """
    phase = state.phase
    if not isinstance(phase, Over) or not phase.goes_on:
        return Carry((0,) * len(state.rogues), state.pot, Seat(0), (), 0)
    cups = tuple(rogue.cup for rogue in state.rogues)
    first = clockwise(still_in(state), state.first + 1)[0]
    winner, antes = phase.winners[:1], state.antes
    return Carry(cups, state.pot, first, winner, state.number, state.late, antes, state.held, state.unit)


def reseated(carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
    """Return the carry after a leaving: if the starting player left, the next one clockwise starts. What the last
    Halfling has won goes with them (FR-35).
    """
    around = [*seats[carry.first :], *seats[: carry.first]]
    taken = sum(one.amount for one in carry.held if seats[one.seat] is None)
    cups = [cup for cup, seat in zip(carry.cups, seats, strict=False) if seat is not None]
    return Carry(
        cups=tuple(cups),
        pot=Suckers(carry.pot - taken),
        first=next((seat for seat in around if seat is not None), Seat(0)),
        last_winner=tuple(seat for one in carry.last_winner if (seat := seats[one]) is not None),
        number=carry.number,
        late=tuple(seat for one in carry.late if (seat := seats[one]) is not None),
        antes=carry.antes,
        held=tuple(Held(seat, one.amount) for one in carry.held if (seat := seats[one.seat]) is not None),
        unit=carry.unit,
    )


def match_is_over(carry: Carry) -> bool:
    """Return whether the next round begins a new match: this one was decided, or the last one with dice left."""
    return carry.match_is_over


# A series at many tables


def plays_on(options: RoguesOptions, carry: Carry | None, stacks: Stacks) -> tuple[bool, ...]:
    """Return for each seat whether it is still in the match (FR-33); after a match nobody is."""
    if carry is not None and carry.cups and carry.match_is_over:
        return (False,) * len(stacks)
    still = deal.in_the_match(options, stacks, carry or deal.NO_CARRY)
    return tuple(seat in still for seat in all_seats(len(stacks)))


def joined(carry: Carry | None, of: Carry | None, seat: Seat) -> Carry:
    """Return the carry after a player joined: they bring their dice from another table, or else have two."""
    brought = deal.cups_of(of or deal.NO_CARRY, seat + 1)[seat]
    here = carry or deal.NO_CARRY
    return replace(here, cups=(*here.cups, brought))
