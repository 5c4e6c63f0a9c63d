"""Say whose each sucker is, in a game and between two (HA-31, HA-37)."""

from games.headache.allies import allies_now
from games.headache.state import Carry, Contest, Over, RoundShown, State, WithTable
from games.kit.money import Stacks, Suckers, moved, shared
from games.kit.owed import Owed, stakes_back
from games.kit.seats import Seat, all_seats


def owed(held: State | Carry, stacks: Stacks) -> Owed:
    """Return what is owed. The pot is open until the last round: what was paid into it belongs to those who paid.

    Players who have left (HA-37) or can't win any more have lost theirs to those who can.
    """
    match held:
        case Carry(pot=pot):
            return Owed(stacks, pot=pot)
        case State(phase=Over()) as state:
            return Owed(state.stacks, pot=state.pot)
        case State() as state:
            able = can_win(state)
            lost = tuple(seat for seat in state.players if seat not in able)
            carried = state.pot - (sum(stacks) - sum(state.stacks))
            return Owed(stakes_back(state.stacks, stacks, lost, able), pot=Suckers(carried))


def break_up(carry: Carry, stacks: Stacks) -> Stacks:
    """Give a pot that nobody has won to those who paid into it or, if they have all left, to all who sit (HA-31)."""
    return moved(stacks, shared(carry.pot, carry.staked or all_seats(len(stacks)))) if stacks else stacks


def can_win(state: State) -> tuple[Seat, ...]:
    """Return who may still win the pot: after the cups are lifted, only owners and players who may still ally."""
    phase = state.phase
    if not isinstance(phase, WithTable) or not phase.table.sides or allies_now(state):
        return state.here
    heads = {one.head for one in phase.contenders} if isinstance(phase, Contest | RoundShown) else None
    sides = [side for side in phase.table.sides if heads is None or side.members[0] in heads]
    return tuple(member for side in sides for member in side.members)
