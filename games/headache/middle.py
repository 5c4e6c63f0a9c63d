"""Compose the middle of the board: what happens now, the pot, the rules that were voted for, and what can be chosen."""

from collections.abc import Iterator
from typing import Final

from games.headache.phrases import option_said
from games.headache.pieces import cup_piece, fate_of, packed, score
from games.headache.places import highest
from games.headache.state import Decided, Question
from games.headache.view import BiddingView, ContestView, HeadacheView, OnTheTable, VoteView
from games.kit import lay
from games.kit.board import Look, Piece, letters
from games.kit.lay import CLOSE, GAP, HEAD, Box, Rows
from games.kit.money import Suckers
from games.kit.telling import All, Say, Who, say, yes

PAD: Final = 7
RULE: Final = 17
RULES_IN_A_ROW: Final = 4
OPTION: Final = 22
LOT: Final = 58
BAG: Final = 52
TWO_ROWS: Final = 72
FEW: Final = 8
"""With more dice the bag has two rows."""
TALLY: Final = 46
"""The width of the number of suckers for an option, if there is room for it."""
PRICE: Final = 96
PRICE_HIGH: Final = 28
AUCTION: Final = frozenset({"choosing-lot", "lot-shown", "blind-bids", "awarding", "open-bids", "price-falls"})
FIRST_PICK: Final = frozenset({"first-rolls", "rerolls"})
CONTEST: Final = frozenset({"contest", "round-shown"})
STAKES: Final = 14
"""The height of the line that says what is at stake in these."""
IN_A_ROW: Final = 2
"""How many options are in a row; of rounds, which are numbers, there are up to ten."""
MOST_IN_A_ROW: Final = 10
OPTIONS: Final = ("vote.option", "for.option", "cast.option")


def headline(view: HeadacheView) -> Say:
    """Return what happens now, in a few words."""
    rounds = 0 if view.table is None else int(view.table.rules.get(Question.ROUNDS, 0))
    asked = "" if view.vote is None else str(view.vote.question)
    out = () if view.contest is None else view.contest.out
    return say(
        "board-now",
        phase=view.phase,
        question=asked,
        round=view.swap_round if view.contest is None else view.contest.round,
        rounds=rounds,
        ended=view.ended,
        fate=fate(view),
        out=All(tuple(dict.fromkeys([one.head for one in out]))),
        die=", ".join([f"d{die}" for one in out for die in one.dice]),
        winners=All(view.winners),
        many=len(view.winners),
    )


def fate(view: HeadacheView) -> str:
    """Return what a shown roll did: out, lost (a die of several), again (a tie for lowest); none: nothing is shown."""
    contest = view.contest
    if contest is None or view.phase != "round-shown":
        return "none"
    return fate_of(contest, contest.out[0].head) if contest.out else "again" if contest.tied else "none"


