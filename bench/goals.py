"""Compare figures with goals and with others' programs, and print them as a table or as JSON."""

import json
import operator
import statistics
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

COMPARED: Final = {">=": operator.ge, "<=": operator.le}


class Measured(NamedTuple):
    """The median of several runs, and the least and the greatest."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, runs: Sequence[float]) -> "Measured":
        return cls(statistics.median(runs), min(runs), max(runs))


class Goal(Struct, frozen=True):
    """One figure. `goal`: such as `>= 2500`, empty for none; `peer`: another program that does the same, with
    `peer_value`.
    """

    what: str
    ours: Measured
    unit: str
    goal: str = ""
    peer: str = ""
    peer_value: float | None = None

    @property
    def met(self) -> bool | None:
        """Return whether the goal is reached; None: there is none."""
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
    """How much is measured: the number of `runs` and of `moves` in each, and the `seconds` of what has no end."""

    runs: int
    moves: int
    seconds: float


WHOLE: Final = Scale(runs=5, moves=400, seconds=5.0)
QUICK: Final = Scale(runs=1, moves=80, seconds=0.5)


def percentile(times: Sequence[float], part: float) -> float:
    """Return the time that this fraction of them does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def short(number: float) -> float:
    """Return the number with three significant digits."""
    return float(f"{number:.3g}")


def as_text(goals: Sequence[Goal]) -> str:
    """Return the figures as a table in Markdown."""
    lines = ["| what | Potluck (least to most of five) | goal | met | beside it |", "|---|---|---|---|---|"]
    for one in goals:
        figure = f"{short(one.ours.median):,g} {one.unit} ({short(one.ours.low):,g} to {short(one.ours.high):,g})"
        met = {True: "yes", False: "no", None: ""}[one.met]
        peer = one.peer if one.peer_value is None else f"{one.peer}: {short(one.peer_value):,g}"
        lines.append(f"| {one.what} | {figure} | {one.goal} | {met} | {peer} |")
    return "\n".join(lines)


def as_json(goals: Sequence[Goal]) -> str:
    return json.dumps([one.as_json() for one in goals], indent=1)
