"""The form that opens a table: each value that it offers is one that the game takes."""

import pytest

from bot.app.table_room import choice
from bot.text import Words
from games.catalogue import catalogue


@pytest.mark.parametrize("name", catalogue())
def test_each_value_of_the_form_is_taken(name: str) -> None:
    game = catalogue()[name]
    form = choice(game, Words())
    assert {key for key, *_ in form.options} == set(game.options.model_fields)
    for key, preset, values in form.options:
        for value in (preset, *values):
            assert game.options_from({key: value})
        assert not values or preset in values


def test_what_may_be_some_of_a_few_is_listed() -> None:
    listed = [values for game in catalogue().values() for _, _, values in choice(game, Words()).options]
    assert any("+".join(values[:2]) in values for values in listed)
