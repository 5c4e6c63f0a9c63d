"""Play the bidding for one cup in phase 7, blind or open."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.headache.auction import FALLS_EVERY, LEAST_BID, NOTHING, show_bids, sold, unsold
from games.headache.auction_events import (
    AwardCalled,
    Awarded,
    DroppedOut,
    Going,
    PriceCalled,
    PricePassed,
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
from games.headache.step import D20, HeadacheBuilder, named
from games.kit.contract import Ask
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, OneOf, Range
from games.kit.seats import Seat, Spot
from games.kit.secret import Sealed

GOING: Final = {1: 5, 2: 4}
"""How many seconds follow "going once" and "going twice" (HA-19)."""
GONE: Final = 3
FALLS_BY: Final = 5
"""A Dutch price falls by a fifth of itself, rounded down, but by at least 1 (HA-15)."""

# Blind: "each player conceals a number of suckers in his fist", then all "simultaneously reveal their bids"


def waiting(state: State, phase: BlindBids) -> tuple[Seat, ...]:
    sent, here = {fist.seat for fist in phase.fists}, state.here
    return tuple([seat for seat in phase.bidders if seat in here and seat not in sent])


def bid_blind(step: HeadacheBuilder, phase: BlindBids, bids: Sequence[tuple[Seat, Suckers]]) -> Table | None:
    fists = tuple(Fist(seat, Sealed(amount)) for seat, amount in bids)
    step.go_on(replace(phase, fists=(*phase.fists, *fists)))
    return open_fists(step)


def open_fists(step: HeadacheBuilder) -> Table | None:
    """Open the fists: "The player who bid the most suckers wins the auction." A leaver's bid is void."""
    phase = step.state.phase
    if not isinstance(phase, BlindBids) or waiting(step.state, phase):
        return None
    now = {fist.seat: fist.amount.reveal() for fist in phase.fists}
    bids = tuple(
        Offer(seat, amount)
        for seat in phase.table.order
        if seat in step.here and (amount := now.get(seat, before(phase, seat)))
    )
    if not bids:
        return unsold(step, phase.table, phase.lot)
    show_bids(step, phase.table, phase.lot, bids)
    highest = max(bid.amount for bid in bids)
    tied = tuple(bid.seat for bid in bids if bid.amount == highest)
    if len(tied) == 1:
        return sell_blind(step, phase.table, phase.lot, tied[0], bids)
    return blind_tie(step, phase, bids, tied)


def before(phase: BlindBids, seat: Seat) -> Suckers:
    """Return what a seat had bid before the rebid of a tie."""
    return next((bid.amount for bid in phase.shown if bid.seat == seat), NOTHING)


def blind_tie(step: HeadacheBuilder, phase: BlindBids, bids: tuple[Offer, ...], tied: tuple[Seat, ...]) -> Table | None:
    """Resolve a tie of the highest bidders: they roll, bid once more, or leave it to the chairman (HA-16)."""
    amount = bids[[bid.seat for bid in bids].index(tied[0])].amount
    match step.options.blind_tie:
        case BlindTie.REBID if not phase.shown:
            step.tell(RebidCalled(tied, amount))
            step.ask(BlindBids(phase.table, phase.lot, tied, amount, bids, ()))
            return None
        case BlindTie.CHAIRMAN:
            step.tell(AwardCalled(phase.table.chairman, tied))
            step.ask(Awarding(phase.table, phase.lot, bids, tied))
            return None
        case _:
            return sell_blind(step, phase.table, phase.lot, rolled_off(step, phase, tied), bids)


def rolled_off(step: HeadacheBuilder, phase: BlindBids, tied: tuple[Seat, ...]) -> Seat:
    """Roll a d20 for each of the tied, for free, and again on ties; return the winner."""
    while len(tied) > 1:
        rolls = tuple(Face(seat, step.dice.draw("tie", seat).die(D20)) for seat in tied)
        step.tell(TieRolled(rolls, named(phase.table, phase.lot)))
        highest = max(roll.face for roll in rolls)
        tied = tuple(roll.seat for roll in rolls if roll.face == highest)
    return tied[0]


