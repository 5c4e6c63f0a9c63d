"""A player's place on the board: the name, the stack and the offices, cups and dice, and what was bid or voted."""

from collections.abc import Iterator
from typing import Final

from games.headache.moves import NONE
from games.headache.phrases import Chosen
from games.headache.pieces import PAD, cups_before, dice_before, first_roll, rules, squares
from games.headache.state import Ballot, Offer
from games.headache.view import BiddingView, HeadacheView, VoteView
from games.kit.board import Box, Look, Piece, PieceKind, letters, text
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import All, Say, Told, Who, say

NAME: Final = 12
MONEY: Final = 14
THINGS: Final = 54
"""As high is the part of a place in which cups and dice stand."""
SAID: Final = 16
"""As high is its last line: what its player did in this phase."""
SEATS: Final = ("order.seats", "award.seat", "ally.seat")


def place_height(view: HeadacheView) -> int:
    """Return how high every place is: without a last line, in the phases that have none."""
    last = SAID + 3 if has_last_line(view) else 0
    return PAD + NAME + 3 + MONEY + 5 + THINGS + last + PAD


def has_last_line(view: HeadacheView) -> bool:
    table = view.table
    return table is not None and bool(view.vote or view.proposals or table.sides or "auction" in rules(table))


def place(view: HeadacheView, seat: Seat, box: Box) -> Iterator[Piece]:
    """Yield all that lies before this seat."""
    width = box.width - 2 * PAD
    name = Box(box.left + PAD, box.top + PAD, width, NAME)
    money = Box(name.left, name.bottom + 3, width, MONEY)
    things = Box(name.left, money.bottom + 5, width, THINGS)
    yield ground(view, seat, box)
    yield text(name, say("piece-seat", seat=Who(seat)), looks_of(view, seat))
    yield from purse(view, seat, money)
    yield from before(view, seat, things)
    if has_last_line(view):
        yield from last_line(view, seat, Box(name.left, things.bottom + 3, width, SAID))


def looks_of(view: HeadacheView, seat: Seat) -> tuple[Look, ...]:
    """Return how a seat looks: whether it has won or may be given the lot, is awaited, or plays no part (any more)."""
    marks = (
        (Look.LIT, seat in view.winners or is_tied(view, seat)),
        (Look.TURN, seat in view.awaited),
        (Look.DIM, seat not in view.players),
    )
    return tuple(look for look, holds in marks if holds)


def is_tied(view: HeadacheView, seat: Seat) -> bool:
    return view.bidding is not None and seat in view.bidding.tied


def ground(view: HeadacheView, seat: Seat, box: Box) -> Piece:
    """Return the area of a seat, which stands for its player."""
    says = say(
        "piece-place",
        seat=Who(seat),
        stack=view.stacks[seat],
        turn="yes" if seat in view.awaited else "no",
        tied="yes" if is_tied(view, seat) else "no",
        plays="yes" if seat in view.players else "no",
    )
    looks = looks_of(view, seat)
    return Piece(PieceKind.SPACE, "seat", *box, says, None, seat, seat, SEATS, looks, f"seat-{seat}")


def purse(view: HeadacheView, seat: Seat, box: Box) -> Iterator[Piece]:
    """Yield the stack, and the marks of prime and chairman at the right."""
    marks = list(offices(view, seat))
    yield Piece(PieceKind.CHIP, "one", box.left, box.top, MONEY, MONEY, seat=seat)
    number = Box(box.left + MONEY + 3, box.top + 1, box.width - (MONEY + 3) * (1 + len(marks)), NAME)
    yield text(number, letters(str(view.stacks[seat])), (Look.QUIET,))
    for at, (face, says) in enumerate(marks, start=1):
        left = box.right - at * (MONEY + 3) + 3
        yield Piece(PieceKind.FIGURE, face, left, box.top, MONEY, MONEY, says, seat=seat)


def offices(view: HeadacheView, seat: Seat) -> Iterator[tuple[str, Say]]:
    if view.table is not None and seat == view.table.order[0]:
        yield "prime", say("piece-prime", seat=Who(seat))
    if view.table is not None and seat == view.table.chairman:
        yield "chairman", say("piece-chairman", seat=Who(seat))


