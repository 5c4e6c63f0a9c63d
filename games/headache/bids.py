"""Phase 7: the bidding for one cup, blind or open."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.headache.auction import FALLS_EVERY, LEAST_BID, NOTHING, show_bids, sold, unsold
from games.headache.events import (
    AwardCalled,
    Awarded,
    DroppedOut,
    Going,
    PriceCalled,
    Raised,
    RebidCalled,
    TieRolled,
)
from games.headache.moves import CALLED, Award, Bid, Drop
from games.headache.options import AuctionType, BlindTie
from games.headache.state import (
    Awarding,
    Bidding,
    BlindBids,
    Face,
    Fist,
    Offer,
    OpenBids,
    PriceFalls,
    Question,
    State,
    Table,
)
from games.headache.turn import D20, Turn, named
from games.kit.contract import Ask
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, OneOf, Range
from games.kit.seats import Seat, Spot
from games.kit.secret import Sealed

GOING: Final = {1: 5, 2: 4}
"""Seconds after "going once" and "going twice" (HA-19)."""
GONE: Final = 3
FALLS_BY: Final = 5
"""A Dutch price falls by a fifth of itself, rounded down, and by 1 at least (HA-15)."""

# Blind: "each player conceals a number of suckers in his fist", then all "simultaneously reveal their bids"


def waiting(state: State, phase: BlindBids) -> tuple[Seat, ...]:
    sent = {fist.seat for fist in phase.fists}
    return tuple(seat for seat in phase.bidders if seat in state.here and seat not in sent)


def bid_blind(turn: Turn, phase: BlindBids, bids: Sequence[tuple[Seat, Suckers]]) -> Table | None:
    fists = tuple(Fist(seat, Sealed(amount)) for seat, amount in bids)
    turn.go_on(replace(phase, fists=(*phase.fists, *fists)))
    return open_fists(turn)


def open_fists(turn: Turn) -> Table | None:
    """Rulebook: "The player who bid the most suckers wins the auction." A leaver's bid is void."""
    phase = turn.state.phase
    if not isinstance(phase, BlindBids) or waiting(turn.state, phase):
        return None
    now = {fist.seat: fist.amount.reveal() for fist in phase.fists}
    bids = tuple(
        Offer(seat, amount)
        for seat in phase.table.order
        if seat in turn.here and (amount := now.get(seat, before(phase, seat)))
    )
    if not bids:
        return unsold(turn, phase.table, phase.lot)
    show_bids(turn, phase.table, phase.lot, bids)
    highest = max(bid.amount for bid in bids)
    tied = tuple(bid.seat for bid in bids if bid.amount == highest)
    if len(tied) == 1:
        return sell_blind(turn, phase.table, phase.lot, tied[0], bids)
    return blind_tie(turn, phase, bids, tied)


def before(phase: BlindBids, seat: Seat) -> Suckers:
    """What a seat had bid before a tie was bid for again."""
    return next((bid.amount for bid in phase.shown if bid.seat == seat), NOTHING)


def blind_tie(turn: Turn, phase: BlindBids, bids: tuple[Offer, ...], tied: tuple[Seat, ...]) -> Table | None:
    """Tied top bidders roll, bid once more, or leave it to the chairman (HA-16)."""
    amount = bids[[bid.seat for bid in bids].index(tied[0])].amount
    match turn.options.blind_tie:
        case BlindTie.REBID if not phase.shown:
            turn.tell(RebidCalled(tied, amount))
            turn.ask(BlindBids(phase.table, phase.lot, tied, amount, bids, ()))
            return None
        case BlindTie.CHAIRMAN:
            turn.tell(AwardCalled(phase.table.chairman, tied))
            turn.ask(Awarding(phase.table, phase.lot, bids, tied))
            return None
        case _:
            return sell_blind(turn, phase.table, phase.lot, rolled_off(turn, phase, tied), bids)


def rolled_off(turn: Turn, phase: BlindBids, tied: tuple[Seat, ...]) -> Seat:
    """A free d20 each, repeated on ties."""
    while len(tied) > 1:
        rolls = tuple(Face(seat, turn.dice.draw("tie", seat).die(D20)) for seat in tied)
        turn.tell(TieRolled(rolls, named(phase.table, phase.lot)))
        highest = max(roll.face for roll in rolls)
        tied = tuple(roll.seat for roll in rolls if roll.face == highest)
    return tied[0]


