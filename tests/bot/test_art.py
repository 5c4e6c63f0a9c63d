"""Test the art of games: some symbols of each, made from the rules alone."""

import pytest

from bot.render.art import SHOWN, art_of
from bot.render.symbols import symbols
from games.catalogue import catalogue


@pytest.mark.parametrize("game", [name for name, rules in catalogue().items() if name != "highdie"])
def test_every_game_has_art_of_its_own_and_always_the_same(game: str) -> None:
    found = art_of(game)
    art_of.cache_clear()
    assert found == art_of(game)
    assert len(set(found)) == len(found) == SHOWN
    assert set(found) <= set(symbols())
    assert not any("back" in one for one in found)


def test_a_game_that_nobody_knows_has_none() -> None:
    assert art_of("nonsense") == ()


def test_no_two_games_look_alike() -> None:
    arts = [art_of(name) for name in catalogue() if name != "highdie"]
    assert len(set(arts)) == len(arts)
