"""Test the change from round to round: antes, people who are out, who begins, and what survives a change of the
table.
"""

import pytest
from pydantic import ValidationError
from rogues_table import ANTE, STACK, Table, carry, dealt, last_duel, next_round

from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import say
from games.rogues import GAME
from games.rogues.events import (
    Anted,
    FinalBegins,
    Fled,
    HouseWins,
    IsOut,
    LastHalfling,
    MatchEnds,
    MatchVoid,
    MostSuckers,
    Revealed,
    RoundBegins,
)
from games.rogues.options import payable_twice, unit_after
from games.rogues.state import Carry

# The ante


def test_before_every_round_each_die_costs_five_suckers_fr_30() -> None:
    table = dealt("3 4", "5 4", giant=9)
    begins = table.told(RoundBegins)
    assert begins.antes == (Anted(Seat(0), 2, Suckers(10), 0), Anted(Seat(1), 2, Suckers(10), 0))
    assert (begins.matched, begins.carried, begins.pot) == (20, 0, 40)
    assert table.stacks == (190, 190)
    again = next_round(table.turns("trip", "flee"), "3", "5 4", giant=9)
    assert [(one.seat, one.dice, one.amount) for one in again.told(RoundBegins).antes] == [(1, 2, 10), (0, 1, 5)]
    assert again.stacks == (185, 180)
    assert again.pot == 30


@pytest.mark.parametrize("unit", [1, 7, 50])
def test_the_host_sets_what_a_die_costs_fr_30(unit: int) -> None:
    table = dealt("3 4", "5 4 1", ante_unit=unit)
    assert table.stacks == (200 - 2 * unit, 200 - 3 * unit)
    assert table.pot == 10 * unit


def test_one_needs_two_dice_worth_of_suckers_to_sit_down_fr_30() -> None:
    assert GAME.least(GAME.options_from({})) == 10
    assert GAME.least(GAME.options_from({"ante_unit": "20"})) == 40
    assert GAME.stack(GAME.options_from({})) == 200


@pytest.mark.parametrize("stack", ["1", "9"])
def test_a_stack_that_cannot_pay_the_first_ante_is_refused_fr_30(stack: str) -> None:
    with pytest.raises(ValidationError, match="a stack is 10 or more"):
        GAME.options_from({"stack": stack})


def test_an_ante_that_a_tournament_has_raised_may_be_more_than_a_stack_fr_30() -> None:
    assert GAME.options_from({"stack": "10", "ante_unit": "40"}).first_ante == 80


@pytest.mark.parametrize(("match", "matched"), [("full", 35), ("one_player", 10), ("none", 0)])
def test_the_house_matches_the_antes_fr_31(match: str, matched: int) -> None:
    table = dealt("3 4", "5 4 1", "1 2", match=match)
    assert table.told(RoundBegins).matched == matched
    assert (table.pot, table.bank) == (35 + matched, -matched)


def test_the_house_does_not_match_what_was_carried_fr_31() -> None:
    table = dealt("3 4", "5 4", carried=33)
    begins = table.told(RoundBegins)
    assert (begins.matched, begins.carried, begins.pot, table.bank) == (20, 33, 73, -20)


def test_the_house_does_not_match_bets_fr_31() -> None:
    table = dealt("3 4", "5 4", betting="thieves").turns("trip", "trip", "bet 50")
    assert (table.bank, table.pot) == (-20, 90)


# Who cannot pay


def test_who_cannot_pay_for_all_dice_is_out_fr_32() -> None:
    table = dealt("3 4", "", "3 4", cups=(2, 3, 2), stacks=(200, 14, 200))
    assert table.told(RoundBegins).cant_pay == (1,)
    assert (table.plays[1], table.view().order, table.stacks) == ("out", (0, 2), (190, 14, 190))
    table.turns("flee", "flee")
    assert table.carried.cups == (2, 0, 2)


def test_who_has_just_enough_is_in_fr_32() -> None:
    table = dealt("3 4", "1 2 3", "3 4", stacks=(200, 15, 200))
    assert (table.told(RoundBegins).cant_pay, table.stacks) == ((), (190, 0, 190))


