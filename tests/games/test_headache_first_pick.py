"""Test Headache, phases 1 and 2: the entrance fee, and rolling for first pick."""

import pytest
from headache_table import ANDY, BILL, COLIN, FIRST_ROLLS, JACK, PETE, STACK, Table, at_the_rerolls

from games.headache.events import (
    Appointed,
    ChairmanIs,
    EntrancePaid,
    FirstRolled,
    HandRolled,
    RerollCalled,
    Rerolled,
    RollCalled,
    RolledOff,
)
from games.headache.state import Carry, Face
from games.kit.contract import Illegal
from games.kit.money import Suckers
from games.kit.seats import Seat, all_seats


def faces(*rolled: tuple[Seat, int]) -> tuple[Face, ...]:
    return tuple(Face(seat, face) for seat, face in rolled)


# Phase 1: paying entrance fee


def test_each_player_throws_5_suckers_into_the_pot() -> None:
    table = at_the_rerolls()
    assert table.told(EntrancePaid) == EntrancePaid(all_seats(5), Suckers(5), Suckers(25))
    assert (table.pot, table.stacks) == (25, (STACK - 5,) * 5)


# Phase 2: rolling for first pick


def test_each_player_rolls_a_d20_going_clockwise_from_whom_rolls_first() -> None:
    table = Table(11, 12, 13, 14, 15, carry=Carry(JACK, Suckers(0), 1))
    assert table.told(FirstRolled).rolls == faces((JACK, 11), (COLIN, 12), (ANDY, 13), (BILL, 14), (PETE, 15))


