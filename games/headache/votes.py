"""Play the votes of phases 4, 6 and 8: suckers in fists, all shown, all into the pot; the option with most wins."""

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.headache.events import CastCalled, CastingVote, Declared, OrderCalled, Ordered, VoteCalled, VoteClosed
from games.headache.moves import NONE, Abstain, Cast, For, Order, Vote
from games.headache.options import AuctionType, FailedBids, HeadacheOptions, Method, Reveal, VoteForm, Voters
from games.headache.phrases import Chosen, Shown
from games.headache.state import (
    Ballot,
    Casting,
    Choice,
    Decided,
    Declaring,
    Fist,
    FistsOut,
    Ordering,
    Question,
    Slip,
    State,
    Table,
    Votes,
    Voting,
)
from games.headache.step import HeadacheBuilder
from games.kit.contract import Ask
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, OneOf, Range
from games.kit.moves import Order as Arrangement
from games.kit.seats import Seat
from games.kit.secret import Sealed
from games.kit.telling import say

DEFAULTS: Final = {
    Question.ROUNDS: "1",
    Question.AUCTION: AuctionType.BLIND.value,
    Question.FAILED: FailedBids.HALF.value,
    Question.REVEAL: Reveal.HIDDEN.value,
    Question.METHOD: Method.ONE.value,
}
"""The options that hold if nobody names any: those of the example, and One Die Only (HA-25)."""
FromFists = TypeVar("FromFists", Ordering, Declaring)
NOUGHT: Final = Suckers(0)
ON_THE_DICE: Final = Question.METHOD
"""The vote of phase 8, in which perhaps not everybody has a voice (HA-26)."""


def options_of(options: HeadacheOptions, question: Question) -> tuple[str, ...]:
    """Return what may be voted for, in the order of the numbers."""
    match question:
        case Question.ROUNDS:
            return tuple([str(rounds) for rounds in range(1, options.max_swap_rounds + 1)])
        case Question.AUCTION:
            return options.types
        case Question.FAILED:
            return tuple([rule.value for rule in FailedBids])
        case Question.REVEAL:
            return tuple([rule.value for rule in Reveal])
        case Question.METHOD:
            return tuple([method.value for method in Method])


def call(step: HeadacheBuilder, table: Table, question: Question) -> Table | None:
    """Call a vote in the chairman's name, unless there is nothing to choose."""
    options = options_of(step.options, question)
    if question is Question.FAILED and table.option(Question.AUCTION) == AuctionType.DUTCH:
        return decided(table, question, FailedBids.NOTHING)  # there are no failed bids (HA-15)
    if len(options) == 1:
        return decided(table, question, options[0])
    chosen = tuple(Chosen(question, option) for option in options)
    voters = voters_on(step.state, table, question)
    some = voters if len(voters) < len(step.here) else ()
    step.tell(VoteCalled(question, chosen, step.options.vote_seconds, step.options.vote, some))
    if step.options.vote is VoteForm.SEALED:
        step.ask(Voting(table, question, voters, ()))
    else:
        step.ask(FistsOut(table, question, voters, ()))
    return None


def voters_on(state: State, table: Table, question: Question) -> tuple[Seat, ...]:
    """Return who votes: in phase 8 the owners, with one vote for allies, given by their leader (HA-26, HA-31b)."""
    led = {member for side in table.sides for member in side.members[1:]}
    owners = {side.members[0] for side in table.sides}
    all_vote = question is not ON_THE_DICE or state.options.method_vote is Voters.ALL
    return tuple(seat for seat in here_in_order(state, table) if seat in owners or (all_vote and seat not in led))


def decided(table: Table, question: Question, option: str) -> Table:
    return replace(table, decided=(*table.decided, Decided(question, option)))


# "each player secretly puts a number of suckers into his hand"


def waiting(state: State, phase: Voting | FistsOut) -> tuple[Seat, ...]:
    sent, here = have_voted(phase), state.here
    return tuple([seat for seat in phase.voters if seat in here and seat not in sent])


def have_voted(phase: Voting | FistsOut) -> set[Seat]:
    return {one.seat for one in (phase.slips if isinstance(phase, Voting) else phase.fists)}


def vote(step: HeadacheBuilder, phase: Voting | FistsOut, seat: Seat, amount: Suckers, option: str) -> Table | None:
    if isinstance(phase, Voting):
        step.go_on(replace(phase, slips=(*phase.slips, Slip(seat, Sealed(Choice(amount, option))))))
    else:
        step.go_on(replace(phase, fists=(*phase.fists, Fist(seat, Sealed(amount)))))
    return close_if_all_voted(step)


def close_if_all_voted(step: HeadacheBuilder) -> Table | None:
    match step.state.phase:
        case Voting(table=table, question=question, slips=slips) as phase if not waiting(step.state, phase):
            return close(step, table, question, tuple(opened(slip) for slip in slips), tell=True)
        case FistsOut(table=table, question=question, fists=fists) as phase if not waiting(step.state, phase):
            here = tuple(seat for seat in phase.voters if seat in step.here)
            ordering = with_the_gone(step, Ordering(table, question, here, fists, ()))
            step.tell(OrderCalled(table.chairman, here))
            step.ask(ordering)
    return None


