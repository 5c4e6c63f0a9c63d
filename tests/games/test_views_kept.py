"""Test that each viewer's views of whole games are unchanged, position by position: golden digests (habit 20).

A view is all that leaves the rules. A field that is wrong in one phase for one seat shows as one wrong digest, and the
failure names the position and the view. For an intended change, POTLUCK_REWRITE_VIEWS=1 writes new digests.
"""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import headache_phases
import pytest
import test_rogues_board
from playing import GAMES, a_whole_game

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.seats import SPECTATOR, all_seats

KEPT = Path(__file__).parent / "samples" / "views"
REWRITE = "POTLUCK_REWRITE_VIEWS" in os.environ
HOW_MANY = {"halflings": 60, "rogues": 30, "highdie": 20}
FEWEST = 8
"""The fewest games of each kind; short games have more."""
DIGITS = 2
"""For one position: they nearly always show a fault, and hundreds of positions follow."""
PLAYED: dict[str, list[str]] = {
    "cones": ["", "safety=occupied", "lift=own_cones rolls=hand", "edition=french"],
    "halflings": ["", "mode=duel", "mode=crowd", "split=exact", "mode=duel split=exact", "giant=player mode=crowd"],
    "headache": [
        "memory=off",
        "memory=on",
        "vote=declare rolls=hand",
        "auction_types=dutch",
        "auction_types=standard alliances=true memory=off",
        "draw=choose memory=off",
        "method_vote=all memory=off stack=40",
    ],
    "poohead": ["", "opening=lowest", "slam=true jokers_per_deck=2", "voluntary_pickup=true match_faceup=false"],
    "rogues": [
        "",
        "betting=thieves",
        "betting=liars",
        "rounds=2 ante_rises=1",
        "match=one_player fearless=off",
        "match=none",
    ],
    "highdie": [""],
}
"""The options of the whole games."""


STAGED: dict[str, dict[str, Callable[[], Any]]] = {
    "headache": headache_phases.PHASES,
    "rogues": test_rogues_board.PHASES,
}
"""Prepared tables in each phase, since random games seldom reach all of them."""


class Look(NamedTuple):
    """A position for all viewers, and the way to it."""

    game: AnyGame
    state: Any
    after: object

    def seen(self) -> bytes:
        """Return the views of each seat and of a spectator."""
        count = len(self.game.view(self.state, SPECTATOR).stacks)
        views = [self.game.view(self.state, viewer) for viewer in (*all_seats(count), SPECTATOR)]
        return b"\n".join(map(codec(self.game).encode, views))


def played(game: AnyGame, given: str, number: int) -> list[Look]:
    options = dict(one.split("=") for one in given.split())
    return [Look(game, one.state, one.came[0]) for one in a_whole_game(game, f"views {number}", **options)]


def looks(name: str) -> dict[str, list[Look]]:
    """Return the positions of a game by name."""
    game, count = GAMES[name], HOW_MANY.get(name, FEWEST)
    found = {f"{given} {at}".strip(): played(game, given, at) for given in PLAYED[name] for at in range(count)}
    staged = {phase: [Look(game, table().state, phase)] for phase, table in STAGED.get(name, {}).items()}
    return found | staged


def digest(look: Look) -> str:
    return hashlib.sha256(look.seen()).hexdigest()[:DIGITS]


@pytest.mark.parametrize("name", PLAYED)
def test_everybody_sees_of_whole_games_what_was_seen_before(name: str) -> None:
    path, cases = KEPT / f"{name}.json", looks(name)
    found = {case: "".join(map(digest, one)) for case, one in cases.items()}
    if REWRITE:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert list(found) == list(kept)
    for case, positions in cases.items():
        for at, look in enumerate(positions):
            now, before = (one[case][at * DIGITS : (at + 1) * DIGITS] for one in (found, kept))
            assert now == before, f"{name} {case}, position {at}, after {look.after}:\n{look.seen().decode()}"
        assert len(found[case]) == len(kept[case]), case
