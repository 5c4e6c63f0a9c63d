"""Test what is shown of Halflings & Giants: the table in pieces, for one, for two, for a dozen and for a crowd."""

from collections import Counter
from typing import Any

import pytest
from cases import case
from halflings_table import Table
from hypothesis import given
from hypothesis import strategies as st
from playing import openings, positions, thoroughly

from games.halflings import GAME
from games.kit.board import WIDTH, Board, Look, Piece, PieceKind
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.telling import Say, Who, say

ROLLS = ((3, 4), (2, 3), (6, 6), (1, 1), (6, 4), (2, 2), (1, 6), (5, 5), (6, 5), (1, 2), (3, 3), (4, 4))
"""Every fate, against a Knee of 7."""


def board(table: Table, viewer: Viewer = SPECTATOR) -> Board:
    found = GAME.scene(GAME.view(table.state, viewer)).board
    assert found is not None
    return found


def crowd(seats: int, **given: Any) -> Table:
    """Return a crowd in which all have staked, and rolled against a Knee of 7."""
    table = Table(*[1000] * seats, mode="crowd", **given)
    for seat in range(seats - 1):
        table.say("stake 10", seat=seat)
    faces = [face for seat in range(seats) for face in ROLLS[seat % len(ROLLS)]]
    table.say("stake 100", 7, *faces, seat=seats - 1)
    return table


def faces(shown: Board, kind: PieceKind, seat: int | None = None) -> list[str]:
    return [one.face for one in shown.pieces if one.kind is kind and (seat is None or one.seat == seat)]


def place(shown: Board, seat: int) -> Piece:
    (found,) = [one for one in shown.pieces if one.kind is PieceKind.SPACE and one.seat == seat]
    return found


def labels(shown: Board) -> list[Say]:
    return [one.label for one in shown.pieces if one.label is not None]


def number(text: str) -> Say:
    return say("letters", text=text)


def test_one_round_against_the_house_from_the_stake_to_the_end() -> None:
    table = Table()
    assert Look.TURN in place(board(table), 0).looks
    table.say("stake 50", 8)
    assert all(number(one) in labels(board(table)) for one in ("8", "50"))
    table.say("roll", 3, 3)
    assert faces(board(table), PieceKind.DIE, 0) == ["d6-3", "d6-3"]
    table.say("split", 4, 3)
    shown = board(table)
    assert faces(shown, PieceKind.DIE, 0) == ["d6-4", "d6-3"]
    assert all(number(one) in labels(shown) for one in ("+150", "8"))
    assert say("label-came", total="3+7=10", knee=8, fate="toppled") in labels(shown)
    assert {"crown", "halfling", "fallen"} <= set(faces(shown, PieceKind.FIGURE))


def test_a_giant_lies_there_as_long_as_it_is_seen_who_toppled_them() -> None:
    table, seen = Table(200, 200, mode="duel"), []
    for line, seat, *rolled in (("stake 50", 0), ("roll", 1, 7), ("roll", 0, 3, 5), ("stake 50", 1), ("roll", 0, 1)):
        table.say(line, *rolled, seat=seat)
        seen.append(faces(board(table), PieceKind.FIGURE)[0])
    assert seen == ["giant", "giant", "fallen", "giant", "giant"]


def test_what_rolls_and_splits_can_be_pressed() -> None:
    table = Table(200, 200, mode="duel", split="exact")
    table.say("stake 10")
    (die,) = [one for one in board(table).pieces if "roll" in one.fills]
    assert (die.face, die.seat) == ("d10", Seat(1))
    table.say("roll", 7, seat=1)
    assert Counter(one.seat for one in board(table).pieces if "roll" in one.fills) == {Seat(0): 2}
    table.say("roll", 3, 4)
    table.say("split", 4, 2)
    shown = board(table)
    assert faces(shown, PieceKind.DIE, 0) == ["d6-3", "d6-4", "d6-4", "d6-2"]
    assert [one.face for one in shown.pieces if "split" in one.fills] == ["d6-3", "d6-4"]


