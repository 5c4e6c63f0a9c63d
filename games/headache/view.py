"""Hold what one viewer of Headache may know."""

from collections import defaultdict
from operator import attrgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.headache import allies, resample, rules
from games.headache.options import HeadacheOptions
from games.headache.phrases import cup_said
from games.headache.pick import rerolling
from games.headache.state import (
    Allying,
    Awarding,
    Ballot,
    BeforeTheDraw,
    Bidding,
    BlindBids,
    Casting,
    Choice,
    ChoosingLot,
    Contender,
    Contest,
    Decided,
    Declaring,
    Drawing,
    Face,
    FirstRolls,
    LotShown,
    Offer,
    OpenBids,
    Over,
    Playing,
    PriceFalls,
    PrimeRerolls,
    Proposal,
    Question,
    Rerolls,
    RollOf,
    RoundShown,
    Sale,
    Side,
    State,
    SwapMade,
    Swapping,
    SwapShown,
    Table,
    Votes,
    Voting,
    WithTable,
)
from games.headache.votes import options_of
from games.kit.contract import View
from games.kit.kept import known_once, once
from games.kit.money import Stacks, Suckers
from games.kit.seats import SPECTATOR, Die, Seat, Spot, Viewer
from games.kit.telling import Say, kebab

AT: Final = attrgetter("at")


class CupView(Struct, frozen=True):
    """Hold a cup. `fate`: stands, lot (on sale now), sold or discarded. `owner`: its buyer. `die`: None if unknown."""

    at: Spot
    of: int
    fate: str
    owner: Seat | None
    die: Die | None

    def said(self) -> Say:
        """Return the cup as it is told."""
        return cup_said(self.at, self.of)


class DrawnView(Struct, frozen=True):
    """Hold a die that the viewer drew, the cup it was put under, and what was in the bag before it (memory off)."""

    cup: Spot
    die: Die
    bag: tuple[Die, ...]


class OnTheTable(Struct, frozen=True, dict=True):
    """Hold what all see after prime and chairman are appointed; `hand` and `swaps` are shown only with memory
    off; with it on, a swap for the moment that it takes.

    `bag`: what the viewer may draw now. `drew`: who has drawn a die. `sale`: how the last lot was sold, until the next
    bids or the last vote.
    """

    chairman: Seat
    order: tuple[Seat, ...]
    decided: tuple[Decided, ...]
    cups: tuple[CupView, ...]
    spent: Stacks
    sides: tuple[Side, ...]
    hand: tuple[DrawnView, ...]
    swaps: tuple[SwapMade, ...]
    bag: tuple[Die, ...]
    drew: tuple[Seat, ...]
    sale: Sale | None

    @known_once
    def rules(self) -> dict[str, str]:
        """Return what was decided, by question."""
        return {str(one.question): one.option for one in self.decided}

    @known_once
    def before(self) -> dict[Seat, list[CupView]]:
        """Return the cups before each player: those that stand there, from the left, and those that they bought."""
        found = defaultdict[Seat, list[CupView]](list)
        for cup in sorted([cup for cup in self.cups if cup.owner is None], key=AT):
            found[cup.at.seat].append(cup)
        for cup in self.cups:
            if cup.owner is not None:
                found[cup.owner].append(cup)
        return found


class VoteView(Struct, frozen=True):
    """Hold a vote in progress. `own`: what the viewer has in the fist; None before they have said anything."""

    question: Question
    options: tuple[str, ...]
    sent: tuple[Seat, ...]
    own: Choice | None
    ballots: tuple[Ballot, ...]
    left: tuple[Seat, ...]
    tied: tuple[str, ...]


class BiddingView(Struct, frozen=True):
    """Hold a bidding. `own`: the viewer's sealed bid. `bids`: those that all know, the leader's last.

    `price`: the called one, while it falls.
    """

    lot: Spot
    kind: str
    bidders: tuple[Seat, ...]
    sent: tuple[Seat, ...]
    own: Suckers | None
    bids: tuple[Offer, ...]
    dropped: tuple[Seat, ...]
    going: int
    price: Suckers
    tied: tuple[Seat, ...]


class ContestView(Struct, frozen=True):
    """Hold the contest. `contenders`: still in. `rolling`: who rolls now or, while a roll is shown, next.

    `rolls`: what lies there. While it is shown, `tied` roll again by it, or `out` has gone.
    """

    contenders: tuple[Contender, ...]
    round: int
    rolling: tuple[int, ...]
    rolls: tuple[RollOf, ...]
    tied: tuple[int, ...]
    out: tuple[Contender, ...]


