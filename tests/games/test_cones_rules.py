"""Test the rules of Cones: the rulebooks' sentences, and every ruling by its number."""

from typing import Any

import pytest
from cones_table import Table, loaded
from msgspec.structs import replace
from pydantic import ValidationError

from games.cones import GAME
from games.cones.events import CannotMove, FirstPop, FirstRound, IsOut, Moved, Pops, Quiet, ToPress, Won
from games.cones.options import Lift, Stuck
from games.kit.cues import Cue
from games.kit.money import Suckers
from games.kit.seats import Seat

FRENCH = {"edition": "french"}


# A turn


def test_two_play_yellow_and_red_who_start_opposite() -> None:
    table = Table()
    assert [(team.colour, team.seat) for team in table.state.position.teams] == [("Y", 0), ("R", 1)]


def test_three_leave_out_the_last_colour() -> None:
    assert [team.colour for team in Table(3).state.position.teams] == ["Y", "B", "R"]


def test_the_highest_pop_starts_and_it_goes_clockwise() -> None:
    table = Table(3, "2 0 6 1 3 0 4 0")
    assert table.turn == "B 4"
    table.say("move 1", "5 0")
    assert table.turn == "R 5"


def test_the_first_four_turns_enter_a_man_each_and_move_that_man() -> None:
    table = Table().stands("4a:Y", Y=3, R=0).pops(2)
    assert table.offers() == ["move x1 1b", "move x1 1z"]
    assert table.refused("move 4a 4c") == "new-one-first"
    assert table.refused("enter") == "enters-by-itself"
    table.stands("4a:Y 6a:R", Y=3).pops(2).say("move x1 1z", "1 0")
    assert table.board == {"4a": "Y", "1z": "Y", "6a": "R"}
    assert table.waiting == {"Y": 2, "R": 0}


def test_landing_on_an_opponent_captures_the_whole_stack_which_goes_on_below() -> None:
    table = Table().stands("1a:RY 2a:YR 6a:R 4a:Y").pops(4)
    table.say("move 1a 2a", "1 0")
    assert table.board == {"2a": "YRRY", "6a": "R", "4a": "Y"}
    assert table.told(Moved).captured == "YR"
    assert table.told(Moved).cues()[0] is Cue.CAPTURE


def test_a_move_to_a_free_space_sounds_like_no_capture() -> None:
    table = Table().stands("1a:RY 6a:R 4a:Y").pops(4)
    table.say("move 4a 5a", "1 0")
    assert table.told(Moved).cues()[0] is Cue.SLIDE


def test_passed_pieces_are_counted_and_stay_undisturbed() -> None:
    table = Table().stands("1a:Y 1b:R 1c:RY x2:R").pops(4)
    assert table.goes("1a") == {"2a", "2y"}
    table.say("move 1a 2a", "6 0")
    assert table.board == {"1b": "R", "1c": "RY", "x2": "R", "2a": "Y"}


def test_a_single_man_goes_clockwise_only_and_a_stack_either_way() -> None:
    table = Table().stands("2b:Y 5b:RY 7c:R").pops(1)
    assert table.goes("2b") == {"2c"}
    assert table.goes("5b") == {"5c", "5a"}


def test_nobody_lands_on_their_own_men() -> None:
    table = Table().stands("1a:Y 1b:Y 6a:R").pops(1)
    assert table.goes("1a") == set()
    assert table.refused("move 1a 1b") == "barred own"


def test_a_french_player_pops_first_and_enters_or_moves() -> None:
    table = Table(**FRENCH)
    assert table.offers() == ["enter", "pass"]
    table.say("enter", "3 0")
    assert (table.board, table.waiting) == ({"x1": "Y"}, {"Y": 3, "R": 4})
    table.stands("2a:Y 6a:R", Y=3).pops(2)
    assert table.offers() == ["enter", "move 2a 2c", "pass"]


