"""Test a game with a board on Discord: nothing is secret, so every move is a public button."""

import pytest
from gatherings import opened
from night import Night
from standins.discord.people import Person

from bot.render import offers

LONG = "turn_seconds=600 pop_seconds=600"


async def at_a_board(night: Night, *given: str) -> list[Person]:
    people = night.people("ann", "ben")
    night.dice.load(["6", "0", "2", "0", "5", "0"])
    await opened(night, people, "cones", " ".join((LONG, *given)), night.channel)
    await night.card("ann has popped 5")
    return people


async def test_the_moves_of_who_is_to_play_are_buttons_before_all(night: Night) -> None:
    ann, ben = await at_a_board(night)
    card = await night.card("ann has popped 5")
    night.dice.load(["3", "0"])
    await ben.presses(card, "Move X1: 2b")
    assert (await night.session()).state.position.board == ("",) * 48, "it is not his turn"
    await ann.presses(card, "Move X1: 2b")
    await night.card("ann moves from X1 to 2b")


async def test_more_moves_than_there_is_room_for_are_one_button_that_shows_them(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "FEW_MOVES", 2)
    ann, ben = await at_a_board(night)
    card = await night.card("ann has popped 5")
    panel = await ann.presses(card, "Move")
    assert panel.answer is not None
    night.dice.load(["5", "0"])
    await ann.presses(panel.answer, "Move X1: 2b")
    await night.card("ann moves from X1 to 2b")
    refused = await ann.presses(await night.card("ann moves from X1 to 2b"), "Move")
    assert refused.answer is not None
    assert "waiting for ben" in refused.answer.text
    assert ben.name == "ben"


async def test_ones_own_panel_shows_the_board_that_its_buttons_are_about(night: Night) -> None:
    ann, _ = await at_a_board(night)
    card = await night.card("ann has popped 5")
    panel = (await ann.presses(card, "My moves")).answer
    assert panel is not None
    assert [one.data for one in panel.attachments] == [one.data for one in card.attachments] != []
    assert "nothing in your hand" not in panel.text


async def test_ones_moves_are_in_ones_own_panel_too(night: Night) -> None:
    ann, _ = await at_a_board(night)
    panel = await ann.presses(await night.card("ann has popped 5"), "My moves")
    assert panel.answer is not None
    assert {"Move X1: 2a", "Move X1: 2z"} <= {str(one.label) for one in panel.answer.buttons}
