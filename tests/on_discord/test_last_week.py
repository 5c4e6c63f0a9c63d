"""What people press and send a week later: the table is gone, its game is uninstalled, a list is of another day."""

import asyncio
import sys
from pathlib import Path

import pytest
from gatherings import a_duel
from night import Night

from games.catalogue import catalogue


async def test_a_card_of_last_week_says_that_its_table_is_gone(night: Night) -> None:
    """Its message could not be edited when it closed, and what was stored of it is over."""
    ann, ben = await a_duel(night)
    card, session = await night.card("ann to play"), await night.session()
    for key in (f"pl:code:{session.code}", *await night.store.pipe.read("KEYS", f"*{session.table}*")):
        await night.store.pipe.read("DEL", key)
    await night.restart()
    before = len(night.channel.from_bot)
    for person in (ann, ben):
        for button in card.buttons:
            (said,) = (await person.presses(card, custom_id=button.custom_id)).shown
            assert said.startswith(f"There is no table {session.code} here: it was closed")
            assert '"/table list"' in said
    assert len(night.channel.from_bot) == before


async def test_a_form_that_is_sent_twice_counts_once(night: Night) -> None:
    ann, _ = await a_duel(night)
    form = (await ann.presses(await night.card("ann to play"), "Stake")).modal
    assert form is not None
    first, second = await asyncio.gather(*[ann.submits(form, {"amount": "5"}) for _ in range(2)])
    card = await night.card("ann stakes 5.")
    assert card.text.count("ann stakes 5.") == 1
    third = await ann.submits(form, {"amount": "7"})
    assert third.text.startswith("Too late: the table has moved on")
    assert [one.acked for one in (first, second, third)] == [True] * 3
    assert "ann stakes 7." not in card.text


@pytest.mark.usefixtures("highdie_installed")
async def test_of_an_uninstalled_game_nothing_is_lost_and_each_press_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, night: Night
) -> None:
    """Its table stays as it is, and is there again with the game; lists and commands of that day answer."""
    ann, ben = night.people("ann", "ben")
    chooser = await ann.slash("play", game="highdie", channel=night.channel)
    panel, card = chooser.answer, await night.card("Waiting for players")
    assert panel is not None
    stored = await night.session()
    with monkeypatch.context() as without:
        without.setattr(sys, "path", [one for one in sys.path if one != str(tmp_path)])
        catalogue.cache_clear()
        await night.restart()
        seats, options = panel.selects
        presses = [
            await ann.selects(panel, str(seats.custom_id), ["1"]),
            await ann.selects(panel, str(options.custom_id), ["ante"]),
            *[await ben.presses(card, custom_id=one.custom_id) for one in card.buttons],
        ]
        for one in presses:
            assert f"Table {stored.code} can't be read here now: its game is not installed" in one.text
        again = await ann.slash("play", game="highdie", channel=night.channel)
        assert '"highdie" is not a game here. Games: cones,' in again.text
    catalogue.cache_clear()
    await night.restart()
    await ben.presses(card, "Join")
    assert [one.name for one in (await night.session()).seats] == ["ann", "ben"]
