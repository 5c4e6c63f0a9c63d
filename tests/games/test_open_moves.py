"""What stands before everybody as a button tells nothing of a hand: inherited by every game (threats T1)."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from playing import MOST_DEEDS, each_game, openings, positions, thoroughly

from games.catalogue import AnyGame
from games.kinds import keeps_secrets
from games.moves import LegalMove
from games.seats import Seat


def open_offers(game: AnyGame, state: Any, seat: Seat) -> list[LegalMove]:
    """What `bot.cards.offered_openly` would show of this seat."""
    return [move for move in game.legal_moves(state, seat) if move.move.offered_openly]


@each_game
@thoroughly
@given(drawn=st.data())
def test_what_is_offered_openly_is_the_same_however_hands_are_dealt(game: AnyGame, drawn: st.DataObject) -> None:
    """Dealt again so that it agrees with all that another seat was told, a seat is offered the same moves openly."""
    opening = drawn.draw(openings(game))
    for number, position in enumerate(positions(opening, MOST_DEEDS)):
        for looking in position.seats:
            dealt = position.dealt_again(looking, number)
            for seat in position.seats:
                if seat != looking:
                    assert open_offers(game, dealt, seat) == open_offers(game, position.state, seat)


@each_game
def test_in_a_game_that_keeps_secrets_no_move_is_open_by_default(game: AnyGame) -> None:
    """A move that shows a hand must not become a button by forgetting: whoever adds one has to say so."""
    marked = [move for move in game.moves if "offered_openly" in move.__dict__]
    assert not keeps_secrets(game) or {move for move in game.moves if move.offered_openly} == set(marked)
