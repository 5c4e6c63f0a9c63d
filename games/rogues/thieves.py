"""The Circuit of Thieves: "you declare an amount of money that you believe your hand to be worth"."""

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
    """Rulebook: "the last player to choose their play ... is the first player to bet"; nobody bets alone."""
    waiting = with_chips(step.state, betting_order(step.state))
    if len(waiting) < FEWEST_BETTORS:
        return step.giant_comes()
    step.ask(Circuit(waiting, Suckers(0), 0))
    return () if waiting[0] in step.state.gone else (FirstToBet(waiting[0], "thieves", step.state.unit),)


def with_chips(state: State, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return those with chips: who has none is all-in already, and is not asked."""
    return tuple(seat for seat in seats if state.stacks[seat])


# What may be done now


def legal_moves(state: State, phase: Circuit, seat: Seat) -> tuple[LegalMove, ...]:
    if seat != phase.waiting[0]:
        return ()
    return answers(state, phase, seat) if phase.standing else opening(state, seat)


def opening(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    """Offer the first bettor a check (FR-41), and so no Flee (FR-14); the smallest bet is one ante (FR-42)."""
    least, stack = state.unit, state.stacks[seat]
    bets = (LegalMove(Bet, {"amount": Range(least, stack)}),) if stack >= least else ()
    return (LegalMove(Check), *bets, LegalMove(Allin))


def answers(state: State, phase: Circuit, seat: Seat) -> tuple[LegalMove, ...]:
    """Rulebook: "the next player to bet cannot bet lower than that amount. If they lack sufficient funds, they can go
    “All-In” to call your bet or choose to change their play to a Flee" (FR-43), drawn or not (FR-14). Raises are few,
    so that it comes to an end (FR-42).
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
    """Return what they would have to put in to call."""
    return phase.standing - state.rogues[seat].bet


def least_raise(state: State, phase: Circuit) -> int:
    return phase.standing + state.unit


def all_of(state: State, seat: Seat) -> Suckers:
    """Return what a seat has in once it is all-in."""
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
    """Rulebook: "sacrifices their play but does not require them to match the standing bet"."""
    step.put(seat, replace(step.rogue(seat), plays="fled"))
    then = go_on(step, replace(phase, waiting=phase.waiting[1:]))
    step.tell(Fled(seat, then))


def check(step: RoguesBuilder, phase: Circuit, seat: Seat) -> None:
    then = go_on(step, replace(phase, waiting=phase.waiting[1:]))
    step.tell(Checked(seat, then))


def put_in(step: RoguesBuilder, phase: Circuit, seat: Seat, amount: Suckers, how: str) -> None:
    """`amount`: what they have in from now on. What tops the standing bet is the new one, and all others answer it."""
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
    """Return the other bettors with chips, round from the one behind this seat."""
    circle = betting_order(state)
    at = circle.index(seat)
    return with_chips(state, (*circle[at + 1 :], *circle[:at]))


def silence(step: RoguesBuilder, phase: Circuit, seat: Seat) -> None:
    """Nothing has been bet: a check; else a Flee (FR-14)."""
    if phase.standing:
        flee(step, phase, seat)
    else:
        check(step, phase, seat)


def go_on(step: RoguesBuilder, phase: Circuit) -> tuple[Then, ...]:
    """Until each has matched the bet or is all-in, or one alone is left to face the Giant (FR-46)."""
    step.ask(phase)
    if not phase.waiting or len(trippers(step.state)) == 1:
        return step.giant_comes()
    bettor = phase.waiting[0]
    if bettor in step.state.gone:
        return ()
    return (NextToBet(bettor, Suckers(owed(step.state, phase, bettor))),)
