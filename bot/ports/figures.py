"""Figures: numbers about an adapter that whoever runs the bot can watch."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol, runtime_checkable


class Figure(NamedTuple):
    """A number now. `name`: in small letters, as `pages`; `up` is 1 while people there can be heard.

    `kind`: of a sum that only grows, as the seconds waited for limits; empty for what is so now.
    """

    name: str
    value: float
    kind: str = ""


@runtime_checkable
class Observed(Protocol):
    """An adapter that tells its figures."""

    platform: str

    def figures(self) -> Iterable[Figure]:
        """Return the figures now; the call is cheap."""
        ...
