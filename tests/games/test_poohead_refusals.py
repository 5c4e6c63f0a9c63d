"""Test what Poohead refuses and why, and how people type their cards."""

import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st
from playing import openings, positions, thoroughly
from poohead_table import Table, swapping, threes_out

from games.kit.contract import Illegal
from games.kit.moves import Move, verb
from games.kit.notation import read, read_arguments, write
from games.kit.seats import Seat
from games.lab.outside import near_misses
from games.poohead import GAME
from games.poohead.moves import MOVES, Blind, Joker, Pass, Play, Ready, Swap, Take

# Refusals


def why(table: Table, line: str, seat: int = 0) -> tuple[str, str]:
    refused = table.refused(seat, line)
    assert refused.legal == GAME.legal_moves(table.state, Seat(seat)), "what is legal stands beside it"
    return refused.rule, refused.reason.id


def test_a_card_that_is_too_low_names_the_order_ph_2() -> None:
    table = Table("4 q 2", "5 6", pile="j")
    assert why(table, "play 4") == ("PH-2", "does-not-go")
    assert table.refused(0, "play 4").reason.args == {"rank": "4", "how": "least", "least": "J"}


def test_a_card_that_is_too_high_after_a_nine_names_the_nine_ph_14() -> None:
    assert why(Table("q 4", "5 6", pile="9"), "play q") == ("PH-14", "does-not-go")
    assert why(Table("q 4", "5 6", pile="joker=9"), "play q") == ("PH-14", "does-not-go")


def test_a_joker_as_a_rank_that_does_not_go_says_so_ph_18() -> None:
    assert why(Table("joker 4", "5 6", pile="q"), "joker 7")[1] == "does-not-go"


def test_cards_that_one_does_not_hold_ph_7() -> None:
    for line in ("play 7", "play 4 4", "play q joker", "joker 10", "play 4 4 4 4 4 4"):
        assert why(Table("4 q", "7 7 joker", pile="3"), line) == ("PH-7", "not-yours")


def test_more_jokers_than_one_holds_ph_7() -> None:
    assert why(Table("4 joker", "7 7", pile="3"), "joker 7 2") == ("PH-7", "not-yours")


def test_cards_of_several_ranks_ph_7() -> None:
    assert why(Table("4 q", "5 6", pile="3"), "play 4 q") == ("PH-7", "one-rank")


def test_a_joker_without_a_name_ph_18() -> None:
    assert why(Table("4 joker", "5 6", pile="3"), "play joker") == ("PH-18", "name-the-joker")


def test_the_pile_cannot_be_taken_by_who_can_play_and_not_where_there_is_none_ph_8() -> None:
    assert why(Table("4 joker", "5 6", pile="3"), "take") == ("PH-8", "must-play")
    assert why(Table("4 joker", "5 6"), "take") == ("PH-8", "nothing-to-take")


def test_one_cannot_pass_before_one_has_burned_ph_8() -> None:
    assert why(Table("4 joker", "5 6", pile="3"), "pass") == ("PH-8", "no-passing")


def test_before_ones_time_no_face_down_card_is_turned_and_then_nothing_else_ph_26() -> None:
    assert why(Table("4 | 5 | 6", "5 6", pile="3"), "blind 1") == ("PH-26", "not-blind-yet")
    assert why(Table("| 5 | 6", "5 6", pile="3"), "blind 1") == ("PH-26", "not-blind-yet")
    for line in ("play 6", "take", "joker 10"):
        assert why(Table("| | 6 7", "5 6", pile="3"), line) == ("PH-26", "turn-one-up")


def test_in_the_race_only_threes_of_the_hand_ph_5() -> None:
    table = threes_out("3 5 5", "5 6 6 | 3", dealer=0)
    assert why(table, "play 5") == ("PH-5", "threes-only")
    assert (table.refused(0, "play 5").reason.args, table.refused(1, "play 3").reason.args) == (
        {"threes": "yes"},
        {"threes": "no"},
    )


@pytest.mark.parametrize("line", ["play 5", "joker 10", "take", "pass", "blind 1", "ready", "swap 5 5"])
def test_out_of_turn_one_hears_only_whose_turn_it_is(line: str) -> None:
    """Nothing about anybody's cards."""
    for hand in ("5 5 joker", "3 4 a"):
        refused = Table("4", f"{hand} | 7", pile="3").refused(1, line)
        assert (refused.reason.id, refused.legal) == ("not-your-turn", ())


@pytest.mark.parametrize("seat", [0, 1])
def test_a_refusal_does_not_depend_on_what_others_hold(seat: int) -> None:
    lines = ["play 4", "play q", "play 4 4", "joker 7", "take", "pass", "blind 1", "play 4 q", "play joker"]
    for line in lines:
        told = set()
        for other in ("5 5 | 7 | 9", "q joker | 7 | k", "a 2 | 7 | 3"):
            seats = ["4 4 | 6 | 3", other] if seat == 0 else [other, "4 4 | 6 | 3"]
            table = Table(*seats, pile="j", turn=seat)
            if table.may(seat, line):
                continue
            refused = table.refused(seat, line)
            told.add((str(refused.reason), refused.rule, str(refused.legal)))
        assert len(told) <= 1


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


