"""Everybody's place in a game that has ended: by its rules, or by gains where these know only who has won."""

from collections.abc import Sequence
from typing import Any

from games.catalogue import AnyGame
from games.kit.contract import Places


def places_after(rules: AnyGame, state: Any, won: Sequence[bool], gains: Sequence[int] | None) -> Places:
    """Return everybody's place at this end of a game. `gains`: None where there is no money."""
    found: Places | None = rules.places(state)
    return found or places_of(won, gains)


def places_of(won: Sequence[bool], gains: Sequence[int] | None) -> tuple[int, ...]:
    """Return everybody's place by gains: who won comes first, then who gained most; equals share a place.

    0: no place. So it is for all if nobody won, for losers where there is no money, and for several who are last
    together.
    """
    keys = [(not wins, -gain) for wins, gain in zip(won, gains or [0] * len(won), strict=True)]
    if not any(won):
        return (0,) * len(won)
    order, last = sorted(keys), max(keys)
    shared = gains is None or keys.count(last) > 1
    return tuple(0 if key[0] and key == last and shared else order.index(key) + 1 for key in keys)
