"""Play phase 7, the auction: the cups are sold one by one, in any order that the chairman likes."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.headache.auction_events import (
    BidsShown,
    CupLookedInto,
    CupOpened,
    CupsLifted,
    LotCalled,
    LotsCalled,
    LotSold,
    LotUnsold,
)
from games.headache.moves import Lot
from games.headache.options import AuctionType, FailedBids, Lots, Reveal
from games.headache.phrases import Holding
from games.headache.state import (
    BlindBids,
    ChoosingLot,
    LotShown,
    Offer,
    OpenBids,
    PriceFalls,
    Question,
    Sale,
    Side,
    Sold,
    State,
    Table,
)
from games.headache.step import HeadacheBuilder, named
from games.kit.contract import Ask
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, OneOf
from games.kit.seats import Die, Seat, Spot

NOTHING: Final = Suckers(0)
LEAST_BID: Final = Suckers(1)
"""Bids begin at 1: nought is no bid (HA-18)."""
FALLS_EVERY: Final = 3
SHOWN_FOR: Final = 3
"""How many seconds a cup is shown, if it comes on sale by itself, before players can bid for it."""


def begin(step: HeadacheBuilder, table: Table) -> Table | None:
    return next_lot(step, table)


def next_lot(step: HeadacheBuilder, table: Table) -> Table | None:
    """Put up the next cup ("He auctions off the dice/cups in any order he desires"); the last one without his word."""
    match table.unsold:
        case ():
            return lift_the_cups(step, table)
        case (only,):
            return call(step, table, only.at, pause=bool(table.sold))
        case cups if step.options.lots is Lots.ORDER:
            return call(step, table, cups[0].at, pause=bool(table.sold))
        case cups:
            step.tell(LotsCalled(table.chairman, named(table, cups[0].at), bool(table.sold)))
            step.ask(ChoosingLot(table))
            return None


def call(step: HeadacheBuilder, table: Table, lot: Spot, *, pause: bool = False) -> Table | None:
    """Put a cup on sale. Everybody may bid up to their stack, even owners of dice (HA-17, HA-22)."""
    bidders = bidders_at(step, table)
    if not bidders:
        return unsold(step, table, lot)
    kind = AuctionType(table.option(Question.AUCTION))
    price = first_price(step, kind, bidders)
    step.tell(LotCalled(named(table, lot), kind, price, seconds(step, kind), bool(table.sold)))
    if pause:
        step.ask(LotShown(table, lot))
        return None
    return open_bidding(step, table, lot)


def bidders_at(step: HeadacheBuilder, table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.order if seat in step.here and step.state.stacks[seat] >= LEAST_BID)


def first_price(step: HeadacheBuilder, kind: AuctionType, bidders: Sequence[Seat]) -> Suckers:
    """Return the price with which a Dutch auction starts, the largest stack (HA-15); else 0."""
    return max(step.state.stacks[seat] for seat in bidders) if kind is AuctionType.DUTCH else NOTHING


def open_bidding(step: HeadacheBuilder, table: Table, lot: Spot) -> Table | None:
    bidders = bidders_at(step, table)
    if not bidders:
        return unsold(step, table, lot)
    table, kind = replace(table, sale=None), AuctionType(table.option(Question.AUCTION))
    highest = first_price(step, kind, bidders)
    match kind:
        case AuctionType.BLIND | AuctionType.SECOND_PRICE:
            step.ask(BlindBids(table, lot, bidders, NOTHING, (), ()))
        case AuctionType.STANDARD:
            step.ask(OpenBids(table, lot, (), (), 0, 0))
        case AuctionType.DUTCH:
            step.ask(PriceFalls(table, lot, highest, 0, highest))
    return None


def seconds(step: HeadacheBuilder, kind: AuctionType) -> int:
    match kind:
        case AuctionType.BLIND | AuctionType.SECOND_PRICE:
            return step.options.bid_seconds
        case AuctionType.STANDARD:
            return step.options.call_seconds
        case AuctionType.DUTCH:
            return FALLS_EVERY


# Sold, or not


def sold(step: HeadacheBuilder, table: Table, lot: Spot, winner: Offer, bids: Sequence[Offer]) -> Table | None:
    """Sell the lot: the winner pays in full, the losers what the vote on failed bids says, at once (HA-21, HA-22)."""
    losers = [bid for bid in bids if bid.seat != winner.seat]
    failed = tuple(Offer(bid.seat, due(table, bid.amount)) for bid in losers if due(table, bid.amount))
    sale = Sale(lot, tuple(bids), (winner, *failed))
    payments = [(bid.seat, int(bid.amount)) for bid in sale.paid]
    step.pay_in(payments)
    paid = dict(payments)
    spent = tuple(Suckers(amount + paid.get(Seat(seat), 0)) for seat, amount in enumerate(table.spent))
    step.tell(LotSold(winner.seat, named(table, lot), winner.amount, failed, step.state.pot))
    table = replace(table, spent=spent, sold=(*table.sold, Sold(lot, table.cup(lot).die, winner.seat)), sale=sale)
    match Reveal(table.option(Question.REVEAL)):
        case Reveal.ALL:
            table = open_cup(step, table, lot)
        case Reveal.LOOKS:
            step.tell(CupLookedInto(winner.seat, named(table, lot), die_under(table, lot)))
        case Reveal.HIDDEN:
            pass  # even the buyers see nothing before the last lot is sold (HA-24)
    return next_lot(step, table)


def due(table: Table, amount: Suckers) -> Suckers:
    """Return what a loser pays; by one option "half, rounded up, of all the suckers they bid"."""
    match FailedBids(table.option(Question.FAILED)):
        case FailedBids.NOTHING:
            return NOTHING
        case FailedBids.HALF:
            return Suckers(-(-amount // 2))
        case FailedBids.FULL:
            return amount


def unsold(step: HeadacheBuilder, table: Table, lot: Spot) -> Table | None:
    """Discard a lot: "If no one bids on a dice then it is discarded". Reveal All shows it now, other rules later
    (HA-18).
    """
    step.tell(LotUnsold(named(table, lot)))
    table = replace(table, sold=(*table.sold, Sold(lot, table.cup(lot).die, None)), sale=None)
    if table.option(Question.REVEAL) == Reveal.ALL:
        table = open_cup(step, table, lot)
    return next_lot(step, table)


def open_cup(step: HeadacheBuilder, table: Table, lot: Spot) -> Table:
    """Open a cup: "the cup is lifted / opened, and the dice within revealed"."""
    step.tell(CupOpened(named(table, lot), die_under(table, lot)))
    return replace(table, shown=(*table.shown, table.cup(lot).die))


def die_under(table: Table, lot: Spot) -> Die:
    return table.drawn[table.cup(lot).die].die.reveal()


def show_bids(step: HeadacheBuilder, table: Table, lot: Spot, bids: Sequence[Offer]) -> None:
    step.tell(BidsShown(tuple(bids), named(table, lot)))


# "The players then lift the cups to reveal what they have purchased"


def lift_the_cups(step: HeadacheBuilder, table: Table) -> Table:
    """Turn up all dice after the last lot, under every rule (HA-23). A leaver's are out of the game (HA-37)."""
    owners = [seat for seat in table.order if seat in step.here]
    sides = tuple(Side((seat,), (1,), dice_of(table, seat)) for seat in owners if dice_of(table, seat))
    owned = {one.die for one in table.sold if one.owner in owners}
    out = tuple(sorted(drawn.die.reveal() for number, drawn in enumerate(table.drawn) if number not in owned))
    holdings = tuple(Holding(side.members[0], side.dice, table.spent[side.members[0]]) for side in sides)
    step.tell(CupsLifted(holdings, out))
    return replace(table, sides=sides, shown=tuple(range(len(table.drawn))))


