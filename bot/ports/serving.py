"""What a process serves: platforms, and of a platform all or some of its shards. Written `web,discord:0-3/16`."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

MOST_SHARDS: Final = 4096
FIXED, LEASED = ":", "~"
_SERVICE: Final = re.compile(r"([a-z]+)(?:([:~])((?:[0-9]{1,4}(?:-[0-9]{1,4})?(?:,|(?=/)))*)/([0-9]{1,4}))?")
_SPAN: Final = re.compile(r"([0-9]+)(?:-([0-9]+))?")


class Service(NamedTuple):
    """A platform that a process serves: all of it, or of so many (`of`) shards those in `shards`.

    `fixed`: these and no others, as the operator says; otherwise they are leased, and go over to others and back.
    """

    platform: str
    shards: frozenset[int] = frozenset()
    of: int = 0
    fixed: bool = False

    def __str__(self) -> str:
        if not self.of:
            return self.platform
        return f"{self.platform}{FIXED if self.fixed else LEASED}{written(self.shards)}/{self.of}"


def written(numbers: Iterable[int]) -> str:
    """Return numbers as spans: `0-3,7`."""
    spans = list[list[int]]()
    for number in sorted(numbers):
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ",".join(f"{first}-{last}" if first < last else f"{first}" for first, last in spans)


def read(text: str) -> Iterator[Service]:
    """Yield the services in a text that `Service` has written, each after a blank; what is unreadable is left out."""
    for each in text.split():
        found = _SERVICE.fullmatch(each)
        if found is not None:
            platform, how, spans, count = found.groups()
            yield Service(platform, frozenset(numbers(spans or "")), int(count or 0), how == FIXED)


def numbers(spans: str) -> Iterator[int]:
    """Yield the numbers in spans as `0-3,7`."""
    for first, last in _SPAN.findall(spans):
        yield from range(int(first), min(int(last or first), MOST_SHARDS) + 1)
