"""Say whose each sucker is, in a game and between two (HG-15)."""

from collections import Counter

from games.halflings.state import (
    Bet,
    Carry,
    GiantRolls,
    HalflingRolls,
    Hand,
    Over,
    RoundShown,
    Splitting,
    Staking,
    State,
)
from games.kit.money import Stacks, moved
from games.kit.owed import Owed
from games.kit.seats import Seat


def owed(held: State | Carry, stacks: Stacks) -> Owed:
    """Return what is owed. Stakes and covers belong to those who put them in until the hand is settled and paid."""
    if isinstance(held, Carry):
        return Owed(stacks)
    back: Counter[Seat] = Counter()
    for seat, staked in still_open(held):
        back[seat] += staked.stake
        if held.giant is not None:
            back[held.giant] += staked.cover
    return Owed(moved(held.stacks, back), held.bank)


def still_open(state: State) -> list[tuple[Seat, Bet | Hand]]:
    """Return the open bets and hands with their seats."""
    match state.phase:
        case Staking(bets=bets):
            return [(bet.seat, bet) for bet in bets]
        case GiantRolls(bet=bet) | HalflingRolls(bet=bet):
            return [(bet.seat, bet)]
        case Splitting(plays=plays):
            return [(play.seat, hand) for play in plays for hand in play.hands]
        case RoundShown() | Over():
            return []
