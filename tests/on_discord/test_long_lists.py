"""Test forms of more values than a list of Discord holds."""

from types import SimpleNamespace
from typing import Any

from bot.adapters.discord.inbound.modals import filled, form_for
from bot.adapters.discord.outbound.buttons import Does, Press
from bot.ports.messages import Choosable, FormField, Offer
from bot.text import Words

PRESS = Press(Does.FILL, "T", "1", "play")
FORTY = tuple(Choosable(f"c{at}", f"Card {at}") for at in range(40))


def test_what_does_not_fit_a_list_stands_in_two_of_which_all_that_is_chosen_counts() -> None:
    cards = FormField("cards", "Cards", "some", among=FORTY, least=1, most=4)
    form = form_for(Offer("play", "Play", "", secret=False, fields=(cards,)), PRESS, Words())
    lists = [part["component"] for part in form.to_components()]
    assert [len(one["options"]) for one in lists] == [25, 15]
    chosen = [("c3", "c24"), ("c25",)]
    sent: Any = SimpleNamespace(
        data={
            "components": [
                {"component": {"custom_id": one["custom_id"], "values": list(some)}}
                for one, some in zip(lists, chosen, strict=True)
            ]
        }
    )
    assert filled(sent) == {"cards": ("c3", "c24", "c25")}
