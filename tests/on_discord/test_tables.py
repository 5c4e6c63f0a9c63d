"""A table on Discord, as people find it: slash commands, buttons, forms, one card that is always current."""

from night import Night


async def test_a_game_is_opened_by_its_name_and_played_with_buttons(night: Night) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["7", "2", "2", "2", "6"])
    await ann.slash("halflings", channel=night.channel, amount="50")
    card = await night.card("ann stakes 50.", "The Giant rolls 7")
    assert [button.label for button in card.buttons][:1] == ["Roll"]
    await ann.presses(card, "Roll")
    card = await night.card("2-2, 4 in all")
    await ann.presses(card, "Split")
    card = await night.card("the Giant topples! ann wins 150.")
    assert len(night.cards) == 1
    assert night.server.rest.statuses().get(429, 0) == 0