def test_a_french_cone_does_not_enter_onto_ones_own() -> None:
    table = Table(**FRENCH).stands("x1:Y 6a:R", Y=3).pops(2)
    assert "enter" not in table.offers()
    assert table.refused("enter") == "start-taken"


def test_the_last_who_owns_anything_wins() -> None:
    table = Table().stands("1a:Y 1c:RYR").pops(2)
    table.say("move 1a 1c")
    assert (table.result.ended, table.result.winners) == ("captured", (0,))
    assert table.told(IsOut).seat == 1
    assert table.told(Won).how == "captured"


# What is typed


@pytest.mark.parametrize(
    "typed", ["move G K", "move g k", "move 2b 3b", "move 2B to 3B", "move 2b-3b", "move 1", "move 3b"]
)
def test_a_move_is_typed_by_names_by_letters_or_by_its_number(typed: str) -> None:
    table = Table().stands("2b:Y 6a:R").pops(4)
    table.say(typed, "1 0")
    assert table.board["3b"] == "Y"


def test_a_number_counts_the_moves_as_they_are_listed() -> None:
    table = Table(**FRENCH).stands("2b:Y 7a:R", Y=1).pops(4)
    assert table.offers() == ["enter", "move 2b 3b", "move 2b 3z", "pass"]
    table.say("move 2", "1 0")
    assert table.board["3z"] == "Y"


@pytest.mark.parametrize("typed", ["move", "move 1", "move 2b", "move 2b 3b", "lift", "lift 1", "lift 2b 1"])
def test_who_is_not_on_turn_is_told_so_however_the_move_is_typed(typed: str) -> None:
    assert Table().stands("2b:Y 6a:R").pops(4).refused(typed, seat=1) == "not-your-turn"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("move 9q 1a", "no-such-space"),
        ("move 6a 6b", "not-your-piece"),
        ("move 2b 2a", "not-so-far"),
        ("pass", "must-move"),
        ("enter", "all-entered"),
        ("pop", "not-now"),
    ],
)
def test_a_wrong_move_is_told_why(typed: str, why: str) -> None:
    assert Table().stands("2b:Y 6a:R").pops(4).refused(typed) == why


# The dice


def test_a_pop_is_two_numbers_of_one_draw() -> None:
    dice = loaded("4 1")
    draw = dice.draw("pop")
    assert (draw.die(6), draw.below(6)) == (4, 1)
    table = Table(2, "6 0 1 0 4 1")
    assert table.told(Pops).red
    assert table.turn == "Y 4"


def test_pops_by_hand_wait_for_the_word() -> None:
    table = Table(rolls="hand")
    assert (table.turn, table.awaited) == ("FirstPops", (0, 1))
    table.say("pop", "3 0", seat=1)
    assert table.awaited == (0,)
    table.say("pop", "5 0")
    assert table.turn == "Y to pop"
    table.say("pop", "2 1")
    table.say("move 1")
    assert table.told(ToPress).bonus
    assert table.offers() == ["pop", "pass"]


# The rulings


def test_hc_1_those_who_tie_for_the_highest_pop_again() -> None:
    table = Table(3, "5 0 2 0 5 0 3 0 4 0 1 0")
    assert table.turn == "R 1"
    assert table.told(type(table.events[0])).first == (
        FirstRound((FirstPop(Seat(0), 5), FirstPop(Seat(1), 2), FirstPop(Seat(2), 5))),
        FirstRound((FirstPop(Seat(0), 3), FirstPop(Seat(2), 4))),
    )


def test_hc_1_of_two_who_tie_the_one_who_stays_begins() -> None:
    table = Table(3, "", rolls="hand")
    for seat, pops in enumerate(("5 0", "2 0", "5 0")):
        table.say("pop", pops, seat=seat)
    assert table.awaited == (0, 2)
    table.leave(0)
    assert table.turn == "R to pop"


