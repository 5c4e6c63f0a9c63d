"""Propose names to newcomers who do not want to think of one."""

import random
from collections.abc import Callable, Collection
from itertools import product
from typing import Final

SHUFFLE: Final = random.SystemRandom().shuffle
TRIES: Final = 20


class ProposedNames:
    """Proposes friendly names made of our own words; none is repeated before all were proposed.

    `text`: returns a sentence by its id and locale, with its values.
    """

    def __init__(self, text: Callable[..., str]) -> None:
        self._text = text
        self._left: dict[str, list[str]] = {}
        """By locale: the names not proposed yet."""

    def next(self, locale: str, taken: Collection[str] = ()) -> str:
        """Return a name not proposed recently, and different from those taken, also in upper or lower case."""
        known = {name.casefold() for name in taken}
        for _ in range(TRIES):
            if (name := self._drawn(locale)).casefold() not in known:
                break
        return name

    def _drawn(self, locale: str) -> str:
        if not self._left.get(locale):
            self._left[locale] = self._all(locale)
        return self._left[locale].pop()

    def _all(self, locale: str) -> list[str]:
        """Return all pairs of a first and a second word, shuffled."""
        pairs = product(*(self._text(half, locale).split() for half in ("web-names-first", "web-names-second")))
        names = [self._text("web-name-proposed", locale, first=first, second=second) for first, second in pairs]
        SHUFFLE(names)
        return names
