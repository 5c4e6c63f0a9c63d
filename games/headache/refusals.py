"""Say what was wrong with a move, if there is more to say than which values are allowed. All of it is public."""

from games.headache.bids import high, leader
from games.headache.moves import NONE, Abstain, Bid, Drop, For, Pass, Reroll, Stay, Swap, Vote
from games.headache.phrases import Chosen, either
from games.headache.pick import rerolling
from games.headache.state import (
    BlindBids,
    Declaring,
    FistsOut,
    LotShown,
    OpenBids,
    PriceFalls,
    PrimeRerolls,
    Question,
    Rerolls,
    State,
    SwapShown,
    Table,
    Voting,
)
from games.headache.step import D20
from games.headache.votes import options_of
from games.kit.contract import Illegal
from games.kit.money import MOST_SUCKERS, Suckers
from games.kit.moves import LegalMove, Move, Range
from games.kit.seats import Seat
from games.kit.telling import Say, Who, say, yes


def own_refusal(state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal | None:
    """Return what the rules have to say; None: the common refusal says enough."""
    if isinstance(move, Drop) and seat in state.here and (wrong := need_not_drop(state, seat, legal)):
        return wrong
    return roll_stands(state, seat, move, legal) or refusal(state, seat, move, legal)


def refusal(state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal | None:
    """Return what the rules have to say of a move of the later phases. It is not split: each case is a rule."""
    if seat not in state.here:
        return None
    match move, state.phase:
        case ((Swap() | Pass()), SwapShown()):
            return Illegal(say("still-shown"), rule="HA-14", legal=legal)
        case ((Bid() | Drop()), LotShown()):
            return Illegal(say("not-yet-open"), rule="HA-19")
        case Swap(), _ if legal and legal[0].move is Swap:
            return Illegal(say("swap-two-cups"), rule="HA-13", legal=legal)
        case Bid(amount=amount), OpenBids() as phase:
            wrong = too_low(phase, seat, amount, state.stacks[seat])
            return None if wrong is None else Illegal(wrong, rule="HA-19", legal=legal)
        case Bid(), BlindBids(fists=fists) if any(fist.seat == seat for fist in fists):
            return Illegal(say("bid-already"), rule="HA-17")
        case Bid(), PriceFalls(price=price):
            wrong = say("bid-alone") if legal else say("cannot-raise", stack=state.stacks[seat], amount=price)
            return Illegal(wrong, rule="HA-15", legal=legal)
        case Vote(), (Voting() | FistsOut() as phase):
            return vote_refused(state, phase, seat, move, legal)
        case ((For() | Abstain()), Declaring(left=(first, *_)) as phase) if seat == first:
            named = move.option if isinstance(move, For) else NONE
            return Illegal(declared_wrong(state, phase.question, named), rule="HA-12", legal=legal)
        case _:
            return None


def roll_stands(state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal | None:
    """Return why somebody's roll stands; None if they may roll again, or have no roll to better."""
    if legal or not isinstance(state.phase, Rerolls | PrimeRerolls) or not isinstance(move, Reroll | Stay):
        return None
    face = next((one.face for one in rerolling(state.phase) if one.seat == seat), None)
    if face is None:
        return None
    return Illegal(say("roll-stands", highest=yes(face == D20), face=face), rule="HA-4")


def need_not_drop(state: State, seat: Seat, legal: tuple[LegalMove, ...]) -> Illegal | None:
    """Return why somebody has nothing to drop out of (HA-15, HA-19)."""
    match state.phase:
        case PriceFalls():
            return Illegal(say("nobody-drops"), rule="HA-15", legal=legal)
        case OpenBids() as phase if not legal:
            wrong = say("need-not-drop", stack=state.stacks[seat], amount=high(phase))
            led = say("bid-stands") if leader(phase) == (seat,) else wrong
            return Illegal(say("you-dropped") if seat in phase.dropped else led, rule="HA-19")
        case _:
            return None


def too_low(phase: OpenBids, seat: Seat, amount: int, stack: Suckers) -> Say | None:
    """Return by how much a bid is too low; of two simultaneous bids the second gets this answer (HA-19)."""
    if leader(phase) == (seat,):
        return say("you-lead")
    if seat in phase.dropped:
        return say("you-dropped")
    if stack <= high(phase):
        return say("cannot-raise", stack=stack, amount=high(phase))
    if phase.bids and amount in Range(0, high(phase)):
        return say("bid-too-low", seat=Who(leader(phase)[0]), amount=high(phase), low=high(phase) + 1)
    return None


def vote_refused(
    state: State, phase: Voting | FistsOut, seat: Seat, vote: Vote, legal: tuple[LegalMove, ...]
) -> Illegal | None:
    if seat not in phase.voters:
        return Illegal(no_vote(phase.table, seat), rule="HA-26", legal=legal)
    if not any(offer.move is Vote for offer in legal):
        return Illegal(say("voted-already"), rule="HA-8", legal=legal)
    wrong = vote_is_wrong(state, phase, vote)
    return None if wrong is None else Illegal(wrong, rule="HA-8", legal=legal)


def no_vote(table: Table, seat: Seat) -> Say:
    """Return why this seat has no vote on how the dice are played (HA-26, HA-31b)."""
    led = next((side.members[0] for side in table.sides if seat in side.members), None)
    return say("no-vote-on-this") if led is None else say("one-vote-for-allies", leader=Who(led))


def declared_wrong(state: State, question: Question, named: str) -> Say:
    """Return that a full fist must name an option, one of those that exist."""
    options = options_of(state.options, question)
    said = either(tuple(Chosen(question, one) for one in options))
    if named == NONE:
        return say("fist-is-full", options=said)
    return say("rounds-are-whole", most=len(options)) if question is Question.ROUNDS else say("name-one", options=said)


def vote_is_wrong(state: State, phase: Voting | FistsOut, vote: Vote) -> Say | None:
    """Return what is wrong with a vote besides its amount."""
    if isinstance(phase, FistsOut):
        return say("vote-amount-alone") if vote.option != NONE else None
    options = options_of(state.options, phase.question)
    if vote.option == NONE:
        chosen = either(tuple(Chosen(phase.question, one) for one in options))
        return say("vote-for-something", options=chosen) if vote.amount in Range(1, MOST_SUCKERS) else None
    if phase.question is Question.ROUNDS and vote.option not in options:
        return say("rounds-are-whole", most=len(options))
    return None