def test_by_the_option_dice_that_are_not_paid_for_are_put_away_fr_32() -> None:
    table = dealt("3 4", "1 2", "3 4", cups=(2, 3, 2), stacks=(200, 14, 200), unpaid_dice="shed")
    assert table.told(RoundBegins).antes[1] == Anted(Seat(1), 2, Suckers(10), 1)
    assert (table.cups, table.stacks) == ((2, 2, 2), (190, 4, 190))
    one = dealt("3 4", "1", "3 4", cups=(2, 3, 2), stacks=(200, 5, 200), unpaid_dice="shed")
    assert (one.cups, one.stacks) == ((2, 1, 2), (190, 0, 190))


def test_who_cannot_pay_for_one_die_is_out_all_the_same_fr_32() -> None:
    table = dealt("3 4", "", "3 4", cups=(2, 3, 2), stacks=(200, 4, 200), unpaid_dice="shed")
    assert (table.told(RoundBegins).cant_pay, table.plays[1], table.stacks) == ((1,), "out", (190, 4, 190))


def test_without_two_who_can_pay_there_is_no_match_fr_32() -> None:
    for stacks in ((9, 200), (9, 9, 200)):
        table = Table((), stacks, None)
        void = table.told(MatchVoid)
        assert (void.ante, void.lack) == (10, tuple(range(len(stacks) - 1)))
        assert table.ended[0] == "broke"
        assert (table.result.stacks, table.bank, table.result.next_after) == (stacks, 0, None)


def test_where_a_round_cannot_begin_with_two_the_last_duel_begins_fr_32() -> None:
    table = Table((8,), (9, 200), Carry((2, 2), Suckers(30), Seat(0), (), 4))
    assert (table.told(FinalBegins).seat, table.told(FinalBegins).stake) == (1, 30)
    assert table.stacks == (9, 200), "no ante is taken"


def test_where_none_can_pay_any_more_they_share_what_was_carried_and_the_most_suckers_win_fr_33() -> None:
    """As when a tournament's ante has risen between two rounds."""
    table = Table((), (9, 6, 400), Carry((2, 2, 0), Suckers(31), Seat(1), (), 4))
    assert table.told(MatchVoid).outcomes[0] == MatchEnds("money", 5)
    assert table.paid == {(1, "carried"): 16, (0, "carried"): 15}
    assert table.told(MostSuckers) == MostSuckers((Seat(0),))
    assert (table.house_took, table.pot, table.bank, table.stacks) == (0, 0, 0, (24, 22, 400))
    assert (table.ended, table.result.next_after) == (("most-suckers", (0,)), None)


# People who are out


@pytest.mark.parametrize(("final", "seconds"), [("pot", 1), ("wager", 20)])
def test_nobody_waits_for_a_duel_without_a_pot_fr_35(final: str, seconds: int) -> None:
    table = dealt("5 6", "3 4", giant=7, final=final).turns("trip", "flee")
    while sum(bool(cup) for cup in table.carried.cups) > 1:
        table = next_round(table, "5 6", "3 4").turns("trip", "flee")
    assert (table.pot, table.result.next_after) == (0, seconds)


def test_who_has_no_dice_is_out_fr_33() -> None:
    table = dealt("5 6", "3 4", "3 4", giant=7).turns("trip", "trip", "trip")
    assert table.told(IsOut) == IsOut(Seat(0), "dice")
    assert (table.carried.cups, table.result.next_after) == ((0, 2, 2), 20)
    again = next_round(table, "", "3 4", "3 4")
    assert (again.view().order, again.stacks[0]) == ((1, 2), 190)
    assert again.offers(0) == []


def test_who_cannot_pay_the_next_ante_is_out_fr_33() -> None:
    table = dealt("2 4", "3 4", "3 4", giant=7, stacks=(14, 200, 200)).turns("trip", "trip", "trip")
    assert table.fates[0] == "kicked", "one die is left, but only four suckers"
    assert table.told(IsOut) == IsOut(Seat(0), "money", Suckers(5))
    assert table.carried.cups == (0, 2, 2)