def sell_blind(turn: Turn, table: Table, lot: Spot, winner: Seat, bids: tuple[Offer, ...]) -> Table | None:
    """At second price the winner pays the next highest bid, at least 1 (HA-15)."""
    price = next(bid.amount for bid in bids if bid.seat == winner)
    if table.option(Question.AUCTION) == AuctionType.SECOND_PRICE:
        price = max((bid.amount for bid in bids if bid.seat != winner), default=LEAST_BID)
    return sold(turn, table, lot, Offer(winner, price), bids)


def award(turn: Turn, phase: Awarding, seat: Seat, *, said: bool) -> Table | None:
    turn.tell(Awarded(seat, said, named(phase.table, phase.lot), phase.table.chairman))
    bids = tuple(bid for bid in phase.bids if bid.seat in turn.here)
    return sell_blind(turn, phase.table, phase.lot, seat, bids)


def award_anew(turn: Turn, phase: Awarding) -> Table | None:
    """Somebody left: the chairman still decides, if there is anything to decide."""
    bids = tuple(bid for bid in phase.bids if bid.seat in turn.here)
    if not bids:
        return unsold(turn, phase.table, phase.lot)
    highest = max(bid.amount for bid in bids)
    tied = tuple(bid.seat for bid in bids if bid.amount == highest)
    if len(tied) == 1:
        return sell_blind(turn, phase.table, phase.lot, tied[0], bids)
    turn.go_on(replace(phase, bids=bids, tied=tied))
    return None


# Standard: "Each player can make higher and higher bids until all but one player has dropped out"


def standing(phase: OpenBids) -> tuple[Offer, ...]:
    """The bids of those who have not dropped out: to drop is final (HA-19)."""
    return tuple(bid for bid in phase.bids if bid.seat not in phase.dropped)


def high(phase: OpenBids) -> Suckers:
    return next((bid.amount for bid in standing(phase)[-1:]), NOTHING)


def leader(phase: OpenBids) -> tuple[Seat, ...]:
    return tuple(bid.seat for bid in standing(phase)[-1:])


def may_raise(state: State, phase: OpenBids) -> tuple[Seat, ...]:
    """Who has not dropped out, does not lead, and can pay more."""
    out = (*phase.dropped, *leader(phase))
    return tuple(
        seat
        for seat in phase.table.order
        if seat in state.here and seat not in out and state.stacks[seat] > high(phase)
    )


def raised(turn: Turn, phase: OpenBids, seat: Seat, amount: Suckers) -> Table | None:
    """A bid restarts the count (HA-19). Each bidder's highest is kept: it may have to be paid (HA-20)."""
    turn.tell(Raised(seat, amount))
    others = tuple(bid for bid in phase.bids if bid.seat != seat)
    bids = (*others, Offer(seat, amount))
    turn.go_on(replace(phase, bids=bids, going=0, calls=phase.calls + 1))
    return sold_if_alone(turn)


def dropped(turn: Turn, phase: OpenBids, seat: Seat) -> Table | None:
    turn.tell(DroppedOut(seat))
    turn.go_on(replace(phase, dropped=(*phase.dropped, seat)))
    return sold_if_alone(turn)


def sold_if_alone(turn: Turn) -> Table | None:
    """The last one in has it at once; where nobody is left and nobody bid, it is discarded."""
    phase = turn.state.phase
    if not isinstance(phase, OpenBids) or may_raise(turn.state, phase):
        return None
    return hammer(turn, phase)


def hammer(turn: Turn, phase: OpenBids) -> Table | None:
    if not standing(phase):
        return unsold(turn, phase.table, phase.lot)
    return sold(turn, phase.table, phase.lot, standing(phase)[-1], phase.bids)


def count(turn: Turn, phase: OpenBids) -> Table | None:
    """Rulebook: "The chairman then shouts 'going, going, gone'"."""
    going = phase.going + 1
    if going == GONE:
        return hammer(turn, phase)
    turn.tell(Going(going, high(phase), named(phase.table, phase.lot), leader(phase)))
    turn.go_on(replace(phase, going=going, calls=phase.calls + 1))
    return None