def dice_of(table: Table, seat: Seat) -> tuple[Die, ...]:
    return tuple(table.drawn[one.die].die.reveal() for one in table.sold if one.owner == seat)


# Legal moves, moves, silence, leaving and asking


class LotRules(Struct, frozen=True):
    phase: ChoosingLot | LotShown

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:  # noqa: ARG002
        phase = self.phase
        if isinstance(phase, LotShown) or seat != phase.table.chairman:
            return ()
        return (LegalMove(Lot, {"cup": OneOf(tuple(cup.at for cup in phase.table.unsold))}),)

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> Table | None:  # noqa: ARG002
        match move:
            case Lot(cup=cup):
                return call(step, self.phase.table, cup)
            case _:
                raise AssertionError(f"{move} is not offered while a lot is chosen")

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
        """Act for the silent: sell the cups in the order of the seats from the prime, left before right (HA-11)."""
        phase = self.phase
        if isinstance(phase, LotShown):
            return open_bidding(step, phase.table, phase.lot)
        return call(step, phase.table, phase.table.unsold[0].at) if phase.table.chairman in seats else None

    def left(self, step: HeadacheBuilder) -> Table | None:  # noqa: ARG002 - a new chairman is asked anew
        return None

    def asks(self, state: State, name: str) -> Ask:
        if isinstance(self.phase, LotShown):
            return Ask(name, (), SHOWN_FOR)
        return Ask(name, (self.phase.table.chairman,), state.options.chair_seconds)