def test_hc_2_a_new_man_only_passes_through_a_start_where_ones_own_stands() -> None:
    table = Table().stands("x1:Y 6a:R", Y=2).pops(2)
    assert table.offers() == ["move x1 1b", "move x1 1z"]
    table.say("move x1 1b", "1 0")
    assert table.board == {"x1": "Y", "1b": "Y", "6a": "R"}


def test_hc_3_captured_men_count_as_entered() -> None:
    """Blue's men have all entered, although three are captives. Its start is not protected any more, and it may
    capture.
    """
    assert "x3" in Table(3).stands("2b:Y 4a:BBBR 5b:B").pops(2).goes("2b")
    french = Table(3, "6 0 1 0 1 0 3 0", **FRENCH).stands("5a:YYYR 2a:Y 2c:B").pops(2)
    assert "2c" in french.goes("2a")


def test_hc_4_a_protected_start_may_be_passed_over_but_not_landed_on() -> None:
    table = Table(3).stands("2c:Y 4a:B", B=2, R=4)
    assert "x3" not in table.pops(1).goes("2c")
    assert table.refused("move 2c x3") == "protected"
    assert table.stands("2c:Y 4a:B", B=2, R=4).pops(2).goes("2c") == {"3a", "3y"}


def test_hc_4_the_start_of_an_absent_or_gone_colour_is_not_protected() -> None:
    assert "x3" in Table(2).stands("2c:Y 4a:R", R=4).pops(1).goes("2c"), "nobody plays blue"
    gone = Table(3).stands("2c:Y 4a:B 5a:R", B=2)
    gone.leave(1)
    assert "x3" in gone.pops(1).goes("2c")


def test_hc_4_starts_need_not_be_protected() -> None:
    assert "x3" in Table(3, protected_start="off").stands("2c:Y 4a:B", B=2).pops(1).goes("2c")


def test_hc_5_capturing_in_the_entry_turns_is_allowed_in_1968_and_not_in_french() -> None:
    assert "1b" in Table().stands("1b:R", Y=2).pops(2).goes("x1")
    early = Table(**FRENCH).stands("1a:Y 1b:R", Y=2).pops(1)
    assert early.refused("move 1a 1b") == "barred early"
    allowed = Table(edition="french", capture_before_all_in="on").stands("1a:Y 1b:R", Y=2).pops(1)
    assert allowed.goes("1a") == {"1b"}
    assert "1b" not in Table(capture_before_all_in="off").stands("1b:R", Y=2).pops(2).goes("x1")


def test_hc_6_a_pop_that_goes_nowhere_is_void_with_its_red_dot() -> None:
    table = Table().stands("1a:Y 1y:Y 6a:R", Y=2, turn="R").pops(1)
    table.say("move 6a 6b", "1 1 2 0")
    pops = table.told(Pops)
    assert (pops.void, pops.pop, pops.red) == ((1,), 2, False)


HEMMED_IN = "x1:B 1a:Y 1b:B 1c:B x2:R 2a:R 2y:R 2b:G 2z:G 2c:G x3:B"
"""Yellow may not capture yet in the French game, and all spaces it could reach are occupied."""


def test_hc_6_where_no_number_goes_the_turn_passes() -> None:
    table = Table(4, edition="french", stuck="repop").stands(f"{HEMMED_IN} 6a:G", turn="G", Y=3).pops(1)
    table.say("move 6a 6b", "3 1 1 0")
    assert table.told(CannotMove).void == (3,)
    assert table.turn == "B 1"


def test_hc_6_in_french_a_pop_that_goes_nowhere_passes_the_turn() -> None:
    table = Table(**FRENCH).stands("x1:R 6a:R", turn="R", Y=4).pops(1)
    table.say("move 6a 6b", "4 1 1 0")
    assert table.told(CannotMove).void == (4,)
    assert table.turn == "R 1"
    assert Table(edition="french", stuck="repop").options.stuck is Stuck.REPOP