def test_who_can_just_pay_the_next_ante_is_in_fr_33() -> None:
    table = dealt("2 4", "3 4", "3 4", giant=7, stacks=(15, 200, 200)).turns("trip", "trip", "trip")
    assert table.all_told(IsOut) == []
    assert table.carried.cups == (1, 2, 2)


def test_a_die_gained_has_to_be_paid_for_fr_33() -> None:
    table = dealt("2 2", "3 4", "3 4", stacks=(24, 200, 200)).turns("split", "trip", "trip")
    assert table.told(IsOut) == IsOut(Seat(0), "money", Suckers(15))
    shed = dealt("2 2", "3 4", "3 4", stacks=(24, 200, 200), unpaid_dice="shed").turns("split", "trip", "trip")
    assert shed.all_told(IsOut) == []
    assert next_round(shed, "1 2", "3 4", "3 4").told(RoundBegins).antes[2] == Anted(Seat(0), 2, Suckers(10), 1)


def test_the_pot_may_pay_the_next_ante_fr_33() -> None:
    table = dealt("3 4", "4 5", "4 5", giant=7, stacks=(10, 200, 200)).turns("trip", "trip", "trip")
    assert (table.all_told(IsOut), table.stacks[0]) == ([], 60)


def test_who_is_out_stays_out_until_the_match_is_over_fr_33() -> None:
    table = dealt("5 6", "3 4", "3 4", giant=7).turns("trip", "trip", "flee")
    again = next_round(table, "", "3 4", "3 4").turns("flee", "flee")
    assert again.carried.cups == (0, 2, 2)
    assert again.all_told(IsOut) == [], "it is told once"


def test_a_round_tells_no_losers_apart_and_who_was_out_took_no_part_fr_33() -> None:
    table = dealt("5 6", "3 4", "3 4", giant=7).turns("trip", "trip", "flee")
    assert GAME.places(table.state) == (0, 1, 0)
    again = next_round(table, "", "3 4", "3 4")
    assert GAME.places(again.state) is None, "not before the end"
    assert GAME.places(again.turns("flee", "flee").state) == (None, 0, 0)


def test_when_all_go_out_in_one_round_the_house_wins_fr_34() -> None:
    table = dealt("5 6", "6 6", giant=7).turns("trip", "trip")
    assert [one.seat for one in table.all_told(IsOut)] == [0, 1]
    assert table.all_told(HouseWins)
    assert (table.result.next_after, table.result.winners, table.bank) == (None, (), 20)
    assert (any(table.carried.cups), table.carried.pot) == (False, 0)


def test_a_pot_that_nobody_is_left_for_is_the_houses_fr_34() -> None:
    """Ben's Snake still counts when he leaves, and Cid leaves too."""
    table = dealt("5 6", "1 1", "3 4", giant=7).turns("trip", "trip")
    table.leave(1)
    table.leave(2)
    assert table.fates == {0: "consumed", 1: "snake"}
    assert table.all_told(HouseWins)
    assert (table.pot, table.house_took, table.bank, table.stacks) == (0, 60, 30, (190, 190, 190))
    assert (table.ended, table.result.next_after) == (("house", ()), None)


@pytest.mark.parametrize("stack", [10, 200])
def test_dice_are_looked_at_before_money_fr_33(stack: int) -> None:
    """Ann is Consumed. Ben, a Snake, has dice but no sucker: he is the last Halfling, and nobody is asked."""
    table = dealt("5 6", "1 1", giant=7, stacks=(stack, stack)).turns("trip", "trip")
    assert table.fates == {0: "consumed", 1: "snake"}
    assert [(one.seat, one.why) for one in table.all_told(IsOut)] == [(0, "dice")]
    assert (table.told(LastHalfling).seat, table.house_took, table.carried.pot) == (1, 0, 40)
    assert GAME.plays_on(table.options, table.carried, table.result.stacks) == (False, True)
    duel = Table((8,), table.result.stacks, table.carried)
    assert (duel.told(FinalBegins).seat, duel.told(FinalBegins).stake) == (1, 40)
    assert duel.stacks == (stack - 10, stack - 10), "no ante"


