"""Cache answers for as long as they are valid."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, Self, TypeVar, overload

from games.kit.seats import Seat

K = TypeVar("K")
S = TypeVar("S")
T = TypeVar("T")


def once(answer: Callable[[S], T]) -> Callable[[S], T]:
    """Cache the answer about the last thing that was asked about; things never change, so identity is enough."""
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
    """Cache the answer for each seat while the same state is asked about: the moves of a seat are listed once to offer
    them and once more to play one.

    A state never changes, so it is recognized by identity. Only the answers about one state are kept.
    """
    kept: tuple[S | None, dict[Seat, T]] = (None, {})

    @wraps(answer)
    def once(state: S, seat: Seat, /) -> T:
        nonlocal kept
        of, answers = kept
        if of is not state:
            answers = {}
            kept = (state, answers)  # set together, because bots think in threads of their own
        if seat not in answers:
            answers[seat] = answer(state, seat)
        return answers[seat]

    return once


def keep_latest(kept: dict[K, T], key: K, what: T, most: int) -> T:
    """Keep something as the latest, and return it; of too many, what was kept longest ago is dropped.

    A look-up in `cachetools.LRUCache` takes five calls of Python, in a dict one of C.
    """
    kept.pop(key, None)
    kept[key] = what
    if len(kept) > most:
        del kept[next(iter(kept))]
    return what


class known_once(Generic[S, T]):  # noqa: N801 - it stands where `property` stands
    """Compute a property once for each object and keep it in the object's `__dict__`.

    Like `functools.cached_property`, without the lock that it takes up to Python 3.11: a step of a table looks up
    fifty, and two threads that compute the same one get the same value.
    """

    def __init__(self, answer: Callable[[S], T]) -> None:
        self._answer, self._name = answer, answer.__name__
        self.__doc__ = answer.__doc__

    @overload
    def __get__(self, thing: None, kind: type[Any] | None = None) -> Self: ...

    @overload
    def __get__(self, thing: object, kind: type[Any] | None = None) -> T: ...

    def __get__(self, thing: Any, kind: type[Any] | None = None) -> Self | T:
        if thing is None:
            return self
        found = thing.__dict__[self._name] = self._answer(thing)
        return found

    def keep(self, thing: S, found: T) -> None:
        """Keep an answer that is known already, so that it need not be computed."""
        thing.__dict__[self._name] = found