# Dutch: the price falls until somebody takes it (HA-15)


def price_falls(turn: Turn, phase: PriceFalls) -> Table | None:
    if phase.price == LEAST_BID:
        return unsold(turn, phase.table, phase.lot)
    price = Suckers(phase.price - max(1, phase.price // FALLS_BY))
    turn.tell(PriceCalled(price, named(phase.table, phase.lot)))
    turn.go_on(replace(phase, price=price, calls=phase.calls + 1))
    return None


def takers(state: State, phase: PriceFalls) -> tuple[Seat, ...]:
    return tuple(seat for seat in phase.table.order if seat in state.here and state.stacks[seat] >= phase.price)


# The doors of this room


def legal_moves(state: State, phase: Bidding, seat: Seat) -> tuple[LegalMove, ...]:
    stack = state.stacks[seat]
    match phase:
        case BlindBids() if seat in waiting(state, phase):
            return (LegalMove(Bid, {"amount": Range(phase.least, stack, suggest=phase.least)}, hidden=True),)
        case OpenBids() if seat in may_raise(state, phase):
            return (LegalMove(Bid, {"amount": Range(high(phase) + 1, stack, suggest=high(phase) + 1)}), LegalMove(Drop))
        case PriceFalls() if seat in takers(state, phase):
            return (LegalMove(Bid, {"amount": OneOf((CALLED,))}),)
        case Awarding(table=table, tied=tied) if seat == table.chairman:
            return (LegalMove(Award, {"seat": OneOf(tied)}),)
        case _:
            return ()


def play(turn: Turn, phase: Bidding, seat: Seat, move: Move) -> Table | None:
    match move, phase:
        case Bid(amount=amount), BlindBids():
            return bid_blind(turn, phase, [(seat, amount)])
        case Bid(amount=amount), OpenBids():
            return raised(turn, phase, seat, amount)
        case Drop(), OpenBids():
            return dropped(turn, phase, seat)
        case Bid(), PriceFalls():
            winner = Offer(seat, phase.price)
            return sold(turn, phase.table, phase.lot, winner, (winner,))
        case Award(seat=chosen), Awarding():
            return award(turn, phase, chosen, said=True)
        case _:
            raise AssertionError(f"{move} is not offered in {phase}")


def silence(turn: Turn, phase: Bidding, seats: Sequence[Seat]) -> Table | None:
    """Silence bids nothing, or no more than before a tie; the clock counts, and lets a price fall."""
    match phase:
        case BlindBids():
            silent = [seat for seat in waiting(turn.state, phase) if seat in seats]
            return bid_blind(turn, phase, [(seat, phase.least) for seat in silent])
        case OpenBids():
            return count(turn, phase)
        case PriceFalls():
            return price_falls(turn, phase)
        case Awarding(table=table, tied=tied) if table.chairman in seats:
            own = [seat for seat in tied if seat == table.chairman]
            return award(turn, phase, own[0] if own else turn.dice.draw("award").pick(tied), said=False)
        case _:
            return None


def left(turn: Turn, phase: Bidding) -> Table | None:
    """A leaver's bid is void; the one before it leads."""
    match phase:
        case BlindBids():
            return open_fists(turn)
        case OpenBids():
            after = replace(phase, bids=tuple(bid for bid in phase.bids if bid.seat in turn.here))
            if leader(after) != leader(phase):
                after = replace(after, going=0, calls=phase.calls + 1)
            turn.go_on(after)
            return sold_if_alone(turn)
        case Awarding():
            return award_anew(turn, phase)
        case PriceFalls():
            return None


def asks(state: State, phase: Bidding, name: str) -> Ask:
    """Nobody is awaited in an open auction: the clock moves it on."""
    match phase:
        case BlindBids():
            return Ask(name, waiting(state, phase), state.options.bid_seconds)
        case OpenBids(going=going, calls=calls):
            return Ask(name, (), GOING.get(going, state.options.call_seconds), call=calls)
        case PriceFalls(calls=calls):
            return Ask(name, (), FALLS_EVERY, call=calls)
        case Awarding(table=table):
            return Ask(name, (table.chairman,), state.options.chair_seconds)
