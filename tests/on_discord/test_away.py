"""Test people away and back (threats F9, F10): missed events arrive, or the table is told of the loss."""

import asyncio

import pytest
from night import Night
from slashes import gives

from bot.adapters.discord.connection import outages

HERE_AGAIN = "am here again"


async def a_game(night: Night) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["7", "2", "2"])
    await gives(ann, "halflings", channel=night.channel, amount="50")
    await night.card("The Giant rolls 7")


async def test_after_another_session_the_table_is_told_once_that_something_may_be_lost(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "AWAY", 0.0)
    await a_game(night)
    identified = night.server.gateway.identifies
    await night.server.gateway.invalidate(resumable=False)
    card = await night.card(HERE_AGAIN)
    assert night.server.gateway.identifies > identified
    await night.quiet()
    assert card.text.count(HERE_AGAIN) == 1


async def test_after_a_resumed_session_nobody_is_told_anything(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "AWAY", 0.0)
    await a_game(night)
    resumes = night.server.gateway.resumes
    await night.server.gateway.drop()
    await night.until(lambda: night.server.gateway.resumes > resumes)
    await asyncio.sleep(0.3)
    await night.quiet()
    assert not any(HERE_AGAIN in card.text for card in night.cards)
