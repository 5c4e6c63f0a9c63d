"""Test what Fearless Rogues Hold 'Em refuses, and by which ruling."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import openings, positions, thoroughly
from rogues_table import Table, dealt, last_duel

from games.kit.contract import Illegal
from games.kit.seats import Seat
from games.lab.outside import near_misses
from games.rogues import GAME


def why(table: Table, seat: int, line: str) -> tuple[str, str]:
    """Return the ruling and the name of the sentence, and check the legal moves beside it."""
    refused = table.refused(seat, line)
    assert refused.legal == GAME.legal_moves(table.state, Seat(seat))
    return refused.rule, refused.reason.id


def thieves(*lines: str, **more: Any) -> Table:
    table = dealt("4 4", "3 4", "2 4", giant=6, betting="thieves", stacks=(200, 200, 50), **more)
    return table.turns("trip", "trip", "trip", *lines)


def test_the_hand_is_refused_by_what_one_has_fr_19() -> None:
    table = dealt("2 5 6", "3 4", "1", giant=8)
    assert why(table, 0, "keep 3 5") == ("FR-19", "not-your-dice")
    assert why(table, 1, "keep 3 4") == ("FR-19", "nothing-to-keep")
    assert why(table, 0, "drop 6") == ("FR-11", "not-in-hand"), "a die that is not of the hand"
    assert why(table, 0, "drop 5") == ("FR-11", "aside-already")
    assert why(table, 2, "drop 1") == ("FR-20", "nothing-to-drop")
    table.say(0, "draw 4")
    assert why(table, 0, "keep 5 6") == ("FR-19", "keep-before-drawing")


def test_out_of_turn_one_hears_whose_turn_it_is_fr_6() -> None:
    table = dealt("3 4", "3 3", "1 1")
    for line in ("flee", "trip", "draw 4", "split"):
        for seat in (1, 2):
            refused = table.refused(seat, line)
            assert (refused.rule, refused.reason.id) == ("FR-6", "not-your-turn")


def test_what_was_declared_stands_fr_6() -> None:
    table = dealt("3 4", "3 3", "1 1").turns("trip", "flee")
    assert why(table, 0, "flee") == why(table, 1, "trip") == ("FR-6", "declared-already")


def test_a_turn_is_refused_by_its_ruling_fr_14() -> None:
    table = dealt("3 5", "3 5", giant=4).turns("trip")
    assert why(table, 1, "draw 6") == ("FR-11", "not-in-party")
    assert why(table, 1, "split") == ("FR-15", "no-double")
    table.turns("draw 4")
    assert why(table, 1, "draw 4") == ("FR-12", "drew-already")
    assert why(table, 1, "flee") == ("FR-14", "no-fleeing")


def test_a_bet_is_refused_by_its_ruling_fr_42() -> None:
    assert why(thieves(), 2, "call") == why(thieves(), 2, "raise 20") == ("FR-41", "nothing-bet")
    betted = thieves("bet 20")
    assert why(betted, 1, "check") == ("FR-43", "no-check")
    assert why(betted, 1, "bet 40") == ("FR-42", "bet-stands")
    assert why(betted, 1, "raise 24") == ("FR-42", "raise-too-small")
    assert why(thieves("bet 20", raise_cap="0"), 1, "raise 40") == ("FR-42", "raised-enough")
    assert why(thieves("bet 20", "raise 60", "call"), 2, "call") == ("FR-43", "cant-call")
    assert why(thieves("bet 20", "raise 38", "call"), 2, "raise 40") == ("FR-42", "too-few-to-raise")
    assert why(thieves(ante_unit="22"), 2, "bet 6") == ("FR-42", "too-few-to-bet")


def test_a_proposition_is_refused_by_its_ruling_fr_51() -> None:
    table = dealt("4 4", "3 4", "2 4", giant=6, betting="liars").turns("trip", "trip", "trip")
    assert why(table, 2, "count 9 2") == ("FR-50", "not-so-many-dice")
    assert why(table, 2, "bet 5") == ("FR-55", "den-words")
    table.turns("count 4 2")
    for said in ("4 2", "3 6", "5 1"):
        assert why(table, 1, f"count {said}") == ("FR-51", "count-higher")
    assert table.refused(1, "count 4 2").reason.args == {"dice": 4, "face": 2}


def test_a_pick_is_of_dice_that_lie_there_fr_36() -> None:
    table = last_duel(8, cups=(3, 0))
    table.say(0, "roll", 2, 5, 6)
    assert why(table, 0, "pick 2 2") == why(table, 0, "pick 3 4") == ("FR-36", "not-your-dice")


@pytest.mark.parametrize("line", ["flee", "trip", "draw 4", "split", "keep 1 2", "drop 1"])
def test_a_refusal_does_not_depend_on_what_others_hold(line: str) -> None:
    told = set()
    for other in ("3 3", "1 6", "6 6", "2 4"):
        refused = dealt(other, "3 5", "3 4").refused(1, line)
        told.add((str(refused.reason), refused.rule, str(refused.legal)))
    assert len(told) == 1


@pytest.mark.parametrize("line", ["flee", "trip", "draw 4", "split"])
def test_out_of_turn_what_one_hears_does_not_depend_on_the_own_dice_either(line: str) -> None:
    told = set()
    for own in ("3 3", "1 6", "6 6", "2 4"):
        refused = dealt("3 4", own, "3 4").refused(1, line)
        told.add((str(refused.reason), refused.rule, str(refused.legal)))
    assert len(told) == 1


@thoroughly
@given(data=st.data())
def test_every_refusal_stands_beside_the_movers_own_legal_moves(data: st.DataObject) -> None:
    for position in positions(data.draw(openings(GAME))):
        for seat in position.seats:
            legal = GAME.legal_moves(position.state, seat)
            for move in near_misses(GAME, legal):
                with pytest.raises(Illegal) as caught:
                    GAME.play(position.state, seat, move, position.dice())
                assert caught.value.legal in ((), legal)
                assert caught.value.rule
