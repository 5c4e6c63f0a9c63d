"""Test presses and forms for what has gone: a table, a value, an option, a game, a right."""

import time

import pytest
from gatherings import a_duel
from night import Night, table_code
from standins.discord.interactions import COMMAND, COMPONENT, Interaction
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.permissions import Permission
from structlog.testing import capture_logs

from bot.table.phases import Playing
from games.catalogue import catalogue

LISTED = 3
GONE = "Q2Z"
LATER = 400.0
"""Seconds after which a channel that refused us may be tried again."""


async def chosen(person: Person, message: Message, custom_id: str, *values: str) -> Interaction:
    """Choose a value of a list, whatever it offers."""
    about = {"custom_id": custom_id, "component_type": LISTED, "values": list(values)}
    return await Interaction(person, COMPONENT, message.channel, about, message).send()


def errors(logs: list[dict[str, object]]) -> list[object]:
    return [line for line in logs if line["log_level"] == "error"]


async def test_every_press_on_the_card_of_a_table_that_is_gone_says_so(night: Night) -> None:
    """A card of last week: the bot has a new store since, and no table has its code."""
    ann, _ = await a_duel(night)
    card = night.cards[-1]
    ids = [str(one.custom_id).replace(table_code(card), GONE) for one in card.buttons]
    await night.restart()
    before, cards = await night.session(), len(night.cards)
    with capture_logs() as logs:
        for pressed in (
            *ids,
            f"pl|do|{GONE}|1-1|roll",
            f"pl|choose|{GONE}||",
            f"pl|seat|{GONE}||",
            f"pl|set|{GONE}||mode",
        ):
            said = await ann.presses(card, custom_id=pressed, stale=True)
            assert GONE in said.text, (pressed, said.text)
            assert said.answer is not None
            assert said.answer.ephemeral_to is ann
    await night.quiet()
    assert errors(logs) == []
    assert (await night.session(), len(night.cards)) == (before, cards)


async def test_a_value_that_its_list_has_no_more_changes_nothing_and_says_what_works(night: Night) -> None:
    (ann,) = night.people("ann")
    shown = (await ann.slash("play", channel=night.channel, game="halflings")).answer
    assert shown is not None
    code = (await night.session()).code
    said = await chosen(ann, shown, f"pl|set|{code}||sixes", "as-it-was-in-1987")
    assert "sixes" in said.text
    assert "eaten" in said.text, said.text
    assert dict((await night.session()).given) == {}


async def test_an_option_that_the_game_has_no_more_is_refused_with_those_it_has(night: Night) -> None:
    """The list was on the screen while the bot was given a newer release of the game."""
    (ann,) = night.people("ann")
    shown = (await ann.slash("play", channel=night.channel, game="halflings")).answer
    assert shown is not None
    code = (await night.session()).code
    for custom_id, value in ((f"pl|set|{code}||moonlight", "on"), (f"pl|set|{code}||", "moonlight=on")):
        said = await chosen(ann, shown, custom_id, value)
        assert "moonlight" in said.text
        assert "sixes" in said.text, said.text
    led_on = await chosen(ann, shown, f"pl|choose|{code}||", "moonlight")
    assert "Options" in led_on.text
    assert dict((await night.session()).given) == {}


async def test_a_game_that_was_uninstalled_is_refused_with_those_that_are_there(night: Night) -> None:
    """Discord's clients offer it until they get the new commands."""
    (ann,) = night.people("ann")
    options = [{"name": "game", "type": 3, "value": "tiddlywinks"}]
    about = {"id": "1", "name": "play", "type": 1, "options": options}
    with capture_logs() as logs:
        said = await Interaction(ann, COMMAND, night.channel, about).send()
    assert not said.failed
    assert "tiddlywinks" in said.text
    assert all(game in said.text for game in catalogue()), said.text
    assert errors(logs) == []
    assert await night.sessions() == []


async def test_a_form_that_is_sent_twice_makes_one_move(night: Night) -> None:
    """A thumb presses twice, and Discord sends two messages with different ids."""
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    opened = await ann.presses(night.cards[-1], "Stake")
    assert opened.modal is not None
    assert not (await ann.submits(opened.modal, {"amount": "20"})).failed
    await night.card("ann stakes 20.")
    before = await night.session()
    again = await ann.submits(opened.modal, {"amount": "20"})
    assert again.text
    assert again.answer is not None
    assert again.answer.ephemeral_to is ann
    assert await night.session() == before
    await ben.presses(night.cards[-1], "Roll")
    await night.card("that is the Knee")


@pytest.mark.parametrize("right", [Permission.ATTACH_FILES, Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL])
async def test_a_right_that_is_taken_in_mid_move_loses_no_move(night: Night, right: Permission) -> None:
    """Between the press and the card: the move counts, the presser is answered, and play goes on later."""
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    opened = await ann.presses(night.cards[-1], "Stake")
    assert opened.modal is not None
    with capture_logs() as logs:
        night.channel.deny(night.world.bot, right)
        sent = await ann.submits(opened.modal, {"amount": "20"})
        await night.quiet()
    assert not sent.failed
    assert errors(logs) == []
    night.clock = lambda: time.monotonic() + LATER
    night.channel.allow(night.world.bot, right)
    await night.tries_again()
    card = await night.card("ann stakes 20.")
    assert isinstance((await night.session()).phase, Playing)
    assert len(night.cards) == 1
    assert not (await ben.presses(card, "Roll")).failed


async def test_a_table_whose_game_was_uninstalled_says_so_and_goes_on_when_it_is_back(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    card = night.cards[-1]
    before = await night.session()
    await night.stop()
    with monkeypatch.context() as without, capture_logs() as logs:
        without.delitem(catalogue(), "halflings")
        without.delitem(catalogue().__dict__, "by_word", raising=False)
        await night.start()
        for label in ("Stake", "My moves", "More"):
            said = await ann.presses(card, label)
            assert not said.failed, label
            assert f"{before.code} is kept as it is" in said.text
            assert "headache" in said.text
            assert "halflings" not in said.text
        assert errors(logs) == []
        await night.stop()
    catalogue().__dict__.pop("by_word", None)
    await night.start()
    await night.quiet()
    assert (await night.session()).state == before.state
    opened = await ann.presses(night.cards[-1], "Stake")
    assert opened.modal is not None
    await ann.submits(opened.modal, {"amount": "20"})
    await ben.presses(await night.card("ann stakes 20."), "Roll")
    await night.card("that is the Knee")
