"""Test that viewers' predictions about a game are decided by its result alone."""

from cases import case

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.text import Words
from bot.wings.streams.foretold import ALONE, BROKE, DECIDED, FEAT, HOUSE, LOSER, MOST, WINNER, outcomes


def game(*gains: int, won: tuple[int, ...] = (), bank: int = 0, feats: tuple[str, ...] = ()) -> FinishedGame:
    seats = tuple(
        Sat(PersonId(f"p{seat}"), f"p{seat}", 100, 100 + gain, won=seat in won, feats=feats)
        for seat, gain in enumerate(gains)
    )
    return FinishedGame("r", "g", TableCode("K7Q"), "t", PlaceId("p"), 1, 0, 1, seats, bank=bank)


def test_a_result_decides_what_came_true_or_that_nothing_did() -> None:
    for foretold, of, came_true in [
        (WINNER, game(10, -10, won=(0,)), 0),
        (WINNER, game(5, 5, -10, won=(0, 1)), None),
        (WINNER, game(-5, -5, bank=10), None),
        (LOSER, game(30, -10, -20, won=(0,)), 2),
        (LOSER, game(20, -10, -10, won=(0,)), None),
        (LOSER, game(10, 0, bank=-10), None),
        (HOUSE, game(-5, -5, bank=10), 0),
        (HOUSE, game(10, 0, bank=-10), 1),
        (HOUSE, game(10, -10), None),
        (ALONE, game(10, -10, won=(0,)), 0),
        (ALONE, game(5, 5, -10, won=(0, 1)), 1),
        (ALONE, game(-5, -5, bank=10), 1),
        (BROKE, game(100, -100, won=(0,)), 0),
        (BROKE, game(99, -99, won=(0,)), 1),
        (BROKE, game(), None),
        (FEAT, game(10, -10, feats=("first-catch",)), 0),
        (FEAT, game(10, -10), 1),
    ]:
        with case(foretold, of, came_true):
            assert DECIDED[foretold](of) == came_true


def test_more_players_than_a_prediction_has_choices_leave_only_a_yes_or_no_to_be_foretold() -> None:
    crowd = [f"viewer{number}" for number in range(MOST + 1)]
    assert outcomes(WINNER, crowd, Words()) == outcomes(LOSER, crowd[:1], Words()) == []
    for either in (HOUSE, ALONE, BROKE, FEAT):
        assert outcomes(either, crowd, Words()) == ["Yes", "No"]
    assert outcomes(WINNER, ["x" * 40, "Ann"], Words()) == ["1. " + "x" * 22, "2. Ann"]
