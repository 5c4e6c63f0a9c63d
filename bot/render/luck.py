"""Luck (what somebody won in a game less their chance of it), the largest pot, and winners' worst chances."""

from typing import Final

from games.catalogue import AnyGame
from games.kit.seats import SPECTATOR, Seat, all_seats
from games.kit.thinker import Thinker
from games.proof.verifying import Replayed

WHOLE: Final = 1000


def luck_in(rules: AnyGame, replayed: Replayed, seats: int) -> tuple[int | None, ...]:
    """Return each seat's luck in thousandths of a game; None where its chance could not be computed exactly.

    The chance is the first one that the game tells; it assumes the best play from there on.
    """
    result = None if replayed.void else rules.result(replayed.moments[-1].state)
    if result is None:
        return (None,) * seats
    return tuple(
        None if (chance := first_chance(rules, replayed, seat)) is None else won(seat in result.winners, chance)
        for seat in all_seats(seats)
    )


def largest_pot(rules: AnyGame, replayed: Replayed) -> int:
    """Return the largest pot during a game, as everybody could see it; 0 if the game has no stacks."""
    views = (rules.view(moment.state, SPECTATOR) for moment in replayed.moments)
    return max((int(view.pot) for view in views if view.stacks), default=0)


def lows_in(rules: AnyGame, replayed: Replayed, seats: int) -> tuple[int, ...]:
    """Return to how many percent the chance of each winner had sunk; 0: it is unknown, or the seat has not won."""
    result = None if replayed.void else rules.result(replayed.moments[-1].state)
    winners = () if result is None else result.winners
    return tuple(lowest_chance(rules, replayed, seat) if seat in winners else 0 for seat in all_seats(seats))


def lowest_chance(rules: AnyGame, replayed: Replayed, seat: Seat) -> int:
    """Return the lowest exact chance to win that a seat could be told, in percent; 0: it could be told none."""
    views = (rules.view(moment.state, seat) for moment in replayed.last_round[:-1])
    chances = [chance for view in views if (chance := rules.chance(view, None))]
    return max(1, round(100 * min(chances))) if chances else 0


def tells_chances(rules: AnyGame) -> bool:
    """Tell whether a game ever computes chances; if not, it has no luck to look for."""
    return type(rules).chance is not Thinker.chance


def first_chance(rules: AnyGame, replayed: Replayed, seat: Seat) -> float | None:
    """Return the first exact chance to win that a seat could be told, before the end, which leaves none."""
    for moment in replayed.last_round[:-1]:
        chance = rules.chance(rules.view(moment.state, seat), None)
        if chance is not None:
            return chance
    return None


def won(wins: bool, chance: float) -> int:
    return WHOLE * wins - round(WHOLE * chance)