def opened(slip: Slip) -> Ballot:
    choice = slip.choice.reveal()
    return Ballot(slip.seat, choice.amount, choice.option)


# "The chairman then directs each player in turn (in any order he wishes) to reveal" (`vote=declare`)


def order(step: HeadacheBuilder, phase: Ordering, seats: tuple[Seat, ...]) -> Table | None:
    phase = with_the_gone(step, phase)
    step.tell(Ordered(seats, step.options.vote_seconds))
    return next_declares(step, Declaring(phase.table, phase.question, phase.fists, seats, phase.ballots))


def next_declares(step: HeadacheBuilder, phase: Declaring) -> Table | None:
    if phase.left:
        step.ask(phase)
        return None
    return close(step, phase.table, phase.question, phase.ballots, tell=False)


def with_the_gone(step: HeadacheBuilder, phase: FromFists, then: tuple[Seat, ...] = ()) -> FromFists:
    """Show the fists of those who have left, for no option, before anybody is asked anew (HA-37).

    `then`: who shows next, if that is asked anew. Nothing is turned up while the same answer is awaited.
    """
    shown_by = {ballot.seat for ballot in phase.ballots}
    gone: list[Fist] = [fist for fist in phase.fists if fist.seat not in step.here and fist.seat not in shown_by]
    for place, fist in enumerate(gone, start=1):
        last = then if place == len(gone) else ()
        step.tell(
            Declared(fist.seat, fist.amount.reveal(), Chosen(phase.question, NONE), last, step.options.vote_seconds)
        )
    ballots = (*phase.ballots, *(Ballot(fist.seat, fist.amount.reveal(), NONE) for fist in gone))
    if isinstance(phase, Ordering):
        return replace(phase, ballots=ballots)
    return replace(phase, ballots=ballots, left=tuple(seat for seat in phase.left if seat in step.here))


def in_the_fist(phase: Ordering | Declaring, seat: Seat) -> Suckers:
    return next((fist.amount.reveal() for fist in phase.fists if fist.seat == seat), NOUGHT)


def shown(step: HeadacheBuilder, phase: Declaring, option: str) -> Declaring:
    """Show what the next voter has in the fist, and the option (HA-8)."""
    phase = with_the_gone(step, phase)
    seat, *left = phase.left
    amount = in_the_fist(phase, seat)
    step.tell(Declared(seat, amount, Chosen(phase.question, option), tuple(left[:1]), step.options.vote_seconds))
    return replace(phase, left=tuple(left), ballots=(*phase.ballots, Ballot(seat, amount, option)))


# "The option that has the most suckers voted for it is the winner of the vote"


def close(
    step: HeadacheBuilder, table: Table, question: Question, ballots: tuple[Ballot, ...], *, tell: bool
) -> Table | None:
    """Close a vote: "All suckers spent in voting are added to the pot"."""
    step.pay_in([(ballot.seat, ballot.amount) for ballot in ballots])
    best = leading(step.options, question, ballots)
    told = [one for one in ballots if tell and (one.amount or one.option != NONE)]
    step.tell(
        VoteClosed(
            question,
            tuple(Shown(one.seat, one.amount, Chosen(question, one.option)) for one in told),
            step.state.pot,
            (Chosen(question, best[0]),) if len(best) == 1 else (),
        )
    )
    if len(best) == 1:
        return decided(table, question, best[0])
    step.tell(CastCalled(table.chairman, tuple(Chosen(question, option) for option in best)))
    step.ask(Casting(table, question, ballots, best))
    return None


def leading(options: HeadacheOptions, question: Question, ballots: Sequence[Ballot]) -> tuple[str, ...]:
    """Return the options with the most suckers among those that were named; if none was, the default (HA-10, HA-25)."""
    allowed = options_of(options, question)
    named = [one for one in allowed if any(ballot.option == one for ballot in ballots)]
    if not named:
        return (DEFAULTS[question] if DEFAULTS[question] in allowed else allowed[0],)
    totals = {one: sum(ballot.amount for ballot in ballots if ballot.option == one) for one in named}
    return tuple(one for one in named if totals[one] == max(totals.values()))


# "the chairman decides which one is the winner (this is called the chairman's casting vote)"


def cast(step: HeadacheBuilder, phase: Casting, option: str, *, said: bool) -> Table:
    step.tell(CastingVote(phase.table.chairman, Chosen(phase.question, option), said))
    return decided(phase.table, phase.question, option)


def cast_for_an_absent_chairman(step: HeadacheBuilder, phase: Casting) -> Table:
    """Cast the chairman's own option if it is among the tied, else one by chance (HA-11)."""
    own = [one.option for one in phase.ballots if one.seat == phase.table.chairman and one.option in phase.tied]
    return cast(step, phase, own[0] if own else step.dice.draw("cast").pick(phase.tied), said=False)


