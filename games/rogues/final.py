"""The last duel: "a standard round of Halflings vs. Giants for the entirety of the pot", by that game's own rules."""

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
from games.halflings.turn import Turn as DuelTurn
from games.kit.contract import Event
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, Range, Some
from games.kit.seats import Seat
from games.rogues.chances import DUEL
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
from games.rogues.turn import HAND, Turn

NOTHING: Final = Suckers(0)

# The stake


def begin(turn: Turn, seat: Seat) -> None:
    """The stake is the pot; where there is none, by the option something of one's own, once (FR-35)."""
    pot, final = turn.state.pot, turn.options.final
    turn.state = replace(turn.state, pot=Suckers(0))
    if pot and final is not FinalStake.SKIP and not above_the_limit(turn.options, pot):
        turn.tell(FinalBegins(seat, pot, Suckers(0)))
        duel_begins(turn, seat, pot)
    elif pot:
        turn.pay(seat, pot)
        without_a_duel(turn, seat, "skipped" if final is FinalStake.SKIP else "forfeited", pot)
    elif final is FinalStake.WAGER and turn.state.stacks[seat]:
        turn.ask(Wagering(seat))
        turn.tell(FinalBegins(seat, Suckers(0), most_to_wager(turn.state, seat)))
    else:
        without_a_duel(turn, seat, "no-pot")


def above_the_limit(options: RoguesOptions, stake: int) -> bool:
    """Rulebook: "The House may optionally forfeit if the stakes are unmanageable" (FR-37)."""
    return 0 < options.house_limit < stake


def most_to_wager(state: State, seat: Seat) -> Suckers:
    """Return the stack, or as much of it as the House does not forfeit for."""
    stack = state.stacks[seat]
    return state.options.house_limit if above_the_limit(state.options, stack) else stack


def without_a_duel(turn: Turn, seat: Seat, how: str, amount: Suckers = NOTHING) -> None:
    match_is_over(turn, DuelOver(seat, how, 0, amount, (MatchWon(seat),)), "no-final")


def wager(turn: Turn, seat: Seat, amount: Suckers) -> None:
    """Nothing wagered: the last Halfling has won the match as it is."""
    if not amount:
        without_a_duel(turn, seat, "no-stake")
        return
    turn.tell(Wagered(seat, amount))
    turn.pay(seat, -amount)
    duel_begins(turn, seat, amount)


def duel_begins(turn: Turn, seat: Seat, stake: Suckers) -> None:
    """The Giant is the House."""
    state = DuelState(
        options=DUEL,
        stacks=turn.state.stacks,
        bank=0,
        giant=None,
        rounds_left=1,
        asked=0,
        gone=(),
        nets=(),
        phase=Staking(()),
    )
    duel = DuelTurn(state, turn.dice)
    duelling.await_giant(duel, Bet(seat, stake, Suckers(0), auto=False))
    took(turn, seat, duel.state, tuple(duel.events))


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


def play(turn: Turn, phase: Wagering | Picking | Duel, move: Move) -> None:
    match move, phase:
        case Stake(amount=amount), Wagering(seat=seat):
            wager(turn, seat, amount)
        case Pick(dice=dice), Picking():
            pick(turn, phase, dice)
        case Roll(), Duel():
            roll(turn, phase)
        case Split(), Duel(seat=seat, duel=duel):
            duel_goes_on(turn, seat, duel, DuelSplit())
        case Stand(), Duel(seat=seat, duel=duel):
            duel_goes_on(turn, seat, duel, DuelStand())
        case _:
            raise AssertionError(f"{move} is not offered in {phase}")


def silence(turn: Turn, phase: Wagering | Picking | Duel) -> None:
    """Nothing is wagered; the first two are picked, in the order rolled; the rest is as in the base game (HG-5)."""
    match phase:
        case Wagering(seat=seat):
            wager(turn, seat, Suckers(0))
        case Picking(dice=dice):
            pick(turn, phase, dice[:HAND])
        case Duel(seat=seat, duel=DuelState(phase=Splitting()) as duel):
            duel_goes_on(turn, seat, duel, DuelSplit())
        case Duel():
            roll(turn, phase)