def test_where_none_of_those_with_dice_can_pay_the_pot_is_shared_and_the_most_suckers_win_fr_33() -> None:
    """Ann's Snake drives the others away. Cid is richer, but out of dice."""
    table = dealt("1 1", "3 4", "", giant=7, stacks=(10, 14, 400), carried=5).turns("trip", "trip")
    assert table.told(MatchEnds) == MatchEnds("money", 5)
    assert (table.carries_over, table.all_told(IsOut), table.all_told(HouseWins)) == (0, [], [])
    assert table.paid == {(0, "carried"): 23, (1, "carried"): 22}, "45, and the odd one to the first"
    assert table.stacks == (23, 26, 400)
    assert (table.ended, table.result.next_after) == (("most-suckers", (1,)), None)
    assert (any(table.carried.cups), table.carried.pot) == (False, 0)


def test_equally_many_suckers_share_the_match_fr_33() -> None:
    table = dealt("1 1", "3 4", giant=7, stacks=(10, 10)).turns("trip", "trip")
    assert table.told(MostSuckers).seats == (0, 1)
    assert (table.stacks, table.ended) == ((20, 20), ("most-suckers", (0, 1)))


def test_when_all_who_have_dice_go_out_at_once_without_a_pot_the_most_suckers_win_fr_33() -> None:
    table = dealt("3 4 1", "2 3", "2 3", giant=8, stacks=(15, 14, 13)).turns("trip", "trip", "trip")
    assert (table.house_took, table.stacks, table.ended) == (70, (0, 4, 3), ("most-suckers", (1,)))


def test_of_dice_that_may_be_put_away_one_is_enough_to_go_on_fr_33() -> None:
    table = dealt("1 1", "3 4", giant=7, stacks=(15, 15), unpaid_dice="shed").turns("trip", "trip")
    assert (table.all_told(MatchEnds), table.carried.cups) == ([], (2, 2))


def test_when_one_is_left_the_last_duel_comes_next_fr_35() -> None:
    table = dealt("5 6", "1 1", giant=7).turns("trip", "trip")
    assert table.told(LastHalfling) == LastHalfling(Seat(1))
    assert (table.result.next_after, table.carried.cups, table.carried.pot) == (20, (0, 2), 40)
    again = Table((8,), table.result.stacks, table.carried)
    assert again.told(FinalBegins) == FinalBegins(Seat(1), Suckers(40), Suckers(0))
    assert again.awaited == (1,)


def test_after_the_last_duel_the_match_is_over_and_a_new_one_begins_fr_35() -> None:
    table = last_duel(8)
    table.say(0, "roll", 4, 5)
    assert (table.result.next_after, any(table.carried.cups), table.carried.pot) == (None, False, 0)
    again = Table((7, 4, 4, 3, 4, 5, 6), table.result.stacks, table.carried)
    assert again.cups == (2, 2)


@pytest.mark.parametrize("roll", [(4, 5), (2, 3)])
def test_the_last_halfling_comes_first_in_the_match_even_if_the_duel_is_lost_fr_35(roll: tuple[int, int]) -> None:
    table = last_duel(8)
    table.say(0, "roll", *roll)
    assert GAME.places(table.state) == (1, 0)


# The ante rises, and the match ends after a number of rounds


def fled_rounds(count: int, **options: object) -> list[Table]:
    """Play this many rounds in which everybody flees."""
    tables = [dealt("3 4", "3 4", **options).turns("flee", "flee")]  # type: ignore[arg-type]
    for _ in range(count - 1):
        tables.append(next_round(tables[-1], "3 4", "3 4").turns("flee", "flee"))
    return tables


@pytest.mark.parametrize(
    ("every", "units"), [("3", [5, 5, 5, 10, 10, 10, 20]), ("1", [5, 10, 20, 40]), ("0", [5, 5, 5, 5, 5])]
)
def test_the_ante_doubles_after_so_many_rounds_fr_30(every: str, units: list[int]) -> None:
    tables = fled_rounds(len(units), ante_rises=every, stack=5000, stacks=(5000, 5000))
    assert [table.view().unit for table in tables] == units
    assert [5000 - table.stacks[0] for table in tables] == [
        2 * sum(units[:count]) for count in range(1, len(units) + 1)
    ]