def test_hc_7_the_red_dot_pops_and_moves_again_each_time_it_shows() -> None:
    table = Table().stands("1a:Y 6a:R").pops(1, red=True)
    table.say("move 1", "2 1")
    assert (table.turn, table.told(Pops).bonus) == ("Y 2", True)
    table.say("move 1", "3 0")
    assert table.turn == "Y 3"
    table.say("move 1", "1 0")
    assert table.turn == "R 1"


@pytest.mark.parametrize("edition", ["kohner", "french"])
def test_hc_7_a_bonus_may_be_declined(edition: str) -> None:
    table = Table(edition=edition).stands("1a:Y 6a:R").pops(1, red=True)
    table.say("move 1", "2 0")
    table.say("pass", "1 0")
    assert table.turn == "R 1"


def test_hc_7_a_chain_may_end_with_one() -> None:
    table = Table(bonus_chain="one").stands("1a:Y 6a:R").pops(1, red=True)
    table.say("move 1", "2 1")
    table.say("move 1", "1 0")
    assert table.turn == "R 1"


def test_hc_8_a_bonus_in_the_entry_turns_moves_any_man_on_the_track_and_enters_none() -> None:
    table = Table().stands("4a:Y 6a:R", Y=2).pops(1, red=True)
    table.say("move x1 1a", "2 0")
    assert table.offers() == ["move 1a 1c", "move 4a 4c", "pass"]
    assert table.refused("enter") == "bonus-enters-nothing"
    table.say("pass", "1 0")
    assert table.waiting["Y"] == 1


def test_hc_8_a_bonus_without_a_legal_move_is_popped_again() -> None:
    """From 2c a 1 leads only to blue's start, which is protected."""
    table = Table(3).stands("", Y=4, B=4, R=4).pops(6, red=True)
    table.say("move x1 2c", "1 1 2 0")
    pops = table.told(Pops)
    assert (pops.bonus, pops.void, pops.pop, pops.red) == (True, (1,), 2, False)


def test_hc_9_whose_cone_is_on_top_owns_the_stack_and_captives_do_not_come_free() -> None:
    table = Table().stands("1a:Y 1b:YR 6a:R").pops(1)
    table.say("move 1a 1b", "1 0")
    assert table.board["1b"] == "YRY"
    table.say("move 6a 6b", "2 0")
    table.say("move 1b x2", "1 0")
    assert table.board == {"x2": "YRY", "6b": "R"}


def test_hc_10_who_has_men_to_enter_is_not_out_and_who_has_nothing_is() -> None:
    table = Table(3).stands("1a:Y 1b:B 5a:R", B=1).pops(1)
    table.say("move 1a 1b", "3 0")
    assert table.turn == "B 3"
    out = Table(3).stands("1a:Y 1b:B 5a:R").pops(1)
    out.say("move 1a 1b", "3 0")
    assert (out.told(IsOut).seat, out.turn) == (1, "R 3")


def lifting(board: str, Y: int = 0, **options: str) -> Table:  # noqa: N803 - yellow
    """Return a table where Yellow moved with the red dot, and may pop again or lift; some of its cones still wait."""
    table = Table(3, "6 0 1 0 1 0 3 0", **{**FRENCH, **options}).stands(f"{board} 3a:Y", Y=Y).pops(1, red=True)
    table.say("move 3a 3b")
    return table


def test_hc_11_the_red_dot_lifts_ones_own_cone_to_the_top() -> None:
    table = lifting("4a:YBYR 5a:B 6a:R")
    assert table.offers() == ["pop", "lift 4a 1", "lift 4a 3", "pass"]
    table.say("lift 4a 1", "1 0")
    assert table.board["4a"] == "BYRY"
    assert table.turn == "B 1"


def test_hc_11_only_out_of_stacks_of_others_on_a_safe_space_too() -> None:
    table = lifting("x4:YB 5a:RY 6a:R", safety="occupied")
    assert table.offers() == ["pop", "lift x4 1", "pass"]
    assert table.refused("lift 5a 1") == "no-such-lift"


