"""Simulate faults between the bot and a stand-in, switched on by a test."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field


@dataclass(eq=False)
class Fault:
    """A fault. `path`: searched in the path without `/api/v10`; `left` counts down, `met` up."""

    method: str
    path: re.Pattern[str]
    left: int
    status: int | None = None
    code: int = 0
    message: str = "a fault that the test asked for"
    retry_after: float = 0.05
    via: bool = True
    global_limit: bool = False
    seconds: float = 0.0
    lose: bool = False
    undone: bool = False
    met: int = 0

    def fits(self, method: str, path: str) -> bool:
        return self.left > 0 and self.method in {"*", method} and self.path.search(path) is not None


@dataclass(eq=False)
class Share:
    """Makes a share of all calls fail; with the same seed, the same calls in the same order fail alike."""

    probability: float
    path: re.Pattern[str]
    kinds: tuple[str, ...]
    retry_after: float
    dice: random.Random
    met: dict[str, int] = field(default_factory=dict)

    def throw(self, path: str) -> Fault | None:
        if self.path.search(path) is None or self.dice.random() >= self.probability:
            return None
        kind = self.dice.choice(self.kinds)
        self.met[kind] = self.met.get(kind, 0) + 1
        fault = Fault("*", self.path, 1, retry_after=self.retry_after)
        if kind == "lost":
            fault.lose = True
        elif kind == "unsent":
            fault.lose = fault.undone = True
        else:
            fault.status = int(kind)
        return fault


class Faults:
    """The faults of a test. Method `*` fits any. Every switch returns its fault, so that a test can read `met`."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._share: Share | None = None

    def next(
        self,
        method: str,
        path: str,
        *,
        status: int,
        code: int = 0,
        message: str = "a fault that the test asked for",
        times: int = 1,
        retry_after: float = 0.05,
        via: bool = True,
        global_limit: bool = False,
    ) -> Fault:
        """Answer the next matching calls like this without doing them; a 429 has `retry_after` (and no `Via` if
        told).
        """
        return self._add(
            Fault(
                method,
                re.compile(path),
                times,
                status=status,
                code=code,
                message=message,
                retry_after=retry_after,
                via=via,
                global_limit=global_limit,
            )
        )

    def lose_answer(self, method: str, path: str, times: int = 1) -> Fault:
        """Do the call, then close the connection without an answer, so the bot can't know that it was done.

        aiohttp's client itself repeats a lost GET, PUT or DELETE once on a connection that it had used before.
        """
        return self._add(Fault(method, re.compile(path), times, lose=True))

    def lose_call(self, method: str, path: str, times: int = 1) -> Fault:
        """Close the connection without doing the call."""
        return self._add(Fault(method, re.compile(path), times, lose=True, undone=True))

    def delay(self, method: str, path: str, seconds: float, times: int = 1) -> Fault:
        """Do the call late; the fault is met when the call comes in."""
        return self._add(Fault(method, re.compile(path), times, seconds=seconds))

    def share(
        self,
        probability: float,
        seed: int,
        *,
        path: str = "",
        kinds: tuple[str, ...] = ("429", "500", "502", "lost"),
        retry_after: float = 0.05,
    ) -> Share:
        dice = random.Random(seed)  # noqa: S311 - reproducible on purpose
        self._share = Share(probability, re.compile(path), kinds, retry_after, dice)
        return self._share

    def clear(self) -> None:
        self._faults.clear()
        self._share = None

    def meet(self, method: str, path: str) -> list[Fault]:
        """Return the faults of this call: delays, and at most one that changes the answer."""
        met: list[Fault] = []
        for fault in self._faults:
            if fault.fits(method, path) and (fault.seconds or all(f.seconds for f in met)):
                fault.left -= 1
                fault.met += 1
                met.append(fault)
        if self._share is not None and all(f.seconds for f in met):
            thrown = self._share.throw(path)
            met += [thrown] if thrown else []
        return met

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault
