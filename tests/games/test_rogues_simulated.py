"""Test whole rounds of Rogues by house bots, with every rule checked after each move; the long form is a soak."""

import pytest
from playing import GAMES, nothing_is_wrong

ROGUES = GAMES["rogues"]
TABLES: tuple[tuple[int, dict[str, str]], ...] = (
    *((seats, {"betting": form}) for seats in (2, 3, 4, 5, 6) for form in ("none", "thieves", "liars")),
    *((3, {"fearless": word, "betting": form}) for word in ("off", "strict") for form in ("none", "thieves", "liars")),
    *((seats, {"maw10": "off"}) for seats in (3, 6)),
    *((4, {"pot": "shared", "betting": form}) for form in ("thieves", "liars")),
    *((3, {"match": word}) for word in ("one_player", "none")),
    *((4, {"unpaid_dice": "shed", "ante_unit": unit, "betting": "thieves"}) for unit in ("1", "30", "100")),
    *((4, {"snake": "earlier_winners_paid", "betting": form}) for form in ("none", "thieves", "liars")),
    *((3, {"no_trip": "house", "betting": form}) for form in ("none", "liars")),
    *((3, {"max_dice": number}) for number in ("2", "3")),
    *((2, {"final": word, "stack": stack}) for word in ("pot", "wager", "skip") for stack in ("10", "200")),
    *((2, {"final": word, "house_limit": "30"}) for word in ("pot", "wager")),
    *((4, {"ante_rises": number}) for number in ("0", "1")),
    *((3, {"rounds": number, "betting": "liars"}) for number in ("1", "4")),
    *((3, {"raise_cap": number, "betting": "thieves"}) for number in ("0", "10")),
    (6, {"stack": "20", "ante_unit": "10", "betting": "thieves", "unpaid_dice": "shed"}),
)
each_table = pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)


@each_table
def test_nothing_is_wrong_at_any_table(seats: int, options: dict[str, str]) -> None:
    nothing_is_wrong(ROGUES, seats, options, games=2, seed=b"short", level=2)


@pytest.mark.parametrize("level", [0, 1, 3])
def test_nothing_is_wrong_with_any_house_bot(level: int) -> None:
    for form in ("none", "thieves", "liars"):
        nothing_is_wrong(ROGUES, 4, {"betting": form}, games=3, seed=b"level", level=level)


@pytest.mark.soak
@pytest.mark.parametrize("level", [0, 2])
@each_table
def test_nothing_is_wrong_in_thousands_of_rounds(seats: int, options: dict[str, str], level: int) -> None:
    nothing_is_wrong(ROGUES, seats, options, games=1000, seed=b"long", level=level)