def test_hc_11_a_lift_may_eliminate_and_win() -> None:
    table = lifting("4a:YB 6a:YRR")
    table.say("lift 1", "1 0")
    assert table.told(IsOut).seat == 1
    last = Table(**FRENCH).stands("4a:YR 1a:Y").pops(1, red=True)
    last.say("move 1a 1b")
    last.say("lift")
    assert last.result.winners == (0,)


def test_hc_11_lifts_are_an_option_of_either_edition() -> None:
    assert Table(edition="french", lift="off").options.lift is Lift.OFF
    table = Table(lift="own_cones").stands("4a:YR 1a:Y").pops(1, red=True)
    table.say("move 1a 1b")
    assert table.offers() == ["pop", "lift 4a 1", "pass"]


def test_hc_11_who_may_not_capture_yet_may_lift_as_that_is_no_landing() -> None:
    table = lifting("4a:YB 1b:R", Y=1)
    assert table.offers() == ["pop", "lift 4a 1", "pass"]
    table.say("lift 4a 1", "1 0")
    assert table.board["4a"] == "BY"
    early = Table(3, "6 0 1 0 1 0 3 0", **FRENCH).stands("1a:Y 1b:R 4a:YB", Y=1).pops(1)
    assert early.refused("move 1a 1b") == "barred early"


def test_hc_11_of_ones_own_cones_that_lie_together_the_upper_one_is_lifted() -> None:
    table = lifting("4a:YYB 6a:R")
    assert table.offers() == ["pop", "lift 4a 2", "pass"]
    assert table.refused("lift 4a 1") == "no-such-lift"


def test_hc_12_a_french_bonus_enters_no_cone_unless_the_table_says_so() -> None:
    table = Table(**FRENCH).stands("6a:R", Y=4).pops(3, red=True)
    table.say("enter", "2 0")
    assert table.offers() == ["move x1 1b", "move x1 1z", "pass"]
    may = Table(edition="french", bonus_may_enter="on").stands("2a:Y 6a:R", Y=3).pops(1, red=True)
    may.say("move 2a 2b", "2 0")
    assert may.offers() == ["enter", "move 2b x3", "pass"]


def test_hc_13_french_starts_are_protected_too() -> None:
    table = Table(**FRENCH).stands("4c:Y", R=4).pops(1)
    assert "x5" not in table.goes("4c")
    assert Table(edition="french", protected_start="off").stands("4c:Y", R=4).pops(1).goes("4c") == {"x5"}


def test_hc_14_french_players_need_not_move_and_kohner_players_must() -> None:
    french = Table(**FRENCH).stands("1a:Y 6a:R").pops(3, red=True)
    french.say("pass", "1 0")
    assert french.turn == "R 1", "who does not move has no bonus"
    assert Table().stands("1a:Y 6a:R").pops(3).refused("pass") == "must-move"
    assert "pass" in Table(may_pass="on").stands("1a:Y 6a:R").pops(3).offers()


def test_hc_15_on_safe_crossovers_nobody_is_captured() -> None:
    assert Table(safety="occupied").stands("1c:Y 4a:Y x2:R 6a:R").pops(1).refused("move 1c x2") == "barred safe"
    assert "x2" in Table(safety="occupied").stands("1c:Y 6a:R").pops(1).goes("1c"), "an empty one is free"
    assert Table(safety="occupied").stands("1c:Y x2:R 6a:R").pops(2).goes("1c") == {"2a", "2y"}, "by-passing is allowed"
    assert "x2" in Table().stands("1c:Y x2:R 6a:R").pops(1).goes("1c")


def test_hc_15_when_nothing_else_is_left_it_is_popped_again() -> None:
    table = Table(safety="occupied").stands("1c:Y x2:R 6a:R", turn="R").pops(1)
    table.say("move 6a 6b", "1 0 2 0")
    assert table.told(Pops).void == (1,)