def roll(turn: Turn, phase: Duel) -> None:
    """Of more than two dice all are rolled, and two are picked (FR-36)."""
    seat, cup = phase.seat, turn.rogue(phase.seat).cup
    if cup <= HAND:
        duel_goes_on(turn, seat, phase.duel, DuelRoll())
        return
    fallen = rolled(turn.dice, seat, cup)
    turn.ask(Picking(seat, fallen, rolls_against(phase.duel).knee, phase.duel))
    turn.tell(DuelRolled(seat, fallen, 0, picks=True))


def rolls_against(duel: DuelState) -> HalflingRolls:
    assert isinstance(duel.phase, HalflingRolls)  # noqa: S101 - only then a roll is offered
    return duel.phase


def pick(turn: Turn, phase: Picking, dice: tuple[int, ...]) -> None:
    bet = rolls_against(phase.duel).bet
    first, second = dice
    hand = Hand(0, (first, second), bet.stake, bet.cover)
    turn.tell(DuelRolled(phase.seat, dice, hand.total, picks=False))
    duel = DuelTurn(replace(phase.duel, stacks=turn.state.stacks), turn.dice)
    duelling.go_on(duel, DuelPlay(phase.seat, False, (hand,), 0, 0), phase.knee)
    took(turn, phase.seat, duel.state, tuple(duel.events))


def duel_goes_on(turn: Turn, seat: Seat, duel: DuelState, move: DuelRoll | DuelSplit | DuelStand) -> None:
    step = duelling.played(replace(duel, stacks=turn.state.stacks), seat, move, turn.dice)
    took(turn, seat, step.state, step.events)


# What came of it


def took(turn: Turn, seat: Seat, duel: DuelState, events: tuple[Event, ...]) -> None:
    """The step of the base game, with its money and in this game's words."""
    paid = Suckers(duel.stacks[seat] - turn.state.stacks[seat])
    turn.state = replace(turn.state, stacks=duel.stacks, bank=turn.state.bank + duel.bank)
    turn.ask(Duel(seat, replace(duel, bank=0)))
    for event in events:
        tell(turn, seat, event, paid)


def tell(turn: Turn, seat: Seat, event: Event, paid: Suckers) -> None:
    """`paid`: onto the stack in this step: the stake, and what the House pays for it."""
    match event:
        case base.Kneed(knee=knee, pays=pays):
            turn.tell(Kneed(knee, pays))
        case base.Kick():
            turn.tell(DuelKick())
        case base.Rolled(dice=dice, total=total):
            turn.tell(DuelRolled(seat, dice, total, picks=False))
        case base.MaySplit(total=total, knee=knee, keeps=keeps):
            turn.tell(MaySplit(seat, total, knee, keeps, turn.options.duel_seconds))
        case base.Kept(kept=kept, knee=knee):
            turn.tell(Kept(seat, kept, knee))
        case base.Snake():
            turn.tell(SnakeEyes(seat))
        case base.Toppled(total=total, won=won):
            stake = Suckers(paid - won)
            match_is_over(turn, DuelOver(seat, "toppled", total, paid, (MatchWon(seat),), stake), "final-won")
        case base.Kicked(total=total, lost=lost):
            match_is_over(turn, DuelOver(seat, "kicked", total, lost, (MatchWon(seat),)), "final-lost")
        case base.Eaten(total=total, lost=lost):
            match_is_over(turn, DuelOver(seat, "eaten", total, lost, (MatchWon(seat),)), "final-lost")
        case _:
            raise AssertionError(f"{event} does not happen in the last duel")


def match_is_over(turn: Turn, event: DuelOver, ended: str) -> None:
    """Won or lost, the last Halfling has won the match; the last round is lost with the duel."""
    turn.tell(event)
    turn.ask(Over(ended, () if ended == "final-lost" else (event.seat,), goes_on=False))
