"""What a game's record holds of one player: the text that they gave for the dice, which stays for ever."""

from typing import Any, Final

import msgspec

from bot.people.finished_games import read
from bot.ports.ids import PersonId
from games.proof.record import LINES, Started

STAMP: Final = "stamp"
START: Final = 1
"""The line of a record that has the texts."""


def texts_given(content: bytes, listed: bytes, person: PersonId) -> dict[str, Any]:
    """Return the text of somebody's seat in a record, and the message id that went into its dice; none: nothing."""
    game, lines = read(listed), content.split(b"\n", START + 1)[: START + 1]
    try:
        start = LINES.decode(lines[START]) if len(lines) > START else None
    except msgspec.MsgspecError:
        start = None
    if game is None or not isinstance(start, Started):
        return {}
    seats = {str(seat) for seat, sat in enumerate(game.seats) if sat.player == person}
    texts = [text for seat, text in start.pairs if seat in seats and text]
    return {"texts": texts, "message_ids": [text for seat, text in start.pairs if seat == STAMP]}
