"""Make panels of what a live line tells, as pages do (`static/told.js`), for benches and tests without a browser."""

from collections.abc import Sequence
from typing import Any

Panel = dict[str, Any]


def brought(before: Panel | None, told: dict[str, Any]) -> Panel | None:
    """Return a panel as it is now: told whole, or what has changed of it since."""
    if "panel" in told:
        whole: Panel = told["panel"]
        return whole
    change = told.get("change")
    if change is None or before is None:
        return before
    lists = dict(change.get("lists", {}))
    pieces, shown = lists.pop("pieces", []), lists.pop("by_board", None)
    now = before | change.get("fields", {}) | {field: listed(runs, before[field]) for field, runs in lists.items()}
    if shown is not None:
        now["by_board"] = listed(shown, now["lines"])
    if change.get("board"):
        height, name = change["board"]
        now["board"] = {
            "height": height,
            "name": name,
            "pieces": listed(pieces, (before["board"] or {"pieces": []})["pieces"]),
        }
    return now


def listed(runs: Sequence[Any], known: Sequence[Any]) -> list[Any]:
    """Return a list that is told in runs of a known one, and what is another or new between them."""
    found: list[Any] = []
    for one in runs:
        if isinstance(one, list) and one and isinstance(one[0], int):
            start, more = one
            found += known[start : start + more] if isinstance(more, int) else [known[start] | more]
        else:
            found.append(one)
    return found
