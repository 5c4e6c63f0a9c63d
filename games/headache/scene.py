"""Tell a view of Headache: what stands on the table, then what concerns the viewer most."""

from collections.abc import Iterator
from functools import lru_cache

from games.headache.board import as_others_see, board, laid
from games.headache.moves import NONE
from games.headache.options import AuctionType
from games.headache.phrases import Holding, Score, option_said
from games.headache.pieces import score
from games.headache.state import Choice, Decided, Question, Sale
from games.headache.view import BiddingView, ContestView, CupView, HeadacheView, OnTheTable, VoteView
from games.kit.contract import Scene
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Say, Who, say, yes


def scene(view: HeadacheView) -> Scene:
    """Return what this viewer sees: a seat's own view also shows what is in its fist, and under cups it looked into."""
    if not isinstance(view.viewer, int):
        return Scene(tuple(table_lines(view)), (), laid(view))
    return beside(view, view.viewer, Scene(tuple(table_lines(view)), (), laid(as_others_see(view))))


def beside(view: HeadacheView, seat: Seat, public: Scene) -> Scene:
    """Return the scene of a seat's view, with all that is the same in the scene of those who look on."""
    knows = view.table is not None and not view.table.sides and view.looked_into
    table = tuple(table_lines(view)) if knows else public.table
    return Scene(table, tuple(own_lines(view, seat)), None if public.board is None else board(view, public.board))


def table_lines(view: HeadacheView) -> list[Say]:
    """Return what happens now first; if there is little room, the rest may be cut."""
    found, table = [phase_line(view)], view.table
    if view.rolls:
        found.append(say("scene-rolls", rolls=Listed(tuple([face.said() for face in view.rolls]))))
    if view.vote is not None:
        found += vote_lines(view.vote)
    if view.bidding is not None and table is not None:
        found += bidding_lines(view.bidding, table)
    if view.phase == "over":
        return found
    if table is not None and table.sale is not None:
        found.append(sale_line(table, table.sale))
    if view.contest is not None:
        found += contest_lines(view.contest, table)
    if table is not None:
        found += (*cup_lines(table), office_line(table.order, table.chairman), *decided_lines(table.decided))
    return found


@lru_cache(maxsize=1024)
def office_line(order: tuple[Seat, ...], chairman: Seat) -> Say:
    return say("scene-offices", prime=Who(order[0]), chairman=Who(chairman), order=All(order))


@lru_cache(maxsize=1024)
def decided_lines(decided: tuple[Decided, ...]) -> tuple[Say, ...]:
    """Return a line with the rules that were voted for; none if there are none yet."""
    rules = [say(f"scene-{one.question}", option=option_said(one.question, one.option)) for one in decided]
    return (say("scene-decided", rules=Listed(tuple(rules))),) if rules else ()


def phase_line(view: HeadacheView) -> Say:
    """Return what happens now; the question of a vote and the lot have lines of their own."""
    round_, rounds = view.swap_round if view.contest is None else view.contest.round, 0
    if view.table is not None and view.swap_round:
        rounds = next(int(one.option) for one in view.table.decided if one.question is Question.ROUNDS)
    lead = () if view.bidding is None or view.bidding.kind != AuctionType.STANDARD else view.bidding.bids[-1:]
    return say(
        f"scene-{view.phase}",
        round=round_,
        rounds=rounds,
        awaited=All(view.awaited),
        leader=All(tuple([bid.seat for bid in lead])),
        amount=sum([bid.amount for bid in lead]),
    )


def vote_lines(vote: VoteView) -> Iterator[Say]:
    if not vote.ballots and not vote.tied:
        options = [
            say("scene-option", question=vote.question, number=number, option=option_said(vote.question, one))
            for number, one in enumerate(vote.options, start=1)
        ]
        yield say("scene-question", question=vote.question, options=Listed(tuple(options)), voted=len(vote.sent))
    for ballot in vote.ballots:
        chosen = option_said(vote.question, ballot.option)
        yield say("shown", seat=Who(ballot.seat), amount=ballot.amount, option=chosen)
    if vote.tied:
        tied = tuple(option_said(vote.question, one) for one in vote.tied)
        yield say("scene-tied", question=vote.question, options=Listed(tied))


def bidding_lines(bidding: BiddingView, table: OnTheTable) -> Iterator[Say]:
    kind = say(f"value-{bidding.kind}")
    cup = next(cup for cup in table.cups if cup.at == bidding.lot).said()
    yield say("scene-bidding", cup=cup, kind=kind, price=bidding.price, sent=len(bidding.sent))
    if bidding.bids:
        yield say("bids-shown", cup=cup, bids=Listed(tuple(bid.said() for bid in bidding.bids)))
    if bidding.going:
        lead = bidding.bids[-1:]
        amount, leader = (lead[0].amount if lead else Suckers(0)), All(tuple(bid.seat for bid in lead))
        yield say("going", cup=cup, times=bidding.going, amount=amount, leader=leader, named=1)