def test_a_match_begins_with_an_ante_that_rises_after_three_rounds_fr_30() -> None:
    assert GAME.options_from({}).ante_rises == 3
    assert dealt("3 4", "3 4").view().rises_at == 4


def test_a_rise_is_told_in_the_round_in_which_it_comes_fr_30() -> None:
    table = fled_rounds(3)[-1]
    assert (table.view().unit, table.view().next_unit, table.view().rises_at) == (5, 10, 4)
    again = next_round(table, "3 4", "3 4")
    assert (again.told(RoundBegins).rises, again.told(RoundBegins).antes[0].amount) == (10, 20)
    assert (again.view().next_unit, again.view().rises_at) == (20, 7)
    again.turns("flee", "flee")
    assert next_round(again, "3 4", "3 4").told(RoundBegins).rises == 0


def test_bets_the_dens_words_and_the_houses_match_rise_with_it_fr_30() -> None:
    def table(**options: str) -> Table:
        return next_round(fled_rounds(1, ante_rises="1", **options)[0], "3 4", "3 4").turns("trip", "trip")

    assert [table(betting="thieves").may(0, f"bet {amount}") for amount in (9, 10)] == [False, True]
    assert table(betting="liars").turns("tumble").view().den == 10
    assert table(match="one_player", betting="thieves").bank == -20


@pytest.mark.parametrize(("stack", "risen"), [(20, 5), (39, 7), (50, 10), (51, 10)])
def test_the_ante_rises_no_further_than_what_the_smallest_stack_can_pay_twice_fr_33(stack: int, risen: int) -> None:
    """Each has two dice: 39 suckers less an ante of 10 pay 7 a die twice."""
    table = dealt("3 4", "3 4", "3 4", stacks=(stack, 200, 200), ante_rises="1").turns("flee", "flee", "flee")
    assert (table.all_told(IsOut), table.view().next_unit) == ([], risen)
    again = next_round(table, "3 4", "3 4", "3 4")
    assert (again.view().unit, again.told(RoundBegins).rises) == (risen, risen if risen > 5 else 0)


def test_a_rise_that_was_held_down_doubles_what_was_paid_fr_33() -> None:
    table = dealt("3 4", "3 4", stacks=(39, 200), giant=6, ante_rises="1").turns("flee", "flee")
    held = next_round(table, "3 4", "5 4", giant=6).turns("flee", "trip")
    assert (held.view().unit, held.stacks[0] > 4 * 14, held.view().next_unit) == (7, True, 14)


def test_who_has_more_dice_holds_the_rise_with_a_larger_stack_fr_33() -> None:
    assert payable_twice((2, 3, 0), (Suckers(48), Suckers(66), Suckers(1))) == 11
    assert payable_twice((), ()) == 0


@pytest.mark.parametrize("unpaid", ["out", "shed"])
def test_whoever_cannot_pay_this_ante_again_is_out_and_then_holds_no_rise_fr_33(unpaid: str) -> None:
    table = dealt("3 4", "3 4", "3 4", stacks=(14, 200, 200), ante_rises="1", unpaid_dice=unpaid)
    table.turns("flee", "flee", "flee")
    assert table.told(IsOut) == IsOut(Seat(0), "money", Suckers(10 if unpaid == "out" else 5))
    assert next_round(table, "3 4", "3 4").view().unit == 10


def test_the_ante_does_not_rise_above_the_highest_there_is_fr_30() -> None:
    options, rich = GAME.options_from({"ante_rises": "1", "ante_unit": "60000", "stack": "1000000"}), Suckers(10**6)
    assert unit_after(options, 0, Suckers(0), rich) == 60_000
    assert unit_after(options, 1, Suckers(60_000), rich) == unit_after(options, 2, Suckers(100_000), rich) == 100_000


def test_a_new_match_begins_with_the_first_ante_again_fr_30() -> None:
    table = last_duel(8, ante_rises="1")
    table.say(0, "roll", 4, 5)
    again = Table((7, 4, 4, 3, 4, 5, 6), table.result.stacks, table.carried, ante_rises="1")
    assert (again.view().unit, again.told(RoundBegins).rises) == (5, 0)


