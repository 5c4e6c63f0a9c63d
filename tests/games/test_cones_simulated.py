"""Test whole games of Cones by house bots, with every rule checked after each move; the long form is a soak."""

import pytest
from playing import GAMES, nothing_is_wrong

CONES = GAMES["cones"]
TABLES: tuple[tuple[int, dict[str, str]], ...] = (
    *((seats, {"edition": edition}) for edition in ("kohner", "french") for seats in (2, 3, 4)),
    *((2, {"edition": edition, "sets_per_player": "2"}) for edition in ("kohner", "french")),
    *((3, {"edition": edition, "sectors": "4"}) for edition in ("kohner", "french")),
    *((3, {"edition": edition, "safety": "occupied"}) for edition in ("kohner", "french")),
    (3, {"rolls": "hand"}),
    (3, {"protected_start": "off", "capture_before_all_in": "off"}),
    (3, {"stuck": "pass", "bonus_chain": "one"}),
    (3, {"bonus_may_enter": "on", "may_pass": "on", "lift": "own_cones"}),
)
each_table = pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)


@each_table
def test_nothing_is_wrong_at_any_table(seats: int, options: dict[str, str]) -> None:
    nothing_is_wrong(CONES, seats, options, games=1, seed=b"short", level=1)


@pytest.mark.soak
@pytest.mark.parametrize("level", [0, 2])
@each_table
def test_nothing_is_wrong_in_thousands_of_games(seats: int, options: dict[str, str], level: int) -> None:
    nothing_is_wrong(CONES, seats, options, games=1000, seed=b"long", level=level)
