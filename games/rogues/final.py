"""Play the last duel, "a standard round of Halflings vs. Giants for the entirety of the pot", by that game's rules."""

from typing import Final

from msgspec.structs import replace

from games.halflings import events as base
from games.halflings import rules as duelling
from games.halflings.moves import Roll as DuelRoll
from games.halflings.moves import Split as DuelSplit
from games.halflings.moves import Stand as DuelStand
from games.halflings.state import Bet, HalflingRolls, Hand, Splitting, Staking
from games.halflings.state import Play as DuelPlay
from games.halflings.state import State as DuelState
from games.halflings.step import HalflingsBuilder
from games.kit.contract import Event
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, Range, Some
from games.kit.seats import Seat
from games.rogues.chances import dice_in_duel, duel_of
from games.rogues.deal import rolled
from games.rogues.events import (
    DuelKick,
    DuelOver,
    DuelRolled,
    FinalBegins,
    Kept,
    Kneed,
    MatchWon,
    MaySplit,
    SnakeEyes,
    Wagered,
)
from games.rogues.moves import Pick, Roll, Split, Stake, Stand
from games.rogues.options import FinalStake, RoguesOptions
from games.rogues.state import Duel, Over, Picking, State, Wagering
from games.rogues.step import HAND, RoguesBuilder

NOTHING: Final = Suckers(0)

# The stake


def begin(step: RoguesBuilder, seat: Seat) -> None:
    """Begin the last duel for the pot. If there is none, an option allows one wager of the Halfling's own (FR-35)."""
    pot, final = step.state.pot, step.options.final
    step.state = replace(step.state, pot=Suckers(0))
    if pot and final is not FinalStake.SKIP and not above_the_limit(step.options, pot):
        step.tell(FinalBegins(seat, pot, Suckers(0)))
        duel_begins(step, seat, pot)
    elif pot:
        step.pay(seat, pot)
        without_a_duel(step, seat, "skipped" if final is FinalStake.SKIP else "forfeited", pot)
    elif final is FinalStake.WAGER and step.state.stacks[seat]:
        step.ask(Wagering(seat))
        step.tell(FinalBegins(seat, Suckers(0), most_to_wager(step.state, seat)))
    else:
        without_a_duel(step, seat, "no-pot")


def has_a_stake(state: State, seat: Seat) -> bool:
    """Tell whether this last Halfling has a pot, or by the option a stack, to duel for."""
    return state.pot > 0 or (state.options.final is FinalStake.WAGER and state.stacks[seat] > 0)


def above_the_limit(options: RoguesOptions, stake: int) -> bool:
    """Return whether the House forfeits ("The House may optionally forfeit if the stakes are unmanageable", FR-37)."""
    return 0 < options.house_limit < stake


def most_to_wager(state: State, seat: Seat) -> Suckers:
    """Return the stack, or as much of it as the House accepts."""
    stack = state.stacks[seat]
    return state.options.house_limit if above_the_limit(state.options, stack) else stack


def without_a_duel(step: RoguesBuilder, seat: Seat, how: str, amount: Suckers = NOTHING) -> None:
    match_is_over(step, DuelOver(seat, how, 0, amount, (MatchWon(seat),)), "no-final")


def wager(step: RoguesBuilder, seat: Seat, amount: Suckers) -> None:
    """Wager so much; with 0 the last Halfling wins the match without a duel."""
    if not amount:
        without_a_duel(step, seat, "no-stake")
        return
    step.tell(Wagered(seat, amount))
    step.pay(seat, -amount)
    duel_begins(step, seat, amount)


def duel_begins(step: RoguesBuilder, seat: Seat, stake: Suckers) -> None:
    """Begin a duel of the base game with the House as the Giant."""
    state = DuelState(
        options=duel_of(step.options),
        stacks=step.state.stacks,
        bank=0,
        giant=None,
        rounds_left=1,
        asked=0,
        gone=(),
        nets=(),
        phase=Staking(()),
    )
    duel = HalflingsBuilder(state, step.dice)
    duelling.await_giant(duel, Bet(seat, stake, Suckers(0), auto=False))
    took(step, seat, duel.state, tuple(duel.events))


# What may be done now, and doing it


def legal_moves(state: State, phase: Wagering | Picking | Duel, seat: Seat) -> tuple[LegalMove, ...]:
    if seat != phase.seat:
        return ()
    match phase:
        case Wagering():
            return (LegalMove(Stake, {"amount": Range(0, most_to_wager(state, seat))}),)
        case Picking(dice=dice):
            return (LegalMove(Pick, {"dice": Some(dice, HAND, HAND)}),)
        case Duel(duel=DuelState(phase=Splitting())):
            return (LegalMove(Split), LegalMove(Stand))
        case Duel():
            return (LegalMove(Roll),)


