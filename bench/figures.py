"""Figures, and the table they are printed as."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct


class Row(Struct, frozen=True):
    """One line of the table. `peer`: what somebody else's code does in its place, on the same machine just now."""

    what: str
    figure: str
    peer: str = ""


class Section(Struct, frozen=True):
    """`seconds`: how long it took to measure."""

    title: str
    rows: tuple[Row, ...]
    seconds: float


class Scale(NamedTuple):
    """How much is measured: the plain run, or a short one that only shows that everything works."""

    seconds: float
    tables: int
    commands: int
    crowd: int


PLAIN = Scale(seconds=1.0, tables=1000, commands=3000, crowd=500)
QUICK = Scale(seconds=0.02, tables=5, commands=40, crowd=12)


def timed(title: str, measure: Callable[[], Sequence[Row]]) -> Section:
    began = time.perf_counter()
    rows = tuple(measure())
    return Section(title, rows, time.perf_counter() - began)


def percentile(times: Sequence[float], part: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def spread(times: Sequence[float]) -> str:
    """`0.41 ms, 0.87 ms at worst in a hundred`, in the shortest form."""
    return f"p50 {milliseconds(percentile(times, 0.50))}, p99 {milliseconds(percentile(times, 0.99))}"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms" if seconds < 0.1 else f"{seconds * 1000:,.0f} ms"


def whole(number: float) -> str:
    """Three figures that mean something: `12,300`."""
    if number < 1000:
        return f"{number:.0f}"
    unit = 10 ** (len(str(int(number))) - 3)
    return f"{round(number / unit) * unit:,}"


def markdown(section: Section) -> list[str]:
    """The section as a table that may be pasted into a page as it is."""
    lines = [f"### {section.title}", ""]
    lines += ["| what | Potluck | peer |", "|---|---|---|"]
    lines += [f"| {row.what} | {row.figure} | {row.peer} |" for row in section.rows]
    return [*lines, "", f"({section.seconds:.1f} s)", ""]
