"""Test the board of Rogues: all choices can be pressed, nothing overlaps, and hidden dice are hidden."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest
from cases import case
from playing import Opening, Position, positions
from rogues_table import Table, dealt, last_duel

from games.kit.board import WIDTH, Board, Look, Piece, PieceKind
from games.kit.moves import LegalMove, OneOf, Range, Some, verb
from games.kit.notation import fields_of
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.proof import fair
from games.rogues import GAME
from games.rogues.state import Rogue

EDGE = 8
HIGHEST = 450
"""The greatest height of a board, in units."""
TABLES: dict[str, tuple[int, dict[str, str]]] = {
    "two": (2, {}),
    "three, thieves": (3, {"betting": "thieves", "fearless": "off"}),
    "four, liars": (4, {"betting": "liars", "unpaid_dice": "shed"}),
    "five, liars": (5, {"betting": "liars", "stack": "100000", "ante_unit": "1000"}),
    "six": (6, {"stack": "1000", "no_trip": "house"}),
    "six, liars": (6, {"betting": "liars", "fearless": "strict"}),
    "six, thieves": (6, {"betting": "thieves", "stack": "1000000", "ante_unit": "5000"}),
    "a wager": (2, {"final": "wager", "stack": "40"}),
}
"""The number of people at each table, and its options."""
ROUNDS = 8
SIX = ("3 4", "5 6 1", "2 2", "1 1", "6 6 5 4 3 2", "4 5")
each_table = pytest.mark.parametrize("name", TABLES)


def board(state: Any, viewer: Viewer = SPECTATOR) -> Board:
    shown = GAME.scene(GAME.view(state, viewer)).board
    assert shown is not None
    return shown


def viewers(*seats: Seat) -> tuple[Viewer, ...]:
    return (*seats, SPECTATOR)


@cache
def a_match(name: str) -> tuple[Position, ...]:
    return tuple(some_rounds(name))


def some_rounds(name: str) -> Iterator[Position]:
    """Yield round after round of a match with random moves."""
    seats, given = TABLES[name]
    options = GAME.options_from(given)
    stacks, carry = (GAME.stack(options),) * seats, None
    for number in range(ROUNDS):
        opening = Opening(GAME, options, stacks, fair.lp(f"{name} {number}"), carry)
        played = list(positions(opening, 10_000))
        yield from played
        result = GAME.result(played[-1].state)
        assert result is not None
        stacks, carry = result.stacks, GAME.carried(played[-1].state)


def the_circuit() -> Table:
    return dealt(*SIX, betting="thieves").turns("trip", "trip", "trip", "trip", "trip", "trip", "bet 20", "raise 45")


def the_den() -> Table:
    lines = ("draw 2", "trip", "trip", "split", "trip", "trip", "trip", "count 4 2", "count 5 2", "snake")
    return dealt(*SIX, giant=1, party="6 5 | 4 2 | 1 1", betting="liars").turns(*lines)


def to_pick() -> Table:
    table = last_duel(8, cups=(6, 0))
    table.say(0, "roll", 1, 2, 6, 6, 3, 2)
    return table


def to_split() -> Table:
    table = last_duel(9)
    table.say(0, "roll", 2, 2)
    return table


PHASES = {
    "declaring": lambda: dealt(*SIX, giant=1, party="6 5 | 4 2 | 1 1").turns("draw 2", "trip"),
    "all drawn": lambda: dealt("1 2", "1 3", party="5 6").turns("draw 6", "trip", "draw 5"),
    "circuit": the_circuit,
    "den": the_den,
    "over": lambda: the_den().turns("tumble", "tumble"),
    "wagering": lambda: last_duel(carried=0, final="wager"),
    "duel": lambda: last_duel(8, cups=(4, 0)),
    "picking": to_pick,
    "splitting": to_split,
}


# Pressing


def dice_fields(legal: LegalMove) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the values of a move that are chosen and not counted, with their fields."""
    for name, choice in legal.fields.items():
        match choice:
            case OneOf(values=values) | Some(values=values):
                yield f"{legal.verb}.{name}", values
            case Range(low=low, high=high) if name == "face":
                yield f"{legal.verb}.{name}", tuple(range(low, high + 1))
            case _:
                assert name in {"amount", "dice"}, "numbers are typed"


def everything_can_be_pressed(state: Any) -> None:
    for seat in all_seats(len(state.stacks)):
        pieces = board(state, seat).pieces
        for legal in GAME.legal_moves(state, seat):
            for fills, values in dice_fields(legal):
                found = Counter(one.stands_for for one in pieces if fills in one.fills)
                assert Counter(values) <= found, (seat, fills, values)


@each_table
def test_each_die_that_can_be_chosen_can_be_pressed_as_often_as_it_is_there(name: str) -> None:
    for position in a_match(name):
        everything_can_be_pressed(position.state)


