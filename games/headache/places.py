"""Compose a player's place: the name, the stack and the offices, cups and dice, and what was bid or voted."""

from collections.abc import Iterator
from typing import Final

from games.headache.allies import side_of
from games.headache.moves import NONE
from games.headache.phrases import option_said
from games.headache.pieces import cups_before, dice_before, fate_of, first_roll, packed, score
from games.headache.state import Ballot, Offer
from games.headache.view import BiddingView, ContestView, HeadacheView, OnTheTable, VoteView
from games.kit import lay
from games.kit.board import Look, Piece, letters
from games.kit.lay import CLOSE, PLATE, Box, Rows
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import All, Say, Told, Who, say, yes

OFFICE: Final = 18
THINGS: Final = 60
"""The height of the part of a place where cups and dice stand, in units."""
ASIDE: Final = 40
"""The same in a vote of many, whose names would be too small on a phone: nobody does anything with the cups."""
MANY: Final = 7
CROWNED: Final = 46
"""The same at the end, if the winner's crown is all that is left."""
CROWN: Final = 34
"""The height of the crown beside the dice that won, if there is room."""
NARROW: Final = 90
"""In less room than this, what was bid and paid stands there without a word."""
SAID: Final = 17
"""The height of the last line: what its player did in this phase."""
PRIME, CHAIRMAN = "prime", "chairman"
"""The two offices, by the names of their figures."""
SEATS: Final = ("order.seats", "award.seat", "ally.seat")


def place_rows(view: HeadacheView) -> Rows:
    """Return the rows of every place, which has no last line in some phases."""
    over, table = view.phase == "over", view.table
    things = CROWNED if over and table is None else THINGS
    if view.vote is not None and len(view.stacks) >= MANY:
        things = ASIDE
    told = table is not None and bool(view.vote or view.proposals or table.sides or "auction" in table.rules)
    return Rows((PLATE, things, SAID if told and not over else 0), 4, 4)


def place(view: HeadacheView, seat: Seat, box: Box, rows: Rows) -> tuple[Piece, ...]:
    """Return all that lies before this seat, whose area stands for its player. `rows`: those of every place."""
    plate, things, last = rows.within(box)
    tied, awaited = view.bidding is not None and seat in view.bidding.tied, seat in view.awaited
    plays = seat in view.players
    dim = not plays or (view.contest is not None and may_not_win(view, view.contest, seat))
    looks = lay.looks(lit=seat in view.winners or tied, turn=awaited, dim=dim)
    held = () if view.table is None else offices(view.table, seat)
    room = things.after(OFFICE + CLOSE).before(OFFICE + CLOSE) if held else things
    return (
        area(seat, view.stacks[seat], box, looks, awaited=awaited, tied=tied, plays=plays),
        *lay.plate(seat, view.stacks[seat], plate, looks, told=False),
        *marks(seat, held, things),
        *before(view, seat, room),
        *(done(view, seat, last) if last.height else ()),
    )


@lay.known
def area(
    seat: Seat, stack: Suckers, box: Box, looks: tuple[Look, ...], *, awaited: bool, tied: bool, plays: bool
) -> Piece:
    """Return the area of a place, which stands for its player."""
    marks = {"turn": yes(awaited), "tied": yes(tied), "plays": yes(plays)}
    says = say("piece-place", seat=Who(seat), stack=stack, **marks)
    return lay.space("seat", *box, says, None, seat, seat, SEATS, looks, f"seat-{seat}")


def may_not_win(view: HeadacheView, contest: ContestView, seat: Seat) -> bool:
    """Return whether somebody is out of the contest, or bought no die for it."""
    if view.table is None or view.phase == "over":
        return False
    side = side_of(view.table.sides, seat)
    return side is None or fate_of(contest, side.members[0]) in {"out", "gone"}


@lay.once
def marks(seat: Seat, held: tuple[str, ...], box: Box) -> Iterator[Piece]:
    """Yield the marks of prime and chairman, one below the other at the right edge."""
    for at, office in enumerate(held):
        says = say("piece-prime", seat=Who(seat)) if office == PRIME else say("piece-chairman", seat=Who(seat))
        yield lay.figure(office, *box.end(OFFICE).line(at * (OFFICE + CLOSE), OFFICE), says, seat=seat)


