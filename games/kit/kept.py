"""Keep an answer for as long as it is good."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from games.kit.seats import Seat

S = TypeVar("S")
T = TypeVar("T")


def once(answer: Callable[[S], T]) -> Callable[[S], T]:
    """Answer once, as long as it is asked about the same thing, which never changes: one thing after another."""
    kept: tuple[S | None, T | None] = (None, None)

    @wraps(answer)
    def answered(thing: S, /) -> T:
        nonlocal kept
        of, found = kept
        if of is not thing or found is None:
            found = answer(thing)
            kept = (thing, found)
        return found

    return answered


def once_a_state(answer: Callable[[S, Seat], T]) -> Callable[[S, Seat], T]:
    """Answer once for each seat, as long as it is asked about the same state: what a seat may do is listed to be
    offered, and again to be played.

    A state never changes, so it is known by being the same thing. Of one state alone the answers are kept.
    """
    kept: tuple[S | None, dict[Seat, T]] = (None, {})

    @wraps(answer)
    def once(state: S, seat: Seat, /) -> T:
        nonlocal kept
        of, answers = kept
        if of is not state:
            answers = {}
            kept = (state, answers)  # together, for bots that think in threads of their own
        if seat not in answers:
            answers[seat] = answer(state, seat)
        return answers[seat]

    return once