def test_hc_16_two_players_with_two_sets_play_opposite_colours_in_turns() -> None:
    table = Table(sets_per_player="2")
    assert [(team.colour, team.seat) for team in table.state.position.teams] == [("Y", 0), ("B", 1), ("R", 0), ("G", 1)]
    turns = []
    for _ in range(4):
        turns.append(table.turn[0])
        table.say("move 1", "1 0")
    assert turns == ["Y", "B", "R", "G"]


def test_hc_16_ones_other_colour_is_not_captured_and_one_person_wins() -> None:
    table = Table(sets_per_player="2").stands("1a:Y 1b:R 2a:B 4a:G").pops(1)
    assert table.goes("1a") == set()
    last = Table(sets_per_player="2").stands("1a:Y 3a:R 1b:BG").pops(1)
    last.say("move 1a 1b")
    assert last.result.winners == (0,)
    with pytest.raises(ValidationError):
        GAME.options_from({"sets_per_player": "3"})
    assert GAME.seats(GAME.options_from({"sets_per_player": "2"})) == range(2, 3)


def test_hc_17_when_the_turns_are_up_most_cones_under_control_win_then_most_stacks() -> None:
    def ended(board: str) -> Table:
        table = Table(turn_cap="20").stands(board, turn="R").pops(1)
        table.state = replace(table.state, turns=19)
        table.say("move 6a 6b")
        return table

    assert ended("1a:YRY 6a:R").result.winners == (0,)
    assert ended("1a:RY 6a:R 6c:R").result.winners == (0,), "as many cones, and a stack more"
    shared = ended("1a:Y 6a:R")
    assert (shared.result.ended, shared.result.winners) == ("cap", (0, 1))
    assert shared.told(Won).cones == 1
    assert GAME.places(ended("1a:YRY 6a:R").state) == (1, 2)
    assert GAME.places(shared.state) == (1, 1)


def quiet_for(turns: int, board: str = "1a:Y 1c:B 3a:RB 6a:R", seats: int = 3, **given: Any) -> Table:
    """Return a table where Yellow moves one space, after this many turns in a row without an entry or a capture."""
    options, waiting = {k: v for k, v in given.items() if k.islower()}, {k: v for k, v in given.items() if k.isupper()}
    table = Table(seats, **options).stands(board, **waiting).pops(1)
    table.state = replace(table.state, turns=100, quiet=turns)
    return table


def test_hc_17_forty_turns_in_a_row_without_an_entry_or_a_capture_end_the_game_too() -> None:
    """Ranked as when the turns run out: blue has three cones, with those beneath, and the others one each."""
    table = quiet_for(39)
    table.say("move 1a 1b")
    assert (table.result.ended, table.result.winners) == ("quiet", (1,))
    assert (table.told(Won).cones, table.told(Won).turns) == (3, 40)
    stacks = quiet_for(39, "1a:Y 1c:YB 6a:R 6c:R")
    stacks.say("move 1a 1b")
    assert stacks.result.winners == (1,), "as many cones, and a stack more"
    shared = quiet_for(39, "1a:Y 1c:B 6a:R")
    shared.say("move 1a 1b")
    assert shared.result.winners == (0, 1, 2)


def test_hc_17_one_turn_less_goes_on() -> None:
    table = quiet_for(38)
    table.say("move 1a 1b", "1 0")
    assert (table.turn, table.state.quiet) == ("B 1", 39)


def test_hc_17_a_capture_and_an_entry_begin_the_count_anew() -> None:
    captures = quiet_for(39, "1a:Y 1b:B 1c:B 6a:R")
    captures.say("move 1a 1b", "1 0")
    assert (captures.turn, captures.state.quiet) == ("B 1", 0)
    enters = quiet_for(39, "3a:B 6a:R", Y=1)
    enters.say("move x1 1a", "1 0")
    assert (enters.turn, enters.state.quiet) == ("B 1", 0)
    french = quiet_for(39, "3a:B 6a:R", edition="french", Y=1)
    french.say("enter", "1 0")
    assert french.state.quiet == 0


