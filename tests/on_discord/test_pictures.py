"""Where a scene has a picture, the card has it too, as PNG and with its words beside it; without it all goes on."""

from typing import Any

import pytest
from msgspec.structs import replace
from night import Night

from bot.adapters.discord.outbound.pictures import png
from games.halflings import GAME
from games.kit.contract import Picture, Scene
from games.kit.telling import say

SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><rect width='40' height='20' fill='#383'/></svg>"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Halflings & Giants with a picture of the table."""
    plain = type(GAME).scene

    def scene(view: Any) -> Scene:
        return replace(plain(view), picture=Picture(getattr(request, "param", SVG), say("game-about")))

    monkeypatch.setattr(type(GAME), "scene", staticmethod(scene))


@pytest.mark.usefixtures("painted")
async def test_the_picture_of_a_table_stands_on_its_card_with_its_words(night: Night) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["7", "2", "2"])
    await ann.slash("halflings", channel=night.channel, amount="50")
    card = await night.card("The Giant rolls 7")
    (picture,) = card.attachments
    assert picture.data.startswith(PNG)
    assert any("topple" in text for _, text in card.texts()), "the words for those who can't see it"
    await ann.presses(card, "Roll")
    card = await night.card("2-2, 4 in all")
    assert [one.filename for one in card.attachments] == ["table.png"]


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("painted", ["<svg"], indirect=True)
async def test_a_picture_that_cannot_be_drawn_is_left_out(night: Night) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["7"])
    await ann.slash("halflings", channel=night.channel, amount="50")
    assert (await night.card("The Giant rolls 7")).attachments == []


async def test_a_picture_is_drawn_once_however_often_it_is_asked_for() -> None:
    assert await png(SVG) is await png(SVG)
