"""Test which colours each player of Cones has, chosen or left over."""

from cones_table import loaded

from games.cones import GAME
from games.kit.money import Suckers


def colours(seats: int, *chosen: str, **options: str) -> str:
    """Return each seat's colours, seat by seat, after these choices."""
    carry = GAME.chosen(None, chosen)
    step = GAME.start(GAME.options_from({"rolls": "hand", **options}), (Suckers(0),) * seats, loaded(""), carry)
    teams = step.state.position.teams
    assert [team.colour for team in teams] == [colour for colour in "YBRG" if colour in {team.colour for team in teams}]
    return " ".join("".join(team.colour for team in teams if team.seat == seat) for seat in range(seats))


def test_hc_19_who_has_chosen_has_that_colour_and_the_others_what_is_left() -> None:
    assert colours(3, "", "yellow", "") == "B Y R"
    assert colours(3, "green", "", "blue") == "G Y B"
    assert colours(4, "", "", "", "yellow") == "B R G Y"


def test_hc_19_of_two_the_opposite_colour_is_left_first() -> None:
    assert colours(2, "blue", "") == "B G"
    assert colours(2, "", "yellow") == "R Y"
    assert colours(2, "yellow", "blue") == "Y B"


def test_hc_19_with_two_sets_a_colour_brings_the_opposite_one() -> None:
    assert GAME.choices(GAME.options_from({"sets_per_player": "2"})) == ("yellow", "blue")
    assert colours(2, "blue", "", sets_per_player="2") == "BG YR"
    assert colours(2, "blue", "yellow", sets_per_player="2") == "BG YR"
    assert colours(2, "yellow", "red", sets_per_player="2") == "YR BG", "it was chosen before the sets were two"


def test_hc_19_what_nobody_can_have_is_none() -> None:
    assert colours(2, "purple", "") == colours(2) == "Y R"
    assert colours(3, "red", "red", "red") == "R Y B"
