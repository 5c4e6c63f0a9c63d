"""Test that the card has a scene's board as a picture, with its words beside it; without the picture all goes on."""

import asyncio
from typing import Any

import pytest
from gatherings import a_duel
from msgspec.structs import replace
from night import Night
from players import looked
from slashes import gives

from bot.adapters.discord.outbound.pictures import WIDTH
from bot.ports.messages import ShownBoard, ShownPiece
from bot.render.painter import PainterHere
from bot.render.painting import BoardWanted, Wanted
from games.halflings import GAME
from games.kit.board import Board, Piece, PieceKind
from games.kit.contract import Scene
from games.kit.telling import say

DIE = Piece(PieceKind.DIE, "d6-4", 20, 20, 40, 40, says=say("piece-die", face=4))
PNG = b"\x89PNG\r\n\x1a\n"
MOST_BYTES = 30_000


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Put one die on the board of Halflings & Giants."""
    plain = type(GAME).scene

    def scene(view: Any) -> Scene:
        board = Board.of(getattr(request, "param", 80), (DIE,), say("game-about"))
        return replace(plain(view), board=board)

    monkeypatch.setattr(type(GAME), "scene", staticmethod(scene))


@pytest.mark.usefixtures("laid")
async def test_the_board_stands_on_its_card_with_its_words(night: Night) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["7", "2", "2"])
    await gives(ann, "halflings", channel=night.channel, amount="50")
    card = await night.card("The Giant rolls 7")
    (picture,) = card.attachments
    assert picture.data.startswith(PNG)
    assert len(picture.data) < MOST_BYTES
    assert any("topple" in text for _, text in card.texts()), "the words for those who can't see it"
    await ann.presses(card, "Roll")
    card = await night.card("2-2, 4 in all")
    assert [one.filename for one in card.attachments] == ["table.png"]


@pytest.mark.usefixtures("laid")
@pytest.mark.parametrize("laid", [-80], indirect=True)
async def test_a_board_that_cannot_be_drawn_is_left_out(night: Night) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["7"])
    await gives(ann, "halflings", channel=night.channel, amount="50")
    assert (await night.card("The Giant rolls 7")).attachments == []


async def test_letters_that_the_font_has_not_cost_no_picture() -> None:
    names = ("日本語", "Ё", "👑" * 32, "\u202e\u0000x", "W" * 300, "")
    pieces = (ShownPiece("text", "left", 8, 12 * at, 90, 11, label=name) for at, name in enumerate(names))
    assert (
        await PainterHere().drawn(BoardWanted(ShownBoard.of(120, "Names.", tuple(pieces)), WIDTH, MOST_BYTES))
        is not None
    )


async def test_a_table_that_goes_on_while_its_picture_is_drawn_is_shown_as_it_stands(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await a_duel(night)
    begun, may_go_on, draw = asyncio.Event(), asyncio.Event(), PainterHere.drawn
    drawn: list[ShownBoard] = []

    async def slowly(painter: PainterHere, wanted: Wanted) -> bytes | None:
        begun.set()
        await may_go_on.wait()
        assert isinstance(wanted, BoardWanted)
        drawn.append(wanted.board)
        return await draw(painter, wanted)

    monkeypatch.setattr(PainterHere, "drawn", slowly)
    await gives(ann, "stake", channel=night.channel, amount="5")
    await begun.wait()
    assert not drawn
    await gives(ben, "roll", channel=night.channel)  # the picture of her stake is not there yet
    may_go_on.set()
    await night.quiet()
    seen = await looked(night, ann, night.channel)
    assert seen is not None
    assert seen.card.board is not None
    assert (await night.session()).state.knee
    board = seen.card.board
    assert board is not None
    assert drawn[-1].pieces == board.pieces
    assert "The Giant rolls" in night.cards[-1].text