def ballots_of(state: State, phase: Voting | FistsOut, seat: Seat, options: tuple[str, ...]) -> tuple[LegalMove, ...]:
    """Return the votes that a seat may give: "A player can spend nought suckers", for an option or for none."""
    suckers = Range(0, state.stacks[seat], suggest=0)
    if isinstance(phase, FistsOut):
        return (LegalMove(Vote, {"amount": suckers, "option": OneOf((NONE,))}),)
    for_nothing = LegalMove(Vote, {"amount": Range(0, 0), "option": OneOf((NONE,))})
    return (LegalMove(Vote, {"amount": suckers, "option": OneOf(options)}), for_nothing)


def here_in_order(state: State, table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.order if seat in state.here)


def showing(state: State, phase: Ordering) -> tuple[Seat, ...]:
    """Return who has a fist to show."""
    return tuple(seat for seat in phase.voters if seat in state.here)


def inherited(phase: Voting | FistsOut, leaver: Seat) -> Voting | FistsOut:
    """Give the vote of the leaver's allies to their new leader, unless it is in the fist already."""
    side = next((side for side in phase.table.sides if leaver in side.members), None)
    if side is None or leaver not in phase.voters or leaver in have_voted(phase):
        return phase
    allies = [seat for seat in side.members if seat != leaver]
    heirs = [] if set(allies) & set(phase.voters) else allies[:1]
    voters = {*phase.voters, *heirs}
    return replace(phase, voters=tuple(seat for seat in phase.table.order if seat in voters))


# Legal moves, moves, silence, leaving and asking


class VoteRules(Struct, frozen=True):
    phase: Votes

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        phase = self.phase
        options = options_of(state.options, phase.question)
        match phase:
            case Voting() | FistsOut() if seat in waiting(state, phase):
                return ballots_of(state, phase, seat, options)
            case Ordering(table=table) if seat == table.chairman:
                return (LegalMove(Order, {"seats": Arrangement(showing(state, phase))}),)
            case Declaring(left=(first, *_)) if seat == first:
                for_one = LegalMove(For, {"option": OneOf(options)})
                return (for_one,) if in_the_fist(phase, seat) else (for_one, LegalMove(Abstain))
            case Casting(table=table, tied=tied) if seat == table.chairman:
                return (LegalMove(Cast, {"option": OneOf(tied)}),)
            case _:
                return ()

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> Table | None:
        phase = self.phase
        match move, phase:
            case Vote(amount=amount, option=option), (Voting() | FistsOut()):
                return vote(step, phase, seat, amount, option)
            case Order(seats=seats), Ordering():
                return order(step, phase, seats)
            case For(option=option), Declaring():
                return next_declares(step, shown(step, phase, option))
            case Abstain(), Declaring():
                return next_declares(step, shown(step, phase, NONE))
            case Cast(option=option), Casting():
                return cast(step, phase, option, said=True)
            case _:
                raise AssertionError(f"{move} is not offered in {phase}")

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
        """Act for the silent: vote 0 for no option; a full fist without one is lost (HA-9). For the chairman: HA-11."""
        phase = self.phase
        match phase:
            case Voting():
                blank = tuple(Slip(s, Sealed(Choice(NOUGHT, NONE))) for s in waiting(step.state, phase) if s in seats)
                step.go_on(replace(phase, slips=(*phase.slips, *blank)))
                return close_if_all_voted(step)
            case FistsOut():
                empty = tuple(Fist(seat, Sealed(NOUGHT)) for seat in waiting(step.state, phase) if seat in seats)
                step.go_on(replace(phase, fists=(*phase.fists, *empty)))
                return close_if_all_voted(step)
            case Ordering(table=table) if table.chairman in seats:
                return order(step, phase, showing(step.state, phase))
            case Declaring(left=(first, *_)) if first in seats:
                return next_declares(step, shown(step, phase, NONE))
            case Casting(table=table) if table.chairman in seats:
                return cast_for_an_absent_chairman(step, phase)
            case _:
                return None

    def left(self, step: HeadacheBuilder) -> Table | None:
        """Keep a leaver's fist in the vote; nobody waits for more from them. A new chairman is asked anew."""
        match self.phase:
            case Voting() | FistsOut():
                return close_if_all_voted(step)
            case Declaring(left=(first, *left)) if first not in step.here:
                then = tuple(seat for seat in left if seat in step.here)[:1]
                return next_declares(step, with_the_gone(step, self.phase, then))
            case _:
                return None

    def asks(self, state: State, name: str) -> Ask:
        """Return the question, with a warning of what silence costs that says nothing of the fist (HA-9)."""
        match self.phase:
            case Voting() | FistsOut():
                return Ask(name, waiting(state, self.phase), state.options.vote_seconds)
            case Declaring(left=left):
                return Ask(name, left[:1], state.options.vote_seconds, warning=say("name-it-now"))
            case Ordering(table=table) | Casting(table=table):
                return Ask(name, (table.chairman,), state.options.chair_seconds)
