"""Luck, which is what somebody won in a game less the chance they had, and the largest pot, both out of its record."""

from typing import Final

from games.catalogue import AnyGame
from games.kit.seats import SPECTATOR, Seat, all_seats
from games.kit.thinker import Thinker
from games.proof.verifying import Replayed

WHOLE: Final = 1000


def luck_in(rules: AnyGame, replayed: Replayed, seats: int) -> tuple[int | None, ...]:
    """Return each seat's luck in thousandths of a game; None where its chance could never be told exactly.

    The chance is the first that a game tells: from there on all was left to fall out, with the best play.
    """
    result = None if replayed.void else rules.result(replayed.moments[-1].state)
    if result is None:
        return (None,) * seats
    return tuple(
        None if (chance := first_chance(rules, replayed, seat)) is None else won(seat in result.winners, chance)
        for seat in all_seats(seats)
    )


def largest_pot(rules: AnyGame, replayed: Replayed) -> int:
    """Return the most that lay in the pot at once, as everybody could see; 0 where the game has no stacks."""
    views = (rules.view(moment.state, SPECTATOR) for moment in replayed.moments)
    return max((int(view.pot) for view in views if view.stacks), default=0)


def tells_chances(rules: AnyGame) -> bool:
    """Return whether a game ever tells anybody's chance; else nobody's luck need be looked for."""
    return type(rules).chance is not Thinker.chance


def first_chance(rules: AnyGame, replayed: Replayed, seat: Seat) -> float | None:
    """Return the first chance to win that could be told this seat exactly. The end itself leaves nothing to chance."""
    for moment in replayed.last_round[:-1]:
        chance = rules.chance(rules.view(moment.state, seat), None)
        if chance is not None:
            return chance
    return None


def won(wins: bool, chance: float) -> int:
    return WHOLE * wins - round(WHOLE * chance)