# Typed cards


def typed(table: Table, line: str, seat: int = 0) -> Move:
    """Return the move that is meant by a verb or by a first word that implies one."""
    first, *rest = line.split()
    legal = GAME.legal_moves(table.state, Seat(seat))
    named = next((kind for kind in MOVES if verb(kind) == first.lower()), None)
    kind = named or GAME.implied(first)
    assert kind is not None, line
    kind, words = GAME.meant(kind, tuple(rest if named else line.split()))
    return read_arguments(kind, GAME.spelled_out(kind, words, legal))


def test_cards_are_typed_in_many_ways() -> None:
    for line, cards in [
        ("play 7", "7"),
        ("7", "7"),
        ("7s", "7 7"),
        ("play 7s", "7 7"),
        ("sevens", "7 7"),
        ("play 7 and 7", "7 7"),
        ("play 7,7", "7 7"),
        ("play 7, 7", "7 7"),
        ("7,7", "7 7"),
        ("7 7", "7 7"),
        ("77", "7 7"),
        ("QQ", "q q"),
        ("qq", "q q"),
        ("queens", "q q q"),
        ("Qs", "q q q"),
        ("play Queen", "q"),
        ("10h", "10"),
        ("10H", "10"),
        ("ten", "10"),
        ("10s", "10"),
        ("7♥ 7♠", "7 7"),
        ("play q joker", "q joker"),
        ("play Q and joker", "q joker"),
        ("play my 7", "7"),
        ("a", "a"),
        ("ace", "a"),
        ("j", "j"),
        ("play k+k", "k k"),
    ]:
        with case(line, cards):
            table = Table("7 7 q q q 10 joker a j k k", "5 6", pile="3")
            move = typed(table, line)
            assert move == Play(tuple(cards.split()))
            assert table.may(0, write(move))


def test_jokers_are_typed_in_many_ways() -> None:
    for line, rank, jokers in [
        ("joker as 10", "10", 1),
        ("joker 10", "10", 1),
        ("joker is a", "a", 1),
        ("joker as queen", "q", 1),
        ("Joker = 7", "7", 1),
        ("JOKER as 10", "10", 1),
        ("joker joker as 7", "7", 2),
        ("play joker as 10", "10", 1),
        ("play joker joker as 7", "7", 2),
        ("jk as 7", "7", 1),
    ]:
        with case(line, rank, jokers):
            table = Table("joker joker 4", "5 6", pile="3", jokers_per_deck=2)
            assert typed(table, line) == Joker(rank, jokers)


def test_all_of_a_rank_are_as_many_as_may_be_played_now() -> None:
    assert typed(Table("7 7 7 4", "5 6", pile="3"), "7s") == Play(("7",) * 3)
    assert typed(Table("7 | 7 7 k", "5 6", pile="3"), "7s") == Play(("7",) * 3), "with the face-up ones (PH-24)"
    assert typed(Table("7 4 | 7 7 k", "5 6", pile="3"), "7s") == Play(("7",))
    assert typed(Table("4 4 | 7 7 k", "5 6", pile="3"), "7s") == Play(("7",)), "there is none: it will be refused"
    assert typed(threes_out("3 3 k", "5 6"), "3s") == Play(("3",) * 2)


def test_the_pile_and_a_card_along_are_typed() -> None:
    table = Table("| 3 4", "5 6", pile="k")
    assert typed(table, "take") == typed(table, "take pile") == Take()
    assert typed(table, "take 4") == typed(table, "take pile 4") == Take("4")


def test_what_is_no_card_implies_nothing() -> None:
    assert [GAME.implied(word) for word in ("hello", "11", "take", "x7", "", "1")] == [None] * 6
    assert [GAME.implied(word) for word in ("7s", "QQ", "10h", "7,7", "ace")] == [Play] * 5
    assert None not in [GAME.implied(word) for word in ("joker", "jokers", "Joker", "j1")]


def test_a_written_move_is_read_back() -> None:
    for move in [
        Play(("7", "7")),
        Play(("q", "joker")),
        Joker("10"),
        Joker("7", 2),
        Swap("7", "k"),
        Ready(),
        Blind(2),
        Pass(),
    ]:
        with case(move):
            assert read(write(move), MOVES) == move
            assert read(write(Take("4")), MOVES) == Take("4")
            assert read(write(Take()), MOVES) == Take()


def test_swaps_are_typed_as_hand_then_table_ph_3() -> None:
    assert typed(swapping("7 4 | k 5", "6"), "swap 7 k") == Swap("7", "k")
    assert typed(swapping("7 4 | k 5", "6"), "swap 7h Kd") == Swap("7", "k")