def sell_blind(step: HeadacheBuilder, table: Table, lot: Spot, winner: Seat, bids: tuple[Offer, ...]) -> Table | None:
    """Sell the lot. At second price the winner pays the next highest bid, but at least 1 (HA-15)."""
    price = next(bid.amount for bid in bids if bid.seat == winner)
    if table.option(Question.AUCTION) == AuctionType.SECOND_PRICE:
        price = max((bid.amount for bid in bids if bid.seat != winner), default=LEAST_BID)
    return sold(step, table, lot, Offer(winner, price), bids)


def award(step: HeadacheBuilder, phase: Awarding, seat: Seat, *, said: bool) -> Table | None:
    step.tell(Awarded(seat, said, named(phase.table, phase.lot), phase.table.chairman))
    bids = tuple(bid for bid in phase.bids if bid.seat in step.here)
    return sell_blind(step, phase.table, phase.lot, seat, bids)


def award_anew(step: HeadacheBuilder, phase: Awarding) -> Table | None:
    """Ask the chairman anew after a leaving, if there is still something to decide."""
    bids = tuple(bid for bid in phase.bids if bid.seat in step.here)
    if not bids:
        return unsold(step, phase.table, phase.lot)
    highest = max(bid.amount for bid in bids)
    tied = tuple(bid.seat for bid in bids if bid.amount == highest)
    if len(tied) == 1:
        return sell_blind(step, phase.table, phase.lot, tied[0], bids)
    step.go_on(replace(phase, bids=bids, tied=tied))
    return None


# Standard: "Each player can make higher and higher bids until all but one player has dropped out"


def highest(phase: OpenBids) -> Offer | None:
    """Return the last bid of those who have not dropped out; dropping is final (HA-19)."""
    for bid in reversed(phase.bids):
        if bid.seat not in phase.dropped:
            return bid
    return None


def high(phase: OpenBids) -> Suckers:
    bid = highest(phase)
    return NOTHING if bid is None else bid.amount


def leader(phase: OpenBids) -> tuple[Seat, ...]:
    bid = highest(phase)
    return () if bid is None else (bid.seat,)


def may_raise(state: State, phase: OpenBids) -> tuple[Seat, ...]:
    """Return who may raise: those who have not dropped out, do not lead, and can pay more."""
    out, most, here = (*phase.dropped, *leader(phase)), high(phase), state.here
    return tuple([one for one in phase.table.order if one in here and one not in out and state.stacks[one] > most])


def raised(step: HeadacheBuilder, phase: OpenBids, seat: Seat, amount: Suckers) -> Table | None:
    """Restart the count after a bid (HA-19). Each bidder's highest bid is kept, as it may have to be paid (HA-20)."""
    step.tell(Raised(seat, amount))
    others = tuple(bid for bid in phase.bids if bid.seat != seat)
    bids = (*others, Offer(seat, amount))
    step.go_on(replace(phase, bids=bids, going=0, calls=phase.calls + 1))
    return sold_if_alone(step)


def dropped(step: HeadacheBuilder, phase: OpenBids, seat: Seat) -> Table | None:
    step.tell(DroppedOut(seat))
    step.go_on(replace(phase, dropped=(*phase.dropped, seat)))
    return sold_if_alone(step)


def sold_if_alone(step: HeadacheBuilder) -> Table | None:
    """Sell to the last bidder left, at once; discard the cup if nobody is left and nobody has bid."""
    phase = step.state.phase
    if not isinstance(phase, OpenBids) or may_raise(step.state, phase):
        return None
    return hammer(step, phase)


def hammer(step: HeadacheBuilder, phase: OpenBids) -> Table | None:
    bid = highest(phase)
    if bid is None:
        return unsold(step, phase.table, phase.lot)
    return sold(step, phase.table, phase.lot, bid, phase.bids)


def count(step: HeadacheBuilder, phase: OpenBids) -> Table | None:
    """Go on with the count: "The chairman then shouts 'going, going, gone'"."""
    going = phase.going + 1
    if going == GONE:
        return hammer(step, phase)
    step.tell(Going(going, high(phase), named(phase.table, phase.lot), leader(phase)))
    step.go_on(replace(phase, going=going, calls=phase.calls + 1))
    return None


# Dutch: the price falls until somebody takes it (HA-15)