class HeadacheView(View, frozen=True, dict=True):
    """Hold the view. `rolls`: for first pick. `awaited`: who is asked now. Parts of other phases are None."""

    options: HeadacheOptions
    viewer: Viewer
    game: int
    players: tuple[Seat, ...]
    awaited: tuple[Seat, ...]
    rolls: tuple[Face, ...]
    ended: str
    table: OnTheTable | None
    vote: VoteView | None
    bidding: BiddingView | None
    swap_round: int
    proposals: tuple[Proposal, ...]
    contest: ContestView | None

    @known_once
    def looked_into(self) -> list[CupView]:
        """Return the viewer's own cups of which they know the die."""
        if self.table is None or not isinstance(self.viewer, int):
            return []
        return [cup for cup in self.table.before.get(self.viewer, ()) if cup.die and cup.owner is not None]


def view(state: State, viewer: Viewer) -> HeadacheView:
    """Return what all see, and for a seat what it alone knows: its fist, what it drew, dice that it looked at."""
    seen, phase = seen_by_all(state), state.phase
    if not isinstance(viewer, int):
        return seen
    lies = phase.last if isinstance(phase, Over) else phase
    table, vote, bidding = seen.table, seen.vote, seen.bidding
    if table is not None and isinstance(lies, WithTable):
        table = with_own(table, state, lies, viewer)
    if vote is not None and isinstance(phase, Votes) and (choice := own_choice(phase, viewer)) is not None:
        vote = replace(vote, own=choice)
    if bidding is not None and isinstance(phase, BlindBids) and (bid := own_bid(phase, viewer)) is not None:
        bidding = replace(bidding, own=bid)
    return replace(seen, viewer=viewer, table=table, vote=vote, bidding=bidding)


@once
def seen_by_all(state: State) -> HeadacheView:
    """Return what everybody may know."""
    phase, ask = state.phase, rules.asks(state)
    lies = phase.last if isinstance(phase, Over) else phase
    return HeadacheView(
        phase=kebab(type(phase).__name__),
        pot=state.pot,
        stacks=state.stacks,
        bank=0,
        winners=phase.winners if isinstance(phase, Over) else (),
        options=state.options,
        viewer=SPECTATOR,
        game=state.game,
        players=state.here,
        awaited=() if ask is None else ask.seats,
        rolls=rolls(phase) if isinstance(phase, BeforeTheDraw) else (),
        ended=phase.ended if isinstance(phase, Over) else "",
        table=on_the_table(state, lies) if isinstance(lies, WithTable) else None,
        vote=vote(state, phase) if isinstance(phase, Votes) else None,
        bidding=bidding(phase) if isinstance(phase, Bidding) else None,
        swap_round=phase.round if isinstance(phase, Swapping | SwapShown) else 0,
        proposals=phase.table.proposals if isinstance(phase, WithTable) and allies.allies_now(state) else (),
        contest=contest(lies) if isinstance(lies, Contest | RoundShown) else None,
    )


def rolls(phase: BeforeTheDraw) -> tuple[Face, ...]:
    """Return the rolls of those who roll in this phase."""
    match phase:
        case Rerolls() | PrimeRerolls():
            return rerolling(phase)
        case FirstRolls(rolls=found):
            return found
        case _:
            return phase.faces


def swaps_seen(phase: WithTable, *, memory: bool) -> tuple[SwapMade, ...]:
    """Return the swaps that all are told of: with memory on, one that is just being made."""
    made = phase.table.swaps
    return made if not memory else made[-1:] if isinstance(phase, SwapShown) else ()


def on_the_table(state: State, phase: WithTable) -> OnTheTable:
    table, here = phase.table, state.here
    return OnTheTable(
        chairman=table.chairman,
        order=tuple([seat for seat in table.order if seat in here]),
        decided=table.decided,
        cups=cups_seen(phase, SPECTATOR),
        spent=table.spent,
        sides=table.sides,
        hand=(),
        swaps=swaps_seen(phase, memory=state.options.memory),
        bag=(),
        drew=tuple(dict.fromkeys([drawn.cup.seat for drawn in table.drawn])),
        sale=table.sale if isinstance(phase, ChoosingLot | LotShown | Allying | Votes) else None,
    )


def with_own(seen: OnTheTable, state: State, phase: WithTable, viewer: Seat) -> OnTheTable:
    """Add what this seat knows of the table, if that is anything."""
    table, own = phase.table, dict[str, object]()
    if table.sold and viewer in [one.owner for one in table.sold] and resample.looks(table):
        own["cups"] = cups_seen(phase, viewer)
    if not state.options.memory and table.drawn:
        own["hand"] = hand(state, table, viewer)
    if isinstance(phase, Drawing) and phase.drawer == viewer:
        own["bag"] = tuple(sorted(phase.bag.reveal()))
    return replace(seen, **own) if own else seen


