"""A card with all that it can hold stands on one screen of a phone, at the fullest table of each game."""

import pytest
from playing import Opening, positions
from stages import on_stage, update_of

from bot.adapters.discord.outbound.channel_messages import components_of
from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.pictures import SharedPart
from bot.text import Words
from games import cones, halflings, headache, poohead, rogues
from games.catalogue import AnyGame
from games.kit.board import WIDTH
from games.proof import fair

SCREEN = 790
"""Points of a phone of 412 by 915, less what Discord keeps for itself."""
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
    """The rows that buttons take: a phone breaks them."""
    rows, left = 1, WIDE + 40
    for label in labels:
        wide = int(len(label) * LETTER) + BUTTON
        if wide > left:
            rows, left = rows + 1, WIDE + 40
        left -= wide
    return rows


def height_of(parts: list[dict[str, object]], board_height: int) -> int:
    """How high this is on a phone, by what each part takes at most."""
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


@pytest.mark.parametrize(
    "game", [cones.GAME, halflings.GAME, headache.GAME, poohead.GAME, rogues.GAME], ids=lambda one: one.name
)
def test_the_fullest_card_fits_a_phone(game: AnyGame) -> None:
    words = Words("en", "/", page=True)
    options = game.options_from({})
    seats = game.seats(options)[-1]
    opening = Opening(game, options, (game.stack(options),) * seats, fair.lp("heights 6"))
    told, most, shown = [], 0, ""
    for at, position in enumerate(positions(opening, MOST_DEEDS)):
        told.append(position.came[1])
        if at % AGAIN:
            continue
        stage = on_stage("high", game, position.state, NAMES[:seats], log=told[-8:])
        update = update_of(stage, "place:discord:2", words)
        view = table_view(update, words, called=[1, 2], picture=SharedPart.undrawn(update))
        board = update.card.board
        high = height_of(components_of(view), 0 if board is None else board.height)
        most, shown = max((most, shown), (high, str(components_of(view))))
    lobby = update_of(on_stage("high", game, None, NAMES[:seats], phase="lobby"), "place:discord:2", words)
    most = max(most, height_of(components_of(table_view(lobby, words)), 0))
    assert most <= SCREEN, shown
