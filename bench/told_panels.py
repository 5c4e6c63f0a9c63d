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
    lines = before["lines"]
    shown = change.get("by_board", [lines.index(one) if one in lines else one for one in before["by_board"]])
    now: Panel = changed(before, {name: one for name, one in change.items() if name != "by_board"})
    return now | {"by_board": [now["lines"][one] if isinstance(one, int) else one for one in shown]}


def changed(known: Any, told: Any) -> Any:
    """Return what something is now: an item that is told whole, or of which some fields or places have changed."""
    if isinstance(known, dict) and isinstance(told, str):
        lost = {LONG[letter] for letter in told}
        return {name: one for name, one in known.items() if name not in lost}
    if not isinstance(told, dict):
        return told
    if "all" in told:
        return listed(told["all"], known or ())
    if known is None:
        return told
    if isinstance(known, dict):
        fields = {LONG.get(name, name): one for name, one in told.items()}
        return known | {name: changed(known.get(name), one) for name, one in fields.items()}
    return [changed(one, told[str(at)]) if str(at) in told else one for at, one in enumerate(known)]


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