def test_in_each_phase_what_can_be_chosen_can_be_pressed() -> None:
    for phase, begun in PHASES.items():
        with case(phase):
            everything_can_be_pressed(begun().state)


def test_what_a_piece_fills_are_fields_and_moves_of_the_game() -> None:
    for phase, begun in PHASES.items():
        with case(phase):
            fields = {f"{verb(move)}.{field.name}" for move in GAME.moves for field in fields_of(move)}
            state = begun().state
            for viewer in viewers(Seat(0), Seat(1)):
                for piece in board(state, viewer).pieces:
                    assert set(piece.fills) <= fields | {verb(move) for move in GAME.moves}
                    assert piece.stands_for is None or (piece.fills[0] in fields and type(piece.stands_for) is int)


def test_what_is_pressed_has_a_name() -> None:
    for phase, begun in PHASES.items():
        with case(phase):
            table = begun()
            for viewer in viewers(*table.awaited):
                for piece in board(table.state, viewer).pieces:
                    assert piece.says is not None or piece.kind in {PieceKind.SPACE, PieceKind.TEXT}
                    assert piece.says is not None or not piece.fills


def pressed_alone(phase: str, word: str) -> list[Piece]:
    return [piece for piece in board(PHASES[phase]().state, Seat(0)).pieces if word in piece.fills]


def test_in_the_last_duel_the_cup_rolls_the_double_splits_and_its_total_stands() -> None:
    assert [piece.face for piece in pressed_alone("duel", "roll")] == ["down"]
    assert [piece.face for piece in pressed_alone("splitting", "split")] == ["d6-2", "d6-2"]
    (total,) = pressed_alone("splitting", "stand")
    assert total.label is not None
    assert total.label.args == {"text": "4"}


def test_who_speaks_in_the_den_calls_snake_and_tumble_by_a_press_and_nobody_else() -> None:
    table = the_den()
    for viewer in viewers(*all_seats(6)):
        calls = [one.face for one in board(table.state, viewer).pieces if {"snake", "tumble"} & set(one.fills)]
        assert calls == (["snake", "kick"] if viewer in table.awaited else [])


# Visible dice


def faces(pieces: Board, seat: Viewer | None = None) -> Counter[int]:
    """Return the dice on a board, of one seat or of all, without the numbers to say."""
    return Counter(
        int(piece.face[-1])
        for piece in pieces.pieces
        if piece.kind is PieceKind.DIE and piece.face != "d10" and "count.face" not in piece.fills
        if seat is None or piece.seat == seat
    )


def open_to_all(state: Any) -> Counter[int]:
    """Return the open dice, and those of propositions in the Den."""
    view = GAME.view(state, SPECTATOR)
    found = Counter(view.duel) + Counter(one.face for one in view.propositions)
    for cup in view.cups:
        found.update(cup.shown)
    for rogue in view.rogues:
        found.update(rogue.hand or rogue.drawn)
    return found


def own(state: Any, seat: Seat) -> Counter[int]:
    rogue: Rogue = state.rogues[seat]
    return Counter((*rogue.dice.reveal(), *rogue.drawn))


@each_table
def test_a_board_shows_what_lies_open_and_the_viewers_own_dice_and_no_other(name: str) -> None:
    for position in a_match(name):
        state = position.state
        assert faces(board(state)) == open_to_all(state)
        over = GAME.asks(state) is None
        for seat in position.seats:
            playing = state.rogues[seat].dice.reveal() and not over
            assert faces(board(state, seat)) == open_to_all(state) + (own(state, seat) if playing else Counter())


@each_table
def test_a_board_is_the_same_whatever_lies_hidden(name: str) -> None:
    for position in a_match(name)[::5]:
        for seat in position.seats[:2]:
            assert board(position.dealt_again(seat), seat) == board(position.state, seat)


def test_the_hand_is_lit_and_the_rest_dimmed_in_the_order_rolled() -> None:
    table = dealt("5 6 5 1", "2 2", party="4 4")
    table.say(0, "keep 5 1")
    assert looks_of_own(table) == [(5, Look.LIT), (6, Look.DIM), (5, Look.DIM), (1, Look.LIT)]
    table.say(0, "drop 5")
    table.say(0, "draw 4")
    assert looks_of_own(table) == [(5, Look.DIM), (6, Look.DIM), (5, Look.DIM), (1, Look.LIT), (4, Look.LIT)]


def test_who_is_out_of_the_round_has_no_hand_any_more() -> None:
    table = dealt("5 6", "2 2", "3 4").turns("flee")
    assert looks_of_own(table) == [(5, Look.DIM), (6, Look.DIM)]


def looks_of_own(table: Table) -> list[tuple[int, Look]]:
    """Return the dice at the bottom of seat 0's board, with their looks."""
    pieces = board(table.state, Seat(0)).pieces
    area = [piece for piece in pieces if piece.kind is PieceKind.SPACE][-1]
    return [(int(one.face[-1]), one.looks[0]) for one in pieces if one.kind is PieceKind.DIE and one.top > area.top]


