"""The middle of the board: what it is about now, the pot, the rules that were voted for, and what can be chosen."""

from collections.abc import Iterator
from typing import Final

from games.headache.moves import NONE
from games.headache.phrases import Chosen
from games.headache.pieces import CLOSE, cup_piece, rules, squares
from games.headache.places import highest
from games.headache.state import Question
from games.headache.view import BiddingView, HeadacheView, OnTheTable, VoteView
from games.kit.board import Box, Look, Piece, PieceKind, letters, pot, text
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import All, Say, Who, say

PAD: Final = 8
HEAD: Final = 24
"""The headline and the pot."""
RULES: Final = 15
OPTION: Final = 22
BESIDE: Final = 6
"""Between two options."""
NOTHING: Final = 150
"""So wide is the plate for no option."""
LOT: Final = 52
BAG: Final = 44
TWO_ROWS: Final = 64
FEW: Final = 8
"""Of more dice the bag shows two rows."""
POT: Final = 96
"""So wide is the pot."""
TALLY: Final = 46
"""So wide is what was voted for an option, where there is room for it."""
PRICE: Final = 92
AUCTION: Final = frozenset({"choosing-lot", "lot-shown", "blind-bids", "awarding", "open-bids", "price-falls"})
IN_A_ROW: Final = 2
"""So many options stand side by side; of rounds, which are numbers, up to ten."""
MOST_IN_A_ROW: Final = 10
OPTIONS: Final = ("vote.option", "for.option", "cast.option")


def headline(view: HeadacheView) -> Say:
    """Return what happens now, in a few words."""
    rounds = 0 if view.table is None else int(rules(view.table).get(Question.ROUNDS, 0))
    asked = "" if view.vote is None else str(view.vote.question)
    return say(
        "board-now",
        phase=view.phase,
        question=asked,
        round=view.swap_round if view.contest is None else view.contest.round,
        rounds=rounds,
        ended=view.ended,
        winners=All(view.winners),
        many=len(view.winners),
    )


def middle_height(view: HeadacheView) -> int:
    parts = [HEAD, content_height(view), RULES if view.table is not None and view.table.decided else 0]
    return PAD * 2 + sum(parts) + PAD * (len([part for part in parts if part]) - 1)


