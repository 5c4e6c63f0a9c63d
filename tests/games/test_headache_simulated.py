"""Test whole matches of Headache by house bots, with every rule checked after each move; the long form is a soak."""

import pytest
from playing import GAMES, nothing_is_wrong

TABLES: tuple[tuple[int, dict[str, str]], ...] = (
    *((seats, {}) for seats in (5, 6, 7, 10)),
    *((5, {"auction_types": kind}) for kind in ("blind", "standard", "second_price", "dutch")),
    (5, {"vote": "declare"}),
    (5, {"memory": "off"}),
    (5, {"pace": "quick"}),
    (5, {"alliances": "on", "alliance_size": "3"}),
    (8, {"extra_dice": "match_players"}),
    (8, {"extra_dice": "second_set"}),
    (5, {"rolls": "hand", "draw": "choose"}),
    (5, {"blind_tie": "rebid", "stack": "12"}),
    (5, {"blind_tie": "chairman", "stack": "12"}),
    (3, {"min_players": "3", "must_swap": "on", "bag_peek": "off"}),
)
"""Failed-bid rules, reveal rules and methods are voted on; each occurs in some of the games."""
each_table = pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
HEADACHE = GAMES["headache"]


@each_table
def test_nothing_is_wrong_at_any_table(seats: int, options: dict[str, str]) -> None:
    nothing_is_wrong(HEADACHE, seats, options, games=1, seed=b"short", level=1)


@pytest.mark.soak
@pytest.mark.parametrize("level", [0, 1, 2, 3])
@each_table
def test_nothing_is_wrong_in_thousands_of_games(seats: int, options: dict[str, str], level: int) -> None:
    nothing_is_wrong(HEADACHE, seats, options, games=1000, seed=b"long", level=level)
