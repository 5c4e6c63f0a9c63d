"""Test Halflings & Giants against the House, in the order of the rulings; every face is given."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cases import case
from halflings_table import STACK, Table
from pydantic import ValidationError

from games.halflings import GAME
from games.halflings.events import (
    CannotStakeAgain,
    Eaten,
    Kept,
    Kick,
    Kicked,
    Kneed,
    MaySplit,
    MaySplitExact,
    Rolled,
    RoundPassed,
    Snake,
    SplitExactly,
    Staked,
    Toppled,
)
from games.halflings.options import HalflingsOptions, Mode
from games.halflings.state import HalflingRolls, Over, Splitting
from games.kit.contract import Illegal
from games.kit.money import Suckers
from games.kit.seats import Seat

ME = Seat(0)
PAYS = {
    "rulebook": {2: "1", 3: "1", 4: "2", 5: "2", 6: "2", 7: "3", 8: "3", 9: "3", 10: "5"},
    "even": dict.fromkeys(range(2, 11), "1"),
    "banker": {2: "1/2", 3: "1/2", 4: "1/2", 5: "1/2", 6: "1/2", 7: "3/2", 8: "3/2", 9: "3/2", 10: "5"},
    "early": {2: "1", 3: "1", 4: "2", 5: "2", 6: "3", 7: "3", 8: "4", 9: "4", 10: "5"},
}
TOTALS = {2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (2, 3), 6: (2, 4), 7: (3, 4), 8: (3, 5), 9: (4, 5), 10: (4, 6)}
"""Two dice with this sum, and no double if there is another way."""


def rolled(knee: int, *dice: int, **options: Any) -> Table:
    """Return a table with a stake of 10, this Knee and these dice."""
    table = Table(**options)
    table.say("stake 10", knee)
    table.say("roll", *dice)
    return table


# The rulebook's own sentences


def test_the_giant_sets_the_knee_with_a_d10_and_the_halflings_roll_2d6() -> None:
    table = Table()
    assert table.say("stake 10", 7) == (Staked(ME, Suckers(10)), Kneed(7, "3:1"))
    assert table.say("roll", 3, 5) == (Rolled(ME, (3, 5), 8), Toppled(ME, 8, 7, Suckers(30)))
    assert table.stacks == (STACK + 30,)
    assert (table.result.winners, table.result.bank) == ((ME,), -30)


def test_any_total_below_the_knee_is_kicked() -> None:
    for knee in range(2, 11):
        with case(knee):
            for total in range(3, knee):
                first, second = TOTALS[total]
                table = rolled(knee, first, second)
                assert table.told(Kicked) == Kicked(ME, total, knee, Suckers(10))
                assert table.stacks == (STACK - 10,)


@pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
def test_the_maw_eats_eleven_and_twelve_on_any_knee(dice: tuple[int, int]) -> None:
    for knee in range(2, 11):
        table = rolled(knee, *dice)
        assert table.told(Eaten) == Eaten(ME, sum(dice), Suckers(10))
        assert table.stacks == (STACK - 10,)


def test_rulebook_double_2s_on_a_knee_of_4_win_no_need_to_split() -> None:
    """The rulebook: "So if the Knee is a 4 and you roll double 2s, you win, no need to split"."""
    table = rolled(4, 2, 2)
    assert table.told(Toppled).won == 20
    assert table.awaited is None


def test_rulebook_double_2s_twice_on_a_knee_of_8() -> None:
    """The rulebook: "double 2s again, somehow, you would be at a total of 6 and need to split again": HG-6, HG-12."""
    table = rolled(8, 2, 2)
    assert table.told(MaySplit) == MaySplit(ME, 4, 8, 2, 20)
    assert table.say("split", 2, 2) == (Kept(ME, 2, 8), Rolled(ME, (2, 2), 6), MaySplit(ME, 6, 8, 4, 20))
    assert table.say("split", 1, 3) == (Kept(ME, 4, 8), Rolled(ME, (1, 3), 8), Toppled(ME, 8, 8, Suckers(30)))


@pytest.mark.parametrize(("second", "fate"), [((4, 4), Toppled), ((3, 6), Eaten), ((2, 3), Kicked), ((2, 4), Toppled)])
def test_rulebook_keeping_a_2_aims_below_9(second: tuple[int, int], fate: type[Any]) -> None:
    """The rulebook: "hoping the value of this roll does not exceed 9 (Maw value - 2)": does not reach 9, HG-7."""
    table = rolled(8, 2, 2)
    table.say("split", *second)
    assert table.told(fate).total == 2 + sum(second)


@pytest.mark.parametrize(("third", "fate"), [((3, 3), Toppled), ((3, 4), Eaten), ((1, 2), Kicked)])
def test_rulebook_keeping_two_2s_aims_below_7(third: tuple[int, int], fate: type[Any]) -> None:
    """The rulebook: "shooting for your next two dice to yield less than 7 total": HG-7, and HG-12 for 4 to 6."""
    table = rolled(8, 2, 2)
    table.say("split", 2, 2)
    table.say("split", *third)
    assert table.told(fate).total == 4 + sum(third)


# The rulings


def test_hg_1_a_total_equal_to_the_knee_wins() -> None:
    for knee in range(3, 11):
        with case(knee):
            first, second = TOTALS[knee]
            table = rolled(knee, first, second, pay="even")
            assert table.told(Toppled) == Toppled(ME, knee, knee, Suckers(10))


def test_hg_2_double_1s_on_a_knee_of_2_are_a_snake() -> None:
    assert rolled(2, 1, 1, push="refund").told(Snake) == Snake(ME, again=False)


def test_hg_3_a_kick_loses_without_a_roll() -> None:
    table = Table()
    assert table.say("stake 10", 1) == (
        Staked(ME, Suckers(10)),
        Kick(saved_by_snake=False),
        Kicked(ME, 0, 1, Suckers(10)),
    )
    assert table.stacks == (STACK - 10,)
    assert table.awaited is None


@pytest.mark.parametrize(("dice", "kind"), [((1, 1), Snake), ((6, 4), Kicked), ((3, 3), Kicked), ((6, 6), Kicked)])
def test_hg_3_with_snake_beats_kick_only_a_snake_saves(dice: tuple[int, int], kind: type[Any]) -> None:
    table = Table(snake_beats_kick="yes", push="refund")
    table.say("stake 10", 1)
    assert table.told(Kick).saved_by_snake
    table.say("roll", *dice)
    assert table.told(kind).seat == ME
    assert table.stacks == (STACK if kind is Snake else STACK - 10,)


def test_hg_4_a_double_may_be_split_only_when_it_would_lose() -> None:
    for knee in range(2, 11):
        for face in range(2, 6):
            with case(knee, face):
                table = rolled(knee, face, face)
                assert table.offers() == (["split", "stand"] if 2 * face < knee else [])


def test_hg_5_splitting_is_a_choice() -> None:
    table = rolled(8, 2, 2)
    assert table.say("stand") == (Kicked(ME, 4, 8, Suckers(10)),)
    assert table.stacks == (STACK - 10,)


def test_hg_5_silence_splits_what_would_lose() -> None:
    """ALL-1: it depends on what everybody sees."""
    table = rolled(8, 2, 2)
    assert table.silence(3, 4) == (Kept(ME, 2, 8), Rolled(ME, (3, 4), 9), Toppled(ME, 9, 8, Suckers(30)))


def test_hg_6_one_die_of_each_pair_is_kept_and_they_add_up() -> None:
    table = rolled(10, 2, 2)
    for kept in (2, 4, 6):
        assert table.say("split", 2, 2)[0] == Kept(ME, kept, 10)
    assert table.told(Toppled).total == 10


def test_hg_7_the_maw_is_eleven_of_the_running_total() -> None:
    table = rolled(9, 4, 4)
    table.say("split", 3, 4)
    assert table.told(Eaten).total == 11


def test_hg_8_double_6_is_eaten_at_once() -> None:
    assert rolled(10, 6, 6).told(Eaten).total == 12


def test_hg_8_sixes_split_keeps_a_6() -> None:
    table = rolled(10, 6, 6, sixes="split")
    assert table.told(MaySplit).keeps == 6
    table.say("split", 1, 3)
    assert table.told(Toppled).total == 10


def test_hg_8_sixes_split_and_standing_is_eaten() -> None:
    table = rolled(10, 6, 6, sixes="split")
    assert table.say("stand") == (Eaten(ME, 12, Suckers(10)),)


def test_hg_9_a_later_double_that_reaches_the_maw_is_eaten() -> None:
    table = rolled(8, 2, 2)
    table.say("split", 5, 5)
    assert table.told(Eaten).total == 12


def test_hg_9_with_sixes_split_it_may_be_split_as_hg_8() -> None:
    table = rolled(8, 2, 2, sixes="split")
    table.say("split", 5, 5)
    assert table.told(MaySplit) == MaySplit(ME, 12, 8, 7, 20)


def test_hg_10_double_1s_on_a_later_roll_are_a_snake_too() -> None:
    table = rolled(8, 2, 2, push="refund")
    table.say("split", 1, 1)
    assert table.told(Snake) == Snake(ME, again=False)
    assert table.stacks == (STACK,)


def test_hg_10_snake_in_split_plain_counts_two_and_cannot_be_split() -> None:
    table = rolled(8, 2, 2, snake_in_split="plain")
    table.say("split", 1, 1)
    assert table.told(Kicked).total == 4
    table = rolled(10, 4, 4, snake_in_split="plain")
    table.say("split", 2, 2)
    table.say("split", 1, 1)
    assert table.told(Kicked).total == 8


def test_hg_10_snake_in_split_plain_leaves_the_first_roll_a_snake() -> None:
    assert rolled(8, 1, 1, snake_in_split="plain", push="refund").told(Snake) == Snake(ME, again=False)


def twice_kept(*dice: int, **options: Any) -> Table:
    """Return a table with Knee 10, two 2s kept, and then these dice."""
    table = rolled(10, 2, 2, **options)
    table.say("split", 2, 2)
    table.say("split", *dice)
    return table


def test_hg_11_there_is_no_limit_but_the_maw() -> None:
    assert twice_kept(2, 2).told(MaySplit) == MaySplit(ME, 8, 10, 6, 20)


@pytest.mark.parametrize(("face", "keeps"), [(4, 8), (5, None)])
def test_hg_11_who_would_keep_more_than_8_may_not_split(face: int, keeps: int | None) -> None:
    table = twice_kept(face, face, sixes="split")
    if keeps is None:
        assert table.told(Eaten).total == 4 + 2 * face
    else:
        assert table.told(MaySplit).keeps == keeps


@pytest.mark.parametrize("most", [0, 1, 2])
def test_hg_11_max_splits_ends_it_sooner(most: int) -> None:
    table = Table(max_splits=str(most))
    table.say("stake 10", 10)
    table.say("roll", 2, 2)
    for _ in range(most):
        assert table.offers() == ["split", "stand"]
        table.say("split", 2, 2)
    assert table.told(Kicked).total == 4 + 2 * most


def test_hg_12_a_visible_total_of_6_leaves_4_and_aims_at_4_to_6() -> None:
    fates: dict[int, type[Any]] = {3: Kicked, 4: Toppled, 5: Toppled, 6: Toppled, 7: Eaten}
    for total, kind in fates.items():
        table = rolled(8, 2, 2)
        table.say("split", 2, 2)
        assert table.told(MaySplit).total == 6
        table.say("split", 1, total - 1)
        assert table.told(kind).total == 4 + total


def test_hg_13_a_snake_starts_again_at_once_with_the_same_stake() -> None:
    table = rolled(7, 1, 1, 9)
    assert table.events == (Rolled(ME, (1, 1), 2), Snake(ME, again=True), Kneed(9, "3:1"))
    assert table.stacks == (STACK - 10,)
    assert table.offers() == ["roll"]
    table.say("roll", 4, 5)
    assert table.stacks == (STACK + 30,)
    assert [net.net for net in table.state.nets] == [30]


def test_hg_13_the_giant_that_comes_after_a_snake_may_kick() -> None:
    table = rolled(7, 1, 1, 1)
    assert table.kinds() == ["Rolled", "Snake", "Kick", "Kicked"]
    assert table.stacks == (STACK - 10,)


def test_hg_13_push_refund_gives_the_stake_back() -> None:
    table = rolled(7, 1, 1, push="refund")
    assert table.events == (Rolled(ME, (1, 1), 2), Snake(ME, again=False))
    assert table.stacks == (STACK,)
    assert (table.result.ended, table.result.winners) == ("settled", ())


def test_hg_14_friendly_games_pay_even() -> None:
    assert {rolled(knee, *TOTALS[knee], pay="even").stacks for knee in range(3, 11)} == {(STACK + 10,)}


def test_hg_18_all_2_every_pay_table_pays_whole_suckers_rounded_down() -> None:
    for pay in PAYS:
        for knee in range(2, 11):
            for stake in [1, 3, 10, 99]:
                with case(pay, knee, stake):
                    table = Table(pay=pay)
                    table.say(f"stake {stake}", knee)
                    assert table.told(Kneed).pays == "{0.numerator}:{0.denominator}".format(Fraction(PAYS[pay][knee]))
                    table.say("roll", 4, 6)
                    won = stake * Fraction(PAYS[pay][knee]) // 1
                    assert table.told(Toppled).won == won
                    assert table.stacks == (STACK + won,)
                    assert table.result.bank == -won


# HG-17: the original card's split


def exactly(knee: int, *dice: int, **options: Any) -> Table:
    return rolled(knee, *dice, split="exact", **options)


def test_hg_17_a_total_equal_to_the_knee_may_be_split_for_a_second_stake() -> None:
    table = exactly(7, 3, 4)
    assert table.told(MaySplitExact) == MaySplitExact(ME, 7, Suckers(10), 20)
    table.say("split", 6, 1)
    assert table.events == (
        SplitExactly(ME, Suckers(10)),
        Rolled(ME, (3, 6), 9),
        Rolled(ME, (4, 1), 5),
        Toppled(ME, 9, 7, Suckers(30)),
        Kicked(ME, 5, 7, Suckers(10)),
    )
    assert table.stacks == (STACK + 20,)


def test_hg_17_unsplit_it_wins() -> None:
    table = exactly(7, 3, 4)
    assert table.say("stand") == (Toppled(ME, 7, 7, Suckers(30)),)


def test_hg_17_silence_stands() -> None:
    assert exactly(7, 3, 4).silence() == (Toppled(ME, 7, 7, Suckers(30)),)


def test_hg_17_auto_stands() -> None:
    table = Table(split="exact")
    table.say("stake 10 auto", 7, 3, 4)
    assert table.kinds() == ["Staked", "Kneed", "Rolled", "Toppled"]


def test_hg_17_a_double_is_nothing_special() -> None:
    assert exactly(8, 2, 2).told(Kicked).total == 4
    assert exactly(8, 4, 4).told(MaySplitExact).knee == 8


def test_hg_17_each_pair_may_split_again_up_to_two_splits() -> None:
    """Left 3-4 again, then its left 3-4 again. The third is not offered."""
    table = exactly(7, 3, 4)
    table.say("split", 4, 1)
    assert table.told(MaySplitExact).knee == 7
    table.say("split", 4, 3)
    assert table.kinds() == ["SplitExactly", "Rolled", "Rolled", "Toppled", "Toppled", "Kicked"]
    assert table.stacks == (STACK + 30 + 30 - 10,)


def test_hg_17_the_second_pair_may_be_split_when_the_first_is_settled() -> None:
    table = exactly(7, 3, 4)
    table.say("split", 6, 3)
    assert table.kinds() == ["SplitExactly", "Rolled", "Rolled", "Toppled", "MaySplitExact"]
    table.say("stand")
    assert table.stacks == (STACK + 60,)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_hg_17_max_splits_is_counted_over_all_pairs(most: int) -> None:
    table = Table(split="exact", max_splits=str(most))
    table.say("stake 10", 7)
    table.say("roll", 3, 4)
    for _ in range(most):
        table.say("split", 4, 1)
    assert "stand" not in table.offers()
    assert table.awaited is None


def test_hg_17_a_pair_of_1s_comes_back_and_the_other_plays_on() -> None:
    """The push of one pair does not restart the game."""
    table = exactly(5, 1, 4)
    table.say("split", 1, 2)
    assert table.kinds() == ["SplitExactly", "Rolled", "Rolled", "Snake", "Toppled"]
    assert table.told(Snake) == Snake(ME, again=False)
    assert table.stacks == (STACK + 20,)


def test_hg_17_an_unsplit_snake_starts_again() -> None:
    table = exactly(5, 1, 1, 6)
    assert table.told(Snake).again


def test_hg_17_who_cannot_pay_the_second_stake_wins_as_it_lies() -> None:
    table = Table(15, split="exact")
    table.say("stake 10", 7)
    table.say("roll", 3, 4)
    assert table.kinds() == ["Rolled", "CannotStakeAgain", "Toppled"]
    assert table.told(CannotStakeAgain) == CannotStakeAgain(ME, Suckers(10), Suckers(5))


def test_hg_17_both_pairs_lost_cost_both_stakes() -> None:
    table = exactly(7, 3, 4)
    table.say("split", 1, 1)
    assert table.stacks == (STACK - 20,)
    assert table.state.nets[0].net == -20


@pytest.mark.parametrize("most", ["none", "9", "10"])
def test_hg_17_exact_splits_are_few(most: str) -> None:
    with pytest.raises(ValidationError, match="HG-17"):
        GAME.options_from({"split": "exact", "max_splits": most})


def test_hg_17_an_option_error_cites_what_the_page_of_rulings_has() -> None:
    with pytest.raises(ValidationError) as caught:
        GAME.options_from({"split": "exact", "max_splits": "9"})
    (ruling,) = re.findall(r"ruling (HG-[0-9]+)", str(caught.value))
    page = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| {ruling} |"))
    assert "`max_splits` counts all splits of one stake together, over all its pairs: 0 to 8" in row


def test_hg_17_split_off_offers_nothing() -> None:
    assert rolled(8, 2, 2, split="off").told(Kicked).total == 4
    assert rolled(7, 3, 4, split="off").told(Toppled).total == 7


# HG-18 and the flow of a round


def test_hg_18_the_defaults_are_those_of_the_rulings() -> None:
    options = GAME.options_from({})
    said = (options.mode, options.max_splits, options.max_bet, options.cooldown, options.split_seconds)
    assert said == (Mode.HOUSE, None, 100, 10, 20)
    assert GAME.options_from({"split": "exact"}).max_splits == 2
    assert GAME.options_from({"split": "exact", "max_splits": "8"}).max_splits == 8
    assert GAME.options_from({"max_splits": "none"}).max_splits is None
    assert GAME.cooldown(options) == 10


def test_hg_18_a_game_is_one_settled_stake() -> None:
    table = rolled(7, 4, 5)
    assert isinstance(table.state.phase, Over)
    assert table.offers() == []


@pytest.mark.parametrize(("stack", "most"), [(1000, 100), (40, 40), (1, 1)])
def test_hg_18_a_stake_is_at_most_max_bet_and_the_stack(stack: int, most: int) -> None:
    table = Table(stack)
    for amount in (0, -5, most + 1, 10**9):
        with pytest.raises(Illegal) as caught:
            table.say(f"stake {amount}")
        allowed = {"low": 1, "high": most} if most > 1 else {"value": 1}
        assert caught.value.reason.args == {"field": "none"} | allowed
    table.say(f"stake {most}", 1)


def test_the_order_of_the_offers_is_as_a_player_reads_them() -> None:
    table = Table()
    orders = [table.offers()]
    table.say("stake 10", 8)
    orders.append(table.offers())
    table.say("roll", 2, 2)
    orders.append(table.offers())
    table.say("stand")
    orders.append(table.offers())
    assert orders == [["stake"], ["roll"], ["split", "stand"], []]


@pytest.mark.parametrize("line", ["roll", "split", "stand"])
def test_a_move_before_its_time_is_refused(line: str) -> None:
    with pytest.raises(Illegal) as caught:
        Table().say(line)
    assert caught.value.reason.id == "not-now"
    assert [offer.verb for offer in caught.value.legal] == ["stake"]


def test_auto_plays_a_round_in_one_line() -> None:
    table = Table()
    table.say("stake 10 auto", 8, 2, 2, 2, 2, 1, 3)
    assert table.kinds() == ["Staked", "Kneed", "Rolled", "Kept", "Rolled", "Kept", "Rolled", "Toppled"]
    assert table.stacks == (STACK + 30,)


def test_auto_goes_on_after_a_snake() -> None:
    table = Table()
    table.say("stake 10 auto", 8, 1, 1, 9, 1, 1, 1)
    assert table.kinds() == ["Staked", "Kneed", "Rolled", "Snake", "Kneed", "Rolled", "Snake", "Kick", "Kicked"]


def test_all_1_silence_before_the_stake_ends_the_game_without_one() -> None:
    table = Table()
    assert table.silence() == (RoundPassed(ME),)
    assert (table.result.ended, table.result.winners, table.stacks) == ("no-stake", (), (STACK,))


def test_all_1_silence_before_the_roll_rolls() -> None:
    table = Table()
    table.say("stake 10", 7)
    assert table.silence(4, 5)[-1] == Toppled(ME, 9, 7, Suckers(30))


def test_a_new_question_has_a_new_id_and_the_same_question_the_same() -> None:
    table = Table()
    ids = [table.asked]
    table.say("stake 10", 8)
    ids.append(table.asked)
    table.say("roll", 2, 2)
    ids.append(table.asked)
    table.say("split", 2, 2)
    ids.append(table.asked)
    assert len(set(ids)) == 4


@pytest.mark.parametrize("phase", ["staking", "rolling", "splitting"])
def test_who_leaves_is_played_to_the_end_as_silence_would(phase: str) -> None:
    table = Table()
    if phase == "staking":
        table.leave(0)
        assert (table.result.ended, table.stacks) == ("left", (STACK,))
        return
    table.say("stake 10", 8)
    if phase == "rolling":
        table.leave(0, 2, 2, 2, 2, 1, 3)
    else:
        table.say("roll", 2, 2)
        table.leave(0, 2, 2, 1, 3)
    assert table.kinds()[-1] == "Toppled"
    assert table.awaited is None


def test_without_a_sucker_there_is_no_game() -> None:
    table = Table(0)
    assert (table.awaited, table.result.ended) == (None, "broke")


def test_options_outside_their_limits_are_refused() -> None:
    for wrong in ({"max_bet": "0"}, {"stack": "x"}, {"pay": "gold"}, {"max_splits": "-1"}, {"max_splits": "eleven"}):
        with pytest.raises(ValidationError):
            GAME.options_from(wrong)


def test_options_are_read_as_hosts_type_them() -> None:
    options = GAME.options_from({"mode": "duel", "max_bet": " 7 ", "snake_beats_kick": "on", "max_splits": "NONE"})
    assert isinstance(options, HalflingsOptions)
    assert (options.mode, options.max_bet, options.snake_beats_kick, options.max_splits) == (Mode.DUEL, 7, True, None)


def test_what_is_kept_is_in_the_view_of_everybody() -> None:
    table = rolled(8, 2, 2)
    assert isinstance(table.state.phase, Splitting)
    view = GAME.view(table.state, ME)
    assert (view.knee, view.undecided[0].hands[0].dice) == (8, (2, 2))
    assert isinstance(rolled(7, 1, 1, 9).state.phase, HalflingRolls)
