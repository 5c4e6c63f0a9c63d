"""Test the options of every game, as Discord accepts them: each list and each of its values can be chosen."""

import pytest
from parlour import Parlour, Shown

from games.catalogue import catalogue

CHOOSE = "pl|choose|"


def lists(shown: Shown) -> list[dict[str, object]]:
    return [one for one in shown.lists if str(one["custom_id"]).startswith(CHOOSE)]


@pytest.mark.parametrize("game", catalogue())
async def test_each_option_of_a_game_leads_to_its_values_or_its_form(parlour: Parlour, game: str) -> None:
    (ann,) = parlour.people("ann")
    opened = await ann.slash("open", game=game)
    shown = opened.message
    keys = [str(option["value"]) for one in lists(shown) for option in one["options"]]  # type: ignore[attr-defined]
    assert len(keys) > 5
    assert len(set(keys)) == len(keys)
    for key in keys:
        led = await ann.chooses(shown, key)
        if led.of.modal is not None:
            continue
        values = [one for one in led.message.lists if str(one["custom_id"]).startswith("pl|set|")]
        assert values[0]["options"], key
        shown = (await ann.presses(led.message, "Back")).message
    assert parlour.card.text
