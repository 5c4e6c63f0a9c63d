"""Build panels from a live line's messages, as pages do (`static/told.js`), for benchmarks and tests without a
browser.
"""

from collections.abc import Sequence
from typing import Any, Final

from bot.adapters.web.outbound.page_updates import SHORT

Panel = dict[str, Any]
LONG: Final = {letter: name for name, letter in SHORT.items()}


def brought(before: Panel | None, told: dict[str, Any]) -> Panel | None:
    """Return the current panel, from a full panel or from changes."""
    if "panel" in told:
        whole: Panel = told["panel"]
        return whole
    change = told.get("change")
    if change is None or before is None:
        return before
    now: Panel = changed(before, {name: one for name, one in change.items() if name != "by_board"})
    where = [[before["lines"].index(one), 1] for one in before["by_board"]]
    return now | {"by_board": listed(change.get("by_board", where), now["lines"])}


def changed(known: Any, told: Any) -> Any:
    """Return what something is now: an item that is told whole, or of which some fields or places have changed."""
    if not isinstance(told, dict):
        return told
    if "all" in told:
        return listed(told["all"], known or ())
    if known is None:
        return told
    if isinstance(known, list):
        return with_items(known, told)
    fields = {LONG.get(name, name): one for name, one in told.items()}
    if isinstance(after := fields.get("name"), list):
        fields["name"] = (known.get("name") or known["word"])[: after[0]] + after[1]
    return known | {name: changed(known.get(name), one) for name, one in fields.items()}


def with_items(known: Sequence[Any], told: dict[str, Any]) -> list[Any]:
    """Return a list of which some items have changed: told by their places, or by their fields that have changed."""
    now = list(known)
    for key, one in told.items():
        if key.isdecimal():
            now[int(key)] = changed(now[int(key)], one)
            continue
        names = key.split(",")
        for later in one:
            for at in later[len(names) :]:
                now[at] = changed(now[at], dict(zip(names, later, strict=False)))
    return now


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
            found += known[start : start + more] if isinstance(more, int) else [changed(like, more)]
        else:
            found.append(one)
    return found
