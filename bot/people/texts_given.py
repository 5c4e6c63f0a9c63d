"""Find the texts that a player gave for the dice: a game's record holds nothing else of them for ever."""

from typing import Any

from bot.people.finished_games import read
from bot.ports.ids import PersonId
from games.proof.fair import STAMP
from games.proof.posted import begun


def texts_given(content: bytes, listed: bytes, person: PersonId) -> dict[str, Any]:
    """Return the text of a person's seat in a record, and the message id mixed into its dice; empty if neither."""
    game, start = read(listed), begun(content)
    if game is None or start is None:
        return {}
    seats = {str(seat) for seat, sat in enumerate(game.seats) if sat.player == person}
    texts = [text for seat, text in start.pairs if seat in seats and text]
    return {"texts": texts, "message_ids": [text for seat, text in start.pairs if seat == STAMP]}
