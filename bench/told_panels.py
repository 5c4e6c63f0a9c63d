"""Build panels from a live line's messages, as pages do (`static/told.js`), for benchmarks and tests without a
browser.
"""

from collections.abc import Sequence
from typing import Any

Panel = dict[str, Any]


def brought(before: Panel | None, told: dict[str, Any]) -> Panel | None:
    """Return the current panel, from a full panel or from changes."""
    if "panel" in told:
        whole: Panel = told["panel"]
        return whole
    change = told.get("change")
    if change is None or before is None:
        return before
    lists = dict(change.get("lists", {}))
    shown = lists.pop("by_board", None)
    now = before | change.get("fields", {}) | {field: listed(runs, before[field]) for field, runs in lists.items()}
    if shown is not None:
        now["by_board"] = listed(shown, now["lines"])
    if change.get("board"):
        height, name, zones = change["board"]
        known = (before["board"] or {"zones": []})["zones"]
        there = [known[one] if isinstance(one, int) else zone(known, *one) for one in zones]
        now["board"] = {"height": height, "name": name, "zones": there}
    return now


def zone(known: Sequence[Any], left: int, top: int, at: int | str, runs: Sequence[Any] | None = None) -> dict[str, Any]:
    """Return the current zone. `at`: the earlier one, or the name of a new one."""
    before = {"name": at, "pieces": []} if isinstance(at, str) else known[at]
    pieces = before["pieces"] if runs is None else listed(runs, before["pieces"])
    return {"pieces": pieces, "left": left, "top": top, "name": before.get("name", "")}


def pieces_of(board: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all pieces of a board, placed relative to its corner."""
    return [
        one | {"left": one["left"] + zone.get("left", 0), "top": one["top"] + zone.get("top", 0)}
        for zone in board["zones"]
        for one in zone["pieces"]
    ]


def listed(runs: Sequence[Any], known: Sequence[Any]) -> list[Any]:
    """Return a list from runs of a known one and the changed or new items between them, some like the one before."""
    found: list[Any] = []
    for one in runs:
        if isinstance(one, list) and one and isinstance(one[0], int):
            start, more = one
            like = found[-1] if start < 0 else known[start]
            found += known[start : start + more] if isinstance(more, int) else [like | more]
        else:
            found.append(one)
    return found
