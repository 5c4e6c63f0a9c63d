"""Play the Circuit of Thieves: "you declare an amount of money that you believe your hand to be worth"."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, Range
from games.kit.seats import Seat
from games.rogues.events import Checked, FirstToBet, Fled, HasBet, NextToBet, Then
from games.rogues.moves import Allin, Bet, Call, Check, Flee, Raise
from games.rogues.state import Circuit, State
from games.rogues.step import RoguesBuilder, betting_order, trippers

FEWEST_BETTORS = 2


def begin(step: RoguesBuilder) -> tuple[Then, ...]:
    """Begin the betting: "the last player to choose their play ... is the first player to bet"; nobody bets alone."""
    waiting = with_chips(step.state, betting_order(step.state))
    if len(waiting) < FEWEST_BETTORS:
        return step.giant_comes()
    step.ask(Circuit(waiting, Suckers(0), 0))
    return () if waiting[0] in step.state.gone else (FirstToBet(waiting[0], "thieves", step.state.unit),)


def with_chips(state: State, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with chips: a player without any is all-in already, and is not asked."""
    return tuple(seat for seat in seats if state.stacks[seat])


# What may be done now


def legal_moves(state: State, phase: Circuit, seat: Seat) -> tuple[LegalMove, ...]:
    if seat != phase.waiting[0]:
        return ()
    return answers(state, phase, seat) if phase.standing else opening(state, seat)


def opening(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    """Offer the first bettor a check (FR-41) and therefore no Flee (FR-14); the smallest bet is one ante (FR-42)."""
    least, stack = state.unit, state.stacks[seat]
    bets = (LegalMove(Bet, {"amount": Range(least, stack)}),) if stack >= least else ()
    return (LegalMove(Check), *bets, LegalMove(Allin))


def answers(state: State, phase: Circuit, seat: Seat) -> tuple[LegalMove, ...]:
    """Return the answers to a bet: "the next player to bet cannot bet lower than that amount. If they lack sufficient
    funds, they can go “All-In” to call your bet or choose to change their play to a Flee" (FR-43), drawn or not
    (FR-14). The number of raises is limited, so that the betting ends (FR-42).
    """
    stack, owes, least, most = (
        state.stacks[seat],
        owed(state, phase, seat),
        least_raise(state, phase),
        all_of(state, seat),
    )
    more = phase.raises < state.options.raise_cap
    return (
        LegalMove(Flee),
        *((LegalMove(Call),) if stack >= owes else ()),
        *((LegalMove(Raise, {"amount": Range(least, most)}),) if more and most >= least else ()),
        *((LegalMove(Allin),) if more or stack <= owes else ()),
    )


def owed(state: State, phase: Circuit, seat: Seat) -> int:
    """Return what a seat must put in to call."""
    return phase.standing - state.rogues[seat].bet


def least_raise(state: State, phase: Circuit) -> int:
    return phase.standing + state.unit


def all_of(state: State, seat: Seat) -> Suckers:
    """Return what a seat has in if it goes all-in."""
    return Suckers(state.rogues[seat].bet + state.stacks[seat])


# Doing it


def play(step: RoguesBuilder, phase: Circuit, seat: Seat, move: Move) -> None:
    match move:
        case Flee():
            flee(step, phase, seat)
        case Check():
            check(step, phase, seat)
        case Bet(amount=amount):
            put_in(step, phase, seat, amount, "bet")
        case Call():
            put_in(step, phase, seat, phase.standing, "call")
        case Raise(amount=amount):
            put_in(step, phase, seat, amount, "raise")
        case Allin():
            put_in(step, phase, seat, all_of(step.state, seat), "allin")
        case _:
            raise AssertionError(f"{move} is not offered in the Circuit")


def flee(step: RoguesBuilder, phase: Circuit, seat: Seat) -> None:
    """Flee (rulebook: "sacrifices their play but does not require them to match the standing bet")."""
    step.put(seat, replace(step.rogue(seat), plays="fled"))
    then = go_on(step, replace(phase, waiting=phase.waiting[1:]))
    step.tell(Fled(seat, then))


def check(step: RoguesBuilder, phase: Circuit, seat: Seat) -> None:
    then = go_on(step, replace(phase, waiting=phase.waiting[1:]))
    step.tell(Checked(seat, then))


def put_in(step: RoguesBuilder, phase: Circuit, seat: Seat, amount: Suckers, how: str) -> None:
    """Put suckers in. `amount`: what the seat has in from now on. If it tops the bet, all others must answer."""
    rogue = step.rogue(seat)
    step.pay(seat, rogue.bet - amount)
    step.put(seat, replace(rogue, bet=amount))
    if amount > phase.standing:
        raises = phase.raises + (phase.standing > 0)
        after = Circuit(others_behind(step.state, seat), amount, raises)
    else:
        after = replace(phase, waiting=phase.waiting[1:])
    then = go_on(step, after)
    said = "allin" if how != "call" and not step.state.stacks[seat] else how
    step.tell(HasBet(seat, said, amount, after.standing, then))


def others_behind(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other bettors with chips, in order from the next one after this seat."""
    circle = betting_order(state)
    at = circle.index(seat)
    return with_chips(state, (*circle[at + 1 :], *circle[:at]))


def silence(step: RoguesBuilder, phase: Circuit, seat: Seat) -> None:
    """Check for the silent if nothing has been bet; else flee (FR-14)."""
    if phase.standing:
        flee(step, phase, seat)
    else:
        check(step, phase, seat)


def go_on(step: RoguesBuilder, phase: Circuit) -> tuple[Then, ...]:
    """Ask the next bettor, until each has matched the bet or is all-in, or one alone faces the Giant (FR-46)."""
    step.ask(phase)
    if not phase.waiting or len(trippers(step.state)) == 1:
        return step.giant_comes()
    bettor = phase.waiting[0]
    if bettor in step.state.gone:
        return ()
    return (NextToBet(bettor, Suckers(owed(step.state, phase, bettor))),)
