"""Test that a full card fits one screen of a phone, at the fullest table of each game."""

from collections.abc import Sequence
from typing import Any

import pytest
from headache_table import NAMES as CALLED
from headache_table import at_the_auction
from msgspec.structs import replace
from playing import Opening, positions
from stages import on_stage, update_of

from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.pictures import SharedPart, with_art
from bot.render.offers import FEW_CHOICES
from bot.text import Words
from games import cones, halflings, headache, poohead, rogues
from games.catalogue import AnyGame
from games.kit.board import WIDTH
from games.kit.contract import Event
from games.proof import fair

SCREEN = 790
"""Points of a phone of 412 by 915, without Discord's own parts."""
WIDE = 350
LETTER, LINE, GAP, ROW = 7.6, 21, 17, 42
BUTTON = 32
NAMES = [f"Somebody called {number:02}" for number in range(16)]
TEXT, ROW_OF_BUTTONS, BOX, PICTURE, RULE = 10, 1, 17, 12, 14
MOST_DEEDS = 120
AGAIN = 8


def lines_of(text: str) -> int:
    per_line = int(WIDE / LETTER)
    return sum(-(-max(len(line), 1) // per_line) for line in text.splitlines())


def rows_of(labels: list[str]) -> int:
    """Return the rows of buttons, which a phone wraps."""
    rows, left = 1, WIDE + 40
    for label in labels:
        wide = int(len(label) * LETTER) + BUTTON
        if wide > left:
            rows, left = rows + 1, WIDE + 40
        left -= wide
    return rows


def height_of(parts: list[dict[str, object]], board_height: int) -> int:
    """Return the height on a phone, with the most that each part takes."""
    high = 0
    for part in parts:
        match part["type"]:
            case 17:
                high += 24 + height_of(part["components"], board_height)  # type: ignore[arg-type]
            case 10:
                high += lines_of(str(part["content"])) * LINE
            case 12:
                high += round(board_height * WIDE / WIDTH) + 12
            case 14:
                high += GAP
            case 1:
                high += ROW * rows_of([str(one.get("label")) for one in part["components"]])  # type: ignore[attr-defined]
    return high


def height_of_card(
    game: AnyGame, state: Any, names: list[str], log: Sequence[tuple[Event, ...]], phase: str = "playing"
) -> tuple[int, str]:
    """Return the height of the card of such a table, and its content."""
    words = Words("en", "/", page=True)
    update = update_of(on_stage("high", game, state, names, log=log, phase=phase), "place:discord:2", words)
    if phase == "between":
        seats = tuple(replace(one, remark=f"was at {one.seat} %") for one in update.card.seats)
        update = replace(update, card=replace(update.card, seats=seats), replay="https://games.example/game/1")
    parts = table_view(update, words, called=[1, 2], picture=SharedPart.undrawn(update)).to_components()
    board = update.card.board
    return height_of(parts, 0 if board is None else board.height), str(parts)


@pytest.mark.parametrize(
    "game", [cones.GAME, halflings.GAME, headache.GAME, poohead.GAME, rogues.GAME], ids=lambda one: one.name
)
def test_the_fullest_card_fits_a_phone(game: AnyGame) -> None:
    words = Words("en", "/", page=True)
    options = game.options_from({})
    seats = game.seats(options)[-1]
    opening = Opening(game, options, (game.stack(options),) * seats, fair.lp("heights"))
    told, most, shown = [], 0, ""
    for at, position in enumerate(positions(opening, MOST_DEEDS)):
        told.append(position.came[1])
        if at % AGAIN == 0:
            most, shown = max((most, shown), height_of_card(game, position.state, NAMES[:seats], told[-8:]))
    lobby = update_of(on_stage("high", game, None, NAMES[:seats], phase="lobby"), "place:discord:2", words)
    lobby = replace(lobby, card=with_art(lobby.card, words))
    assert lobby.card.board is not None
    parts = table_view(lobby, words, picture=SharedPart.undrawn(lobby)).to_components()
    most = max(most, height_of(parts, lobby.card.board.height))
    assert most <= SCREEN, shown


@pytest.mark.parametrize(
    "game", [cones.GAME, halflings.GAME, headache.GAME, poohead.GAME, rogues.GAME], ids=lambda one: one.name
)
def test_after_a_game_the_card_says_who_came_where_and_fits_a_phone(game: AnyGame) -> None:
    options = game.options_from({})
    seats = game.seats(options)[-1]
    opening = Opening(game, options, (game.stack(options),) * seats, fair.lp("ends"))
    *before, last = positions(opening, 2000)
    assert game.result(last.state) is not None
    log = [one.came[1] for one in (*before, last)][-8:]
    high, shown = height_of_card(game, last.state, NAMES[:seats], log, "between")
    assert high <= SCREEN, shown
    assert game.result(last.state).winners == () or "🥇 Somebody called" in shown  # type: ignore[union-attr]
    assert shown.count("(was at ") == 1, "of the first alone"


@pytest.mark.parametrize("game", [halflings.GAME, rogues.GAME], ids=lambda one: one.name)
@pytest.mark.parametrize("drawn", [True, False])
def test_after_a_game_beside_its_story_nobody_is_named_twice(game: AnyGame, drawn: bool) -> None:
    options = game.options_from({})
    seats = min(3, game.seats(options)[-1])
    opening = Opening(game, options, (game.stack(options),) * seats, fair.lp("ends"))
    *_, last = positions(opening, 2000)
    words = Words("en", "/", page=True)
    update = update_of(on_stage("high", game, last.state, NAMES[:seats], phase="between"), "place:discord:2", words)
    away = tuple(replace(one, away=True) for one in update.card.seats)
    card = replace(update.card, seats=away, board=update.card.board if drawn else None)
    picture = SharedPart.undrawn(update) if drawn else None
    (box, *_) = table_view(replace(update, card=card), words, picture=picture).to_components()
    told = [
        line for one in box["components"] for line in one.get("content", "").splitlines() if "🥇" in line or "+" in line
    ]
    assert [sum(line.count(name) for line in told) for name in NAMES[:seats]] == [1] * seats, box
    assert sum(line.count("away") for line in told) == seats


@pytest.mark.parametrize("left", [6, 5, 4, 3, 2])
def test_with_ten_long_names_the_card_fits_a_phone_while_the_chairman_calls_a_cup(left: int) -> None:
    """This many cups are unsold, and each can be called; no seed decides it."""
    table = at_the_auction(players=10)
    while len(table.board.unsold) > left:
        table.sell(CALLED[table.board.unsold[0].at.seat], "bill 3, pete 2, jack 2, andy 1")
    high, shown = height_of_card(headache.GAME, table.state, NAMES[:10], [table.events])
    assert high <= SCREEN, shown
    assert shown.count("Sell next") == (1 + left if left <= FEW_CHOICES else 1), "one list with a name each, or a form"