def offices(table: OnTheTable, seat: Seat) -> tuple[str, ...]:
    """Return which of the two offices a seat holds."""
    prime, chairman = seat == table.order[0], seat == table.chairman
    return ((PRIME, CHAIRMAN) if chairman else (PRIME,)) if prime else (CHAIRMAN,) if chairman else ()


def before(view: HeadacheView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return cups or dice: rolls for first pick, cups until they are lifted, then the dice that play for the pot."""
    crown: tuple[Piece, ...] = ()
    if seat in view.winners:
        size = min(CROWN, box.width // 3)
        at = packed(1, box)[0] if view.table is None else box.start(size).line((box.height - size) // 2, size)
        crown = (lay.figure("crown", *at, say("piece-crown", seat=Who(seat)), seat=seat),)
        box = box.after(size + CLOSE)
    if view.table is None:
        return crown + first_roll(view, seat, box)
    if view.table.sides:
        return crown + dice_before(view, view.table, seat, box)
    return crown + cups_before(view, view.table, seat, box)


# The last line: what a player did in this phase


def done(view: HeadacheView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return a figure with a few letters beside it, or one of them."""
    if view.bidding is not None:
        found = in_the_auction(view, view.bidding, seat, box)
    else:
        found = () if view.vote is None else in_the_vote(view, view.vote, seat, box)
    if view.contest is not None and view.table is not None:
        found = by_the_roll(view.contest, view.table, seat, box)
    return found or in_an_alliance(view, seat, box) or in_the_sale(view, seat, box) or has_spent(view, seat, box)


def in_the_vote(view: HeadacheView, vote: VoteView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return a ballot that is shown, the viewer's own fist, or the sign that somebody has a fist."""
    ballot = next((one for one in vote.ballots if one.seat == seat), None)
    if ballot is not None:
        return shown_ballot(vote.question, ballot, box)
    if seat not in vote.sent:
        return ()
    own = vote.own if seat == view.viewer else None
    return fist_of_vote(seat, box, None if own is None else Ballot(seat, own.amount, own.option))


@lay.known
def shown_ballot(question: str, ballot: Ballot, box: Box) -> tuple[Piece, ...]:
    says = say("shown", seat=Who(ballot.seat), amount=ballot.amount, option=option_said(question, ballot.option))
    heap = lay.chip("heap" if ballot.amount else "one", *box.square, says, seat=ballot.seat)
    return lay.marked(heap, box, voted(ballot))


@lay.known
def fist_of_vote(seat: Seat, box: Box, own: Ballot | None) -> tuple[Piece, ...]:
    """Return a fist. `own`: what is in the viewer's own."""
    return lay.marked(fist(seat, box), box, say("label-fist", bids="no") if own is None else voted(own))


@lay.known
def fist(seat: Seat, box: Box) -> Piece:
    return lay.figure("fist", *box.square, say("piece-fist", seat=Who(seat)), seat=seat)


def voted(ballot: Ballot) -> Say:
    """Return what is or was in a fist, and the option if it was named."""
    if ballot.option == NONE:
        return letters(str(ballot.amount))
    return say("label-vote", amount=ballot.amount, option=ballot.option)


def by_the_roll(contest: ContestView, table: OnTheTable, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return what a shown roll did to this player, with the score if it is made of several dice."""
    side = side_of(table.sides, seat)
    if side is None:
        return labelled_fate("none", 0, box)
    fate, own = fate_of(contest, seat), [one for one in (*contest.contenders, *contest.out) if one.head == seat]
    if side.members[0] != seat or not (fate == "gone" or contest.tied or contest.out):
        return ()
    roll = next((one for one in contest.rolls if own and one.contender == own[0].number and len(one.faces) > 1), None)
    return labelled_fate(fate, 0 if roll is None else score(table, roll), box)


@lay.known
def labelled_fate(fate: str, points: int, box: Box) -> tuple[Piece, ...]:
    looks = lay.looks(lit=fate == "again", quiet=fate not in {"again", "in"})
    return (lay.text(box.line(2, 13), say("label-fate", fate=fate, score=points), looks),)


def in_the_auction(view: HeadacheView, bidding: BiddingView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return a sealed bid, one that all know, or the sign that somebody has dropped out."""
    if seat in bidding.sent:
        return fist_of_bid(seat, box, bidding.own if seat == view.viewer else None)
    if seat in bidding.dropped:
        return dropped_out(seat, box)
    bid = next((one for one in reversed(bidding.bids) if one.seat == seat), None)
    return () if bid is None else open_bid(bid, box, leads=bid.amount == highest(bidding.bids))


@lay.known
def fist_of_bid(seat: Seat, box: Box, own: Suckers | None) -> tuple[Piece, ...]:
    """Return a fist. `own`: what is in the viewer's own."""
    return lay.marked(fist(seat, box), box, say("label-fist", bids="yes") if own is None else letters(str(own)))


@lay.known
def dropped_out(seat: Seat, box: Box) -> tuple[Piece, ...]:
    says, looks = say("dropped-out", seat=Who(seat)), (Look.QUIET,)
    return lay.marked(lay.figure("hand", *box.square, says, seat=seat, looks=looks), box, say("label-out"), looks)


@lay.known
def open_bid(bid: Offer, box: Box, *, leads: bool) -> tuple[Piece, ...]:
    says, looks = say("piece-bid", seat=Who(bid.seat), amount=bid.amount), lay.looks(lit=leads)
    heap = lay.chip("heap", *box.square, says, seat=bid.seat, looks=looks)
    return lay.marked(heap, box, letters(str(bid.amount)), looks)


def highest(bids: tuple[Offer, ...]) -> Suckers:
    return max(bid.amount for bid in bids)


def in_the_sale(view: HeadacheView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return what a seat bid for the lot that was sold last, and what it paid; the buyer has a gavel."""
    sale = None if view.table is None else view.table.sale
    bid = None if sale is None else next((one for one in sale.bids if one.seat == seat), None)
    if sale is None or bid is None:
        return ()
    paid = next((one.amount for one in sale.paid if one.seat == seat), Suckers(0))
    values: dict[str, Told] = {"amount": bid.amount, "paid": paid, "narrow": yes(box.width < NARROW)}
    says = say("piece-sold-bid", seat=Who(seat), buys=yes(seat == sale.buyer), **values)
    mark = (
        lay.figure("gavel", *box.square, says, seat=seat)
        if seat == sale.buyer
        else lay.chip("heap", *box.square, says, seat=seat)
    )
    return lay.marked(mark, box, say("label-sold-bid", **values), lay.looks(lit=seat == sale.buyer))


def in_an_alliance(view: HeadacheView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return what this seat offers, or with whom it plays."""
    offer = next((one for one in view.proposals if one.seat == seat), None)
    if offer is not None:
        return offered(seat, offer.share, offer.other, box)
    sides = () if view.table is None else view.table.sides
    allies = [one for side in sides if seat in side.members for one in side.members if one != seat]
    return allied_with(tuple(allies), box) if allies else ()


@lay.known
def offered(seat: Seat, share: int, other: Seat, box: Box) -> tuple[Piece, ...]:
    values: dict[str, Told] = {"share": share, "seat": Who(other)}
    hand = lay.figure("hand", *box.square, say("piece-offer", offers=Who(seat), **values), seat=seat)
    return lay.marked(hand, box, say("label-offer", **values))


@lay.known
def allied_with(allies: tuple[Seat, ...], box: Box) -> tuple[Piece, ...]:
    return (lay.text(box.line(2, 13), say("label-with", seats=All(allies))),)


def has_spent(view: HeadacheView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    spent = 0 if view.table is None else view.table.spent[seat]
    return spent_so_far(Suckers(spent), box) if spent else ()


@lay.known
def spent_so_far(spent: Suckers, box: Box) -> tuple[Piece, ...]:
    return (lay.text(box.line(2, 13), say("label-spent", amount=spent), (Look.QUIET,)),)
