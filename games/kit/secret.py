"""Mark hidden things by a type: it prints closed, and one visible word opens it."""

from typing import Generic, NoReturn, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Secret(Struct, Generic[T], frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """Keep what only some may know. Only `reveal()` opens it; everything else prints it closed."""

    _hidden: T

    def reveal(self) -> T:
        """Return the hidden thing itself. Call this only where a rule turns it up, or for its owner's own view."""
        return self._hidden

    def __repr__(self) -> str:
        return "Secret(…)"

    __str__ = __repr__

    def __rich_repr__(self) -> NoReturn:
        raise TypeError("a Secret has no rich form")

    def __format__(self, spec: str) -> str:
        return repr(self)


class Sealed(Secret[T], Generic[T], frozen=True, array_like=True, forbid_unknown_fields=True):
    """Keep what a player chose in secret (a vote, a blind bid) until everybody has chosen and it is opened for all."""
