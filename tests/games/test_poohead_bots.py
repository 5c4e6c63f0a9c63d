"""Test the house bots of Poohead: their choices at prepared tables, and that higher levels win more often."""

from collections import Counter
from typing import NoReturn

import pytest
from cases import case
from poohead_table import Table, seeded, swapping, threes_out

from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.notation import write
from games.kit.seats import Seat
from games.kit.temper import Temper
from games.poohead import GAME
from games.poohead.moves import Play
from games.proof.seeded_dice import SeededDice

SEEDS = range(16)


def chosen(table: Table, level: int = 2, seat: int = 0, seed: int = 0) -> Move | None:
    return GAME.choose(
        table.view(Seat(seat)),
        (),
        GAME.legal_moves(table.state, Seat(seat)),
        lambda dice: GAME.resample(table.state, Seat(seat), dice),
        Temper(level),
        SeededDice(seed.to_bytes(4, "big"), "bot", b""),
    )


def most_often(table: Table, level: int) -> str:
    """Return its usual choice, since it sometimes blunders."""
    moves = [chosen(table, level, seed=seed) for seed in SEEDS]
    return Counter(write(move) for move in moves if move is not None).most_common(1)[0][0]


@pytest.mark.parametrize("level", range(4))
def test_a_house_bot_claims_the_lead_with_a_three_ph_4(level: int) -> None:
    table = threes_out("3 4 5", "6 6 7", "3 3 9")
    assert isinstance(chosen(table, level), Play)
    assert most_often(table, 2) == "play 3"
    claim = chosen(table, level, seat=2)
    assert isinstance(claim, Play)
    assert set(claim.cards) == {"3"}
    table.took(GAME.play(table.state, Seat(2), claim, seeded()))
    assert table.turn == 0


def test_people_have_a_head_start_in_the_race_ph_4() -> None:
    ask = GAME.asks(threes_out("3 4 5", "6 6 7").state)
    assert ask is not None
    assert (ask.seconds, ask.head_start) == (20, 8)
    short = GAME.asks(threes_out("3 4 5", "6 6 7", claim_seconds=5).state)
    assert short is not None
    assert 2 * short.head_start < short.seconds, "so that they are done before the time is up"


def test_house_bots_put_their_best_cards_down_but_the_careless_do_not() -> None:
    table = swapping("10 q 4 | 3 5 k", "6 6 7 | 8 9 j")
    assert most_often(table, 2) == "swap 10 3"
    assert most_often(table, 0) == "ready"


def test_what_goes_first() -> None:
    for level in [2, 3]:
        for seats, pile, best in [
            (("4 k 10 | q q q | 3 3 3", "9 9 9", "8 8 8"), "3", "play 4"),
            (("5 5 k | q q q | 3 3 3", "9 9 9", "8 8 8"), "3", "play 5 5"),
            (("7 | 7 joker k | 3 3 3", "9 9 9", "8 8 8"), "4", "play 7 7"),
            (("| q 7 10 | 3 3 3", "9 9 9", "8 8 8"), "4", "play 7"),
        ]:
            with case(level, seats, pile, best):
                assert most_often(Table(*seats, pile=pile), level) == best


@pytest.mark.parametrize("level", [1, 2, 3])
def test_who_can_go_out_goes_out(level: int) -> None:
    assert most_often(Table("k k", "9 9 9", "8 8 8", pile="4"), level) == "play K K"


def test_no_house_bot_slams_ph_22() -> None:
    assert chosen(Table("4 5", "7 6", "5 5", pile="7 7 7", slam=True), seat=1) is None


def test_who_takes_the_pile_from_the_table_takes_the_least_along_where_one_must_ph_25() -> None:
    assert most_often(Table("| 3 4 6 | 6 6", "5 6", pile="j q", faceup_pickup="required"), 2) == "take 3"


def test_the_best_bot_sees_other_dealings_alone() -> None:
    """The others' real cards change nothing: it gets only a way to deal again, and its own view."""
    one = Table("4 9 k a", "5 5 6", "2 10 j", pile="3", stock="7 7")
    other = Table("4 9 k a", "2 10 j", "5 5 6", pile="3", stock="7 7")
    assert one.view(Seat(0)) == other.view(Seat(0))
    for seed in range(4):
        assert chosen(one, 3, seed=seed) == chosen(other, 3, seed=seed)


def test_bots_of_a_higher_level_win_more_often_at_four_seats() -> None:
    wins = Counter(winner(number) for number in range(60))
    assert wins[True] >= 16, "fifteen would be a fair share; the bench measures it well"


def winner(number: int) -> bool:
    """Return whether the bot of level 2 wins against those of level 0."""
    seats, dice = 4, SeededDice(number.to_bytes(4, "big"), "game", b"")
    state = GAME.start(GAME.options_from({}), (GAME.stack(GAME.options_from({})),) * seats, dice, None).state
    while (result := GAME.result(state)) is None:
        seat = next(Seat(at) for at in range(seats) if GAME.legal_moves(state, Seat(at)))
        level = 2 if seat == number % seats else 0
        move = GAME.choose(GAME.view(state, seat), (), GAME.legal_moves(state, seat), no_other, Temper(level), dice)
        assert move is not None
        state = GAME.play(state, seat, move, dice).state
    return number % seats in result.winners


def no_other(dice: Dice) -> NoReturn:
    raise AssertionError(f"only the best deal again, not with {dice}")
