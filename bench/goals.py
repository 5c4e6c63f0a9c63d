"""The figures that Potluck is to reach, each beside its goal: `python -m bench --json [--quick]`, or as a table.

All are CPU time of this process, and medians of five runs one after another: wall time says how busy the machine was.
"""

import json
import operator
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

RUNS: Final = 5
COMPARED: Final = {">=": operator.ge, "<=": operator.le}


class Measured(NamedTuple):
    """The median of several runs, and the least and the most of them."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, runs: Sequence[float]) -> "Measured":
        return cls(statistics.median(runs), min(runs), max(runs))


class Goal(Struct, frozen=True):
    """One figure. `goal`: `>= 2500`, empty for none; `peer`: whose code does the same beside it, with `peer_value`."""

    what: str
    ours: Measured
    unit: str
    goal: str = ""
    peer: str = ""
    peer_value: float | None = None

    @property
    def met(self) -> bool | None:
        """Tell whether the goal is reached; None: there is none."""
        if not self.goal:
            return None
        sign, _, number = self.goal.partition(" ")
        return bool(COMPARED[sign](self.ours.median, float(number)))

    def as_json(self) -> dict[str, object]:
        plain = asdict(self) | {"ours": short(self.ours.median), "met": self.met}
        if self.peer_value is not None:
            plain["peer_value"] = short(self.peer_value)
        return {name: plain[name] for name in ("what", "ours", "unit", "peer", "peer_value", "goal", "met")}


class Scale(NamedTuple):
    """How much is measured: `tables` act at once, `calls` of what is quick, `live` tables behind an outage."""

    tables: int
    calls: int
    seconds: float
    live: int


WHOLE: Final = Scale(tables=256, calls=20_000, seconds=1.0, live=2_000)
QUICK: Final = Scale(tables=32, calls=2_000, seconds=0.1, live=100)


def short(number: float) -> float:
    """Return it with three figures that mean something."""
    return float(f"{number:.3g}")


def micros(call: Callable[[], object], calls: int) -> Measured:
    """Return how many microseconds of CPU one call takes."""
    call()
    return Measured.of([once(call, calls) for _ in range(RUNS)])


def once(call: Callable[[], object], calls: int) -> float:
    began = time.process_time()
    for _ in range(calls):
        call()
    return (time.process_time() - began) / calls * 1e6


def as_text(goals: Sequence[Goal]) -> str:
    """Return them as a table that may be pasted into a page as it is."""
    lines = ["| what | Potluck (least to most of five) | goal | met | beside it |", "|---|---|---|---|---|"]
    for one in goals:
        figure = f"{short(one.ours.median):,g} {one.unit} ({short(one.ours.low):,g} to {short(one.ours.high):,g})"
        met = {True: "yes", False: "no", None: ""}[one.met]
        peer = one.peer if one.peer_value is None else f"{one.peer}: {short(one.peer_value):,g}"
        lines.append(f"| {one.what} | {figure} | {one.goal} | {met} | {peer} |")
    return "\n".join(lines)


def as_json(goals: Sequence[Goal]) -> str:
    return json.dumps([one.as_json() for one in goals], indent=1)