def test_after_so_many_rounds_the_most_suckers_win_fr_33() -> None:
    table = dealt("3 4", "4 5", giant=7, rounds=2).turns("trip", "trip")
    assert (table.result.next_after, table.all_told(MatchEnds)) == (20, [])
    last = next_round(table, "3 4", "3 4", giant=7).turns("flee", "flee")
    assert last.told(MatchEnds) == MatchEnds("rounds", 2)
    assert last.paid == {(1, "carried"): 10, (0, "carried"): 10}, "their antes, without the House's match"
    assert (last.stacks, last.ended, last.result.next_after) == ((230, 190), ("most-suckers", (0,)), None)
    assert not any(last.carried.cups)


def test_who_is_out_does_not_win_by_suckers_after_the_last_round_fr_33() -> None:
    table = dealt("5 6", "3 4", "2 3", giant=7, stacks=(900, 200, 200), rounds=1).turns("trip", "trip", "trip")
    assert (table.stacks, table.ended) == ((890, 250, 190), ("most-suckers", (1,)))


def test_who_could_not_pay_another_ante_is_still_in_at_the_last_rounds_end_fr_33() -> None:
    table = dealt("3 4", "3 4", stacks=(11, 10), rounds=1).turns("flee", "flee")
    assert (table.all_told(IsOut), table.ended) == ([], ("most-suckers", (0,)))


def test_one_who_is_left_alone_in_the_last_round_has_the_last_duel_all_the_same_fr_35() -> None:
    table = dealt("5 6", "1 1", giant=7, rounds=1).turns("trip", "trip")
    assert (table.told(LastHalfling).seat, table.carried.pot, table.result.next_after) == (1, 40, 20)
    assert Table((8,), table.result.stacks, table.carried, rounds=1).told(FinalBegins).stake == 40


# From round to round


def test_the_next_round_comes_by_itself_and_is_numbered() -> None:
    table = dealt("3 4", "3 4", next_seconds=33).turns("flee", "flee")
    assert table.result.next_after == 33
    numbers = [table.view().number]
    for _ in range(3):
        table = next_round(table, "3 4", "3 4")
        numbers.append(table.told(RoundBegins).number)
        table.turns("flee", "flee")
    assert numbers == [1, 2, 3, 4]


def test_the_first_turn_moves_on_by_one_fr_7() -> None:
    table = dealt("3 4", "3 4", "3 4").turns("flee", "flee", "flee")
    firsts = []
    for _ in range(4):
        table = next_round(table, "3 4", "3 4", "3 4")
        firsts.append(table.view().first)
        table.turns("flee", "flee", "flee")
    assert firsts == [1, 2, 0, 1]


def test_the_first_turn_passes_over_who_is_out_fr_7() -> None:
    table = dealt("3 4", "5 6", "3 4", "3 4", giant=7).turns("flee", "trip", "trip", "flee")
    assert table.told(IsOut).seat == 1
    assert table.carried.first == 2
    assert dealt("3 4", "", "3 4", "", first=2).turns("flee", "flee").carried.first == 0


def test_the_number_of_dice_changes_only_by_kick_maw_and_split_fr_13() -> None:
    """With a Party die 4 flees, 0 topples, 2 is eaten and 3 splits; 1 draws none and is kicked."""
    table = dealt("3", "2 3", "6 2", "4 1", "1 2", giant=7, party="6 4 | 6 5 | 4 1", first=4, maw10="off")
    table.turns("draw 6", "flee", "draw 6", "trip", "trip", "draw 5", "trip", "draw 4", "split")
    assert table.fates == {0: "toppled", 1: "kicked", 2: "consumed"}
    assert table.carried.cups == (1, 1, 1, 3, 2)


def test_a_carried_pot_lies_in_the_next_one_fr_29() -> None:
    table = next_round(dealt("3 4", "3 4").turns("flee", "flee"), "3 4", "3 4")
    assert (table.told(RoundBegins).carried, table.pot, table.brought) == (20, 60, 400)
    table.turns("trip", "flee")
    assert table.paid == {(1, "main"): 60}


# People who leave for good


def test_who_left_is_out_of_the_next_round() -> None:
    table = dealt("3 4", "3 4", "3 4")
    table.leave(1)
    table.turns("flee", "flee")
    assert table.carried.cups == (2, 0, 2)
    assert table.carried.first == 2