def test_the_highest_roll_is_prime_and_the_lowest_chairman() -> None:
    table = Table(7, 16, 3, 5, 14)
    table.stay(4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(BILL, PETE, Suckers(25))
    assert table.board.order == (BILL, PETE, JACK, COLIN, ANDY)


def test_any_player_may_pay_1_sucker_to_roll_again_any_number_of_times() -> None:
    table = at_the_rerolls()
    for spent, face in enumerate((2, 4, 17), start=1):
        table.say(COLIN, "reroll", face)
        assert table.stacks[COLIN] == STACK - 5 - spent
    assert table.pot == 25 + 3
    assert table.told(Rerolled) == Rerolled(COLIN, 17, 17)


def test_rerolling_is_open_to_all_at_once_and_closes_when_all_have_said_stay_ha_4() -> None:
    table = at_the_rerolls()
    assert table.told(RerollCalled) == RerollCalled(all_seats(5), 20)
    for who in (PETE, ANDY, COLIN, JACK):
        assert who in (table.awaited or ())
        table.say(who, "stay")
        assert table.phase == "rerolls"
    assert table.awaited == (BILL,)
    table.say(BILL, "stay", 4, 6, 8, 10, 12, 20)
    assert table.phase == "voting"


def test_it_closes_after_20_seconds_and_a_reroll_moves_the_end_to_10_seconds_away_ha_4() -> None:
    table = at_the_rerolls(reroll_seconds=33)
    assert (table.ask.seconds, table.ask.extend_to) == (33, 10)
    first = table.ask.id
    table.say(JACK, "reroll", 1)
    assert table.ask.id == first
    table.silence(4, 6, 8, 10, 12, 20)
    assert table.told(Appointed).prime == ANDY
    assert at_the_rerolls().ask.seconds == 20


def test_who_has_stayed_may_roll_again_when_overtaken_ha_4() -> None:
    table = at_the_rerolls()
    table.say(ANDY, "stay")
    table.say(BILL, "stay")
    table.say(PETE, "reroll", 12)
    assert table.awaited == (PETE, JACK, COLIN), "12 overtakes nobody who leads"
    table.say(PETE, "reroll", 19)
    assert table.awaited == all_seats(5), "to draw level is to be answered too"
    assert table.offers(ANDY) == ["reroll", "stay"]


def test_who_has_stayed_may_think_better_of_it_while_others_are_asked_ha_4() -> None:
    table = at_the_rerolls()
    table.say(BILL, "stay")
    assert table.offers(BILL) == ["reroll"]
    table.say(BILL, "reroll", 2)
    assert table.awaited == all_seats(5)


def test_nobody_rolls_better_than_a_20_and_nobody_without_a_sucker_rolls_again_ha_4() -> None:
    table = Table(20, 15, 10, 8, 3, stacks=(100, 100, 5, 100, 100))
    assert table.awaited == (BILL, JACK, COLIN)
    assert table.offers(ANDY) == table.offers(PETE) == []
    table.say(BILL, "reroll", 20)
    assert table.offers(BILL) == []


def test_where_nobody_can_pay_for_it_nobody_is_asked_ha_4() -> None:
    table = Table(*FIRST_ROLLS[:5], 4, 6, 8, 10, 12, 20, stacks=(5,) * 5)
    assert table.told_all(RerollCalled) == []
    assert table.phase == "voting"


def test_a_lower_reroll_is_not_kept_ha_5() -> None:
    """The better roll counts by itself, and the sucker is spent."""
    table = at_the_rerolls()
    table.say(BILL, "reroll", 6)
    assert table.told(Rerolled) == Rerolled(BILL, 6, best=15)
    assert (table.stacks[BILL], table.pot) == (STACK - 6, 26)
    table.say(COLIN, "reroll", 5)
    table.stay(4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(ANDY, COLIN, Suckers(27))


def test_two_tied_for_prime_roll_again_for_nothing_ha_5a() -> None:
    table = Table(16, 9, 16, 5, 4)
    table.stay(3, 12)
    assert table.told(RolledOff) == RolledOff("prime", faces((ANDY, 3), (PETE, 12)))
    assert table.pot == 25
    table.stay(4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(PETE, COLIN, Suckers(25))


def test_only_the_tied_may_pay_for_further_rolls_and_the_best_counts_ha_5a() -> None:
    table = Table(16, 9, 16, 5, 4)
    table.stay(3, 12)
    assert table.awaited == (ANDY, PETE)
    assert table.offers(BILL) == []
    table.say(ANDY, "reroll", 2)
    assert table.told(Rerolled) == Rerolled(ANDY, 2, best=3)
    table.say(ANDY, "reroll", 13)
    table.say(PETE, "stay")
    table.say(ANDY, "stay", 4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(ANDY, COLIN, Suckers(27))


def test_they_roll_off_until_one_leads_ha_5a() -> None:
    """Three are tied, then two of them, then the same two again."""
    table = Table(16, 16, 16, 5, 4)
    table.stay(8, 2, 8)
    table.stay(7, 7)
    assert table.told(RolledOff) == RolledOff("prime", faces((ANDY, 7), (PETE, 7)))
    table.stay(1, 2)
    assert table.told(RolledOff).rolls == faces((ANDY, 1), (PETE, 2))
    table.stay(4, 6, 8, 10, 12, 20)
    assert table.told(Appointed).prime == PETE


def test_a_reroll_that_draws_level_ties_again_ha_5a() -> None:
    table = Table(16, 9, 16, 5, 4)
    table.stay(3, 12)
    table.say(ANDY, "reroll", 12)
    table.stay(1, 2)
    assert table.told(RolledOff).office == "prime"


def test_two_tied_for_chairman_roll_again_for_nothing_and_the_lowest_is_chairman_ha_5b() -> None:
    table = Table(16, 4, 9, 4, 4)
    table.stay(7, 2, 2, 9, 8, 4, 6, 8, 10, 12, 20)
    assert [rolled.rolls for rolled in table.told_all(RolledOff)] == [
        faces((BILL, 7), (JACK, 2), (COLIN, 2)),
        faces((JACK, 9), (COLIN, 8)),
    ]
    assert table.told(Appointed) == Appointed(ANDY, COLIN, Suckers(25))


def test_no_sucker_buys_a_roll_for_the_chair_ha_5b() -> None:
    table = Table(16, 4, 9, 4, 12)
    table.stay(7, 2, 4, 6, 8, 10, 12, 20)
    assert table.kinds()[:2] == ["RolledOff", "Appointed"]


def test_the_prime_is_settled_first_and_is_not_the_chairman_too_ha_5b() -> None:
    """All five roll a 9. The prime is rolled off, and the lowest of the other four becomes chairman."""
    table = Table(9, 9, 9, 9, 9)
    table.stay(10, 11, 12, 13, 14)
    table.stay(5, 3, 4, 6, 4, 6, 8, 10, 12, 20)
    offices = [rolled.office for rolled in table.told_all(RolledOff)]
    assert offices == ["chairman"]
    assert table.told(RolledOff).rolls == faces((ANDY, 5), (BILL, 3), (PETE, 4), (JACK, 6))
    assert table.told(Appointed) == Appointed(COLIN, BILL, Suckers(25))


def test_the_chairman_is_found_by_the_rolls_that_count_ha_5b() -> None:
    """Pete paid to avoid the chair, as in the rulebook's example."""
    table = Table(7, 16, 3, 5, 14)
    table.say(PETE, "reroll", 16)
    table.stay(11, 9)
    table.stay(4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(BILL, JACK, Suckers(26))


# With `rolls=hand`


def test_by_hand_everybody_rolls_when_they_like() -> None:
    table = Table(rolls="hand")
    assert table.told(RollCalled).seats == all_seats(5)
    table.say(PETE, "roll", 10)
    assert table.told(HandRolled) == HandRolled(PETE, 10)
    assert table.offers(PETE) == []
    table.say(ANDY, "roll", 19)
    assert table.awaited == (BILL, JACK, COLIN)
    table.silence(15, 8, 3)
    assert table.phase == "rerolls"


def test_by_hand_ties_are_rolled_off_by_the_tied_alone() -> None:
    table = Table(rolls="hand")
    table.silence(16, 4, 16, 9, 4)
    table.stay()
    assert (table.told(RollCalled).seats, table.awaited) == ((ANDY, PETE), (ANDY, PETE))
    table.say(PETE, "roll", 12)
    table.say(ANDY, "roll", 3)
    assert table.told(RolledOff) == RolledOff("prime", faces((PETE, 12), (ANDY, 3)))
    table.stay()
    assert table.told(RollCalled).seats == (BILL, COLIN)
    table.say(BILL, "roll", 3)
    table.say(COLIN, "roll", 3)
    assert table.told(RollCalled).seats == (BILL, COLIN)
    table.silence(1, 2, 4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(PETE, BILL, Suckers(25))


# People who leave meanwhile


def test_the_roll_of_who_leaves_counts_no_more() -> None:
    table = at_the_rerolls()
    table.leave(ANDY)
    table.leave(COLIN)
    assert table.awaited == (BILL, PETE, JACK)
    table.stay(4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(BILL, JACK, Suckers(25))
    assert table.board.order == (BILL, PETE, JACK)


def test_the_last_one_awaited_leaves_and_it_closes() -> None:
    table = at_the_rerolls()
    for who in (ANDY, BILL, PETE, JACK):
        table.say(who, "stay")
    table.leave(COLIN, 4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(ANDY, JACK, Suckers(25))


def test_who_overtakes_all_that_are_left_is_answered() -> None:
    """Andy's 19 left with him, so 18 leads now."""
    table = at_the_rerolls()
    table.leave(ANDY)
    table.say(BILL, "stay")
    table.say(JACK, "reroll", 18)
    assert table.awaited == (BILL, PETE, JACK, COLIN)


def test_both_tied_for_prime_leave_and_the_next_highest_is_prime() -> None:
    table = Table(rolls="hand")
    table.silence(16, 9, 16, 5, 4)
    table.stay()
    table.leave(ANDY)
    table.leave(PETE, 4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(BILL, COLIN, Suckers(25))


def test_one_of_two_tied_for_prime_leaves_before_rolling_off_and_the_other_is_prime() -> None:
    table = Table(rolls="hand")
    table.silence(16, 9, 16, 5, 4)
    table.stay()
    table.say(PETE, "roll", 2)
    table.leave(ANDY, 4, 6, 8, 10, 12, 20)
    assert table.told(Appointed).prime == PETE


def test_one_of_two_tied_for_prime_leaves_after_rolling_off_and_the_other_has_nobody_to_beat() -> None:
    table = Table(16, 9, 16, 5, 4)
    table.stay(3, 12)
    table.leave(PETE, 4, 6, 8, 10, 12, 20)
    assert table.told(Appointed).prime == ANDY


def test_both_tied_for_chairman_leave_and_the_next_lowest_takes_the_chair() -> None:
    table = Table(rolls="hand")
    table.silence(16, 4, 15, 9, 4)
    table.stay()
    assert table.awaited == (BILL, COLIN)
    table.leave(BILL)
    table.leave(COLIN, 4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(ANDY, JACK, Suckers(25))


def test_the_prime_leaves_while_the_chair_is_rolled_for_and_the_next_highest_is_prime() -> None:
    table = Table(rolls="hand")
    table.silence(16, 4, 15, 9, 4)
    table.stay()
    table.leave(ANDY)
    table.say(BILL, "roll", 3)
    table.say(COLIN, "roll", 2)
    table.silence(1, 2, 4, 6, 8, 10, 12, 20)
    assert table.told(Appointed) == Appointed(PETE, BILL, Suckers(25))
    assert table.told_all(ChairmanIs) == []


@pytest.mark.parametrize("line", ["vote 1 1", "swap andy bill", "bid 3", "draw d20", "lot andy", "roll"])
def test_what_belongs_to_a_later_phase_is_refused(line: str) -> None:
    with pytest.raises(Illegal) as caught:
        at_the_rerolls().say(ANDY, line)
    assert caught.value.reason.id == "not-now"
    assert [offer.verb for offer in caught.value.legal] == ["reroll", "stay"]