def price_falls(step: HeadacheBuilder, phase: PriceFalls) -> Table | None:
    if phase.price == LEAST_BID:
        return unsold(step, phase.table, phase.lot)
    price = Suckers(phase.price - max(1, phase.price // FALLS_BY))
    halves = halved(phase.highest, price) > halved(phase.highest, phase.price)
    called = PriceCalled if halves or price == LEAST_BID else PricePassed
    step.tell(called(price, named(phase.table, phase.lot)))
    step.go_on(replace(phase, price=price, calls=phase.calls + 1))
    return None


def halved(highest: Suckers, price: Suckers) -> int:
    """Return how often the highest price has been halved on its way down to this price."""
    return (highest // price).bit_length() - 1


def takers(state: State, phase: PriceFalls) -> tuple[Seat, ...]:
    return tuple([seat for seat in phase.table.order if seat in state.here and state.stacks[seat] >= phase.price])


# Legal moves, moves, silence, leaving and asking


class BidRules(Struct, frozen=True):
    phase: Bidding

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        phase = self.phase
        stack = state.stacks[seat]
        match phase:
            case BlindBids() if seat in waiting(state, phase):
                return (LegalMove(Bid, {"amount": Range(phase.least, stack, suggest=phase.least)}, hidden=True),)
            case OpenBids() if seat in may_raise(state, phase):
                return (
                    LegalMove(Bid, {"amount": Range(high(phase) + 1, stack, suggest=high(phase) + 1)}),
                    LegalMove(Drop),
                )
            case PriceFalls() if seat in takers(state, phase):
                return (LegalMove(Bid, {"amount": OneOf((CALLED,))}),)
            case Awarding(table=table, tied=tied) if seat == table.chairman:
                return (LegalMove(Award, {"seat": OneOf(tied)}),)
            case _:
                return ()

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> Table | None:
        phase = self.phase
        match move, phase:
            case Bid(amount=amount), BlindBids():
                return bid_blind(step, phase, [(seat, amount)])
            case Bid(amount=amount), OpenBids():
                return raised(step, phase, seat, amount)
            case Drop(), OpenBids():
                return dropped(step, phase, seat)
            case Bid(), PriceFalls():
                winner = Offer(seat, phase.price)
                return sold(step, phase.table, phase.lot, winner, (winner,))
            case Award(seat=chosen), Awarding():
                return award(step, phase, chosen, said=True)
            case _:
                raise AssertionError(f"{move} is not offered in {phase}")

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
        """Act for the silent: bid nothing, or no more than before a tie. The clock counts, and lets a price fall."""
        phase = self.phase
        match phase:
            case BlindBids():
                silent = [seat for seat in waiting(step.state, phase) if seat in seats]
                return bid_blind(step, phase, [(seat, phase.least) for seat in silent])
            case OpenBids():
                return count(step, phase)
            case PriceFalls():
                return price_falls(step, phase)
            case Awarding(table=table, tied=tied) if table.chairman in seats:
                own = [seat for seat in tied if seat == table.chairman]
                return award(step, phase, own[0] if own else step.dice.draw("award").pick(tied), said=False)
            case _:
                return None

    def left(self, step: HeadacheBuilder) -> Table | None:
        """Go on without a leaver's bid, which is void; the bid before it leads."""
        phase = self.phase
        match phase:
            case BlindBids():
                return open_fists(step)
            case OpenBids():
                after = replace(phase, bids=tuple(bid for bid in phase.bids if bid.seat in step.here))
                if leader(after) != leader(phase):
                    after = replace(after, going=0, calls=phase.calls + 1)
                step.go_on(after)
                return sold_if_alone(step)
            case Awarding():
                return award_anew(step, phase)
            case PriceFalls():
                return None

    def asks(self, state: State, name: str) -> Ask:
        """Return the question. In an open auction nobody is awaited: the clock moves it on."""
        match self.phase:
            case BlindBids():
                return Ask(name, waiting(state, self.phase), state.options.bid_seconds)
            case OpenBids(going=going, calls=calls):
                return Ask(name, (), GOING.get(going, state.options.call_seconds), call=calls)
            case PriceFalls(calls=calls):
                return Ask(name, (), FALLS_EVERY, call=calls)
            case Awarding(table=table):
                return Ask(name, (table.chairman,), state.options.chair_seconds)
