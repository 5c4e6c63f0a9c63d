"""Speed up simcord's search for the timers that wake a task, which looks at all timers for each task.

A person who asks for their hand leaves a view for minutes, with a task and a timer. A game leaves dozens.
"""

from asyncio import Task, timeouts
from collections import defaultdict
from typing import Any, NamedTuple

from simcord import _dpy_internals, _settlement

Woken = dict[int, list[Any]]


class Known(NamedTuple):
    """The timers of a list of this length, by the ids of what they wake. The list keeps all of it in memory."""

    timers: list[Any]
    count: int
    woken: Woken


class Search:
    """Finds the same as `_timer_records_waking`: future timers whose only effect is to continue a task."""

    def __init__(self) -> None:
        self._known = Known([], 0, {})

    def __call__(self, state: Any, task: Task[Any], waiter: Any) -> list[Any]:
        timers = state.work.callbacks
        if self._known.timers is not timers or self._known.count != len(timers):
            self._known = Known(timers, len(timers), woken_by(timers))
        woken = self._known.woken
        found = {id(one): one for what in (waiter, task) if what is not None for one in woken.get(id(what), ())}
        return [one for one in found.values() if one.when > state.virtual_time and not one.handle.cancelled()]


def woken_by(timers: list[Any]) -> Woken:
    woken: Woken = defaultdict(list)
    for record in timers:
        if record.when is None or record.handle is None or record.handle.cancelled():
            continue
        owner = getattr(_dpy_internals._original_callback(record.handle._callback), "__self__", None)
        goes_on = owner._task if isinstance(owner, timeouts.Timeout) else owner
        for what in (*record.handle._args, goes_on):
            woken[id(what)].append(record)
    return woken


def hasten() -> None:
    """Let simcord use this search in this process."""
    _settlement._timer_records_waking = Search()