def play(step: RoguesBuilder, phase: Wagering | Picking | Duel, move: Move) -> None:
    match move, phase:
        case Stake(amount=amount), Wagering(seat=seat):
            wager(step, seat, amount)
        case Pick(dice=dice), Picking():
            pick(step, phase, dice)
        case Roll(), Duel():
            roll(step, phase)
        case Split(), Duel(seat=seat, duel=duel):
            duel_goes_on(step, seat, duel, DuelSplit())
        case Stand(), Duel(seat=seat, duel=duel):
            duel_goes_on(step, seat, duel, DuelStand())
        case _:
            raise AssertionError(f"{move} is not offered in {phase}")


def silence(step: RoguesBuilder, phase: Wagering | Picking | Duel) -> None:
    """Act for the silent: wager nothing, pick the first two dice as rolled; the rest is as in the base game (HG-5)."""
    match phase:
        case Wagering(seat=seat):
            wager(step, seat, Suckers(0))
        case Picking(dice=dice):
            pick(step, phase, dice[:HAND])
        case Duel(seat=seat, duel=DuelState(phase=Splitting()) as duel):
            duel_goes_on(step, seat, duel, DuelSplit())
        case Duel():
            roll(step, phase)


def roll(step: RoguesBuilder, phase: Duel) -> None:
    """Roll; if there are more than two dice, all are rolled, and two are picked (FR-36)."""
    seat = phase.seat
    count = dice_in_duel(step.options, step.rogue(seat).cup)
    if count <= HAND:
        duel_goes_on(step, seat, phase.duel, DuelRoll())
        return
    fallen = rolled(step.dice, seat, count)
    step.ask(Picking(seat, fallen, rolls_against(phase.duel).knee, phase.duel))
    step.tell(DuelRolled(seat, fallen, 0, picks=True))


def rolls_against(duel: DuelState) -> HalflingRolls:
    assert isinstance(duel.phase, HalflingRolls)  # noqa: S101 - only then a roll is offered
    return duel.phase


def pick(step: RoguesBuilder, phase: Picking, dice: tuple[int, ...]) -> None:
    bet = rolls_against(phase.duel).bet
    first, second = dice
    hand = Hand(0, (first, second), bet.stake, bet.cover)
    step.tell(DuelRolled(phase.seat, dice, hand.total, picks=False))
    duel = HalflingsBuilder(replace(phase.duel, stacks=step.state.stacks), step.dice)
    duelling.go_on(duel, DuelPlay(phase.seat, False, (hand,), 0, 0), phase.knee)
    took(step, phase.seat, duel.state, tuple(duel.events))


def duel_goes_on(step: RoguesBuilder, seat: Seat, duel: DuelState, move: DuelRoll | DuelSplit | DuelStand) -> None:
    played = duelling.played(replace(duel, stacks=step.state.stacks), seat, move, step.dice)
    took(step, seat, played.state, played.events)


# What came of it


def took(step: RoguesBuilder, seat: Seat, duel: DuelState, events: tuple[Event, ...]) -> None:
    """Take over a step of the base game: its money, and its events in this game's words."""
    paid = Suckers(duel.stacks[seat] - step.state.stacks[seat])
    step.state = replace(step.state, stacks=duel.stacks, bank=step.state.bank + duel.bank)
    step.ask(Duel(seat, replace(duel, bank=0)))
    for event in events:
        tell(step, seat, event, paid)


def tell(step: RoguesBuilder, seat: Seat, event: Event, paid: Suckers) -> None:
    """Tell an event of the base game. `paid`: what the stack gets in this step: stake and pay together."""
    match event:
        case base.Kneed(knee=knee, pays=pays):
            step.tell(Kneed(knee, pays))
        case base.Kick():
            step.tell(DuelKick())
        case base.Rolled(dice=dice, total=total):
            step.tell(DuelRolled(seat, dice, total, picks=False))
        case base.MaySplit(total=total, knee=knee, keeps=keeps):
            step.tell(MaySplit(seat, total, knee, keeps, step.options.duel_seconds))
        case base.Kept(kept=kept, knee=knee):
            step.tell(Kept(seat, kept, knee))
        case base.Snake():
            step.tell(SnakeEyes(seat))
        case base.Toppled(total=total, won=won):
            stake = Suckers(paid - won)
            match_is_over(step, DuelOver(seat, "toppled", total, paid, (MatchWon(seat),), stake), "final-won")
        case base.Kicked(total=total, lost=lost):
            match_is_over(step, DuelOver(seat, "kicked", total, lost, (MatchWon(seat),)), "final-lost")
        case base.Eaten(total=total, lost=lost):
            match_is_over(step, DuelOver(seat, "eaten", total, lost, (MatchWon(seat),)), "final-lost")
        case _:
            raise AssertionError(f"{event} does not happen in the last duel")


def match_is_over(step: RoguesBuilder, event: DuelOver, ended: str) -> None:
    """End the match; the last Halfling has won it even if the duel is lost. The last round is lost with the duel."""
    step.tell(event)
    step.ask(Over(ended, () if ended == "final-lost" else (event.seat,), goes_on=False))
