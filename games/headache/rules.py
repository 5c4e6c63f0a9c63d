"""Play Headache, in the order of the rulebook: nine phases, each with a module of rules."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from typing import Any, Final, assert_never

from msgspec.structs import replace

from games.headache import allies, auction, bids, contest, draw, pick, swaps, votes
from games.headache.auction_events import AwardCalled, LotsCalled
from games.headache.events import (
    CastCalled,
    ChairmanIs,
    DiceLost,
    EntrancePaid,
    MatchOver,
    OrderCalled,
    PotWon,
    SatOut,
    TooFew,
)
from games.headache.moves import Ally
from games.headache.options import HeadacheOptions
from games.headache.phase_rules import PhaseRules
from games.headache.phrases import Chosen, Share
from games.headache.state import (
    Allying,
    Awarding,
    BlindBids,
    Carry,
    Casting,
    ChairmanRolls,
    ChoosingLot,
    Contest,
    Declaring,
    Drawing,
    FirstRolls,
    FistsOut,
    InPlay,
    Keeping,
    LotShown,
    OpenBids,
    Ordering,
    Over,
    Phase,
    PriceFalls,
    PrimeRerolls,
    PrimeRolls,
    Question,
    Rerolls,
    RoundShown,
    State,
    Swapping,
    SwapShown,
    Table,
    Voting,
    WithTable,
)
from games.headache.step import BROKE, HeadacheBuilder, clockwise, last_game, may_go_on, named, sitting, stakers
from games.kit.contract import Ask, Places, PublicEvent, Result, Step
from games.kit.dice import Dice
from games.kit.kept import once
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, all_seats

FIRST_OF_ALL: Final = Seat(0)
"""The seat that rolls first in the first game of a match, because nobody's age is known (HA-35)."""


class Stage(Enum):
    """Name the phases of the rulebook after the first; each vote and the optional rules have their own."""

    ROLLING_FOR_FIRST_PICK = auto()
    DRAWING_DICE = auto()
    NUMBER_OF_SWAPS = auto()
    SWAPPING_THE_CUPS = auto()
    TYPE_OF_AUCTION = auto()
    FAILED_BIDS = auto()
    WHEN_TO_REVEAL = auto()
    THE_AUCTION = auto()
    ALLIANCES_BEFORE_THE_VOTE = auto()
    METHOD_OF_PLAY = auto()
    ALLIANCES = auto()
    ONE_DIE_EACH = auto()
    PLAYING_FOR_THE_POT = auto()


STAGES: Final = tuple(Stage)
VOTED_ON: Final = {
    Stage.NUMBER_OF_SWAPS: Question.ROUNDS,
    Stage.TYPE_OF_AUCTION: Question.AUCTION,
    Stage.FAILED_BIDS: Question.FAILED,
    Stage.WHEN_TO_REVEAL: Question.REVEAL,
    Stage.METHOD_OF_PLAY: Question.METHOD,
}
STAGE_OF_VOTE: Final = {question: stage for stage, question in VOTED_ON.items()}

# Phase 1: "Each player should throw 5 suckers into the centre of the table"