def middle_rows(view: HeadacheView) -> Rows:
    """Return the rows of the middle: the headline and the pot, what can be chosen, what was decided."""
    in_rows = -(-len(rules_that_matter(view)) // RULES_IN_A_ROW)
    head = 0 if view.phase in AUCTION else HEAD
    return Rows((head, content_height(view), max(0, in_rows * (RULE + CLOSE) - CLOSE)), PAD, PAD)


def rules_that_matter(view: HeadacheView) -> tuple[Decided, ...]:
    """Return what was decided, until it has all been done: in the contest the line below the headline says the rest."""
    return () if view.table is None or view.contest is not None else view.table.decided


def content_height(view: HeadacheView) -> int:
    """Return the height of what can be chosen now; 0: nothing is here."""
    if view.vote is not None:
        rows = -(-len(view.vote.options) // in_a_row(view.vote))
        return rows * (OPTION + GAP) - GAP
    if view.phase == "drawing":
        return TWO_ROWS if view.table is not None and len(view.table.bag) > FEW else BAG
    if view.contest is not None or view.phase in FIRST_PICK:
        return STAKES
    return LOT if view.phase in AUCTION else 0


def middle(view: HeadacheView, box: Box, rows: Rows, now: Say) -> list[Piece]:
    """Return what lies in the middle. `rows`: those of it. `now`: the headline."""
    head, content, last = rows.within(box)
    found = [lay.table(box)]
    if head.height:
        found += lay.headed(head, now, view.pot)
    if view.vote is not None:
        found += options(view.vote, content)
    if view.table is not None and view.phase == "drawing":
        found += bag(view.table, content)
    if view.table is not None and view.phase in AUCTION:
        found += auction(view, view.table, content, now)
    if view.phase in FIRST_PICK:
        found.append(lay.text(content, offices_so_far(view), (Look.QUIET,)))
    if view.contest is not None and view.table is not None:
        found.append(lay.text(content, *contest_line(view, view.contest, view.table)))
    if last.height:
        found += decided(rules_that_matter(view), last)
    return found


def contest_line(view: HeadacheView, contest: ContestView, table: OnTheTable) -> tuple[Say, tuple[Look, ...], str]:
    """Return who is still in, by which rule, and for how much; in the end what decided it, in the middle."""
    if view.phase in CONTEST:
        method = table.rules.get(Question.METHOD, "")
        left = len({one.head for one in contest.contenders})
        return say("label-stakes", left=left, pot=view.pot, method=method), (Look.QUIET,), "left"
    out = {one.number: one for one in contest.out}
    won, lost = (
        max((score(table, one) for one in contest.rolls if (one.contender in out) is gone), default=0)
        for gone in (False, True)
    )
    last = All(tuple(dict.fromkeys(one.head for one in out.values())))
    return say("label-last-roll", won=won, lost=lost, out=last, fell=yes(won and lost)), (Look.QUIET,), "middle"


def offices_so_far(view: HeadacheView) -> Say:
    """Return who would be prime and chairman by the rolls that lie there, once all have rolled."""
    faces = [one.face for one in view.rolls]
    if len(faces) < len(view.players):
        return say("label-first-pick", known="no", highest="", lowest="")
    highest, lowest = (
        All(tuple([one.seat for one in view.rolls if one.face == face])) for face in (max(faces), min(faces))
    )
    return say("label-first-pick", known="yes", highest=highest, lowest=lowest)


@lay.once
def decided(found: tuple[Decided, ...], box: Box) -> Iterator[Piece]:
    """Yield the rules that were voted for, each on a small plate of the same width."""
    for one, plate in zip(found, box.grid(len(found), RULES_IN_A_ROW, RULE, CLOSE), strict=True):
        option = option_said(one.question, one.option)
        label = say("label-rule", question=one.question, word=one.option, option=option)
        yield lay.badge("plain", *plate, say(f"scene-{one.question}", option=option), label, looks=(Look.QUIET,))


# Votes


def in_a_row(vote: VoteView) -> int:
    """Return how many options are in a row."""
    if vote.question is not Question.ROUNDS:
        return IN_A_ROW
    return -(-len(vote.options) // -(-len(vote.options) // MOST_IN_A_ROW))


def options(vote: VoteView, box: Box) -> tuple[Piece, ...]:
    """Return a plate for each option, with what was voted for it. For no option there is a button."""
    across = in_a_row(vote)
    width = box.widths(across)
    tally = TALLY if vote.ballots and width > 2 * TALLY else 0
    places, found = box.grid(len(vote.options), across, OPTION), tuple[Piece, ...]()
    for number, (option, at) in enumerate(zip(vote.options, places, strict=True)):
        own, tied = vote.own is not None and vote.own.option == option, option in vote.tied
        looks = lay.looks(lit=tied, dim=bool(vote.tied) and not tied)
        found += plate(vote.question, option, number, at.before(tally), looks, own=own, tied=tied)
        if tally:
            found += votes_for(vote, option, at.end(TALLY))
    return found


@lay.once
def plate(
    question: Question, option: str, number: int, box: Box, looks: tuple[Look, ...], *, own: bool, tied: bool
) -> Iterator[Piece]:
    """Yield the plate of an option. `own`: the viewer's fist is for it."""
    chosen = option_said(question, option)
    says = say("piece-option", option=chosen, own=yes(own), tied=yes(tied))
    short = letters(option) if question is Question.ROUNDS else chosen  # for rounds only the number
    label = say("scene-option", question=question, number=number + 1, option=short)
    yield lay.badge("gold" if own else "plain", *box, says, label, None, option, OPTIONS, looks)


def votes_for(vote: VoteView, option: str, box: Box) -> tuple[Piece, ...]:
    """Return how much has been voted for an option so far."""
    total, at = sum(ballot.amount for ballot in vote.ballots if ballot.option == option), box.after(4).line(3, 16)
    says = say("piece-votes", amount=total, option=option_said(vote.question, option))
    heap = lay.chip("heap" if total else "one", *at.square, says)
    return heap, lay.text(at.beside(3).before(2), letters(str(total)))


# The draw


def bag(table: OnTheTable, box: Box) -> Iterator[Piece]:
    """Yield the bag and, for a viewer who may choose one, its dice."""
    at = box.start(BAG) if table.bag else box.centred(BAG, box.height)
    yield lay.figure("bag", *at.line(0, BAG), say("piece-bag"))
    for one, room in zip(table.bag, packed(len(table.bag), box.after(BAG + PAD)), strict=True):
        says, label = say("piece-in-the-bag", die=f"d{one}"), letters(f"d{one}")
        yield lay.die(f"d{one}", *room, says, label, stands_for=one, fills=("draw.die",))


# The auction


def auction(view: HeadacheView, table: OnTheTable, box: Box, now: Say) -> Iterator[Piece]:
    """Yield the cup on sale, lit, with what is bid or the price; an empty frame until the chairman has called a cup.
    To the right the pot, and the price below it.
    """
    at, room = box.after(PAD).start(LOT), box.after(LOT + 3 * PAD).before(PRICE + PAD)
    yield from lay.heap(box.end(PRICE).line(0, HEAD), view.pot)
    if view.bidding is not None:
        yield from price(view.bidding, box.end(PRICE).line(LOT - PRICE_HIGH, PRICE_HIGH))
    lot = next((cup for cup in table.cups if cup.fate == "lot"), None)
    if lot is None:
        yield lay.space("slot", *at)
        yield lay.text(room.line(10, 16), now)
        yield lay.text(room.line(34, 13), sold_last(table), (Look.QUIET,))
        return
    yield from cup_piece(view, table, lot, at, labelled=False)
    yield lay.text(room.line(10, 16), say("label-lot", seat=Who(lot.at.seat), index=lot.at.index, of=lot.of))
    soon = say("label-soon") if view.bidding is None else bidding_line(view.bidding)
    yield lay.text(room.line(34, 13), soon, (Look.QUIET,))


def sold_last(table: OnTheTable) -> Say:
    """Return who bought the last cup, or how many are still to be sold."""
    if table.sale is None:
        return say("label-for-sale", count=sum(cup.fate == "stands" for cup in table.cups))
    buyer = table.sale.paid[0]
    return say("label-sold", seat=Who(buyer.seat), price=buyer.amount)


def bidding_line(bidding: BiddingView) -> Say:
    """Return how the cup is sold, who leads an open auction, and how far the count is."""
    lead = bidding.bids[-1].seat if bidding.kind == "standard" and bidding.bids else None
    leader, leads = ("", "no") if lead is None else (Who(lead), "yes")
    tied = yes(bidding.tied)
    return say("board-bidding", kind=bidding.kind, going=bidding.going, leads=leads, leader=leader, tied=tied)


def price(bidding: BiddingView, box: Box) -> Iterator[Piece]:
    """Yield a golden plate with the highest known bid, or with the falling price; pressing it takes that price."""
    amount = bidding.price or (highest(bidding.bids) if bidding.bids else Suckers(0))
    if amount:
        says = say("piece-price", amount=amount, falls=yes(bidding.price))
        yield lay.badge("gold", *box, says, letters(str(amount)), fills=("bid",) if bidding.price else ())