@thoroughly
@given(data=st.data())
def test_every_move_but_a_stake_can_be_pressed_on_something_with_a_name(data: st.DataObject) -> None:
    for position in positions(data.draw(openings(GAME)), 25):
        for seat in position.seats:
            shown = GAME.scene(GAME.view(position.state, seat)).board
            assert shown is not None
            pressed = {fill for one in shown.pieces if one.says is not None for fill in one.fills}
            assert {offer.verb for offer in GAME.legal_moves(position.state, seat)} - pressed <= {"stake"}


def test_a_kick_is_seen_and_the_dice_of_whoever_never_rolled_stay_blank() -> None:
    table = Table()
    table.say("stake 10", 1)
    shown = board(table)
    assert faces(shown, PieceKind.FIGURE) == ["giant", "kick", "maw", "kick"]
    assert faces(shown, PieceKind.DIE) == ["d10", "d6", "d6"]
    assert number("\u221210") in labels(shown)
    assert say("label-kicked") in labels(shown)


def test_each_total_says_what_it_means() -> None:
    table = Table()
    table.say("stake 10", 4)
    badges = [one for one in board(table).pieces if one.kind is PieceKind.BADGE and one.says is None]
    meant = [(one.face, Look.DIM in one.looks) for one in badges]
    assert meant == [("plain", True)] * 2 + [("gold", False)] * 7 + [("red", False)] * 2


def test_the_total_that_was_rolled_stands_out_of_the_row_and_says_why_it_won_or_lost() -> None:
    for dice, total, face, fate in [
        ((3, 2), 5, "gold", "toppled"),
        ((1, 2), 3, "red", "kicked"),
        ((6, 6), 12, "red", "eaten"),
    ]:
        table = Table()
        table.say("stake 10", 4)
        table.say("roll", *dice)
        (out,) = [one for one in board(table).pieces if one.kind is PieceKind.BADGE and Look.LAST in one.looks]
        assert (out.label, out.face) == (number(str(total)), face)
        assert say("label-came", total=str(total), knee=4, fate=fate) in labels(board(table))


def test_before_a_stake_the_table_says_what_each_knee_pays_and_then_what_this_one_wins() -> None:
    table = Table(pay="rulebook")
    told = [one.args for one in labels(board(table)) if one.id == "piece-pays-for"]
    assert told[0] == {"knees": "2\u20133", "pays": "1:1"}
    assert told[-1] == {"knees": "10", "pays": "5:1"}
    table.say("stake 10", 7)
    assert say("piece-pays", pays="3:1", wins=30) in labels(board(table))


def test_a_duel_shows_both_purses_which_stake_it_is_and_who_leads_and_ends_with_who_won() -> None:
    table, seen = Table(200, 200, mode="duel"), []
    for line, seat, *rolled in (("stake 50", 0), ("roll", 1, 7), ("roll", 0, 3, 5), ("stake 20", 1), ("roll", 0, 4)):
        table.say(line, *rolled, seat=seat)
        told = [one for one in labels(board(table)) if one.id in {"piece-stakes-of-duel", "piece-leads"}]
        seen.append([tuple(one.args.values()) for one in told])
    assert seen == [[(1,)], [(1,)], [(1,), (Who(Seat(0)), 50)], [(2,), (Who(Seat(0)), 50)], [(2,), (Who(Seat(0)), 50)]]
    plates = [one.seat for one in board(table).pieces if one.face == "plate"]
    assert sorted(plates) == [0, 1]
    table.say("roll", 5, 4, seat=1)
    (over,) = [one for one in GAME.scene(GAME.view(table.state, SPECTATOR)).table if one.id == "scene-over"]
    assert over.args == {"how": "won", "seat": Who(Seat(0)), "amount": 30}