def content_height(view: HeadacheView) -> int:
    """Return how high is what can be chosen now; 0: nothing stands here."""
    if view.vote is not None:
        rows = -(-len(view.vote.options) // in_a_row(view.vote))
        rows += pressed_for_none(view) and not beside_the_last(view.vote)
        return rows * (OPTION + BESIDE) - BESIDE
    if view.phase == "drawing":
        return TWO_ROWS if in_two_rows(view) else BAG
    return LOT if view.phase in AUCTION else 0


def middle(view: HeadacheView, box: Box) -> Iterator[Piece]:
    inner = Box(box.left + PAD, box.top + PAD, box.width - 2 * PAD, HEAD)
    content = Box(inner.left, inner.bottom + PAD, inner.width, content_height(view))
    yield Piece(PieceKind.SPACE, "table", *box)
    yield text(Box(inner.left, inner.top + 5, inner.width - POT - PAD, 14), headline(view))
    yield from pot(view.pot, Box(inner.right - POT, inner.top, POT, HEAD), say("piece-pot", pot=view.pot))
    if view.vote is not None:
        yield from options(view, view.vote, content)
    if view.table is not None and view.phase == "drawing":
        yield from bag(view.table, content)
    if view.table is not None and view.phase in AUCTION:
        yield from auction(view, view.table, content)
    if view.table is not None and view.table.decided:
        yield from decided(view.table, Box(inner.left, box.bottom - PAD - RULES, inner.width, RULES))


def decided(table: OnTheTable, box: Box) -> Iterator[Piece]:
    """Yield the rules that were voted for, each on a small plate of the same width."""
    width = (box.width - CLOSE * (len(Question) - 1)) // len(Question)
    for at, one in enumerate(table.decided):
        option = Chosen(one.question, one.option).said()
        yield Piece(
            PieceKind.BADGE,
            "plain",
            box.left + at * (width + CLOSE),
            box.top,
            width,
            box.height,
            say(f"scene-{one.question}", option=option),
            say("label-rule", question=one.question, word=one.option, option=option),
            looks=(Look.QUIET,),
        )


# Votes


def in_a_row(vote: VoteView) -> int:
    """Return how many options stand side by side."""
    if vote.question is not Question.ROUNDS:
        return IN_A_ROW
    return -(-len(vote.options) // -(-len(vote.options) // MOST_IN_A_ROW))


def beside_the_last(vote: VoteView) -> bool:
    """Return whether there is room for "no option" in the last row."""
    return in_a_row(vote) == IN_A_ROW and len(vote.options) % IN_A_ROW > 0


def pressed_for_none(view: HeadacheView) -> bool:
    """Return whether the viewer may say now that suckers are for no option; of a full fist nobody may."""
    full = view.phase == "declaring" and view.vote is not None and view.vote.own is not None and view.vote.own.amount
    return view.viewer in view.awaited and view.phase in {"voting", "fists-out", "declaring"} and not full


def options(view: HeadacheView, vote: VoteView, box: Box) -> Iterator[Piece]:
    """Yield a plate for each option, with what was voted for it; below it "no option", where that may be said."""
    across = in_a_row(vote)
    width = (box.width - BESIDE * (across - 1)) // across
    for number, option in enumerate(vote.options):
        row, column = divmod(number, across)
        at = Box(box.left + column * (width + BESIDE), box.top + row * (OPTION + BESIDE), width, OPTION)
        tally = bool(vote.ballots) and width > 2 * TALLY
        yield plate(vote, number, at._replace(width=width - (TALLY if tally else 0)))
        if tally:
            yield from votes_for(vote, option, Box(at.right - TALLY, at.top, TALLY, OPTION))
    if pressed_for_none(view):
        width = max(width, NOTHING)
        left = box.right - width if beside_the_last(vote) else box.left + (box.width - width) // 2
        yield for_nothing(view, Box(left, box.bottom - OPTION, width, OPTION))


def plate(vote: VoteView, number: int, box: Box) -> Piece:
    option = vote.options[number]
    chosen = Chosen(vote.question, option).said()
    looks = () if not vote.tied else (Look.LIT,) if option in vote.tied else (Look.DIM,)
    own = vote.own is not None and vote.own.option == option
    return Piece(
        PieceKind.BADGE,
        "gold" if own else "plain",
        *box,
        say("piece-option", option=chosen, own="yes" if own else "no", tied="yes" if option in vote.tied else "no"),
        say("scene-option", question=vote.question, number=number + 1, option=label_of(vote, option)),
        stands_for=option,
        fills=OPTIONS,
        looks=looks,
    )


def label_of(vote: VoteView, option: str) -> Say:
    """Return an option as it stands on its plate: of rounds the number alone."""
    return letters(option) if vote.question is Question.ROUNDS else Chosen(vote.question, option).said()


def votes_for(vote: VoteView, option: str, box: Box) -> Iterator[Piece]:
    """Yield how much was voted for an option so far."""
    total = sum(ballot.amount for ballot in vote.ballots if ballot.option == option)
    says = say("piece-votes", amount=total, option=Chosen(vote.question, option).said())
    yield Piece(PieceKind.CHIP, "heap" if total else "one", box.left + 4, box.top + 3, 16, 16, says)
    yield text(Box(box.left + 23, box.top + 5, box.width - 25, 12), letters(str(total)))


def for_nothing(view: HeadacheView, box: Box) -> Piece:
    """Return what is pressed for no option: an open hand for the suckers of a fist that says nothing yet."""
    fills = ("vote.option", "abstain") if view.phase != "declaring" else ("abstain",)
    stands_for = NONE if view.phase != "declaring" else None
    says = say("piece-hand" if view.phase == "fists-out" else "value-none")
    return Piece(PieceKind.BADGE, "plain", *box, says, says, stands_for=stands_for, fills=fills, looks=(Look.QUIET,))


# The draw


def in_two_rows(view: HeadacheView) -> bool:
    return view.table is not None and len(view.table.bag) > FEW


def bag(table: OnTheTable, box: Box) -> Iterator[Piece]:
    """Yield the bag, and the dice in it before whoever may choose one."""
    left = box.left if table.bag else box.left + (box.width - BAG) // 2
    yield Piece(PieceKind.FIGURE, "bag", left, box.top, BAG, BAG, say("piece-bag"))
    room = Box(left + BAG + PAD, box.top, box.right - left - BAG - PAD, box.height)
    for die, at in zip(table.bag, squares(len(table.bag), room), strict=True):
        yield Piece(
            PieceKind.DIE,
            f"d{die}",
            *at,
            say("piece-in-the-bag", die=f"d{die}"),
            letters(f"d{die}"),
            stands_for=die,
            fills=("draw.die",),
        )


# The auction


def auction(view: HeadacheView, table: OnTheTable, box: Box) -> Iterator[Piece]:
    """Yield the cup on sale, lit; what is bid, or the price; an empty frame until the chairman has called one."""
    at = Box(box.left + PAD, box.top, LOT, LOT)
    plates = () if view.bidding is None else tuple(price(view.bidding, Box(box.right - PRICE, box.top + 11, PRICE, 30)))
    left, right = at.right + 2 * PAD, box.right - (PRICE + PAD if plates else 0)
    upper, lower = Box(left, box.top + 8, right - left, 14), Box(left, box.top + 30, right - left, 12)
    lot = next((cup for cup in table.cups if cup.fate == "lot"), None)
    if lot is None:
        yield Piece(PieceKind.SPACE, "slot", *at)
        left_over = sum(cup.fate == "stands" for cup in table.cups)
        yield text(upper._replace(top=box.top + 19), say("label-for-sale", count=left_over), (Look.QUIET,))
        return
    yield from cup_piece(view, table, lot, at, labelled=False)
    yield text(upper, say("label-lot", seat=Who(lot.at.seat), index=lot.at.index, of=lot.of))
    yield text(lower, say("label-soon") if view.bidding is None else bidding_line(view.bidding), (Look.QUIET,))
    yield from plates


def bidding_line(bidding: BiddingView) -> Say:
    """Return how it is sold, who leads, and how far the count is."""
    lead = leader(bidding)
    return say(
        "board-bidding",
        kind=bidding.kind,
        going=bidding.going,
        leads="yes" if lead is not None else "no",
        leader="" if lead is None else Who(lead),
        tied="yes" if bidding.tied else "no",
    )


def leader(bidding: BiddingView) -> Seat | None:
    """Return who leads an open auction."""
    return bidding.bids[-1].seat if bidding.kind == "standard" and bidding.bids else None


def price(bidding: BiddingView, box: Box) -> Iterator[Piece]:
    """Yield a golden plate with the highest bid that all know, or with the price that falls: pressed, it is taken."""
    amount = bidding.price or (highest(bidding.bids) if bidding.bids else Suckers(0))
    if amount:
        says = say("piece-price", amount=amount, falls="yes" if bidding.price else "no")
        fills = ("bid",) if bidding.price else ()
        yield Piece(PieceKind.BADGE, "gold", *box, says, letters(str(amount)), fills=fills)
