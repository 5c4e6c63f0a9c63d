"""Test the board of Headache: all choices can be pressed, nothing overlaps, and no secret swap shows."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Any

import pytest
from cases import case
from headache_games import TABLES, careful, whole_game
from headache_phases import PHASES
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    EVERYBODY,
    JACK,
    PETE,
    Table,
    at_a_lot,
    at_the_draw,
    at_the_method,
    at_the_swaps,
)
from playing import Opening, Position, positions

from games.headache import GAME
from games.headache.board import laid, seen_apart
from games.headache.moves import NONE
from games.headache.view import HeadacheView
from games.kit.board import WIDTH, Board, Look, Piece, PieceKind
from games.kit.contract import Scene
from games.kit.moves import LegalMove, OneOf, Order, Range, Some, Value, verb
from games.kit.notation import Kind, fields_of
from games.kit.seats import SPECTATOR, Seat, Spot, Viewer, all_seats
from games.proof import fair

EDGE = 8
HIGHEST = 450
"""The greatest height of a board, in units."""
CROWDS = {
    "eight": (8, {"auction_types": "blind+standard", "vote": "declare", "rolls": "hand", "memory": "off"}),
    "ten": (10, {"extra_dice": "second_set", "alliances": "on", "draw": "choose", "max_swap_rounds": "20"}),
}
COUNTED = {Kind.SUCKERS, Kind.NUMBER}
"""Numbers are typed."""
each_game = pytest.mark.parametrize("name", [*TABLES, *CROWDS])


def board(state: Any, viewer: Viewer) -> Board:
    view: HeadacheView = GAME.view(state, viewer)
    scene: Scene = GAME.scene(view)
    assert scene.board is not None
    return scene.board


@cache
def a_game(name: str) -> tuple[Position, ...]:
    if name in TABLES:
        return whole_game(name)
    seats, given = CROWDS[name]
    options = GAME.options_from(given)
    return tuple(positions(Opening(GAME, options, (GAME.stack(options),) * seats, fair.lp(name)), 10_000, careful))


# Pressing


def values(legal: LegalMove) -> list[tuple[str, Value]]:
    """Return the values of a move that are chosen and not counted, with their fields. No option has a button."""
    kinds = {field.name: field.kind for field in fields_of(legal.move)}
    found: list[tuple[str, Value]] = []
    for name, choice in legal.fields.items():
        match choice:
            case OneOf(values=among) | Some(values=among) | Order(values=among) if kinds[name] not in COUNTED:
                found += [(f"{legal.verb}.{name}", value) for value in among if value != NONE]
            case OneOf() | Some() | Order() | Range():
                pass
    return found


def can_be_pressed(pieces: tuple[Piece, ...], fills: str, value: Value) -> bool:
    return any(fills in one.fills and type(one.stands_for) is type(value) and one.stands_for == value for one in pieces)


def everything_can_be_pressed(state: Any) -> None:
    for seat in all_seats(len(state.stacks)):
        wanted = [one for legal in GAME.legal_moves(state, seat) for one in values(legal)]
        pieces = board(state, seat).pieces if wanted else ()
        for fills, value in wanted:
            assert can_be_pressed(pieces, fills, value), (seat, fills, value)


@each_game
def test_each_cup_die_player_and_option_that_can_be_chosen_can_be_pressed(name: str) -> None:
    for position in a_game(name):
        everything_can_be_pressed(position.state)


def test_in_each_phase_what_can_be_chosen_can_be_pressed() -> None:
    for phase in PHASES:
        with case(phase):
            everything_can_be_pressed(PHASES[phase]().state)


def test_what_a_piece_fills_are_fields_and_moves_of_the_game() -> None:
    for phase in PHASES:
        with case(phase):
            fields = {f"{verb(move)}.{field.name}" for move in GAME.moves for field in fields_of(move)}
            state = PHASES[phase]().state
            for piece in board(state, ANDY).pieces:
                assert set(piece.fills) <= fields | {verb(move) for move in GAME.moves}
                assert piece.stands_for is None or piece.fills[0] in fields


def pressed_alone(table: Table, word: str) -> list[Piece]:
    return [piece for piece in board(table.state, ANDY).pieces if word in piece.fills]


def test_ones_own_die_rolls_and_rolls_again() -> None:
    [die] = pressed_alone(PHASES["first-rolls"](), "roll")
    assert die.seat == ANDY
    [again] = pressed_alone(PHASES["rerolls"](), "reroll")
    assert again.seat == ANDY
    assert again.label is not None
    assert again.label.args == {"text": "19"}


def test_the_price_that_falls_is_taken_by_a_press() -> None:
    assert [piece.face for piece in pressed_alone(PHASES["price-falls"](), "bid")] == ["gold"]
    assert not pressed_alone(at_a_lot(kind="standard"), "bid")


def test_ones_own_die_says_what_a_press_costs_as_long_as_it_may_be_rolled_again() -> None:
    table = PHASES["rerolls"]()
    assert {one.says.args["state"] for one in pressed_alone(table, "reroll") if one.says} == {"rerolls"}
    table.say(ANDY, "stay")
    assert {one.says.args["state"] for one in pressed_alone(table, "reroll") if one.says} == {"plays"}


def sold_bids(table: Table, viewer: Viewer = SPECTATOR) -> dict[Seat | None, tuple[object, object, bool]]:
    """Return what each is shown to have bid and paid for the last cup, and whether they bought it."""
    found = [one for one in board(table.state, viewer).pieces if one.says and one.says.id == "piece-sold-bid"]
    return {
        one.seat: (one.says.args["amount"], one.says.args["paid"], one.face == "gavel") for one in found if one.says
    }


def test_sealed_bids_lie_open_at_their_places_once_the_cup_is_sold_and_until_the_next_one_is() -> None:
    table = at_a_lot()
    for seat, amount in ((BILL, 7), (PETE, 4), (JACK, 5), (ANDY, 0)):
        table.say(seat, f"bid {amount}")
        assert not any(sold_bids(table, viewer) for viewer in (*EVERYBODY, SPECTATOR)), "Colin has not bid yet"
    table.say(COLIN, "bid 0")
    for viewer in (*EVERYBODY, SPECTATOR):
        assert sold_bids(table, viewer) == {BILL: (7, 7, True), PETE: (4, 2, False), JACK: (5, 3, False)}
    (line,) = [one for one in GAME.scene(GAME.view(table.state, SPECTATOR)).table if one.id == "scene-sale"]
    assert (line.args["price"], line.args["losers"]) == (7, 2)
    table.say(COLIN, "lot jack")
    assert sold_bids(table) == {}
    table.bids("")
    assert sold_bids(table) == {}, "nobody wanted it"


def test_ha_15_at_second_price_the_highest_bid_and_the_price_stand_side_by_side() -> None:
    table = at_a_lot(kind="second_price", failed="nothing", auction_types="blind+second_price")
    table.bids("bill 9, pete 6")
    assert sold_bids(table) == {BILL: (9, 6, True), PETE: (6, 0, False)}


def test_the_bids_for_the_last_cup_stay_until_the_vote_on_how_the_dice_are_played_is_over() -> None:
    table = at_the_method("bill andy1, bill andy2, colin colin")
    assert sold_bids(table)
    table.silence()
    assert sold_bids(table) == {}


def test_only_who_draws_sees_dice_in_the_bag() -> None:
    table = at_the_draw()
    dice = [[one.face for one in board(table.state, seat).pieces if one.kind is PieceKind.DIE] for seat in (ANDY, BILL)]
    assert dice == [["d4", "d6", "d8", "d10", "d12", "d20"], []]


# Cups


def spots(state: Any, viewer: Viewer = SPECTATOR) -> list[Spot]:
    return [piece.stands_for for piece in board(state, viewer).pieces if isinstance(piece.stands_for, Spot)]


@each_game
def test_each_cup_is_one_piece_until_the_cups_are_lifted(name: str) -> None:
    for position in a_game(name):
        table = GAME.view(position.state, SPECTATOR).table
        if table is not None and not table.sides:
            assert sorted(spots(position.state)) == sorted(cup.at for cup in table.cups)


SWAPS = ("swap andy1 bill", "swap pete jack", "swap andy1 andy2")


@pytest.mark.parametrize("dice", list(permutations((4, 6, 8, 10, 12, 20)))[::240])
def test_ha_14_no_board_tells_later_which_cups_were_swapped_nor_ever_what_is_under_them(dice: tuple[int, ...]) -> None:
    seen, at_once = [], []
    for swap in SWAPS:
        table = at_the_swaps(1)
        other = Table(*(19, 15, 10, 8, 3))
        other.stay(*dice)
        other.decide("1")
        for one in (table, other):
            one.say(ANDY, swap)
            at_once.append([board(one.state, viewer) for viewer in (*EVERYBODY, SPECTATOR)])
            one.silence()
            seen.append([board(one.state, viewer) for viewer in (*EVERYBODY, SPECTATOR)])
    assert all(boards == seen[0] for boards in seen)
    assert at_once[::2] == at_once[1::2]


def test_ha_14_with_memory_a_cups_key_is_its_place_but_for_the_moment_of_a_swap() -> None:
    table = at_the_swaps(1)
    table.say(ANDY, "swap andy1 bill")
    moved = {
        piece.key: str(piece.stands_for)
        for piece in board(table.state, BILL).pieces
        if piece.looks and piece.kind is PieceKind.CUP
    }
    assert moved == {"cup-1.1": "2.1", "cup-2.1": "1.1"}
    table.silence()
    cups = [piece for piece in board(table.state, BILL).pieces if piece.kind is PieceKind.CUP]
    assert [piece.key for piece in cups] == [f"cup-{piece.stands_for}" for piece in cups]
    assert not any(piece.looks for piece in cups)


def test_ha_14_without_memory_a_cup_is_followed_and_ones_own_die_seen_under_it() -> None:
    table = at_the_swaps(1, memory="off")
    table.say(ANDY, "swap andy1 bill")
    table.say(BILL, "swap bill colin")
    cups = {piece.stands_for: piece for piece in board(table.state, ANDY).pieces if piece.kind is PieceKind.CUP}
    assert cups[Spot(COLIN, 1)].key == f"cup-{Spot(ANDY, 1)}"
    assert [str(at) for at, piece in cups.items() if piece.face == "glass"] == ["1.2", "5.1"]
    assert [str(at) for at, piece in cups.items() if Look.LAST in piece.looks] == ["2.1", "5.1"]
    assert "glass" not in {piece.face for piece in board(table.state, SPECTATOR).pieces}


def test_ha_23_only_its_buyer_sees_a_die_that_was_looked_at() -> None:
    table = at_a_lot(reveal="looks")
    table.bids("pete 3")
    for viewer in (PETE, BILL, SPECTATOR):
        [cup] = [one for one in board(table.state, viewer).pieces if one.stands_for == Spot(BILL, 1)]
        assert cup.seat == PETE
        assert cup.face == ("glass" if viewer == PETE else "down")


# Laying out


def edges(piece: Piece) -> tuple[int, int, int, int]:
    """Return its edges with its label, which may be a little wider than the symbol (`bot.render.drawing`)."""
    below = piece.kind is PieceKind.CUP and piece.label is not None
    return (piece.left - 4 * below, piece.top, piece.left + piece.width + 4 * below, piece.top + piece.height)


def overlapping(pieces: list[Piece]) -> Iterator[tuple[Piece, Piece]]:
    """Yield each pair that overlaps."""
    laid = [(piece, *edges(piece)) for piece in pieces]
    for (one, left, top, right, bottom), (other, left_too, top_too, right_too, bottom_too) in combinations(laid, 2):
        if left < right_too and left_too < right and top < bottom_too and top_too < bottom:
            yield one, other


def is_laid_out_well(laid: Board) -> None:
    areas = [piece for piece in laid.pieces if piece.kind is PieceKind.SPACE and piece.face != "slot"]
    things = [piece for piece in laid.pieces if piece.kind is not PieceKind.SPACE and piece.face != "plate"]
    keys = [piece.key for piece in laid.pieces if piece.key]
    assert len(set(keys)) == len(keys)
    assert laid.height <= HIGHEST
    for piece in laid.pieces:
        assert piece.left >= EDGE
        assert piece.top >= EDGE
        assert piece.left + piece.width <= WIDTH - EDGE
        assert piece.top + piece.height <= laid.height - EDGE
        assert min(piece.width, piece.height) > 0
    assert list(overlapping(areas)) == []
    for one, other in overlapping(things):
        assert one.face == "glass", (one, other)
        assert other.kind is PieceKind.DIE, (one, other)


@each_game
def test_nothing_lies_on_anything_else_nor_at_the_edge(name: str) -> None:
    for position in a_game(name)[::3]:
        for viewer in (SPECTATOR, *position.seats[:2]):
            is_laid_out_well(board(position.state, viewer))


def test_in_each_phase_nothing_lies_on_anything_else() -> None:
    for phase in PHASES:
        with case(phase):
            state = PHASES[phase]().state
            for viewer in (*EVERYBODY, SPECTATOR):
                is_laid_out_well(board(state, viewer))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"memory": "off", "vote": "declare"},
        {"alliances": "on"},
        {"auction_types": "standard"},
        {"draw": "choose", "extra_dice": "second_set"},
    ],
)
def test_a_board_that_is_laid_once_for_all_is_the_one_of_each(given: dict[str, str]) -> None:
    options, alike = GAME.options_from(given), 0
    for number in range(2):
        opening = Opening(GAME, options, (GAME.stack(options),) * 5, fair.lp(f"laid {number}"))
        for position in positions(opening, 300):
            for viewer in (SPECTATOR, *all_seats(5)):
                view = GAME.view(position.state, viewer)
                assert board(position.state, viewer) == laid(view)
                alike += not seen_apart(view)
    assert alike, "or else nothing was laid once"


def test_at_a_table_of_ten_a_plate_has_room_for_the_whole_number() -> None:
    """A chip beside it would take the room."""
    chips = {}
    for name in ("eight", "ten"):
        state = a_game(name)[0].state
        pieces = [piece for zone in board(state, SPECTATOR).zones if zone.name == "seat-1" for piece in zone.pieces]
        chips[name] = [piece.face for piece in pieces if piece.kind is PieceKind.CHIP]
    assert chips == {"eight": ["one"], "ten": []}


def test_in_the_contest_the_middle_says_by_which_rule_dice_count_and_in_the_end_what_decided_it() -> None:
    found = set()
    for position in (position for name in (*TABLES, *CROWDS) for position in a_game(name)):
        if GAME.view(position.state, SPECTATOR).contest is not None:
            labels = [one.label for one in board(position.state, SPECTATOR).pieces if one.label is not None]
            (told,) = [one for one in labels if one.id in {"label-stakes", "label-last-roll"}]
            found.add((told.id, told.args.get("method", told.args.get("fell"))))
            assert "label-rule" not in [one.id for one in labels], "these rules have all been followed"
    assert ("label-last-roll", "yes") in found
    assert found - {("label-last-roll", "yes"), ("label-last-roll", "no"), ("label-stakes", "")}
