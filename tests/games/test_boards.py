"""Test the boards of all games: all offered pieces can be pressed, and a board that breaks its contract is found."""

from collections import Counter
from itertools import pairwise

import highdie
import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playing import GAMES, openings, positions, thoroughly

from games.catalogue import AnyGame
from games.kit.board import WIDTH, Board, Piece, PieceKind
from games.kit.lay import Box, Rows, in_a_row, squares
from games.kit.moves import LegalMove, OneOf, Order, Some, verb
from games.kit.notation import Kind, fields_of
from games.kit.seats import Seat, Spot
from games.kit.telling import say
from games.lab.boards import HIGHEST, unsound
from games.poohead import GAME as POOHEAD
from games.rogues import GAME as ROGUES

LAID: dict[str, frozenset[str]] = {
    "headache": frozenset({"draw.die", "swap.cups", "lot.cup", "keep.die"}),
    "cones": frozenset({"move.start", "move.to"}),
    "poohead": frozenset({"swap.hand", "swap.faceup", "play.cards", "blind.place"}),
    "rogues": frozenset({"keep.dice", "drop.die", "draw.die", "pick.dice"}),
}
"""What is chosen by pressing it, in any case."""


def missing(board: Board, legal: LegalMove, field: str) -> Counter[object]:
    """Return the values of a field without a piece; equal values need one piece each."""
    choice = legal.fields[field]
    assert isinstance(choice, OneOf | Some | Order)
    fill = f"{verb(legal.move)}.{field}"
    return Counter(choice.values) - Counter(piece.stands_for for piece in board.pieces if fill in piece.fills)


@thoroughly
@given(data=st.data())
@pytest.mark.parametrize("name", LAID)
def test_whatever_is_offered_of_what_lies_there_can_be_pressed(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    for position in positions(data.draw(openings(game))):
        ask = game.asks(position.state)
        for seat in () if ask is None else ask.seats:
            board = game.scene(game.view(position.state, seat)).board
            assert board is not None
            for legal in game.legal_moves(position.state, seat):
                for field in {f"{verb(legal.move)}.{one}" for one in legal.fields} & LAID[name]:
                    assert not missing(board, legal, field.partition(".")[2]), (field, seat)


def test_the_fields_above_are_there_and_stand_for_things() -> None:
    for game in GAMES.values():
        with case(game.name):
            kinds = {f"{verb(move)}.{field.name}": field.kind for move in game.moves for field in fields_of(move)}
            for fill in LAID.get(game.name, ()):
                assert kinds[fill] in {Kind.SPOT, Kind.DIE, Kind.CARD, Kind.NUMBER, Kind.WORD}


@thoroughly
@given(data=st.data())
@pytest.mark.parametrize("game", [POOHEAD, ROGUES], ids=["poohead", "rogues"])
def test_who_looks_on_sees_no_more_faces_than_lie_open(game: AnyGame, data: st.DataObject) -> None:
    """For any hands of the others: dealt again, the board is the same, to the last card back."""
    for position in positions(data.draw(openings(game))):
        seen = [game.scene(game.view(position.state, viewer)).board for viewer in position.viewers]
        for seat in position.seats:
            other = position.dealt_again(seat)
            assert game.scene(game.view(other, seat)).board == seen[seat]


# The contract of a board

DIE = Piece(PieceKind.DIE, "d6-4", 10, 10, 30, 30, says=say("piece-die", face=4))


def wrong(*pieces: Piece, height: int = 100) -> list[str]:
    return list(unsound(highdie.GAME, Board.of(height, pieces, say("x"))))


def test_a_board_within_its_contract_is_sound() -> None:
    assert wrong(DIE, replace(DIE, key="a"), replace(DIE, key="b")) == []


def test_what_breaks_the_contract_of_a_board_is_found() -> None:
    for piece, found in [
        (replace(DIE, left=-1), "beyond the edge"),
        (replace(DIE, left=WIDTH - 29), "beyond the edge"),
        (replace(DIE, top=71), "beyond the edge"),
        (replace(DIE, width=0), "beyond the edge"),
        (replace(DIE, fills=("fly",)), "names no move"),
        (replace(DIE, fills=("keep.far",)), "names no field"),
        (replace(DIE, stands_for=Spot(Seat(0), 1)), "fills nothing"),
        (replace(DIE, says=None, fills=("keep",)), "not called anything"),
    ]:
        with case(piece, found):
            assert any(found in one for one in wrong(piece))


def test_two_pieces_with_one_key_and_a_board_too_high_are_found() -> None:
    assert wrong(replace(DIE, key="a"), replace(DIE, key="a")) == ["board: 2 pieces have the key a"]
    assert wrong(DIE, height=HIGHEST + 1) == [f"board: {HIGHEST + 1} units high, of {HIGHEST}"]


SIZES = st.tuples(st.integers(0, 200), st.integers(40, 200), st.integers(10, 40), st.integers(0, 9))


@given(count=st.integers(1, 60), sizes=SIZES)
def test_a_row_stays_between_its_edges(count: int, sizes: tuple[int, int, int, int]) -> None:
    """For any number of them; if there is room they keep their distance."""
    left, room, width, gap = sizes
    found = list(in_a_row(count, left, left + room, width, gap))
    assert len(found) == count
    assert found == sorted(found)
    assert left <= found[0]
    assert found[-1] + width <= left + room
    if count * (width + gap) - gap <= room:
        assert {later - one for one, later in pairwise(found)} <= {width + gap}


@given(heights=st.lists(st.integers(0, 60), min_size=1, max_size=5).filter(any), gap=st.integers(0, 9))
def test_rows_fill_their_box_and_one_without_a_height_takes_no_gap(heights: list[int], gap: int) -> None:
    rows = Rows(tuple(heights), gap, 4)
    there = [row for row in rows.within(Box(10, 20, 300, rows.height)) if row.height]
    assert [later.top - row.bottom for row, later in pairwise(there)] == [gap] * (len(there) - 1)
    assert there[0].top == 20 + 4
    assert there[-1].bottom == 20 + rows.height - 4


@given(count=st.integers(1, 20), across=st.integers(1, 6), largest=st.integers(5, 60))
def test_squares_and_grids_stay_in_their_box(count: int, across: int, largest: int) -> None:
    box = Box(10, 20, 300, 40)
    grid, row = (
        box.grid(count, across, 15),
        (*squares(count, box, largest), *squares(count, box, largest, centred=True)),
    )
    assert all(box.left <= one.left and one.right <= box.right for one in (*grid, *row))
    assert all(box.top <= one.top and one.bottom <= box.bottom and one.width == one.height for one in row)
    assert len({(one.left, one.top) for one in grid}) == count