def start(options: HeadacheOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
    carry = Carry(FIRST_OF_ALL, Suckers(0), 0) if carry is None else carry
    able = tuple(seat for seat in all_seats(len(stacks)) if stacks[seat] >= options.entry)
    unable = tuple(seat for seat in all_seats(len(stacks)) if seat not in able)
    state = State(
        options=options,
        stacks=stacks,
        pot=carry.pot,
        game=carry.games + 1,
        first=carry.first,
        players=able,
        gone=(),
        staked=carry.staked,
        asked=0,
        phase=FirstRolls(()),
    )
    step = HeadacheBuilder(state, dice)
    if unable and not carry.games:
        step.tell(SatOut(unable, options.entry))
    if len(able) < options.min_players:
        step.state = replace(state, game=carry.games)
        step.tell(TooFew(options.min_players))
        step.share_out()
        step.end(BROKE, (), carry.first)
        return step.build()
    staked = tuple(sorted({*carry.staked, *able}))
    step.state = replace(state, first=clockwise(able, carry.first)[0], staked=staked)
    step.pay_in([(seat, options.entry) for seat in able])
    step.tell(EntrancePaid(able, options.entry, step.state.pot))
    proceed(step, pick.begin(step))
    return step.build()


# From phase to phase


def proceed(step: HeadacheBuilder, table: Table | None) -> None:
    """Go on to the next phases. None: somebody is asked."""
    if table is not None:
        begin_those_after(step, stage_of(step.state.phase), table)
    if isinstance(step.state.phase, Over):
        tell_of_the_match(step)


def begin_those_after(step: HeadacheBuilder, stage: Stage, table: Table | None) -> None:
    """Begin the phases after this one, until one of them asks somebody."""
    while table is not None:
        if stage is Stage.THE_AUCTION and contest.decided_already(step, table):
            break
        stage = STAGES[STAGES.index(stage) + 1]
        table = begin(step, stage, table)


def stage_of(phase: Phase) -> Stage:
    match phase:
        case FirstRolls() | Rerolls() | PrimeRolls() | PrimeRerolls() | ChairmanRolls():
            return Stage.ROLLING_FOR_FIRST_PICK
        case Drawing():
            return Stage.DRAWING_DICE
        case Voting(question=question) | FistsOut(question=question) | Ordering(question=question):
            return STAGE_OF_VOTE[question]
        case Declaring(question=question) | Casting(question=question):
            return STAGE_OF_VOTE[question]
        case Swapping() | SwapShown():
            return Stage.SWAPPING_THE_CUPS
        case ChoosingLot() | LotShown() | BlindBids() | Awarding() | OpenBids() | PriceFalls():
            return Stage.THE_AUCTION
        case Allying(table=table):
            known = table.decided_on(Question.METHOD)
            return Stage.ALLIANCES if known else Stage.ALLIANCES_BEFORE_THE_VOTE
        case Keeping():
            return Stage.ONE_DIE_EACH
        case Contest() | RoundShown() | Over():
            return Stage.PLAYING_FOR_THE_POT
        case never:
            assert_never(never)


def begin(step: HeadacheBuilder, stage: Stage, table: Table) -> Table | None:
    """Begin a phase; return its table if it is over at once."""
    if stage in VOTED_ON:
        return votes.call(step, table, VOTED_ON[stage])
    begins = {
        Stage.DRAWING_DICE: draw.begin,
        Stage.SWAPPING_THE_CUPS: swaps.begin,
        Stage.THE_AUCTION: auction.begin,
        Stage.ALLIANCES_BEFORE_THE_VOTE: allies.begin,
        Stage.ALLIANCES: allies.begin,
        Stage.ONE_DIE_EACH: allies.begin_keeping,
        Stage.PLAYING_FOR_THE_POT: contest.begin,
    }
    return begins[stage](step, table)


RULES: Final[Mapping[type[InPlay], Callable[[Any], PhaseRules]]] = {
    FirstRolls: pick.FirstPickRules,
    Rerolls: pick.FirstPickRules,
    PrimeRolls: pick.FirstPickRules,
    PrimeRerolls: pick.FirstPickRules,
    ChairmanRolls: pick.FirstPickRules,
    Drawing: draw.DrawRules,
    Voting: votes.VoteRules,
    FistsOut: votes.VoteRules,
    Ordering: votes.VoteRules,
    Declaring: votes.VoteRules,
    Casting: votes.VoteRules,
    Swapping: swaps.SwapRules,
    SwapShown: swaps.SwapRules,
    ChoosingLot: auction.LotRules,
    LotShown: auction.LotRules,
    BlindBids: bids.BidRules,
    Awarding: bids.BidRules,
    OpenBids: bids.BidRules,
    PriceFalls: bids.BidRules,
    Allying: allies.AllianceRules,
    Keeping: allies.AllianceRules,
    Contest: contest.ContestRules,
    RoundShown: contest.ContestRules,
}


def rules_of(phase: InPlay) -> PhaseRules:
    """Return the rules of this phase: legal moves, moves, silence, leaving and asking."""
    return RULES[type(phase)](phase)


# What may be done now, and doing it


def legal_moves(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    if isinstance(state.phase, Over) or seat not in state.here:
        return ()
    phase = state.phase
    legal = rules_of(phase).legal_moves(state, seat)
    if not isinstance(phase, WithTable) or not phase.table.sides:
        return legal
    offers = allies.offers(state, seat)
    return (*offers, *legal) if isinstance(phase, Allying) else (*legal, *offers)


def played(state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
    step = HeadacheBuilder(state, dice)
    phase = state.phase
    assert not isinstance(phase, Over)  # noqa: S101 - no move is offered when the game is over
    if isinstance(move, Ally) and isinstance(phase, WithTable):
        proceed(step, allied(step, phase, seat, move))
    else:
        proceed(step, rules_of(phase).play(step, seat, move))
    return step.build()


def allied(step: HeadacheBuilder, phase: WithTable, seat: Seat, move: Ally) -> Table | None:
    """Ally during any question between the end of the auction and the contest (HA-31b)."""
    if isinstance(phase, Allying):
        return allies.ally_when_asked(step, phase, seat, move)
    table = allies.ally_meanwhile(step, phase, seat, move)
    if table is None or not isinstance(phase, Contest):
        return table
    return contest.begin(step, table)  # nobody has rolled yet, so the rolls are called again with the new sides


@once
def asks(state: State) -> Ask | None:
    if isinstance(state.phase, Over):
        return None
    return rules_of(state.phase).asks(state, str(state.asked))


def time_up(state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
    step = HeadacheBuilder(state, dice)
    if not isinstance(state.phase, Over):
        proceed(step, rules_of(state.phase).silence(step, seats))
    return step.build()


# Who leaves for good (HA-37)


def is_out(state: State, seat: Seat) -> bool:
    """Tell whether somebody sits this game out: they did not pay the entrance fee (HA-3)."""
    return seat not in state.players


def leave(state: State, seat: Seat, dice: Dice) -> Step[State]:
    """Leave the stake in the pot and discard the dice; the next lowest roll becomes chairman."""
    step = HeadacheBuilder(replace(state, gone=(*state.gone, seat)), dice)
    if isinstance(state.phase, Over) or seat not in state.players:
        return step.build()
    if len(step.here) == 1:
        last_one_wins(step)
        tell_of_the_match(step)
        return step.build()
    proceed(step, without(step, seat))
    return step.build()


def last_one_wins(step: HeadacheBuilder) -> None:
    pot, last = step.state.pot, step.here[0]
    step.pay_out([(last, pot)])
    step.tell(PotWon((Share(last, pot),), pot))
    step.end("alone", (last,), last)


def without(step: HeadacheBuilder, seat: Seat) -> Table | None:
    """Go on without this seat."""
    phase = step.state.phase
    match phase:
        case Over():
            return None
        case FirstRolls() | Rerolls() | PrimeRolls() | PrimeRerolls() | ChairmanRolls():
            return rules_of(phase).left(step)
        case _:
            return table_without(step, phase, seat)


def table_without(step: HeadacheBuilder, before: WithTable, seat: Seat) -> Table | None:
    """Take this seat from the table, and pass on its dice, its chair and its vote."""
    if isinstance(before, Ordering) and seat == before.table.chairman:
        before = votes.with_the_gone(step, before)
    table = contest.without(chaired(step, before, seat), seat)
    lost = contest.dice_lost(before, seat)
    if lost:
        step.tell(DiceLost(seat, lost))
    phase = inherited(before, table, seat, step.here)
    step.go_on(phase)
    if table.sides != before.table.sides and contest.decided_already(step, table):
        return None
    return rules_of(phase).left(step)


def inherited(phase: WithTable, table: Table, leaver: Seat, here: Sequence[Seat]) -> WithTable:
    """Return the phase at this table; the leaver's allies do what the leaver had to do in it."""
    match phase:
        case Voting() | FistsOut():
            return replace(votes.inherited(phase, leaver), table=table)
        case Contest() | RoundShown():
            return contest.inherited(phase, table, here)
        case _:
            return replace(phase, table=table)


def chaired(step: HeadacheBuilder, phase: WithTable, seat: Seat) -> Table:
    """Return the table with a chairman who has not left; a new one is asked anew, in a line (HA-37)."""
    table = phase.table
    if seat != table.chairman:
        return table
    heir = next(one for one in table.ranks if one in step.here)
    step.tell(ChairmanIs(heir))
    question = question_to(heir, phase, step)
    if question is not None:
        step.tell(question)
        step.ask(phase)
    return replace(table, chairman=heir)


def question_to(chairman: Seat, phase: WithTable, step: HeadacheBuilder) -> PublicEvent | None:
    """Return what the chairman is asked in this phase; None: there is nothing (more) to ask."""
    match phase:
        case Ordering():
            return OrderCalled(chairman, votes.showing(step.state, phase))
        case Casting(question=question, tied=tied):
            return CastCalled(chairman, tuple(Chosen(question, option) for option in tied))
        case ChoosingLot(table=table):
            return LotsCalled(chairman, named(table, table.unsold[0].at), bool(table.sold))
        case Awarding(tied=tied) if len(still := tuple(one for one in tied if one in step.here)) > 1:
            return AwardCalled(chairman, still)
        case _:
            return None


# How it ended, and the next game of the match


def tell_of_the_match(step: HeadacheBuilder) -> None:
    """Tell that the match ends: after so many games, or when too few can pay (HA-35); with `rebuy` they may buy in
    again (HA-3). If it goes on, tell once who sits out from now on; with `rebuy` the table names them.
    """
    if may_go_on(step.state):
        options, stacks = step.options, step.state.stacks
        unable = tuple(seat for seat in step.here if stacks[seat] < options.entry)
        if unable and not options.rebuy:
            step.tell(SatOut(unable, options.entry))
        return
    here = sitting(step.state)
    most = max(step.state.stacks[seat] for seat in here) if here else Suckers(0)
    step.tell(MatchOver(tuple(seat for seat in here if step.state.stacks[seat] == most), most))


def result(state: State) -> Result | None:
    phase = state.phase
    if not isinstance(phase, Over):
        return None
    soon = state.options.next_seconds if may_go_on(state) else None
    return Result(phase.ended, phase.winners, state.stacks, next_after=soon)


def places(state: State) -> Places | None:
    """Return the places: the later somebody was eliminated from the contest, the better ("Rounds of dice rolling
    continue until only one player remains", HA-28 to HA-31); allies share theirs (HA-32).

    Who did not play for the pot, or has left, has none; who did not pay the entrance fee took no part.
    """
    phase = state.phase
    if not isinstance(phase, Over):
        return None
    found, ahead = dict.fromkeys(phase.winners, 1), len(phase.winners)
    for together in reversed(state.eliminated):
        found |= dict.fromkeys(together, ahead + 1)
        ahead += len(together)
    found |= dict.fromkeys(state.gone, 0)
    return tuple(found.get(seat, 0) if seat in state.players else None for seat in all_seats(len(state.stacks)))


def carried(state: State) -> Carry:
    """Return who rolls first (HA-34), and a pot that nobody won (HA-31). After the end of a match a new one begins."""
    phase = state.phase
    first = phase.first if isinstance(phase, Over) else state.first
    return Carry(first, state.pot, 0 if last_game(state) else state.game, staked=stakers(state) if state.pot else ())