def cups_seen(phase: WithTable, viewer: Viewer) -> tuple[CupView, ...]:
    """Return each cup as the viewer sees it."""
    table, looks = phase.table, resample.looks(phase.table)
    owners, sold = [cup.at.seat for cup in table.cups], {one.cup: one for one in table.sold}
    lot = phase.lot if isinstance(phase, Bidding | LotShown) else None
    found = []
    for cup in table.cups:
        at, of, sale = cup.at, owners.count(cup.at.seat), sold.get(cup.at)
        if sale is None:
            found.append(CupView(at, of, "lot" if at == lot else "stands", None, None))
            continue
        seen = cup.die in table.shown or (sale.owner is not None and sale.owner == viewer and looks)
        die = table.drawn[cup.die].die.reveal() if seen else None
        found.append(CupView(at, of, "discarded" if sale.owner is None else "sold", sale.owner, die))
    return tuple(found)


def hand(state: State, table: Table, viewer: Viewer) -> tuple[DrawnView, ...]:
    """Return what the viewer drew, where they put it, and what was in the bag then."""
    peeked = state.options.bag_peek or state.options.draw == "choose"
    bag = list(state.options.dice(len(state.players)))
    found = []
    for drawn in table.drawn:
        if drawn.cup.seat == viewer:
            found.append(DrawnView(drawn.cup, drawn.die.reveal(), tuple(sorted(bag)) if peeked else ()))
        bag.remove(drawn.die.reveal())
    return tuple(found)


def vote(state: State, phase: Votes) -> VoteView:
    return VoteView(
        question=phase.question,
        options=options_of(state.options, phase.question),
        sent=sent(phase),
        own=None,
        ballots=phase.ballots if isinstance(phase, Declaring | Casting) else (),
        left=phase.left if isinstance(phase, Declaring) else (),
        tied=phase.tied if isinstance(phase, Casting) else (),
    )


def sent(phase: Votes) -> tuple[Seat, ...]:
    match phase:
        case Voting(slips=slips):
            return tuple([slip.seat for slip in slips])
        case Casting(ballots=ballots):
            return tuple(ballot.seat for ballot in ballots)
        case _:
            return tuple(fist.seat for fist in phase.fists)


def own_choice(phase: Votes, viewer: Seat) -> Choice | None:
    match phase:
        case Voting(slips=slips):
            mine = [slip.choice.reveal() for slip in slips if slip.seat == viewer]
            return mine[0] if mine else None
        case Casting():
            return None
        case Declaring(ballots=ballots) if any(ballot.seat == viewer for ballot in ballots):
            return None
        case _:
            amounts = (fist.amount.reveal() for fist in phase.fists if fist.seat == viewer)
            return next((Choice(amount, "none") for amount in amounts), None)


def own_bid(phase: BlindBids, viewer: Seat) -> Suckers | None:
    return next((fist.amount.reveal() for fist in phase.fists if fist.seat == viewer), None)


def bidding(phase: Bidding) -> BiddingView:
    blind = phase if isinstance(phase, BlindBids) else None
    fists = () if blind is None else blind.fists
    return BiddingView(
        lot=phase.lot,
        kind=phase.table.option(Question.AUCTION),
        bidders=() if blind is None else blind.bidders,
        sent=tuple(fist.seat for fist in fists),
        own=None,
        bids=known_bids(phase),
        dropped=phase.dropped if isinstance(phase, OpenBids) else (),
        going=phase.going if isinstance(phase, OpenBids) else 0,
        price=phase.price if isinstance(phase, PriceFalls) else Suckers(0),
        tied=phase.tied if isinstance(phase, Awarding) else (),
    )


def known_bids(phase: Bidding) -> tuple[Offer, ...]:
    match phase:
        case OpenBids(bids=bids) | Awarding(bids=bids):
            return bids
        case BlindBids(shown=shown):
            return shown
        case PriceFalls():
            return ()


def contest(phase: Playing) -> ContestView:
    if isinstance(phase, Contest):
        return ContestView(phase.contenders, phase.round, phase.rolling, phase.rolls, (), ())
    everybody = tuple(one.number for one in phase.contenders)
    return ContestView(phase.contenders, phase.round, phase.again or everybody, phase.rolls, phase.again, phase.out)
