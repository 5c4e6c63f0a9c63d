"""Figures: numbers about an adapter that whoever runs the bot can watch."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol, runtime_checkable


class Figure(NamedTuple):
    """A number now. `name`: in small letters, as `pages`; `up` is 1 while people there can be heard."""

    name: str
    value: float


@runtime_checkable
class Observed(Protocol):
    """An adapter that tells its figures."""

    platform: str

    def figures(self) -> Iterable[Figure]:
        """Return the figures now; the call is cheap."""
        ...
