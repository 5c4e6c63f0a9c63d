"""Tell a view of Headache: what stands on the table, then what concerns the viewer most."""

from collections.abc import Iterator

from games.headache.board import as_others_see, board, laid, looked_into
from games.headache.moves import NONE
from games.headache.options import AuctionType
from games.headache.phrases import Chosen, Holding, Score
from games.headache.pieces import score
from games.headache.state import Choice, Question, Sale
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
    knows = view.table is not None and not view.table.sides and looked_into(view, view.table)
    table = tuple(table_lines(view)) if knows else public.table
    return Scene(table, tuple(own_lines(view, seat)), None if public.board is None else board(view, public.board))


def table_lines(view: HeadacheView) -> Iterator[Say]:
    """Yield what happens now first; if there is little room, the rest may be cut."""
    yield phase_line(view)
    if view.rolls:
        yield say("scene-rolls", rolls=Listed(tuple([face.said() for face in view.rolls])))
    if view.vote is not None:
        yield from vote_lines(view.vote)
    if view.bidding is not None and view.table is not None:
        yield from bidding_lines(view.bidding, view.table)
    if view.phase == "over":
        return
    if view.table is not None and view.table.sale is not None:
        yield sale_line(view.table, view.table.sale)
    if view.contest is not None:
        yield from contest_lines(view.contest, view.table)
    if view.table is not None:
        yield from cup_lines(view.table)
        yield from office_lines(view.table)


def office_lines(table: OnTheTable) -> Iterator[Say]:
    yield say("scene-offices", prime=Who(table.order[0]), chairman=Who(table.chairman), order=All(table.order))
    if table.decided:
        rules = tuple([say(f"scene-{one.question}", option=option(one.question, one.option)) for one in table.decided])
        yield say("scene-decided", rules=Listed(rules))


def option(question: str, chosen: str) -> Say:
    return Chosen(question, chosen).said()


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
            say("scene-option", question=vote.question, number=number, option=option(vote.question, one))
            for number, one in enumerate(vote.options, start=1)
        ]
        yield say("scene-question", question=vote.question, options=Listed(tuple(options)), voted=len(vote.sent))
    for ballot in vote.ballots:
        chosen = option(vote.question, ballot.option)
        yield say("shown", seat=Who(ballot.seat), amount=ballot.amount, option=chosen)
    if vote.tied:
        tied = tuple(option(vote.question, one) for one in vote.tied)
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


def cup_lines(table: OnTheTable) -> Iterator[Say]:
    """Tell of the cups that are still for sale, then of what everybody bought."""
    if not table.sides:
        yield from unlifted(table)
    for side in table.sides:
        spent = Suckers(sum(table.spent[member] for member in side.members))
        holding = Holding(side.members[0], side.dice, spent).said()
        yield say("scene-side", seats=All(side.members), holding=holding, allies=len(side.members))


def unlifted(table: OnTheTable) -> Iterator[Say]:
    standing = tuple([cup.said() for cup in table.cups if cup.fate in {"stands", "lot"}])
    if standing:
        yield say("scene-cups", cups=Listed(standing))
    owners = [cup.owner for cup in table.cups]
    for owner in table.order:
        if owner in owners:
            cups = Listed(tuple([bought(cup) for cup in table.cups if cup.owner == owner]))
            yield say("scene-bought", seat=Who(owner), cups=cups, spent=table.spent[owner])


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


def own_lines(view: HeadacheView, seat: Seat) -> Iterator[Say]:
    if view.table is not None and view.phase != "over":
        if view.options.memory and seat in view.table.drew and not view.table.sides:
            yield say("scene-remember")
        yield from hand_lines(view.table)
        yield from bought_by(view.table, seat)
    if view.vote is not None and view.vote.own is not None:
        yield vote_line(view.vote.question, view.vote.own)
    if view.bidding is not None and view.bidding.own is not None:
        yield say("scene-your-bid", amount=view.bidding.own)
    for proposal in view.proposals:
        if seat == proposal.other:
            yield say("scene-offered", seat=Who(proposal.seat), share=proposal.share)


def vote_line(question: str, own: Choice) -> Say:
    """Return what is in the viewer's fist; at a table that declares, no option is named yet."""
    if own.option == NONE and own.amount:
        return say("scene-your-fist", amount=own.amount)
    return say("scene-your-vote", amount=own.amount, option=option(question, own.option))


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


def bought_by(table: OnTheTable, viewer: Seat) -> Iterator[Say]:
    """Tell which dice the viewer bought and looked at; buyers may always see them (HA-14)."""
    for cup in table.cups:
        if cup.owner == viewer and cup.die and not table.sides:
            yield say("scene-yours", cup=cup.said(), die=f"d{cup.die}")
