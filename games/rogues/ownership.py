"""Say whose each sucker is: in a round, in the last duel, and between two rounds (FR-22, FR-35)."""

from msgspec.structs import replace

from games.kit.money import Stacks, Suckers, moved, shared
from games.kit.owed import Owed, stakes_back
from games.kit.seats import Seat, all_seats
from games.rogues.deal import with_held
from games.rogues.state import Carry, Held, Over, State
from games.rogues.step import may_flee, order
from games.rogues.view import pot_of


def owed(held: State | Carry, stacks: Stacks) -> Owed:
    """Return what is owed. What the last Halfling has won and plays for is theirs until the duel is decided (FR-35)."""
    match held:
        case Carry() as carry:
            return Owed(with_held(stacks, carry), pot=Suckers(carry.pot - sum_of(carry.held)))
        case State(phase=Over()) as state:
            theirs = moved(state.stacks, {one.seat: one.amount for one in state.held})
            return Owed(theirs, state.bank, Suckers(state.pot - sum_of(state.held)))
        case State() as state:
            return undecided(state, stacks)


def sum_of(held: tuple[Held, ...]) -> int:
    return sum(one.amount for one in held)


def undecided(state: State, brought: Stacks) -> Owed:
    """Return what is owed before the reveal. Antes, bets and stakes belong to those who paid them, the match to the
    House. Those who fled, or have left and will flee, lost them to those who still play for the pot. A split does not
    count, and its ante goes back (FR-17, FR-22).
    """
    lost = tuple(seat for seat in order(state) if has_lost(state, seat))
    to = tuple(seat for seat in order(state) if seat not in lost and state.rogues[seat].plays in {"waits", "trips"})
    carried = pot_of(state) - state.matched - (sum(brought) - sum(state.stacks))
    theirs = stakes_back(state.stacks, brought, lost, to)
    return Owed(theirs, state.bank + state.matched, Suckers(carried))


def has_lost(state: State, seat: Seat) -> bool:
    plays = state.rogues[seat].plays
    return plays == "fled" or (plays == "waits" and seat in state.gone and bool(state.cups) and may_flee(state, seat))


def paid(carry: Carry) -> Carry:
    return replace(carry, pot=Suckers(carry.pot - sum_of(carry.held)), held=())


def break_up(carry: Carry, stacks: Stacks) -> Stacks:
    """Share the carried pot among those who are still in or, if nobody is, among all who sit (ALL-2). What the last
    Halfling has won is theirs.
    """
    if not stacks:
        return stacks
    everybody, theirs = all_seats(len(stacks)), owed(carry, stacks)
    still = tuple(seat for seat, cup in zip(everybody, carry.cups, strict=False) if cup)
    return moved(theirs.seats, shared(theirs.pot, still or everybody))