def test_when_all_but_one_left_the_last_duel_comes_next() -> None:
    table = dealt("3 4", "3 4", "3 4")
    table.leave(1)
    table.leave(2)
    table.turns("flee")
    assert table.all_told(Fled)[0].seat == 0
    assert table.told(LastHalfling) == LastHalfling(Seat(0))
    assert table.carried.cups == (2, 0, 0)


def test_when_everybody_has_left_the_round_ends_without_anybody() -> None:
    table = dealt("3 4", "3 4", "3 4")
    for seat in (1, 2, 0):
        table.leave(seat)
    assert table.awaited == ()
    assert table.result.next_after is None


# People come, go and change their seats


def moved(before: Carry, *places: int | None) -> Carry:
    return GAME.reseated(before, tuple(None if place is None else Seat(place) for place in places))


def test_dice_go_with_their_owner_to_another_seat() -> None:
    after = moved(carry(2, 3, 1, pot=40, first=2, winner=(2,)), 0, None, 1)
    assert (after.cups, after.pot, after.first, after.last_winner) == ((2, 1), 40, 1, (1,))


def test_the_first_turn_of_who_left_is_the_next_ones() -> None:
    assert moved(carry(2, 3, 1, first=1), 0, None, 1).first == 1
    assert moved(carry(2, 3, 1, first=2), 0, 1, None).first == 0
    assert moved(carry(2, 3, 1, 4, first=1), 0, None, None, 1).first == 1


def test_a_winner_who_left_bets_first_no_more() -> None:
    assert moved(carry(2, 3, 1, winner=(1,)), 0, None, 1).last_winner == ()


def test_who_sits_down_during_a_match_waits_for_the_next_fr_33() -> None:
    """Otherwise a person who is out could come back by leaving."""
    table = Table((7, 4, 4, 5, 6, 3), (200,) * 3, carry(2, 1))
    assert table.cups == (2, 1, 0)
    assert table.view(Seat(2)).dice == ()
    assert table.stacks == (190, 195, 200)


def late(table: Table) -> list[bool]:
    return [one.late for one in table.view().rogues]


def test_who_came_too_late_is_told_apart_from_who_is_out_fr_33() -> None:
    table = Table((7, 4, 4, 5, 6, 3, 4), (200,) * 4, carry(2, 0, 2))
    assert late(table) == [False, False, False, True]
    assert [table.refused(seat, "trip").reason for seat in (1, 3)] == [
        say("not-in-match", late="no"),
        say("not-in-match", late="yes"),
    ]
    table.turns("flee", "flee")
    assert table.carried.late == (3,)
    assert moved(table.carried, 0, None, 1, 2).late == (2,)
    assert moved(table.carried, 0, 1, 2, None).late == ()
    assert late(Table((7, 4, 4, 5, 6, 3, 4), (200,) * 4, table.carried)) == [False, False, False, True]


def test_who_waited_plays_in_the_next_match() -> None:
    table = Table((7, 4, 4, 4, 4, 3, 4, 1, 5, 6, 6), (200,) * 3, carry(0, 0))
    assert table.cups == (2, 2, 2)
    assert late(table) == [False, False, False]


def test_a_carried_pot_goes_back_to_those_who_are_in_when_the_table_breaks_up() -> None:
    stacks = (Suckers(100), Suckers(0), Suckers(50))
    assert GAME.break_up(carry(2, 0, 3, pot=41), stacks) == (121, 0, 70)
    assert GAME.break_up(carry(2, 1, 3, pot=41), stacks) == (114, 14, 63)
    assert GAME.break_up(carry(0, 0, 0, pot=3), stacks) == (101, 1, 51)
    assert GAME.break_up(carry(2, 2, 2), stacks) == stacks


def test_antes_of_everybody_are_in_the_pot_that_the_result_does_not_show() -> None:
    table = dealt("3 4", "3 4").turns("flee", "flee")
    assert table.told(Revealed).fates == ()
    assert table.result.stacks == (STACK - ANTE,) * 2
    assert sum(table.result.stacks) + table.carried.pot + table.result.bank == 2 * STACK
