"""Test what Discord's own screens say and show, at tables in the middle of games."""

from collections.abc import Iterator
from typing import Any

import pytest
from playing import Opening, positions
from simcord.components import walk_components
from stages import on_stage, update_of

from bot.adapters.discord.outbound.channel_messages import components_of
from bot.adapters.discord.outbound.painter import PainterHere
from bot.adapters.discord.outbound.pictures import PrivatePart
from bot.adapters.discord.outbound.private_layout import own_view
from bot.ports.messages import Update
from bot.text import Words
from games import cones, halflings, headache, poohead, rogues
from games.catalogue import AnyGame
from games.proof import fair

GAMES = (cones.GAME, halflings.GAME, headache.GAME, poohead.GAME, rogues.GAME)
NAMES = ("ann", "ben", "cid", "dan", "eve")
WORDS = Words("en", "/", page=True)
MOST, AGAIN = 60, 7


def tables(game: AnyGame, seats: int) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the state and the last events at some positions of a game."""
    options = game.options_from({})
    opening = Opening(game, options, (game.stack(options),) * seats, fair.lp("screens"))
    told: list[Any] = []
    for at, position in enumerate(positions(opening, MOST)):
        told.append(position.came[1])
        if at % AGAIN == 0:
            yield position.state, told[-8:]


def seats_of(game: AnyGame) -> int:
    return min(game.seats(game.options_from({}))[-1], len(NAMES))


def for_each_seat(game: AnyGame) -> Iterator[Update]:
    names = NAMES[: seats_of(game)]
    for state, log in tables(game, len(names)):
        stage = on_stage("screens", game, state, names, log=log)
        for one in stage.session.seats:
            yield update_of(stage, f"person:{one.player}", WORDS)


def texts(view: Any) -> list[str]:
    return [part["content"] for part in walk_components(components_of(view)) if part["type"] == 10]


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
async def test_nobody_who_sees_what_they_hold_is_told_that_they_hold_nothing(game: AnyGame) -> None:
    drawn = 0
    for update in for_each_seat(game):
        picture = await PrivatePart.or_table(update, PainterHere())
        if picture is not None:
            drawn += 1
            assert "nothing in your hand" not in "\n".join(texts(own_view(update, WORDS, picture=picture)))
    assert drawn


def test_the_board_beside_the_moves_of_cones_has_the_squares_that_they_name() -> None:
    seen = 0
    for update in for_each_seat(cones.GAME):
        board = update.card.board
        assert board is not None
        there = {piece.word for piece in board.pieces}
        named = {one.word for offer in update.card.offers for field in offer.fields for one in field.among}
        seen += len(named & there)
        assert named <= there
    assert seen