def before(view: HeadacheView, seat: Seat, box: Box) -> Iterator[Piece]:
    """Yield cups or dice: rolls for first pick, cups until they are lifted, then what plays for the pot."""
    if seat in view.winners:
        (crown,) = squares(1, box)
        yield Piece(PieceKind.FIGURE, "crown", *crown, say("piece-crown", seat=Who(seat)), seat=seat)
    elif view.table is None:
        yield from first_roll(view, seat, box)
    elif view.table.sides:
        yield from dice_before(view, view.table, seat, box)
    else:
        yield from cups_before(view, view.table, seat, box)


# The last line: what a player did in this phase


def last_line(view: HeadacheView, seat: Seat, box: Box) -> Iterator[Piece]:
    """Yield a figure with a few letters beside it."""
    if (found := done(view, seat)) is None:
        return
    piece, label, looks = found
    if piece is not None:
        kind, face, says = piece
        yield Piece(kind, face, box.left, box.top, SAID, SAID, says, seat=seat, looks=looks)
        box = box._replace(left=box.left + SAID + 4, width=box.width - SAID - 4)
    if label is not None:
        yield text(Box(box.left, box.top + 2, box.width, NAME), label, looks)


Done = tuple[tuple[PieceKind, str, Say] | None, Say | None, tuple[Look, ...]]
"""The figure, what it says, the letters beside it, and how both look."""


def done(view: HeadacheView, seat: Seat) -> Done | None:
    found = in_the_vote(view, view.vote, seat) if view.vote is not None else None
    if view.bidding is not None:
        found = in_the_auction(view, view.bidding, seat)
    return found or in_an_alliance(view, seat) or has_spent(view, seat)


def in_the_vote(view: HeadacheView, vote: VoteView, seat: Seat) -> Done | None:
    """Return a ballot that is shown, the viewer's own fist, or that somebody has one."""
    ballot = next((one for one in vote.ballots if one.seat == seat), None)
    if ballot is not None:
        return (PieceKind.CHIP, "heap" if ballot.amount else "one", told(vote, ballot)), voted(ballot), ()
    if seat not in vote.sent:
        return None
    own = vote.own if seat == view.viewer else None
    fist = (PieceKind.FIGURE, "fist", say("piece-fist", seat=Who(seat)))
    return fist, None if own is None else voted(Ballot(seat, own.amount, own.option)), ()


def told(vote: VoteView, ballot: Ballot) -> Say:
    chosen = Chosen(vote.question, ballot.option).said()
    return say("shown", seat=Who(ballot.seat), amount=ballot.amount, option=chosen)


def voted(ballot: Ballot) -> Say:
    """Return what is in a fist, or was, and for what, if it was said."""
    if ballot.option == NONE:
        return letters(str(ballot.amount))
    return say("label-vote", amount=ballot.amount, option=ballot.option)


def in_the_auction(view: HeadacheView, bidding: BiddingView, seat: Seat) -> Done | None:
    """Return a sealed bid, one that all know, or that somebody has dropped out."""
    if seat in bidding.sent:
        own = None if seat != view.viewer or bidding.own is None else letters(str(bidding.own))
        return (PieceKind.FIGURE, "fist", say("piece-fist", seat=Who(seat))), own, ()
    if seat in bidding.dropped:
        return (PieceKind.FIGURE, "hand", say("dropped-out", seat=Who(seat))), say("label-out"), (Look.QUIET,)
    bid = next((one for one in reversed(bidding.bids) if one.seat == seat), None)
    if bid is None:
        return None
    leads = (Look.LIT,) if bid.amount == highest(bidding.bids) else ()
    return (
        (PieceKind.CHIP, "heap", say("piece-bid", seat=Who(seat), amount=bid.amount)),
        letters(str(bid.amount)),
        leads,
    )


def highest(bids: tuple[Offer, ...]) -> Suckers:
    return max(bid.amount for bid in bids)


def in_an_alliance(view: HeadacheView, seat: Seat) -> Done | None:
    """Return what this seat offers, or with whom it plays."""
    offer = next((one for one in view.proposals if one.seat == seat), None)
    if offer is not None:
        values: dict[str, Told] = {"share": offer.share, "seat": Who(offer.other)}
        says = say("piece-offer", offers=Who(seat), **values)
        return (PieceKind.FIGURE, "hand", says), say("label-offer", **values), ()
    sides = () if view.table is None else view.table.sides
    allies = [one for side in sides if seat in side.members for one in side.members if one != seat]
    return (None, say("label-with", seats=All(tuple(allies))), ()) if allies else None


def has_spent(view: HeadacheView, seat: Seat) -> Done | None:
    if view.table is None or not view.table.spent[seat]:
        return None
    return None, say("label-spent", amount=view.table.spent[seat]), (Look.QUIET,)