def test_hc_17_a_turn_with_a_capture_in_it_is_not_quiet_whatever_its_bonus_does() -> None:
    table = Table(3).stands("1a:Y 1b:B 3a:B 6a:R").pops(1, red=True)
    table.state = replace(table.state, quiet=39)
    table.say("move 1a 1b", "1 0")
    table.say("move 1b 1c", "1 0")
    assert (table.turn, table.state.quiet) == ("B 1", 0)
    table.say("move 3a 3b", "1 0")
    assert table.state.quiet == 1


def test_hc_17_a_lift_and_a_turn_that_passes_are_neither_entry_nor_capture() -> None:
    table = lifting("4a:YB 6a:R")
    table.state = replace(table.state, quiet=38)
    table.say("lift 4a 1", "1 0")
    assert table.state.quiet == 39
    stuck = quiet_for(37, "1a:Y 3a:B 3y:B 6a:R", stuck="pass", B=1)
    stuck.say("move 1a 1b", "1 0 1 0")
    assert (stuck.turn, stuck.state.quiet) == ("R 1", 39)


def test_hc_17_quiet_cap_is_the_tables_choice_and_0_is_never() -> None:
    assert GAME.options_from({}).quiet_cap == 40
    soon = quiet_for(4, quiet_cap="5")
    soon.say("move 1a 1b")
    assert soon.result.ended == "quiet"
    never = quiet_for(5000, quiet_cap="0")
    never.say("move 1a 1b", "1 0")
    assert never.turn == "B 1"
    with pytest.raises(ValidationError):
        GAME.options_from({"quiet_cap": "-1"})


def test_hc_17_ten_turns_before_it_is_said_that_nothing_happens() -> None:
    table = quiet_for(29)
    table.say("move 1a 1b", "1 0")
    assert table.told(Quiet) == Quiet(30, 40)
    table.say("move 1c x2", "1 0")
    assert not any(isinstance(part, Quiet) for event in table.events for part in getattr(event, "then", ()))


def test_hc_18_silence_captures_the_tallest_stack_else_plays_the_first_legal_move() -> None:
    table = Table().stands("1a:Y 1b:R 3a:Y 3b:RR 6a:R").pops(1)
    table.silence("1 0")
    assert table.board["3b"] == "RRY"
    table.stands("1a:Y 3a:Y 6a:R").pops(2).silence("1 0")
    assert table.board["1c"] == "Y"


def test_hc_18_silence_pops_by_itself() -> None:
    table = Table(rolls="hand")
    table.silence("2 0 5 0")
    assert table.turn == "R to pop"
    table.silence("3 0")
    assert len(table.board) == 1
    assert table.turn == "Y to pop"


# People who leave


def test_the_cones_of_who_leaves_stay_and_may_be_captured() -> None:
    table = Table(3).stands("1a:Y 1b:R 4a:B", turn="R").pops(1)
    table.leave(2, "1 0")
    assert table.turn == "Y 1"
    table.say("move 1a 1b", "1 0")
    assert table.board["1b"] == "RY"


def test_the_cone_that_who_leaves_has_just_set_on_a_free_start_stays_there() -> None:
    table = Table(3).stands("1a:Y 4a:R", turn="B", B=2, R=3).pops(1)
    table.leave(1, "1 0")
    assert table.board == {"1a": "Y", "4a": "R", "x3": "B"}
    assert table.waiting["B"] == 1


def test_hc_2_the_cone_that_who_leaves_has_set_beside_another_is_gone_with_those_that_wait() -> None:
    table = Table(3).stands("1a:Y 4a:R x3:YB", turn="B", B=2, R=3).pops(1)
    table.leave(1, "1 0")
    assert table.board == {"1a": "Y", "4a": "R", "x3": "YB"}
    assert table.waiting["B"] == 2


def test_who_is_left_alone_wins() -> None:
    table = Table().stands("1a:Y 1b:R").pops(1)
    table.leave(0)
    assert (table.result.ended, table.result.winners, table.result.stacks) == ("alone", (1,), (Suckers(0),) * 2)