def needs(shown: Board) -> list[tuple[object, ...]]:
    """Return whose dice have come to what, and what they must reach."""
    found = [one.says.args for one in shown.pieces if one.says and one.says.id == "piece-needs"]
    return [tuple(args[name] for name in ("seat", "total", "needs", "most", "more")) for args in found]


def test_at_ones_own_place_stands_what_the_dice_must_reach_until_they_have() -> None:
    table = Table(200, 200, mode="duel")
    table.say("stake 10")
    assert needs(board(table)) == [], "no Knee is set yet"
    table.say("roll", 7, seat=1)
    assert needs(board(table)) == [(Who(Seat(0)), 0, 7, 10, "yes")]
    table.say("roll", 3, 3)
    assert needs(board(table)) == [(Who(Seat(0)), 6, 7, 10, "yes")]
    table.say("split", 1, 2)
    assert needs(board(table)) == []


def test_a_kick_leaves_nothing_to_reach() -> None:
    table = Table()
    table.say("stake 10", 1)
    assert needs(board(table)) == []


@pytest.mark.parametrize("seats", [2, 5, 8, 12])
def test_a_small_crowd_has_a_place_each_with_dice_and_fate(seats: int) -> None:
    shown = board(crowd(seats, split="exact"))
    for seat in range(seats):
        assert faces(shown, PieceKind.DIE, seat) == [f"d6-{die}" for die in ROLLS[seat]]
        assert say("piece-seat", seat=Who(Seat(seat))) in labels(shown)
        assert Look.TURN in place(shown, seat).looks or "settled" in str(place(shown, seat).says)


def test_in_a_crowd_of_eight_the_stack_stands_beside_the_name_and_no_lower() -> None:
    shown = board(crowd(8, split="exact"))
    assert sum(one.says is not None and one.says.id == "piece-purse" for one in shown.pieces) == 8
    for zone in shown.zones:
        names = [one for one in zone.pieces if one.label == say("piece-seat", seat=Who(one.seat))]
        chips = [one for one in zone.pieces if one.says is not None and one.says.id == "piece-purse"]
        assert [(one.top, one.height) for one in names] == [(one.top, one.height) for one in chips]
        for name, chip in zip(names, chips, strict=True):
            assert name.left + name.width < chip.left


def test_of_a_large_crowd_the_figures_and_ones_own_place_are_shown() -> None:
    table = crowd(40)
    shown = board(table, Seat(7))
    assert {one.seat for one in shown.pieces if one.seat is not None} == {Seat(7)}
    told = {one.id: one.args for one in labels(shown)}
    assert told["piece-crowd"] == {"staked": 40, "seats": 40}
    assert {one.seat for one in board(table).pieces if one.seat is not None} == set()
    assert len(board(table).pieces) == len(board(crowd(200)).pieces)


def test_nothing_leaves_its_place_and_no_letters_lie_on_others() -> None:
    for seats in [1, 2, 3, 8, 9, 12, 40]:
        for split in ["exact", "doubles"]:
            with case(seats, split):
                table = crowd(seats, split=split, **({"max_splits": "8"} if split == "exact" else {}))
                for splits in range(4):
                    if splits and "split" in table.offers(0):
                        table.say("split", 4, 3, seat=0)
                    shown = board(table, Seat(0))
                    spaces = [one for one in shown.pieces if one.kind is PieceKind.SPACE]
                    lettered = [one for one in shown.pieces if one.label is not None and one.face != "plate"]
                    assert not any(overlap(one, other) for one in lettered for other in lettered if one is not other)
                    assert not any(overlap(one, other) for one in spaces for other in spaces if one is not other)
                    assert all(one.left >= 8 and one.left + one.width <= WIDTH - 8 for one in shown.pieces)
                    assert all(one.top + one.height <= shown.height - 8 for one in shown.pieces)
                assert shown.height <= 420


def overlap(one: Piece, other: Piece) -> bool:
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return across > 0 and down > 0