def sale_line(table: OnTheTable, sale: Sale) -> Say:
    """Return how the last lot was sold: all bids, and what they cost."""
    cup = next(cup for cup in table.cups if cup.at == sale.lot).said()
    buyer, *losers = sale.paid
    bids, failed = (Listed(tuple(one.said() for one in found)) for found in (sale.bids, losers))
    return say(
        "scene-sale",
        seat=Who(buyer.seat),
        cup=cup,
        price=buyer.amount,
        bids=bids,
        failed=failed,
        losers=len(losers),
    )


def cup_lines(table: OnTheTable) -> list[Say]:
    """Tell of the cups that are still for sale, then of what everybody bought."""
    if not table.sides:
        return unlifted(table)
    found = []
    for side in table.sides:
        spent = Suckers(sum([table.spent[member] for member in side.members]))
        holding = Holding(side.members[0], side.dice, spent).said()
        found.append(say("scene-side", seats=All(side.members), holding=holding, allies=len(side.members)))
    return found


def unlifted(table: OnTheTable) -> list[Say]:
    found, standing = [], standing_cups(table.cups)
    if standing.says:
        found.append(say("scene-cups", cups=standing))
    owners = [cup.owner for cup in table.cups]
    for owner in table.order:
        if owner in owners:
            cups = Listed(tuple([bought(cup) for cup in table.cups if cup.owner == owner]))
            found.append(say("scene-bought", seat=Who(owner), cups=cups, spent=table.spent[owner]))
    return found


@lru_cache(maxsize=64)
def standing_cups(cups: tuple[CupView, ...]) -> Listed:
    return Listed(tuple([cup.said() for cup in cups if cup.fate in {"stands", "lot"}]))


def bought(cup: CupView) -> Say:
    return say("scene-cup-known", cup=cup.said(), die=f"d{cup.die}") if cup.die else cup.said()


def contest_lines(contest: ContestView, table: OnTheTable | None) -> Iterator[Say]:
    """Tell who is still in and, while a roll is shown, what each has rolled."""
    heads = tuple(dict.fromkeys(contender.head for contender in contest.contenders))
    yield say("scene-contest-round", round=contest.round, seats=All(heads))
    if table is not None and (contest.tied or contest.out):
        of = {one.number: one for one in (*contest.contenders, *contest.out)}
        rolls = [(of[roll.contender], roll) for roll in contest.rolls]
        scores = (Score(one.head, one.dice, roll.faces, score(table, roll)) for one, roll in rolls)
        yield say("scene-rolls", rolls=Listed(tuple(one.said() for one in scores)))


# What concerns the viewer


def own_lines(view: HeadacheView, seat: Seat) -> list[Say]:
    found, table, vote, bidding = list[Say](), view.table, view.vote, view.bidding
    if table is not None and view.phase != "over":
        if view.options.memory and seat in table.drew and not table.sides:
            found.append(say("scene-remember"))
        if table.bag or table.hand:
            found += hand_lines(table)
        for cup in view.looked_into if not table.sides else ():  # buyers may always see what they bought (HA-14)
            found.append(say("scene-yours", cup=cup.said(), die=f"d{cup.die}"))
    if vote is not None and vote.own is not None:
        found.append(vote_line(vote.question, vote.own))
    if bidding is not None and bidding.own is not None:
        found.append(say("scene-your-bid", amount=bidding.own))
    for proposal in view.proposals:
        if seat == proposal.other:
            found.append(say("scene-offered", seat=Who(proposal.seat), share=proposal.share))
    return found


def vote_line(question: str, own: Choice) -> Say:
    """Return what is in the viewer's fist; at a table that declares, no option is named yet."""
    if own.option == NONE and own.amount:
        return say("scene-your-fist", amount=own.amount)
    return say("scene-your-vote", amount=own.amount, option=option_said(question, own.option))


def hand_lines(table: OnTheTable) -> Iterator[Say]:
    """Tell what was drawn, and how the cups were swapped since (memory off)."""
    if table.bag:
        yield say("scene-bag", dice=", ".join(f"d{die}" for die in table.bag))
    if not table.hand:
        return
    cups = {cup.at: cup for cup in table.cups}
    for drawn in table.hand:
        cup = cups[drawn.cup].said()
        bag = ", ".join(f"d{die}" for die in drawn.bag)
        yield say("scene-drawn", die=f"d{drawn.die}", cup=cup, bag=bag, peeked=yes(drawn.bag))
    if table.swaps:
        swaps = (
            say("scene-swap", seat=Who(one.seat), first=cups[one.first].said(), second=cups[one.second].said())
            for one in table.swaps
        )
        yield say("scene-swaps", swaps=Listed(tuple(swaps)))
