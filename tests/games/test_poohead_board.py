"""Test the board of Poohead: playable cards can be pressed, the card to beat is readable, and hidden cards are
hidden.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from typing import Any

import pytest
from cases import case
from playing import Opening, Position, positions
from poohead_table import Table, swapping, threes_out

from games.kit.board import WIDTH, Board, Look, Piece, PieceKind
from games.kit.cards import JOKER, NO_CARD, Card, deck, rank_of
from games.kit.contract import Scene
from games.kit.dice import Draw
from games.kit.moves import LegalMove, OneOf, Order, Range, Some, Value, verb
from games.kit.notation import fields_of
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.kit.telling import Who
from games.poohead import GAME
from games.poohead.moves import Joker
from games.poohead.state import Naming, Over
from games.poohead.step import by_rank
from games.poohead.view import PooheadView
from games.proof.record import Deed, Left
from potluck.testing.positions import any_deed

EDGE = 8
HIGHEST = 450
"""The greatest height of a board, in units."""
LEGIBLE = 10
COUNTED = {(Joker, "jokers")}
"""Numbers are typed."""
GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "two": (2, {}),
    "two with jokers": (2, {"jokers_per_deck": "2", "quad_size": "8"}),
    "three out of turn": (3, {"slam": "on", "jokers_per_deck": "2", "quad_size": "3"}),
    "four, pagat": (4, {"house": "pagat"}),
    "five, strict": (5, {"finish_on_special": "forbid", "eight_transparent": "off", "opening": "lowest"}),
    "six": (6, {"voluntary_pickup": "on", "faceup_pickup": "required"}),
    "ten": (10, {"jokers_per_deck": "2", "slam": "on"}),
}
each_game = pytest.mark.parametrize("name", GAMES)


def board(state: Any, viewer: Viewer) -> Board:
    view: PooheadView = GAME.view(state, viewer)
    scene: Scene = GAME.scene(view)
    assert scene.board is not None
    return scene.board


@cache
def a_game(name: str) -> tuple[Position, ...]:
    """Return the positions of several games, since a game with few players is short."""
    seats, given = GAMES[name]
    options = GAME.options_from(given)
    openings = (Opening(GAME, options, (GAME.stack(options),) * seats, f"{name} {seed}".encode()) for seed in range(3))
    return tuple(chain.from_iterable(positions(opening, 80, stays) for opening in openings))


def stays(position: Position, chance: Draw) -> Deed:
    """Return any deed except a departure."""
    deed = any_deed(position, chance)
    while isinstance(deed, Left):
        deed = any_deed(position, chance)
    return deed


def of_seat(state: Any, viewer: Viewer, seat: int) -> list[Piece]:
    return [piece for piece in board(state, viewer).pieces if piece.seat == seat]


CROWDED = "3 3 3 3 4 4 5 5 5 6 7 7 8 8 9 9 9 9 10 10 j j q q q k k a a a a a a 2 2 2 joker"


def crowded() -> Table:
    """Return a table of ten players, where the first holds a card of nearly every rank."""
    others = ("4 5 | 10 7 8 | 3 4 5", "6 6 6 | j q k | 3 4 5", "7 7 | 8 8 | j q", "q | q q | k")
    few = ("k", "k", "5 5 | 2", "| | 2", "")
    first = f"{CROWDED} | 10 10 j | 3 4 4"
    return Table(first, *others, *few, pile="6 joker=7 8 8", stock="6", places=(9,))


def fifty() -> Table:
    return Table(f"{CROWDED} 3 3 4 4 5 6 6 7 7 8 9 10 j | q k a | 8 8 8", "3", *["j"] * 4, pile="6 joker=7 8 8")


TABLES = {"crowded": crowded, "fifty": fifty}
each_table = pytest.mark.parametrize("name", TABLES)


# Pressing


def wanted(legal: LegalMove) -> Iterator[tuple[str, Value, int]]:
    """Yield the values of a move that are chosen and not counted, with their field and how many it takes."""
    for name, choice in legal.fields.items():
        match choice:
            case Range():
                assert (legal.move, name) in COUNTED
            case OneOf(values=among) | Some(values=among) | Order(values=among):
                yield from ((f"{legal.verb}.{name}", value, times) for value, times in Counter(among).items())


def pressed_for(pieces: tuple[Piece, ...], fills: str, value: Value) -> int:
    return sum(fills in one.fills and type(one.stands_for) is type(value) and one.stands_for == value for one in pieces)


def everything_can_be_pressed(state: Any) -> set[str]:
    """Check that all can be pressed, and return the fields. Pressing only the pile takes no card along."""
    found = set()
    for seat in all_seats(state.seats):
        moves = GAME.legal_moves(state, seat)
        pieces = board(state, seat).pieces if moves else ()
        for legal in moves:
            found.add(legal.verb)
            for fills, value, times in wanted(legal):
                if (fills, value) == ("take.card", NO_CARD):
                    assert any("take" in piece.fills for piece in pieces)
                else:
                    assert pressed_for(pieces, fills, value) >= times, (seat, fills, value)
    return found


@each_game
def test_every_card_place_and_name_of_a_joker_that_can_be_chosen_can_be_pressed(name: str) -> None:
    found = set().union(*(everything_can_be_pressed(position.state) for position in a_game(name)))
    assert {"swap", "play", "take"} <= found


@each_table
def test_of_a_large_hand_every_card_is_a_piece(name: str) -> None:
    state = TABLES[name]().state
    everything_can_be_pressed(state)
    hand = Counter(piece.face for piece in of_seat(state, Seat(0), 0) if "swap.hand" in piece.fills)
    assert hand == Counter(state.layouts[0].hand)


def test_ph_24_hand_and_face_up_cards_go_together_by_as_many_presses() -> None:
    table = Table("7 7 | 7 joker q", "3", pile="5")
    assert table.may(0, "play 7 7 7 joker") or table.may(0, "play 7 7 7")
    everything_can_be_pressed(table.state)


@pytest.mark.parametrize(("hand", "stock", "pressed"), [("q 2 | q 9", "", 0), ("q | q 9", "5", 0), ("q | q 9", "", 2)])
def test_ph_24_a_face_up_card_is_pressed_only_where_it_may_be_played(hand: str, stock: str, pressed: int) -> None:
    table = Table(hand, "3", pile="4", stock=stock)
    up = [one for one in of_seat(table.state, Seat(0), 0) if "swap.faceup" in one.fills]
    assert len(up) == 2
    assert sum("play.cards" in one.fills for one in up) == pressed


def test_ph_26_a_joker_that_was_turned_up_is_named_by_a_press() -> None:
    table = Table("| | 4 5", "3 3", pile="9", phase=Naming(Seat(0), Card("J1")))
    everything_can_be_pressed(table.state)
    named = {piece.stands_for for piece in board(table.state, Seat(0)).pieces if "joker.rank" in piece.fills}
    assert named == table.nameable(0)
    for viewer in (Seat(1), SPECTATOR):
        assert not any("joker.rank" in piece.fills for piece in board(table.state, viewer).pieces)


def test_ph_25_the_pile_is_taken_by_a_press_and_a_face_up_card_goes_along() -> None:
    table = Table("| 4 4 5 | 3", "6", pile="k")
    pieces = board(table.state, Seat(0)).pieces
    assert [piece.face for piece in pieces if "take" in piece.fills] == ["slot"]
    assert [piece.stands_for for piece in pieces if "take.card" in piece.fills] == ["4", "4", "5"]


@each_game
def test_what_a_piece_fills_are_fields_and_moves_of_the_game(name: str) -> None:
    fields = {f"{verb(move)}.{field.name}" for move in GAME.moves for field in fields_of(move)}
    for position in a_game(name)[::5]:
        for viewer in (SPECTATOR, *position.seats):
            for piece in board(position.state, viewer).pieces:
                assert set(piece.fills) <= fields | {verb(move) for move in GAME.moves}
                assert piece.stands_for is None or piece.fills[0] in fields
                assert piece.stands_for is None or piece.seat in {None, viewer}


def test_what_goes_now_is_lit() -> None:
    table = Table("4 7 joker k | 9 9 9", "3", pile="6")
    lit = {piece.stands_for for piece in of_seat(table.state, Seat(0), 0) if Look.LIT in piece.looks}
    assert lit == {"7", JOKER, "k"} == set(table.view(Seat(0)).playable)
    assert not any(Look.LIT in piece.looks for piece in of_seat(table.state, Seat(1), 1))


# Hidden cards


def faces(laid: Board) -> Counter[str]:
    return Counter(piece.face for piece in laid.pieces if piece.kind is PieceKind.CARD and piece.face != "back")


@each_game
def test_no_board_shows_a_card_that_its_viewer_does_not_see(name: str) -> None:
    for position in a_game(name)[::3]:
        for viewer in (SPECTATOR, *position.seats):
            view: PooheadView = GAME.view(position.state, viewer)
            seen = Counter(one.card for one in view.top)
            for layout in view.layouts:
                own = layout.seat == viewer
                seen += Counter((*view.hand, *view.up) if own else layout.up)
            assert not faces(board(position.state, viewer)) - seen


def test_ph_3_a_swap_is_on_nobody_elses_board() -> None:
    table = swapping("3 4 5 | 6 6 6", "8 9 j | q q q")
    before = [board(table.state, viewer) for viewer in (Seat(1), SPECTATOR)]
    own = board(table.state, Seat(0))
    table.say(0, "swap 3 6")
    assert [board(table.state, viewer) for viewer in (Seat(1), SPECTATOR)] == before
    assert board(table.state, Seat(0)) != own
    up = [piece.stands_for for piece in of_seat(table.state, Seat(0), 0) if "swap.faceup" in piece.fills]
    assert up == ["3", "6", "6"]


def test_another_hand_is_one_pile_of_backs_with_a_number() -> None:
    table = Table("3 4 5 6 7 | k | 8", "8 9 j")
    for viewer in (Seat(1), SPECTATOR):
        pieces = of_seat(table.state, viewer, 0)
        assert [piece.face for piece in pieces if piece.kind is PieceKind.CARD] == ["back", "back", "KS"]
        [hand] = [piece.says for piece in pieces if piece.says is not None and piece.says.id == "piece-hand"]
        assert hand.args == {"seat": Who(Seat(0)), "cards": 5}


# The pile


def said(laid: Board, word: str) -> dict[str, Any]:
    [found] = [piece.says for piece in laid.pieces if piece.says is not None and piece.says.id == word]
    return dict(found.args)


def plates(laid: Board, word: str) -> list[Piece]:
    return [piece for piece in laid.pieces if piece.label is not None and piece.label.id == word]


@pytest.mark.parametrize(
    ("pile", "how", "rank"),
    [("", "any", ""), ("2", "any", ""), ("7", "least", "7"), ("9 8", "most", "9"), ("q joker=5 8", "least", "5")],
)
def test_what_must_be_beaten_stands_on_the_pile(pile: str, how: str, rank: str) -> None:
    table = Table("3 4 5", "6", pile=pile)
    for viewer in (Seat(0), Seat(1), SPECTATOR):
        laid = board(table.state, viewer)
        [plate] = plates(laid, "beat")
        assert plate.label is not None
        assert plate.label.args["how"] == how
        assert how == "any" or plate.label.args["rank"] == rank
        assert plate.height >= LEGIBLE
        [around] = [piece for piece in laid.pieces if "take" in piece.fills]
        assert is_in(plate, around)
        assert said(laid, "piece-pile")["cards"] == len(pile.split())


def test_the_last_card_lies_on_top_and_the_one_under_eights_is_marked() -> None:
    laid = board(Table("3", "4", pile="5 q joker=7 8 8").state, SPECTATOR)
    lying = [piece for piece in laid.pieces if piece.kind is PieceKind.CARD and piece.seat is None]
    assert [(piece.face, piece.looks) for piece in lying] == [
        ("QS", ()),
        ("J1", (Look.LIT,)),
        ("8S", ()),
        ("8H", (Look.LAST,)),
    ]
    assert lying == sorted(lying, key=lambda piece: piece.left)
    assert said(laid, "piece-named") == {"rank": "7"}
    [named] = [plate for plate in plates(laid, "letters") if plate.face == "gold"]
    assert named.label is not None
    assert named.label.args == {"text": "7"}


def test_the_board_says_what_is_left_and_what_has_burned() -> None:
    laid = board(Table("3 4 5", "6", pile="7 7", stock="9 9 9 j").state, SPECTATOR)
    assert said(laid, "piece-stock") == {"cards": 4}
    assert said(laid, "piece-fire") == {"cards": 53 - 4 - 2 - 4}


def test_before_the_first_card_nothing_must_be_beaten() -> None:
    for table in (swapping("3 4 5 | 6 6 6", "8 9 j | q q q"), threes_out("3", "3")):
        laid = board(table.state, SPECTATOR)
        assert not plates(laid, "beat")
        assert laid.says.id == "board-alt"
        assert laid.says.args["begun"] == "no"


# The seats


def grounds(laid: Board) -> dict[Seat | None, Piece]:
    return {piece.seat: piece for piece in laid.pieces if piece.kind is PieceKind.SPACE and piece.face == "seat"}


@each_game
def test_every_seat_has_a_place_with_its_name_and_who_is_awaited_is_marked(name: str) -> None:
    for position in a_game(name)[::10]:
        ask = GAME.asks(position.state)
        for viewer in (SPECTATOR, Seat(0)):
            laid = board(position.state, viewer)
            found = grounds(laid)
            assert set(found) == set(position.seats)
            turns = {seat for seat, piece in found.items() if Look.TURN in piece.looks}
            assert turns == set(() if ask is None else ask.seats)
            names = [dict(piece.label.args)["seat"] for piece in plates(laid, "piece-seat") if piece.label]
            assert sorted(names, key=lambda who: who.seat) == [Who(seat) for seat in position.seats]


def test_who_is_out_has_won_or_is_the_poohead_is_marked() -> None:
    over = Over("out", (Seat(1),), (Seat(0),))
    laid = board(Table("3", "", "", phase=over, places=(1, 2)).state, SPECTATOR)
    figures = [(piece.face, piece.seat) for piece in laid.pieces if piece.kind is PieceKind.FIGURE]
    assert sorted(figures) == [("crown", 1), ("fire", None), ("poo", 0)]
    out = {piece.seat: piece.label for piece in laid.pieces if piece.says is not None and piece.says.id == "piece-out"}
    assert {seat: label and label.args for seat, label in out.items()} == {1: {"text": "1"}, 2: {"text": "2"}}


# Layout


Edges = tuple[float, float, float, float]


def edges(piece: Piece) -> Edges:
    return (piece.left, piece.top, piece.left + piece.width, piece.top + piece.height)


def overlap(first: Edges, second: Edges) -> bool:
    return all(max(first[side], second[side]) < min(first[side + 2], second[side + 2]) for side in (0, 1))


def is_in(piece: Piece, area: Piece) -> bool:
    inner, outer = edges(piece), edges(area)
    return all(inner[side] >= outer[side] and inner[side + 2] <= outer[side + 2] for side in (0, 1))


def index(card: Piece) -> Edges:
    """Return the area of the rank on a card (`bot.render.symbols`)."""
    top, bottom = card.top + card.height * 5 / 70, card.top + card.height * 23 / 70
    return (card.left + card.width * 2.8 / 50, top, card.left + card.width * 18.2 / 50, bottom)


def is_laid_out_well(laid: Board) -> None:
    areas = [piece for piece in laid.pieces if piece.kind is PieceKind.SPACE and piece.face != "slot"]
    things = [piece for piece in laid.pieces if piece not in areas]
    keys = [piece.key for piece in laid.pieces if piece.key]
    assert len(set(keys)) == len(keys)
    assert laid.height <= HIGHEST
    for piece in laid.pieces:
        assert piece.left >= EDGE
        assert piece.top >= EDGE
        assert piece.left + piece.width <= WIDTH - EDGE
        assert piece.top + piece.height <= laid.height - EDGE
        assert min(piece.width, piece.height) > 0
    assert not any(overlap(edges(one), edges(other)) for one, other in combinations(areas, 2))
    for piece in things:
        assert sum(is_in(piece, area) for area in areas) == 1, piece
    letters_and_cards_are_seen(things)


def letters_and_cards_are_seen(things: list[Piece]) -> None:
    """Check that nothing covers letters or the rank of a card, except a card of this rank, and that each can be
    pressed.
    """
    for at, piece in enumerate(things):
        above = [other for other in things[at + 1 :] if other.face != "slot"]
        if piece.kind in {PieceKind.TEXT, PieceKind.FIGURE, PieceKind.BADGE}:
            assert not any(overlap(edges(piece), edges(other)) for other in above), piece
            assert piece.height >= LEGIBLE
        if piece.kind is PieceKind.TEXT:
            assert not any(overlap(edges(piece), edges(other)) for other in things[:at]), piece
        if piece.kind is PieceKind.CARD and piece.face != "back":
            hiding = [other for other in above if overlap(index(piece), edges(other))]
            assert all(is_of_one_rank(piece, other) or is_between(piece, other) for other in hiding), piece
        if piece.fills and piece.kind is PieceKind.CARD:
            corner = (piece.left, piece.top, piece.left + 4, piece.top + 18)
            assert piece.face == "back" or not any(overlap(corner, edges(other)) for other in above), piece
            assert piece.width >= 34


def is_of_one_rank(piece: Piece, other: Piece) -> bool:
    return other.kind is PieceKind.CARD and other.face != "back" and other.stands_for == piece.stands_for is not None


def is_between(piece: Piece, other: Piece) -> bool:
    """Return whether both are in a hand of two rows, where the count of equal cards overlaps the cards behind it."""
    return other.kind is PieceKind.BADGE and piece.stands_for is not None and other.top >= piece.top + LEGIBLE


@each_game
def test_nothing_leaves_the_board_and_all_is_legible(name: str) -> None:
    for position in a_game(name)[::4]:
        for viewer in (SPECTATOR, *position.seats[:2]):
            is_laid_out_well(board(position.state, viewer))


@each_table
def test_the_largest_hands_are_legible_too(name: str) -> None:
    table = TABLES[name]()
    for viewer in (SPECTATOR, *all_seats(table.state.seats)):
        is_laid_out_well(board(table.state, viewer))


WHOLE = tuple(card for card in sorted(deck(1, 0), key=by_rank) if rank_of(card) != "8")
"""Twelve of thirteen ranks."""


def test_hands_of_every_size_are_legible() -> None:
    for cards in range(1, 49):
        with case(cards):
            held = " ".join(map(rank_of, WHOLE[:cards]))
            is_laid_out_well(board(Table(held, "").state, Seat(0)))


@each_game
def test_every_piece_but_plates_texts_and_areas_has_a_name(name: str) -> None:
    for position in a_game(name)[::10]:
        for piece in board(position.state, Seat(0)).pieces:
            for_the_eye = piece.kind in {PieceKind.TEXT, PieceKind.BADGE} or piece.face == "table"
            assert piece.says is not None or (for_the_eye and not piece.fills), piece
