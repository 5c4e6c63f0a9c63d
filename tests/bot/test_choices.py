"""Test that each value offered by the form that opens a table is accepted by the game."""

from collections.abc import Iterator

import pytest

from bot.ports.browser import GameOption
from bot.render.chooser import choice
from bot.table.options import values_of
from bot.text import Words
from games.catalogue import catalogue

OWN = {"first", "rules", "clock"}


def words_of(option: GameOption) -> Iterator[str]:
    """Yield everything that the form may put behind the option's name."""
    yield option.usual
    yield from (value.word for value in option.values)
    if option.several:
        yield "+".join(value.word for value in option.values)


@pytest.mark.parametrize("name", catalogue())
def test_each_value_of_the_form_is_taken(name: str) -> None:
    game = catalogue()[name]
    form = choice(game, Words(page=True))
    own = [option for option in form.options if option.group in OWN]
    assert {option.key for option in own} <= set(game.options.model_fields)
    for option in own:
        assert all(game.options_from({option.key: word}) for word in words_of(option))
        assert option.usual in "+".join(value.word for value in option.values) or not option.values
        assert option.low is None or option.usual == "none" or option.low <= int(option.usual) <= (option.high or 0)
    for preset in form.presets:
        assert game.options_from(dict(part.split("=") for part in preset.sets.split()))


@pytest.mark.parametrize("name", catalogue())
def test_every_option_is_set_by_the_form_or_by_a_preset(name: str) -> None:
    game = catalogue()[name]
    form = choice(game, Words(page=True))
    offered = {option.key for option in form.options} | {game.presets}
    left_out = {key: field for key, field in game.options.model_fields.items() if key not in offered}
    assert all(len(values_of(field)) == 1 for field in left_out.values())