# Giant, Party, places


def of_face(pieces: Board, *found: str) -> list[str]:
    return [piece.face for piece in pieces.pieces if piece.face in found]


def test_the_giant_stands_under_a_cup_until_it_is_revealed() -> None:
    table = dealt("3 4", "2 2", giant=9).turns("trip")
    assert "d10" not in of_face(board(table.state), "d10")
    table.turns("trip")
    (die,) = [piece for piece in board(table.state).pieces if piece.face == "d10"]
    assert die.label is not None
    assert die.label.args == {"text": "9"}


def test_a_kick_is_a_boot() -> None:
    assert of_face(board(PHASES["over"]().state), "giant", "kick")[0] == "kick"


def test_a_party_cup_turns_up_once_its_die_was_drawn_and_then_shows_an_empty_frame() -> None:
    table = dealt("1 2", "1 3", "1 4", "1 5", party="5 6 | 2 3", first=0)
    assert party_of(table) == [("down", "6"), ("down", "3")]
    table.turns("draw 6")
    assert party_of(table) == [("up", "5"), ("down", "3")]
    table.turns("trip", "draw 5")
    assert party_of(table) == [("up", ""), ("down", "3")]


def party_of(table: Table) -> list[tuple[str, str]]:
    pieces = board(table.state).pieces
    return [
        (cup.face, beside.face.partition("-")[2]) for cup, beside in pairwise(pieces) if cup.key.startswith("party-")
    ]


def test_the_cup_of_who_is_out_of_the_round_stands_right_side_up() -> None:
    table = dealt("5 6", "2 2", "3 4", "1 2", cups=(2, 2, 2, 2), betting="thieves").turns("flee", "split", "trip")
    cups = {one.seat: one.face for one in board(table.state).pieces if one.key.startswith("cup-")}
    assert cups == {0: "up", 1: "up", 2: "down", 3: "down"}


def test_a_place_tells_its_name_its_dice_and_its_bet_and_shows_whose_turn_it_is() -> None:
    table = the_circuit()
    pieces = board(table.state).pieces
    places = [piece for piece in pieces if piece.kind is PieceKind.SPACE and piece.key.startswith("seat-")]
    assert [piece.seat for piece in places] == list(all_seats(6))
    assert [piece.seat for piece in places if Look.TURN in piece.looks] == list(table.awaited)
    bets = [piece.says.args for piece in pieces if piece.says is not None and piece.says.id == "piece-bet"]
    assert [bet["amount"] for bet in bets] == [45, 20]


def test_winners_are_crowned_and_their_hands_lit() -> None:
    table = dealt("3 4", "2 2", giant=6).turns("trip", "trip")
    pieces = board(table.state).pieces
    assert [piece.seat for piece in pieces if piece.face == "crown"] == [Seat(0)]
    lit = [piece.face for piece in pieces if piece.kind is PieceKind.DIE and Look.LIT in piece.looks]
    assert lit == ["d6-3", "d6-4"]


# Layout


def overlap(one: Piece, other: Piece) -> bool:
    across = max(one.left, other.left) < min(one.left + one.width, other.left + other.width)
    return across and max(one.top, other.top) < min(one.top + one.height, other.top + other.height)


def is_laid_out_well(laid: Board) -> None:
    areas = [piece for piece in laid.pieces if piece.kind is PieceKind.SPACE and piece.face != "slot"]
    things = [piece for piece in laid.pieces if piece not in areas and piece.face != "plate"]
    keys = [piece.key for piece in laid.pieces if piece.key]
    assert len(set(keys)) == len(keys)
    assert laid.height <= HIGHEST
    for piece in laid.pieces:
        assert piece.left >= EDGE
        assert piece.top >= EDGE
        assert piece.left + piece.width <= WIDTH - EDGE
        assert piece.top + piece.height <= laid.height - EDGE
        assert min(piece.width, piece.height) >= 10
        assert piece.kind is not PieceKind.TEXT or piece.width >= 24
    for one, other in (*combinations(areas, 2), *combinations(things, 2)):
        assert not overlap(one, other), (one, other)
    for thing in things:
        assert any(inside(thing, area) for area in areas), thing


def inside(thing: Piece, area: Piece) -> bool:
    across = area.left <= thing.left and thing.left + thing.width <= area.left + area.width
    return across and area.top <= thing.top and thing.top + thing.height <= area.top + area.height


@each_table
def test_nothing_lies_on_anything_else_nor_at_the_edge(name: str) -> None:
    for position in a_match(name)[::3]:
        for viewer in viewers(*position.seats[:2]):
            is_laid_out_well(board(position.state, viewer))


def test_in_each_phase_nothing_lies_on_anything_else() -> None:
    for phase, begun in PHASES.items():
        with case(phase):
            state = begun().state
            for viewer in viewers(*all_seats(len(state.stacks))):
                is_laid_out_well(board(state, viewer))
